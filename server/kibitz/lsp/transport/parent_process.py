"""The end of the process when the editor is gone."""

from __future__ import annotations

import asyncio
import os
import select
import sys
from collections.abc import Callable

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
