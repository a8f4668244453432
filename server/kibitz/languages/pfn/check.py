"""What is said at the end of a record: everything but what is wrong with single trades."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.document import Document
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn import check_deck, check_record, check_result
from kibitz.languages.pfn.check_sums import Books
from kibitz.languages.pfn.check_trades import Round
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.replay import Standing
from kibitz.languages.pfn.tally import NO_FLOW, Sums, sums_of


def finish(reader: Reader, document: Document, record: Record, end: Round) -> Iterator[Diagnostic]:
    """The rules of the whole record, with offsets of the document."""
    rules = reader.rules()
    placed = record.placed(document)
    sums = sums_of(document.blocks)
    yield from check_record.check(rules, placed)
    yield from check_deck.check(rules, placed)
    yield from check_result.check(rules, placed, standing(placed, sums, end))
    yield from Books(reader, document, sums).check(record.frame)


def standing(record: Record, sums: Sums, end: Round) -> Standing | None:
    """How things stand after the last trade; None if something of a trade is not known or wrong."""
    if sums.all.unclear or not set(sums.all.flows) <= set(record.players):
        return None
    start = Standing.start(record.players, {})
    nets = {player: sums.all.flows.get(player, NO_FLOW).net for player in record.players}
    owners = {card: holder.player for card, holder in end.owners.items() if holder.player is not None}
    return Standing(owners, {player: start.banks[player] + net for player, net in nets.items()}, nets)
