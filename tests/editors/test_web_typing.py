"""Plain typing in the page, in Chromium and Firefox, is exact, however late the server answers.

Here the beginnings of short records are typed, with the normal server in one browser and a late one in the other. With more time
(`editors.plain`), all of each record is typed in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from editors.browser import Browser, Page
from editors.firefox import Firefox
from editors.page import begin, packaged, served, whole
from editors.plain import PROFILE, WAYS, Plain, Typing, typings
from editors.vscode.setup import headless

BEGINNING = 80
"""Approximate number of typed characters of a record in short runs."""
LATE = """
window.late = false;
window.Worker = class extends Worker {
    #due = 0;
    #random = 7;
    set onmessage(hear) {
        this.hear = hear;
        if (!this.heard) {
            this.heard = true;
            this.addEventListener("message", (event) => this.#wait(event));
        }
    }
    #wait(event) {
        this.#random = (this.#random * 48271) % 2147483647;
        const now = performance.now();
        this.#due = Math.max(this.#due, now + (late ? 50 + (this.#random % 351) : 0));
        setTimeout(() => this.hear(event), this.#due - now);
    }
};
"""
"""A script that delays the answers of the server by 50 to 400 ms, in order."""


LINES = Plain("lines", "botc", "[Ann:imp\n Bob:chef]\n[Ann:imp\n *Bob:chef*]\n\n# Night 2\n", example=False)
"""Lines that begin with a space, and later ones that do not."""


def cases() -> list[tuple[str, Typing]]:
    """Return the typings, each with its browser."""
    both = ("chromium", "firefox")
    lines = [(browser, Typing(LINES, 20, browser == "firefox")) for browser in both]
    if PROFILE == "hour":
        return [*((browser, one) for one in typings() for browser in both), *lines]
    if PROFILE == "long":
        # Records take turns with every pace, and with late and normal answers.
        return [*((both[number // WAYS % 2], one) for number, one in enumerate(typings())), *lines]
    return [*((both[one.late], one) for one in typings()), *lines]


@pytest.fixture(scope="module")
def site(testrun_uid: str) -> Iterator[str]:
    with served(packaged(testrun_uid)) as (_, address):
        yield address


@pytest.fixture(scope="module")
def pages(site: str, one_firefox: Firefox) -> Iterator[dict[str, Page]]:
    with Browser(headless()) as one, one_firefox.lent(LATE) as other:
        one.before(LATE)
        for page in (one, other):
            page.open(site)
        for page in (one, other):
            page.wait("document.getElementById('findings').className")
        yield {"chromium": one, "firefox": other}


@pytest.mark.parametrize(("browser", "typing"), cases(), ids=lambda one: getattr(one, "name", one))
def test_plain_typing_is_exact(browser: str, typing: Typing, pages: dict[str, Page]) -> None:
    page, record = pages[browser], typing.record
    text = record.beginning(BEGINNING).rstrip()
    page.run(f"window.late = {json.dumps(typing.late)}")
    name = f"record.{record.language}"
    begin(page, name)
    page.type(text, typing.pause)
    # Late answers arrive before this ends.
    page.settle()
    whole(page, text)
    assert page.complaints == []


def test_late_list_opens_after_the_last_key(pages: dict[str, Page]) -> None:
    """Keys that come before the answer about an earlier one do not keep the list closed."""
    page = pages["firefox"]
    page.run("window.late = true")
    begin(page, "record.bjn")
    page.type("{1.52}|1.1..as.|0.1...?|1.1..8d.|0.1..9c.|")
    page.settle()
    page.press("Escape", 27)
    page.type("1.1.", 40)
    page.wait("document.querySelector('.cm-tooltip-autocomplete li')")
