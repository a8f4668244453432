"""The files that count: ignore files, `exclude`, and named files, for the command line and the server alike."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from command import kibitz
from kibitz.languages import IDS
from kibitz.project import settings
from kibitz.project.choosing import EVERY, Choice, Chosen, records
from kibitz.project.patterns import Patterns
from lsp_client import RawClient

SUFFIXES = ", ".join(f".{one}" for one in IDS)

ERROR = "{1.52}|1.1..xx.\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A repository with records in it."""
    top = tmp_path / "archive"
    for name in ("a.bjn", "old/b.bjn", "old/keep/c.bjn", "new/d.bjn", "new/d.draft.bjn", "new/sub/e.bjn"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(ERROR)
    (top / ".git").mkdir()
    return top


def found(folder: Path, choice: Choice = EVERY) -> str:
    settings.forget()
    complaints: list[OSError] = []
    names = [Path(path).relative_to(folder) for path, _ in records(str(folder), complaints.append, choice)]
    assert not complaints
    return " ".join(one.as_posix() for one in names)


ALL = "a.bjn new/d.bjn new/d.draft.bjn new/sub/e.bjn old/b.bjn old/keep/c.bjn"


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ({}, ALL),
        ({".gitignore": "old/\n*.draft.bjn\n"}, "a.bjn new/d.bjn new/sub/e.bjn"),
        ({".gitignore": "# no\n/*\n!new\n"}, "new/d.bjn new/d.draft.bjn new/sub/e.bjn"),
        # A folder that is left out is not looked into.
        ({".gitignore": "old\n!old/keep\n"}, "a.bjn new/d.bjn new/d.draft.bjn new/sub/e.bjn"),
        # The deeper one counts more, and .ignore more than .gitignore.
        ({".gitignore": "*.bjn", "new/.gitignore": "!d.bjn"}, "new/d.bjn"),
        ({".gitignore": "*.bjn", ".ignore": "!a.bjn"}, "a.bjn"),
        ({"new/.ignore": "/sub"}, "a.bjn new/d.bjn new/d.draft.bjn old/b.bjn old/keep/c.bjn"),
        ({"kibitz.toml": 'exclude = ["old", "*.draft.bjn"]'}, "a.bjn new/d.bjn new/sub/e.bjn"),
        ({"pyproject.toml": '[tool.kibitz]\nexclude = ["/new", "/old/"]'}, "a.bjn"),
        # The nearest settings count, as for everything else.
        (
            {"kibitz.toml": 'exclude = ["*.bjn"]', "new/kibitz.toml": ""},
            "new/d.bjn new/d.draft.bjn new/sub/e.bjn",
        ),
        (
            {".ignore": "!old", "kibitz.toml": 'exclude = ["old"]'},
            "a.bjn new/d.bjn new/d.draft.bjn new/sub/e.bjn",
        ),
    ],
)
def test_ignored_files_are_left_out(files: dict[str, str], left: str, archive: Path) -> None:
    for name, text in files.items():
        (archive / name).write_text(text)
    assert found(archive) == left
    assert found(archive, Choice((), False)) == ALL
    chosen = Chosen(str(archive))
    assert [one for one in ALL.split() if chosen.counts(str(archive / one))] == left.split()
    answer = kibitz("check", archive, "--format", "json")
    assert {row["file"] for row in json.loads(answer.text)} == {str(archive / one) for one in left.split()}
    again = kibitz("check", archive, "--no-ignore", "--format", "json")
    assert {row["file"] for row in json.loads(again.text)} == {str(archive / one) for one in ALL.split()}


def test_exclude_is_relative_to_the_current_folder(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(archive / "new")
    answer = kibitz(
        "check", "..", "--exclude", "/sub", "--exclude", "*.draft.bjn", "--no-ignore", "--format", "json"
    )
    names = {Path(row["file"]).as_posix() for row in json.loads(answer.text)}
    assert names == {"../a.bjn", "../new/d.bjn", "../old/b.bjn", "../old/keep/c.bjn"}
    wrong = kibitz("check", ".", "--exclude", "!")
    assert wrong.status == 2
    assert "'!' is not a pattern: a .gitignore has no such patterns" in wrong.errors


def test_above_a_repository_nothing_counts_but_settings(archive: Path) -> None:
    (archive.parent / ".gitignore").write_text("*.bjn")
    assert found(archive) == ALL
    (archive / ".git").rmdir()
    assert found(archive) == ALL, "without a repository only what is below counts"
    (archive.parent / "kibitz.toml").write_text('exclude = ["new"]')
    assert found(archive) == "a.bjn old/b.bjn old/keep/c.bjn"


def test_named_files_count(archive: Path) -> None:
    (archive / ".gitignore").write_text("old/\n")
    (archive / "kibitz.toml").write_text('exclude = ["new"]')
    assert found(archive / "old") == "b.bjn keep/c.bjn"
    assert found(archive / "new") == "d.bjn d.draft.bjn sub/e.bjn"
    assert kibitz("check", archive / "new" / "d.bjn").status == 1


def test_force_exclude_leaves_out_named_paths(archive: Path) -> None:
    (archive / ".gitignore").write_text("old/\n")
    (archive / "kibitz.toml").write_text('exclude = ["new/*.draft.bjn"]')
    named = [archive / one for one in ("a.bjn", "old/b.bjn", "old", "new/d.draft.bjn", "new/sub/e.bjn")]
    answer = kibitz("check", *named, "--force-exclude", "--format", "json")
    assert {row["file"] for row in json.loads(answer.text)} == {str(named[0]), str(named[-1])}
    assert kibitz("check", archive / "old" / "b.bjn", "--force-exclude").status == 0
    assert kibitz("check", archive / "old" / "b.bjn", "--force-exclude", "--no-ignore").status == 1


def test_folders_above_the_current_one_exclude_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository may lie in an ignored folder of another one."""
    here = tmp_path / "outer" / "inner"
    (here / "old").mkdir(parents=True)
    (here.parent / ".git").mkdir()
    (here.parent / ".gitignore").write_text("inner/\n")
    (here / ".git").mkdir()
    (here / ".gitignore").write_text("old/\n")
    for path in (here / "a.bjn", here / "old" / "a.bjn"):
        path.write_text(ERROR)
    for folder in (here, here / "old", tmp_path):
        monkeypatch.chdir(folder)
        assert kibitz("check", os.path.relpath(here / "a.bjn"), "--force-exclude").status == 1
        assert kibitz("check", os.path.relpath(here / "old" / "a.bjn"), "--force-exclude").status == 0
    assert kibitz("check", here, "--force-exclude").status == 0, "the outer one decides about the inner one"


def test_empty_choice_is_reported(archive: Path) -> None:
    (archive / ".gitignore").write_text("*.bjn\n")
    answer = kibitz("check", archive)
    none = f"kibitz: {archive}: no records in this folder ({SUFFIXES})"
    but = "; records are left out by ignore files or the setting exclude (use --no-ignore)\n"
    assert answer == (0, b"", none + but)


def test_unreadable_ignore_file_is_reported(archive: Path) -> None:
    (archive / ".gitignore").write_bytes(b"\0" * 1000)
    answer = kibitz("check", archive)
    assert answer.status == 2
    assert f"kibitz: {archive / '.gitignore'}: not a text" in answer.errors
    assert "6 files checked" in answer.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exclude = [1]", "`exclude`: 1 is not a pattern: it is not text"),
        ('exclude = ["!"]', "`exclude`: '!' is not a pattern: a .gitignore has no such patterns"),
    ],
)
def test_wrong_patterns_are_reported(text: str, message: str, archive: Path) -> None:
    (archive / "kibitz.toml").write_text(text)
    answer = kibitz("check", archive)
    assert answer.status == 2
    assert message in answer.errors


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 60 + "b", "a" * 250),
        ("*?" * 100 + "b", "a" * 250),
        ("**/a/" * 20 + "b", "a/" * 1000 + "c"),
        ("**/*a*a*b/" * 20 + "b", f"{'a' * 100}/" * 30 + "c"),
    ],
)
def test_a_pattern_is_matched_without_backtracking(pattern: str, path: str) -> None:
    """Each of them would take years by a regular expression that tries every way."""
    assert Patterns("/x", (pattern, "c.bjn")).says(f"/x/{path}") is None


@pytest.mark.parametrize(
    ("lines", "meant", "not_meant"),
    [
        ("a", "a a/ x/a", "a.b ab"),
        ("/a", "a a/", "x/a"),
        ("x/a", "x/a", "y/x/a a"),
        ("a/", "a/ x/a/", "a x/a"),
        ("**/a", "a x/a x/y/a", "x/ab"),
        ("a/**", "a/b a/b/c", "a a/ x/a/b"),
        ("a/**/b", "a/b a/x/b a/x/y/b", "x/a/b"),
        ("a?[bc]*.d", "axb.d axcc.d abc.d", "axd.d"),
        ("[!a] [^b]", "b a", "ab"),
        (r"\!a \#b c\*", "!a #b c*", "a b cd"),
        ("#a !", "", "a #a"),
        ("*.d !/x/", "x/a.d", "x/"),
        ("/* !/x", "a b/", "x x/ x/a"),
    ],
)
def test_patterns_equal_those_of_git(lines: str, meant: str, not_meant: str) -> None:
    patterns = Patterns("/r", tuple(lines.split()))
    assert [one for one in f"{meant} {not_meant}".split() if patterns.says(f"/r/{one}")] == meant.split()


def test_pattern_of_a_folder_covers_its_files() -> None:
    assert Patterns("/r", ("old/",)).mean("/r/old/x/a.bjn")
    assert not Patterns("/r", ("old/",)).mean("/r/new/old")


@pytest.mark.skipif(sys.platform == "win32", reason="paths are short there")
@pytest.mark.parametrize(("text", "status"), [("[format.bjn]\nstyle = 1", 2), ("", 1)])
def test_a_path_may_have_a_thousand_folders(
    text: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kibitz.toml").write_text(text)
    for _ in range(1100):
        Path("a").mkdir()
        os.chdir("a")
    Path("x.bjn").write_text(ERROR)
    answer = kibitz("check", ".")
    # Pytest removes folders by a function that calls itself for each of them.
    Path("x.bjn").unlink()
    for _ in range(1100):
        os.chdir("..")
        Path("a").rmdir()
    assert answer.status == status


def test_standard_input_in_the_place_of_a_file(archive: Path) -> None:
    (archive / "kibitz.toml").write_text('diagnostics.disable = ["BJN101"]\nformat.bjn.style = "annotated"\n')
    record = "{1.52}|1.1..as.|1.1..as.\n"
    path = archive / "a.bjn"
    path.write_text(record)
    there = kibitz("check", path, "--format", "json")
    piped = kibitz("check", "-", "--stdin-filename", path, "--format", "json", stdin=record.encode())
    assert piped[:2] == there[:2]
    assert json.loads(piped.text)[0]["file"] == str(path)
    laid_out = kibitz("format", "-", "--stdin-filename", path, stdin=record.encode())
    kibitz("format", path)
    assert laid_out.text == path.read_text() != record
    wrong = kibitz("check", "-", "--stdin-filename", "x.txt")
    assert wrong.status == 2
    assert "--stdin-filename x.txt: unknown suffix; use one of .pfn, .bjn, .botc, .qgn" in wrong.errors


def test_the_server_leaves_out_the_same(archive: Path) -> None:
    (archive / "kibitz.toml").write_text('exclude = ["old"]\n')
    (archive / ".gitignore").write_text("*.draft.bjn\n")
    listed = {str(archive / one) for one in found(archive).split()}
    assert len(listed) == 3
    with RawClient() as client:
        client.initialize({"workspaceFolders": [{"uri": archive.as_uri(), "name": "archive"}]})
        client.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})
        told = [one["params"] for one in client.heard if one["method"] == "textDocument/publishDiagnostics"]
        assert {one["uri"] for one in told if one["diagnostics"]} == {Path(one).as_uri() for one in listed}
        client.heard.clear()
        changed = [archive / one for one in ("old/b.bjn", "new/d.draft.bjn", "a.bjn")]
        changes = [{"uri": one.as_uri(), "type": 2} for one in changed]
        client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        assert client.wait("textDocument/publishDiagnostics")["uri"] == (archive / "a.bjn").as_uri()
