"""A page in a real browser. Chromium is driven over a pipe: https://chromedevtools.github.io/devtools-protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from editors.tools import PATIENCE, SCREENSHOTS

if TYPE_CHECKING:
    from typing_extensions import Self

OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip


STILL = """
new Promise((resolve) => {{
    let [last, since] = ["", 0];
    const look = (now) => {{
        const box = ({element})?.getBoundingClientRect();
        const place = box ? JSON.stringify(box) : "";
        if (place !== last) {{
            [last, since] = [place, now];
        }}
        if (place && now - since >= {rest}) {{
            resolve([box.x + box.width / 2, box.y + box.height / 2]);
        }} else if (now - start > {patience}) {{
            resolve(null);
        }} else {{
            requestAnimationFrame(look);
        }}
    }};
    const start = performance.now();
    requestAnimationFrame(look);
}})
"""
"""The middle of an element that has been still for a while, because late content moves the content below it."""
REST = 100
"""Milliseconds for which an element has to be still before a click."""


class Page(ABC):
    """A page in a browser. Use as a context manager: nothing is left running."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        """The complaints of the page: exceptions, and violations of its policy."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Ends the browser."""

    @abstractmethod
    def before(self, script: str) -> None:
        """Run a script in every page from now on, before those of the page."""

    @abstractmethod
    def open(self, page: Path | str, width: int = 1200, height: int = 800) -> None:
        """Open a page, without the requests of the one before."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """The value of an expression in the page."""

    @abstractmethod
    def press(self, key: str, code: int = 0, modifiers: int = 0) -> None:
        """A key in the page; `code` is Windows' number of it, and of the modifiers Alt is 1, Ctrl 2 and Shift 8."""

    @abstractmethod
    def type(self, text: str, pause: float = 0) -> None:
        """Type a text, key by key, with a pause in milliseconds. A line end is Enter."""

    @abstractmethod
    def click(self, script: str) -> None:
        """A click of the mouse in the middle of an element, which an expression names."""

    def middle(self, script: str) -> tuple[float, float]:
        """Return the middle of an element in the window, once it is still."""
        found = self.run(STILL.format(element=script, rest=REST, patience=1000 * PATIENCE))
        assert found, f"{script} is not there, or does not come to rest; complaints: {self.complaints}"
        x, y = found
        return x, y

    def wait(self, script: str) -> Any:
        """The value of an expression, as soon as it is one that counts as true."""
        end = time.monotonic() + PATIENCE
        plain = f"(async (found) => ((found) => found instanceof Element || found)(await found))({script})"
        while not (found := self.run(plain)):
            if time.monotonic() > end:
                self.fail()
                raise AssertionError(f"waited for {script}; complaints: {self.complaints}")
            time.sleep(0.02)
        return found

    def fail(self) -> None:  # noqa: B027 - not every browser has something.
        """Leaves something to look at where a test has waited in vain."""

    def settle(self) -> None:
        """Wait until the page has everything, and has drawn it."""
        self.run("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 500))")


class Browser(Page):
    """One Chromium with one page."""

    def __init__(self, path: str, workers: bool = False, preferences: dict[str, Any] | None = None) -> None:
        """Start a browser. With `workers`, requests and complaints of workers count, from their first step on.

        `preferences` are settings of the browser.
        """
        super().__init__()
        self._folder = tempfile.mkdtemp()
        if preferences is not None:
            profile = Path(self._folder, "Default")
            profile.mkdir()
            (profile / "Preferences").write_text(json.dumps(preferences), "utf-8")
        # Chromium reads from the third descriptor and writes to the fourth.
        wrapped = ("sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1', "sh")
        self.process = subprocess.Popen(
            [*wrapped, path, *OPTIONS, f"--user-data-dir={self._folder}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._number, self._rest = 0, b""
        self._session: str | None = None
        self.requests: list[str] = []
        """The addresses of all that was asked for, that of the page itself first."""
        self._session = self._tab()
        if workers:
            hold = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
            self._call("Target.setAutoAttach", hold)

    def _tab(self) -> str:
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session: str = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable", session=session)
        return session

    @contextmanager
    def another_tab(self) -> Iterator[None]:
        """Use a tab of its own within the block."""
        first, self._session = self._session, None
        self._session = self._tab()
        try:
            yield
        finally:
            self._call("Page.close")
            self._session = first

    def quota(self, origin: str, size: int | None = None) -> None:
        """Limit the bytes that pages of an origin may keep, or reset the limit."""
        size_if_any = {} if size is None else {"quotaSize": size}
        self._call("Storage.overrideQuotaForOrigin", {"origin": origin.rstrip("/"), **size_if_any})

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, method: str, params: dict[str, Any] | None, session: str | None) -> int:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\0")
        self.process.stdin.flush()
        return self._number

    def _call(self, method: str, params: dict[str, Any] | None = None, session: str | None = None) -> Any:
        number = self._send(method, params, session or self._session)
        while True:
            heard = self._read()
            if heard.get("id") == number:
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
            details = params["exceptionDetails"]
            self.complaints.append(
                f"{details['text']} {details.get('exception', {}).get('description', '')}".rstrip()
            )
        elif heard.get("method") == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif heard.get("method") == "Target.attachedToTarget" and self._session:
            for method in (
                "Network.enable",
                "Runtime.enable",
                "Log.enable",
                "Runtime.runIfWaitingForDebugger",
            ):
                self._send(method, None, params["sessionId"])
        return heard

    def before(self, script: str) -> None:
        self._call("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def resize(self, width: int, height: int, dark: bool, **features: str) -> None:
        """Set the size of the window, its theme, and media features such as `prefers_reduced_motion="reduce"`."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", size)
        media = {"prefers-color-scheme": "dark" if dark else "light", **features}
        chosen = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self._call("Emulation.setEmulatedMedia", {"features": chosen})

    def open(self, page: Path | str, width: int = 1200, height: int = 800, dark: bool = False) -> None:
        self.requests, self.complaints = [], []
        self.resize(width, height, dark)
        address = page if isinstance(page, str) else page.resolve().as_uri()
        self._call("Page.navigate", {"url": address})
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def run(self, script: str) -> Any:
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True}
        found = self._call("Runtime.evaluate", asked)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str, code: int = 0, modifiers: int = 0) -> None:
        event: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        if key == "Enter":
            event["text"] = "\r"
        self._call("Input.dispatchKeyEvent", {"type": "keyDown", **event})
        self._call("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def type(self, text: str, pause: float = 0) -> None:
        due = time.monotonic()
        for one in text:
            if one == "\n":
                self.press("Enter", 13)
            else:
                self._call("Input.dispatchKeyEvent", {"type": "keyDown", "key": one, "text": one})
                self._call("Input.dispatchKeyEvent", {"type": "keyUp", "key": one})
            due += pause / 1000
            time.sleep(max(0, due - time.monotonic()))

    def point(self, script: str) -> tuple[float, float]:
        """Moves the mouse to the middle of an element, which an expression names."""
        x, y = self.middle(script)
        self._call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        return x, y

    def click(self, script: str) -> None:
        x, y = self.point(script)
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._call("Input.dispatchMouseEvent", event)

    def fingers(self, width: int, height: int) -> None:
        """From now on this is a phone of such a size, which has fingers and no mouse."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self._call("Emulation.setDeviceMetricsOverride", size)
        self._call("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tap(self, script: str, to: str | None = None) -> None:
        """Tap on the middle of an element, which an expression names. With another one, drag the finger there first.

        An invisible element is scrolled into view before, because a finger outside of the window has no effect.
        """
        self.run(f"({script})?.scrollIntoView({{ block: 'center', inline: 'center' }})")
        start = self.middle(script)
        # A finger that rests before it moves has another meaning.
        end = self.middle(to) if to is not None else start
        self._touch("touchStart", start)
        if to is not None:
            for share in (0.3, 0.6, 1.0):
                x, y = (one + share * (other - one) for one, other in zip(start, end, strict=True))
                self._touch("touchMove", (x, y))
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self._call(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def fail(self) -> None:
        self.picture("failed")

    def picture(self, name: str) -> None:
        """Save a screenshot for people."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        seen = b64decode(self._call("Page.captureScreenshot", {"format": "png"})["data"])
        (SCREENSHOTS / f"{name}.png").write_bytes(seen)
