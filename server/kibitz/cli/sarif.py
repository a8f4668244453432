"""SARIF 2.1.0, which code scanners exchange (OASIS standard, March 2020)."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from kibitz import __version__
from kibitz.cli.found import Found
from kibitz.core.values import REPOSITORY, Rule
from kibitz.project.findings import Finding, Region, Remedy
from kibitz.project.rulebook import by_code

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_LINK = re.compile(r"(\\*)\]\(")
"""The characters between the text and the place of a link: `[text](place)`. An odd number of backslashes before them escapes the link."""


class Sarif:
    """One run; the rules that found something are described in it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._results: list[dict[str, Any]] = []
        self._rules: dict[str, int] = {}
        """Codes with the places of their rules."""

    def part(self, found: Found) -> list[dict[str, Any]]:
        return [_result(found.name, one) for one in found.findings]

    def add(self, part: list[dict[str, Any]]) -> None:
        for result in part:
            code = result["ruleId"]
            if code not in self._rules:
                self._rules[code] = len(self._rules)
            self._results.append({**result, "ruleIndex": self._rules[code]})

    def end(self) -> None:
        driver = {
            "name": "kibitz",
            "version": __version__,
            "informationUri": REPOSITORY,
            "rules": [_rule(by_code(code)) for code in self._rules],
        }
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": self._results}
        json.dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, self.stream, indent=1)
        self.stream.write("\n")


def _result(name: str, one: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.code,
        "level": LEVELS[one.severity],
        "message": _message(one.message),
        "locations": [_location(name, one.region)],
    }
    if one.related:
        result["relatedLocations"] = [
            {"id": number, **_location(name, other.region), "message": _message(other.message)}
            for number, other in enumerate(one.related, start=1)
        ]
    if one.fixes:
        result["fixes"] = [_fix(name, fix) for fix in one.fixes]
    return result


def _fix(name: str, fix: Remedy) -> dict[str, Any]:
    changes = [
        {"deletedRegion": _region(edit.region), "insertedContent": {"text": edit.text}} for edit in fix.edits
    ]
    return {
        "description": _message(fix.title),
        "artifactChanges": [{"artifactLocation": {"uri": _uri(name)}, "replacements": changes}],
        "properties": {"safe": fix.safe, "preferred": fix.preferred},
    }


def _location(name: str, region: Region) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(name)}, "region": _region(region)}}


def _region(region: Region) -> dict[str, int]:
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _message(text: str) -> dict[str, str]:
    """Return a message without placeholders and links: a record may contain `{0}` (SARIF 3.11.5) and brackets (3.11.6)."""
    text = _LINK.sub(r"\1\1\\](", text)
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _uri(name: str) -> str:
    path = Path(os.path.normpath(name))
    return path.as_uri() if path.is_absolute() else quote(path.as_posix().encode("utf-8", "surrogateescape"))


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.slug,
        "shortDescription": _message(rule.slug.replace("-", " ")),
        "fullDescription": _message(rule.why),
        "helpUri": rule.url,
        "defaultConfiguration": {"level": LEVELS[rule.severity.name.lower()]},
    }
