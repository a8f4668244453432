"""Replacing files: whole or not at all, never over a later version, and with all file attributes."""

from __future__ import annotations

import os
import re
import signal
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from command import kibitz, process
from kibitz.cli import format as formatting
from kibitz.cli import replacing
from kibitz.cli.console import UserError
from kibitz.cli.files import Source
from kibitz.cli.replacing import replace
from kibitz.project.files import contents
from test_cli_files import CLEAN, DIRTY, state


def test_the_file_is_replaced_whole(tmp_path: Path) -> None:
    path, link = tmp_path / "x.bjn", tmp_path / "link.bjn"
    path.write_bytes(b"\xef\xbb\xbf" + DIRTY.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    link.symlink_to("x.bjn")
    old = path.stat().st_ino
    answer = kibitz("format", link)
    assert answer == (0, b"", f"kibitz: {link} changed\nkibitz: 1 of 1 file changed\n")
    assert path.read_bytes() == b"\xef\xbb\xbf" + CLEAN.replace("\n", "\r\n").encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert path.stat().st_ino != old
    assert sorted(os.listdir(tmp_path)) == ["link.bjn", "x.bjn"]
    again = path.stat()
    assert kibitz("format", link).errors == "kibitz: 0 of 1 file changed\n"
    assert path.stat() == again


@pytest.mark.parametrize("call", ["fsync", "chmod", "replace"])
def test_a_failure_leaves_the_file(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    before = state(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    answer = kibitz("format", path)
    assert answer.status == 2
    assert f"{path}: not changed: No space left on device" in answer.errors
    assert state(tmp_path) == before


def test_an_interrupt_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    before = state(tmp_path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    assert kibitz("format", path) == (130, b"", "kibitz: interrupted\n")
    assert state(tmp_path) == before


def test_a_read_only_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UserError, match="not changed, because the file is read-only"):
        replace(str(path), DIRTY.encode(), b"")
    assert path.read_text() == DIRTY


@pytest.mark.parametrize("when", ["before it is read", "before it is written"])
def test_a_file_that_vanishes(when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deleted record is reported and not made again, and the other records are formatted."""
    paths = [tmp_path / name for name in ("a.bjn", "b.bjn", "c.bjn")]
    for path in paths:
        path.write_text(DIRTY)
    read = contents

    def vanish(name: str) -> bytes:
        data = read(name) if when == "before it is written" else b""
        if name == str(paths[1]):
            paths[1].unlink()
        return data or read(name)

    monkeypatch.setattr("kibitz.cli.files.contents", vanish)
    answer = kibitz("format", tmp_path)
    assert answer.status == 2
    assert f"{paths[1]}: " in answer.errors
    assert re.search("no such file|was deleted", answer.errors)
    assert sorted(tmp_path.iterdir()) == [paths[0], paths[2]]
    assert [path.read_text() for path in (paths[0], paths[2])] == [CLEAN, CLEAN]


# The user saves the file while it is being formatted

THEIRS = "{1.52} | 1.1..2s.\n"
"""A text of the same length as :data:`DIRTY`."""


def in_place(path: Path) -> None:
    path.write_text(THEIRS)


def by_a_rename(path: Path) -> None:
    (path.parent / "new").write_text(THEIRS)
    (path.parent / "new").replace(path)


def secretly(path: Path) -> None:
    """With the size and the time of before, as a clock that is too coarse makes it look."""
    before = path.stat()
    path.write_text(THEIRS)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("save", [in_place, by_a_rename, secretly])
@pytest.mark.parametrize("when", ["while it is laid out", "while the new file is written"])
def test_later_version_stays(
    save: Callable[[Path], None], when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("a.bjn", "b.bjn", "c.bjn")
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text(DIRTY)
    formatted, copy_access = formatting._formatted, replacing._copy_access

    def slow(source: Source, say: Callable[[str], None]) -> str:
        if source.target.name == str(paths[1]) and when == "while it is laid out":
            save(paths[1])
        return formatted(source, say)

    def slower(path: str, temporary: str) -> None:
        if path == str(paths[1]) and when != "while it is laid out":
            save(paths[1])
        copy_access(path, temporary)

    monkeypatch.setattr(formatting, "_formatted", slow)
    monkeypatch.setattr(replacing, "_copy_access", slower)
    answer = kibitz("format", tmp_path)
    assert answer.status == 2
    assert f"kibitz: {paths[1]}: not changed: another program changed it meanwhile\n" in answer.errors
    assert [path.read_text() for path in paths] == [CLEAN, THEIRS, CLEAN]
    assert sorted(one.name for one in tmp_path.iterdir()) == list(names)


# Links, pipes and other special files


@pytest.mark.parametrize(
    "command", [["check"], ["format"], ["preview"], ["convert", "--to", "compact"]], ids="-".join
)
def test_a_pipe_is_no_file(command: list[str], tmp_path: Path) -> None:
    """A pipe is refused at once: it has no writer, so reading would never end."""
    path = tmp_path / "x.bjn"
    os.mkfifo(path)
    answer = kibitz(*command, path)
    assert answer.status == 2
    assert f"kibitz: {path}: this is a named pipe, not a file\n" in answer.errors
    assert not answer.data
    if command[0] in ("check", "format"):
        (tmp_path / "y.bjn").write_text(DIRTY)
        answer = kibitz(*command, tmp_path)
        assert answer.status == 2
        assert "this is a named pipe, not a file" in answer.errors
        assert "1 of 2 files changed" in answer.errors or "1 file checked" in answer.text
    assert path.is_fifo()


def test_a_device_is_no_file() -> None:
    answer = kibitz("check", "--language", "bjn", "/dev/zero")
    assert answer == (2, b"", "kibitz: /dev/zero: this is a device, not a file\n")


@pytest.mark.parametrize("name", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_names_of_standard_input(name: str) -> None:
    answer = kibitz("format", name, "--language", "bjn", stdin=DIRTY.encode())
    assert answer == (0, CLEAN.encode(), "")
    assert kibitz("check", name, "-", "--language", "bjn", stdin=CLEAN.encode()).text.startswith(
        "1 file checked"
    )
    assert "add --language" in kibitz("check", name).errors


def test_hard_links_are_not_parted(tmp_path: Path) -> None:
    path, other = tmp_path / "x.bjn", tmp_path / "other"
    path.write_text(DIRTY)
    other.hardlink_to(path)
    answer = kibitz("format", path)
    assert answer.status == 2
    assert f"kibitz: {path}: not changed: it has 2 hard links" in answer.errors
    assert path.samefile(other)
    assert other.read_text() == DIRTY


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_owner_of_a_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    os.chown(path, 12345, 12345)
    with monkeypatch.context() as patch:

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        patch.setattr(os, "chown", refuse)
        answer = kibitz("format", path)
        assert answer.status == 2
        assert f"kibitz: {path}: not changed: it belongs to another user" in answer.errors
        assert path.read_text() == DIRTY
    assert kibitz("format", path).status == 0
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12345)
    assert os.listdir(tmp_path) == ["x.bjn"]


def test_rights_to_act_as_the_owner_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    path.chmod(0o6755)
    assert kibitz("format", path).status == 0
    assert path.stat().st_mode & 0o7777 == 0o755


def access_list(*entries: tuple[int, int, int]) -> bytes:
    """Return an access list as Linux keeps it: tags, permissions and ids."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *one) for one in entries)


NOBODY = 0xFFFFFFFF
PRIVATE = access_list((1, 6, NOBODY), (2, 4, 1234), (4, 0, NOBODY), (0x10, 4, NOBODY), (0x20, 0, NOBODY))
"""The owner and one more user may read; the group may not."""


def set_attribute(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except (OSError, AttributeError):
        pytest.skip("this file system has no such attributes")


@pytest.mark.parametrize("command", ["format", "export"])
def test_the_access_list_of_a_file_is_kept(command: str, tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    changed = path if command == "format" else tmp_path / "rows.csv"
    changed.touch()
    set_attribute(changed, "system.posix_acl_access", PRIVATE)
    set_attribute(changed, "user.note", b"mine")
    mode = changed.stat().st_mode
    assert kibitz(command, path, *(() if command == "format" else ("-o", changed))).status == 0
    assert os.getxattr(changed, "system.posix_acl_access") == PRIVATE
    assert os.getxattr(changed, "user.note") == b"mine"
    assert changed.stat().st_mode == mode


def test_folder_acl_opens_no_file(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    path.chmod(0o640)
    set_attribute(tmp_path, "system.posix_acl_default", PRIVATE)
    assert kibitz("format", path).status == 0
    assert os.listxattr(path) == []
    assert path.stat().st_mode & 0o777 == 0o640


def test_unsettable_acl_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    set_attribute(path, "user.note", b"mine")

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "setxattr", refuse)
    answer = kibitz("format", path)
    assert (answer.status, path.read_text()) == (2, DIRTY)
    assert f"{path}: not changed: Operation not permitted" in answer.errors


# Leftovers of a killed process

KILLED = """
import os, signal, sys
from kibitz.cli import main, replacing
replacing._copy_access = lambda *_: {act}
sys.exit(main(["format", sys.argv[-1]]))
"""


def left(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir() if one.name.startswith(".kibitz-")]


def test_leftovers_of_a_killed_process_vanish(tmp_path: Path) -> None:
    path, link = tmp_path / "x.bjn", tmp_path / ".kibitz-abcdefgh.tmp"
    path.write_text(DIRTY)
    mine = tmp_path / ".kibitz-my-notes.tmp"
    mine.write_text("x")
    link.symlink_to(mine)
    kept = {mine.name, link.name}
    with process(str(path), code=KILLED.format(act="os.kill(os.getpid(), signal.SIGKILL)")) as running:
        assert running.wait() == -signal.SIGKILL
    assert len(left(tmp_path)) == 3
    assert path.read_text() == DIRTY
    for looking in ("--check", "--diff"):
        kibitz("format", looking, tmp_path)
        assert len(left(tmp_path)) == 3
    (temporary,) = set(left(tmp_path)) - kept
    os.utime(tmp_path / temporary, (0, 0))
    kibitz("format", tmp_path)
    assert set(left(tmp_path)) == kept
    assert path.read_text() == CLEAN


def test_fresh_temporary_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    path.write_text(DIRTY)
    with process(str(path), code=KILLED.format(act="(print(flush=True), sys.stdin.read())")) as running:
        assert running.stdout is not None
        running.stdout.readline()
        assert len(left(tmp_path)) == 1
        assert kibitz("format", path).status == 0
        assert len(left(tmp_path)) == 1
        _, errors = running.communicate()
    assert b"another program changed it meanwhile" in errors
    assert path.read_text() == CLEAN
    assert not left(tmp_path)
