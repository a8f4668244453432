"""The guard of a TCP port. The first connection with a whole `initialize` is the client, and all others are refused."""

from __future__ import annotations

import asyncio
import json

from kibitz.lsp.transport.inbox import LENGTH

GREETING = b"content-"
"""The first letters of each message of a client."""
INITIALIZE_TIMEOUT = 10.0
"""Seconds until a connection must have sent `initialize`."""
LONGEST_HEAD = 1 << 20
"""Maximum size of `initialize` in bytes; editors send some thousands."""


async def greeting(reader: asyncio.StreamReader) -> bytes:
    """Return the first bytes of a client, with a whole `initialize`, or nothing for any other program."""
    try:
        return await asyncio.wait_for(_begun(reader), INITIALIZE_TIMEOUT)
    except (asyncio.TimeoutError, ConnectionError):
        return b""


async def _begun(reader: asyncio.StreamReader) -> bytes:
    said = b""
    while (greets := _greets(said)) is None and (data := await reader.read(LONGEST_HEAD)):
        said += data
    return said if greets else b""


def _greets(said: bytes) -> bool | None:
    """Return whether data begins with `initialize`, or None while that is unclear."""
    start = said[: len(GREETING)].lower()
    head, end, body = said.partition(b"\r\n\r\n")
    length = LENGTH.search(head)
    if not GREETING.startswith(start) or (end and not length) or len(said) > LONGEST_HEAD:
        return False
    if not (end and length) or len(body) < int(length[1]):
        return None
    try:
        return bool(json.loads(body[: int(length[1])])["method"] == "initialize")
    except (LookupError, TypeError, ValueError, RecursionError):
        return False
