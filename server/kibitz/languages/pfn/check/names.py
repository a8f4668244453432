"""Names that are none, and what was meant by them: the words that several rules share."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.grammar import alternatives
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.core.words import nearest
from kibitz.languages.pfn.text.tables import Part


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Names of keys or players as a phrase: `` `a`, `b` and `c` ``."""
    return alternatives([f"`{name}`" for name in names]).replace(" or ", f" {joint} ")


def did_you_mean(word: str, choices: Iterable[str], span: Span) -> tuple[str, list[Fix]]:
    """The end of a message and a fix for a word that is nearly one of some choices."""
    meant = nearest(word, choices)
    if meant is None:
        return "", []
    return f"; did you mean `{meant}`?", [Fix(f"Change to `{meant}`", (Edit(*span, meant),))]


def unknown_player(rules: Rules, slug: str, part: Part, players: tuple[str, ...]) -> Diagnostic:
    """A name that is no player's, at its place."""
    hint, fixes = did_you_mean(part.text, players, part.span)
    names = (
        f"the players are {listed(players)}" if players else "players are called `P1`, `P2` and so on"
    ) + hint
    return rules[slug].at(*part.span, player=part.text, players=names, fixes=fixes)
