"""A baseline: what is known to be wrong in an archive and shall not be told again. Only what is new counts.

It knows a finding by its rule and by the line that it begins in, wherever that moves to: whoever changes the line is told again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

from kibitz.cli.console import UserError
from kibitz.cli.frames import Lines
from kibitz.cli.replacing import output_file
from kibitz.core.words import plural
from kibitz.project.files import UnreadableError, read
from kibitz.project.findings import Finding

VERSION = 1
LARGEST_LINE = 10_000
"""Of so many characters of a line a fingerprint is made."""

Known = Mapping[str, Sequence[str]]
"""The fingerprints, by files."""


def fingerprints(text: str, findings: Iterable[Finding]) -> list[str]:
    """A name for each finding in a file: the same for the same mistake in a line with the same text, and no other has it."""
    lines, seen, made = Lines(text), Counter[tuple[str, str]](), []
    for one in findings:
        place = one.code, lines[one.region.line].strip()[:LARGEST_LINE] if text else one.message
        seen[place] += 1
        said = "\0".join((*place, str(seen[place]))).encode("utf-8", "replace")
        made.append(f"{one.code} {blake2b(said, digest_size=8).hexdigest()}")
    return made


def known(path: str, name: str) -> frozenset[str]:
    """The fingerprints of what a baseline knows of a file; nothing where there is no baseline."""
    return frozenset(_read(path).get(_key(path, name), ())) if os.path.exists(path) else frozenset()


def of_no_file(path: str) -> int:
    """How much a baseline knows of files that are not there any more."""
    folder = os.path.dirname(path)
    return sum(
        len(some) for key, some in _read(path).items() if not os.path.exists(os.path.join(folder, key))
    )


def require(path: str) -> None:
    """Raises UserError where there is no baseline that can be used."""
    if not os.path.exists(path):
        raise UserError(f"{path}: no such baseline; create it with --write-baseline")
    _read(path)


def write(path: str, found: Mapping[str, Sequence[str]]) -> str:
    """Writes what is known of some files; of others what was known stays, while they are there. Tells what was done."""
    before = _read(path) if os.path.exists(path) else {}
    folder = os.path.dirname(path)
    left = {key: some for key, some in before.items() if os.path.exists(os.path.join(folder, key))}
    files = {**left, **{_key(path, name): [*some] for name, some in found.items()}}
    files = {key: files[key] for key in sorted(files) if files[key]}
    with output_file(path, found) as stream:
        stream.write((json.dumps({"version": VERSION, "files": files}, indent=1) + "\n").encode())
    forget()
    return f"{path}: {plural(sum(map(len, files.values())), 'finding')} of {plural(len(files), 'file')} kept"


def forget() -> None:
    """Forget what baselines say: another process may have written them."""
    _read.cache_clear()


def _key(path: str, name: str) -> str:
    """A file as a baseline calls it: seen from the baseline's own folder."""
    seen = os.path.relpath(name, os.path.dirname(path) or os.curdir)
    return os.fsencode(seen).decode("utf-8", "backslashreplace").replace(os.sep, "/")


@cache
def _read(path: str) -> Known:
    try:
        said: Any = json.loads(read(path))
        if said["version"] != VERSION:
            raise UserError(
                f"{path}: baseline version {said['version']!r} is not supported (expected {VERSION}); create it again with --write-baseline"
            )
        return {str(name): [str(one) for one in some] for name, some in said["files"].items()}
    except UnreadableError as error:
        raise UserError(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(
            f"{path}: not a baseline of kibitz; choose another file for --write-baseline"
        ) from error
