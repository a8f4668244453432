"""A statement that the grammar can't read: where it stops being readable, and what is wrong with its key or header."""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.core.grammar import END, Unreadable
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.languages.pfn.toml import faults
from kibitz.languages.pfn.toml.faults import short
from kibitz.languages.pfn.toml.terminals import CLOSERS, is_value, pattern

WORDS = {
    "BASIC_STRING": 'a value such as `"P1"` or `12.5`',
    "BARE_KEY": "a key such as `Price`",
    "DOT": "`.`",
    "EQUALS": "`=`",
    "COMMA": "`,`",
    "CLOSE": "`]`",
    "CLOSE_TABLES": "`]]`",
    "CLOSE_INLINE": "`}`",
    END: "the end of the line",
}


class Place(NamedTuple):
    """Where a statement stops being readable."""

    text: str
    fault: Unreadable
    rules: Rules

    @property
    def rest(self) -> Span:
        """What stands from there on to the end of the line, without a comment."""
        start = self.fault.start
        line = re.split(r"[\n#]", self.text[start:], maxsplit=1)[0]
        return Span(start, max(len(self.text[: start + len(line)].rstrip()), self.fault.end))

    def syntax(self, what: str, span: Span | None = None, *fixes: Fix) -> Diagnostic:
        start, end = span or Span(self.fault.start, self.fault.end)
        return self.rules["syntax"].at(start, end, what=what, fixes=fixes)


def header(place: Place) -> Diagnostic:
    """Something that begins as a header and is none; nothing is wrong with what stands before the fault."""
    text, fault, rules = place
    opening = "[[" if text.startswith("[[") else "["
    closing = "]]" if opening == "[[" else "]"
    inside = text[len(opening) :].partition("#")[0].rstrip(" \t]")
    if not inside.strip():
        return place.syntax(
            f"a table needs a name between its brackets, such as `{opening}Result{closing}`",
            Span(0, len(text)),
        )
    end = len(opening) + len(inside)
    if {"CLOSE", "CLOSE_TABLES"} & fault.expected and fault.start >= end:
        fix = Fix.of(f"Write `{closing}`", end, len(text) - len(text[end:].lstrip("]")), closing)
        # Behind a quote that nothing closes, as behind three of them, no bracket closes anything.
        quoted = any(inside.count(quote) % 2 or 3 * quote in inside for quote in "\"'")
        fixes = [] if quoted else [fix]
        return rules["not-closed"].at(0, max(end, fault.end), what="header", closer=closing, fixes=fixes)
    if fault.found == "=":
        fix = Fix.of(f"Delete `{opening}`", 0, len(opening), "")
        return place.syntax(
            f"a header such as `{opening}Result{closing}` has no value, and a pair no brackets", None, fix
        )
    return _quoted(place, Span(len(opening), end))


def key(place: Place, assignment: re.Match[str] | None) -> Diagnostic:
    """Something before the `=`, or instead of it."""
    text, fault, rules = place
    if text.startswith(CLOSERS):
        return faults.long_key(text, Span(0, _long_end(text)), rules)
    if assignment is None:
        return _lonely(place)
    key_end = len(text[: assignment.end()].rstrip(" \t")[:-1].rstrip(" \t"))
    if not key_end:
        return place.syntax("the key before `=` is missing", Span(0, 1))
    if fault.found == "=" and text[: fault.start].rstrip().endswith("."):
        return _dotted(place, Span(fault.start - 1, fault.start))
    return _quoted(place, Span(0, key_end))


def _long_end(text: str) -> int:
    """Where something in three quotes at the start ends."""
    end = text.find(text[:3], 3)
    return end + 3 if end > 0 else len(text)


def _lonely(place: Place) -> Diagnostic:
    """A line without `=`."""
    text, _, rules = place
    before = text.partition("#")[0].rstrip() if text[0] not in "\"'" else text
    if all(pattern("BARE_KEY").fullmatch(part.strip(" \t")) for part in before.split(".")) or any(
        pattern(name).fullmatch(text) for name in ("BASIC_STRING", "LITERAL_STRING")
    ):
        return rules["no-value"].at(0, len(before), key=short(before))
    if (gap := without_equals(text)) is not None:
        fix = Fix.of("Write `=`", *gap, " = ")
        return place.syntax(f"`=` is missing between `{short(text[: gap.start])}` and its value", gap, fix)
    if text[0] in "\"'" and text.count(text[0]) == 1:
        return rules["not-closed"].at(0, len(text), what="key", closer=text[0])
    if before.endswith("."):
        return _dotted(place, Span(len(before) - 1, len(before)))
    return place.syntax("`key = value`, `[table]` or `# comment` can stand on a line", Span(0, len(text)))


def without_equals(text: str) -> Span | None:
    """What stands in the place of the `=` between a key and a value."""
    found = pattern("BARE_KEY").match(text)
    gap = re.compile(r"[ \t]*(:=?[ \t]*|[ \t])(?=\S)").match(text, found.end()) if found else None
    if gap is None:
        return None
    value = text[gap.end() :].partition("#")[0].rstrip()
    meant = ":" in gap[0] or is_value(value) or value[:1] in {"[", "{", '"', "'"}
    return Span(*gap.span()) if meant else None


def _dotted(place: Place, span: Span) -> Diagnostic:
    return place.syntax("a part of the key is missing beside the dot", span)


def _quoted(place: Place, span: Span) -> Diagnostic:
    """A key with signs that only a quoted one can have."""
    inside = place.text[span.start : span.end]
    strange = re.search(r"[^\S \t\r\n]", inside)
    if strange is not None:
        return faults.blank(place.text, span.start + strange.start(), place.rules)
    name = inside.strip(" \t")
    start = place.text.index(name, span.start)
    if name.endswith(".") or name.startswith(".") or ".." in name:
        at = min(max(place.fault.start, start), start + len(name))
        return _dotted(place, Span(at, place.fault.end))
    fixes = []
    if '"' not in name and "\\" not in name and not pattern("CONTROL").search(name):
        fixes = [Fix.of("Put it in quotes", start, start + len(name), f'"{name}"')]
    return place.rules["bad-key"].at(start, start + len(name), key=short(name), fixes=fixes)
