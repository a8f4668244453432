"""Files replaced: whole or not at all, and never over what somebody else has written meanwhile."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from kibitz.cli.console import UserError
from kibitz.files import UnreadableError, opened
from kibitz.languages import for_path

if sys.platform != "win32":
    import fcntl

AT_FDCWD, RENAME_EXCHANGE = -100, 2
"""Of Linux: names count from the working folder; two files change names."""
CHANGED = "another program changed it meanwhile"
PREFIX = ".kibitz-"
SUFFIX = ".tmp"
_OURS = re.compile(rf"{re.escape(PREFIX)}\w{{8}}{re.escape(SUFFIX)}")
"""The names of what is being written, as `tempfile` makes them up."""


def replace(name: str, read: bytes, data: bytes) -> None:
    """Puts `data` in the place of a file that held `read`; links stay links, owner and permissions are kept.

    Raises UserError, with the file as it was: where it does not hold `read` any more, too.
    """
    path = os.path.realpath(name)
    try:
        if not os.path.exists(path):
            raise UserError(f"{name}: not changed, because the file was deleted")
        if not os.access(path, os.W_OK):
            raise UserError(f"{name}: not changed, because the file is read-only")
        _replace(path, read, data)
    except UserError:
        raise
    except (OSError, UnreadableError, _RefusedError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{name}: not changed: {reason}") from error


def write(name: str, data: bytes, record: str) -> None:
    """Writes a file of ours, which may be there already, about a record. Raises UserError; see :func:`written`."""
    with written(name, [record]) as file:
        file.write(data)


def spare(name: str, records: Iterable[str]) -> None:
    """Raises UserError where writing a file of ours would write over a record: by its suffix, or one of some records."""
    path = os.path.realpath(name)
    if for_path(path) is not None:
        raise UserError(f"{name}: not written, because the suffix is that of a record; choose another name")
    if any(os.path.realpath(one) == path for one in records):
        raise UserError(f"{name}: not written, because it is the record itself; choose another name")


def form_of(
    output: str, asked: str | None, option: str, forms: Sequence[str], records: Iterable[str], binary: str
) -> str:
    """The form of what is written: the one that is asked for or that the suffix says, or else the first.

    Raises UserError for a suffix of none, and where the binary one would go to a terminal.
    """
    suffix = os.path.splitext(output)[1].lower().removeprefix(".")
    form = asked or suffix or forms[0]
    if form not in forms:
        spare(output, records)
        raise UserError(
            f"{output}: unknown output format .{suffix}; use --{option} with one of {', '.join(forms)}"
        )
    if form == binary.lower() and output == "-" and sys.stdout.isatty():
        raise UserError(f"{binary} cannot be shown on a terminal; add -o FILE")
    return form


@contextmanager
def written(name: str, records: Iterable[str]) -> Iterator[BinaryIO]:
    """A stream for a file of ours, which holds all of it as soon as the block ends without an exception.

    A record is never written over, by its suffix or as one of those that it is made of. What is no regular file is written
    to as it is. Raises UserError.
    """
    spare(name, records)
    path = os.path.realpath(name)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                yield file
            return
        with _beside(path) as (file, temporary):
            yield file
            file.flush()
            os.chmod(temporary, _mode(path))
            if sys.platform == "win32":
                file.close()
            os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"{name}: not written: {error.strerror}") from error


def _mode(path: str) -> int:
    """The permissions of a file, or those that a new one gets."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class _RefusedError(Exception):
    """Replacing would lose something; the message says what."""


def _replace(path: str, read: bytes, data: bytes) -> None:
    old = os.stat(path)
    if old.st_nlink > 1:
        raise _RefusedError(f"it has {old.st_nlink} hard links, and kibitz would update only one of them")
    with _beside(path) as (file, temporary):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        _hand_over(temporary, old)
        if sys.platform == "win32":
            # There nothing that is open can be moved.
            file.close()
        # The last look, after all that takes long.
        if not _holds(path, read):
            raise _RefusedError(CHANGED)
        if not _exchanged(temporary, path):
            os.replace(temporary, path)
        elif not _still_holds(temporary, read):
            # Somebody has saved just then, and that goes back. If there is another save there by now, that one stays.
            if _exchanged(temporary, path) and not _still_holds(temporary, data):
                _exchanged(temporary, path)
            raise _RefusedError(CHANGED)


def _exchanged(one: str, other: str) -> bool:
    """Gives each of two files the name of the other one at a single stroke; False where the system can't.

    Python knows no such call, but the C library of Linux does.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    if call(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), ctypes.c_uint(RENAME_EXCHANGE)) == 0:
        return True
    if ctypes.get_errno() == errno.ENOENT:
        raise _RefusedError("the file was deleted")
    return False


def _hand_over(temporary: str, old: os.stat_result) -> None:
    """Gives a new file the owner and the permissions of the old one, but for those to act as its owner."""
    new = os.stat(temporary)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.chown(temporary, old.st_uid, old.st_gid)
        except OSError as error:
            raise _RefusedError("it belongs to another user, and would then belong to you") from error
    os.chmod(temporary, stat.S_IMODE(old.st_mode) & ~(stat.S_ISUID | stat.S_ISGID))


def _holds(path: str, data: bytes) -> bool:
    """Whether a file holds some bytes, and nobody has touched it while they were compared."""
    with opened(path) as file:
        before = os.fstat(file.fileno())
        same = before.st_size == len(data) and file.read() == data
    return same and _stamp(before) == _stamp(os.stat(path))


def _still_holds(path: str, data: bytes) -> bool:
    """The same of what may not be a file by now."""
    try:
        return _holds(path, data)
    except (OSError, UnreadableError):
        return False


def _stamp(one: os.stat_result) -> tuple[int, ...]:
    return one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns, one.st_nlink


# What is being written stands in a file of its own, which is locked: where nobody holds the lock, its writer has been
# killed, and it can go.


@contextmanager
def _beside(path: str) -> Iterator[tuple[BinaryIO, str]]:
    """A new file in the same folder, with its name; gone afterwards unless it has become something else."""
    from tempfile import mkstemp

    while True:
        descriptor, temporary = mkstemp(prefix=PREFIX, suffix=SUFFIX, dir=os.path.dirname(path))
        _lock(descriptor)
        # Before it was locked somebody may have taken it for a stale one.
        if os.path.exists(temporary):
            break
        os.close(descriptor)
    try:
        with open(descriptor, "wb") as file:
            yield file, temporary
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def tidy(names: Iterable[str]) -> None:
    """Removes what a killed process of ours left in the folders of some files."""
    for folder in {os.path.dirname(os.path.realpath(name)) for name in names}:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if _OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    _remove_stale(entry.path)


def _remove_stale(path: str) -> None:
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _is_mine(descriptor) and _lock(descriptor, wait=False):
                os.unlink(path)
        finally:
            os.close(descriptor)


def _is_mine(descriptor: int) -> bool:
    return sys.platform == "win32" or os.fstat(descriptor).st_uid == os.geteuid()


def _lock(descriptor: int, wait: bool = True) -> bool:
    """Locks a file of ours for as long as this process lives; says whether that could be done."""
    if sys.platform == "win32":
        # There nobody can remove a file that is open.
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        # Somebody holds it, or the file system knows no locks.
        return False
    return True
