"""Selected rules, baselines, counts, more forms of reports, watching, completions."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Timer
from xml.etree import ElementTree as Xml

import pytest

import kibitz as package
from command import kibitz, process
from kibitz.cli import main, parallel
from kibitz.core.grammar import sources
from kibitz.languages import IDS
from lsp_client import PATIENCE, RawClient

TWICE, UNKNOWN, ORDER = "BJN210", "BJN015", "BJN400"
RECORD = "{1.52}|1.1..as.|1.1..as.\n{1.52}|1.1..xx.\n{1.52}|1.1..as.|1.1..ks.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.bjn").write_text(RECORD)
    return tmp_path


def codes(*options: str | Path) -> set[str]:
    return {row["code"] for row in json.loads(kibitz("check", *options, "--format", "json").text)}


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ("", {TWICE, UNKNOWN, ORDER}),
        ("--select BJN210", {TWICE}),
        ("--select bjn2,BJN4", {TWICE, ORDER}),
        ("--select BJN2 --select BJN4", {TWICE, ORDER}),
        ("--ignore BJN0 --ignore BJN4", {TWICE}),
        ("--select BJN --ignore BJN4", {TWICE, UNKNOWN}),
        ("--select PFN", set()),
    ],
)
def test_choosing_rules(options: str, left: set[str]) -> None:
    assert codes("a.bjn", *options.split()) == left
    assert kibitz("check", "a.bjn", *options.split()).status == int(bool(left))


def test_selection_overrides_settings(folder: Path) -> None:
    (folder / "kibitz.toml").write_text('diagnostics.disable = ["BJN210"]\n')
    assert codes("a.bjn") == {UNKNOWN, ORDER}
    assert codes("a.bjn", "--select", TWICE) == {TWICE}


def test_only_selected_rules_are_fixed(folder: Path) -> None:
    (folder / "a.bjn").write_text("{1.52}|1.1..TS.\n")
    [code] = codes("a.bjn")
    kibitz("check", "a.bjn", "--fix", "--ignore", code)
    assert (folder / "a.bjn").read_text() == "{1.52}|1.1..TS.\n"
    kibitz("check", "a.bjn", "--fix", "--select", code)
    assert (folder / "a.bjn").read_text() == "{1.52}|1.1..ts.\n"


def test_a_code_that_is_none() -> None:
    answer = kibitz("check", "a.bjn", "--select", "BJN2,XX")
    assert answer.status == 2
    assert (
        "argument --select: unknown rule code or prefix 'XX'; run `kibitz rules` for a list" in answer.errors
    )


def test_rules_of_some_files(folder: Path) -> None:
    (folder / "old").mkdir()
    (folder / "old" / "b.bjn").write_text(RECORD)
    (folder / "kibitz.toml").write_text(
        '[per-file-ignores]\n"old/" = ["BJN2", "bjn400"]\n"*.bjn" = ["BJN015"]\n'
    )
    assert codes("a.bjn") == {TWICE, ORDER}
    assert codes("old") == set()
    # The cache knows that it is not the same with other rules.
    assert codes("old", "--select", "BJN4") == set()
    with RawClient() as client:
        client.initialize({"workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}]})
        client.open(RECORD, (folder / "a.bjn").as_uri(), "bjn")
        told = client.wait("textDocument/publishDiagnostics")["diagnostics"]
    assert {one["code"] for one in told} == {TWICE, ORDER}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"*.bjn" = ["BJX"]', "unknown rule code 'BJX'"),
        ('"*.bjn" = "BJN2"', None),
        ('"*.bjn" = [""]', "unknown rule code ''"),
    ],
)
def test_mistakes_in_them(line: str, message: str | None, folder: Path) -> None:
    (folder / "kibitz.toml").write_text(f"[per-file-ignores]\n{line}\n")
    answer = kibitz("check", "a.bjn")
    assert (message or "") in answer.errors
    assert answer.status == (1 if message is None else 2)


def test_statistics() -> None:
    answer = kibitz("check", "a.bjn", "a.bjn", ".", "--statistics", "--all")
    assert answer.status == 1
    *rows, total = answer.text.splitlines()
    assert [row.split() for row in rows] == [
        ["1", UNKNOWN, "error", "unknown-card"],
        ["1", TWICE, "error", "card-dealt-twice"],
        ["1", ORDER, "information", "deal-order"],
    ]
    assert total == "3 findings of 3 rules"
    found = json.loads(kibitz("check", "a.bjn", "--statistics", "--format", "json").text)
    assert found[0] == {"code": UNKNOWN, "name": "unknown-card", "severity": "error", "count": 1}
    assert kibitz("check", "a.bjn", "--statistics", "--format", "sarif").status == 2


def test_exit_zero() -> None:
    assert kibitz("check", "a.bjn", "--exit-zero").status == 0
    assert kibitz("check", "none.bjn", "--exit-zero").status == 2


@pytest.mark.parametrize("form", ["text", "json", "github", "gitlab", "junit", "sarif"])
def test_a_report_in_a_file(form: str, folder: Path) -> None:
    there = kibitz("check", "a.bjn", "none.bjn", "--output-format", form)
    answer = kibitz("check", "a.bjn", "none.bjn", "--format", form, "-o", "report.txt", terminal=True)
    assert (folder / "report.txt").read_bytes() == there.data
    assert (answer.status, answer.data) == (2, b"")
    refused = kibitz("check", "a.bjn", "--output-file", "a.bjn")
    assert refused.status == 2
    assert (folder / "a.bjn").read_text() == RECORD


def test_output_that_is_kept_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook, for example, output is kept as text and not written to a file."""
    told = io.StringIO()
    monkeypatch.setattr("sys.stdout", told)
    assert main(["check", "a.bjn"]) == 1
    assert "card-dealt-twice" in told.getvalue()


def test_junit(folder: Path) -> None:
    (folder / "b.bjn").write_text("{1.52}|1.1..as.\n")
    suites = Xml.fromstring(kibitz("check", ".", "none.bjn", "--format", "junit").text)  # noqa: S314 - our own.
    assert (suites.get("tests"), suites.get("failures")) == ("4", "3")
    assert [one.get("name") for one in suites] == ["a.bjn", "b.bjn", "none.bjn"]
    cases = [case for suite in suites for case in suite]
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == 4
    assert [len(case) for case in cases] == [1, 1, 0, 1]
    failure = cases[0][0]
    assert failure.get("message") == "1:22: `as` is dealt twice: player 1 already has it"


def test_gitlab(folder: Path) -> None:
    (folder / "b.bjn").write_text(RECORD + RECORD)
    rows = json.loads(kibitz("check", ".", "none.bjn", "--format", "gitlab").text)
    assert len({row["fingerprint"] for row in rows}) == len(rows) == 10
    assert rows[0] == {
        "description": "`as` is dealt twice: player 1 already has it",
        "check_name": "BJN210 card-dealt-twice",
        "fingerprint": rows[0]["fingerprint"],
        "severity": "major",
        "location": {"path": "a.bjn", "lines": {"begin": 1, "end": 1}},
    }


def test_a_baseline(folder: Path) -> None:
    options = ["check", ".", "--baseline", "kibitz-baseline.json"]
    missing = kibitz(*options)
    assert missing.status == 2
    assert "kibitz-baseline.json: no such baseline; create it with --write-baseline" in missing.errors
    made = kibitz(*options, "--write-baseline")
    assert (made.status, made.text) == (0, "1 file checked: nothing found\n")
    assert made.errors == "kibitz: kibitz-baseline.json: 3 findings of 1 file kept\n"
    for form in ("text", "json", "sarif"):
        again = kibitz(*options, "--all", "--format", form)
        assert (again.status, again.errors) == (0, "")
        assert TWICE not in again.text
    # An old finding may move. A new one counts, even with the same message.
    (folder / "a.bjn").write_text(f"// moved\n\n{RECORD}{{1.52}}|1.1..xx.\n")
    answer = kibitz(*options)
    assert answer.status == 1
    assert answer.text.startswith("a.bjn:6:13: error: ")
    assert answer.text.endswith("1 file checked: 1 error\n")
    # Seen from elsewhere it is the same.
    (folder / "sub").mkdir()
    os.chdir(folder / "sub")
    seen = kibitz("check", "../a.bjn", "--baseline", "../kibitz-baseline.json")
    assert seen.text.count("error: ") == 1
    os.chdir(folder)
    (folder / "a.bjn").write_text("{1.52}|1.1..as.|1.1..as.\n")
    mended = kibitz(*options)
    assert mended.status == 0
    gone = "kibitz: kibitz-baseline.json: not found any more: {}; --write-baseline forgets that\n"
    assert mended.errors == gone.format("2 findings")
    (folder / "a.bjn").rename(folder / "b.bjn")
    assert kibitz(*options).errors == gone.format("3 findings")
    assert kibitz(*options, "--write-baseline").status == kibitz(*options).status == 0
    assert kibitz(*options).errors == ""


def test_a_baseline_of_many_files_in_several_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "ALONE", -1)
    (folder / "old").mkdir()
    for number in range(30):
        (folder / "old" / f"{number}.bjn").write_text(RECORD * 20)
    (folder / "old" / "kibitz.toml").write_text('diagnostics.disable = ["BJN015"]')
    options = ["check", "old", "--baseline", "known.json"]
    assert kibitz(*options, "--write-baseline").status == 0
    for _ in range(2):
        assert kibitz(*options)[:2] == (0, b"30 files checked: nothing found\n")
    kept = json.loads((folder / "known.json").read_text())["files"]
    assert {name.partition("/")[0] for name in kept} == {"old"}
    assert kibitz("check", "a.bjn", "--baseline", "known.json", "--write-baseline").status == 0
    assert len(json.loads((folder / "known.json").read_text())["files"]) == 31, "the others are known still"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2, "files": {}}', '{"version": 1, "files": 3}', "\0" * 99]
)
def test_wrong_baseline_is_refused(text: str, folder: Path) -> None:
    (folder / "x.json").write_text(text)
    answer = kibitz("check", "a.bjn", "--baseline", "x.json")
    assert answer.status == 2
    assert answer.errors.startswith("kibitz: x.json: ")


def test_colours_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in kibitz("check", "a.bjn").text
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in kibitz("check", "a.bjn").text


def test_no_other_form_than_the_suffix_says(folder: Path) -> None:
    answer = kibitz("export", "a.bjn", "-o", "x.xlsx")
    assert answer.status == 2
    assert (
        answer.errors
        == "kibitz: x.xlsx: unknown output format .xlsx; use --to with one of jsonl, csv, csv-raw, parquet\n"
    )
    assert not (folder / "x.xlsx").exists()
    assert kibitz("export", "a.bjn", "-o", "x.xlsx", "--to", "csv").status == 0


def test_the_version_names_the_grammars() -> None:
    expected = f"kibitz {package.__version__} (grammars {sources()}: {', '.join(IDS)})\n"
    assert kibitz("--version").text == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions(shell: str) -> None:
    pytest.importorskip("shtab")
    answer = kibitz("completions", shell)
    assert answer.status == 0
    assert all(word in answer.text for word in ("write-baseline", "replay", "stdin-filename"))
    if shell == "bash":
        asked = f"{answer.text}\nCOMP_WORDS=(kibitz ch); COMP_CWORD=1; _shtab_kibitz; echo ${{COMPREPLY[@]}}"
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
        assert done.stdout.split() == ["check"], done


def test_watch_reads_a_rewritten_baseline(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watchfiles = pytest.importorskip("watchfiles")
    known = folder / "known" / "b.json"
    known.parent.mkdir()
    options = ["check", "a.bjn", "--baseline", str(known)]
    assert kibitz(*options, "--write-baseline").status == 0
    full = known.read_text()
    known.write_text('{"version": 1, "files": {}}')

    def changes(*folders: str, watch_filter: Callable[[object, str], bool], **_: object) -> Iterator[object]:
        assert {str(folder), str(known.parent)} == {*folders}
        assert watch_filter(None, str(known))
        for text in (known.read_text(), '{"vers', full):
            known.write_text(text)
            yield {("modified", str(known))}

    monkeypatch.setattr(watchfiles, "watch", changes)
    answer = kibitz(*options, "--watch")
    first, second = answer.text.count("2 errors"), answer.text.count("nothing found")
    assert (answer.status, first, second) == (0, 1, 1)
    assert answer.errors.count("watching for changes") == 3


def test_diff_goes_to_the_output_file(folder: Path) -> None:
    (folder / "a.bjn").write_text("{1.52}|1.1..As.\n")
    (folder / "out.txt").write_text("kept")
    shown = kibitz("check", "--diff", "a.bjn")
    filed = kibitz("check", "--diff", "a.bjn", "-o", "out.txt")
    assert (filed.status, filed.text) == (shown.status, "")
    assert (folder / "out.txt").read_text() == shown.text != ""


@pytest.mark.skipif(os.name == "nt", reason="nobody presses Ctrl+C there")
def test_watching(folder: Path) -> None:
    pytest.importorskip("watchfiles")
    # A background job may ignore Ctrl+C.
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with process("check", ".", "--watch", preexec_fn=heeded) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        # A time limit ends the test if the event never comes.
        stops = Timer(PATIENCE, running.kill)
        stops.daemon = True
        stops.start()

        def until(end: bytes, change: Callable[[], object] = lambda: None) -> bytes:
            change()
            said = b""
            for line in running.stdout or ():
                said += line
                if b" checked: " in line:
                    assert line.endswith(end), said
                    return said
            raise AssertionError(said)

        until(b"2 errors; 1 information not shown (--all)\n")
        until(b"1 file checked: nothing found\n", lambda: (folder / "a.bjn").write_text("{1.52}|1.1..as.\n"))
        settings = 'diagnostics.severity.BJN210 = "warning"\n'
        (folder / "kibitz.toml").write_text(settings)
        until(b"nothing found\n")
        said = until(
            b"1 file checked: 1 warning\n",
            lambda: (folder / "a.bjn").write_text(RECORD[:25]),
        )
        assert TWICE.encode() in said
        running.send_signal(signal.SIGINT)
        assert running.wait() == 130
        stops.cancel()
    assert kibitz("check", "-", "--language", "bjn", "--watch").status == 2
