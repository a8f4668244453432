"""Helpers for tests of the page: the page, built and served, and its visible contents."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import compressobj

from editors.browser import Browser, Page
from editors.tools import ROOT, installed
from editors.vscode.setup import NPM, node, once, run

PAGE = ROOT / "editors" / "web"
LISTEN = """
window.told = [];
window.checked = new Set();
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
            if (data.kind === "message" && data.text.includes("kibitz/status")) {
                const { uri, checked: done } = JSON.parse(data.text).params;
                done ? checked.add(uri) : checked.delete(uri);
            }
            if (data.kind === "message" && data.text.includes("publishDiagnostics")) {
                window.before ??= {
                    coloured: document.querySelector(".cm-line .k-demon") !== null,
                    loading: document.getElementById("findings").textContent,
                };
                told.push(JSON.parse(data.text).params);
            }
        });
    }
};
"""
"""A script that records the messages of the server, and keeps the first state of the page."""
TEXT = "[...document.querySelectorAll('.cm-line')].map((one) => one.textContent).join('\\n')"
"""The visible text, with hints and ghost text."""
KEPT = """
new Promise((resolve) => {
    const asked = indexedDB.open("kibitz", 1);
    // The page has made none yet.
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => resolve([]);
    asked.onsuccess = () => {
        const found = asked.result.transaction("records").objectStore("records").getAll();
        found.onsuccess = () => resolve(found.result.sort((one, other) => other.changed - one.changed));
        asked.result.close();
    };
})
""".strip()
"""The records that the page keeps, the latest first."""
SVG = "document.getElementById('drawing').shadowRoot.querySelector('svg')"


def node_packages() -> None:
    """The packages that the page is built with, as its lock file names them."""
    lock = sha256((PAGE / "package-lock.json").read_bytes()).hexdigest()
    installed("web-packages", f"{lock} node {node()}", lambda _: _install_packages())


def _install_packages() -> None:
    run("npm", "ci", *NPM, cwd=PAGE)


def build() -> None:
    node_packages()
    run("npm", "run", "--silent", "build", cwd=PAGE, PYTHON=sys.executable)


def package(target: Path) -> None:
    """Builds the page, the package around it, and installs that into a folder, as pip does with a wheel."""
    build()
    wheels = target.with_name("web-wheels")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels, cwd=PAGE)
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    shutil.rmtree(wheels)


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The page, in the folder that it was installed into, with its address."""
    command = (sys.executable, "-m", "kibitz", "web", "--port", "0")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[3]
        finally:
            process.terminate()


def packaged(test_run: str) -> Path:
    """The folder of the page, made once in a run of the tests."""
    node()
    return once(test_run, "web", package)


def fragment(name: str, text: str) -> str:
    """The address of a record, as the page makes it."""
    packer = compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#{quote(name)}={urlsafe_b64encode(packed).decode().rstrip('=')}"


def show(browser: Page, name: str, text: str) -> list[Any]:
    """Open a record, and return its diagnostics after the complete check."""
    fresh = "history.replaceState(null, '', location.pathname); told.length = 0; checked.clear()"
    browser.run(f"{fresh}; location.hash = {json.dumps(fragment(name, text))}")
    browser.wait(f"[...checked].some((one) => one.endsWith({json.dumps('/' + name)}))")
    return told(browser, name)


def told(browser: Page, name: str) -> list[Any]:
    last = browser.wait(f"told.findLast((one) => one.uri.endsWith({json.dumps('/' + name)}))")
    found: list[Any] = last["diagnostics"]
    return found


def begin(browser: Page, value: str) -> None:
    """Choose a new record, `record.botc`, or an example, `bjn`."""
    suffix = value.rpartition(".")[2]
    new = f"one.querySelector('small')?.textContent === '.{suffix}'"
    example = f"one.querySelector('img')?.src.endsWith('.{suffix}.svg')"
    chosen = new if value.startswith("record.") else example
    browser.run("document.getElementById('new').click()")
    browser.run(f"[...document.querySelectorAll('#choices button')].find((one) => {chosen}).click()")


def more(browser: Page, label: str) -> None:
    """Choose an entry of the menu `⋯`."""
    browser.run("document.getElementById('more').click()")
    entry = f"one.firstChild.data === {json.dumps(label)}"
    browser.run(f"[...document.querySelectorAll('#choices button')].find((one) => {entry}).click()")


def focus(browser: Page) -> None:
    """Give the keys to the editor, on a phone after its tab."""
    browser.run("document.getElementById('text-tab').click()")
    editor = "document.querySelector('.cm-content')"
    browser.wait(f"({editor}.focus(), document.activeElement === {editor})")


def shelf(browser: Page) -> list[Any]:
    """The records that the page keeps, the latest first."""
    found: list[Any] = browser.run(KEPT)
    return found


def kept(browser: Page, text: str) -> None:
    """Waits until the record that was written last, as it is kept, holds a text."""
    browser.wait(f"{KEPT}.then(([one]) => one?.text.includes({json.dumps(text)}))")


def whole(browser: Page, text: str) -> None:
    """The record that was written last comes to be kept as such a text, but for line ends at its end."""
    now = f"{KEPT}.then(([one]) => one?.text.replace(/\\n+$/, ''))"
    with suppress(AssertionError):
        browser.wait(f"{now}.then((one) => one === {json.dumps(text.rstrip(chr(10)))})")
    found = browser.run(now)
    assert found == text.rstrip("\n"), found


COUNT = "document.querySelector('#bar output').textContent"
LISTING = "document.querySelector('#bar [aria-expanded]')"
MENU = "document.getElementById('menu')"


def address(browser: Browser) -> str:
    """Return the address of a record for sharing."""
    browser.run("location.hash = ''")
    browser.click("document.getElementById('share')")
    # The list opens after the address, and would cover the next click.
    found: str = browser.wait(f"{MENU}.open && location.hash.length > 1 && location.href")
    browser.press("Escape", 27)
    browser.wait(f"!{MENU}.open")
    return found
