"""Trades in their order: whether each is possible after those before it.

The state holds nothing but what the next trades need, and forgets a mistake as soon as it can: after a trade the buyer
has the card, whatever was wrong with it. So the states before and after an edit are soon the same again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.pfn.fast.columns import Columns
from kibitz.languages.pfn.game.figgie import Number, chips
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import Part, Path
from kibitz.languages.pfn.text.terms import Frame, Holder
from kibitz.languages.pfn.text.trades import Trade, unknown_player


class Last(NamedTuple):
    """The latest time that could be read, and where."""

    time: Number
    chunk: Chunk
    span: Span


class Round(NamedTuple):
    """How the round stands between two trades. `owners` is never changed."""

    last: Last | None
    traded: bool
    owners: Mapping[str, Holder]


def start(frame: Frame) -> Round:
    return Round(None, False, frame.dealt)


def step(
    reader: Reader, frame: Frame, state: Round, chunk: Chunk, path: Path | None
) -> tuple[Round, list[Diagnostic]]:
    """The state after a chunk, and what is wrong with its trades. `path` is the table that the chunk goes on with."""
    read = reader.trades(chunk.text, path)
    if not read.trades:
        return state, []
    found = list(read.problems)
    for trade in read.trades:
        if not _sound(frame, state, trade):
            found += problems(reader.rules(), frame, state, trade)
        state = after(frame, state, trade, chunk)
    return state, found


def leap(reader: Reader, frame: Frame, state: Round, trades: Columns) -> Round | None:
    """The state after a block of trades, as :func:`step` gives it; None if that might have something to say."""
    times = trades.times
    # A seller who owns a card plays.
    if not all(map(frame.plays, set(trades.buyers))):
        return None
    if (state.last is not None and state.last.time >= times[0]) or _is_out_of_time(frame, times):
        return None
    owners = {card: holder.player for card, holder in state.owners.items()}
    latest: dict[str, int] = {}
    for number, (sold, seller, buyer) in enumerate(
        zip(trades.sold, trades.sellers, trades.buyers, strict=True)
    ):
        card = sold.card
        if owners.get(card) != seller:
            return None
        owners[card] = buyer
        latest[card] = number
    bought = {
        card: Holder(trades.buyers[number], trades.chunks[number].anchor, trades.card_place(number), False)
        for card, number in latest.items()
    }
    chunk = trades.chunks[-1]
    place = reader.trades(chunk.text, ()).trades[0].place("T")
    return Round(Last(times[-1], chunk.anchor, place), True, {**state.owners, **bought})


def _is_out_of_time(frame: Frame, times: Sequence[Number]) -> bool:
    """Whether some of the times, which go up, are after the end of the round or in a pause."""
    if frame.duration is not None and times[-1] > frame.duration:
        return True
    return any(
        bisect_right(times, pause.start) < bisect_left(times, pause.end)
        for pause in frame.pauses
        if pause.end is not None
    )


def after(frame: Frame, state: Round, trade: Trade, chunk: Chunk) -> Round:
    """The state after a trade."""
    last, _, owners = state
    if trade.time is not None:
        last = Last(trade.time, chunk.anchor, trade.place("T"))
    if trade.card is not None and not _doubtful(state, trade):
        buyer = trade.buyer if trade.buyer is not None and frame.plays(trade.buyer) else None
        owners = {**owners, trade.card: Holder(buyer, chunk.anchor, trade.place("Card"), False)}
    elif trade.seller is not None:
        owners = {card: _perhaps_sold(card, holder, trade) for card, holder in owners.items()}
    return Round(last, True, owners)


def _perhaps_sold(card: str, holder: Holder, trade: Trade) -> Holder:
    """The holder of a card after a trade whose card can't be read: it may be any that the seller had of its suit."""
    if holder.player != trade.seller or (trade.suit is not None and trade.suit.letter != card[0]):
        return holder
    return holder._replace(player=None)


def _sound(frame: Frame, state: Round, trade: Trade) -> bool:
    """Whether :func:`problems` has nothing to say; where that is not plain, False."""
    _, _, time, buyer, seller, suit, card, _ = trade
    if time is None or buyer is None or seller is None or suit is None or card is None:
        return False
    last, traded, owners = state
    owner = owners.get(card)
    return (
        traded
        and frame.plays(buyer)
        and owner is not None
        and owner.player == seller
        and frame.plays(seller)
        and (last is None or last.time < time)
        and (frame.duration is None or time <= frame.duration)
        and not any(pause.holds(time) for pause in frame.pauses)
    )


def problems(rules: Rules, frame: Frame, state: Round, trade: Trade) -> Iterator[Diagnostic]:
    """What is wrong with a trade, given how the round stands before it."""
    if not state.traded and frame.deal == "none":
        yield rules["no-deal"].at(*trade.table.head)
    for name, player in (("Buyer", trade.buyer), ("Seller", trade.seller)):
        if player is not None and not frame.plays(player):
            yield unknown_player(rules, "unknown-player", _part(trade, name), frame.players)
    if trade.time is not None:
        yield from _time_problems(rules, frame, state.last, trade.time, trade.place("T"))
    if trade.card is not None and trade.seller is not None:
        yield from _ownership(rules, frame, state, trade, trade.seller, trade.card)


def _time_problems(
    rules: Rules, frame: Frame, last: Last | None, time: Number, span: Span
) -> Iterator[Diagnostic]:
    """Of several trades after the end of the round, or in one pause, only the first is reported."""
    if last is not None and time <= last.time:
        before = Related(last.span, "the trade before", last.chunk)
        yield rules["time-order"].at(*span, before=chips(last.time), related=[before])
    if frame.duration is not None and time > frame.duration and (last is None or last.time <= frame.duration):
        yield rules["time-after-end"].at(*span, limit=chips(frame.duration))
    for pause in frame.pauses:
        if pause.holds(time) and not (last is not None and pause.holds(last.time)):
            until = chips(pause.end or 0)
            yield rules["trade-while-paused"].at(*span, since=chips(pause.start), until=until)


def _ownership(
    rules: Rules, frame: Frame, state: Round, trade: Trade, seller: str, card: str
) -> Iterator[Diagnostic]:
    if not frame.plays(seller) or seller == trade.buyer or _doubtful(state, trade):
        return
    owner = state.owners.get(card)
    if owner is None:
        if frame.deal in {"short", "full"}:
            short = frame.deal == "short"
            why = "it was dealt to nobody" if short else "it is not in the deck"
            yield rules["card-not-owned"].at(
                *trade.place("Card"), seller=f"`{seller}`", card=card, owner=why,
                severity=Severity.WARNING if short else None,
            )  # fmt: skip
    elif owner.player is not None and owner.player != seller:
        yield _sold_by_another(rules, trade, owner)


def _sold_by_another(rules: Rules, trade: Trade, owner: Holder) -> Diagnostic:
    here = f"it was dealt to `{owner.player}`" if owner.dealt else f"`{owner.player}` bought it"
    fixes = []
    if owner.player is not None and owner.player != trade.buyer:
        part = _part(trade, "Seller")
        fixes = [Fix(f"Change the seller to `{owner.player}`", (Edit(*part.span, owner.player),))]
    return rules["card-not-owned"].at(
        *trade.place("Card"), seller=f"`{trade.seller}`", card=trade.card, owner=f"`{owner.player}` does",
        related=[Related(owner.span, here, owner.chunk)], fixes=fixes,
    )  # fmt: skip


def _doubtful(state: Round, trade: Trade) -> bool:
    """Whether the card is probably misspelt: it is not of the suit that is named, and the seller does not own it."""
    if trade.suit is None or trade.card is None or trade.card[0] == trade.suit.letter:
        return False
    owner = state.owners.get(trade.card)
    return owner is None or owner.player != trade.seller


def _part(trade: Trade, name: str) -> Part:
    """The name of a player as it is written, without quotes where that is plain."""
    leaf = trade.table.get(name)
    return leaf.plain if leaf is not None else Part("", trade.table.head)
