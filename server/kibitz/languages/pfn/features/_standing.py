"""How a round stands at any of its trades: the owners from the fold, the banks from the sums of the blocks before."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.memory import kept_with
from kibitz.languages.pfn.check.tally import Tally, counted, gained, total
from kibitz.languages.pfn.features._cursor import reader_of, trades_of
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.game.outcome import Outcome
from kibitz.languages.pfn.game.play import Cards, Standing
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Source
from kibitz.languages.pfn.text.trades import Trade

BLOCKS_READ = 16
"""In a record with more blocks only those are looked into whose sums are not known."""


def standing(analysis: Analysis, place: Place, number: int) -> Standing:
    """How things stand before the `number`-th trade of a chunk."""
    record: Record = analysis.context
    nets = gained(_sums_before(analysis, place), record.players)
    now = Standing(analysis.state_before(place).round.cards, nets, final(analysis).stake)
    for trade in trades_of(analysis, place.chunk)[:number]:
        now = after(record.terms, now, trade, place)
    return now


def beginning(analysis: Analysis) -> Standing:
    """How things stand before the first trade: with the cards that were dealt, and the chips behind the ante."""
    record: Record = analysis.context
    return Standing(
        Cards(record.terms.dealt, untold=record.terms.untold),
        dict.fromkeys(record.players, 0),
        final(analysis).stake,
    )


def after(terms: Terms, now: Standing, trade: Trade, place: Place) -> Standing:
    """How things stand after one more trade."""
    return now.after(trade.move(terms), Source(place.chunk.anchor, trade.place("Card")))


def _sums_before(analysis: Analysis, place: Place) -> Tally:
    """The sums of all chunks before one."""
    chunks = analysis.document.blocks[place.block].chunks[: place.number]
    rest = counted(reader_of(analysis), analysis.context.strays, chunks)
    return total(analysis.tallies[: place.block]).then(rest)


def trades_before(analysis: Analysis, place: Place, number: int) -> Iterator[Trade]:
    """The trades before one of a chunk, the latest first."""
    for at in analysis.document.until(place):
        yield from reversed(trades_of(analysis, at.chunk)[: number if at is place else None])


def final(analysis: Analysis) -> Standing:
    """How things stand after the last trade."""
    return _ended(analysis)[0]


def came_to(analysis: Analysis) -> Outcome | None:
    """The end of the round, as far as it is known."""
    return _ended(analysis)[1]


@kept_with
def _ended(analysis: Analysis) -> tuple[Standing, Outcome | None]:
    """The last standing, with what each player had at first by the payout rule of the record, and the end."""
    record: Record = analysis.context
    nets = gained(total(analysis.tallies), record.players)
    now = Standing(analysis.state_behind.round.cards, nets, 0)
    end = record.outcome(now)
    return now._replace(stake=record.payout_rule(end).stake(len(nets))), end


def sales(analysis: Analysis, card: str, last: Place, signs: tuple[str, ...]) -> Iterator[Trade]:
    """The trades of a card up to a chunk, the latest first; `signs` are the ways to write it."""
    for place in analysis.document.until(last):
        if any(sign in place.text for sign in signs):
            yield from (one for one in reversed(trades_of(analysis, place.chunk)) if one.card == card)


def in_the_way(analysis: Analysis) -> str:
    """Why the payout of a round with a complete deal can't be told: the first trade that can't be read, in words.

    An empty string where that is not the reason.
    """
    record: Record = analysis.context
    if not record.deal.complete or record.goal is None or came_to(analysis) is not None:
        return ""
    document, tallies = analysis.document, analysis.tallies
    long = len(document.blocks) > BLOCKS_READ
    for block, tally in zip(document.blocks, tallies, strict=True):
        for chunk in () if long and not tally.unknown else block.chunks:
            for trade in trades_of(analysis, chunk):
                move = trade.move(record.terms)
                if trade.table.leaves and (
                    None in move[:2] or move.price is None or move.card is move.suit is None
                ):
                    return f"{trade.title} can't be read"
    return "a trade is not possible"


def standing_at(analysis: Analysis, time: Number) -> tuple[Standing, int]:
    """How things stand at a time, and the offset up to which trades were made by then."""
    for place in analysis.document.places():
        for number, trade in enumerate(trades_of(analysis, place.chunk)):
            if trade.time is not None and trade.time > time:
                return standing(analysis, place, number), place.start + trade.table.head.start
    return final(analysis), len(analysis.document)
