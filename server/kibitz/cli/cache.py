"""A cache of findings, so that an unchanged file is not checked again.

It is one SQLite table in the user's cache folder, so several processes may use it. If anything is wrong with it, the files
are checked without it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

import kibitz
from kibitz.cli.files import STDIN, Source, Target
from kibitz.project.files import beside
from kibitz.project.findings import Change, Finding, Note, Region, Remedy
from kibitz.project.settings import Settings

FILES = 20
"""Number of files from which a cache saves time."""
BYTES = 100_000
"""Number of bytes from which a cache saves time."""
CACHED_FINDINGS = 1000
"""Greatest number of findings of a file that are kept."""
LARGEST = 100_000
"""Greatest number of entries. A fuller cache is emptied, because most entries belong to old texts."""
LOCK_TIMEOUT = 2.0
"""Seconds to wait for another process that writes."""


class Entry(NamedTuple):
    """The result of a file. Its fields are the columns of the table."""

    key: bytes
    """A hash of kibitz, the settings and the text."""
    found: bytes
    """The findings and the included files, as compressed JSON. A checksum reveals damage."""


def worthwhile(targets: Sequence[Target]) -> bool:
    """Return whether a cache saves time for these files."""
    if any(target.name == STDIN for target in targets):
        return False
    return len(targets) >= FILES or sum(target.size for target in targets) >= BYTES


def key_of(source: Source, settings: Settings) -> bytes:
    """Return a hash of everything that the findings in a text depend on, except for the included files."""
    # The order of a set differs from process to process.
    said = settings._replace(disabled=frozenset()), sorted(settings.disabled)
    chosen = repr(said).encode("utf-8", "replace")
    return _hash(_this_kibitz(), source.target.language_id.encode(), chosen, source.data)


def found(source: Source, key: bytes) -> list[Finding] | None:
    """Return the findings of a file, or None if the cache does not know them."""
    try:
        row = _connection(os.getpid()).execute("SELECT found FROM files WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        said = json.loads(zlib.decompress(row[0]))
        if said["included_key"] != _included(source.target.absolute, said["included"]):
            return None
        return [_finding(one) for one in said["findings"]]
    except (OSError, sqlite3.Error, zlib.error, ValueError, TypeError, KeyError):
        return None


def entry(source: Source, key: bytes, findings: Sequence[Finding], names: Sequence[str]) -> Entry:
    """Return the cache entry of a file that includes the files `names`."""
    included = _included(source.target.absolute, names)
    said = {"findings": findings, "included": names, "included_key": included}
    return Entry(key, zlib.compress(json.dumps(said).encode()))


def keep(entries: Sequence[Entry]) -> None:
    """Write entries into the cache. If that fails, the next check begins another one."""
    try:
        if entries:
            with _connection(os.getpid()) as connection:
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS files (key BLOB PRIMARY KEY, found BLOB) WITHOUT ROWID"
                )
                if connection.execute("SELECT count(*) FROM files").fetchone()[0] > LARGEST:
                    connection.execute("DELETE FROM files")
                connection.executemany("INSERT OR REPLACE INTO files (key, found) VALUES (?, ?)", entries)
    except (OSError, sqlite3.Error):
        with suppress(OSError):
            os.unlink(database())
    finally:
        close()


def close() -> None:
    """Close the cache."""
    if _connection.cache_info().currsize:
        _connection(os.getpid()).close()
        _connection.cache_clear()


@cache
def _connection(_process: int) -> sqlite3.Connection:
    """Open the cache. A forked process opens its own. Raises OSError and sqlite3.Error."""
    os.makedirs(folder(), exist_ok=True)
    return sqlite3.connect(database(), timeout=LOCK_TIMEOUT)


def database() -> str:
    """Return the path of the cache."""
    return os.path.join(folder(), "findings.db")


def folder() -> str:
    """Return the folder for caches of kibitz."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "kibitz")


def _hash(*parts: bytes) -> bytes:
    lengths = ",".join([str(len(part)) for part in parts]).encode()
    return blake2b(b"\0".join((lengths, *parts)), digest_size=16).digest()


@cache
def _this_kibitz() -> bytes:
    """Return a hash of the version and the files of kibitz, which may change without another version."""
    root = os.path.dirname(kibitz.__file__)
    said = (kibitz.__version__, sys.version, sorted(_stamps(root)))
    return _hash(repr(said).encode("utf-8", "replace"))


def _stamps(root: str) -> Iterator[tuple[str, int, int]]:
    grammars = os.path.join(os.path.dirname(os.path.dirname(root)), "grammars")
    for path, _, names in chain(os.walk(root), os.walk(grammars)):
        if os.path.basename(path) != "__pycache__":
            for name in names:
                about = os.stat(full := os.path.join(path, name))
                yield full, about.st_size, about.st_mtime_ns


def _included(path: str, names: Sequence[str]) -> str:
    """Return a hash of the files that a record includes, empty if it includes none."""
    return _hash(repr(sorted(beside(path, names).items())).encode("utf-8", "replace")).hex() if names else ""


def _finding(said: Any) -> Finding:
    code, name, severity, message, region, related, fixes = said
    return Finding(
        code,
        name,
        severity,
        message,
        Region(*region),
        tuple([Note(Region(*place), message) for place, message in related]),
        tuple(
            [
                Remedy(title, safe, preferred, tuple([Change(Region(*place), text) for place, text in edits]))
                for title, safe, preferred, edits in fixes
            ]
        ),
    )
