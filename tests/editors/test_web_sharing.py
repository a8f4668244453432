"""Dropped files, exports, shared links, and the page in a frame of another page."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from command import kibitz
from editors.browser import Browser
from editors.page import (
    COUNT,
    LISTEN,
    SVG,
    TEXT,
    address,
    kept,
    more,
    shelf,
    show,
    told,
)
from editors.tools import ROOT
from editors.vscode.setup import headless
from kibitz.languages import IDS

LOGS = ROOT / "tests" / "languages" / "pfn" / "logs"


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


def test_script_is_dropped_with_its_record(browser: Browser) -> None:
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
