"""The files of records: search below a folder, and reading. The command line and the server share this."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from typing import BinaryIO

from kibitz.core.answers import IncludedFile
from kibitz.languages import for_path

LONGEST_INCLUDED = 1_000_000
"""Greatest number of bytes of a file that a record names."""
INCLUDED = ".json"
"""The suffix of the files that records may name."""
TEXT = 10
"""Bytes per NUL: a file with more NULs is not text. The notation reports a stray NUL at its place."""
BLOCK = 1 << 16
"""Bytes that are read before the first test. Reading an empty file of 4 GB as a whole takes 35 s."""
DEEPEST = 100
"""Levels of folders that are searched. The system follows each path from its root, so 1,000 levels take half a minute."""


class UnreadableError(ValueError):
    """A file that is not text. The message has the reason without the name, and `line` the line from 1."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def below(
    folder: str, failed: Callable[[OSError], object], kept: Callable[..., list[str]]
) -> Iterator[tuple[str, str]]:
    """Yield the records below a folder with the ids of their notations, in order. Hidden folders are left out.

    `kept` returns the names in a folder that count: names of files, or with a third argument `/`, names of folders.
    `failed` is called for unreadable folders, for folders more than :data:`DEEPEST` deep, and for links to nothing. A pipe
    or a device with the name of a record is among the records; reading it fails.
    """
    for path, folders, names in os.walk(folder, onerror=failed):
        seen = sorted(one for one in folders if not one.startswith(".") and one != "node_modules")
        folders[:] = kept(path, seen, "/")
        if folders and path.count(os.sep, len(folder)) >= DEEPEST:
            failed(
                OSError(0, f"folders below it are skipped: they are more than {DEEPEST} levels deep", path)
            )
            folders.clear()
        known = {name: language_id for name in names if (language_id := for_path(name)) is not None}
        within = os.path.normpath(path)
        for name in kept(path, sorted(known)):
            full = name if within == os.curdir else os.path.join(within, name)
            if os.path.exists(full):
                yield full, known[name]
            elif not name.startswith("."):
                # Editors lock a file with a hidden link to nothing.
                failed(OSError(0, absence(full), full))


def absence(path: str) -> str:
    """Return why there is no file: it does not exist, or a link leads nowhere."""
    if not os.path.islink(path):
        return "no such file or folder"
    return f"a link to {os.readlink(path)}, which is not there"


def upwards(folder: str) -> Iterator[str]:
    """Yield a folder and all folders around it, by their whole paths."""
    while True:
        yield folder
        if folder == (folder := os.path.dirname(folder)):
            return


def known_as(path: str, real: Callable[[str], str]) -> str:
    """Return a key that is equal for all paths of a file, if `real` finds its folder. A link is another file."""
    folder, name = os.path.split(path)
    return os.path.join(real(folder), name)


def records_in(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the records in a folder with the ids of their notations, or nothing if the folder cannot be read."""
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry in entries if entry.is_file()]
    except OSError:
        return
    for name in found:
        language_id = for_path(name)
        if language_id is not None:
            yield name, language_id


def read(path: str) -> str:
    """Return the text of a file without its byte order mark. Raises UnreadableError."""
    return decoded(contents(path).removeprefix(codecs.BOM_UTF8))


def beside(path: str, names: Iterable[str]) -> dict[str, IncludedFile]:
    """Return the files in the folder of a record that it names. An unreadable one has the reason instead of a text.

    A record may be hostile: hidden files, paths and links to other places are not read.
    """
    folder = os.path.dirname(os.path.abspath(path))
    return {name: _included_file(folder, name) for name in names}


def is_included_name(path: str) -> bool:
    """Return whether a file has the suffix of files that records may name."""
    return path.lower().endswith(INCLUDED)


def _included_file(folder: str, name: str) -> IncludedFile:
    if not is_included_name(name) or name != os.path.basename(name) or name.startswith("."):
        return IncludedFile(problem=f"this is not the name of a {INCLUDED} file in the record's folder")
    full = os.path.join(folder, name)
    try:
        if os.path.dirname(os.path.realpath(full)) != os.path.realpath(folder):
            return IncludedFile(problem="this leads out of the record's folder, and is not read")
        if not os.path.exists(full):
            return IncludedFile(problem="the record's folder has no such file")
        return IncludedFile(decoded(contents(full, LONGEST_INCLUDED).removeprefix(codecs.BOM_UTF8)))
    except (UnreadableError, OSError, ValueError) as error:
        return IncludedFile(problem=f"this can't be read: {error}")


_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}


def opened(path: str) -> FileIO:
    """Open a regular file for reading. Raises OSError, and UnreadableError for anything else.

    It never waits: a pipe without a writer is refused at once.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError:
        if not stat.S_ISSOCK(os.stat(path).st_mode):
            raise
        raise UnreadableError("this is a socket, not a file") from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise UnreadableError(f"this is {_KINDS.get(stat.S_IFMT(mode), 'something else')}, not a file")
    return open(descriptor, "rb", buffering=0)


def contents(path: str, most: int | None = None) -> bytes:
    """Return the bytes of a regular file, at most `most`. Raises UnreadableError."""
    try:
        with opened(path) as file:
            return stream(file, most)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        raise UnreadableError(absence(path) if missing else error.strerror or str(error)) from error


def stream(file: BinaryIO | FileIO, most: int | None = None) -> bytes:
    """Return the bytes of an open file. The first block that is clearly not text is the last one. Raises UnreadableError, OSError."""
    read = bytearray()
    try:
        while block := file.read(BLOCK):
            read += block
            if read.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise UnreadableError("this is UTF-16; save it as UTF-8")
            if block.count(0) > len(block) // TEXT:
                raise _no_text("not a text: a NUL byte", read, read.index(0))
            if most is not None and len(read) > most:
                raise UnreadableError(f"longer than {most} bytes")
        return bytes(read)
    except MemoryError as error:
        raise UnreadableError("too large for the memory of this machine") from error


def decoded(data: bytes) -> str:
    """Return the UTF-8 text of some bytes. Raises UnreadableError, which names the first wrong byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if (nul := data.find(0)) >= 0:
            raise _no_text("not a text: a NUL byte", data, nul) from error
        raise _no_text(f"not UTF-8: 0x{data[error.start]:02X}", data, error.start) from error


def _no_text(reason: str, data: bytes | bytearray, at: int) -> UnreadableError:
    line = data.count(10, 0, at) + 1
    return UnreadableError(f"{reason} in line {line}, byte {at + 1} of the file", line)
