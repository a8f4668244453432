"""The beginning and the end of a conversation, and the end of the editor that started the server."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import sys
from collections.abc import Callable

from lsprotocol import types

from kibitz.core.internal_errors import LOG
from kibitz.lsp.diagnostics import pulling
from kibitz.lsp.server import ClientLog, KibitzServer, server
from kibitz.lsp.transport.client import Client
from kibitz.lsp.workspace import configuration

EVERY = 2.0
"""Seconds between two tests."""
STILL_ACTIVE = 0x102
"""The answer of Windows for a process that has not ended."""
SYNCHRONIZE = 0x100000


async def watch(process_id: int | None, output: int | None, leave: Callable[[], None]) -> None:
    """Call `leave` when the process of the client is gone, or our output has no reader.

    A process that does not exist at first is on another machine or in another container.
    """
    watched = process_id if isinstance(process_id, int) and is_alive(process_id) else None
    while (watched is None or is_alive(watched)) and (output is None or is_open(output)):
        await asyncio.sleep(EVERY)
    leave()


def is_alive(process_id: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(SYNCHRONIZE, False, process_id)
        alive = bool(handle) and kernel.WaitForSingleObject(handle, 0) == STILL_ACTIVE
        kernel.CloseHandle(handle)
        return alive
    try:
        os.kill(process_id, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return process_id > 0


def is_open(output: int) -> bool:
    """Return whether a pipe has a reader. Windows reports that only to writers."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(output, 0)
    return not poll.poll(0)


@server.feature(types.INITIALIZE)
def initialize(ls: KibitzServer, params: types.InitializeParams) -> None:
    """Prepare everything that the answer of pygls depends on."""
    encoding = types.PositionEncodingKind(ls.workspace.position_encoding or "utf-16").value
    ls.client = Client.of(params.capabilities, encoding)
    logging.getLogger(LOG).handlers = [ClientLog(ls)]
    configuration.take(ls, configuration.GENERAL, params.initialization_options)
    if ls.client.pulls:
        pulling.register(ls)
    if ls.leave is not None:
        ls.start(watch(ls.process_id, ls.output, ls.leave))


@server.feature(types.SHUTDOWN)
def shutdown(ls: KibitzServer, _: None) -> None:
    ls.protocol.ended = True
