"""Facts in the text: cash and cards after a trade. The payout is a lens."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import placed_trades
from kibitz.languages.pfn.features._round import after, holding_words, round_state
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import TRADE_HINTS
from kibitz.languages.pfn.text.record import Record


def hints(language: Pfn, analysis: Analysis, span: Span, preferences: Preferences) -> list[Hint]:
    """Return the hints in a range."""
    return [*_trades(analysis, span)] if preferences.flag(TRADE_HINTS, True) else []


def _trades(analysis: Analysis, span: Span) -> Iterator[Hint]:
    """Yield the hints of trades, from the state at the start of the range on."""
    record: Record = analysis.context
    now: RoundState | None = None
    for place, number, trade in placed_trades(analysis, span):
        if now is None:
            now = round_state(analysis, place, number)
        now = after(record.terms, now, trade, place)
        if trade.price is not None and record.players:
            words = [
                holding_words(now, player, trade.sold)
                for player in (trade.seller, trade.buyer)
                if player in now.banks
            ]
            if words:
                yield Hint(
                    place.start + trade.place("Price").end, "; ".join(words), TRADE_HINTS, "After this trade"
                )
