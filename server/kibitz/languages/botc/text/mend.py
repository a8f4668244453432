"""Broken entries: what was probably meant, what to say about it and how to mend it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from kibitz.core.grammar import Unreadable, describe
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.game.roles import by_prefix, meant, roles
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Entry, Word, token_of
from kibitz.languages.botc.text.rulebook import rules

WORDS = {
    "NAME": "a player's name such as `Alice`",
    "IDENTIFIER": "a role such as `imp` or a token such as `poisoner:poisoned`",
    "COLON": "`:`",
    "LPAR": "tokens in `( )`",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "SPENT": "`~~`",
    "STAR": "`*`",
    "$END": "a blank before the next player",
}
"""What the terminals of an entry are to a person."""

# Everything that people put into an entry, in the order in which they do; each group may be empty.
_LOOSE = re.compile(
    r"(?P<open>[*~]*)(?P<name>[^\s*~:(]*)(?P<mid>[*~]*)(?P<gap1>\s*)(?P<colon>:?)(?P<gap2>\s*)(?P<wrap>[*~]*)"
    r"(?P<role>[^\s*~:(]*)(?P<after>[*~]*)(?P<gap3>\s*)(?P<tokens>(\([^()]*\)?)?)(?P<close>[*~]*)"
)
_OTHER_SIGN = re.compile(r"(?P<name>\w+)[=;.-](?P<role>[a-z_]+)")
"""A name and a character with another sign than a colon between them."""
_MARKS = ("open", "mid", "wrap", "after", "close")


class _Finding(NamedTuple):
    """What is wrong, where, and the mended entry (empty if nobody can tell)."""

    slug: str
    start: int
    end: int
    fields: dict[str, Any]
    mended: str = ""
    safe: bool = False


def mend(text: str, problem: Unreadable) -> tuple[Entry, Diagnostic]:
    """What can be read of a broken entry, and what is wrong with it; offsets count from its start."""
    loose = _LOOSE.match(text)
    if loose is None:
        raise AssertionError("every group may be empty")
    entry = _entry(text, loose)
    finding = None if loose.end() < len(text) else _first(loose, entry)
    if finding is None:
        finding = _general(problem)
    fixes: list[Fix] = []
    if finding.mended:
        fixes.append(Fix(f"Write `{finding.mended}`", (Edit(0, len(text), finding.mended),), finding.safe))
    if finding.slug == "spent-vote-alive":
        alive = write.entry(entry.player).replace("~~", "").strip("*")
        fixes.append(Fix(f"The player lives: write `{alive}`", (Edit(0, len(text), alive),)))
    return entry, rules()[finding.slug].at(finding.start, finding.end, fixes=fixes, **finding.fields)


def _entry(text: str, loose: re.Match[str]) -> Entry:
    marks = "".join(loose[mark] for mark in _MARKS)
    inside = Span(*loose.span("tokens"))
    tokens = tuple(
        Word(found[0], found.start(), found.end())
        for found in re.compile(r"[^\s,()]+").finditer(text, inside.start, inside.end)
    )
    return Entry(
        Word(loose["name"], *loose.span("name")),
        Word(loose["role"], *loose.span("role")),
        tokens,
        dead=bool(marks),
        spent="~" in marks,
        span=Span(0, len(text)),
        broken=True,
    )


def _general(problem: Unreadable) -> _Finding:
    found = f"`{problem.found}` can't stand here" if problem.found else "something is missing here"
    expected = describe(problem.expected, WORDS) or "a player such as `Alice:imp`"
    return _Finding("syntax", problem.start, problem.end, {"found": found, "expected": expected})


def _first(loose: re.Match[str], entry: Entry) -> _Finding | None:
    return next((finding for check in _CHECKS if (finding := check(loose, entry))), None)


def _no_name(loose: re.Match[str], entry: Entry) -> _Finding | None:
    if entry.name.text:
        return None
    if not entry.role.text and entry.dead:
        fields = {
            "found": "marks of the dead without a player",
            "expected": "`*Name:role*` around a dead player",
        }
        return _Finding("syntax", 0, loose.end(), fields)
    start, end = loose.span("colon") if loose["colon"] else loose.span("open")
    return _Finding("no-name", start, end, {"role": entry.role.text or "imp"})


def _no_role(loose: re.Match[str], entry: Entry) -> _Finding | None:
    if entry.role.text:
        return None
    name = entry.name
    if (signed := _OTHER_SIGN.fullmatch(name.text)) and signed["role"] in roles():
        word, role = (Word(signed[part], *signed.span(part)) for part in ("name", "role"))
        mended = _written(replace(entry, name=word, role=role))
        at = name.start + signed.start("role") - 1
        fields = {"name": word.text, "wanted": f"{word.text}:{role.text}"}
        return _Finding("no-role", at, at + 1, fields, mended)
    wanted = f"Name:{name.text}" if name.text in roles() and not loose["colon"] else f"{name.text}:role"
    return _Finding("no-role", name.start, loose.end("colon"), {"name": name.text, "wanted": wanted})


def _no_identifier(_loose: re.Match[str], entry: Entry) -> _Finding | None:
    identifier = pattern("IDENTIFIER")
    for word in (entry.role, *entry.tokens):
        prefix, colon, name = word.text.partition(":")
        if word is not entry.role and colon and not name and identifier.fullmatch(prefix):
            known = by_prefix().get(prefix)
            token = next(iter(known.tokens), "token") if known else "token"
            fields = {"prefix": prefix, "wanted": f"{prefix}:{token}"}
            return _Finding("half-a-token", word.start, word.end, fields)
        if not all(identifier.fullmatch(part) for part in word.text.split(":", 1)):
            role = meant(word.text) if word is entry.role else None
            return _Finding(
                "not-a-role",
                word.start,
                word.end,
                {"text": word.text},
                _written(entry, role.id) if role else "",
            )
    return None


def _blank(loose: re.Match[str], entry: Entry) -> _Finding | None:
    for gap in ("gap1", "gap2", "gap3"):
        if loose[gap]:
            mended = _written(entry)
            return _Finding(
                "blank-in-entry", *loose.span(gap), {"mended": mended}, mended, _marked(loose, entry)
            )
    return None


def _spent_alive(loose: re.Match[str], entry: Entry) -> _Finding | None:
    if not entry.spent or any("*" in loose[mark] for mark in _MARKS):
        return None
    mended = _written(entry)
    return _Finding(
        "spent-vote-alive",
        entry.name.start,
        entry.name.end,
        {"name": entry.name.text, "mended": mended},
        mended,
    )


def _marks(loose: re.Match[str], entry: Entry) -> _Finding | None:
    if _marked(loose, entry):
        return None
    wrong = next((mark for mark, marks in _expected(loose, entry).items() if loose[mark] != marks), "open")
    mended = _written(entry)
    return _Finding("dead-marks", *loose.span(wrong), {"name": entry.name.text, "mended": mended}, mended)


def _expected(loose: re.Match[str], entry: Entry) -> dict[str, str]:
    """The marks of a dead player where they belong."""
    star, tildes = "*" * entry.dead, "~~" * entry.spent
    behind = "close" if loose["tokens"] or loose["close"] else "after"
    return {"open": star + tildes, "mid": tildes, "wrap": "", "after": "", "close": "", behind: star}


def _marked(loose: re.Match[str], entry: Entry) -> bool:
    return all(loose[mark] == marks for mark, marks in _expected(loose, entry).items())


def _tokens(loose: re.Match[str], entry: Entry) -> _Finding | None:
    tokens, mended = loose["tokens"], _written(entry)
    if tokens and not tokens.endswith(")"):
        if tokens[1:] and (role := entry.role.text + tokens[1:]) in roles():
            mended = _written(Entry(entry.name, entry.role, (), entry.dead, entry.spent, entry.span), role)
            start = loose.start("tokens")
            return _Finding("stray-bracket", start, start + 1, {"bracket": "("}, mended)
        mended = _written(_with_last_token(entry))
        return _Finding(
            "unclosed-tokens", loose.end("tokens"), loose.end("tokens"), {"mended": mended}, mended
        )
    if tokens and any(not token.strip() for token in tokens[1:-1].split(",")):
        return _Finding("empty-token", *loose.span("tokens"), {"mended": mended}, mended, safe=True)
    return None


def _with_last_token(entry: Entry) -> Entry:
    """The entry; of its last token without a last letter that no token has, which may have taken the place of the `)`."""
    if not entry.tokens:
        return entry
    *others, last = entry.tokens
    token, shorter = token_of(last.text), token_of(last.text[:-1])
    if not (shorter.role and shorter.name in shorter.role.tokens) or (
        token.role and token.name in token.role.tokens
    ):
        return entry
    return replace(entry, tokens=(*others, Word(last.text[:-1], last.start, last.end - 1)))


def _written(entry: Entry, role: str = "") -> str:
    player = entry.player
    if not role and player.role not in roles() and (found := meant(player.role)):
        role = found.id
    return write.entry(Player(player.name, role or player.role, player.tokens, player.dead, player.spent))


_CHECKS: tuple[Callable[[re.Match[str], Entry], _Finding | None], ...] = (
    _no_name, _no_role, _no_identifier, _blank, _spent_alive, _marks, _tokens,
)  # fmt: skip
