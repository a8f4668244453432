"""Previews and replays on the command line: their forms, and files next to the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import kibitz
from folders import RECORDS
from kibitz.languages import IDS

SCRIPT = [
    {"id": "_meta", "name": "Mine"},
    {"id": "juggernaut", "name": "Juggernaut", "team": "demon", "ability": "Kills."},
]


def test_the_suffix_says_the_form(tmp_path: Path) -> None:
    record = RECORDS / "compact.bjn"
    for suffix, begins in (
        ("svg", b"<svg "),
        ("html", b"<!DOCTYPE html>"),
        ("png", b"\x89PNG"),
        ("txt", b""),
    ):
        path = tmp_path / f"x.{suffix}"
        assert kibitz("preview", record, "-o", path) == (0, b"", "")
        assert path.read_bytes().startswith(begins)
    refused = kibitz("preview", record, "-o", record)
    assert refused.status == 2
    assert "the suffix is that of a record" in refused.errors
    assert "unknown output format .gif" in kibitz("preview", record, "-o", tmp_path / "x.gif").errors
    assert not (tmp_path / "x.gif").exists()


@pytest.mark.parametrize("language", IDS)
def test_empty_record_has_a_preview(language: str, tmp_path: Path) -> None:
    for text in ("", "\n"):
        (tmp_path / f"x.{language}").write_text(text)
        assert kibitz("preview", tmp_path / f"x.{language}", "-o", tmp_path / "x.png") == (0, b"", "")


@pytest.mark.parametrize("form", ["svg", "html"])
def test_a_fixed_theme_asks_for_none(form: str) -> None:
    record = RECORDS / "connect4.qgn"
    pages = [
        kibitz("preview", record, "--format", form, "--theme", one).text for one in ("auto", "light", "dark")
    ]
    assert ["prefers-color-scheme" in page for page in pages] == [True, False, False]
    assert len(set(pages)) == 3


def test_replays_know_the_included_script(tmp_path: Path) -> None:
    """Characters of the script are no mistakes, and have their teams."""
    (tmp_path / "mine.json").write_text(json.dumps(SCRIPT))
    path = tmp_path / "x.botc"
    path.write_text("# script: mine.json\n[A:juggernaut B:imp C:chef D:chef E:chef]\n")
    page = kibitz("replay", path).text
    assert "juggernaut (demon, evil)" in page
    assert "juggernaut (demon, evil)" in kibitz("preview", path, "--format", "svg").text


def test_a_public_page_hides_the_hole_card(tmp_path: Path) -> None:
    unfinished = "{1.52}|1.1..as.|0.1...?|1.1..7d.|0.1..9c.|1.1..._"
    for more, shown in (("|0.1.%.kc._|[l]", True), ("", False)):
        source = tmp_path / "hand.bjn"
        source.write_text(unfinished + more + "\n")
        page = kibitz("replay", "--public", source).text
        assert "hole card" in page
        assert ("king of clubs" in page.lower()) == shown
        assert "1.1..7d." not in page
