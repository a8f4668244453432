"""A baseline: the known findings of an archive. Only new ones are reported.

A finding is known by its rule and by the text of the line where it begins. The line may move. After a change of the line, the
finding counts as new.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from kibitz.cli.console import UserError
from kibitz.cli.replacing import output_file
from kibitz.core.internal_errors import SLUG
from kibitz.core.text import LINE_BREAK
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
    lines, seen, made = LINE_BREAK.split(text), Counter[tuple[str, str]](), []
    for one in findings:
        place = one.code, lines[one.region.line - 1].strip()[:LARGEST_LINE] if text else one.message
        seen[place] += 1
        said = "\0".join((*place, str(seen[place]))).encode("utf-8", "replace")
        made.append(f"{one.code} {blake2b(said, digest_size=8).hexdigest()}")
    return made


class Baseline:
    """A baseline that is read, and written again if it is to be renewed. Raises UserError if it is missing or unusable."""

    def __init__(self, path: str, renewed: bool) -> None:
        if not renewed and not os.path.exists(path):
            raise UserError(f"{path}: no such baseline; create it with --write-baseline")
        self._path, self._renewed = path, renewed
        self._known = _read(path) if os.path.exists(path) else {}
        self._found: dict[str, list[str]] = {}
        """The fingerprints of the checked files, by their names."""

    def unknown(self, name: str, text: str, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings of a file that are not in the baseline. Internal errors are always among them."""
        prints = self._found[name] = fingerprints(text, findings)
        known = frozenset(prints if self._renewed else self._known.get(self._key(name), ()))
        marked = zip(findings, prints, strict=True)
        return [one for one, mark in marked if mark not in known or one.name == SLUG]

    def end(self) -> str | None:
        """Write the baseline, or count its outdated entries. Return a message."""
        folder = os.path.dirname(self._path)
        files = {key: some for key, some in self._known.items() if os.path.exists(os.path.join(folder, key))}
        files.update((self._key(name), prints) for name, prints in self._found.items())
        if not self._renewed:
            gone = sum(len({*some}.difference(files.get(key, ()))) for key, some in self._known.items())
            said = (
                f"{self._path}: not found any more: {plural(gone, 'finding')}; --write-baseline forgets that"
            )
            return said if gone else None
        files = {key: some for key, some in sorted(files.items()) if some}
        with output_file(self._path, self._found) as stream:
            stream.write((json.dumps({"version": VERSION, "files": files}, indent=1) + "\n").encode())
        counts = f"{plural(sum(map(len, files.values())), 'finding')} of {plural(len(files), 'file')}"
        return f"{self._path}: {counts} kept"

    def _key(self, name: str) -> str:
        """Return the name of a file in the baseline: relative to the folder of the baseline."""
        seen = os.path.relpath(name, os.path.dirname(self._path) or os.curdir)
        return os.fsencode(seen).decode("utf-8", "backslashreplace").replace(os.sep, "/")


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
