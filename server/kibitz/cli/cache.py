"""What was found in files that have not changed since: kept in the user's cache folder, one file a project.

What is kept of a file holds for its content, its settings and this very kibitz. It is a SQLite database, so that several
processes may use it; whatever is wrong with it, the files are checked as if there were none.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

import kibitz
from kibitz.cli.files import STDIN, Source, Target
from kibitz.files import beside
from kibitz.findings import Change, Finding, Note, Region, Remedy
from kibitz.settings import Settings, filed

FILES = 20
"""For so many files a cache is worth looking into,"""
BYTES = 100_000
"""and for so many bytes."""
MOST = 1000
"""With more findings nothing is kept of a file."""
LARGEST = 100_000
"""With so many files in it, a cache is begun anew: most of them are there no more."""
PATIENCE = 2.0
"""Seconds to wait for another process that writes."""


class Entry(NamedTuple):
    """What is kept of a file."""

    database: str
    name: str
    key: bytes
    said: str
    """The findings, and which files beside the record they rest on, as JSON; empty for nothing."""


def worthwhile(targets: Sequence[Target]) -> bool:
    """Whether there is so much to check that a cache helps."""
    if any(target.name == STDIN for target in targets):
        return False
    return len(targets) >= FILES or sum(target.size for target in targets) >= BYTES


def key_of(source: Source, settings: Settings) -> bytes:
    """What the findings in a text depend on, but for the files beside it."""
    return _hash(_this_kibitz(), source.target.language_id.encode(), _said(settings), source.data)


def _said(settings: Settings) -> bytes:
    """What of settings findings depend on."""
    preferences = sorted(settings.preferences.values.items(), key=lambda one: one[0])
    severities = sorted(settings.severities.items())
    said = (preferences, sorted(settings.disabled), severities, settings.ignored, settings.selected)
    return repr(said).encode("utf-8", "replace")


def found(source: Source, key: bytes) -> list[Finding] | None:
    """What was found in a file, None where that is not known."""
    path = source.target.absolute
    kept = _kept(database_of(source.target)).get(_as_text(path))
    if kept is None or kept[0] != key:
        return None
    if not kept[1]:
        return []
    try:
        said = json.loads(kept[1])
        if said["beside"] and said["beside_key"] != _beside(path, said["beside"]):
            return None
        return [_finding(one) for one in said["findings"]]
    except (ValueError, TypeError, KeyError):
        return None


def entry(source: Source, key: bytes, findings: Sequence[Finding], names: Sequence[str]) -> Entry:
    """What is to be kept of a file; `names` are the files beside it that it names."""
    path = source.target.absolute
    said = ""
    if findings or names:
        said = json.dumps(
            {"findings": findings, "beside": names, "beside_key": _beside(path, names) if names else ""}
        )
    return Entry(database_of(source.target), _as_text(path), key, said)


def _as_text(path: str) -> str:
    """A path as a database takes it: names of files may be no text."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def keep(entries: Iterable[Entry]) -> None:
    """Keeps what was found. Where that can't be done, nothing is kept."""
    by_database: dict[str, list[Entry]] = {}
    for one in entries:
        by_database.setdefault(one.database, []).append(one)
    for database, some in by_database.items():
        with suppress(OSError, sqlite3.Error):
            os.makedirs(os.path.dirname(database), exist_ok=True)
            _write(database, some)
    _kept.cache_clear()


def database_of(target: Target) -> str:
    """Where the findings in a file are kept: its project is where its settings stand, or else the current folder."""
    return _database(os.path.dirname(target.absolute))


@cache
def _database(inside: str) -> str:
    project = os.path.dirname(filed(os.path.join(inside, "record")).path or "") or os.getcwd()
    name = "".join(one if one.isalnum() or one in "-_." else "-" for one in os.path.basename(project))
    return os.path.join(folder(), f"{name}-{_hash(os.fsencode(project)).hex()[:16]}.db")


def folder() -> str:
    """The folder for caches of ours."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "kibitz")


# The database


@cache
def _kept(database: str) -> dict[str, tuple[bytes, str]]:
    """All that is kept, by the paths of files. What is damaged is left out, or is gone with its file."""
    if not os.path.exists(database):
        return {}
    try:
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
            rows = connection.execute("SELECT path, key, said, sum FROM found").fetchall()
        return {path: (key, said) for path, key, said, sum_ in rows if sum_ == _sum(path, key, said)}
    except sqlite3.OperationalError:
        return {}
    except (sqlite3.Error, TypeError, AttributeError, OverflowError):
        with suppress(OSError):
            os.unlink(database)
        return {}


def _write(database: str, entries: Sequence[Entry]) -> None:
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection, connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS found (path TEXT PRIMARY KEY, key BLOB, said TEXT, sum BLOB) WITHOUT ROWID"
        )
        if connection.execute("SELECT count(*) FROM found").fetchone()[0] > LARGEST:
            connection.execute("DELETE FROM found")
        rows = [(one.name, one.key, one.said, _sum(one.name, one.key, one.said)) for one in entries]
        connection.executemany("INSERT OR REPLACE INTO found VALUES (?, ?, ?, ?)", rows)


def _sum(path: str, key: bytes, said: str) -> bytes:
    """Tells whether a row is what was written."""
    return _hash(path.encode("utf-8", "surrogatepass"), key, said.encode())


def _hash(*parts: bytes) -> bytes:
    lengths = ",".join([str(len(part)) for part in parts]).encode()
    return blake2b(b"\0".join((lengths, *parts)), digest_size=16).digest()


@cache
def _this_kibitz() -> bytes:
    """This version with its very files, which somebody who works on it changes without another version."""
    root = os.path.dirname(kibitz.__file__)
    said = (kibitz.__version__, sys.version, sorted(_stamps(root)))
    return _hash(repr(said).encode("utf-8", "replace"))


def _stamps(root: str) -> Iterator[tuple[str, int, int]]:
    grammars = os.path.join(os.path.dirname(os.path.dirname(root)), "grammars")
    waiting = [root, *([grammars] if os.path.isdir(grammars) else [])]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for one in entries:
                if one.is_dir():
                    if one.name != "__pycache__":
                        waiting.append(one.path)
                else:
                    about = one.stat()
                    yield one.path, about.st_size, about.st_mtime_ns


# Findings and JSON


def _beside(path: str, names: Iterable[str]) -> str:
    """What the files beside a record say."""
    return _hash(repr(sorted(beside(path, names).items())).encode("utf-8", "replace")).hex()


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
