"""A part of WebSocket (RFC 6455): enough to exchange whole texts with a browser on this machine."""

from __future__ import annotations

import socket
from base64 import b64encode

TEXT, PING = 1, 9
LAST = 0x80
"""Flags of a frame: the last one of its message, and masked, as all frames of a client are."""
MASK = b"mask"


class WebSocket:
    """A connection to a port of this machine."""

    def __init__(self, port: int, path: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._stream = self._socket.makefile("rwb")
        key = b64encode(b"kibitz kibitz ki").decode()
        self._stream.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self._stream.flush()
        status = self._stream.readline()
        assert b" 101 " in status, status
        while self._stream.readline().strip():
            pass

    def send(self, text: str) -> None:
        data = text.encode()
        length, size = len(data), 0 if len(data) < 126 else 2 if len(data) < 1 << 16 else 8
        short = {0: length, 2: 126, 8: 127}[size]
        head = bytes((LAST | TEXT, LAST | short)) + (length.to_bytes(size, "big") if size else b"")
        masked = bytes(one ^ MASK[index % len(MASK)] for index, one in enumerate(data))
        self._stream.write(head + MASK + masked)
        self._stream.flush()

    def receive(self) -> str:
        data = b""
        while True:
            kind, length = self._stream.read(2)
            if length > 125:
                length = int.from_bytes(self._stream.read(2 if length == 126 else 8), "big")
            part = self._stream.read(length)
            if kind & 15 < PING:
                data += part
                if kind & LAST:
                    return data.decode()

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
