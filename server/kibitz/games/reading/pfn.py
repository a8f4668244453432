"""A round of Figgie, trade by trade. Parts of it may be unknown."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.games.figgie import Round
from kibitz.games.reading import Moment
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.features._round import beginning
from kibitz.languages.pfn.game.play import Move


def moments(analysis: Analysis) -> Iterator[Moment]:
    record = record_of(analysis)
    if not record.players:
        return
    begun, trades = beginning(analysis), list(_trades(analysis))
    owners = {card: holder._replace(source=None) for card, holder in begun.cards.owners.items()}
    round_ = Round.begun(record.deal, begun.stake, owners)
    # The deal comes before the first trade, at any place in the file.
    dealing = [span.start for span, _ in trades[:1]] + [table.end for table in record.at("Deal")]
    yield Moment(0, min(dealing, default=0), 0, round_)
    for span, move in trades:
        round_ = round_.play(move)
        yield Moment(*span, 0, round_)


def _trades(analysis: Analysis) -> Iterator[tuple[Span, Move]]:
    everywhere = Span(0, len(analysis.document))
    for place, _, trade in placed_trades(analysis, everywhere):
        yield trade.table.span.shifted(place.start), trade.move(analysis.context.terms)
