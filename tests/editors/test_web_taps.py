"""Whole records written by a finger in the page, on a phone: what they come to is what the notations say, and what typing comes to."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from editors.browser import Browser
from editors.page import KEPT, LISTEN, focus, packaged, served, show, told
from editors.vscode.setup import chromium
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play
from kibitz.games import figgie
from kibitz.languages import load

Chosen = Callable[[Sequence[Play]], Play | None]
"""Chooses among what can be done; nothing once that is enough."""


@pytest.fixture(scope="module")
def browser(testrun_uid: str) -> Iterator[Browser]:
    with served(packaged(testrun_uid)) as (_, site), Browser(chromium(), workers=True) as one:
        one.before(LISTEN)
        one.open(site)
        one.fingers(390, 800)
        yield one


def at(place: str) -> str:
    found = json.dumps(f'[data-open][data-place="{place}"]')
    return f"document.getElementById('drawing').shadowRoot.querySelector({found})"


def listed(title: str) -> str:
    buttons = "[...document.querySelectorAll('#plays button')]"
    return f"{buttons}.find((one) => one.textContent.replace(/^\\d · /, '') === {json.dumps(title)})"


class Written:
    """A record as it comes to be, in the page and beside it."""

    def __init__(self, browser: Browser, name: str, text: str) -> None:
        self.browser, self.name, self.text = browser, name, text
        self.language = load(name.partition(".")[2])
        self.offset, self.taps, self.changes = len(text.rstrip()), 0, 0
        show(browser, name, text)
        if not browser.run("document.querySelector('.stage.full')"):
            browser.tap("document.getElementById('full')")
        browser.settle()

    def offered(self, taken: Sequence[str]) -> Sequence[Play]:
        found: Sequence[Play] = self.language.plays(
            Analysis.of(self.language, self.text), self.offset, tuple(taken)
        )
        return found

    def write(self, choose: Chosen) -> bool:
        """One change, by as many taps as it takes; whether one was chosen."""
        way: list[tuple[Play, bool]] = []
        while not way or not way[-1][0].edits:
            offered = self.offered([one.key for one, _ in way])
            play = choose(offered)
            if play is None:
                return False
            way.append((play, len([one for one in offered if one.place == play.place]) == 1))
        self.take(way)
        self.changes += 1
        play = way[-1][0]
        text = self.text
        for edit in sorted(play.edits, reverse=True):
            text = text[: edit.start] + edit.text + text[edit.end :]
        behind = max(edit.end for edit in play.edits) + len(text) - len(self.text)
        self.offset = behind if play.cursor is None else play.cursor
        self.text = text
        return True

    def take(self, way: Sequence[tuple[Play, bool]]) -> None:
        """Taps on places, draws the finger from one to the next, and chooses from the list what is at none, or not alone there."""
        rest = list(way)
        start, end = (at(one.place) for one, _ in (rest * 2)[:2])
        if (
            len(rest) > 1
            and all(one.place and alone for one, alone in rest[:2])
            and self.is_drawn(rest[0][0])
        ):
            self.tap(start, end.replace("[data-open]", ""))
            rest = rest[2:]
        for play, alone in rest:
            place = at(play.place)
            if self.is_drawn(play):
                self.tap(place)
                if alone:
                    continue
            self.tap(listed(play.title))

    def is_drawn(self, play: Play) -> bool:
        """Whether something is taken at its place, rather than from the list, once it can be taken."""
        place = at(play.place) if play.place else "null"
        self.browser.wait(f"{place} || {listed(play.title)}")
        found: bool = self.browser.run(f"Boolean({place})")
        return found

    def tap(self, element: str, to: str | None = None) -> None:
        self.browser.wait(element)
        self.browser.run(f"{element}.scrollIntoView({{ block: 'center', inline: 'center' }})")
        self.browser.tap(element, to)
        self.taps += 1
        self.browser.settle()


def findings(browser: Browser, name: str) -> set[tuple[str, str]]:
    """What is wrong, once the writer has rested for as long as kibitz waits."""
    browser.wait("!/unfinished|checking/i.test(document.getElementById('findings').textContent)")
    return {(one["code"], one["message"]) for one in told(browser, name)}


def typed_too(written: Written) -> None:
    """The page has what the notation says, and the same record, typed, is the same and has the same findings."""
    browser, text = written.browser, written.text.rstrip()
    browser.wait(f"{KEPT}.then(([one]) => one?.text.trimEnd() === {json.dumps(text)})")
    found = findings(browser, written.name)
    browser.tap("document.getElementById('full')")
    name = f"typed.{written.language.id}"
    show(browser, name, "")
    focus(browser)
    browser.type(text)
    browser.wait(f"{KEPT}.then(([one]) => one?.text.trimEnd() === {json.dumps(text)})", 60)
    # The last keys may not have been heard of yet.
    end = time.monotonic() + 15
    while (again := findings(browser, name)) != found and time.monotonic() < end:
        browser.settle()
    assert again == found, again ^ found


def by_titles(*titles: str) -> Chosen:
    """Chooses one after the other what begins so."""
    rest = iter(titles)

    def choose(offered: Sequence[Play]) -> Play | None:
        begun = next(rest)
        return next(one for one in offered if one.title.startswith(begun))

    return choose


def test_a_game_of_onitama(browser: Browser) -> None:
    """From pawn to square in one stroke, and the card where there are two."""
    head = '[key "onitama"]\n[teams "red, blue"]\n[seed "7"]\n'
    written, chance = Written(browser, "tapped.qgn", head), random.Random(1)
    while written.write(lambda offered: chance.choice(offered) if offered else None):
        pass
    assert written.changes == 13
    assert written.taps <= 1.5 * written.changes
    typed_too(written)


def test_a_hand_with_a_split(browser: Browser) -> None:
    written = Written(browser, "tapped.bjn", "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.")

    def choose(offered: Sequence[Play]) -> Play | None:
        if any("next hand" in one.title for one in offered):
            return None
        said = [one for word in ("splits", "stands") for one in offered if word in one.title]
        return said[0] if said else offered[len(offered) // 2]

    while written.write(choose):
        pass
    assert "/1.8s/2.8h/" in written.text
    assert written.text.endswith("|[p/l]")
    assert written.taps <= 1.5 * written.changes
    typed_too(written)


def test_a_night_of_eight_players(browser: Browser) -> None:
    town = "Ann:chef Bob:empath Cid:monk Dee:mayor Eve:soldier Fay:poisoner Gus:imp Hal:virgin"
    written = Written(browser, "tapped.botc", f"# Night 1\n[{town}]\n")
    for titles in (
        ("Bob,", "Put poisoner:poisoned"),
        ("Next grimoire",),
        ("Dee,", "Put monk:safe"),
        ("Hal,", "Kill Hal"),
        ("Eve,", "Kill Eve"),
    ):
        written.write(by_titles(*titles))
    assert "Bob:empath(poisoner:poisoned)" in written.text
    assert written.text.count("*Hal:virgin*") == written.text.count("*Eve:soldier*") == 1
    assert written.taps <= 3 * written.changes
    typed_too(written)


def test_ten_trades(browser: Browser) -> None:
    written, chance = Written(browser, "tapped.pfn", figgie.deal(1).record), random.Random(3)

    def choose(offered: Sequence[Play]) -> Play | None:
        return chance.choice([one for one in offered if "sells" in one.title] or offered)

    for _ in range(10):
        written.write(choose)
    assert written.text.count("@") == 10
    assert written.taps <= 4 * written.changes
    typed_too(written)
