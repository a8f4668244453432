"""The outline of a session: each hand with its deal, the play of each seat and its outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.bounds import SYMBOLS
from kibitz.core.chunks import Block
from kibitz.core.language import Language
from kibitz.core.memory import kept_with
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, first_hands, replayed_of
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.names import letters, standing
from kibitz.languages.bjn.text.sheet import Sheet

MOST_DETAILED = 500
"""With more hands than this, each has its outcome only."""


def symbols(language: Blackjack, analysis: Analysis) -> Iterator[Symbol]:
    """A symbol for each hand, with its deal, the play of each seat and its outcome inside."""
    document = analysis.document
    hands, count = first_hands(document, MOST_DETAILED + 1)
    detailed = {place.start: place for place in hands} if count <= MOST_DETAILED else {}
    number = at = 0
    for block in document.blocks:
        for chunk, headline in zip(block.chunks, _headlines(block, analysis.language), strict=True):
            if headline:
                number += 1
                if number > SYMBOLS:
                    rest = Span(at, len(document))
                    yield Symbol(f"{count - SYMBOLS:,} more hands", "", "game", rest, rest.first)
                    return
                detail, span, selection = headline
                parts = tuple(_parts(replayed_of(analysis, detailed[at]))) if at in detailed else ()
                yield Symbol(f"Hand {number}", detail, "game", span.shifted(at), selection.shifted(at), parts)
            at += len(chunk.text)


Headline = tuple[str, Span, Span]
"""What the outline says of a hand, where the hand is, and where its setup."""


@kept_with
def _headlines(block: Block, language: Language[Any]) -> tuple[Headline | None, ...]:
    """Those of some hands; remembered, because editors ask for all of it again and again."""
    return tuple(_headline(language.parsed(chunk.text).value) for chunk in block.chunks)


def _headline(sheet: Sheet) -> Headline | None:
    replayed = Replayed(0, sheet)
    first, span = sheet.entries[:1], sheet.span
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
