"""The page in a real browser, served by `kibitz web` from the package that `kibitz[web]` installs.

One page is used for everything that can be tried in one; each test begins with a record of its own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from command import kibitz
from editors.browser import Browser
from editors.page import (
    COUNT,
    LISTING,
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

RECORDS = sorted(path for path in (ROOT / "tests" / "records").iterdir())
SEVERITIES = ("", "error", "warning", "information", "hint")


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
        const form = document.querySelector(".cm-lsp-signature-tooltip")?.getBoundingClientRect();
        return form && document.querySelector(".cm-activeLine").getBoundingClientRect().top - form.bottom;
    })()"""
    browser.press("End", 35, modifiers=2)
    for text in ("1.1.", "^.2c._\n0.1."):
        browser.type(text, 30)
        browser.wait(f"Math.abs({gap}) < 12 && !{TEXT}.endsWith('\\n')")
    browser.press("Escape", 27)
    browser.wait("!document.querySelector('.cm-lsp-signature-tooltip')")
    browser.press("Escape", 27)
    browser.press("Home", 36)
    browser.settle()
    assert browser.run("document.querySelector('.cm-lsp-signature-tooltip') === null")


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


@pytest.mark.parametrize("name", ["python.bin", "pyodide.bin", "pyodide.js"])
def test_broken_download_is_reported(testrun_uid: str, tmp_path: Path, name: str) -> None:
    copy = shutil.copytree(packaged(testrun_uid), tmp_path / "web")
    broken = next(copy.glob(f"*/python/{name}"))
    broken.write_bytes(broken.read_bytes()[:100_000])
    with served(copy) as (_, address), Browser(headless()) as browser:
        browser.open(address)
        assert browser.wait("/can't be started: \\S+/.test(document.getElementById('findings').textContent)")


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
