"""Replacement of files: whole or not at all, and never over changes by another program since the file was read."""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from kibitz.cli.console import UserError
from kibitz.languages import for_path
from kibitz.project.files import UnreadableError, opened

PREFIX = ".kibitz-"
SUFFIX = ".tmp"
_TEMPORARY = re.compile(rf"{re.escape(PREFIX)}\w{{8}}{re.escape(SUFFIX)}")
"""The names of temporary files, as `tempfile` makes them."""
STALE = 3600
"""Age in seconds from which a temporary file counts as left over by a killed process."""
ACCESS_LIST = "system.posix_acl_access"


def replace(name: str, read: bytes, data: bytes) -> None:
    """Write `data` into a file that held `read`. Links stay links. Owner, permissions and attributes are kept.

    Raises UserError, and leaves the file unchanged, also if another program has changed the file.
    """
    path = os.path.realpath(name)
    try:
        if not os.access(path, os.W_OK) and os.path.exists(path):
            raise UserError(f"{name}: not changed, because the file is read-only")
        _replace(path, read, data)
    except FileNotFoundError as error:
        raise UserError(f"{name}: not changed, because the file was deleted") from error
    except (OSError, UnreadableError, _RefusedError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{name}: not changed: {reason}") from error


def require_no_record(name: str, records: Iterable[str]) -> None:
    """Raise UserError if a file that kibitz makes would replace a record: by its suffix, or one of some records."""
    path = os.path.realpath(name)
    if for_path(path) is not None:
        raise UserError(f"{name}: not written, because the suffix is that of a record; choose another name")
    if any(os.path.realpath(one) == path for one in records):
        raise UserError(f"{name}: not written, because it is the record itself; choose another name")


def form_of(
    output: str, asked: str | None, option: str, forms: Sequence[str], records: Iterable[str], binary: str
) -> str:
    """Return the form to write: the one that is asked for, that of the suffix, or the first.

    Raises UserError if no form has the suffix, and if the binary one would go to a terminal.
    """
    suffix = os.path.splitext(output)[1].lower().removeprefix(".")
    form = asked or suffix or forms[0]
    if form not in forms:
        require_no_record(output, records)
        raise UserError(
            f"{output}: unknown output format .{suffix}; use --{option} with one of {', '.join(forms)}"
        )
    if form == binary.lower() and output == "-" and sys.stdout.isatty():
        raise UserError(f"{binary} cannot be shown on a terminal; add -o FILE")
    return form


@contextmanager
def output_file(name: str, records: Iterable[str]) -> Iterator[BinaryIO]:
    """Open a file that kibitz makes of some records. It changes only if the block ends without an exception.

    A record is never replaced. A device or a pipe is written to directly. Raises UserError.
    """
    require_no_record(name, records)
    path = os.path.realpath(name)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                yield file
            return
        with _temporary(path) as (file, temporary):
            yield file
            file.close()
            if os.path.exists(path):
                _copy_access(path, temporary)
            else:
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"{name}: not written: {error.strerror}") from error


class _RefusedError(Exception):
    """Replacing would lose something, which the message names."""


def _replace(path: str, read: bytes, data: bytes) -> None:
    old = os.stat(path)
    if old.st_nlink > 1:
        raise _RefusedError(f"it has {old.st_nlink} hard links, and kibitz would update only one of them")
    with _temporary(path) as (file, temporary):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        file.close()
        new = os.stat(temporary)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            try:
                os.chown(temporary, old.st_uid, old.st_gid)
            except OSError as error:
                raise _RefusedError("it belongs to another user, and would then belong to you") from error
        _copy_access(path, temporary)
        with opened(path) as now:
            if now.read() != read:
                raise _RefusedError("another program changed it meanwhile")
        os.replace(temporary, path)


def _copy_access(path: str, temporary: str) -> None:
    """Copy permissions, access list and user attributes, but not the right to run as the owner. Raises OSError."""
    old, new = _attributes(path), _attributes(temporary)
    # A new file may have an access list of its folder.
    for name in new.keys() - old.keys():
        os.removexattr(temporary, name)
    for name, value in old.items():
        os.setxattr(temporary, name, value)
    # The bits of the group are the mask of an access list, so they come last.
    os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode) & ~(stat.S_ISUID | stat.S_ISGID))


def _attributes(path: str) -> dict[str, bytes]:
    """Return the access list and the user attributes of a file; none if the file system has no attributes."""
    if sys.platform != "linux":
        return {}
    names: Sequence[str] = ()
    with suppress(OSError):
        names = os.listxattr(path)
    return {
        name: os.getxattr(path, name) for name in names if name == ACCESS_LIST or name.startswith("user.")
    }


@contextmanager
def _temporary(path: str) -> Iterator[tuple[BinaryIO, str]]:
    """Make a file in the same folder, with its name, and remove it afterwards unless it was renamed."""
    from tempfile import mkstemp

    descriptor, temporary = mkstemp(prefix=PREFIX, suffix=SUFFIX, dir=os.path.dirname(path))
    try:
        with open(descriptor, "wb") as file:
            yield file, temporary
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def remove_leftovers(names: Iterable[str]) -> None:
    """Remove the temporary files that killed processes left in the folders of some files."""
    before = time.time() - STALE
    for folder in {os.path.dirname(os.path.realpath(name)) for name in names}:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if _TEMPORARY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    with suppress(OSError):
                        if entry.stat().st_mtime < before:
                            os.unlink(entry.path)
