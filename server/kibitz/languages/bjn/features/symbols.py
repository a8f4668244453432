"""The outline of a session: each hand with its deal, the play of each seat and its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.values import Span, Symbol
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, first_hands, replayed_of
from kibitz.languages.bjn.game.play import DEALER, Table
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.names import letters, standing

MOST_SYMBOLS = 5000
"""Hands beyond this number share one symbol that counts them."""
MOST_DETAILED = 500
"""With more hands than this, each has its outcome only."""


def symbols(language: Blackjack, analysis: Analysis) -> Sequence[Symbol]:
    """A symbol for each hand, with its deal, the play of each seat and its outcome inside."""
    return tuple(_hands(analysis))


def _hands(analysis: Analysis) -> Iterator[Symbol]:
    hands, count = first_hands(analysis.document, MOST_SYMBOLS + 1)
    detailed = count <= MOST_DETAILED
    for number, place in enumerate(hands[:MOST_SYMBOLS], start=1):
        found = _headline(analysis.language, place.chunk.text)
        if found is not None:
            detail, span, selection = found
            parts = tuple(_parts(replayed_of(analysis, place))) if detailed else ()
            span, selection = span.shifted(place.start), selection.shifted(place.start)
            yield Symbol(f"Hand {number}", detail, "game", span, selection, parts)
    if count > MOST_SYMBOLS:
        rest = Span(hands[MOST_SYMBOLS].start, len(analysis.document))
        yield Symbol(
            f"{count - MOST_SYMBOLS:,} more hands", "", "game", rest, Span(rest.start, rest.start + 1)
        )


@remembered(500_000)
def _headline(language: Language[Any], text: str) -> tuple[str, Span, Span] | None:
    """What the outline says of a hand, and where; remembered, because editors ask for all of it again and again."""
    replayed = Replayed(0, language.parsed(text).value)
    first, span = replayed.sheet.entries[:1], replayed.sheet.span
    if not first or span is None:
        return None
    said = replayed.outcome
    players = plural(replayed.setup.players, "player") if replayed.setup else ""
    return " · ".join(filter(None, [players, letters(said.seats) if said else ""])), span, first[0].span


def _parts(replayed: Replayed) -> Iterator[Symbol]:
    for key, run in replayed.runs():
        if key == "Setup":
            continue
        span = replayed.span(Span(run[0][1].start, run[-1][1].end))
        selection = replayed.span(run[0][1].span)
        if isinstance(key, int):
            name = "Dealer" if key == DEALER else f"Player {key}"
            yield Symbol(name, _totals(replayed.tables[run[-1][0]], key), "player", span, selection)
        else:
            detail = letters(replayed.outcome.seats) if key == "Outcome" and replayed.outcome else ""
            yield Symbol(key, detail, "value" if key == "Outcome" else "section", span, selection)


def _totals(table: Table, seat: int) -> str:
    return " / ".join(standing(hand) for hand in table.seats[seat]) if seat < len(table.seats) else ""
