"""A page in headless Firefox, driven by WebDriver BiDi: https://w3c.github.io/webdriver-bidi."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from editors.browser import Page
from editors.tools import FOLDER, UnavailableError, apt, missing
from editors.websocket import WebSocket

if TYPE_CHECKING:
    from typing_extensions import Self

KEYS = {"\n": "\ue007", "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
"""Keys that write nothing, as WebDriver calls them."""
HELD = {1: "\ue00a", 2: "\ue009", 8: "\ue008"}
"""Modifiers, by their numbers in Chromium."""


def firefox() -> str:
    """The path of Firefox, which is installed where that may be done."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / "firefox.lock"):
        if not _firefox():
            try:
                apt("firefox-esr")
            except UnavailableError as error:
                missing(str(error))
    return _firefox() or missing("Firefox is installed, but not found")


def _firefox() -> str | None:
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox(Page):
    """One browser with one page. Use as a context manager: nothing is left running."""

    def __init__(self, path: str, preferences: dict[str, Any] | None = None) -> None:
        """Start a browser. `preferences` are settings of it."""
        super().__init__()
        self._folder = tempfile.mkdtemp()
        set_so = [
            f"user_pref({json.dumps(one)}, {json.dumps(value)});"
            for one, value in (preferences or {}).items()
        ]
        Path(self._folder, "user.js").write_text("\n".join(set_so), "utf-8")
        command = (
            path,
            "--headless",
            "--no-remote",
            "--profile",
            self._folder,
            "--remote-debugging-port",
            "0",
        )
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        address = next(one.split()[-1] for one in self.process.stderr if "WebDriver BiDi listening" in one)
        # Its other output must not fill the pipe.
        self._rest = Thread(target=self.process.stderr.read)
        self._rest.start()
        self._number = 0
        self._socket = WebSocket(int(address.rpartition(":")[2]), "/session")
        self._call("session.new", {"capabilities": {}})
        self._call("session.subscribe", {"events": ["log.entryAdded"]})
        self._context = self._call("browsingContext.getTree", {})["contexts"][0]["context"]

    def close(self) -> None:
        self._socket.close()
        self.process.kill()
        self.process.wait()
        self._rest.join()
        assert self.process.stderr is not None
        self.process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (heard := json.loads(self._socket.receive())).get("id") != self._number:
            entry = heard.get("params", {})
            if heard.get("method") == "log.entryAdded" and entry["level"] == "error":
                self.complaints.append(entry["text"])
        assert heard["type"] == "success", heard
        return heard["result"]

    def before(self, script: str) -> None:
        self._preload(script)

    def _preload(self, script: str) -> Any:
        return self._call("script.addPreloadScript", {"functionDeclaration": f"() => {{ {script} }}"})

    @contextmanager
    def lent(self, script: str) -> Iterator[Self]:
        """Yield the browser to a test with a script for each page. Afterwards, the script and the page are gone."""
        preloaded = self._preload(script)
        try:
            yield self
        finally:
            self._call("script.removePreloadScript", preloaded)
            self.open("about:blank")

    def open(self, page: Path | str, width: int = 1200, height: int = 800) -> None:
        self.complaints = []
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", {"context": self._context, "viewport": size})
        address = page if isinstance(page, str) else page.resolve().as_uri()
        self._call("browsingContext.navigate", {"context": self._context, "url": address, "wait": "complete"})

    def run(self, script: str) -> Any:
        asked = {
            "expression": f"(async () => JSON.stringify(await ({script})) ?? 'null')()",
            "target": {"context": self._context},
            "awaitPromise": True,
        }
        found = self._call("script.evaluate", asked)
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def type(self, text: str, pause: float = 0) -> None:
        wait = {"type": "pause", "duration": pause}
        self._perform("key", [step for one in text for step in (*_pressed(KEYS.get(one, one)), wait)])

    def press(self, key: str, code: int = 0, modifiers: int = 0) -> None:
        held = [value for bit, value in HELD.items() if modifiers & bit]
        down = [{"type": "keyDown", "value": one} for one in held]
        up = [{"type": "keyUp", "value": one} for one in held]
        self._perform("key", [*down, *_pressed(KEYS.get(key, key)), *up])

    def click(self, script: str) -> None:
        x, y = self.middle(script)
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._perform("pointer", [move, *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))])

    def _perform(self, device: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": device, "id": device, "actions": actions}
        self._call("input.performActions", {"context": self._context, "actions": [source]})


def _pressed(value: str) -> Iterator[dict[str, Any]]:
    return ({"type": f"key{way}", "value": value} for way in ("Down", "Up"))
