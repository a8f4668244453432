"""The speed of the page: to the first diagnostics of a visit, and from a key to its diagnostics.

    python tests/bench web [--runs N] [--mbit N]

Build the page first (`npm --prefix editors/web run build`). Each run is a first visit with a fresh profile and a second one with the same,
in headless Chromium on loopback. The machine should be idle. `--mbit` measures only the first visit, at a number of megabits per second,
from a host that compresses and from one that does not. The times are those of the browser: least and median.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from bench.host import slow
from editors.browser import Browser
from editors.vscode.setup import chromium

LISTEN = """
window.marks = { keys: [], worker: [], page: [] };
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
            if (data.kind !== "message" || !data.text.includes("publishDiagnostics")) return;
            const now = performance.now();
            marks.first ??= now;
            if (marks.key) {
                marks.keys.push(now - marks.key);
                marks.worker.push(now - marks.sent);
                marks.page.push(marks.sent - marks.key);
                marks.key = 0;
            }
        });
    }
    postMessage(message, ...rest) {
        if (message.kind === "message" && message.text.includes("didChange")) marks.sent = performance.now();
        super.postMessage(message, ...rest);
    }
};
addEventListener("keydown", (event) => { marks.key = event.timeStamp; }, true);
"""
"""Marks of keys, of messages to the server, and of its answers."""
GRIMOIRE = "[Alice:imp Bob:chef Cid:monk Dora:baron Eve:drunk]\n"
TYPED = "[Alice:imp Bob:chef]"
SMALL, LARGE = 2_000, 1_000_000


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench web", description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--mbit", type=float)
    options = parser.parse_args(arguments)
    if options.mbit:
        from_afar(options.mbit, options.runs)
    else:
        at_home(options.runs)


def from_afar(mbit: float, runs: int) -> None:
    for words, packs in {"compressed": True, "as it is": False}.items():
        times = []
        for _ in range(runs):
            with slow(mbit, packs) as address, Browser(chromium()) as browser:
                browser.before(LISTEN)
                times.append(visit(browser, address))
        tell(f"first visit at {mbit:g} Mbit/s, {words}", times)


def at_home(runs: int) -> None:
    visits: dict[str, list[float]] = {"first visit": [], "second visit": []}
    with served() as address:
        for _ in range(runs):
            with Browser(chromium()) as browser:
                browser.before(LISTEN)
                visits["first visit"].append(visit(browser, address))
                browser.wait("navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')")
                visits["second visit"].append(visit(browser, address))
        for name, times in visits.items():
            tell(f"{name}, to the first diagnostics", times)
        with Browser(chromium()) as browser:
            browser.before(LISTEN)
            visit(browser, address)
            for size in (SMALL, LARGE):
                opened = begin(browser, size)
                tell(f"{size:,} characters: opened", [opened])
                for name, times in keys(browser).items():
                    tell(f"{size:,} characters: {name}", times)


def tell(name: str, times: Sequence[float]) -> None:
    print(f"{name:60} {min(times):8.1f} ms least {median(times):8.1f} ms median of {len(times)}", flush=True)


@contextmanager
def served() -> Iterator[str]:
    command = (sys.executable, "-m", "kibitz", "web", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3]
        finally:
            process.terminate()


def visit(browser: Browser, address: str) -> float:
    browser.open(address)
    found: float = browser.wait("marks.first")
    return found


def begin(browser: Browser, size: int) -> float:
    """Open a grimoire of a size by dropping it into the page, and return the milliseconds until its diagnostics."""
    text = GRIMOIRE * (size // len(GRIMOIRE))
    browser.run(
        f"""(() => {{
            const files = new DataTransfer();
            files.items.add(new File([{text!r}], "long.botc"));
            marks.first = undefined;
            marks.begun = performance.now();
            document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: files, bubbles: true }}));
        }})()"""
    )
    took: float = browser.wait("marks.first && marks.first - marks.begun")
    browser.settle()
    return took


def keys(browser: Browser) -> dict[str, list[float]]:
    """Type at the end of the open record, each key after the answer to the one before."""
    browser.run("document.querySelector('.cm-content').focus()")
    browser.press("End", 35, modifiers=2)
    browser.run("marks.keys = []; marks.worker = []; marks.page = []; marks.key = 0")
    for count, one in enumerate(TYPED, 1):
        browser.type(one)
        browser.wait(f"marks.keys.length >= {count}")
        browser.run("new Promise((done) => setTimeout(done, 100))")
    found: dict[str, dict[str, list[float]]] = browser.run("({ marks })")
    named = {"keys": "key to diagnostics", "page": "of these in the page", "worker": "of these in the worker"}
    return {name: found["marks"][key] for key, name in named.items()}
