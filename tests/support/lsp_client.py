"""A language client that sends exactly the messages of a test, and records everything."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import forked
from folders import CLIENTS

Json = Any

SERVER = (sys.executable, "-c", "import sys; from kibitz.lsp.main import main; sys.exit(main())")
PLAIN: Json = {
    "capabilities": {},
    "initializationOptions": {"diagnostics": {"whileTyping": "all"}},
}
"""The capabilities of a minimal client."""
TOY_SERVER = (sys.executable, str(Path(__file__).parent / "lsp_toy.py"))
PATIENCE = 300.0
"""Seconds after which something will never happen, however busy the machine is."""


def recorded(name: str) -> dict[str, Json]:
    """The `initialize` parameters that a real editor sent."""
    params: dict[str, Json] = json.loads((CLIENTS / f"{name}.json").read_text("utf-8"))
    return params


class RawClient:
    """One server process. Use as a context manager: nothing is left running."""

    def __init__(
        self, command: str | tuple[str, ...] = "server", first: str = "", limit: float = PATIENCE
    ) -> None:
        """Start a server. `command` starts the process, or names a forked one (`forked.NAMES`), which runs `first` before.

        After `limit` seconds it is killed, so that no test waits for ever.
        """
        self.process = _started(command, first)
        self.heard: list[Json] = []
        """Requests and notifications of the server that no test has looked at yet."""
        self.fails = False
        """Whether the server may report an internal error."""
        self._number = 0
        self._watchdog = threading.Timer(limit, self.process.kill)
        self._watchdog.daemon = True
        self._watchdog.start()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.communicate()

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Json) -> None:
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send_all(self, *messages: Json) -> None:
        """Send messages in one piece, so that the server has them all before it does anything."""
        bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
        self.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies))

    def notify(self, method: str, params: Json = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def read(self) -> Json:
        """The next message of the server. Raises EOFError."""
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                raise EOFError
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def answer(self, number: Json) -> Json:
        """Return the answer to a request. Requests of the server are answered with null meanwhile."""
        for index, message in enumerate(self.heard):
            if "method" not in message and message.get("id") == number:
                return self.heard.pop(index)
        while True:
            message = self.read()
            if "method" not in message and message.get("id") == number:
                return message
            self._hear(message)

    def request(self, method: str, params: Json = None) -> Json:
        """The result of a request. Raises AssertionError with the error if there is one."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        message = self.answer(self._number)
        assert "error" not in message, message["error"]
        return message["result"]

    def error(self, method: str, params: Json = None) -> int:
        """The code with which a request is refused."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        message = self.answer(self._number)
        assert set(message["error"]) >= {"code", "message"}, message
        code: int = message["error"]["code"]
        return code

    def wait(self, method: str) -> Json:
        """The parameters of the next request or notification of that name."""
        while True:
            for index, message in enumerate(self.heard):
                if message.get("method") == method:
                    del self.heard[index]
                    return message.get("params")
            self._hear(self.read())

    def _hear(self, message: Json) -> None:
        if message.get("method") == "window/logMessage" and not self.fails:
            assert "kibitz failed" not in message["params"]["message"], message["params"]["message"]
        self.heard.append(message)
        if "id" in message and "method" in message:
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def initialize(self, params: Json = None) -> Json:
        result = self.request("initialize", PLAIN if params is None else params)
        self.notify("initialized", {})
        return result

    def open(self, text: str, uri: str = "file:///a.toy", language: str = "toy", version: int = 1) -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, changes: list[Json], version: int, uri: str = "file:///a.toy") -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes},
        )

    def diagnostics(self, version: int | None) -> list[Json]:
        """Return the published diagnostics of a version of the only open document."""
        while True:
            params = self.wait("textDocument/publishDiagnostics")
            if params.get("version") == version:
                found: list[Json] = params["diagnostics"]
                return found

    def close(self) -> int:
        """Shuts down as the protocol wants it; gives the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)


def _started(command: str | tuple[str, ...], first: str) -> forked.Forked | subprocess.Popen[bytes]:
    if isinstance(command, str):
        if forked.POSSIBLE:
            return forked.Forked(command, first)
        command = (sys.executable, forked.__file__, command, first)
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def span(line: int, start: int, end_line: int, end: int) -> Json:
    return {"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}}


def at(line: int, character: int, uri: str = "file:///a.toy", **more: Json) -> Json:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}


def whole(uri: str = "file:///a.toy", **more: Json) -> Json:
    return {"textDocument": {"uri": uri}, **more}
