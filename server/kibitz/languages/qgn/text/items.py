"""The items of a record as frozen values, with spans and findings relative to the item, and parts: the items of one chunk.

Items with the same text are one object, which is cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import digits
from typing import NamedTuple, Union, cast

from kibitz.core.bounds import MARKED, PARTS
from kibitz.core.grammar import Grammar, Unreadable, describe
from kibitz.core.memory import WORDS, latest, remembered
from kibitz.core.rules import Rules
from kibitz.core.shown import visible
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span
from kibitz.core.words import shortened

NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Tag:
    """`[key "value"]`. A missing part is empty and its span has no width."""

    text: str
    key: str
    value: str
    key_at: Span
    value_at: Span
    """The span of the value without the quotes."""
    problems: tuple[Diagnostic, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the tag follows the grammar; spaces do not matter."""
        return not self.problems


class Detail(NamedTuple):
    """A detail of an action; the text is empty if the detail is missing."""

    text: str
    start: int

    @property
    def at(self) -> Span:
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class Action:
    """`{team index}{action character}&{detail}.{detail}…`."""

    text: str
    index: int
    sign: str
    """The action character, or nothing if the action is unreadable."""
    ampersand: Span | None = None
    """The span of the `&` and the spaces around it."""
    details: tuple[Detail, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The details."""
        return tuple([detail.text for detail in self.details])

    @property
    def index_at(self) -> Span:
        return Span(0, len(self.text) - len(self.text.lstrip(digits)))

    @property
    def sign_at(self) -> Span:
        end = self.index_at.end
        return Span(end, end + len(self.sign))

    @property
    def sound(self) -> bool:
        """Whether the action can be read and formatted."""
        return self.sign != "" and (self.ampersand is None or self.text[self.ampersand.end - 1] == "&")

    @property
    def plain(self) -> str:
        """The action without spaces."""
        if self.ampersand is None:
            return self.text
        return self.text[: self.ampersand.start] + "&" + self.text[self.ampersand.end :]


@dataclass(frozen=True, slots=True)
class Comment:
    """`{…}`, `//…` or `/*…*/`; an open one ends with its line."""

    text: str
    closed: bool
    problems: tuple[Diagnostic, ...] = ()

    @property
    def words(self) -> str:
        """The text without its delimiters."""
        if self.text.startswith("{"):
            return self.text[1:-1] if self.closed else self.text[1:]
        return self.text[2:-2] if self.text.startswith("/*") and self.closed else self.text[2:]


@dataclass(frozen=True, slots=True)
class Junk:
    """Unknown words, or a conflict marker of version control."""

    text: str
    problems: tuple[Diagnostic, ...] = ()
    unread: bool = False
    """Whether this is the unread rest of a chunk with too many items."""


Item = Union[Tag, Action, Comment, Junk]  # noqa: UP007 - Python 3.10 evaluates it.


class Placed(NamedTuple):
    """An item in a chunk."""

    start: int
    item: Item

    @property
    def end(self) -> int:
        return self.start + len(self.item.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def shifted(self, by: int) -> Placed:
        return Placed(self.start + by, self.item)


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """The items of a chunk. Compared by identity.

    A chunk is the head of a game, up to its first action, or it begins with an action: see
    :func:`kibitz.languages.qgn.text.read.split_points`.
    """

    items: tuple[Placed, ...]
    head: bool = False
    crlf: int | None = None
    """The offset of the first `\\r\\n`."""

    @property
    def strays(self) -> bool:
        """Whether a tag is among actions."""
        return not self.head and any(self.tags)

    @property
    def tags(self) -> Iterator[tuple[int, Tag]]:
        """The tags, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Tag))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the tags; an unreadable key is empty."""
        return frozenset([tag.key for _, tag in self.tags])

    @property
    def actions(self) -> Iterator[tuple[int, Action]]:
        """The readable actions, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Action) and item.sign)

    @property
    def highest(self) -> int:
        """The highest team index, or -1 without actions."""
        return max([action.index for _, action in self.actions], default=-1)

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the actions."""
        return frozenset([action.sign for _, action in self.actions])


NOTHING = Part((), head=True)
"""The absent head of a game."""


EXPECTED = 'a tag such as `[key "tictactoe"]`'


@cache
def plain_tag() -> re.Pattern[str]:
    """Return the expression of the rule `tag`, with a key and a value in double quotes."""
    key, value, blank = (pattern(name).pattern for name in ("KEY", "STRING", "BLANK"))
    return re.compile(rf"\[(?:{blank})?{key}(?:{blank})?{value}(?:{blank})?\]")


@remembered
def read_tag(text: str, rules: Rules) -> Tag:
    """Read a tag as far as possible; a broken one has at most one finding."""
    tree = GRAMMAR.parse(text, "tag")
    leaves = () if isinstance(tree, Unreadable) else tree.tokens()
    tokens = {token.type: token for token in leaves}
    name = tokens.get("KEY", tokens.get("ODD_KEY"))
    kinds = ("STRING", "SINGLE_QUOTED", "OPEN_STRING", "BARE")
    value = next((tokens[kind] for kind in kinds if kind in tokens), None)
    key_at = span_of(name) if name is not None else Span(1, 1)
    value_at = Span(key_at.end, key_at.end) if value is None else _inside(value)
    problem = _tag_problem(text, tokens, key_at, value, rules)
    problems = () if problem is None else (problem,)
    return Tag(text, str(name or ""), text[value_at.start : value_at.end], key_at, value_at, problems)


def _inside(value: Token) -> Span:
    start, end = span_of(value)
    if value.type in {"STRING", "SINGLE_QUOTED"}:
        return Span(start + 1, end - 1)
    return Span(start + 1, end) if value.type == "OPEN_STRING" else Span(start, end)


def _tag_problem(
    text: str, tokens: dict[str, Token], key_at: Span, value: Token | None, rules: Rules
) -> Diagnostic | None:
    """Return the first finding in a tag, or None."""
    if key_at.start == key_at.end:
        return rules["syntax"].at(0, len(text), found=shown(text), expected=EXPECTED)
    if (odd := tokens.get("ODD_KEY")) is not None:
        # Signs around a key, such as a colon, are not part of a word; signs inside it separate two words.
        good = re.sub(r"[^A-Za-z0-9_]", "_", re.sub(r"(?a)^\W+|\W+$", "", odd) or odd)
        good = good if pattern("KEY").fullmatch(good) else f"_{good}"
        named = good.strip("_") != ""
        asked, fixes = (
            (f"; did you mean `{good}`?", [Fix.of(f"Change `{shown(odd)}` to `{good}`", *key_at, good)])
            if named
            else ("", [])
        )
        return rules["tag-key"].at(*key_at, key=shown(odd), asked=asked, fixes=fixes)
    if value is None or (value.type == "BARE" and not value.strip()):
        # Spaces that the grammar does not know, such as U+2028, are not a value either.
        return rules["no-value"].at(*key_at, key=tokens["KEY"])
    if (extra := tokens.get("EXTRA")) is not None and value.type != "BARE":
        return rules["too-much"].at(*span_of(extra), found=shown(extra.rstrip()))
    return _value_problem(text, tokens, value, rules)


def _value_problem(text: str, tokens: dict[str, Token], value: Token, rules: Rules) -> Diagnostic | None:
    start, end = _inside(value)
    if value.type == "OPEN_STRING":
        closing = text[start:end].rstrip()
        edits = (Edit(start - 1, end, f'"{closing}"' + ("" if "CLOSE" in tokens else "]")),)
        return rules["unclosed-value"].at(start - 1, end, fixes=[Fix('Add `"` at its end', edits)])
    if "CLOSE" not in tokens:
        fix = Fix.of("Add `]`", len(text), len(text), "]")
        return rules["unclosed-tag"].at(0, len(text), fixes=[fix])
    if value.type == "SINGLE_QUOTED":
        quotes = (Edit(start - 1, start, '"'), Edit(end, end + 1, '"'))
        fix = Fix('Change the quotes to `"`', quotes, safe=True)
        return rules["single-quotes"].at(start - 1, end + 1, fixes=[fix])
    if value.type == "BARE":
        stop = len(text[: span_of(tokens["CLOSE"]).start].rstrip())
        bare = text[start:stop]
        severity = None if pattern("PLAIN_VALUE").match(bare) else Severity.ERROR
        fix = Fix.of("Add quotes", start, stop, f'"{bare.replace(chr(34), "")}"', safe=severity is None)
        return rules["unquoted-value"].at(start, stop, value=shown(bare), severity=severity, fixes=[fix])
    return None


GRAMMAR = Grammar("qgn", ("record", "tag", "action", "hints"), PARTS)
QUOTES = frozenset("\"'`")
"""The characters that the reference parser takes for the start of a quoted text."""
FAR = 10**9
"""A team index beyond all teams, for numbers that are too long."""
EXPECTED_PARTS = {
    "SIGN": "the character of an action, such as the `a` of `0a`",
    "AMPERSAND": "`&` and details (`0a&1.2`)",
    "DETAIL": "a detail",
    "DOT": "`.` and another detail",
    "$END": "a space",
}


@cache
def pattern(terminal: str) -> re.Pattern[str]:
    """Return the regular expression of a terminal of the grammar."""
    return GRAMMAR.pattern(terminal)


@cache
def _usual() -> re.Pattern[str]:
    """Return the form of an action without mistakes, made of the terminals of the grammar."""
    index, sign, detail = (pattern(name).pattern for name in ("INDEX", "SIGN", "DETAIL"))
    return re.compile(rf"({index})(?![0-9])({sign})(?:(&)((?:{detail})(?:\.(?:{detail}))*))?")


@latest(WORDS)
def usual_action(text: str) -> Action | None:
    """Return an action without mistakes, or None if the text is anything else."""
    found = _usual().fullmatch(text)
    if found is None or not QUOTES.isdisjoint(text) or 2 * text.count(".") + 4 > PARTS:
        return None
    details, at = [], found.start(4)
    for detail in found[4].split(".") if found[4] else ():
        details.append(Detail(detail, at))
        at += len(detail) + 1
    ampersand = Span(*found.span(3)) if found[3] else None
    return Action(text, _number(found[1]), found[2], ampersand, tuple(details))


@remembered
def read_action(text: str, rules: Rules) -> Action:
    """Return an action; an unreadable one has no sign."""
    if usual := usual_action(text):
        return usual
    tree = GRAMMAR.parse(text, "action")
    index = pattern("INDEX").match(text)
    number = _number(index[0]) if index else FAR
    if isinstance(tree, Unreadable):
        problem = _unreadable_action(text, tree, rules)
        return Action(text, number, "", problems=(problem,))
    sign, rest = tree.children[1], tree.children[2:]
    ampersand = span_of(rest[0]) if rest else None
    details = tuple(_details(rest, len(text)))
    problems = tuple(_action_problems(text, ampersand, details, rules))
    end = index.end() if index else 0
    if end < span_of(sign).start:
        fix = Fix.of("Remove the space", end, span_of(sign).start, "")
        whole = text[:end] + str(sign)
        problem = rules["blank-behind-index"].at(0, span_of(sign).end, action=whole, fixes=[fix])
        return Action(text, number, "", problems=(problem,))
    problems += tuple(_quotes(text, span_of(sign), details, rules))
    return Action(text, number, str(sign), ampersand, details, problems)


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else FAR


def span_of(token: Token | Tree) -> Span:
    """Return the span of a token."""
    leaf = cast(Token, token)
    start = leaf.start_pos or 0
    return Span(start, start + len(leaf))


def _details(tokens: list[Token | Tree], end: int) -> list[Detail]:
    """Return the details between `&`, dots and the end, including missing ones."""
    found: list[Detail] = []
    at: int | None = None
    for token in tokens:
        span = span_of(token)
        if isinstance(token, Token) and token.type == "DETAIL":
            found.append(Detail(str(token), span.start))
            at = None
            continue
        if at is not None:
            found.append(Detail("", at))
        at = span.end
    if at is not None:
        found.append(Detail("", end))
    return found


def _unreadable_action(text: str, error: Unreadable, rules: Rules) -> Diagnostic:
    start = error.start
    if text[start : start + 1] == "&" and "&" in text[:start]:
        fix = Fix.of("Change `&` to `.`", start, start + 1, ".")
        if text[start - 1] in "&." or start + 1 == len(text):
            fix = Fix.of("Remove `&`", start, start + 1, "")
        return rules["two-ampersands"].at(start, start + 1, action=shown(text), fixes=[fix])
    if not error.found:
        return rules["no-action-character"].at(0, len(text), index=shown(text))
    # `0ab`: an action is one character, so the rest is the error.
    whole = "SIGN" not in error.expected and pattern("INDEX").match(text)
    end = len(text) if whole else start + 1
    expected = describe(error.expected, EXPECTED_PARTS)
    return rules["syntax"].at(start, end, found=shown(text[start:end]), expected=expected)


def _action_problems(
    text: str, ampersand: Span | None, details: tuple[Detail, ...], rules: Rules
) -> list[Diagnostic]:
    if ampersand is None:
        return []
    joint = text[ampersand.start : ampersand.end]
    at = ampersand.start + joint.index("&")
    found = []
    if at > ampersand.start:
        fix = Fix.of("Remove the space", ampersand.start, at, "", safe=True)
        found.append(rules["blank-before-ampersand"].at(ampersand.start, at + 1, fixes=[fix]))
    if ampersand.end > at + 1 and ampersand.end < len(text):
        found.append(_swallowing(text, at, ampersand.end, rules))
    if any(not detail.text for detail in details):
        found.append(_empty_details(text, ampersand, details, rules))
    return found


def _quotes(text: str, sign: Span, details: tuple[Detail, ...], rules: Rules) -> Iterator[Diagnostic]:
    """Yield the unpaired quotes: the reference parser reads on to the next quote or the end of the line."""
    if text[sign.start] in QUOTES:
        yield rules["quote"].at(*sign, quote=text[sign.start], effect="it refuses the record")
    for detail in details:
        odd = [quote for quote in '"`' if detail.text.count(quote) % 2]
        if odd:
            at = detail.at.start + detail.text.index(odd[0])
            fix = Fix.of("Remove the quote", at, at + 1, "")
            effect = "the rest of the line becomes part of the detail"
            yield rules["quote"].at(
                at, at + 1, quote=odd[0], effect=effect, severity=Severity.WARNING, fixes=[fix]
            )


def _swallowing(text: str, at: int, end: int, rules: Rules) -> Diagnostic:
    """Return the finding of a space after the `&`: the next word is then still a detail."""
    apart = Fix.of("Remove `&`", at, at + 1, "")
    joined = Fix.of("Remove the space: the word is a detail", at + 1, end, "", safe=True)
    looks_like_action = pattern("ACTION").match(text, end) is not None and not text[end:].isdigit()
    fixes = [apart, joined] if looks_like_action else [joined]
    return rules["blank-after-ampersand"].at(at, len(text), word=shown(text[end:]), fixes=fixes)


def _empty_details(text: str, ampersand: Span, details: tuple[Detail, ...], rules: Rules) -> Diagnostic:
    empty = next(detail for detail in details if not detail.text)
    left = ".".join(detail.text for detail in details if detail.text)
    edit = Edit(ampersand.start, len(text), f"&{left}" if left else "")
    start = ampersand.start if not left else max(empty.at.start - 1, ampersand.end)
    title = "Remove the empty detail" if left else "Remove `&`"
    # Misplaced spaces are not part of its name.
    action = shown("".join(text.split()))
    return rules["empty-detail"].at(start, len(text), action=action, fixes=[Fix(title, (edit,))])


def shown(text: str) -> str:
    """Return a text for a message or the title of a fix: shortened, with hidden characters visible."""
    return visible(shortened(text))


@remembered
def read_comment(text: str, closed: bool, rules: Rules) -> Comment:
    """Read a comment, with the findings that do not depend on its place."""
    problems = [
        rules["conflict-marker"].at(*found.span(), marker=found[0][:7])
        for found in pattern("CONFLICT").finditer(text)
        if text[found.start() - 1 : found.start()] in {"\n", "\r"}
    ]
    opener = text[0] if text.startswith("{") else text[:2]
    comment = Comment(text, closed)
    if not closed:
        closer = "}" if opener == "{" else "*/"
        fix = Fix.of(f"Add `{closer}`", len(text), len(text), f" {closer}")
        problems.append(
            rules["unclosed-comment"].at(0, len(opener), opener=opener, closer=closer, fixes=[fix])
        )
    elif opener != "{":
        words = comment.words.strip()
        fix = Fix.of("Change it to a comment in braces", 0, len(text), f"{{{words}}}", safe=True)
        fixes = [] if "}" in words else [fix]
        problems.append(rules["other-comment"].at(0, len(text), opener=opener, fixes=fixes))
    return Comment(text, closed, tuple(problems))


@remembered
def read_conflict(text: str, rules: Rules) -> Junk:
    return Junk(text, (rules["conflict-marker"].at(0, len(text), marker=text[:7]),))


def read_beyond(text: str, limit: int, rules: Rules) -> Junk:
    """Return the unread rest of a chunk with too many items that are not actions."""
    line = text.split("\n", 1)[0].rstrip()
    return Junk(text, (rules["too-many-items"].at(0, min(len(line), MARKED), limit=limit),), unread=True)


@remembered
def read_words(text: str, rules: Rules) -> Junk:
    """Return words that are not an item."""
    if (closer := pattern("COMMENT_END").search(text)) is not None:
        return Junk(text, (rules["stray-closer"].at(*closer.span(), closer=closer[0]),))
    expected = "an action such as `0a&1.2`, a tag or a comment"
    return Junk(text, (rules["syntax"].at(0, len(text), found=shown(text), expected=expected),))
