"""Plain typing in the page, in Chromium and Firefox: what comes out is what was typed, however late the server answers.

Here the beginnings of short records are typed, with the server as it is in one browser and late in the other;
`KIBITZ_PROFILE=long` types all of `editors.plain` in both, at each pace, both ways.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest

from editors.browser import Browser, Page
from editors.firefox import Firefox, firefox
from editors.page import KEPT, packaged, served
from editors.plain import Plain, share, typed
from editors.vscode.setup import chromium

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
BEGINNING = 80
"""How many characters of a record are typed here."""
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
"""What the server says can be made late: by 50 to 400 ms, and in order."""


LINES = Plain("lines", "botc", "[Ann:imp\n Bob:chef]\n[Ann:imp\n *Bob:chef*]\n\n# Night 2\n", example=False)
"""Lines that begin with a blank, and others behind them that begin with none."""


class Case(NamedTuple):
    browser: str
    record: Plain
    pause: int
    late: bool


def cases() -> list[Case]:
    if LONG:
        return [
            Case(browser, record, pause, late)
            for browser in ("chromium", "firefox")
            for record, pause in (*typed(), (LINES, 60))
            for late in (False, True)
        ]
    plain = [Case("firefox" if one.example else "chromium", one, 60, one.example) for one in share()]
    return [*plain, *(Case(browser, LINES, 20, browser == "firefox") for browser in ("chromium", "firefox"))]


def beginning(text: str) -> str:
    """The beginning of a record, as far as it leaves no bracket open, which the editor has closed already."""
    balanced = (
        at
        for at in range(BEGINNING, len(text))
        if all(text[:at].count(one) == text[:at].count(other) for one, other in ("[]", "{}", "()"))
        and text[:at].count('"') % 2 == 0
    )
    return text[: next(balanced, len(text))].rstrip()


@pytest.fixture(scope="module")
def site(testrun_uid: str) -> Iterator[str]:
    with served(packaged(testrun_uid)) as (_, address):
        yield address


@pytest.fixture(scope="module")
def pages(site: str) -> Iterator[dict[str, Page]]:
    with Browser(chromium()) as one, Firefox(firefox()) as other:
        for page in (one, other):
            page.before(LATE)
            page.open(site)
        for page in (one, other):
            page.wait("document.getElementById('findings').textContent", 120)
        yield {"chromium": one, "firefox": other}


@pytest.mark.parametrize(
    "case",
    cases(),
    ids=lambda one: f"{one.browser}-{one.record.language}-{one.record.name}-{one.pause}-{one.late}",
)
def test_plain_typing_is_exact(case: Case, pages: dict[str, Page]) -> None:
    page, record = pages[case.browser], case.record
    text = record.text.rstrip("\n") if LONG else beginning(record.text)
    page.run(f"window.late = {json.dumps(case.late)}")
    name = f"record.{record.language}"
    page.run(
        f"(() => {{ const it = document.getElementById('begin'); it.value = '{name}'; it.onchange(); }})()"
    )
    page.type(text, case.pause)
    # Whatever comes late has come by then.
    page.settle()
    kept = f"{KEPT}.then(([one]) => one?.text.replace(/\\n+$/, ''))"
    with suppress(AssertionError):
        page.wait(f"{kept}.then((one) => one === {json.dumps(text)})")
    assert page.run(kept) == text
    assert page.complaints == []
