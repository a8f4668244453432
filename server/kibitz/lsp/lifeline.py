"""Ending with the editor: when its process is gone, or nobody reads what we say."""

from __future__ import annotations

import asyncio
import os
import select
import sys
from collections.abc import Callable

EVERY = 2.0
"""Seconds between two looks."""
STILL_ACTIVE = 0x102
"""What Windows says of a process that has not ended when it is waited for."""
SYNCHRONIZE = 0x100000


async def watch(process_id: int | None, output: int | None, leave: Callable[[], None]) -> None:
    """Calls `leave` when the client's process is gone, or nobody holds the other end of our output.

    A process that is not there at the beginning is on another machine, or in another container.
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
    """Whether somebody can read what is written to a pipe. Windows tells only those who write."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(output, 0)
    return not poll.poll(0)
