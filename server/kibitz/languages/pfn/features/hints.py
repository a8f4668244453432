"""Facts in the text: cash and cards behind a trade, the payout behind the winners."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.features._round import after, bank_words, came_to, held, payout_words, standing
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import PAYOUT_HINTS, TRADE_HINTS
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.trades import Trade


def hints(language: Pfn, analysis: Analysis, span: Span, preferences: Preferences) -> list[Hint]:
    """The hints in a range."""
    found: list[Hint] = []
    if preferences.flag(TRADE_HINTS, True):
        found += _trades(analysis, span)
    if preferences.flag(PAYOUT_HINTS, True):
        found += _payout(analysis, span)
    return found


def _trades(analysis: Analysis, span: Span) -> Iterator[Hint]:
    """One standing at the start of the range, then trade by trade."""
    record: Record = analysis.context
    now: Standing | None = None
    for place, number, trade in placed_trades(analysis, span):
        if now is None:
            now = standing(analysis, place, number)
        now = after(record.terms, now, trade, place)
        if trade.price is not None and record.players:
            words = [
                _holding(now, player, trade) for player in (trade.seller, trade.buyer) if player in now.banks
            ]
            if words:
                yield Hint(
                    place.start + trade.place("Price").end, "; ".join(words), TRADE_HINTS, "After this trade"
                )


def _holding(now: Standing, player: str, trade: Trade) -> str:
    """`P1: 315 chips, 3 ♠`."""
    words = f"{player}: {bank_words(now.banks[player])} chips"
    suit = trade.sold
    return words if suit is None else f"{words}, {held(now, player, suit.name)} {suit.sign}"


def _payout(analysis: Analysis, span: Span) -> Iterator[Hint]:
    record = record_of(analysis)
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or not span.start <= leaf.span.end <= span.end:
        return
    end = came_to(analysis)
    if end is not None:
        yield Hint(leaf.span.end, payout_words(end), PAYOUT_HINTS, "From deal, trades and payout")
