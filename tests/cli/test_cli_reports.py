"""The forms of a report, to the letter, over a toy notation."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote_to_bytes

import pytest

from command import kibitz
from kibitz.cli import formats, frames
from kibitz.cli.frames import cells
from kibitz.cli.reports import Found, report
from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Rule, Severity, Span
from kibitz.project.findings import findings
from toy import REPEATED, UNCLOSED, Toy

TEXT = "one two\r\ntwo é🃁 (漢\tx\n"
SOME = Rule("TOY007", "some", Severity.WARNING, "", "Because.", "", "now")


def said(form: str, *texts: str, extra: tuple[Diagnostic, ...] = ()) -> str:
    stream = io.StringIO()
    written = report(form, stream)
    language: Language[Any] = Toy()
    for number, text in enumerate(texts):
        analysis = Analysis.of(language, text)
        found = findings(analysis.document, [*analysis.diagnostics(), *extra])
        written.add(Found(f"a, b/{number}%.toy", text, found))
    written.end()
    return stream.getvalue()


def test_text() -> None:
    assert said("text", TEXT, "fine") == (
        "a, b/0%.toy:2:1: warning: `two` again [TOY100 repeated]\n"
        "  2 | two é🃁 (漢 x\n"
        "    | ^^^\n"
        "  1 | one two\n"
        "    |     --- here\n"
        "a, b/0%.toy:2:8: error: nothing closes this [TOY001 unclosed]\n"
        "  2 | two é🃁 (漢 x\n"
        f"    | {' ' * (cells('two é🃁 '))}^\n"
        "2 files checked: 1 error, 1 warning\n"
    )
    assert said("text", "fine") == "1 file checked: nothing found\n"
    assert said("text") == ""


def test_text_shows_fixes_and_other_places() -> None:
    fixes = (Fix("write `x`", (Edit(0, 1, "x"),)), Fix("drop it", ()))
    related = (Related(Span(4, 9), "all of\nthis"), Related(Span(0, 1), "and this"))
    one = Diagnostic(SOME, Span(4, 7), "an \x1b[31m odd\u202e one", Severity.INFORMATION, related, fixes)
    assert said("text", "one two\nthree\n", extra=(one,)) == (
        "a, b/0%.toy:1:5: information: an ␛[31m odd<U+202E> one [TOY007 some]\n"
        "  1 | one two\n"
        "    |     ^^^\n"
        "    |     --- all of␊this\n"
        "    | - and this\n"
        "    = fix: write `x`\n"
        "    = fix: drop it\n"
        "1 file checked: 1 information\n"
    )


@pytest.mark.parametrize(("at", "before", "after"), [(0, "", "…"), (5000, "…", "…"), (9996, "…", "")])
def test_a_long_line_is_cut(at: int, before: str, after: str) -> None:
    line = "x" * at + "here" + "y" * (9996 - at)
    one = Diagnostic(SOME, Span(at, at + 4), "", Severity.HINT)
    _, shown, marks, _ = said("text", "# \n" + line + "\n# x", extra=(one.shifted(3),)).splitlines()
    assert len(shown) <= 100
    assert shown[marks.index("^") : marks.rindex("^") + 1] == "here"
    assert shown[6:].startswith(before)
    assert shown.endswith(after or "y" * (9996 - at) or "here")


def test_text_is_capped_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "SHOWN_FINDINGS", 2)
    lines = said("text", "one " * 6).splitlines()
    assert lines[-2:] == [
        "a, b/0%.toy: 3 more, not shown (--format json has them all)",
        "1 file checked: 5 warnings",
    ]
    assert len([line for line in lines if "TOY100" in line]) == 2


def test_json() -> None:
    assert json.loads(said("json", "fine")) == []
    assert json.loads(said("json")) == []
    rows = json.loads(said("json", TEXT, "x x"))
    here = {"file": "a, b/0%.toy", "line": 1, "column": 5, "endLine": 1, "endColumn": 8, "message": "here"}
    assert rows[0] == {
        "file": "a, b/0%.toy",
        "line": 2,
        "column": 1,
        "endLine": 2,
        "endColumn": 4,
        "severity": "warning",
        "code": "TOY100",
        "message": "`two` again",
        "related": [here],
        "fixes": [],
    }
    assert [(row["file"], row["line"], row["column"]) for row in rows[1:]] == [
        ("a, b/0%.toy", 2, 8),
        ("a, b/1%.toy", 1, 3),
    ]
    assert said("json", "é\nb b 漢").isascii()


def test_github() -> None:
    assert said("github", TEXT) == (
        "::warning file=a%2C b/0%25.toy,line=2,endLine=2,col=1,endColumn=3,title=TOY100 repeated::`two` again\n"
        "::error file=a%2C b/0%25.toy,line=2,endLine=2,col=8,endColumn=8,title=TOY001 unclosed"
        "::nothing closes this\n"
    )
    hint = Diagnostic(SOME, Span(0, 8), "100%,\none: two", Severity.HINT)
    assert said("github", "one two\nthree\n", extra=(hint,)) == (
        "::notice file=a%2C b/0%25.toy,line=1,endLine=2,title=TOY007 some::100%25,␊one: two\n"
    )


def test_sarif(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "by_code", {one.code: one for one in (REPEATED, UNCLOSED)}.__getitem__)
    log = json.loads(said("sarif", TEXT, "x x"))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["TOY100", "TOY001"]
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["warning", "error"]
    results = run["results"]
    assert [rules[result["ruleIndex"]]["id"] for result in results] == [one["ruleId"] for one in results]
    assert [result["level"] for result in results] == ["warning", "error", "warning"]
    place = {
        "artifactLocation": {"uri": "a%2C%20b/0%25.toy"},
        "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 4},
    }
    assert results[0]["locations"] == [{"physicalLocation": place}]
    [related] = results[0]["relatedLocations"]
    assert related["message"] == {"text": "here"}
    assert related["physicalLocation"]["region"]["startLine"] == 1
    assert json.loads(said("sarif"))["runs"][0]["results"] == []


def test_sarif_meets_the_standard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real rules, names and fixes meet the schema of SARIF 2.1.0, and the requirements of its text."""
    monkeypatch.chdir(tmp_path)
    for name in ("a b#c%d.bjn", "ä漢🃁.bjn", "a:b.bjn", "-.bjn", os.fsdecode(b"\xff.bjn")):
        Path(name).write_text("x\n# 🃁 {1.52}|9.9🃁\n", encoding="utf-8")
    Path("no-setup.bjn").write_text("1.1..as.|1.1..ks.\n")
    Path("x.pfn").write_bytes(b"\0")
    log = json.loads(kibitz("check", "--format", "sarif", "none.bjn", ".").data)
    [run] = log["runs"]
    names = set()
    for one in run["results"]:
        assert one["level"] in {"none", "note", "warning", "error"}
        rule = run["tool"]["driver"]["rules"][one["ruleIndex"]]
        assert rule["id"] == one["ruleId"]
        places = [*one["locations"], *one.get("relatedLocations", [])]
        for place in (each["physicalLocation"] for each in places):
            names.add(place["artifactLocation"]["uri"])
            region = place["region"]
            assert (region["startLine"], region["startColumn"]) >= (1, 1)
            assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
        fixes = one.get("fixes", [])
        assert all(change["replacements"] for fix in fixes for change in fix["artifactChanges"])
        told = [one["message"], *(each["message"] for each in one.get("relatedLocations", []))]
        for said in (*told, *(fix["description"] for fix in fixes), rule["fullDescription"]):
            assert said["text"]
            assert not re.search(r"[{}]", said["text"].replace("{{", "").replace("}}", ""))
    assert all(re.fullmatch(r"([\w.~-]|%[0-9A-F]{2})+", one, re.ASCII) for one in names)
    assert {unquote_to_bytes(one) for one in names} == {*map(os.fsencode, os.listdir()), b"none.bjn"}
    assert "`{{1.52}}`" in json.dumps(run["results"])


@pytest.mark.parametrize("text", ["[a](b)", r"[a\](b)", r"[a\\](b)", "{0}"])
def test_sarif_messages_have_no_links(text: str) -> None:
    """A message contains names of the record, which must not become links."""
    one = Diagnostic(SOME, Span(0, 3), text, Severity.HINT)
    with patch.object(formats, "by_code", lambda _: SOME):
        [result] = json.loads(said("sarif", "one", extra=(one,)))["runs"][0]["results"]
    told = result["message"]["text"]
    # Both follow the grammar of the standard: in a link, a backslash escapes a backslash or a bracket.
    assert not re.search(r"(?<!\\)\[(?:[^\\\[\]]|\\[\\\[\]])*\]\(", told)
    assert not re.search(r"(?<!\{)(?:\{\{)*\{\d", told)
