"""SARIF 2.1.0, which code scanners exchange (OASIS standard, March 2020)."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from kibitz import __version__
from kibitz.cli.reports import Region
from kibitz.core.document import Document
from kibitz.core.values import REPOSITORY, Diagnostic, Rule, Severity, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


class Sarif:
    """One run; the rules that found something are described in it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._results: list[dict[str, Any]] = []
        self._rules: dict[str, Rule] = {}

    def part(
        self, name: str, document: Document, diagnostics: Sequence[Diagnostic]
    ) -> list[tuple[Rule, dict[str, Any]]]:
        return [(one.rule, _result(name, document, one)) for one in diagnostics]

    def add(self, part: list[tuple[Rule, dict[str, Any]]]) -> None:
        for rule, result in part:
            self._rules.setdefault(rule.code, rule)
            self._results.append({**result, "ruleIndex": list(self._rules).index(rule.code)})

    def end(self) -> None:
        driver = {
            "name": "kibitz",
            "version": __version__,
            "informationUri": REPOSITORY,
            "rules": [_rule(rule) for rule in self._rules.values()],
        }
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": self._results}
        json.dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, self.stream, indent=1)
        self.stream.write("\n")


def _result(name: str, document: Document, one: Diagnostic) -> dict[str, Any]:
    result = {
        "ruleId": one.rule.code,
        "level": LEVELS[one.severity],
        "message": {"text": one.message},
        "locations": [_location(name, document, one.span)],
    }
    if one.related:
        result["relatedLocations"] = [
            {"id": number, **_location(name, document, other.span), "message": {"text": other.message}}
            for number, other in enumerate(one.related, start=1)
        ]
    return result


def _location(name: str, document: Document, span: Span) -> dict[str, Any]:
    region = Region.of(document, span)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(name)},
            "region": {
                "startLine": region.line,
                "startColumn": region.column,
                "endLine": region.end_line,
                "endColumn": region.end_column,
            },
        }
    }


def _uri(name: str) -> str:
    path = Path(os.path.normpath(name))
    return path.as_uri() if path.is_absolute() else quote(path.as_posix().encode("utf-8", "surrogateescape"))


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.slug,
        "shortDescription": {"text": rule.slug.replace("-", " ")},
        "fullDescription": {"text": rule.why},
        "helpUri": rule.url,
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }
