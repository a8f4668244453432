"""Facts in the text: cash and cards behind a trade, the payout behind the winners and above the result."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.language import Setting
from kibitz.core.values import Hint, Lens, Preferences, Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check_result import Outcome, outcome
from kibitz.languages.pfn.facts import TRADES
from kibitz.languages.pfn.ledger import final, standing, sums_before
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.replay import Standing, chips, signed, suit_of
from kibitz.languages.pfn.spot import placed_trades, record_of
from kibitz.languages.pfn.tally import amount
from kibitz.languages.pfn.trades import Trade

TRADE = "inlayHints.pfn.trade"
PAYOUT = "inlayHints.pfn.payout"

SETTINGS = (
    Setting(TRADE, True, "Cash and cards of seller and buyer behind the price of a trade."),
    Setting(PAYOUT, True, "The computed banks behind the winners."),
)


def hints(reader: Reader, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """The hints in a range."""
    if preferences.flag(TRADE, True):
        yield from _trades(reader, analysis, span)
    if preferences.flag(PAYOUT, True):
        yield from _payout(reader, analysis, span)


def _trades(reader: Reader, analysis: Analysis, span: Span) -> Iterator[Hint]:
    """One standing at the start of the range, then trade by trade."""
    record: Record = analysis.context
    now: Standing | None = None
    for place, number, trade in placed_trades(reader, analysis, span):
        if now is None:
            now = standing(reader, analysis, place, number)
        now.apply(trade.move)
        if trade.price is not None and record.players:
            words = [
                _holding(now, player, trade) for player in (trade.seller, trade.buyer) if player in now.banks
            ]
            if words:
                yield Hint(
                    place.start + trade.place("Price").end, "; ".join(words), TRADE, "After this trade"
                )


def _holding(now: Standing, player: str | None, trade: Trade) -> str:
    """`P1: 315 chips, 3 ♠`."""
    words = f"{player}: {chips(now.banks[player or ''])} chips"
    if trade.card is None:
        return words
    suit = suit_of(trade.card)
    held = sum(owner == player and suit_of(card) == suit for card, owner in now.owners.items())
    return f"{words}, {held} {suit.sign}"


def _payout(reader: Reader, analysis: Analysis, span: Span) -> Iterator[Hint]:
    record = record_of(analysis)
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or not span.start <= leaf.span.end <= span.end:
        return
    end = outcome(record, final(reader, analysis))
    if end is not None:
        yield Hint(leaf.span.end, payout_words(end), PAYOUT, "From deal, trades and payout")


def payout_words(end: Outcome) -> str:
    """`P1 420 (5 goal cards), P2 …`."""
    return ", ".join(
        f"{player} {chips(bank)} ({plural(end.paid[player].goal_cards, 'goal card')})"
        for player, bank in end.banks.items()
    )


def lenses(reader: Reader, analysis: Analysis) -> Iterator[Lens]:
    """Above the first trade how many there are and their volume; above the result the computed payout."""
    document, record = analysis.document, record_of(analysis)
    first = _first_trade(reader, analysis)
    if first is not None:
        sums = sums_before(reader, analysis, document.place_at(len(document)), with_it=True)
        trades = plural(sums.count, "trade")
        nets = [f"{player}  {signed(amount(flow.net))}" for player, flow in sorted(sums.flows.items())]
        text = "Gained and lost by trading\n" + "\n".join(nets) if nets else ""
        yield Lens(first, f"{trades}, {chips(amount(sums.volume))} chips moved", text)
    result = next(record.at("Result"), None)
    end = outcome(record, final(reader, analysis)) if result is not None else None
    if result is not None and end is not None:
        yield Lens(result.head, f"Computed: {payout_words(end)}", "\n".join(payout_lines(end, record.goal)))


def payout_lines(end: Outcome, goal: str | None) -> Iterator[str]:
    """The payout, a line for each player."""
    yield f"Payout ({goal})"
    for player, one in end.paid.items():
        bonus = f" + {chips(one.bonus)}" if one.bonus else ""
        yield f"{player}  {one.for_cards}{bonus} → {chips(end.banks[player])}"


def _first_trade(reader: Reader, analysis: Analysis) -> Span | None:
    for place in analysis.document.places():
        if TRADES[0] in place.chunk.text:
            for trade in reader.trades(place.chunk.text, ()).trades:
                return trade.table.head.shifted(place.start)
    return None
