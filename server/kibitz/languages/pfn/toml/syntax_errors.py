"""Findings for parts of statements, in words for people who do not know the specification of TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import name, normalize

from kibitz.core.bounds import PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.core.words import shortened
from kibitz.languages.pfn.toml.cut import CLOSES, followed
from kibitz.languages.pfn.toml.model import CLOSERS, is_value, pattern

Problems = Iterator[Diagnostic]

_SHOWN = 51


def short(text: str) -> str:
    """Return a short piece of a record for messages, on one line."""
    return shortened(" ".join(text.split()), _SHOWN)


def controls(text: str, rules: Rules, start: int = 0, end: int | None = None) -> Problems:
    """Yield the findings for the control characters of a comment or a string."""
    for found in pattern("CONTROL").finditer(text, start, len(text) if end is None else end):
        yield control(text, found.start(), rules)


def control(text: str, at: int, rules: Rules) -> Diagnostic:
    """Return the finding for a misplaced control character."""
    if text[at] == "\r":
        return _odd(rules, at, "A carriage return without a line feed", "Replace it by a line end", "\n")
    return _odd(rules, at, f"The control character U+{ord(text[at]):04X}", "Remove it", "")


def blank(text: str, at: int, rules: Rules) -> Diagnostic:
    """Return the finding for a space that TOML does not know. They come from web pages and PDF files."""
    return _odd(rules, at, f"The space U+{ord(text[at]):04X}", "Replace it by a space", " ")


def _odd(rules: Rules, at: int, what: str, title: str, right: str) -> Diagnostic:
    fix = Fix.of(title, at, at + 1, right)
    return rules["control-character"].at(at, at + 1, what=what, fixes=[fix])


_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def unseen(text: str) -> str:
    """Return the first invisible character of a text in words, or nothing."""
    found = _UNSEEN.search(text)
    return f"a {name(found[0], 'character').lower()} (U+{ord(found[0]):04X})" if found else ""


def without_unseen(text: str) -> str:
    """Return the text without invisible characters."""
    return _UNSEEN.sub("", text)


def hidden(text: str, rules: Rules) -> Diagnostic | None:
    """Return the finding for invisible characters outside of strings and comments, or None. They come from web pages and chats."""
    if text.isascii():
        return None
    bare = re.sub(pattern("LOOSE_STRING").pattern + "|#[^\n]*", lambda one: " " * len(one[0]), text)
    places = [found.start() for found in _UNSEEN.finditer(bare)]
    if not places:
        return None
    fix = Fix("Remove the invisible characters", tuple(Edit(at, at + 1, "") for at in places[:PROBLEMS]))
    what = unseen(bare)
    what = f"{what[0].upper()}{what[1:]}, which is invisible,"
    return rules["control-character"].at(places[0], places[0] + 1, what=what, fixes=[fix])


def too_deep(text: str, limit: int) -> int | None:
    """Return the offset at which brackets are nested deeper than the limit."""
    deep = (found.start() for found, opened in followed(text) if len(opened) == limit and found[0] in CLOSES)
    return next(deep, None)


def string(text: str, span: Span, rules: Rules) -> Problems:
    """Yield the findings for a malformed string."""
    start, end = span
    quote = next((closer for closer in CLOSERS if text.startswith(closer, start)), text[start])
    long = quote in CLOSERS
    if not pattern("LOOSE_LONG" if long else "LOOSE_SHORT").fullmatch(text, start, end):
        fixes = [] if long else [Fix.of(f"Add `{quote}`", end, end, quote)]
        what = "text over several lines" if long else "text"
        yield rules["not-closed"].at(start, end, what=what, closer=quote, fixes=fixes)
        return
    known = ["ESCAPE", "LINE_ESCAPE"] if long else ["ESCAPE"]
    escape = r"\\[\s\S]|" if quote[0] == '"' else ""
    suspects = re.compile(escape + pattern("CONTROL").pattern)
    for found in suspects.finditer(text, start + len(quote), end - len(quote)):
        if found[0][0] == "\\":
            if not any(pattern(name).match(text, found.start()) for name in known):
                yield _escape(text, found.start(), span, quote, rules)
        elif not (long and text.startswith("\r\n", found.start())):
            yield control(text, found.start(), rules)


def key(text: str, span: Span, rules: Rules) -> Problems:
    """Yield the findings for a malformed string as a key."""
    if text.startswith(CLOSERS, span.start):
        yield long_key(text, span, rules)
    else:
        yield from string(text, span, rules)


def long_key(text: str, span: Span, rules: Rules) -> Diagnostic:
    """Return the finding for a key in three quotes."""
    start, end = span
    inside = (
        text[start + 3 : end - 3]
        if end - start >= 6 and text.endswith(text[start : start + 3], start, end)
        else ""
    )
    fixes = []
    if inside and not re.search(r"[\n\"'\\]", inside) and not pattern("CONTROL").search(inside):
        fixes = [Fix.of("Replace three quotes by one", start, end, text[start] + inside + text[start])]
    return rules["syntax"].at(*span, what="a key has one quote on each side, not three", fixes=fixes)


def _escape(text: str, at: int, span: Span, quote: str, rules: Rules) -> Diagnostic:
    hexadecimal = re.compile(r"\\(x[0-9A-Fa-f]{0,2}|u[0-9A-Fa-f]{0,4}|U[0-9A-Fa-f]{0,8})").match(
        text, at, span.end
    )
    end = hexadecimal.end() if hexadecimal else at + 2
    fixes = [Fix.of("Add a second backslash", at, at, "\\")]
    inside = text[span.start + len(quote) : span.end - len(quote)]
    if "'" not in inside and not pattern("CONTROL").search(inside) and '\\"' not in inside:
        single = "'" * len(quote)
        fixes.append(
            Fix.of("Replace the quotes by single ones, without escapes", *span, f"{single}{inside}{single}")
        )
    return rules["bad-escape"].at(at, end, escape=text[at:end].rstrip("\r\n"), fixes=fixes)


# Values


def word(text: str, span: Span, rules: Rules) -> Problems:
    """Yield the finding for an unquoted value."""
    written = text[span.start : span.end]
    if _DATED.match(written):
        stamp = date_meant(written)
        wrong = out_of_range(written)
        instead = f"write `{stamp}`" if is_value(stamp) else wrong or "write `2025-02-15` or `18:30:00`"
        fixes = _write(span, written, stamp if is_value(stamp) else None, f'"{written}"')
        yield rules["bad-date"].at(*span, date=short(written), instead=instead, fixes=fixes)
        return
    meant = _meant(written)
    if re.match(r"[+-]*\.?[0-9]", written):
        instead = f"`{meant}`" if meant else "one such as `12` or `0.5`"
        fixes = _write(span, written, meant, f'"{written}"')
        yield rules["bad-number"].at(*span, number=short(written), instead=instead, fixes=fixes)
    else:
        quoted = '"' + written.strip("“”„«»‘’´`").replace("\\", "\\\\") + '"'
        # If a number is meant, a string has the wrong type.
        fixes = _write(span, written, meant, None if meant and meant[:1].isdigit() else quoted)
        yield rules["bad-value"].at(*span, value=short(written), instead=short(meant or quoted), fixes=fixes)


_DATED = re.compile(r"[0-9]{4}(?!\.[0-9]*\Z)\D|[0-9]+([:/-]|\.[0-9]{1,2}\.(?=[0-9]{4}))[0-9]")
"""The start of a date or a time in any style, but not of `1900.5`."""


def _meant(written: str) -> str | None:
    """Return the number or boolean that a text is nearly, or None."""
    written = re.sub(r"^[$€£¥]\s*(?=[0-9])|(?<=[0-9])\s*[$€£¥]$", "", normalize("NFKC", written))
    number = re.sub(r"^([+-]?)(0+)(?=[0-9])", r"\1", re.sub(r"[_']", "", written))
    number = re.sub(r"^([+-]?)\.", r"\g<1>0.", re.sub(r"\.(?=$|[eE])", ".0", number))
    return next((way for way in (written.lower(), number) if is_value(way)), None)


def _write(span: Span, written: str, *ways: str | None) -> list[Fix]:
    return [Fix.of(f"Change `{short(written)}` to `{short(way)}`", *span, way) for way in ways if way]


def unreal(text: str, span: Span, kind: str, rules: Rules) -> Problems:
    """Yield the finding for an impossible date, or for a number that readers of TOML reject."""
    written = text[span.start : span.end]
    if "DATE" in kind:
        month = "that month" if written[5:7] != "02" else f"February {written[:4]}"
        yield rules["bad-date"].at(*span, date=short(written), instead=f"{month} has no such day")
    else:
        yield rules["bad-number"].at(*span, number=short(written), instead="one with fewer digits")


# Dates and times

_STAMP = re.compile(
    r"(?:(?P<year>[0-9]+)[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2}))?"
    r"(?:(?:(?<=[0-9])[Tt ])?(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2})(?::(?P<second>[0-9]{1,2}))?"
    r"(?P<fraction>\.[0-9]*)?(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{1,2}):?(?P<minutes>[0-9]{1,2})?)?)?"
)
_RANGES = {
    "year": (1, 9999, "a year has four digits"), "month": (1, 12, "months go from 01 to 12"),
    "day": (1, 31, "days go from 01 to 31"), "hour": (0, 23, "hours go from 00 to 23"),
    "minute": (0, 59, "minutes go from 00 to 59"), "second": (0, 59, "seconds go from 00 to 59"),
    "hours": (0, 23, "the hours of an offset go from 00 to 23"),
    "minutes": (0, 59, "the minutes of an offset go from 00 to 59"),
}  # fmt: skip


def out_of_range(written: str) -> str | None:
    """Return why a part of a date or time is out of range, in words, or None."""
    found = _STAMP.fullmatch(written)
    if found is None:
        return None
    for part, (low, high, words) in _RANGES.items():
        if found[part] is not None and not low <= int(found[part]) <= high:
            return words
    return None


def date_meant(written: str) -> str:
    """Return the date or time in the form of TOML if only zeros or separators are wrong, or an empty string."""
    found = _STAMP.fullmatch(written)
    if found is None or out_of_range(written) or (found["year"] is not None and len(found["year"]) != 4):
        return ""
    day = "-".join(found[part].zfill(2) for part in ("year", "month", "day")) if found["year"] else ""
    if found["hour"] is None:
        return day
    clock = ":".join((found[part] or "00").zfill(2) for part in ("hour", "minute", "second"))
    fraction = (found["fraction"] or "").removesuffix(".")
    zone = found["zone"] or ""
    if found["sign"]:
        zone = found["sign"] + found["hours"].zfill(2) + ":" + (found["minutes"] or "00").zfill(2)
    return "T".join(filter(None, [day, clock + fraction + (zone if day else "")]))
