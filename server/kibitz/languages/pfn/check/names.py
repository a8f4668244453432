"""Names that are none, and what was meant by them: the words that several rules share."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.core.words import did_you_mean, nearest, quoted
from kibitz.languages.pfn.text.tables import Part


def changed(span: Span, text: str) -> Fix:
    """The fix that writes another text in a place."""
    return Fix.of(f"Change to `{text}`", *span, text)


def header_above(header: str, at: int) -> Fix:
    """The fix that writes the header which a table has lost."""
    return Fix.of(f"Write `{header}` above", at, at, f"{header}\n")


def suggested(word: str, choices: Iterable[str], span: Span) -> tuple[str, list[Fix]]:
    """The end of a message and a fix for a word that is nearly one of some choices."""
    meant = nearest(word, choices)
    if meant is None:
        return "", []
    return did_you_mean(meant), [changed(span, meant)]


def unknown_player(rules: Rules, slug: str, part: Part, players: tuple[str, ...]) -> Diagnostic:
    """A name that is no player's, at its place."""
    hint, fixes = suggested(part.text, players, part.span)
    known = f"the players are {quoted(players)}" if players else "players are called `P1`, `P2` and so on"
    return rules[slug].at(*part.span, player=part.text, players=known + hint, fixes=fixes)
