"""Findings as XML of JUnit, which nearly all CI servers read: a suite per file, a failure per finding."""

from __future__ import annotations

from typing import TextIO
from xml.sax.saxutils import quoteattr

from kibitz.cli.found import Found
from kibitz.core.shown import visible
from kibitz.project.findings import Finding


class Junit:
    """One suite per file. A suite without findings has a case that passes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._suites: list[str] = []
        self._count = 0

    def part(self, found: Found) -> tuple[str, int]:
        name, count = _quoted(found.name), len(found.findings)
        cases = (
            "".join(_case(name, one) for one in found.findings)
            or f'  <testcase name="clean" classname={name}/>\n'
        )
        opening = f' <testsuite name={name} tests="{max(count, 1)}" failures="{count}" errors="0">\n'
        return f"{opening}{cases} </testsuite>\n", count

    def add(self, part: tuple[str, int]) -> None:
        suite, count = part
        self._suites.append(suite)
        self._count += count

    def end(self) -> None:
        tests = sum(suite.count("<testcase ") for suite in self._suites)
        self.stream.write('<?xml version="1.0" encoding="utf-8"?>\n')
        self.stream.write(f'<testsuites name="kibitz" tests="{tests}" failures="{self._count}">\n')
        self.stream.writelines(self._suites)
        self.stream.write("</testsuites>\n")


def _case(name: str, one: Finding) -> str:
    """Return a failed case. No two cases of a file may have the same name."""
    place = f"{one.region.line}:{one.region.column}"
    case = f'  <testcase name={_quoted(f"{one.code} {one.name} {place}")} classname={name} line="{one.region.line}">\n'
    said = _quoted(f"{place}: {one.message}")
    return f"{case}   <failure type={_quoted(one.severity)} message={said}/>\n  </testcase>\n"


def _quoted(text: str) -> str:
    """Return an attribute. Characters beyond ASCII are escaped: the encoding of the stream may not be UTF-8."""
    return quoteattr(visible(text)).encode("ascii", "xmlcharrefreplace").decode()
