"""What is wrong with a statement that the grammar can't read, in the words of people who never read about TOML."""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.core.grammar import END, Unreadable, describe
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.pfn import faults
from kibitz.languages.pfn.cut import CLOSERS, is_value, pattern
from kibitz.languages.pfn.faults import short

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
_CLOSERS = {"[": "]", "{": "}"}


class Place(NamedTuple):
    """Where a statement stops being readable."""

    text: str
    fault: Unreadable
    rules: Rules

    @property
    def rest(self) -> Span:
        """What stands from there on to the end of the line, without a comment."""
        found = re.compile(r"[^\n#]*").match(self.text, self.fault.start)
        end = found.end() if found else self.fault.end
        return Span(
            self.fault.start, max(end - len(self.text[:end]) + len(self.text[:end].rstrip()), self.fault.end)
        )

    def syntax(self, what: str, span: Span | None = None, *fixes: Fix) -> Diagnostic:
        start, end = span or Span(self.fault.start, self.fault.end)
        return self.rules["syntax"].at(start, end, what=what, fixes=fixes)


def explain(text: str, fault: Unreadable, rules: Rules) -> list[Diagnostic]:
    """The problems of a statement: one, or one for each line of a merge conflict in it."""
    place = Place(text, fault, rules)
    if marks := _conflicts(text, rules):
        return marks
    if pattern("CONTROL").match(text, fault.start):
        return [faults.control(text, fault.start, rules)]
    if text[0] == "[":
        return [_header(place)]
    assignment = pattern("ASSIGNMENT").match(text)
    if assignment is None or fault.start < assignment.end(0):
        return [_key(place, assignment)]
    if fault.expected == {END}:
        return [_behind(place)]
    if opened := _open(text[: fault.start], assignment.end()):
        return _inside(place, opened)
    return [_value(place, assignment)]


def _conflicts(text: str, rules: Rules) -> list[Diagnostic]:
    marks = re.compile("^(?:" + pattern("CONFLICT").pattern + ")", re.MULTILINE).finditer(text)
    return [rules["conflict-marker"].at(*mark.span()) for mark in marks]


def _header(place: Place) -> Diagnostic:
    text, fault, rules = place
    opening = "[[" if text.startswith("[[") else "["
    closing = "]]" if opening == "[[" else "]"
    inside = text[len(opening) :].partition("#")[0].rstrip(" \t]")
    if fault.expected == {END}:
        return _behind(place)
    if not inside.strip():
        return place.syntax(
            f"a table needs a name between its brackets, such as `{opening}Result{closing}`",
            Span(0, len(text)),
        )
    end = len(opening) + len(inside)
    if {"CLOSE", "CLOSE_TABLES"} & fault.expected and fault.start >= end:
        fixes = [Fix(f"Write `{closing}`", (Edit(end, len(text[:end]) + _brackets(text, end), closing),))]
        return rules["not-closed"].at(0, max(end, fault.end), what="header", closer=closing, fixes=fixes)
    return _quoted(place, Span(len(opening), end))


def _brackets(text: str, at: int) -> int:
    """How many closing brackets stand at a place."""
    found = re.compile(r"\]*").match(text, at)
    return len(found[0]) if found else 0


def _key(place: Place, assignment: re.Match[str] | None) -> Diagnostic:
    """Something before the `=`, or instead of it."""
    text, _, rules = place
    if assignment is None:
        if pattern("BARE_KEY").fullmatch(text):
            return rules["no-value"].at(0, len(text), key=short(text))
        if (gap := without_equals(text)) is not None:
            fix = Fix("Write `=`", (Edit(*gap, " = "),))
            return place.syntax(
                f"`=` is missing between `{short(text[: gap.start])}` and its value", gap, fix
            )
        return place.syntax("`key = value`, `[table]` or `# comment` can stand on a line", Span(0, len(text)))
    key_end = len(text[: assignment.end()].rstrip(" \t")[:-1].rstrip(" \t"))
    if not key_end:
        return place.syntax("the key before `=` is missing", Span(0, 1))
    return _quoted(place, Span(0, key_end))


def without_equals(text: str) -> Span | None:
    """What stands in the place of the `=` between a key and a value."""
    key = pattern("BARE_KEY").match(text)
    gap = re.compile(r"[ \t]*(:=?[ \t]*|[ \t])(?=\S)").match(text, key.end()) if key else None
    if gap is None:
        return None
    value = text[gap.end() :].partition("#")[0].rstrip()
    meant = ":" in gap[0] or is_value(value) or value[:1] in {"[", "{", '"', "'"}
    return Span(*gap.span()) if meant else None


def _quoted(place: Place, span: Span) -> Diagnostic:
    """A key with signs that only a quoted one can have."""
    key = place.text[span.start : span.end].strip()
    start = place.text.index(key, span.start)
    fixes = []
    if '"' not in key and "\\" not in key and not pattern("CONTROL").search(key):
        fixes = [Fix("Put it in quotes", (Edit(start, start + len(key), f'"{key}"'),))]
    at = min(max(place.fault.start, start), start + len(key))
    if key.endswith(".") or key.startswith(".") or ".." in key:
        return place.syntax("a part of the key is missing beside the dot", Span(at, place.fault.end))
    return place.rules["bad-key"].at(start, start + len(key), key=short(key), fixes=fixes)


def _value(place: Place, assignment: re.Match[str]) -> Diagnostic:
    key = assignment[0].rstrip("= \t")
    if place.fault.found == "" or place.text[assignment.end()] == "#":
        return place.rules["no-value"].at(0, len(assignment[0].rstrip()), key=key)
    return place.syntax(
        f"`{place.fault.found}` can't begin a value: {WORDS['BASIC_STRING']} is expected", place.rest
    )


def _behind(place: Place) -> Diagnostic:
    """Something behind a whole statement."""
    text, fault, rules = place
    rest = text[place.rest.start : place.rest.end]
    before = re.compile(r"[0-9]+\Z").search(text[: fault.start])
    if before and re.fullmatch(r",[0-9]+", rest):
        point = before[0] + "." + rest[1:]
        fix = Fix(f"Write `{short(point)}`", (Edit(fault.start, fault.start + 1, "."),))
        span = Span(before.start(), place.rest.end)
        number, instead = short(before[0] + rest), f"`{short(point)}`"
        return rules["bad-number"].at(*span, number=number, instead=instead, fixes=[fix])
    fixes = [Fix("Make it a comment", (Edit(fault.start, fault.start, "# "),))]
    if rest == ",":
        fixes = [Fix("Delete the comma", (Edit(*place.rest, ""),))]
    return place.syntax(
        f"`{short(rest)}` stands behind a complete statement: the next one needs a line of its own",
        place.rest,
        *fixes,
    )


# Arrays and inline tables


def _open(text: str, start: int) -> list[tuple[str, int]]:
    """The brackets that are open at the end of a text, each with its place."""
    opened: list[tuple[str, int]] = []
    for found in pattern("BRACKETED").finditer(text, start):
        if found[0] in _CLOSERS:
            opened.append((found[0], found.start()))
        elif found[0] in {"]", "}"} and opened:
            opened.pop()
    return opened


def _inside(place: Place, opened: list[tuple[str, int]]) -> list[Diagnostic]:
    text, fault, rules = place
    bracket, start = opened[-1]
    closer, what = _CLOSERS[bracket], "array" if bracket == "[" else "inline table"
    if not fault.found:
        return _unclosed_string(place) or [_not_closed(place, what, closer, start)]
    if fault.found in {"]", "}"} and fault.found != closer:
        fix = Fix(f"Write `{closer}`", (Edit(fault.start, fault.start + 1, closer),))
        related = [Related(Span(start, start + 1), f"the {what} begins here")]
        return [
            rules["syntax"].at(
                fault.start,
                fault.end,
                what=f"`{fault.found}` doesn't close the {what}: `{closer}` does",
                fixes=[fix],
                related=related,
            )
        ]
    if "COMMA" in fault.expected:
        if strings := _unclosed_string(place):
            return strings
        if fault.found == "=" and bracket == "[":
            return [
                place.syntax("an array has values only: pairs stand in an inline table, `{ key = value }`")
            ]
        before = len(text[: fault.start].rstrip())
        fix = Fix("Add a comma", (Edit(before, before, ","),))
        return [place.syntax(f"a comma is missing before `{fault.found}`", None, fix)]
    if bracket == "{" and fault.found in {"}", ","} and (key := _last_key(text[start + 1 : fault.start])):
        return [rules["no-value"].at(fault.start - len(key), fault.start, key=short(key.rstrip("= \t")))]
    if fault.found == ",":
        return [
            place.syntax(
                "there is nothing before this comma",
                None,
                Fix("Delete it", (Edit(fault.start, fault.end, ""),)),
            )
        ]
    return [place.syntax(f"`{fault.found}` can't stand here: {describe(fault.expected, WORDS)} is expected")]


def _last_key(text: str) -> str:
    """The key at the end of a text, perhaps with its `=`."""
    found = re.compile(r"[A-Za-z0-9_.\"'-]+[ \t]*=?[ \t]*\Z").search(text)
    return found[0] if found else ""


def _not_closed(place: Place, what: str, closer: str, start: int) -> Diagnostic:
    end = len(place.text)
    fix = Fix(f"Write `{closer}` behind it", (Edit(end, end, closer),))
    return place.rules["not-closed"].at(start, start + 1, what=what, closer=closer, fixes=[fix])


def _unclosed_string(place: Place) -> list[Diagnostic]:
    """The string on account of which brackets are not closed."""
    for found in pattern("BRACKETED").finditer(place.text):
        token = found[0]
        long = token.startswith(CLOSERS)
        if token[0] in "\"'" and not pattern("LOOSE_LONG" if long else "LOOSE_SHORT").fullmatch(token):
            return list(faults.string(place.text, Span(*found.span()), place.rules))
    return []
