"""The numbers of findings by rule."""

from __future__ import annotations

import json
from collections import Counter
from typing import TextIO

from kibitz.cli.console import Paint
from kibitz.cli.found import Found
from kibitz.core.words import plural

Counts = Counter[tuple[str, str, str]]
"""The numbers by code, name and severity."""


class Statistics:
    """One line per rule, the most frequent first, or the same as JSON."""

    def __init__(self, stream: TextIO, as_json: bool) -> None:
        self.stream, self._as_json = stream, as_json
        self._counts = Counts()

    def part(self, found: Found) -> Counts:
        return Counter((one.code, one.name, one.severity) for one in found.findings)

    def add(self, part: Counts) -> None:
        self._counts.update(part)

    def end(self) -> None:
        rows = sorted(self._counts.items(), key=lambda row: (-row[1], row[0]))
        if self._as_json:
            names = ("code", "name", "severity", "count")
            said = [dict(zip(names, (*rule, count), strict=True)) for rule, count in rows]
            self.stream.write(json.dumps(said, indent=1) + "\n")
            return
        paint = Paint(self.stream)
        for (code, name, severity), count in rows:
            print(f"{count:>7}  {code}  {paint(f'{severity:11}', severity)}  {name}", file=self.stream)
        print(f"{plural(self._counts.total(), 'finding')} of {plural(len(rows), 'rule')}", file=self.stream)
