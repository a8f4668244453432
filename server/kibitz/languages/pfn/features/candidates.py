"""What may have been meant: what the sums and the deck demand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.pfn.check.outcome import outcome, wrong_banks
from kibitz.languages.pfn.features._cursor import cursor_at, placed_trades, record_of, trade_at
from kibitz.languages.pfn.features._standing import final
from kibitz.languages.pfn.game.figgie import Number, chips, facts
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Leaf, integer
from kibitz.languages.pfn.text.trades import Trade

MOST = 20
"""So many candidates come of one finding."""
LONG = 100_000
"""Of a longer record it is not looked for the trade that the sums point to."""


def candidates(language: Pfn, analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """See :meth:`kibitz.core.language.Language.candidates`."""
    if finding.rule.slug == "bank-differs" and len(analysis.document) <= LONG:
        for _, fix in zip(range(MOST), _trades(language, analysis), strict=False):
            yield fix
    elif finding.rule.slug == "distribution-counts":
        yield from _sizes(record_of(analysis))
    elif finding.rule.slug == "same-player":
        yield from _buyers(language, analysis, finding)


def _buyers(language: Pfn, analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """Another buyer of a trade that somebody makes with himself; another seller is a slip at the finding."""
    here = cursor_at(language.reader, analysis, finding.span.start)
    found = trade_at(language.reader, here)
    if found is not None:
        for player in record_of(analysis).players:
            if player != found[1].buyer:
                yield from _changed(found[1], here.place.start, "Buyer", player)


def _sizes(record: Record) -> Iterator[Fix]:
    """Another size of one suit, with which the four are those of a deck of Figgie."""
    leaves = {leaf: integer(leaf.node) for leaf in record.leaves("DeckSetup", "Distribution")}
    for leaf, size in leaves.items():
        others = [other for one, other in leaves.items() if one is not leaf]
        for right in dict.fromkeys(facts().counts):
            if right != size and sorted([right, *(one or 0 for one in others)]) == sorted(facts().counts):
                yield Fix(f"Change `{leaf.name}` to `{right}`", (Edit(*leaf.span, str(right)),))


def _trades(language: Pfn, analysis: Analysis) -> Iterator[Fix]:
    """Another price, buyer or seller of one trade, with which two banks that are wrong by as much are right."""
    record = record_of(analysis)
    end = outcome(record, final(language.reader, analysis))
    if end is None:
        return
    written = record.written_banks
    wrong = wrong_banks(written, end.banks)
    off = {player: written[player] - end.banks[player] for player in wrong}
    if len(off) != 2 or abs(sum(off.values())) > 0.01:
        return
    for place, _, trade in placed_trades(language.reader, analysis, Span(0, len(analysis.document))):
        yield from _of_trade(trade, place.start, off)


def _of_trade(trade: Trade, at: int, off: dict[str, Number]) -> Iterator[Fix]:
    price, buyer, seller = trade.paid, trade.buyer, trade.seller
    if price is None or buyer is None or seller is None:
        return
    if buyer in off and seller in off:
        right = price - off[buyer]
        if right >= 0 and right != price:
            yield from _changed(trade, at, "Price", chips(right))
    for key, player, sign in (("Buyer", buyer, 1), ("Seller", seller, -1)):
        for other in off:
            if player in off and other not in (buyer, seller) and abs(off[player] - sign * price) < 0.01:
                yield from _changed(trade, at, key, other)


def _changed(trade: Trade, at: int, key: str, value: str) -> Iterator[Fix]:
    leaf: Leaf | None = trade.table.get(key)
    if leaf is not None:
        title = f"Change the {key.lower()} of {trade.title} to `{value}`"
        yield Fix(title, (Edit(*leaf.plain.span.shifted(at), value),))
