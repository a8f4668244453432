"""The page in a real browser, served by `kibitz web` from the package that `kibitz[web]` installs.

One page is used for everything that can be tried in one; each test begins with a record of its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command import kibitz
from editors.browser import Browser
from editors.page import (
    LISTEN,
    PAGE,
    SVG,
    TEXT,
    begin,
    focus,
    kept,
    more,
    packaged,
    served,
    shelf,
    show,
    told,
)
from editors.tools import ROOT
from editors.vscode.setup import headless, run
from kibitz.games import quibbble
from kibitz.languages import IDS

LOGS = ROOT / "tests" / "languages" / "pfn" / "logs"
RECORDS = sorted(path for path in (ROOT / "tests" / "records").iterdir())
SEVERITIES = ("", "error", "warning", "information", "hint")


@pytest.fixture(scope="module")
def process(testrun_uid: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with served(packaged(testrun_uid)) as one:
        yield one


@pytest.fixture(scope="module")
def site(process: tuple[object, str]) -> str:
    return process[1]


@pytest.fixture(scope="module")
def browser(site: str) -> Iterator[Browser]:
    with Browser(headless(), workers=True) as one:
        one.before(LISTEN)
        one.open(site)
        yield one


def checked(path: Path) -> list[tuple[Any, ...]]:
    """Return the findings of the command line for a record."""
    found = json.loads(kibitz("check", "--all", "--no-cache", "--format", "json", path).text)
    keys = ("line", "column", "endLine", "endColumn", "severity", "code", "message")
    return [tuple(one[key] for key in keys) for one in found]


def as_checked(found: list[Any]) -> list[tuple[Any, ...]]:
    """Return the diagnostics of the server in the form of the command line. The records have no characters beyond the first plane of Unicode."""
    return [
        (
            *(one["range"][end][part] + 1 for end in ("start", "end") for part in ("line", "character")),
            SEVERITIES[one["severity"]],
            one["code"],
            one["message"],
        )
        for one in found
    ]


@pytest.mark.usefixtures("site")
def test_the_sources_are_in_order() -> None:
    run("npm", "run", "--silent", "check", cwd=PAGE)


def test_findings_are_those_of_the_command_line(browser: Browser) -> None:
    total = 0
    for path in RECORDS:
        found = as_checked(show(browser, path.name, path.read_text("utf-8")))
        assert sorted(found) == sorted(checked(path)), path.name
        total += len(found)
    assert total > 30


def test_a_record_is_typed_key_by_key(browser: Browser, tmp_path: Path) -> None:
    """The keys are not disturbed, and in the end the findings are those of the file."""
    record = "{1.52}|1.1..as.|0.1...?|1.1..8d.|0.1..9c.|1.1.^.as._|"
    show(browser, "typed.bjn", "")
    browser.run("document.querySelector('.cm-content').focus()")
    for one in record:
        browser.type(one)
    kept(browser, record)
    assert [(one["name"], one["text"]) for one in shelf(browser)][:1] == [("typed.bjn", record)]
    (tmp_path / "typed.bjn").write_text(record)
    expected = [one for one in checked(tmp_path / "typed.bjn") if one[4] == "error"]
    assert expected
    browser.wait(f"told.at(-1).diagnostics.some((one) => one.code === {json.dumps(expected[0][5])})")
    assert "error" in browser.wait("document.querySelector('#findings.error')?.textContent")


WRITTEN = """
[...document.querySelectorAll(".cm-line")].map((one) => {
    const line = one.cloneNode(true);
    line.querySelectorAll("[contenteditable=false]").forEach((hint) => hint.remove());
    return line.textContent;
}).join("\\n").trimEnd()
"""
"""The text, without hints and ghost text."""
OPEN = "[...document.getElementById('drawing').shadowRoot.querySelectorAll('[data-open]')]"


def test_game_is_played_in_the_preview(browser: Browser) -> None:
    """Each click makes a legal move, and one key undoes it."""
    head, actions = '[key "onitama"]\n[teams "red, blue"]\n[seed "7"]\n', 4
    show(browser, "played.qgn", head)
    game, clicks = quibbble.begin("onitama", ["red", "blue"], seed=7), 0
    while len(game.actions) < actions:
        place = to_be_taken(browser)
        browser.click(place)
        clicks += 1
        browser.settle()
        written = browser.run(WRITTEN).removeprefix(head.rstrip()).split()
        if len(written) > len(game.actions):
            game = game.play(written[-1])
    assert browser.run(WRITTEN) == game.record.rstrip()
    assert clicks <= 2.5 * actions
    browser.press("z", 90, modifiers=2)
    assert browser.run(WRITTEN).split() == game.record.split()[:-1]


DIGITS = "[...document.getElementById('drawing').shadowRoot.querySelectorAll('.digit')].map((one) => one.textContent).join('')"


def test_digits_are_the_numbers_of_the_list(browser: Browser) -> None:
    """In connect4 columns count from 0, as in the record: in the list, in the headings and on the board."""
    head = '[key "connect4"]\n[teams "red, blue"]\n\n'
    show(browser, "digits.qgn", f"{head}0p&4 ")
    browser.wait(f"{DIGITS} === '0123456'")
    focus(browser)
    browser.press("End", 35, modifiers=2)
    browser.type("3")
    browser.wait("document.querySelector('.cm-tooltip-autocomplete li')?.textContent.includes('3 · ')")
    browser.press("Tab", 9)
    kept(browser, f"{head}0p&4 1p&3")
    browser.settle()
    browser.run(f"{OPEN}[0].focus()")
    browser.press("5", 53)
    kept(browser, f"{head}0p&4 1p&3 0p&5")


def to_be_taken(browser: Browser) -> str:
    """Return the last item with a move, in the preview or in its list."""
    listed = "document.querySelector('#plays button')"
    browser.wait(f"{OPEN}.length || {listed}")
    found = f"({OPEN}.at(-1) ?? {listed})"
    browser.run(f"{found}.scrollIntoView({{ block: 'center' }})")
    return found


FINDINGS = "document.getElementById('findings')"


def test_pasted_record_is_checked_to_its_end(browser: Browser, tmp_path: Path) -> None:
    """Pasting is not typing: nothing waits, and nothing wrong is green."""
    whole = (ROOT / "tests" / "records" / "demo.pfn").read_text("utf-8")
    record = "\n\n".join(one for one in whole.split("\n\n") if not one.startswith("[DeckSetup]"))
    show(browser, "pasted.pfn", "")
    focus(browser)
    browser.run(
        f"""(() => {{
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", {json.dumps(record)});
            const event = new ClipboardEvent("paste", {{ clipboardData, bubbles: true, cancelable: true }});
            document.querySelector(".cm-content").dispatchEvent(event);
        }})()"""
    )
    (tmp_path / "pasted.pfn").write_text(record)
    found = checked(tmp_path / "pasted.pfn")
    errors = [one for one in found if one[4] == "error"]
    assert errors
    assert browser.wait(f"{FINDINGS}.className === 'error' && {FINDINGS}.textContent").startswith(
        f"{len(errors)} error"
    )


def half_typed(browser: Browser) -> None:
    """Type a grimoire with a mistake that further typing could remove."""
    browser.type("[Alice:imp Bob:")
    # All keys at once would take the bracket along that the editor has closed.
    browser.wait("told.at(-1).version > 0")
    browser.type("barn")


def test_held_findings_come_when_leaving_the_page(browser: Browser) -> None:
    show(browser, "held.botc", "")
    focus(browser)
    half_typed(browser)
    browser.wait(f"{FINDINGS}.textContent === 'Unfinished'")
    assert browser.run(f"{FINDINGS}.className") == ""
    browser.run("document.activeElement.blur()")
    assert "barn" in browser.wait(f"{FINDINGS}.className === 'warning' && {FINDINGS}.textContent")


def test_held_findings_come_after_the_entry(browser: Browser) -> None:
    show(browser, "left.botc", "[Alice:imp Bob:chef]\n")
    focus(browser)
    browser.press("End", 35, modifiers=2)
    half_typed(browser)
    browser.wait(f"/unfinished/i.test({FINDINGS}.textContent)")
    assert "clean" not in browser.run(f"{FINDINGS}.className")
    browser.press("Escape", 27)
    browser.press("Home", 36, modifiers=2)
    assert "barn" in browser.wait(f"{FINDINGS}.className === 'warning' && {FINDINGS}.textContent")


def test_findings_beyond_the_limit_are_counted(browser: Browser) -> None:
    show(browser, "many.botc", "[Alice:barn Bob:imp]\n" * 300)
    browser.wait(f"{FINDINGS}.textContent.startsWith('300 warnings, 300 information \u00b7')")
    assert len(told(browser, "many.botc")) < 300


def test_a_completion_is_taken(browser: Browser) -> None:
    """With Tab or the mouse. Enter is a line break unless the user has chosen an item."""
    show(browser, "taken.bjn", "{1.52}|1.1..as.|0.1...?|1.1..8d.|0.1..9c.|")
    focus(browser)
    browser.type("1")
    hit = "[...document.querySelectorAll('.cm-tooltip-autocomplete li')].find((one) => /hits/.test(one.textContent))"
    browser.wait(hit)
    # A line of lenses that comes in moves the list down, maybe just below the mouse.
    browser.settle()
    browser.click(hit)
    kept(browser, "0.1..9c.|1.1.^.")
    show(browser, "line.botc", "[Alice:imp Bob:\n")
    focus(browser)
    browser.type("b")
    browser.wait("document.querySelector('.cm-tooltip-autocomplete li')")
    browser.press("Enter", 13)
    kept(browser, "Bob:b\n")


def test_signature_follows_the_cursor(browser: Browser) -> None:
    show(browser, "form.bjn", "{1.52}\n1.1..as.\n0.1...?\n1.1..8d.\n0.1..9c.\n")
    focus(browser)
    gap = """(() => {
        const form = document.querySelector(".signature")?.getBoundingClientRect();
        return form && document.querySelector(".cm-activeLine").getBoundingClientRect().top - form.bottom;
    })()"""
    browser.press("End", 35, modifiers=2)
    for text in ("1.1.", "^.2c._\n0.1."):
        browser.type(text, 30)
        browser.wait(f"Math.abs({gap}) < 12 && !{TEXT}.endsWith('\\n')")
    browser.press("Escape", 27)
    browser.wait("!document.querySelector('.signature')")
    browser.press("Escape", 27)
    browser.press("Home", 36)
    browser.settle()
    assert browser.run("document.querySelector('.signature') === null")


@pytest.mark.parametrize("width", [1280, 390])
def test_drawings_are_never_wrapped_and_long_logs_are(browser: Browser, width: int) -> None:
    drawing = (ROOT / "tests" / "records" / "drawing.botc").read_text("utf-8").split("\n", 1)[1]
    quoted = "".join(f"> {line}\n" for line in drawing.splitlines()[:5])
    log = "[Alice:imp Bob:chef] " * 20
    browser.resize(width, 800, dark=False)
    try:
        show(browser, "drawn.botc", f"{log}\n{quoted}{drawing}")
        focus(browser)
        browser.press("Home", 36, modifiers=2)
        browser.settle()
        rows = browser.run(
            """[...document.querySelectorAll(".cm-line")].map((one) =>
                [one.textContent.length, Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))])"""
        )
        assert rows[0][1] > 2
        assert len(rows) > 10
        assert {height for length, height in rows[1:] if length} == {1}
    finally:
        browser.resize(1200, 800, dark=False)


def test_new_file_has_a_template(browser: Browser) -> None:
    begin(browser, "record.qgn")
    browser.wait(f"{FINDINGS}.textContent.startsWith('Empty')")
    browser.wait("document.querySelector('.cm-tooltip-autocomplete li')")
    browser.press("ArrowDown", 40)
    browser.press("Enter", 13)
    kept(browser, '[key "tictactoe"]\n[teams "red, blue"]')
    browser.type("ann, bob")
    kept(browser, '[key "tictactoe"]\n[teams "ann, bob"]')


def test_ghost_text_is_taken_with_tab(browser: Browser) -> None:
    show(browser, "ghost.bjn", "{2.52}|1.1..as.|2.1..6s.|0.1...?|1.1..ad.")
    focus(browser)
    browser.type("|")
    browser.press("Escape", 27)
    ghost = browser.wait("document.querySelector('.ghost')?.textContent")
    browser.press("Tab", 9)
    kept(browser, f"1.1..ad.|{ghost}")


def test_hover_and_fixes(browser: Browser) -> None:
    show(browser, "fixed.botc", "[Alice:barn Bob:imp]\n[Alice:baron *Bob:imp*]\n")
    browser.wait("document.querySelector('.lens')")
    browser.settle()
    browser.point("document.querySelector('.k-demon')")
    assert "Kills nightly" in browser.wait("document.querySelector('.cm-lsp-hover-tooltip')?.textContent")
    browser.click("document.getElementById('findings')")
    browser.wait("document.querySelector('.cm-panel-lint li')")
    browser.click("document.querySelector('.cm-panel-lint .cm-diagnosticAction')")
    browser.wait("document.querySelector('#menu[open] #choices button')")
    browser.press("Enter", 13)
    kept(browser, "[Alice:baron Bob:imp]\n")


def test_formatting_keeps_line_ends_and_cursor(browser: Browser) -> None:
    show(browser, "loose.botc", "[ Alice:imp   Bob:chef ]\r\n[Alice:imp *Bob:chef*]\r\n")
    more(browser, "Format")
    kept(browser, "[Alice:imp Bob:chef]\r\n[Alice:imp *Bob:chef*]\r\n")


def test_names_outline_folds_and_steps_by_keys(browser: Browser) -> None:
    show(browser, "keys.botc", "[Alice:imp Bob:chef]\n[Alice:imp\n *Bob:chef*]\n")
    focus(browser)
    browser.wait("document.querySelector('.cm-foldGutter [title]')")
    browser.press("ArrowLeft", 37, modifiers=1)
    browser.wait(
        "[...document.querySelectorAll('.cm-line')].indexOf(document.querySelector('.cm-activeLine')) === 0"
    )
    browser.press("O", 79, modifiers=10)
    player = (
        "[...document.querySelectorAll('#choices button')].find((one) => one.textContent.startsWith('Bob'))"
    )
    browser.wait(player)
    browser.click(player)
    browser.press("F2", 113)
    browser.wait("document.querySelector('.cm-lsp-rename-panel input, .cm-dialog input')")
    browser.run("document.querySelector('.cm-lsp-rename-panel input, .cm-dialog input').select()")
    browser.type("Robert")
    browser.press("Enter", 13)
    kept(browser, "[Alice:imp Robert:chef]\n[Alice:imp\n *Robert:chef*]")


def test_ctrl_and_a_click_go_to_the_source(browser: Browser) -> None:
    show(browser, "round.botc", "[Alice:imp Bob:chef Cid:monk]\n")
    name = "Bob"
    browser.wait(f"{SVG}?.textContent.includes('{name}')")
    part = f"[...{SVG}.querySelectorAll('[data-span]')].findLast((one) => one.textContent.includes('{name}'))"
    browser.run(f"{part}.dispatchEvent(new MouseEvent('click', {{ ctrlKey: true, bubbles: true }}))")
    assert browser.wait("getSelection().toString()") in ("Bob", "Bob:chef")
    # The preview follows the cursor.
    show(browser, "steps.bjn", "{1.52}|1.1..as.|0.1...?|1.1..8d.|0.1..9c.|")
    browser.wait(f"{SVG}?.textContent.includes('9')")
    browser.click("document.querySelector('[data-step=first]')")
    browser.wait(f"!{SVG}.textContent.includes('9\N{BLACK CLUB SUIT}')")


STEPS = "[...document.querySelectorAll('#moves [data-number]')]"
COUNT = "document.querySelector('#bar output').textContent"
LISTING = "document.querySelector('#bar [aria-expanded]')"


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


MENU = "document.getElementById('menu')"


def drop(browser: Browser, *files: tuple[str, str]) -> None:
    """Drop files onto the page."""
    browser.run(
        f"""(() => {{
            const files = new DataTransfer();
            for (const [name, text] of {json.dumps(files)}) files.items.add(new File([text], name));
            told.length = 0;
            document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: files, bubbles: true }}));
        }})()"""
    )


@pytest.mark.parametrize(
    ("text", "name", "made"),
    [
        ((LOGS / "engine-4.json").read_text(), "kept.pfn", "[FiggieGame]"),
        ('[{"buyer": "Ann", "suit": "Hearts", "seller": "Bob", "price": "7"}]', "kept.pfn", "1<2 h@7"),
        (
            '{"players": [{"name": "Ann", "role": "imp"}, {"name": "Bob", "role": "chef"}]}',
            "kept.botc",
            "Bob:chef",
        ),
    ],
    ids=["engine", "genius", "town square"],
)
def test_data_of_other_programs_become_records(text: str, name: str, made: str, browser: Browser) -> None:
    drop(browser, ("kept.json", text))
    assert not [one for one in told(browser, name) if one["severity"] == 1]
    assert browser.run("document.getElementById('name').textContent") == name
    assert made in browser.run(TEXT)


def address(browser: Browser) -> str:
    """Return the address of a record for sharing."""
    browser.run("location.hash = ''")
    browser.click("document.getElementById('share')")
    # The list opens after the address, and would cover the next click.
    found: str = browser.wait(f"{MENU}.open && location.hash.length > 1 && location.href")
    browser.press("Escape", 27)
    browser.wait(f"!{MENU}.open")
    return found


def test_a_script_beside_a_record_comes_along(browser: Browser) -> None:
    """Dropped with it or after it, and in the address that is shared."""
    record = "# script: mine.json\n[Alice:imp Bob:chef]\n"
    script = json.dumps([{"id": "_meta", "name": "Mine"}, "imp", "baron"])

    codes = "told.at(-1)?.diagnostics.filter((one) => one.severity < 3).map((one) => one.code).join()"
    drop(browser, ("scripted.botc", record))
    browser.wait(f"{codes} === 'BOT150'")
    drop(browser, ("mine.json", script))
    browser.wait(f"{codes} === 'BOT109'")
    assert browser.run("document.getElementById('name').textContent") == "scripted.botc + mine.json"
    drop(browser, ("mine.json", script.replace("baron", "chef")), ("scripted.botc", record))
    browser.wait(f"{codes} === ''")
    shared = address(browser).partition("#")[2]
    show(browser, "other.botc", "")
    assert browser.run("document.getElementById('name').textContent") == "other.botc"
    browser.run(f"told.length = 0; location.hash = {json.dumps(f'#{shared}')}")
    told(browser, "scripted.botc")
    assert browser.run("document.getElementById('name').textContent") == "scripted.botc + mine.json"
    assert browser.run(codes) == ""


def test_export_equals_the_command_line(browser: Browser, tmp_path: Path) -> None:
    text = "{1.52}|1.1..as.|0.1...?|1.1..8d.|0.1..9c.|1.1.^.2c._|0.1.%.ts._|[w]\n"
    show(browser, "out.bjn", text)
    (tmp_path / "out.bjn").write_text(text)
    browser.run(
        "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((one) => saved.push(one)); return '#'; };"
        "HTMLAnchorElement.prototype.click = () => {}"
    )
    for number, form in enumerate(("table", "replay", "preview"), 1):
        more(browser, f"Export {'the' if form == 'preview' else 'a'} {form}")
        browser.wait(f"saved.length === {number}")
    csv, replay, svg = browser.run("saved")
    assert csv == kibitz("export", tmp_path / "out.bjn", "--to", "csv").text.replace(
        f"{tmp_path}{os.sep}", ""
    )
    assert replay == kibitz("replay", tmp_path / "out.bjn").text
    assert svg.startswith("<svg")
    assert "data-span" in svg


def test_a_shared_record_opens_in_a_fresh_profile(browser: Browser) -> None:
    text = "[Zo\u00eb:imp Bob:barn]\n"
    show(browser, "shared.botc", text)
    shared = address(browser)
    with Browser(headless()) as other:
        other.before(LISTEN)
        other.open(shared)
        found = told(other, "shared.botc")
        # There were colours, and a note about loading, before the server was up.
        before = other.run("before")
        assert before["coloured"]
        assert "…" in before["loading"]
        assert "Zo\u00eb" in other.run(TEXT)
    assert "BOT100" in {one["code"] for one in found}


def test_first_visit_shows_a_repair(site: str) -> None:
    """A description, an example of each notation, and the first mistake: shown, fixed, and gone."""
    guide = "document.getElementById('guide')"
    with Browser(headless(), workers=True) as first:
        first.before(LISTEN)
        first.open(site)
        pictures = "[...document.querySelectorAll('#beginnings img')]"
        first.wait(f"{pictures}.length === {len(IDS)} && {pictures}.every((one) => one.naturalWidth > 0)")
        assert "dealt twice" in first.wait(f"{guide}.textContent")
        # The edge of the text also shows it.
        first.wait("document.querySelector('.cm-lint-marker-error')")
        first.picture("web-first")
        first.click(f"{guide}.querySelector('button')")
        assert first.wait("getSelection().toString()") == "as"
        first.click(f"{guide}.querySelector('button')")
        first.wait("document.querySelector('#choices button')")
        first.press("Enter", 13)
        assert "correct again" in first.wait(
            f"{guide}.textContent.includes('correct again') && {guide}.textContent"
        )
        first.click(f"{guide}.querySelector('button')")
        assert first.run("document.getElementById('welcome').hidden")
        assert first.complaints == []
        # A returning visitor does not need it.
        kept(first, "1.1..as.")
        first.open(site)
        first.wait(f"{TEXT}.includes('1.1..as.')")
        assert first.run("document.getElementById('welcome').hidden")


def test_record_opens_at_the_shared_place(browser: Browser) -> None:
    hands = "".join(f"{{1.52}}|1.1..{card}s.|0.1...?\n" for card in "23456789" * 20)
    show(browser, "long.bjn", hands)
    browser.wait(f"{COUNT}.includes('480')")
    line = "document.querySelector('.cm-activeLine').getBoundingClientRect()"
    editor = "document.getElementById('editor').getBoundingClientRect()"
    assert browser.run(f"{line}.top > {editor}.top && {line}.bottom < {editor}.bottom")
    assert "9" in browser.run(f"{SVG}.textContent")


def test_a_frame_in_another_page_is_for_looking(browser: Browser, site: str) -> None:
    """A frame replays a record. It changes and stores nothing."""
    show(browser, "framed.botc", "[Alice:imp Bob:chef Cid:monk]\n[Alice:imp *Bob:chef* Cid:monk]\n")
    browser.run(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    browser.click("document.getElementById('share')")
    choice = "[...document.querySelectorAll('#choices button')].find((one) => /frame/.test(one.textContent))"
    browser.wait(f"document.getElementById('menu').open && {choice}")
    browser.click(choice)
    frame = browser.wait("window.copied?.startsWith('<iframe') && copied")
    address = re.search(r'src="([^"]+)"', frame)
    assert address
    assert address[1].startswith(f"{site}?embed#framed.botc=")
    with Browser(headless(), workers=True) as other:
        other.before(LISTEN)
        other.open(address[1], 720, 480)
        told(other, "framed.botc")
        other.wait(f"{COUNT} === '2 / 2'")
        assert other.run("document.getElementById('writing').offsetParent === null")
        assert other.run("document.querySelectorAll('#plays button').length") == 0
        other.click("document.querySelector('[data-step=previous]')")
        other.wait(f"{COUNT} === '1 / 2'")
        assert other.run("document.getElementById('whole').href") == address[1].replace("?embed", "")
        assert other.run("document.documentElement.scrollWidth <= innerWidth")
        other.picture("web-frame")
        assert shelf(other) == []


@pytest.mark.parametrize("name", ["python.bin", "pyodide.bin", "pyodide.js"])
def test_broken_download_is_reported(testrun_uid: str, tmp_path: Path, name: str) -> None:
    copy = shutil.copytree(packaged(testrun_uid), tmp_path / "web")
    broken = next(copy.glob(f"*/python/{name}"))
    broken.write_bytes(broken.read_bytes()[:100_000])
    with served(copy) as (_, address), Browser(headless()) as browser:
        browser.open(address)
        assert browser.wait("/can't be started: \\S+/.test(document.getElementById('loading').textContent)")


def test_page_stays_within_its_origin(browser: Browser, site: str) -> None:
    assert {one.removeprefix(site).partition("#")[0] for one in browser.requests} >= {
        "", "main.js", "main.css", "worker.js", "python/pyodide.bin", "python/python.bin", "sw.js",
    }  # fmt: skip
    assert not [one for one in browser.requests if not one.startswith((site, "blob:" + site, "data:"))]
    assert browser.complaints == []
    policy = browser.run("document.querySelector('meta[http-equiv]').content")
    assert "'unsafe-eval'" not in policy
    assert "'unsafe-inline'" not in policy
    assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    for outside in ("fetch('https://example.org')", "fetch('http://127.0.0.1:9/')"):
        assert browser.run(f"{outside}.then(() => 'heard', () => 'refused')") == "refused"
    assert len(browser.complaints) >= 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1200, 800), (390, 800), (640, 400)])
def test_looks(browser: Browser, width: int, height: int, theme: str) -> None:
    """Check that nothing is cut off and that there is room to type, and save `build/screenshots/web-*.png`.

    The lowest is a page of 1280 by 800 pixels at twice its size.
    """
    browser.resize(width, height, theme == "dark")
    browser.run("document.getElementById('picture-tab').click()")
    show(browser, "grimoire.botc", (PAGE / "examples" / "grimoire.botc").read_text("utf-8"))
    browser.wait(f"{SVG}?.textContent.includes('Hannah')")
    browser.settle()
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    controls = (
        "[...document.querySelectorAll('header nav:first-of-type button')].map((one) => one.textContent)"
    )
    assert browser.run(controls) == ["New", "Open", "Share", "⋯"]
    if width < 760:
        seats = f"[...{SVG}.querySelectorAll('[data-place]')].map((one) => one.getBoundingClientRect())"
        assert (
            browser.run(
                f"{seats}.length > 7 && {seats}.every(({{ top, bottom }}) => top > 0 && bottom < innerHeight)"
            )
            or height < 500
        )
        browser.picture(f"web-{width}-{theme}-picture")
        focus(browser)
        browser.wait("document.querySelector('.lens')")
    assert browser.run("document.getElementById('editor').clientHeight > 200")
    browser.picture(f"web-{width}-{theme}")
    show(browser, "begun.botc", "[Ann:imp Bob:")
    browser.wait("document.querySelector('.plays button')?.textContent.startsWith('chef: ')")
    assert browser.run(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.plays'))"
    )


AXE = PAGE / "node_modules" / "axe-core" / "axe.min.js"
COMPLAINTS = """
axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html.slice(0, 120)).join(" ")}`))
"""


@pytest.mark.parametrize("example", sorted((PAGE / "examples").iterdir()), ids=lambda path: path.name)
def test_everybody_can_use_it(browser: Browser, example: Path) -> None:
    """axe finds no problem in both themes, on a phone, and with the list of moves. A person must look at the page in system colours."""
    browser.run(f"{AXE.read_text('utf-8')}; undefined")
    show(browser, example.name, example.read_text("utf-8"))
    browser.wait(f"{COUNT}.includes('/')")
    for width, dark in ((1200, False), (1200, True), (390, True)):
        browser.resize(width, 800, dark)
        browser.settle()
        assert browser.run(COMPLAINTS) == [], (width, dark)
        browser.click(LISTING)
    browser.resize(1200, 800, False, forced_colors="active")
    browser.settle()
    assert browser.run(COMPLAINTS) == []
    browser.picture(f"web-{example.suffix[1:]}-contrast")
    browser.click(LISTING)
    browser.resize(1200, 800, False)


def test_page_works_offline(browser: Browser, process: tuple[subprocess.Popen[str], str]) -> None:
    browser.wait("navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))")
    show(browser, "offline.botc", "[Alice:barn Bob:imp]\n")
    host, address = process
    host.terminate()
    host.wait()
    browser.open(address)
    assert "BOT100" in {one["code"] for one in told(browser, "offline.botc")}
