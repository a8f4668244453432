"""Findings for parts of statements, in words for people who do not know the specification of TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import name, normalize

from kibitz.core.bounds import PROBLEMS
from kibitz.core.grammar import END, Unreadable, describe
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.core.words import shortened
from kibitz.languages.pfn.toml.cut import CLOSES, Open, followed
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


UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def unseen(text: str) -> str:
    """Return the first invisible character of a text in words, or nothing."""
    found = UNSEEN.search(text)
    return f"a {name(found[0], 'character').lower()} (U+{ord(found[0]):04X})" if found else ""


def hidden(text: str, rules: Rules) -> Diagnostic | None:
    """Return the finding for invisible characters outside of strings and comments, or None. They come from web pages and chats."""
    if text.isascii():
        return None
    bare = re.sub(pattern("LOOSE_STRING").pattern + "|#[^\n]*", lambda one: " " * len(one[0]), text)
    places = [found.start() for found in UNSEEN.finditer(bare)]
    if not places:
        return None
    fix = Fix("Remove the invisible characters", tuple(Edit(at, at + 1, "") for at in places[:PROBLEMS]))
    what = unseen(bare)
    what = f"{what[0].upper()}{what[1:]}, which is invisible,"
    return rules["control-character"].at(places[0], places[0] + 1, what=what, fixes=[fix])


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
        yield long_key(span, rules)
    else:
        yield from string(text, span, rules)


def long_key(span: Span, rules: Rules) -> Diagnostic:
    """Return the finding for a key in three quotes."""
    return rules["syntax"].at(*span, what="a key has one quote on each side, not three")


def _escape(text: str, at: int, span: Span, quote: str, rules: Rules) -> Diagnostic:
    fixes = [Fix.of("Add a second backslash", at, at, "\\")]
    inside = text[span.start + len(quote) : span.end - len(quote)]
    if "'" not in inside and not pattern("CONTROL").search(inside) and '\\"' not in inside:
        single = "'" * len(quote)
        fixes.append(
            Fix.of("Replace the quotes by single ones, without escapes", *span, f"{single}{inside}{single}")
        )
    return rules["bad-escape"].at(at, at + 2, escape=text[at : at + 2].rstrip("\r\n"), fixes=fixes)


# Values


def word(text: str, span: Span, rules: Rules) -> Problems:
    """Yield the finding for an unquoted value."""
    written = text[span.start : span.end]
    if _DATED.match(written):
        yield unreal(text, span, rules)
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


def unreal(text: str, span: Span, rules: Rules) -> Diagnostic:
    """Return the finding for a wrong date, or for a number that readers of TOML reject."""
    written = text[slice(*span)]
    if _DATED.match(written):
        fixes = _write(span, written, f'"{written}"')
        return rules["bad-date"].at(*span, date=short(written), fixes=fixes)
    return rules["bad-number"].at(*span, number=short(written), instead="one with fewer digits")


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
    """The place where a statement becomes unreadable."""

    text: str
    fault: Unreadable
    rules: Rules

    @property
    def rest(self) -> Span:
        """The rest of the line, without a comment."""
        start = self.fault.start
        line = re.split(r"[\n#]", self.text[start:], maxsplit=1)[0]
        return Span(start, max(len(self.text[: start + len(line)].rstrip()), self.fault.end))

    def syntax(self, what: str, span: Span | None = None, *fixes: Fix) -> Diagnostic:
        start, end = span or Span(self.fault.start, self.fault.end)
        return self.rules["syntax"].at(start, end, what=what, fixes=fixes)


def header(place: Place) -> Diagnostic:
    """Return the finding for a broken header. The text before the fault is correct."""
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
        fix = Fix.of(f"Add `{closing}`", end, len(text) - len(text[end:].lstrip("]")), closing)
        # After an unterminated quote, or three quotes, brackets are part of the string.
        quoted = any(inside.count(quote) % 2 or 3 * quote in inside for quote in "\"'")
        fixes = [] if quoted else [fix]
        return rules["not-closed"].at(0, max(end, fault.end), what="header", closer=closing, fixes=fixes)
    if fault.found == "=":
        fix = Fix.of(f"Remove `{opening}`", 0, len(opening), "")
        return place.syntax(
            f"a header such as `{opening}Result{closing}` has no value, and a key no brackets", None, fix
        )
    return _quoted(place, Span(len(opening), end))


def _key_before(place: Place, assignment: re.Match[str] | None) -> Diagnostic:
    """Return the finding for the text before the `=`, or for a missing `=`."""
    text, fault, rules = place
    if text.startswith(CLOSERS):
        end = text.find(text[:3], 3)
        return long_key(Span(0, end + 3 if end > 0 else len(text)), rules)
    if assignment is None:
        return _lonely(place)
    key_end = len(text[: assignment.end()].rstrip(" \t")[:-1].rstrip(" \t"))
    if not key_end:
        return place.syntax("the key before `=` is missing", Span(0, 1))
    if fault.found == "=" and text[: fault.start].rstrip().endswith("."):
        return place.syntax(_DOTTED, Span(fault.start - 1, fault.start))
    return _quoted(place, Span(0, key_end))


def _lonely(place: Place) -> Diagnostic:
    """Return the finding for a line without `=`."""
    text, _, rules = place
    before = text.partition("#")[0].rstrip() if text[0] not in "\"'" else text
    if all(pattern("BARE_KEY").fullmatch(part.strip(" \t")) for part in before.split(".")) or any(
        pattern(name).fullmatch(text) for name in ("BASIC_STRING", "LITERAL_STRING")
    ):
        return rules["no-value"].at(0, len(before), key=short(before))
    if (gap := without_equals(text)) is not None:
        fix = Fix.of("Add `=`", *gap, " = ")
        return place.syntax(f"`=` is missing between `{short(text[: gap.start])}` and its value", gap, fix)
    if text[0] in "\"'" and text.count(text[0]) == 1:
        return rules["not-closed"].at(0, len(text), what="key", closer=text[0])
    if before.endswith("."):
        return place.syntax(_DOTTED, Span(len(before) - 1, len(before)))
    return place.syntax("write `key = value`, `[table]` or `# comment`", Span(0, len(text)))


def without_equals(text: str) -> Span | None:
    """Return the span between a key and a value that should be `=`, or None."""
    found = pattern("BARE_KEY").match(text)
    gap = re.compile(r"[ \t]*(:=?[ \t]*|[ \t])(?=\S)").match(text, found.end()) if found else None
    if gap is None:
        return None
    value = text[gap.end() :].partition("#")[0].rstrip()
    meant = ":" in gap[0] or is_value(value) or value[:1] in {"[", "{", '"', "'"}
    return Span(*gap.span()) if meant else None


_DOTTED = "a part of the key is missing next to the dot"


def _quoted(place: Place, span: Span) -> Diagnostic:
    """Return the finding for a key with signs that need quotes."""
    inside = place.text[span.start : span.end]
    strange = re.search(r"[^\S \t\r\n]", inside)
    if strange is not None:
        return blank(place.text, span.start + strange.start(), place.rules)
    name = inside.strip(" \t")
    start = place.text.index(name, span.start)
    if name.endswith(".") or name.startswith(".") or ".." in name:
        at = min(max(place.fault.start, start), start + len(name))
        return place.syntax(_DOTTED, Span(at, place.fault.end))
    fixes = []
    if '"' not in name and "\\" not in name and not pattern("CONTROL").search(name):
        fixes = [Fix.of("Add quotes", start, start + len(name), f'"{name}"')]
    return place.rules["bad-key"].at(start, start + len(name), key=short(name), fixes=fixes)


def explain(text: str, fault: Unreadable, rules: Rules) -> list[Diagnostic]:
    """Return the findings for a statement: one, or one for each line of a merge conflict in it."""
    place = Place(text, fault, rules)
    marks = [*re.finditer("^(?:" + pattern("CONFLICT").pattern + ")", text, re.MULTILINE)]
    if marks:
        return [rules["conflict-marker"].at(*mark.span()) for mark in marks]
    if pattern("CONTROL").match(text, fault.start):
        return [control(text, fault.start, rules)]
    if text[0] == "[":
        return [_behind(place) if fault.expected == {END} else header(place)]
    assignment = pattern("ASSIGNMENT").match(text)
    if assignment is None or fault.start < assignment.end(0):
        return [_key_before(place, assignment)]
    if fault.expected == {END}:
        return [_behind(place)]
    if opened := _open(text[: fault.start], assignment.end()):
        return _inside(place, opened)
    return [_value(place, assignment)]


def _value(place: Place, assignment: re.Match[str]) -> Diagnostic:
    text, fault, rules = place
    key = assignment[0].rstrip("= \t")
    if fault.found == "" or text[assignment.end()] == "#":
        return rules["no-value"].at(0, len(assignment[0].rstrip()), key=key)
    before = text[assignment.end() : fault.start].strip(" \t")
    if before and fault.found in {'"', "'"} and fault.end == place.rest.end:
        # The end of a string whose start is missing.
        fix = Fix.of(f"Add `{fault.found}` before it", assignment.end(), assignment.end(), fault.found)
        instead = f"{fault.found}{short(before)}{fault.found}"
        return rules["bad-value"].at(
            assignment.end(), fault.end, value=short(before + fault.found), instead=instead, fixes=[fix]
        )
    if fault.found == "=":
        return place.syntax(f"a second `=` follows the first: write {WORDS['BASIC_STRING']}", place.rest)
    return place.syntax(f"`{fault.found}` cannot begin a value: write {WORDS['BASIC_STRING']}", place.rest)


def _behind(place: Place) -> Diagnostic:
    """Return the finding for text after a statement."""
    text, fault, rules = place
    rest = text[place.rest.start : place.rest.end]
    before = re.search(r"[0-9]+\Z", text[: fault.start])
    if before and re.fullmatch(r",[0-9]+", rest):
        point = before[0] + "." + rest[1:]
        fix = Fix.of(
            f"Change `{short(before[0] + rest)}` to `{short(point)}`", fault.start, fault.start + 1, "."
        )
        span = Span(before.start(), place.rest.end)
        number, instead = short(before[0] + rest), f"`{short(point)}`"
        return rules["bad-number"].at(*span, number=number, instead=instead, fixes=[fix])
    fixes = [Fix.of("Convert to a comment", fault.start, fault.start, "# ")]
    if pattern("ASSIGNMENT").match(rest):
        gap = len(text[: fault.start].rstrip(" \t"))
        fixes = [Fix.of("Move to a line of its own", gap, fault.start, "\n"), *fixes]
    if rest == ",":
        fixes = [Fix.of("Remove the comma", *place.rest, "")]
    return place.syntax(
        f"`{short(rest)}` follows a complete statement: write it on a line of its own",
        place.rest,
        *fixes,
    )


# Arrays and inline tables


def _open(text: str, start: int) -> Open:
    """Return the brackets that are open at the end of a text, with their places."""
    opened = Open()
    for _, opened in followed(text, start):  # noqa: B007 - after the last sign it is the result.
        pass
    return opened


def _inside(place: Place, opened: Open) -> list[Diagnostic]:
    text, fault, rules = place
    bracket, start = opened[-1]
    closer, what = CLOSES[bracket], "array" if bracket == "[" else "inline table"
    if not fault.found:
        return _unclosed_string(place) or [_not_closed(place, what, opened)]
    if fault.found in {"]", "}"} and fault.found != closer:
        fix = Fix.of(f"Change `{fault.found}` to `{closer}`", fault.start, fault.start + 1, closer)
        related = [Related(Span(start, start + 1), f"the {what} begins here")]
        wrong = place.syntax(f"`{fault.found}` does not close the {what}: write `{closer}`", None, fix)
        return [wrong._replace(related=tuple(related))]
    if "COMMA" in fault.expected:
        if strings := _unclosed_string(place):
            return strings
        if fault.found == "=" and bracket == "[":
            return [
                place.syntax("an array has only values: put keys into an inline table, `{ key = value }`")
            ]
        before = len(text[: fault.start].rstrip())
        fix = Fix.of("Add a comma", before, before, ",")
        return [place.syntax(f"a comma is missing before `{fault.found}`", None, fix)]
    if (
        bracket == "{"
        and fault.found in {"}", ","}
        and (last := _LAST_KEY.search(text, start + 1, fault.start))
    ):
        return [rules["no-value"].at(*last.span(), key=short(last[0].rstrip("= \t")))]
    if fault.found == ",":
        return [
            place.syntax(
                "a value is missing before this comma",
                None,
                Fix.of("Remove the comma", fault.start, fault.end, ""),
            )
        ]
    return [place.syntax(f"`{fault.found}` is not allowed here: write {describe(fault.expected, WORDS)}")]


_LAST_KEY = re.compile(r"[A-Za-z0-9_.\"'-]+[ \t]*=?[ \t]*\Z")
"""The key at the end of a text, with its `=` if there is one."""


def _not_closed(place: Place, what: str, opened: Open) -> Diagnostic:
    """Return the finding for the innermost open bracket. The fix closes all open brackets."""
    text, (bracket, start) = place.text, opened[-1]
    *_, last = pattern("BRACKETED").finditer(text)
    # The last comment cannot contain closers.
    comment = last[0].startswith("#") and last.end() == len(text)
    end = len(text[: last.start()].rstrip()) if comment else len(text)
    closer, missing = CLOSES[bracket], "".join([CLOSES[one] for one, _ in reversed(opened)])
    fix = Fix.of(f"Add `{short(missing)}`", end, end, missing)
    return place.rules["not-closed"].at(start, start + 1, what=what, closer=closer, fixes=[fix])


def _unclosed_string(place: Place) -> list[Diagnostic]:
    """Return the findings for the unclosed string that hides the closing brackets, or none."""
    for found in pattern("BRACKETED").finditer(place.text):
        token = found[0]
        long = token.startswith(CLOSERS)
        if token[0] in "\"'" and not pattern("LOOSE_LONG" if long else "LOOSE_SHORT").fullmatch(token):
            return list(string(place.text, Span(*found.span()), place.rules))
    return []
