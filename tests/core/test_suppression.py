"""Suppression comments: each finding can be suppressed at its place, and vanishes then."""

from __future__ import annotations

import json
from collections import Counter
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from case import read
from command import kibitz
from folders import CASES, RECORDS
from incremental import check_edits
from kibitz.core.analysis import Analysis, Checking
from kibitz.core.document import Document
from kibitz.core.formatting import apply, lay_out
from kibitz.core.results import kind
from kibitz.core.rules import general
from kibitz.core.setting import Preferences
from kibitz.core.suppressing import suppression_edit
from kibitz.core.values import Severity
from kibitz.languages import IDS, load
from lsp_client import RawClient, whole

CHECKED = [read(path) for path in sorted(CASES.glob("*/check/*.case"))]
TWICE = "{2.52}|1.1..as.|2.1..as.\n"


@pytest.mark.parametrize("language_id", IDS)
def test_findings_can_be_suppressed(language_id: str) -> None:
    """Nearly all warnings and errors. Some places have no room for a comment: between tags, and in unclosed text. The last finding of each kind of a record is tried."""
    silenced = loud = 0
    for case in [one for one in CHECKED if one.language.id == language_id]:
        analysis = case.analysis
        for one in {kind(found): found for found in analysis.diagnostics()}.values():
            loud += one.severity <= Severity.WARNING
            if edit := suppression_edit(analysis, one):
                after = Analysis.of(case.language, apply(case.text, [edit]))
                assert after.counts[kind(one)] < analysis.counts[kind(one)]
                serious = Counter({one: n for one, n in after.counts.items() if one[1] <= Severity.WARNING})
                assert serious <= analysis.counts
                silenced += one.severity <= Severity.WARNING
    assert silenced > 0.7 * loud


@pytest.mark.parametrize("language_id", IDS)
@given(data=st.data())
def test_incremental_equals_full(language_id: str, data: st.DataObject) -> None:
    """Wherever such comments come."""
    language = load(language_id)
    opener, closer = language.comment
    about = next(rule.code for rule in language.rules if rule.code[3:] >= "100")
    said = [f"{opener}kibitz: ignore{code}{closer}" for code in ("", f" {about}", " x")]
    written = st.sampled_from([*said, f"\n{said[0]}\n", f" {said[1]}\n", "kibitz:", "\n"])
    edits = st.lists(st.tuples(st.floats(0, 1), st.just(0), written), max_size=6)
    cases = [one for one in CHECKED if one.language.id == language_id]
    check_edits(language, data.draw(st.sampled_from(cases)).text, data.draw(edits), lambda *_: None)


def test_a_comment_reaches_as_far_as_its_record() -> None:
    """Not to the end of the chunk, which an edit may have cut elsewhere than a fresh look does."""
    head = "# kibitz: ignore\n[Ali:imp, Bob:bogus]\n"
    text = head + "xx yy zz\n" * 600
    check_edits(load("botc"), text, [(len(head) / len(text), 1500, "")], lambda *_: None)
    assert {one.span.start >= len(head) for one in Analysis.of(load("botc"), text).diagnostics()} == {True}
    assert Analysis.of(load("botc"), text).count == 599, "the line right behind a grimoire belongs to it"


def test_running_check_suppresses_so_far() -> None:
    checking = Checking(Document.open(load("bjn"), (TWICE + "// kibitz: ignore\n") * 200))
    found = set()
    for number in count():
        if checking.advance(0):
            break
        # The findings so far are collected now and then, because that takes a full pass.
        if number % 9:
            continue
        found |= {one.rule.code for one in checking.so_far.diagnostics()}
        assert checking.so_far.count <= 1
    assert found == {"BJN210"}
    assert [one.rule.code for one in checking.analysis.diagnostics()] == ["BJN210", "KIB004"]


def test_the_gravest_of_many() -> None:
    analysis = Analysis.of(load("bjn"), TWICE * 200 + "// kibitz: ignore\n" + TWICE)
    assert analysis.counts == {("BJN210", 1): 200}
    assert len(analysis.worst(300, lambda one: one[1])) == 200


def test_a_clean_record_is_looked_through(tmp_path: Path) -> None:
    """Its values alone would prove that it is clean."""
    record = (RECORDS / "writer.pfn").read_text()
    assert load("pfn").clean(record) is not None
    path = tmp_path / "a.pfn"
    path.write_text(f"# kibitz: ignore PFN104\n{record}")
    report = kibitz("check", path, "--format", "json").text
    assert [one["code"] for one in json.loads(report)] == ["KIB004"]
    assert kibitz("check", path, "--fix").status == 0
    assert path.read_text() == record


def test_baseline_and_cache_ignore_suppressed_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    baseline, path = tmp_path / "known.json", tmp_path / "a.bjn"
    path.write_text(TWICE)
    assert kibitz("check", path, "--baseline", baseline, "--write-baseline").status == 0
    path.write_text(f"// kibitz: ignore BJN210\n{TWICE}")
    assert "not found any more: 1 finding" in kibitz("check", path, "--baseline", baseline).errors
    for number in range(30):
        (tmp_path / f"{number}.bjn").write_text(path.read_text() if number % 2 else TWICE)
    answers = [
        kibitz("check", tmp_path, "--format", "json", *options) for options in ([], [], ["--no-cache"])
    ]
    assert len({answer.text for answer in answers}) == 1
    assert len(json.loads(answers[0].text)) == 15


def test_layout_that_would_silence_something_else_is_left() -> None:
    """On one line the comment is about two cards, on four about one."""
    text = "{2.52}|1.1..as.|2.1..as.|0.1..as. // kibitz: ignore BJN210\n{2.52}|1.1..as.|2.1..td.|0.1..3s.\n"
    document = Document.open(load("bjn"), text)
    laid, unproven = lay_out(document, Preferences({"format.bjn.style": "annotated"}))
    assert [one.proof for one in unproven] == ["silence"]
    assert apply(text, laid) == text.splitlines(keepends=True)[0] + "{2.52}\n1.1..as.\n2.1..td.\n0.1..3s.\n"


def test_internal_errors_cannot_be_suppressed() -> None:
    analysis = Analysis.of(load("bjn"), f"// kibitz: ignore\n{TWICE}")
    silence, _ = analysis.published.suppressed[0]
    assert silence.covers(load("bjn").rules["BJN210"], 20)
    assert not silence.covers(general()["fault"], 20)


def test_the_light_bulb() -> None:
    with RawClient() as client:
        client.initialize()
        client.open(TWICE, "file:///a.bjn", "bjn")
        (finding,) = client.diagnostics(1)
        params = whole("file:///a.bjn", range=finding["range"], context={"diagnostics": [finding]})
        *_, last = client.request("textDocument/codeAction", params)
        assert (last["title"], last["kind"]) == ("Silence BJN210 here", "kibitz.silence")
        asked = {**params, "context": {**params["context"], "only": ["quickfix"]}}
        fixes = client.request("textDocument/codeAction", asked)
        assert fixes
        assert all(one["title"] != last["title"] for one in fixes), "one key mends what has one fix"
        (change,) = last["edit"]["changes"]["file:///a.bjn"]
        client.change([{"range": change["range"], "text": change["newText"]}], 2, "file:///a.bjn")
        assert client.diagnostics(2) == []
        client.close()


def test_place_of_an_unknown_code() -> None:
    found = Analysis.of(load("bjn"), f"// kibitz: ignore the ace\n{TWICE}").diagnostics()
    assert [one.rule.code for one in islice(found, 2)] == ["KIB004", "BJN210"]
