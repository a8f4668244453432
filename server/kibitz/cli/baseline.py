"""A baseline: the known findings of an archive. Only new ones are reported.

A finding is known by its rule and by the text of the line where it begins. The line may move. After a change of the line, the
finding counts as new.
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
"""Characters of a line that count for its fingerprint."""

Known = Mapping[str, Sequence[str]]
"""The fingerprints by file."""


def fingerprints(text: str, findings: Iterable[Finding]) -> list[str]:
    """Return a unique name for each finding of a file. It depends on the rule and the text of the line only."""
    lines, seen, made = Lines(text), Counter[tuple[str, str]](), []
    for one in findings:
        place = one.code, lines[one.region.line].strip()[:LARGEST_LINE] if text else one.message
        seen[place] += 1
        said = "\0".join((*place, str(seen[place]))).encode("utf-8", "replace")
        made.append(f"{one.code} {blake2b(said, digest_size=8).hexdigest()}")
    return made


def known(path: str, name: str) -> frozenset[str]:
    """Return the fingerprints of a file in a baseline, or none if there is no baseline."""
    return frozenset(_read(path).get(_key(path, name), ())) if os.path.exists(path) else frozenset()


def of_no_file(path: str) -> int:
    """Return the number of findings in a baseline of files that are gone."""
    folder = os.path.dirname(path)
    return sum(
        len(some) for key, some in _read(path).items() if not os.path.exists(os.path.join(folder, key))
    )


def require(path: str) -> None:
    """Raise UserError if the baseline is missing or unusable."""
    if not os.path.exists(path):
        raise UserError(f"{path}: no such baseline; create it with --write-baseline")
    _read(path)


def write(path: str, found: Mapping[str, Sequence[str]]) -> str:
    """Write the fingerprints of some files, keep those of other existing files, and return a message."""
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
    """Forget the contents of baselines, because another process may have changed them."""
    _read.cache_clear()


def _key(path: str, name: str) -> str:
    """Return the name of a file in a baseline: relative to the folder of the baseline."""
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
