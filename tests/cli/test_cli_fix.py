"""`kibitz check --fix`: all safe fixes at once, each with its proof, as in the editor. Reports show fixes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench.records import records
from case import read
from command import kibitz
from folders import CASES
from kibitz.core import fixing
from kibitz.core.analysis import Analysis, checked
from kibitz.core.fixing import fix_all, proven
from kibitz.core.values import Diagnostic, Edit, Fix, Rule, Severity, Span
from kibitz.languages import IDS, load
from lsp_client import RawClient, whole
from test_cli_server import applied
from test_lsp_cases import URI, Inside
from toy import Toy

SAFE = "{1.52}|1.1..AS.|1.1..10s.\n"
FIXED = "{1.52}|1.1..as.|1.1..ts.\n"
OTHERS = 8
"""Every Nth record without fixes is checked as a file."""


@cache
def texts(language_id: str) -> list[str]:
    """The records of all cases that can be in a file, each once."""
    found = dict.fromkeys(read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case")))
    return [text for text in found if text.encode("utf-8", "replace").decode("utf-8") == text]


@cache
def fixable(language_id: str) -> list[str]:
    """Those in which there is a safe fix: a notation need have none."""
    analyses = (Analysis.of(load(language_id), text) for text in texts(language_id))
    return [
        analysis.document.text()
        for analysis in analyses
        if any(fix.safe for one in analysis.diagnostics() for fix in one.fixes)
    ]


def every(diagnostics: Any) -> list[Diagnostic]:
    return list(diagnostics)


# Fixing


@pytest.mark.parametrize("language_id", IDS)
def test_a_second_run_finds_nothing_fixable(language_id: str) -> None:
    mended = 0
    for text in texts(language_id):
        fixed, count = fix_all(Analysis.of(load(language_id), text), every)
        mended += count
        for one in fixed.diagnostics():
            assert one.preferred is None or not one.preferred.safe, (text, one)
        assert fix_all(fixed, every).mended == 0
    assert bool(mended) == bool(fixable(language_id))


@pytest.mark.parametrize("language_id", IDS)
def test_a_second_run_finds_nothing_to_repair(language_id: str) -> None:
    """The texts are cases of fixes and repairs. Replay examines every finding."""
    mended = 0
    cases = [*CASES.glob(f"{language_id}/repair/*.case"), *CASES.glob(f"{language_id}/fix/*.case")]
    for text in [read(path).text for path in sorted(cases)[::4]]:
        analysis = Analysis.of(load(language_id), text)
        fixed, count = fix_all(analysis, every, unsafe=True)
        mended += count
        wrong, left = (
            sum(one.severity <= Severity.WARNING for one in some.diagnostics()) for some in (analysis, fixed)
        )
        assert left <= wrong
        assert fix_all(fixed, every, unsafe=True).mended == 0
    assert mended or not cases


@pytest.mark.parametrize("language_id", IDS)
def test_in_place(language_id: str, tmp_path: Path) -> None:
    """Files hold the fixed text, clean files are untouched, and the exit status counts the remaining findings."""
    paths, fixes = [], fixable(language_id)
    others = [text for text in texts(language_id) if text not in fixes][::OTHERS]
    for number, text in enumerate(fixes + others):
        paths.append(tmp_path / f"{number:04}.{language_id}")
        paths[-1].write_bytes(text.removeprefix("\ufeff").encode())
    before = {path: path.stat() for path in paths}
    answer = kibitz("check", "--fix", "--format", "json", tmp_path)
    rows = json.loads(answer.text)
    assert answer.status == any(row["severity"] == "error" for row in rows)
    changed = 0
    for path, old in before.items():
        changed += path.stat().st_mtime_ns != old.st_mtime_ns
    assert changed == sum("fixed" in line for line in answer.errors.splitlines())
    assert bool(changed) == bool(fixes)
    assert not any(fix["safe"] for row in rows for fix in row["fixes"] if fix["preferred"])
    assert json.loads(kibitz("check", "--format", "json", tmp_path).text) == rows
    assert kibitz("check", "--fix", tmp_path).errors.count("fixed") == 0


def test_report_of_fixes(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_bytes(b"\xef\xbb\xbf" + SAFE.replace("\n", "\r\n").encode())
    answer = kibitz("check", "--fix", path)
    assert answer.errors == f"kibitz: {path}: 2 findings fixed\n"
    assert answer.status == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode()


def test_standard_input_is_filtered() -> None:
    answer = kibitz("check", "--fix", "-", "--language", "bjn", stdin=SAFE.encode())
    assert answer.data == FIXED.encode()
    assert answer.status == 0
    assert "1 file checked" in answer.errors
    broken = b"{1.52}|1.1..xx.|1.1..AS.\n"
    answer = kibitz("check", "--fix", "-", "--language", "bjn", stdin=broken)
    assert answer.data == broken.replace(b"AS", b"as")
    assert answer.status == 1
    assert "BJN015" in answer.errors
    assert kibitz("check", "--fix", "-", "--language", "bjn", stdin=b"\xff")[:2] == (2, b"")


def test_a_diff_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(SAFE)
    answer = kibitz("check", "--diff", path)
    assert answer.status == 1
    assert answer.text == f"--- {path}\n+++ {path}\n@@ -1 +1 @@\n-{SAFE}+{FIXED}"
    assert path.read_text() == SAFE
    assert kibitz("check", "--diff", "--fix", path) == answer
    path.write_text(FIXED)
    assert kibitz("check", "--diff", path) == (0, b"", "")
    assert kibitz("check", "--diff", "-", "--language", "bjn", stdin=SAFE.encode()).status == 1


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a few small files are given to several processes."""
    from kibitz.cli import parallel

    monkeypatch.setattr(parallel, "ALONE", -1)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)


@pytest.mark.usefixtures("several")
def test_many_files_are_fixed_in_several_processes(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.bjn").write_text(SAFE + "".join(records("bjn", 20)))
    answer = kibitz("check", "--fix", tmp_path)
    assert answer.errors.count("2 findings fixed") == 8
    assert all(path.read_text().startswith(FIXED) for path in tmp_path.iterdir())


LOST = "{2.52}|1.1..8s.|2.1..ts.|0.1..6d.|1.1..9d.|2.1..9h.|0.1...?|1.1..._|2.1|0.1.%.tc.|0.1.^.5c._|[l,l]\n"


def test_unsafe_fixes_are_asked_for(tmp_path: Path) -> None:
    """Those are the repairs that are clearly meant."""
    path = tmp_path / "x.bjn"
    path.write_text(LOST)
    assert kibitz("check", "--fix", path).text == kibitz("check", path).text
    assert path.read_text() == LOST
    answer = kibitz("check", "--fix", "--unsafe", path)
    assert "1 finding fixed" in answer.errors
    assert path.read_text() == LOST.replace("|2.1|", "|2.1..._|")


@pytest.mark.parametrize("text", [LOST, SAFE])
def test_preferred_means_one_thing(text: str, tmp_path: Path) -> None:
    """`--unsafe` applies the fix that reports show without it, and that the editor prefers."""
    path = tmp_path / "x.bjn"
    path.write_text(text)
    diff = kibitz("check", "--diff", "--unsafe", path).text.splitlines()
    rows = json.loads(kibitz("check", "--format", "json", "--unsafe", path).text)
    told = [[fix for fix in row["fixes"] if fix["preferred"]] for row in rows]
    line = text
    for edit in sorted(
        (edit for fixes in told for fix in fixes for edit in fix["edits"]), key=lambda edit: -edit["column"]
    ):
        line = line[: edit["column"] - 1] + edit["text"] + line[edit["endColumn"] - 1 :]
    assert diff[-1] == f"+{line.rstrip()}"
    preferred = []
    with RawClient() as client:
        client.initialize({"capabilities": {"general": {"positionEncodings": ["utf-32"]}}})
        client.open(text, "file:///x.bjn", "bjn")
        for row in rows:
            place = {"line": 0, "character": row["column"] - 1}
            asked = {
                "range": {"start": place, "end": place},
                "context": {"diagnostics": [], "only": ["quickfix"]},
            }
            offered = client.request("textDocument/codeAction", whole("file:///x.bjn", **asked))
            preferred.append([one["title"] for one in offered if one["isPreferred"]])
        assert client.close() == 0
    assert preferred == [[fix["title"] for fix in fixes] for fixes in told]
    shown = kibitz("check", "--unsafe", path).text
    assert all(fix["title"] in shown for fixes in told for fix in fixes)
    assert json.loads(kibitz("check", "--format", "json", path).text) == rows


def test_rules_that_are_off_fix_nothing(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_text('diagnostics.disable = ["BJN005"]\n')
    path = tmp_path / "x.bjn"
    path.write_text(SAFE)
    kibitz("check", "--fix", path)
    assert path.read_text() == FIXED.replace("ts", "10s")


@pytest.mark.parametrize("language_id", IDS)
def test_the_editor_gets_the_same(language_id: str) -> None:
    different = 0
    with RawClient() as client:
        client.initialize({"capabilities": {"general": {"positionEncodings": ["utf-32"]}}})
        for number, text in enumerate(one.removeprefix("\ufeff") for one in fixable(language_id)):
            fixed = fix_all(Analysis.of(load(language_id), text), every)
            if not fixed.mended:
                continue
            different += 1
            uri = f"file:///{number}.{language_id}"
            client.open(text, uri, language_id)
            end = {"line": text.count("\n") + text.count("\r"), "character": 0}
            found = client.request(
                "textDocument/codeAction",
                whole(
                    uri,
                    range={"start": {"line": 0, "character": 0}, "end": end},
                    context={"diagnostics": [], "only": ["source.fixAll"]},
                ),
            )
            assert (
                applied(Path(uri), text, found[0]["edit"]["changes"][uri]) == fixed.analysis.document.text()
            )
            client.notify("textDocument/didClose", whole(uri))
        assert client.close() == 0
    assert bool(different) == bool(fixable(language_id))


# Proofs


class Lying(Toy):
    """Calls a fix safe that is not."""

    lie = "elsewhere"

    def meaning(self, text: str) -> str:
        return text

    def step(self, context: Any, state: Any, chunk: Any) -> tuple[object, list[Diagnostic]]:
        state, found = super().step(context, state, chunk)
        return state, [self._lied(one, chunk.text) for one in found]

    def _lied(self, one: Diagnostic, text: str) -> Diagnostic:
        edits = {
            "elsewhere": (Edit(one.span.end + 40, one.span.end + 45, ""),),
            "in vain": (Edit(*one.span, text[slice(*one.span)] + " " + text[slice(*one.span)]),),
            "into nonsense": (Edit(*one.span, "("),),
        }
        return one._replace(fixes=(Fix("lie", edits[self.lie], safe=True),))


@pytest.mark.parametrize("lie", ["elsewhere", "in vain", "into nonsense"])
def test_wrong_safe_fix_is_left_out(lie: str) -> None:
    language = Lying()
    language.lie = lie
    text = "one two\ntwo\n" + "other words here\n" * 9
    analysis = Analysis.of(language, text)
    assert any(one.preferred is not None and one.preferred.safe for one in analysis.diagnostics())
    fixed = fix_all(analysis, every)
    assert fixed == (analysis, 0)


def test_unproven_fix_does_not_stop_others() -> None:
    language = load("bjn")
    analysis = Analysis.of(language, SAFE)
    rule = Rule("BJN399", "lie", Severity.ERROR, "", "", "", "now")
    lie = Diagnostic(
        rule, Span(0, 6), "", Severity.ERROR, (), (Fix("lie", (Edit(0, 6, "{2.52}"),), safe=True),)
    )
    fixed = fix_all(analysis, lambda found: [lie, *found])
    assert fixed.analysis.document.text() == FIXED
    assert fixed.mended == 2


def test_all_fixes_are_made_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, the record is checked as often."""
    checks: list[int] = []

    def counted(*arguments: Any) -> Analysis:
        checks[-1] += 1
        return checked(*arguments)

    monkeypatch.setattr(fixing, "checked", counted)
    for count in (3, 300):
        checks.append(0)
        assert fix_all(Analysis.of(load("bjn"), SAFE * count), every).mended == 2 * count
        checks.append(0)
        assert fix_all(Analysis.of(load("qgn"), "0m& 1.1 " * count), every).mended == count
    assert checks[:2] == checks[2:]
    assert max(checks) < 5


def test_swallowing_fixes_are_not_offered() -> None:
    """In braces the comment would close the one that is open before it, with a game between them."""
    text = '[key "go"]\n\n0a {one\ntwo\n\n[key "go"]\n[teams "c, d"]\n0a /* one\ntwo */'
    server = Inside("qgn", text, "utf-16")
    comment = next(one for one in server.analysis.diagnostics() if one.rule.slug == "other-comment")
    [braces] = comment.fixes
    assert braces.safe
    assert not proven(server.analysis, comment, braces)
    at = server.position(comment.span.start)
    asked = {"textDocument": {"uri": URI}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
    assert braces.title not in [one["title"] for one in server.request("textDocument/codeAction", asked)]


# Reports


def test_fixes_in_json(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(SAFE)
    rows = json.loads(kibitz("check", "--format", "json", path).text)
    [ten] = [row for row in rows if row["code"] == "BJN005"]
    assert ten["fixes"] == [
        {
            "title": "Change `10s` to `ts`",
            "safe": True,
            "preferred": True,
            "edits": [{"line": 1, "column": 22, "endLine": 1, "endColumn": 25, "text": "ts"}],
        }
    ]
    assert all({"title", "safe", "preferred", "edits"} == set(fix) for row in rows for fix in row["fixes"])


def test_fixes_in_sarif(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(SAFE)
    [run] = json.loads(kibitz("check", "--format", "sarif", path).text)["runs"]
    [ten] = [one for one in run["results"] if one["ruleId"] == "BJN005"]
    [fix] = ten["fixes"]
    [change] = fix["artifactChanges"]
    assert fix["description"] == {"text": "Change `10s` to `ts`"}
    assert change["artifactLocation"] == ten["locations"][0]["physicalLocation"]["artifactLocation"]
    region = {"startLine": 1, "startColumn": 22, "endLine": 1, "endColumn": 25}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "ts"}}]


def test_text_report_counts_hidden_fixes(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text("{1.52}|1.1..xx.\n")
    (tmp_path / "kibitz.toml").write_text('diagnostics.severity.BJN015 = "hint"\n')
    assert kibitz("check", path).text == "1 file checked: nothing found; 1 hint not shown (--all)\n"
    assert kibitz("check", "--strict", path).status == 0
    for asked in (["--all"], ["--severity", "hint"]):
        assert kibitz("check", *asked, path).text.endswith("1 file checked: 1 hint\n")
    assert len(json.loads(kibitz("check", "--format", "json", path).text)) == 1
    assert json.loads(kibitz("check", "--format", "json", "--severity", "error", path).text) == []
    (tmp_path / "kibitz.toml").write_text('diagnostics.severity.BJN015 = "warning"\n')
    assert "BJN015" in kibitz("check", path).text
    answer = kibitz("check", "--severity", "error", path)
    assert answer.text == "1 file checked: nothing found; 1 warning not shown (--all)\n"
    assert kibitz("check", "--strict", "--severity", "error", path).status == 1


UNREADABLE = {
    "latin.bjn": (b"{1.52}\n\xe9", "not UTF-8: 0xE9 in line 2, byte 8 of the file", 2),
    "wide.bjn": ("{1.52}".encode("utf-16"), "this is UTF-16; save it as UTF-8", 1),
    "binary.bjn": (b"\n\0\0", "not a text: a NUL byte in line 2, byte 2 of the file", 2),
}


@pytest.mark.parametrize("form", ["json", "github", "sarif"])
def test_reports_name_unreadable_files(form: str, tmp_path: Path) -> None:
    for name, (data, _, _) in UNREADABLE.items():
        (tmp_path / name).write_bytes(data)
    gone = tmp_path / "gone.bjn"
    answer = kibitz("check", "--format", form, gone, tmp_path)
    assert answer.status == 2
    wanted = {str(tmp_path / name): (message, line) for name, (_, message, line) in UNREADABLE.items()}
    wanted[str(gone)] = ("no such file or folder", 1)
    for name, (message, line) in wanted.items():
        assert f"kibitz: {name}: {message}\n" in answer.errors
        if form == "github":
            assert (
                f"::error file={name},line={line},endLine={line},col=1,endColumn=1,title=KIB001 unreadable::{message}\n"
                in answer.text
            )
    if form == "json":
        rows = json.loads(answer.text)
        assert {row["file"]: (row["message"], row["line"]) for row in rows} == wanted
        assert {(row["code"], row["severity"]) for row in rows} == {("KIB001", "error")}
    if form == "sarif":
        [run] = json.loads(answer.text)["runs"]
        assert {one["message"]["text"] for one in run["results"]} == {
            message for message, _ in wanted.values()
        }
        [rule] = run["tool"]["driver"]["rules"]
        assert (rule["id"], rule["name"]) == ("KIB001", "unreadable")
    assert "\nKIB001 unreadable" in "\n" + kibitz("rules", "KIB001").text


@pytest.mark.usefixtures("several")
def test_the_same_from_several_processes(tmp_path: Path) -> None:
    (tmp_path / "bad.bjn").write_bytes(b"\xff" * 10)
    for number in range(3):
        (tmp_path / f"{number}.bjn").write_text("".join(records("bjn", 20)))
    answer = kibitz("check", "--format", "json", tmp_path)
    assert answer.status == 2
    assert [Path(row["file"]).name for row in json.loads(answer.text) if row["code"] == "KIB001"] == [
        "bad.bjn"
    ]
