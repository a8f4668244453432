"""What the value of a key may be at a place in a record, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from kibitz.languages.pfn.check.result import outcome
from kibitz.languages.pfn.features._cards import card, colors, players, size, suits, winners
from kibitz.languages.pfn.features._field import Asked, Choice
from kibitz.languages.pfn.features._form import decimals
from kibitz.languages.pfn.features._neighbours import likely
from kibitz.languages.pfn.features._standing import final, trade_count
from kibitz.languages.pfn.game.figgie import Number, chips, facts, suit_names, suit_of
from kibitz.languages.pfn.text.keys import BANK, is_player
from kibitz.languages.pfn.text.tables import EVENTS, TRADES, text
from kibitz.languages.pfn.text.trades import Trade

RECENT = 64
"""Among so many trades before, the last price of a suit is looked for."""


def choices(asked: Asked) -> Iterator[Choice]:
    """What may stand there."""
    by_name = _BY_NAME.get(asked.name) if asked.path != EVENTS else None
    by_type = _BY_TYPE.get(asked.key.type)
    found: Iterator[Choice] = iter(())
    if asked.name.endswith(BANK):
        found = _bank(asked)
    elif by_name is not None:
        found = by_name(asked)
    elif by_type is not None:
        found = by_type(asked)
    # What the records beside this one say may be what is offered anyway.
    seen = set[tuple[str, str]]()
    for choice in found:
        if (choice.text, choice.label) not in seen:
            yield choice
        seen.add((choice.text, choice.label))


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
        for price in next((one.prices for one in asked.form.beside if one.prices), ()):
            yield Choice(_paid(asked, price), "value", "often paid in a record beside this one")
        return
    for change in (0, -1, 1, -2, 2):
        price = last.price + change
        if price > 0:
            of = f"{suit.name} were" if suit is not None else "a card was"
            yield Choice(_paid(asked, price), "value", f"{of} {chips(last.price)} in {last.title}")


def _paid(asked: Asked, price: Number) -> str:
    """A price as this record writes them."""
    return f"{price:.1f}" if asked.form.fractions and price == int(price) else chips(price)


def _suit(trade: Trade) -> object:
    return trade.suit if trade.suit is not None or trade.card is None else suit_of(trade.card)


def _bank(asked: Asked) -> Iterator[Choice]:
    end = outcome(asked.record, final(asked.reader, asked.analysis))
    player = asked.name.removesuffix(BANK)
    if end is not None and player in end.banks:
        yield Choice(f"{end.banks[player]:.0f}", "value", "from deal, trades and payout", asked.then())
    elif end is None and (rest := asked.form.known(asked.path, asked.name)) is not None:
        yield Choice(rest, "value", "what the other players have left", asked.then())


def _integer(asked: Asked) -> Iterator[Choice]:
    """The number of players, the sizes of suits, counts that can be told."""
    record = asked.record
    if asked.name == "Players":
        yield from _as_beside(asked)
        yield from (Choice(str(count), "value", "players", asked.then()) for count in facts().players)
    elif asked.name in suit_names():
        yield from size(asked)
    elif asked.name == "TradeCount":
        yield Choice(str(trade_count(asked.reader, asked.analysis)), "value", "trades in this record")
    elif is_player(asked.name) and record.goal is not None:
        hand = final(asked.reader, asked.analysis).hands().get(asked.name, [])
        yield Choice(str(sum(suit_of(card).name == record.goal for card in hand)), "value", "goal cards")


def _as_beside(asked: Asked) -> Iterator[Choice]:
    """What the records beside this one make likely."""
    for value, words, _ in likely(asked.form.beside, asked.name):
        bare = value.strip('"')
        yield Choice(bare, "value", words, asked.then((asked.name, bare)))


def _duration(asked: Asked) -> Iterator[Choice]:
    yield from _as_beside(asked)
    yield Choice(f"{facts().seconds:.1f}", "value", "seconds, as the rules say", asked.then())


def _date(asked: Asked) -> Iterator[Choice]:
    yield from _as_beside(asked)
    yield Choice(date.today().isoformat(), "value", "today", asked.then())


def _variant(asked: Asked) -> Iterator[Choice]:
    yield from _as_beside(asked)
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
    "Title": _as_beside, "GameID": _as_beside,
}  # fmt: skip
_BY_TYPE: dict[str, Callable[[Asked], Iterator[Choice]]] = {
    "player": players, "card": card, "suit": suits, "color": colors, "players": winners, "integer": _integer,
    "date": _date, "event": _event,
}  # fmt: skip
