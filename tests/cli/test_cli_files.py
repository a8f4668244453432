"""Finding, reading and replacing files, and all the ways in which that fails."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from bench.records import kept
from command import kibitz, process
from kibitz.cli import files
from kibitz.core.cut import SplitPoint
from kibitz.languages import IDS, load
from kibitz.project.files import DEEPEST

COMMANDS = (["check"], ["format"], ["format", "--check"], ["format", "--diff"])
CLEAN = "{1.52}|1.1..ts.\n"
DIRTY = "{1.52} | 1.1..ts.\n"
"""Layout that formatting changes."""


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder with its content and mode."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file()
    }


# The meaning of the arguments


def found(*names: str | Path, language: str | None = None) -> tuple[list[str], list[str]]:
    complaints: list[str] = []
    targets = files.find(
        [str(name) for name in names], language, lambda one: complaints.append(str(one)), complaints.append
    )
    return [target.name for target in targets], complaints


def test_folders_give_their_records(tmp_path: Path) -> None:
    for name in ("b.bjn", "a.pfn", "sub/c.QGN", "sub/d.txt", ".git/e.bjn", "node_modules/f.bjn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    names = [str(tmp_path / name) for name in ("a.pfn", "b.bjn", "sub/c.QGN")]
    assert found(tmp_path) == (names, [])
    assert found(tmp_path, tmp_path / "b.bjn", tmp_path) == (names, [])
    assert found(tmp_path, language="bjn") == ([str(tmp_path / "b.bjn")], [])


def test_a_folder_named_like_a_record(tmp_path: Path) -> None:
    (tmp_path / "x.bjn").mkdir()
    (tmp_path / "x.bjn" / "y.bjn").write_text("")
    assert found(tmp_path / "x.bjn") == ([str(tmp_path / "x.bjn" / "y.bjn")], [])


def test_the_language_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(CLEAN)
    assert found(path, language="bjn") == ([str(path)], [])
    names, [complaint] = found(path)
    assert not names
    assert complaint.startswith(f"{path}: unknown suffix; use one of .pfn, .bjn, .botc, .qgn")


# Bad input: a message, exit status 2, no traceback, nothing written


def bad_bytes() -> dict[str, tuple[bytes, str]]:
    return {
        "latin-1": (
            CLEAN.encode() + b"{1.52}|1.1..as.| // caf\xe9\n",
            "not UTF-8: 0xE9 in line 2, byte 40 of",
        ),
        "utf-16": (CLEAN.encode("utf-16"), "this is UTF-16; save it as UTF-8"),
        "binary": (b"\n\x7fELF\0\0\1", "not a text: a NUL byte in line 2, byte 6 of the file"),
        "program": (
            CLEAN.encode() * 99 + b"\xcf\0",
            "not a text: a NUL byte in line 100, byte 1586 of the file",
        ),
        "surrogate": (b"\xed\xa0\x80", "not UTF-8: 0xED in line 1, byte 1 of the file"),
    }


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
@pytest.mark.parametrize("name", bad_bytes())
def test_no_text(name: str, command: list[str], tmp_path: Path) -> None:
    data, message = bad_bytes()[name]
    path = tmp_path / "x.bjn"
    path.write_bytes(data)
    before = state(tmp_path)
    answer = kibitz(*command, path)
    assert answer.status == 2
    assert f"kibitz: {path}: {message}" in answer.errors
    assert not answer.text
    assert state(tmp_path) == before


@pytest.mark.parametrize("command", [*COMMANDS, ["preview"], ["convert", "--to", "compact"]], ids="-".join)
def test_no_file(command: list[str], tmp_path: Path) -> None:
    missing, folder, link = tmp_path / "no.bjn", tmp_path / "empty", tmp_path / "link.bjn"
    folder.mkdir()
    link.symlink_to("nowhere")
    assert kibitz(*command, missing)[::2] == (2, f"kibitz: {missing}: no such file or folder\n")
    assert kibitz(*command, link).status == 2
    for one in (link, tmp_path):
        answer = kibitz(*command, one)
        assert answer.status == 2
        if one == link or command[0] in ("check", "format"):
            assert f"kibitz: {link}: a link to nowhere, which is not there\n" in answer.errors
    answer = kibitz(*command, folder)
    # An empty folder has no findings.
    assert answer.status == (0 if command[0] in ("check", "format") else 2)
    assert answer.errors.startswith(f"kibitz: {folder}: ")
    assert not answer.data


def test_deep_folder_is_searched_to_the_limit(deep: Path) -> None:
    """`os.walk` recurses, and these nested folders are too deep for it."""
    (deep / "a.bjn").write_text("{1.52}|1.1..as.|1.1..as.|")
    at_bound = deep.joinpath(*["d"] * DEEPEST)
    (at_bound / "b.bjn").write_text(CLEAN)
    (at_bound / "d" / "c.bjn").write_text(CLEAN)
    answer = kibitz("check", "--no-cache", deep)
    assert answer.status == 2
    assert "BJN210" in answer.text, "what is not so deep is checked all the same"
    assert f"kibitz: {at_bound}: folders below it are skipped: they are more than" in answer.errors
    names, _ = found(deep)
    assert names == [str(deep / "a.bjn"), str(at_bound / "b.bjn")]


def test_binary_file_is_left_after_a_block(tmp_path: Path) -> None:
    """A file of 4 GB that holds nothing takes no place on the disk, but half a minute to be read."""
    path = tmp_path / "x.bjn"
    for begins in (b"", CLEAN.encode() * 100_000):
        path.write_bytes(begins)
        os.truncate(path, 1 << 40)
        answer = kibitz("check", path)
        assert answer.status == 2
        assert f"{path}: not a text: a NUL byte in line {begins.count(10) + 1}, byte" in answer.errors


def test_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("x.bjn")
        assert kibitz("check", "x.bjn") == (2, b"", "kibitz: x.bjn: this is a socket, not a file\n")


def test_a_folder_without_records(tmp_path: Path) -> None:
    answer, suffixes = kibitz("check", tmp_path), ", ".join(f".{one}" for one in IDS)
    assert answer == (0, b"", f"kibitz: {tmp_path}: no records in this folder ({suffixes})\n")


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user who runs the tests may read everything, so the system is made to refuse."""
    path = tmp_path / "x.bjn"
    path.write_text(CLEAN)

    def refuse(name: str, _: int) -> NoReturn:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr("kibitz.project.files.os.open", refuse)
    assert kibitz("format", path) == (
        2, b"", f"kibitz: {path}: Permission denied\nkibitz: 0 of 1 file changed\n"
    )  # fmt: skip


def test_the_others_are_done(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.bjn", tmp_path / "bad.bjn"
    good.write_text(DIRTY)
    bad.write_bytes(b"\xff")
    answer = kibitz("format", bad, good, tmp_path / "missing.bjn")
    assert answer.status == 2
    assert good.read_text() == CLEAN
    assert bad.read_bytes() == b"\xff"
    assert len(answer.errors.splitlines()) == 4
    answer = kibitz("check", tmp_path)
    assert answer.status == 2
    assert "1 file checked" in answer.text


@pytest.mark.parametrize("language_id", IDS)
def test_an_empty_file(language_id: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{language_id}"
    path.write_bytes(b"")
    answer = kibitz("check", path)
    assert answer.status in {0, 1}
    assert (answer.status == 0) == (answer.errors == f"kibitz: {path}: empty, nothing to check\n")
    assert kibitz("format", path).status == 0
    assert kibitz("preview", path).status == 0
    assert path.read_bytes() == b""


@pytest.mark.parametrize("language_id", IDS)
@pytest.mark.parametrize(
    "text", ["{", "\n{\n", "{" * 5000, "[" * 5000, "(" * 5000, '"' * 5000, "\x01\x02", "\ufeff"]
)
def test_nonsense(language_id: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{language_id}"
    path.write_text(text, "utf-8", newline="")
    answer = kibitz("check", path)
    assert answer.status == (1 if text.strip("\ufeff") else answer.status), answer.text
    assert not answer.errors or "empty" in answer.errors
    kibitz("format", path)
    assert path.read_bytes().decode("utf-8").split() == text.split()


@pytest.mark.parametrize("language_id", IDS)
def test_conflict_markers(language_id: str, tmp_path: Path) -> None:
    """Each marker line gets exactly one clear error."""
    record = kept(language_id)[0]
    path = tmp_path / f"x.{language_id}"
    path.write_text(f"{record}\n<<<<<<< HEAD\n{record}\n=======\n{record}\n>>>>>>> theirs\n", "utf-8")
    said = [line for line in kibitz("check", path).text.splitlines() if "002 conflict-marker]" in line]
    assert len(said) == 3
    before = path.read_bytes()
    kibitz("format", path)
    assert [
        line for line in path.read_bytes().splitlines() if line[:7] in (b"<" * 7, b"=" * 7, b">" * 7)
    ] == [line for line in before.splitlines() if line[:7] in (b"<" * 7, b"=" * 7, b">" * 7)]


def test_a_stray_nul_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text("{1.52}|1.1..ts.|\0\n")
    answer = kibitz("check", path)
    assert answer.status == 1
    assert f"{path}:1:17: error" in answer.text


# Unexpected ends of the process


def test_control_c() -> None:
    code = (
        # A shell that runs the tests in the background hands the signal down ignored.
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from types import SimpleNamespace as Stream; from kibitz.cli import main; read = sys.stdin.buffer.read\n"
        "def heard(*size):\n    print('ready', flush=True)\n    return read(*size)\n"
        "sys.stdin = Stream(buffer=Stream(read=heard))\n"
        "sys.exit(main(['check', '-', '--language', 'bjn']))"
    )
    with process(code=code) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        running.send_signal(signal.SIGINT)
        out, errors = running.communicate()
    assert (running.returncode, out, errors) == (130, b"", b"kibitz: interrupted\n")


def test_a_broken_pipe(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text("{1.52}|9.9.9.9.9|\n" * 5000)
    with process("check", path, "--format", "json") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"[\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    for command in (["check"], ["format", "--diff"], ["preview"], ["convert", "--to", "annotated"]):
        with Path("/dev/full").open("wb") as full, process(*command, path, stdout=full) as running:
            assert running.communicate()[1].endswith(b"kibitz: standard output: No space left on device\n")
        assert running.returncode == 2


def test_full_disk_fails_the_help() -> None:
    for command in (["--version"], ["check", "--help"]):
        with Path("/dev/full").open("wb") as full, process(*command, stdout=full) as running:
            assert running.communicate()[1] == b"kibitz: standard output: No space left on device\n"
        assert running.returncode == 2


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command", [["check", "none.bjn"], ["format", "--check", "x.bjn"], ["rules", "--no"]]
)
def test_closed_standard_error(tmp_path: Path, command: list[str], unbuffered: str) -> None:
    """1 would mean that all could be read, and that there are errors in it."""
    (tmp_path / "x.bjn").write_text(DIRTY)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("wb") as full:
        for stdout in (subprocess.DEVNULL, full):
            with process(*command, stdout=stdout, stderr=full, cwd=tmp_path, env=environment) as running:
                running.communicate()
            assert running.returncode == 2


@pytest.mark.parametrize("command", [["format"], ["check"], ["preview"], ["convert", "--to", "compact"]])
def test_settings_extend_a_notation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """By every command, not by `check` alone."""
    tailored, read = type(load("bjn"))(), list[str]()

    def split(text: str, _: object) -> Iterator[SplitPoint]:
        read.append(text)
        return iter(())

    monkeypatch.setattr(tailored, "split", split)
    wanted = "format.bjn.style"
    monkeypatch.setattr(
        type(tailored),
        "tailored",
        lambda self, found: tailored if found.text(wanted, "") == "annotated" else self,
    )
    record = tmp_path / "a.bjn"
    record.write_text("{1.52}|1.1..as.|\n")
    kibitz(*command, record)
    assert read == []
    (tmp_path / "kibitz.toml").write_text('[format.bjn]\nstyle = "annotated"\n')
    kibitz(*command, record)
    assert read


def test_output_never_replaces_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hand.txt").write_text(DIRTY)
    Path("link.bjn").symlink_to("hand.txt")
    for command in ("preview", "replay", "export"):
        for name in ("hand.txt", "link.bjn"):
            answer = kibitz(command, "--language", "bjn", name, "-o", "./hand.txt")
            assert answer == (
                2,
                b"",
                "kibitz: ./hand.txt: not written, because it is the record itself; choose another name\n",
            )
    assert Path("hand.txt").read_text() == DIRTY


def test_a_file_is_one_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    names = ("x.bjn", "./x.bjn", ".", path, tmp_path / ".." / tmp_path.name)
    assert kibitz("export", *names).data == kibitz("export", "x.bjn").data
    assert kibitz("check", "--fix", *names).status == kibitz("check", path).status == 0


def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.bjn").write_text(DIRTY)
    for command in (["preview"], ["preview", "--format", "svg"], ["replay"], ["export"]):
        assert kibitz(*command, "x.bjn", "-o", "-").data == kibitz(*command, "x.bjn").data != b""
    assert os.listdir() == ["x.bjn"]
