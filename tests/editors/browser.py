"""A page in headless Chromium, which is told what to do over a pipe: https://chromedevtools.github.io/devtools-protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Any

OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip


class Browser:
    """One browser with one page. Use as a context manager: nothing is left running."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.mkdtemp()
        # Chromium reads from the third descriptor and writes to the fourth.
        wrapped = ("sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1', "sh")
        self.process = subprocess.Popen(
            [*wrapped, path, *OPTIONS, f"--user-data-dir={self._folder}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._number, self._rest = 0, b""
        self.requests: list[str] = []
        """The addresses of all that was asked for, that of the page itself first."""
        self.complaints: list[str] = []
        """What the page has complained of: exceptions, and what its policy forbade."""
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session: str | None = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params or {}}
        if session := getattr(self, "_session", None):
            message["sessionId"] = session
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            heard = self._read()
            if heard.get("id") == self._number:
                assert "error" not in heard, heard["error"]
                return heard["result"]

    def _read(self) -> Any:
        assert self.process.stdout is not None
        while b"\0" not in self._rest:
            more = self.process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            assert more, "Chromium has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        heard = json.loads(message)
        params = heard.get("params", {})
        if heard.get("method") == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif heard.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(params["exceptionDetails"]["text"])
        elif heard.get("method") == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        return heard

    def open(self, path: Path, width: int = 1200, height: int = 800, dark: bool = False) -> None:
        """Opens a page, forgetting what the one before has asked for."""
        self.requests, self.complaints = [], []
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", size)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", {"features": [theme]})
        self._call("Page.navigate", {"url": path.resolve().as_uri()})
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True}
        found = self._call("Runtime.evaluate", asked)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """A key in the page."""
        self._call("Input.dispatchKeyEvent", {"type": "keyDown", "key": key})
        self._call("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})

    def screenshot(self) -> bytes:
        """What is seen, as PNG."""
        return b64decode(self._call("Page.captureScreenshot", {"format": "png"})["data"])
