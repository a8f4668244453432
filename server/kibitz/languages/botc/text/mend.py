"""Repair of damaged words and lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from kibitz.core.grammar import Unreadable, describe
from kibitz.core.memory import remembered
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Span
from kibitz.core.words import did_you_mean
from kibitz.languages.botc.game.roles import by_prefix, known_as, meant, roles
from kibitz.languages.botc.text.grammar import GRAMMAR, change, is_identifier, pattern, report
from kibitz.languages.botc.text.nodes import Seat, Word, token_of

WORDS = {
    "NAME": "a player's name such as `Alice`",
    "IDENTIFIER": "a role such as `imp` or a token such as `poisoner:poisoned`",
    "COLON": "`:`",
    "LPAR": "tokens in `( )`",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "SPENT": "`~~`",
    "STAR": "`*`",
    "$END": "a space before the next player",
}
"""Descriptions of the terminals of an entry, for messages."""

# All parts of an entry in the usual order; each group may be empty.
_LOOSE = re.compile(
    r"(?P<open>[*~]*)(?P<name>[^\s*~:(]*)(?P<mid>[*~]*)(?P<gap1>\s*)(?P<colon>:?)(?P<gap2>\s*)(?P<wrap>[*~]*)"
    r"(?P<role>[^\s*~:(]*)(?P<after>[*~]*)(?P<gap3>\s*)(?P<tokens>(\(([^()]*\)|([^()]*[^()*~])?))?)(?P<close>[*~]*)"
)
_OTHER_SIGN = re.compile(r"(?P<name>\w+)[=;.-](?P<role>[a-z_]+)")
"""A name and a character with another sign than a colon between them."""
_TWO_PLAYERS = re.compile(r"(?P<first>[^:\s]+:(?P<role>[a-z_]+))(?P<second>[^\Wa-z_][^:\s]*:\S+)")
_MARKS = ("open", "mid", "wrap", "after", "close")
_TOKEN = re.compile(r"[^\s,()]+")


class _Finding(NamedTuple):
    """A fault, its place, and the fixed entry (empty without an obvious fix)."""

    slug: str
    start: int
    end: int
    mended: str = ""
    safe: bool = False
    fields: Mapping[str, Any] = {}
    """Further fields of its message, apart from the player and the fixed entry."""


@remembered
def read_entry(text: str) -> tuple[Seat, Diagnostic | None]:
    """Return one entry and its finding, or None without one; offsets count from its start."""
    tree = GRAMMAR.parse(text, "entry")
    return (_read(tree, text), None) if isinstance(tree, Tree) else _mended(text, tree)


def _read(tree: Tree, text: str) -> Seat:
    state = _inside(tree)[0]
    name, role, *rest = _inside(state)
    tokens = tuple(_word(text, token) for tokens in rest for token in _inside(tokens))
    dead = state.data != "living"
    return Seat(_word(text, name), _word(text, role), tokens, dead, state.data == "spent", Span(0, len(text)))


def _inside(tree: Tree) -> list[Tree]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _word(text: str, tree: Tree) -> Word:
    parts = [child for child in tree.children if isinstance(child, Token)]
    start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
    return Word(text[start:end], start, end)


# Broken entries: the likely meaning, the message and the fix


def _mended(text: str, problem: Unreadable) -> tuple[Seat, Diagnostic]:
    """Return the readable parts of a broken entry and its finding; offsets count from its start."""
    loose = _LOOSE.match(text)
    if loose is None:
        raise AssertionError("every group may be empty")
    marks, whole = "".join(loose[mark] for mark in _MARKS), Span(0, len(text))
    tokens = tuple(Word(found[0], *found.span()) for found in _TOKEN.finditer(text, *loose.span("tokens")))
    name, role = (Word(loose[part], *loose.span(part)) for part in ("name", "role"))
    entry = Seat(name, role, tokens, bool(marks), "~" in marks, whole, broken=True)
    found = _findings(loose, entry) if loose.end() == len(text) else iter(())
    finding = next(found, None) or _run_together(text, problem)
    if finding is None:
        unexpected = f"unexpected `{problem.found}`" if problem.found else "something is missing here"
        expected = describe(problem.expected, WORDS) or "a player such as `Alice:imp`"
        said = {"found": unexpected, "expected": expected}
        finding = _Finding("syntax", problem.start, problem.end, fields=said)
    fixes = [change(whole, text, finding.mended, finding.safe)] if finding.mended else []
    if finding.slug == "spent-vote-alive":
        alive = str(replace(entry.player, dead=False, spent=False))
        fixes.append(change(whole, text, alive))
    fields: dict[str, Any] = {"name": entry.name.text, "mended": finding.mended, **finding.fields}
    return entry, report(finding.slug, Span(finding.start, finding.end), *fixes, **fields)


def _run_together(text: str, problem: Unreadable) -> _Finding | None:
    """Return the finding for two players without a space between them, or None: `Al:empathFrank:imp`."""
    found = _TWO_PLAYERS.fullmatch(text)
    if found is None or found["role"] not in roles():
        return None
    fields = {"found": f"`{found['second']}` is another player", "expected": "a space between two players"}
    return _Finding(
        "syntax", problem.start, problem.end, f"{found['first']} {found['second']}", fields=fields
    )


def _findings(loose: re.Match[str], entry: Seat) -> Iterator[_Finding]:
    """Yield the faults of an entry. Only the first is reported."""
    if not entry.name.text:
        yield from _no_name(loose, entry)
    if not entry.role.text:
        yield from _no_role(loose, entry)
    yield from _no_identifier(entry)
    wrong = _wrong(loose, entry)
    for gap in ("gap1", "gap2", "gap3"):
        if loose[gap]:
            yield _Finding("blank-in-entry", *loose.span(gap), _written(entry), not wrong)
    if entry.spent and not any("*" in loose[mark] for mark in _MARKS):
        yield _Finding("spent-vote-alive", *entry.name.span, _written(entry))
    if wrong:
        yield _Finding("dead-marks", *loose.span(wrong), _written(entry))
    yield from _tokens(loose, entry)


def _no_name(loose: re.Match[str], entry: Seat) -> Iterator[_Finding]:
    if not entry.role.text and entry.dead:
        fields = {
            "found": "marks of the dead without a player",
            "expected": "`*Name:role*` around a dead player",
        }
        yield _Finding("syntax", 0, loose.end(), fields=fields)
    at = loose.span("colon" if loose["colon"] else "open")
    yield _Finding("no-name", *at, fields={"role": entry.role.text or "imp"})


def _no_role(loose: re.Match[str], entry: Seat) -> Iterator[_Finding]:
    name = entry.name
    if (signed := _OTHER_SIGN.fullmatch(name.text)) and signed["role"] in roles():
        word, role = (Word(signed[part], *signed.span(part)) for part in ("name", "role"))
        at = name.start + signed.start("role") - 1
        fields = {"name": word.text, "wanted": f"{word.text}:{role.text}"}
        yield _Finding("no-role", at, at + 1, _written(replace(entry, name=word, role=role)), fields=fields)
    wanted = f"Name:{name.text}" if name.text in roles() and not loose["colon"] else f"{name.text}:role"
    yield _Finding("no-role", name.start, loose.end("colon"), fields={"wanted": wanted})


def _no_identifier(entry: Seat) -> Iterator[_Finding]:
    for word in (entry.role, *entry.tokens):
        prefix, colon, name = word.text.partition(":")
        if word is not entry.role and colon and not name and pattern("IDENTIFIER").fullmatch(prefix):
            known = by_prefix().get(prefix)
            token = next(iter(known.tokens), "token") if known else "token"
            fields = {"prefix": prefix, "wanted": f"{prefix}:{token}"}
            yield _Finding("half-a-token", *word.span, fields=fields)
        if not is_identifier(word.text):
            role = meant(word.text) if word is entry.role else None
            if label := printed_as(word.text):
                tokens = tuple(
                    [one._replace(text=label if one is word else one.text) for one in entry.tokens]
                )
                mended = _written(replace(entry, tokens=tokens))
            else:
                mended = _written(entry, role.id) if role else ""
            close = did_you_mean(label or (role.id if role else ""))
            yield _Finding("not-a-role", *word.span, mended, bool(label), {"text": word.text, "meant": close})


def printed_as(token: str) -> str:
    """Return a token whose name is spelled as printed, such as `po:three_attacks` for `po:3_attacks`, or an empty text."""
    prefix, _, name = token.partition(":")
    role = by_prefix().get(prefix)
    label = name.replace("_", " ").casefold()
    names = [one for one in role.tokens if role.label(one).casefold() == label] if role and label else []
    return f"{role.id}:{names[0]}" if role and names else ""


def _wrong(loose: re.Match[str], entry: Seat) -> str:
    """Return the first group with wrong marks of death, or an empty text."""
    star, tildes = "*" * entry.dead, "~~" * entry.spent
    behind = "close" if loose["tokens"] or loose["close"] else "after"
    expected = {"open": star + tildes, "mid": tildes, behind: star}
    return next((mark for mark in _MARKS if loose[mark] != expected.get(mark, "")), "")


def _tokens(loose: re.Match[str], entry: Seat) -> Iterator[_Finding]:
    tokens, (start, end) = loose["tokens"], loose.span("tokens")
    if tokens and not tokens.endswith(")"):
        if tokens[1:] and (role := entry.role.text + tokens[1:]) in roles():
            mended = _written(replace(entry, tokens=()), role)
            yield _Finding("stray-bracket", start, start + 1, mended, fields={"bracket": "("})
        yield _Finding("unclosed-tokens", end, end, _written(_with_last_token(entry)))
    elif tokens and any(not token.strip() for token in tokens[1:-1].split(",")):
        yield _Finding("empty-token", start, end, _written(entry), safe=True)


def _with_last_token(entry: Seat) -> Seat:
    """Return the entry. If only the last letter makes its last token unknown, drop it: it may replace the `)`."""
    if not entry.tokens:
        return entry
    *others, last = entry.tokens
    shorter = Word(last.text[:-1], last.start, last.end - 1)
    if not token_of(shorter.text).known or token_of(last.text).known:
        return entry
    return replace(entry, tokens=(*others, shorter))


def _written(entry: Seat, role: str = "") -> str:
    player = entry.player
    if not role and player.role not in roles() and (found := meant(player.role)):
        role = found.id
    return str(replace(player, role=role or player.role))


LONGEST_PLAYER = 400
"""The maximum length of a player on either side of a sign."""
_BEFORE = re.compile(r"[^\s\[\]{}]*\Z")
_REST_OF_ROLE = re.compile(r"(?P<word>[A-Za-z0-9_]+)(\([^\s()]*\))?\*?")
_BEHIND = re.compile(r"[^\s\[\]{}]*")
_TOKENS = re.compile(r"[^\s()\[\]{}]*\([^()\[\]{}\r\n]*\)\*?")
_GAP = re.compile(r"(?<![(,\s])[ \t]+(?![),\s])")
"""A space that is not next to a comma or a bracket."""
_QUOTES = "*~"
UNOPENED = re.compile(
    r"[*~]{0,3}[^\s,:()\[\]{}]{1,99}(?::[^\s,:()\[\]{}]{1,99}){2}(?:,[^\s,()\[\]{}]{1,99}){0,9}\)\*?"
)
"""A player with tokens that lack their first bracket: `Bob:impmonk:safe)`."""


class Torn(NamedTuple):
    """A player, its place, and the sign that splits it."""

    span: Span
    gap: Span
    entry: Seat


def around(text: str, sign: Span) -> Torn | None:
    """Return the player that a sign, or a run of signs, splits, or None."""
    before, behind = (
        _BEFORE.search(text, max(0, sign.start - LONGEST_PLAYER), sign.start),
        _BEHIND.match(text, sign.end, sign.end + LONGEST_PLAYER),
    )
    if before is None or behind is None or not (before[0] and behind[0]):
        return None
    return rejoined(text, Span(before.start(), behind.end()), sign)


def rejoined(text: str, span: Span, gap: Span, joint: str = "") -> Torn | None:
    """Return the player in a span without a gap, or with a joint in its place, or None if the character is unknown.

    If the sign replaced a letter, the character is the nearest one. Words count from the start of the span; they may
    contain the gap.
    """
    entry, problem = read_entry(text[span.start : gap.start] + joint + text[gap.end : span.end])
    role = meant(entry.role.text)
    if problem or role is None:
        return None
    at, by = gap.start - span.start, gap.end - gap.start - len(joint)

    def moved(word: Word) -> Word:
        return Word(word.text, word.start + by * (word.start >= at), word.end + by * (word.end > at))

    known = replace(entry, role=entry.role._replace(text=role.id), broken=True)
    return Torn(span, gap, known.moved(moved, Span(0, span.end - span.start)))


def torn_by_blank(text: str, one: Span, other: Span, read: tuple[Seat, Diagnostic | None]) -> Torn | None:
    """Return the player that a space splits, or None. The second half has no name; `read`, the first, no known character."""
    rest = _REST_OF_ROLE.fullmatch(text, *other)
    if text[one.end : other.start].strip() or rest is None:
        return None
    if not rest["word"].islower() and known_as(read[0].role.text + rest["word"]) not in roles():
        # A capital begins a name, except in `Fortune Teller`.
        return None
    entry, problem = read
    if not problem and (entry.broken or entry.player.role in roles()):
        return None
    return rejoined(text, Span(one.start, other.end), Span(one.end, other.start))


def torn_tokens(text: str, part: Span) -> Torn | None:
    """Return the player that a space splits in its tokens, as in `Al:monk(imp:de ad)`, or None."""
    if text[part.end - 1] in ")*" or "(" not in text[part.start : part.end]:
        return None
    found = _TOKENS.match(text, part.start, part.end + LONGEST_PLAYER)
    gaps = [*_GAP.finditer(text, part.end, found.end())] if found else []
    if found is None or len(gaps) != 1:
        return None
    torn = rejoined(text, Span(*found.span()), Span(*gaps[0].span()))
    return torn if torn and all(token_of(word.text).known for word in torn.entry.tokens) else None


def torn_dead(text: str, one: Span, other: Span) -> Torn | None:
    """Return the dead player that a space splits, or None: `*Al:imp *`, `* Al:imp*`, `*A l:imp*`.

    The halves are two broken players. Within a name, a space becomes `_`.
    """
    gap = text[one.end : other.start]
    if text[one.start] != "*" or text[other.end - 1] != "*" or not gap or gap.strip(" \t"):
        return None
    if any(read_entry(text[slice(*part)])[1] is None for part in (one, other)):
        return None
    joint = "" if text[one.end - 1] in _QUOTES or text[other.start] in _QUOTES else "_"
    return rejoined(text, Span(one.start, other.end), Span(one.end, other.start), joint)


def star_moved(text: str, one: Span, other: Span) -> tuple[Seat, Seat] | None:
    """Read `Al:imp* Bo:chef*`: the star of the second player is after the first one."""
    first, second = (text[part.start : part.end] for part in (one, other))
    if first[:1] == "*" or second[:1] == "*" or first[-1] != "*" or other.start != one.end + 1:
        return None
    (living, wrong), (dead, too) = read_entry(first[:-1]), read_entry(f"*{second}")
    if wrong or too:
        return None
    shifted = replace(dead, broken=True).moved(
        lambda word: word.shifted(-1), Span(0, other.end - other.start)
    )
    return replace(living, span=Span(0, len(first)), broken=True), shifted
