"""The messages in the bytes of a client. Header fields are those of HTTP: any case, with spaces or without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
"""The field with the length of a body, at the end of a line."""
_FIELD = re.compile(rb"[\w!#$%&'*+.^`|~-]+[ \t]*:")
LONGEST_HEADER = 1 << 20
"""Bytes after which a line without an end is passed over."""
LATE = 10.0
"""Seconds after which the log says that the rest of a message has not come."""


class Inbox:
    """The bytes of an incomplete message."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._data = bytearray()
        self._length: int | None = None
        """The length of the body, or None before its header."""
        self._in_body = False

    @property
    def waits(self) -> bool:
        """Whether a message has begun."""
        return bool(self._data) or self._length is not None

    def push(self, data: bytes) -> Iterator[bytes]:
        """Yield the bodies that are whole with more data."""
        self._data += data
        while (body := self._next()) is not None:
            yield body

    def refuse(self, body: bytes) -> None:
        """Search for the next message in a body that is not JSON: its length may have been wrong."""
        if (found := LENGTH.search(body)) is not None:
            self._data[:0] = body[found.start() :]

    def complain(self) -> None:
        """Log that the rest of a message has not come."""
        lacking = "its header" if not self._in_body else f"{(self._length or 0) - len(self._data)} bytes"
        self._log(f"a message of the client is not complete, {lacking} may be wrong or late")

    def _next(self) -> bytes | None:
        while not self._in_body:
            end = self._data.find(b"\n") + 1
            if not end and len(self._data) <= LONGEST_HEADER:
                return None
            line = bytes(self._data[: end or None])
            del self._data[: end or None]
            self._read(line.rstrip(b"\n"))
        length = self._length or 0
        if len(self._data) < length:
            return None
        body = bytes(self._data[:length])
        del self._data[:length]
        self._length, self._in_body = None, False
        return body

    def _read(self, line: bytes) -> None:
        """Read a line of a header. Log anything else, and skip it up to the next length."""
        found = LENGTH.search(line)
        if found is not None:
            self._length = int(found[1])
        if not line.strip():
            self._in_body = self._length is not None
        elif found.start() > 0 if found is not None else not _FIELD.match(line):
            self._log("the client sent bytes that are not a message; is `Content-Length` right?")
