"""Pages in a real browser: each step of a replay is the preview of that moment, and the page loads and leaks nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import kibitz
from editors.browser import Browser
from editors.vscode.setup import headless
from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.core.svg import svg
from kibitz.languages import IDS, load
from notations import notation
from scenes import texts

GRIMOIRES = """# Night 1
[Ann:ravenkeeper(poisoner:poisoned) Bob:imp Cid:poisoner Dee:chef Eve:monk]
# Day 1: Ann said that she is the ravenkeeper
[*Ann:ravenkeeper(poisoner:poisoned)* Bob:imp Cid:poisoner Dee:chef(imp:dead) Eve:monk]
# Night 2
[*~~Ann~~:ravenkeeper* Bob:imp Cid:poisoner *Dee:chef* Eve:monk]
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser(headless()) as one:
        yield one


def shown(browser: Browser) -> str:
    """Return the parts of the visible preview with their sizes, as the browser has read them."""
    script = """(() => {
        const picture = document.getElementById("picture");
        return picture.getAttribute("viewBox") + [...picture.querySelectorAll(":scope > g")].map((one) =>
            one.outerHTML).join("");
    })()"""
    found: str = browser.run(script)
    return found


def expected(browser: Browser, picture: str) -> str:
    """The same of a whole SVG, where nothing can be done at a place."""
    script = f"""(() => {{
        const frame = document.createElement("div");
        frame.innerHTML = {picture!r};
        const picture = frame.firstElementChild;
        picture.querySelectorAll("[data-place]").forEach((one) => one.removeAttribute("data-place"));
        return picture.getAttribute("viewBox") + [...picture.querySelectorAll(":scope > g")].map((one) =>
            one.outerHTML).join("");
    }})()"""
    found: str = browser.run(script)
    return found


def record(language_id: str) -> str:
    return GRIMOIRES if language_id == "botc" else notation(language_id).record(random.Random(3))


@pytest.mark.parametrize("language_id", IDS)
def test_steps_are_the_previews_of_their_moments(language_id: str, browser: Browser, tmp_path: Path) -> None:
    text = record(language_id)
    source, page = tmp_path / f"x.{language_id}", tmp_path / "replay.html"
    source.write_text(text, "utf-8", newline="")
    assert kibitz("replay", source, "-o", page).status == 0
    browser.open(page)
    analysis = Analysis.of(load(language_id), text)
    steps = list(load(language_id).steps(analysis))
    assert browser.run("data.views[0].steps.length") == len(steps) > 2
    for number, step in enumerate(steps):
        scene = load(language_id).scene(analysis, step.start, Preferences())
        assert shown(browser) == expected(browser, svg(scene))
        assert browser.run("document.querySelector('#text .here').textContent") in text
        assert browser.run("document.getElementById('count').textContent") == f"{number + 1} / {len(steps)}"
        browser.press("ArrowRight")
    line, column = analysis.document.position_at(steps[1].start, "utf-32")
    told = kibitz("preview", source, "--format", "svg", "--at", f"{line + 1}:{column + 1}").text
    browser.press("Home")
    browser.run("document.getElementById('next').click()")
    assert shown(browser) == expected(browser, told)
    assert browser.requests == [page.resolve().as_uri()]
    assert not browser.complaints


def test_playing_and_choosing(browser: Browser, tmp_path: Path) -> None:
    source, page = tmp_path / "x.botc", tmp_path / "replay.html"
    source.write_text(GRIMOIRES.replace("monk]", "monkk]", 1), "utf-8")
    kibitz("replay", source, "-o", page)
    browser.open(page)
    at = "document.getElementById('count').textContent"
    for key, count in (("End", 3), ("ArrowLeft", 2), ("Home", 1), ("ArrowLeft", 1)):
        browser.press(key)
        assert browser.run(at) == f"{count} / 3"
    browser.run("slider.value = 2; slider.dispatchEvent(new Event('input'))")
    assert browser.run(at) == "3 / 3"
    browser.run("document.querySelector('#findings li').click()")
    assert browser.run(at) == "1 / 3"
    assert "monkk" in browser.run("document.querySelector('#text .error, #text .warning').textContent")
    browser.run("document.querySelector('#text [data-step=\"1\"]').click()")
    assert browser.run(at) == "2 / 3"
    browser.run("document.getElementById('speed').innerHTML = '<option value=10>'; actions.play()")
    browser.run("new Promise((done) => setTimeout(done, 300))")
    assert browser.run(at) == "3 / 3"


def test_a_public_page_holds_nothing_that_is_hidden(browser: Browser, tmp_path: Path) -> None:
    source, page = tmp_path / "x.botc", tmp_path / "replay.html"
    source.write_text(GRIMOIRES, "utf-8")
    assert kibitz("replay", source, "--public", "-o", page).status == 0
    said = page.read_text("utf-8").lower()
    for word in (
        "ravenkeeper",
        "imp<",
        ":imp",
        "poison",
        "chef",
        "monk",
        "demon",
        "minion",
        "said that she",
    ):
        assert word not in said, word
    assert "data-span=" not in re.sub(r"<script>.*", "", said)
    browser.open(page)
    assert all(name in shown(browser) for name in ("Ann", "Bob", "Cid", "Dee", "Eve"))
    assert browser.run("document.getElementById('text')") is None
    told = " ".join(browser.run("document.getElementById('story').innerText").split())
    assert told == (
        "Night 1 5 players: Ann, Bob, Cid, Dee and Eve Day 1 Ann died by day "
        "Night 2 Ann spends the ghost vote Dee died in the night"
    )
    browser.press("End")
    assert "dead, has a vote" in shown(browser)
    assert browser.requests == [page.resolve().as_uri()]
    assert not browser.complaints
    # The public parts of a record do not depend on its secrets.
    source.write_text(GRIMOIRES.replace("ravenkeeper", "undertaker").replace("(imp:dead)", ""), "utf-8")
    assert kibitz("replay", source, "--public").text.lower() == said


def test_story_has_a_public_view(browser: Browser, tmp_path: Path) -> None:
    source, page, everybodys = (tmp_path / name for name in ("x.botc", "replay.html", "public.html"))
    source.write_text(GRIMOIRES, "utf-8")
    kibitz("replay", source, "-o", page)
    kibitz("replay", source, "--public", "-o", everybodys)
    browser.open(everybodys)
    browser.press("End")
    story, picture = browser.run("document.getElementById('story').innerText"), shown(browser)
    browser.open(page)
    assert "Evil: Bob (Imp) and Cid (Poisoner)" in browser.run("document.getElementById('story').innerText")
    browser.click("document.querySelectorAll('#story h2')[2]")
    assert browser.run("document.getElementById('count').textContent") == "3 / 3"
    assert "Night 2" in shown(browser)
    browser.click("document.getElementById('switch')")
    assert browser.run("document.getElementById('story').innerText") == story
    assert re.sub(r' data-span="[^"]*"', "", shown(browser)) == picture
    assert not browser.run("document.getElementById('text').offsetHeight")
    assert "is-demon" not in browser.run("document.querySelector('main').outerHTML")
    browser.click("document.getElementById('switch')")
    assert "Imp" in shown(browser)
    assert not browser.complaints


def test_games_with_secrets_have_two_views(tmp_path: Path) -> None:
    for game, views in (("tictactoe", 1), ("stratego", 2)):
        source = tmp_path / f"{game}.qgn"
        source.write_text(f'[key "{game}"]\n[teams "a, b"]\n[seed "7"]\n')
        assert kibitz("replay", source).text.count('"inner":') == views


@pytest.mark.parametrize("language_id", IDS)
def test_texts_take_the_room_that_was_reckoned(language_id: str, browser: Browser, tmp_path: Path) -> None:
    """In a real font no text is wider than it was taken to be, and so none covers another one."""
    language = load(language_id)
    analysis = Analysis.of(language, record(language_id))
    scene = language.scene(analysis, None, Preferences())
    page = tmp_path / "page.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8>{svg(scene)}", "utf-8")
    browser.open(page, int(scene.width) + 20, int(scene.height) + 20)
    wide = browser.run("[...document.querySelectorAll('text')].map((one) => one.getBBox().width)")
    from kibitz.core.scene import box

    reckoned = [box(text) for _, text in texts(scene)]
    assert len(wide) == len(reckoned)
    for width, one, (_, text) in zip(wide, reckoned, texts(scene), strict=True):
        assert width <= (one.right - one.left) * 1.06 + 1, text
