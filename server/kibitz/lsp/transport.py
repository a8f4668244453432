"""Messages as bytes: reading them from a pipe in one thread, and writing them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Protocol

Json = Any
"""A value of JSON, as the json module reads and writes it."""

DIGITS = 12
"""How many digits of a length are read: nobody waits for more than a terabyte."""
READ = 1 << 16
"""How many bytes are asked for at once."""


class Readable(Protocol):
    """Something unbuffered to read from: no lock is held that the end of the process would wait for."""

    def read(self, size: int, /) -> bytes | None: ...


class Writable(Protocol):
    """Something to write to, which may take less than it is given."""

    def write(self, data: memoryview, /) -> int | None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...


class Writer:
    """Writes whole messages at once; pygls's kind of writer."""

    def __init__(self, sink: Writable) -> None:
        self.sink = sink

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self.sink.write(rest) or 0 :]
        self.sink.flush()

    def close(self) -> None:
        self.sink.close()


def messages(stream: Readable) -> Iterator[Json]:
    """The messages of a stream up to its end; what is not JSON comes as a ValueError that says so.

    Header names count in any case, headers other than Content-Length are skipped.
    """
    return map(_read, _bodies(stream))


def _read(body: bytes) -> Json:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        return ValueError(f"not JSON: {error}")


def _bodies(stream: Readable) -> Iterator[bytes]:
    buffer = bytearray()
    length: int | None = None
    while True:
        if length is None and (end := buffer.find(b"\r\n\r\n")) >= 0:
            length = _length(bytes(buffer[:end]))
            del buffer[: end + 4]
        elif length is not None and len(buffer) >= length:
            body, buffer = bytes(memoryview(buffer)[:length]), buffer[length:]
            length = None
            yield body
            del body
        elif data := stream.read(READ):
            buffer += data
        else:
            return


def _length(head: bytes) -> int | None:
    for line in head.splitlines():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip()[:DIGITS].isdigit():
            return int(value.strip()[:DIGITS])
    return None


def frame(message: Json) -> bytes:
    """A message as it goes over the wire. Text is escaped to ASCII, so that lone surrogates can be said, too."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
