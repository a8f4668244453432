"""What the value of a key may be at a place in a record, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from kibitz.languages.pfn.asked import Asked, Choice
from kibitz.languages.pfn.check_result import BANK, outcome
from kibitz.languages.pfn.facts import EVENTS, TRADES, text
from kibitz.languages.pfn.form import decimals
from kibitz.languages.pfn.ledger import final, sums_before
from kibitz.languages.pfn.replay import chips, facts, suit_names, suit_of
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.value_cards import card, colors, players, size, suits, winners
from kibitz.languages.pfn.vocabulary import is_player

RECENT = 64
"""Among so many trades before, the last price of a suit is looked for."""


def choices(asked: Asked) -> Iterator[Choice]:
    """What may stand there."""
    by_name = _BY_NAME.get(asked.name) if asked.path != EVENTS else None
    by_type = _BY_TYPE.get(asked.key.type)
    if asked.name.endswith(BANK):
        yield from _bank(asked)
    elif by_name is not None:
        yield from by_name(asked)
    elif by_type is not None:
        yield from by_type(asked)


def _index(asked: Asked) -> Iterator[Choice]:
    yield Choice(asked.form.known(TRADES, "TradeIndex") or "1", "value", "the next trade")


def _time(asked: Asked) -> Iterator[Choice]:
    """A time as far behind the last one as trades have been apart."""
    before = asked.form.before
    if before is not None and before.time is not None:
        times = [one.time for one in asked.trades(RECENT) if one.time is not None]
        gap = max((times[0] - times[-1]) / (len(times) - 1), 0) if len(times) > 1 else 1
        digits = decimals(before)
        time = f"{max(before.time + gap, before.time + 10**-digits):.{digits}f}"
        end = asked.record.frame.duration
        if end is None or float(time) <= end:
            yield Choice(time, "value", f"after {chips(before.time)}")


def _price(asked: Asked) -> Iterator[Choice]:
    """What was paid last for the suit, a chip more or less."""
    trade = asked.trade[1] if asked.trade else None
    suit = trade.suit if trade is not None else None
    last = next((one for one in asked.trades(RECENT) if one.price and _suit(one) in {suit, None}), None)
    if last is None or last.price is None:
        return
    for change in (0, -1, 1, -2, 2):
        price = last.price + change
        if price > 0:
            of = f"{suit.name} were" if suit is not None else "a card was"
            yield Choice(chips(price), "value", f"{of} {chips(last.price)} in {last.title}")


def _suit(trade: Trade) -> object:
    return trade.suit if trade.suit is not None or trade.card is None else suit_of(trade.card)


def _bank(asked: Asked) -> Iterator[Choice]:
    end = outcome(asked.record, final(asked.reader, asked.analysis))
    player = asked.name.removesuffix(BANK)
    if end is not None and player in end.banks:
        yield Choice(f"{end.banks[player]:.0f}", "value", "from deal, trades and payout", asked.then())


def _integer(asked: Asked) -> Iterator[Choice]:
    """The number of players, the sizes of suits, counts that can be told."""
    record = asked.record
    if asked.name == "Players":
        yield from (Choice(str(count), "value", "players", asked.then()) for count in facts().players)
    elif asked.name in suit_names():
        yield from size(asked)
    elif asked.name == "TradeCount":
        yield Choice(str(_count(asked)), "value", "trades in this record")
    elif is_player(asked.name) and record.goal is not None:
        hand = final(asked.reader, asked.analysis).hands().get(asked.name, [])
        yield Choice(str(sum(suit_of(card).name == record.goal for card in hand)), "value", "goal cards")


def _count(asked: Asked) -> int:
    document = asked.analysis.document
    return sums_before(asked.reader, asked.analysis, document.place_at(len(document)), with_it=True).count


def _duration(asked: Asked) -> Iterator[Choice]:
    yield Choice(f"{facts().seconds:.1f}", "value", "seconds, as the rules say", asked.then())


def _date(asked: Asked) -> Iterator[Choice]:
    yield Choice(date.today().isoformat(), "value", "today", asked.then())


def _variant(asked: Asked) -> Iterator[Choice]:
    yield Choice("Standard", "value", "", asked.then())


def _event(asked: Asked) -> Iterator[Choice]:
    """A Resume first where a Pause is open."""
    kinds = [kind for event in asked.record.at(*EVENTS) if (kind := text(event.get("Type")))]
    paused = kinds.count("Pause") > kinds.count("Resume")
    names = ("Resume", "Pause") if paused else ("Pause", "Resume")
    about = {"Pause": "trading stops", "Resume": "trading goes on"}
    yield from (Choice(name, "value", about[name]) for name in names)


_BY_NAME: dict[str, Callable[[Asked], Iterator[Choice]]] = {
    "TradeIndex": _index, "T": _time, "Price": _price, "GameVariant": _variant, "GameDuration": _duration,
}  # fmt: skip
_BY_TYPE: dict[str, Callable[[Asked], Iterator[Choice]]] = {
    "player": players, "card": card, "suit": suits, "color": colors, "players": winners, "integer": _integer,
    "date": _date, "event": _event,
}  # fmt: skip
