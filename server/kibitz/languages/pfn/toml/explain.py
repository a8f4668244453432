"""What is wrong with a statement that the grammar can't read, in the words of people who never read about TOML."""

from __future__ import annotations

import re

from kibitz.core.grammar import END, Unreadable, describe
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Related, Span
from kibitz.languages.pfn.toml import explain_keys, faults
from kibitz.languages.pfn.toml.brackets import CLOSES, Open, followed
from kibitz.languages.pfn.toml.explain_keys import WORDS, Place
from kibitz.languages.pfn.toml.faults import short
from kibitz.languages.pfn.toml.terminals import CLOSERS, pattern

_STAMP = re.compile(r"(?<=[= \t])[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]+:\S*\Z")
"""A date with a blank and a time behind it, which may be wrong."""


def explain(text: str, fault: Unreadable, rules: Rules) -> list[Diagnostic]:
    """The problems of a statement: one, or one for each line of a merge conflict in it."""
    place = Place(text, fault, rules)
    if marks := _conflicts(text, rules):
        return marks
    if pattern("CONTROL").match(text, fault.start):
        return [faults.control(text, fault.start, rules)]
    if text[0] == "[":
        return [_behind(place) if fault.expected == {END} else explain_keys.header(place)]
    assignment = pattern("ASSIGNMENT").match(text)
    if assignment is None or fault.start < assignment.end(0):
        return [explain_keys.key(place, assignment)]
    if fault.expected == {END}:
        return [_behind(place)]
    if opened := _open(text[: fault.start], assignment.end()):
        return _inside(place, opened)
    return [_value(place, assignment)]


def _conflicts(text: str, rules: Rules) -> list[Diagnostic]:
    marks = re.finditer("^(?:" + pattern("CONFLICT").pattern + ")", text, re.MULTILINE)
    return [rules["conflict-marker"].at(*mark.span()) for mark in marks]


def _value(place: Place, assignment: re.Match[str]) -> Diagnostic:
    text, fault, rules = place
    key = assignment[0].rstrip("= \t")
    if fault.found == "" or text[assignment.end()] == "#":
        return rules["no-value"].at(0, len(assignment[0].rstrip()), key=key)
    before = text[assignment.end() : fault.start].strip(" \t")
    if before and fault.found in {'"', "'"} and fault.end == place.rest.end:
        # The end of a string whose start is missing.
        fix = Fix.of("Open the string", assignment.end(), assignment.end(), fault.found)
        instead = f"{fault.found}{short(before)}{fault.found}"
        return rules["bad-value"].at(
            assignment.end(), fault.end, value=short(before + fault.found), instead=instead, fixes=[fix]
        )
    if fault.found == "=":
        return place.syntax(f"a second `=`: behind the first one stands {WORDS['BASIC_STRING']}", place.rest)
    return place.syntax(
        f"`{fault.found}` can't begin a value: {WORDS['BASIC_STRING']} is expected", place.rest
    )


def _behind(place: Place) -> Diagnostic:
    """Something behind a whole statement."""
    text, fault, rules = place
    rest = text[place.rest.start : place.rest.end]
    stamp = _STAMP.search(text[: place.rest.end])
    if stamp is not None and stamp.start() <= fault.start:
        return next(faults.word(text, Span(*stamp.span()), rules))
    before = re.search(r"[0-9]+\Z", text[: fault.start])
    if before and re.fullmatch(r",[0-9]+", rest):
        point = before[0] + "." + rest[1:]
        fix = Fix.of(f"Write `{short(point)}`", fault.start, fault.start + 1, ".")
        span = Span(before.start(), place.rest.end)
        number, instead = short(before[0] + rest), f"`{short(point)}`"
        return rules["bad-number"].at(*span, number=number, instead=instead, fixes=[fix])
    fixes = [Fix.of("Make it a comment", fault.start, fault.start, "# ")]
    if pattern("ASSIGNMENT").match(rest):
        gap = len(text[: fault.start].rstrip(" \t"))
        fixes = [Fix.of("Write it on a line of its own", gap, fault.start, "\n"), *fixes]
    if rest == ",":
        fixes = [Fix.of("Delete the comma", *place.rest, "")]
    return place.syntax(
        f"`{short(rest)}` stands behind a complete statement: the next one needs a line of its own",
        place.rest,
        *fixes,
    )


# Arrays and inline tables


def _open(text: str, start: int) -> Open:
    """The brackets that are open at the end of a text, each with its place."""
    opened = Open()
    for _, opened in followed(text, start):  # noqa: B007 - behind the last sign it is the answer.
        pass
    return opened


def _inside(place: Place, opened: Open) -> list[Diagnostic]:
    text, fault, rules = place
    bracket, start = opened[-1]
    closer, what = CLOSES[bracket], "array" if bracket == "[" else "inline table"
    if not fault.found:
        return _unclosed_string(place) or [_not_closed(place, what, opened)]
    if fault.found in {"]", "}"} and fault.found != closer:
        fix = Fix.of(f"Write `{closer}`", fault.start, fault.start + 1, closer)
        related = [Related(Span(start, start + 1), f"the {what} begins here")]
        wrong = place.syntax(f"`{fault.found}` doesn't close the {what}: `{closer}` does", None, fix)
        return [wrong._replace(related=tuple(related))]
    if "COMMA" in fault.expected:
        if strings := _unclosed_string(place):
            return strings
        if fault.found == "=" and bracket == "[":
            return [
                place.syntax("an array has values only: pairs stand in an inline table, `{ key = value }`")
            ]
        before = len(text[: fault.start].rstrip())
        fix = Fix.of("Add a comma", before, before, ",")
        return [place.syntax(f"a comma is missing before `{fault.found}`", None, fix)]
    if bracket == "{" and fault.found in {"}", ","} and (key := _last_key(text[start + 1 : fault.start])):
        return [rules["no-value"].at(fault.start - len(key), fault.start, key=short(key.rstrip("= \t")))]
    if fault.found == ",":
        return [
            place.syntax(
                "there is nothing before this comma",
                None,
                Fix.of("Delete it", fault.start, fault.end, ""),
            )
        ]
    return [place.syntax(f"`{fault.found}` can't stand here: {describe(fault.expected, WORDS)} is expected")]


def _last_key(text: str) -> str:
    """The key at the end of a text, perhaps with its `=`."""
    found = re.search(r"[A-Za-z0-9_.\"'-]+[ \t]*=?[ \t]*\Z", text)
    return found[0] if found else ""


def _not_closed(place: Place, what: str, opened: Open) -> Diagnostic:
    """The innermost bracket that is open; the fix closes those around it, too."""
    end, (bracket, start) = _written(place.text), opened[-1]
    closer, missing = CLOSES[bracket], "".join([CLOSES[one] for one, _ in reversed(opened)])
    fix = Fix.of(f"Write `{short(missing)}` behind it", end, end, missing)
    return place.rules["not-closed"].at(start, start + 1, what=what, closer=closer, fixes=[fix])


def _written(text: str) -> int:
    """Where a text ends, or, as a comment closes nothing, what stands before the comment at its end."""
    *_, last = pattern("BRACKETED").finditer(text)
    comment = last[0].startswith("#") and last.end() == len(text)
    return len(text[: last.start()].rstrip()) if comment else len(text)


def _unclosed_string(place: Place) -> list[Diagnostic]:
    """The string on account of which brackets are not closed."""
    for found in pattern("BRACKETED").finditer(place.text):
        token = found[0]
        long = token.startswith(CLOSERS)
        if token[0] in "\"'" and not pattern("LOOSE_LONG" if long else "LOOSE_SHORT").fullmatch(token):
            return list(faults.string(place.text, Span(*found.span()), place.rules))
    return []
