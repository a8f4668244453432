"""Whole records written by taps in the page, on a phone, equal those of the notations and those of typing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence

import pytest

from editors.browser import Browser
from editors.page import LISTEN, SVG, focus, packaged, served, show, told, whole
from editors.taps import MOST, PLANS, Plan, Tap
from editors.tools import PATIENCE
from editors.vscode.setup import headless


@pytest.fixture(scope="module")
def browser(testrun_uid: str) -> Iterator[Browser]:
    with served(packaged(testrun_uid)) as (_, site), Browser(headless(), workers=True) as one:
        one.before(LISTEN)
        one.open(site)
        one.fingers(390, 844)
        yield one


def at(place: str) -> str:
    found = json.dumps(f'[data-open][data-place="{place}"]')
    return f"document.getElementById('drawing').shadowRoot.querySelector({found})"


def listed(title: str) -> str:
    buttons = "[...document.querySelectorAll('#plays button')]"
    return f"{buttons}.find((one) => one.textContent.replace(/^\\d · /, '') === {json.dumps(title)})"


def grow(browser: Browser) -> None:
    """Switch the stage to the whole screen, or back."""
    full = "Boolean(document.querySelector('.stage.full'))"
    before = browser.run(full)
    browser.tap("document.getElementById('full')")
    browser.wait(f"{full} !== {json.dumps(before)}")


class Written:
    """A record as it comes to be in the page."""

    def __init__(self, browser: Browser, plan: Plan) -> None:
        self.browser, self.plan, self.taps = browser, plan, 0
        show(browser, plan.name, plan.before)
        # The preview and its moves change the layout, so taps wait for both.
        self.is_drawn(plan.changes[0][0])
        browser.run("document.getElementById('picture-tab').click()")
        if not browser.run("document.querySelector('.stage.full')"):
            grow(browser)
        for taps in plan.changes:
            self.is_drawn(taps[0])
            browser.run(f"{SVG}.dataset.seen = ''")
            self.take(taps)
            # The next move is possible as soon as the preview is drawn. Later content moves no target.
            browser.wait(f"{SVG}?.dataset.seen === undefined")

    def take(self, taps: Sequence[Tap]) -> None:
        """Tap on places, drag from one to the next, and choose from the list if a place has several moves or none."""
        rest = list(taps)
        start, end = (at(one.place) for one in (rest * 2)[:2])
        if len(rest) > 1 and all(one.place and one.alone for one in rest[:2]) and self.is_drawn(rest[0]):
            self.tap(start, end.replace("[data-open]", ""))
            rest = rest[2:]
        for one in rest:
            if self.is_drawn(one):
                self.tap(at(one.place))
                if one.alone:
                    continue
            self.tap(listed(one.title))

    def is_drawn(self, one: Tap) -> bool:
        """Return whether a move is at a place of the preview, rather than in the list, once it is possible."""
        place = at(one.place) if one.place else "null"
        self.browser.wait(f"{place} || {listed(one.title)}")
        found: bool = self.browser.run(f"Boolean({place})")
        return found

    def tap(self, element: str, to: str | None = None) -> None:
        self.browser.wait(element)
        self.browser.tap(element, to)
        self.taps += 1


def findings(browser: Browser, name: str) -> set[tuple[str, str]]:
    """Return the findings after the idle time."""
    browser.wait("!/unfinished|checking/i.test(document.getElementById('findings').textContent)")
    return {(one["code"], one["message"]) for one in told(browser, name)}


def typed_too(written: Written) -> None:
    """Compare the page with the notation, and with the same record when it is typed."""
    browser, plan, text = written.browser, written.plan, written.plan.text.rstrip()
    whole(browser, text)
    found = findings(browser, plan.name)
    grow(browser)
    name = plan.name.replace("tapped", "typed")
    show(browser, name, "")
    focus(browser)
    browser.type(text)
    whole(browser, text)
    # The last keys may not have arrived yet.
    end = time.monotonic() + PATIENCE
    while (again := findings(browser, name)) != found and time.monotonic() < end:
        browser.settle()
    assert again == found, again ^ found


@pytest.mark.parametrize("name", PLANS)
def test_a_record_is_written_by_a_finger(name: str, browser: Browser) -> None:
    plan = PLANS[name]()
    written = Written(browser, plan)
    assert written.taps <= MOST[name] * len(plan.changes)
    typed_too(written)


def test_taps_of_a_kill_and_a_night(browser: Browser) -> None:
    """All seats are visible on a phone; cards are one grid."""
    browser.run("document.getElementById('picture-tab').click()")
    show(browser, "phone.botc", "[Ann:chef Bob:empath Cid:monk Dee:mayor Fay:poisoner Gus:imp]\n")
    seats = f"[...{SVG}.querySelectorAll('[data-place]')].map((one) => one.getBoundingClientRect())"
    browser.wait(f"{SVG}?.textContent.includes('Gus')")
    browser.settle()
    assert browser.run(
        f"{seats}.every(({{ left, right, top, bottom }}) => left >= 0 && right <= 390 && top > 0 && bottom < 844)"
    )
    browser.tap(at("seat 2"))
    browser.wait(listed("Kill Bob"))
    labels = browser.run("[...document.querySelectorAll('#plays button')].map((one) => one.textContent)")
    assert labels == ["Kill Bob", "Token …", "Role …", "Back"]
    browser.tap(listed("Kill Bob"))
    whole(browser, "[Ann:chef *Bob:empath* Cid:monk Dee:mayor Fay:poisoner Gus:imp]")
    for tap in (listed("Next grimoire: a copy below"), at("seat 3"), listed("Kill Cid")):
        browser.wait(tap)
        browser.tap(tap)
    browser.wait(f"{SVG}?.textContent.includes('4 alive')")
    show(browser, "phone.bjn", "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.")
    browser.wait("document.querySelectorAll('#plays .grid button').length === 49")
    rows = "new Set([...document.querySelectorAll('#plays .grid button')].map((one) => one.offsetTop)).size"
    assert browser.run(rows) == 4


def test_taps_write_the_planned_record() -> None:
    plans = {name: plan() for name, plan in PLANS.items()}
    assert len(plans["game"].changes) == 13
    assert "/1.8s/2.8h/" in plans["hand"].text
    assert plans["hand"].text.endswith("|[l/l]")
    night = plans["night"].text
    assert "Bob:empath(poisoner:poisoned)" in night
    assert night.count("*Hal:virgin*") == night.count("*Eve:soldier*") == 1
    assert plans["trades"].text.count("@") == 10
