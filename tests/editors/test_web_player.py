"""The player of the page: the steps of a record, the timeline, and zoom and keys."""

from __future__ import annotations

import pytest

from editors.browser import Browser
from editors.page import (
    COUNT,
    LISTING,
    SVG,
    show,
)

STEPS = "[...document.querySelectorAll('#moves [data-number]')]"


def stepped(browser: Browser, *, moves: bool = True) -> None:
    """Open a record with its steps, and with the list of moves if `moves`. Its first hand has an ace too many."""
    hand = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..9h.\n"
    show(browser, "stepped.bjn", hand + hand.replace("1.1..as.|0.1..9h", "1.1..2s.|0.1..9h"))
    browser.wait(f"{COUNT} === '10 / 10'")
    if browser.run(f"{LISTING}.ariaExpanded") != str(moves).lower():
        browser.click(LISTING)


def line_of_cursor(browser: Browser) -> int:
    found: int = browser.run(
        "[...document.querySelectorAll('.cm-line')].indexOf(document.querySelector('.cm-activeLine'))"
    )
    return found


def test_the_steps_of_a_record_are_gone_along(browser: Browser) -> None:
    stepped(browser)
    assert browser.run("[...document.querySelectorAll('#moves h2')].map((one) => one.textContent)") == [
        "Hand 1",
        "Hand 2",
    ]
    # The list and the timeline show the places of mistakes, and their messages at these places.
    wrong = f"{STEPS}.find((one) => one.className === 'error')"
    assert browser.run("document.querySelectorAll('.marks .error').length") == 1
    browser.run(f"{wrong}.scrollIntoView()")
    browser.click(wrong)
    browser.wait(f"{COUNT} === '4 / 10'")
    assert browser.run(f"{wrong}.ariaCurrent") == "step"
    assert "dealt twice" in browser.run("document.querySelector('.said .wrong').textContent")
    assert line_of_cursor(browser) == 0
    for key, code, count in (
        ("ArrowRight", 39, "5 / 10"),
        ("PageDown", 34, "6 / 10"),
        ("PageUp", 33, "1 / 10"),
        ("End", 35, "10 / 10"),
        (",", 188, "9 / 10"),
    ):
        browser.press(key, code)
        browser.wait(f"{COUNT} === '{count}'")
    assert line_of_cursor(browser) == 1
    browser.run(
        "(() => { const it = document.querySelector('.way input'); it.value = 1; it.dispatchEvent(new Event('input')) })()"
    )
    browser.wait(f"{COUNT} === '2 / 10'")
    show(browser, "steps.bjn", "")
    browser.wait("document.querySelector('.stage .said').textContent === ''")


ROOM = (
    "['.bar', '.said'].map((one) => document.querySelector(`.stage ${one}`).getBoundingClientRect().height)"
)


@pytest.mark.parametrize("width", [1200, 390])
def test_timeline_moves_no_item(browser: Browser, width: int) -> None:
    """They come a moment later than the preview, when the user may already aim at the next item."""
    browser.resize(width, 800, dark=False)
    show(browser, "room.bjn", "")
    room = browser.run(ROOM)
    hand = "{1.52}|1.1..as.|0.1...?"
    for text, steps in ((hand, 3), (f"{hand}|1.1..as.", 4), (f"{hand}\n{hand}", 6)):
        show(browser, "room.bjn", text)
        browser.wait(f"{COUNT} === '{steps} / {steps}'")
        assert browser.run(ROOM) == room, text
    marks = "[...document.querySelectorAll('.stage .marks i')].map((one) => one.getBoundingClientRect())"
    ends = "document.querySelector('.stage .way').getBoundingClientRect()"
    assert browser.run(f"{marks}.length") == 1
    on_the_line = (
        f"(({{ left, right }}) => (one) => one.width < 8 && one.left >= left && one.right <= right)({ends})"
    )
    assert browser.run(f"{marks}.every({on_the_line})")
    browser.resize(1200, 800, dark=False)


def test_a_record_is_played(browser: Browser) -> None:
    stepped(browser, moves=False)
    play = "document.querySelector('[data-step=play]')"
    browser.click(play)
    browser.run(
        "(() => { const it = document.querySelector('[aria-label=Speed]'); it.value = '400'; it.dispatchEvent(new Event('change')) })()"
    )
    assert browser.run(f"{play}.ariaLabel") == "Pause"
    # After the end it starts again, and at the end it stops.
    browser.wait(f"{COUNT} === '3 / 10'")
    browser.wait(f"{COUNT} === '10 / 10' && {play}.ariaLabel === 'Play'")


@pytest.mark.parametrize("still", [False, True])
def test_changes_are_animated_by_default(browser: Browser, still: bool) -> None:
    browser.resize(1200, 800, False, prefers_reduced_motion="reduce" if still else "no-preference")
    stepped(browser, moves=False)
    browser.run(
        "Element.prototype.animate = (animate => function (...how) { (window.moved ??= []).push(how); return animate.apply(this, how) })(Element.prototype.animate); window.moved = []"
    )
    browser.click("document.querySelector('[data-step=previous]')")
    browser.wait(f"{COUNT} === '9 / 10'")
    assert (browser.run("moved.length") == 0) == still
    browser.resize(1200, 800, False)


def test_preview_has_zoom_and_keys(browser: Browser) -> None:
    show(browser, "large.botc", "[Alice:imp Bob:chef Cid:monk]\n")
    browser.wait(f"{SVG}?.textContent.includes('Bob')")
    width = f"{SVG}.getBoundingClientRect().width"
    browser.click("document.getElementById('larger')")
    # In one turn, in which nothing else changes the room.
    fit = "document.getElementById('fit').click()"
    large, fitted = browser.run(f"(() => {{ const large = {width}; {fit}; return [large, {width}] }})()")
    assert large == pytest.approx(1.2 * fitted, abs=2)
    # One stop for Tab, and arrows from there.
    root = "document.getElementById('drawing').shadowRoot"
    assert browser.run(f"{root}.querySelectorAll('[tabindex=\"0\"]').length") == 1
    browser.run(f"{root}.querySelector('[tabindex=\"0\"]').focus()")
    before = browser.run(f"{root}.activeElement.dataset.number")
    browser.press("Home", 36)
    browser.press("ArrowRight", 39)
    assert browser.run(f"{root}.activeElement.dataset.number") == "1" != before
    browser.press("Enter", 13, modifiers=2)
    assert browser.wait("getSelection().toString()")
