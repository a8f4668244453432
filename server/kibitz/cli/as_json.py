"""Findings as JSON, for programs."""

from __future__ import annotations

import json
from typing import Any, TextIO

from kibitz.cli.found import Found
from kibitz.project.findings import Finding, Region, Remedy


class Json:
    """One array of objects, each on its own line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._before = "["

    def part(self, found: Found) -> list[str]:
        # Escapes, because the encoding of the stream may not be UTF-8.
        return [json.dumps(row(found.name, one)) for one in found.findings]

    def add(self, part: list[str]) -> None:
        for one in part:
            self.stream.write(f"{self._before}\n{one}")
            self._before = ","

    def end(self) -> None:
        self.stream.write("[]\n" if self._before == "[" else "\n]\n")


def row(name: str, one: Finding) -> dict[str, Any]:
    return {
        "file": name,
        **_place(one.region),
        "severity": one.severity,
        "code": one.code,
        "message": one.message,
        "related": [
            {"file": name, **_place(other.region), "message": other.message} for other in one.related
        ],
        "fixes": [_fix(fix) for fix in one.fixes],
    }


def _fix(fix: Remedy) -> dict[str, Any]:
    edits = [{**_place(edit.region), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "preferred": fix.preferred, "edits": edits}


def _place(region: Region) -> dict[str, int]:
    return {
        "line": region.line,
        "column": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }
