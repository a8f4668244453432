"""The report formats of `kibitz check` for programs and CI servers."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from kibitz import __version__
from kibitz.cli.baseline import fingerprints
from kibitz.cli.console import Paint
from kibitz.cli.reports import Found
from kibitz.core.shown import visible
from kibitz.core.values import REPOSITORY, Rule
from kibitz.core.words import plural
from kibitz.project.findings import Finding, Region, Remedy
from kibitz.project.rulebook import by_code


class Json:
    """One array of objects, each on its own line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._before = "["

    def add(self, found: Found) -> None:
        for one in self._rows(found):
            # Escapes, because the encoding of the stream may not be UTF-8.
            self.stream.write(f"{self._before}\n{json.dumps(one)}")
            self._before = ","

    def _rows(self, found: Found) -> Iterator[dict[str, Any]]:
        return (row(found.name, one) for one in found.findings)

    def end(self) -> None:
        self.stream.write("[]\n" if self._before == "[" else "\n]\n")


def row(name: str, one: Finding) -> dict[str, Any]:
    return {
        "file": name,
        **_json_place(one.region),
        "severity": one.severity,
        "code": one.code,
        "message": one.message,
        "related": [
            {"file": name, **_json_place(other.region), "message": other.message} for other in one.related
        ],
        "fixes": [_json_fix(fix) for fix in one.fixes],
    }


def _json_fix(fix: Remedy) -> dict[str, Any]:
    edits = [{**_json_place(edit.region), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "preferred": fix.preferred, "edits": edits}


def _json_place(region: Region) -> dict[str, int]:
    return dict(zip(("line", "column", "endLine", "endColumn"), region, strict=True))


_COMMANDS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}


class Github:
    """One line for each finding."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def add(self, found: Found) -> None:
        self.stream.writelines(_command(visible(found.name), one) for one in found.findings)

    def end(self) -> None:
        pass


def _command(name: str, one: Finding) -> str:
    region = one.region
    properties = {"file": name, "line": region.line, "endLine": region.end_line}
    if region.line == region.end_line:
        # GitHub takes columns for one line only, and counts the last one in.
        properties["col"] = region.column
        properties["endColumn"] = max(region.end_column - 1, region.column)
    properties["title"] = f"{one.code} {one.name}"
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[one.severity]} {listed}::{_data(visible(one.message))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_QUALITIES = {"error": "major", "warning": "minor", "information": "info", "hint": "info"}


class Gitlab(Json):
    """One array of objects."""

    def _rows(self, found: Found) -> Iterator[dict[str, Any]]:
        name = os.path.normpath(found.name).replace(os.sep, "/")
        marks = fingerprints(found.text, found.findings)
        return (_quality(name, *each) for each in zip(found.findings, marks, strict=True))


def _quality(name: str, one: Any, mark: str) -> dict[str, Any]:
    region = one.region
    return {
        "description": visible(one.message),
        "check_name": f"{one.code} {one.name}",
        "fingerprint": blake2b(f"{name}\0{mark}".encode("utf-8", "replace"), digest_size=16).hexdigest(),
        "severity": _QUALITIES[one.severity],
        "location": {"path": visible(name), "lines": {"begin": region.line, "end": region.end_line}},
    }


class Junit:
    """One suite per file. A suite without findings has a case that passes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._suites: list[str] = []
        self._tests = self._failures = 0

    def add(self, found: Found) -> None:
        name, count = _quoted(found.name), len(found.findings)
        cases = (
            "".join(_failed_case(name, one) for one in found.findings)
            or f'  <testcase name="clean" classname={name}/>\n'
        )
        opening = f' <testsuite name={name} tests="{max(count, 1)}" failures="{count}" errors="0">\n'
        self._suites.append(f"{opening}{cases} </testsuite>\n")
        self._tests += max(count, 1)
        self._failures += count

    def end(self) -> None:
        self.stream.write('<?xml version="1.0" encoding="utf-8"?>\n')
        self.stream.write(f'<testsuites name="kibitz" tests="{self._tests}" failures="{self._failures}">\n')
        self.stream.writelines(self._suites)
        self.stream.write("</testsuites>\n")


def _failed_case(name: str, one: Finding) -> str:
    """Return a failed case. No two cases of a file may have the same name."""
    place = f"{one.region.line}:{one.region.column}"
    case = f'  <testcase name={_quoted(f"{one.code} {one.name} {place}")} classname={name} line="{one.region.line}">\n'
    said = _quoted(f"{place}: {one.message}")
    return f"{case}   <failure type={_quoted(one.severity)} message={said}/>\n  </testcase>\n"


def _quoted(text: str) -> str:
    """Return an attribute. Characters beyond ASCII are escaped: the encoding of the stream may not be UTF-8."""
    return quoteattr(visible(text)).encode("ascii", "xmlcharrefreplace").decode()


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

    def add(self, found: Found) -> None:
        for one in found.findings:
            number = self._rules.setdefault(one.code, len(self._rules))
            self._results.append({**_result(found.name, one), "ruleIndex": number})

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
    return dict(zip(("startLine", "startColumn", "endLine", "endColumn"), region, strict=True))


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


class Statistics:
    """One line per rule, the most frequent first, or the same as JSON."""

    def __init__(self, stream: TextIO, as_json: bool) -> None:
        self.stream, self._as_json = stream, as_json
        self._counts = Counter[tuple[str, str, str]]()
        """The numbers by code, name and severity."""

    def add(self, found: Found) -> None:
        self._counts.update((one.code, one.name, one.severity) for one in found.findings)

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
