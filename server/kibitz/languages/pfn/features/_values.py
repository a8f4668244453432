"""What the value of a key may be at a place in a record, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from kibitz.core.bounds import RECENT
from kibitz.languages.pfn.check.tally import total
from kibitz.languages.pfn.features._cards import card, colors, players, size, suits, winners
from kibitz.languages.pfn.features._field import Choice, Field
from kibitz.languages.pfn.features._form import USUAL
from kibitz.languages.pfn.features._neighbours import likely
from kibitz.languages.pfn.features._standing import came_to, final
from kibitz.languages.pfn.features._times import decimals
from kibitz.languages.pfn.game.figgie import Number, chips, facts, is_player, suit_names
from kibitz.languages.pfn.text.keys import BANK
from kibitz.languages.pfn.text.tables import EVENTS, number, text


def choices(field: Field) -> Iterator[Choice]:
    """What may stand there."""
    by_name = (_OF_EVENTS if field.path == EVENTS else _BY_NAME).get(field.name)
    by_type = _BY_TYPE.get(field.key.type)
    found: Iterator[Choice] = iter(())
    if field.name.endswith(BANK):
        found = _bank(field)
    elif by_name is not None:
        found = by_name(field)
    elif by_type is not None:
        found = by_type(field)
    # What the records beside this one say may be what is offered anyway.
    seen = set[tuple[str, str]]()
    for choice in found:
        if (choice.text, choice.label) not in seen:
            yield choice
        seen.add((choice.text, choice.label))


def _index(field: Field) -> Iterator[Choice]:
    yield Choice(str(field.form.index), "value", "the next trade")


def _time(field: Field) -> Iterator[Choice]:
    """A time as far behind the last one as trades have been apart."""
    time, before = field.form.next_time, field.form.before
    if time is not None and before is not None and before.time is not None:
        yield Choice(time, "value", f"after {chips(before.time)}")


def _event_time(field: Field) -> Iterator[Choice]:
    """Behind the last trade, and behind the event before."""
    before = field.form.before
    times = [number(leaf) for event in field.record.at(*EVENTS) if (leaf := event.get("T")) is not None]
    trade = before.time if before is not None else None
    for last, what in (
        (trade, "the last trade"),
        (max(filter(None, times), default=None), "the event before"),
    ):
        if last is not None:
            digits = decimals(before)
            yield Choice(f"{last + 10**-digits:.{digits}f}", "value", f"behind {what}, at {chips(last)}")


def _price(field: Field) -> Iterator[Choice]:
    """What was paid last for the suit, a chip more or less."""
    suit = field.trade.suit
    last = next((one for one in field.form.trades(RECENT) if one.price and one.sold in {suit, None}), None)
    if last is None or last.price is None:
        often = next((one.prices for one in field.form.neighbours if one.prices), ())
        for number, price in enumerate(often, 1):
            which = "the price" if number == 1 else f"number {number} of the prices"
            yield Choice(_paid(field, price), "value", f"{which} paid most often in a record beside this one")
        return
    for change in (0, -1, 1, -2, 2):
        price = last.price + change
        if price > 0:
            of = f"{suit.name} were" if suit is not None else "a card was"
            by = (
                f"{abs(change)} {'more' if change > 0 else 'less'} than {of}"
                if change
                else f"{of} {chips(price)}"
            )
            yield Choice(_paid(field, price), "value", f"{by} in {last.title}")


def _paid(field: Field, price: Number) -> str:
    """A price as this record writes them."""
    return f"{price:.1f}" if field.form.fractions and price == int(price) else chips(price)


def _bank(field: Field) -> Iterator[Choice]:
    end = came_to(field.analysis)
    player = field.name.removesuffix(BANK)
    if end is not None and player in end.banks:
        yield Choice(f"{end.banks[player]:.0f}", "value", "from deal, trades and payout", field.then())
    elif end is None:
        for rule, rest in field.form.rests.items():
            yield Choice(
                f"{rest:.0f}",
                "value",
                f"what the others have left, if the payout is {rule.name}",
                field.then(),
            )


def _integer(field: Field) -> Iterator[Choice]:
    """The number of players, the sizes of suits, counts that can be told."""
    record = field.record
    if field.name == "Players":
        yield from _as_neighbours(field)
        for count in facts().players:
            yield Choice(str(count), "value", f"{facts().cards // count} cards each", field.then())
    elif field.name in suit_names():
        yield from size(field)
    elif field.name == "TradeCount":
        yield Choice(str(total(field.analysis.tallies).count), "value", "trades in this record")
    elif is_player(field.name) and record.goal is not None:
        now = final(field.analysis)
        held = now.cards.held(record.players, record.goal)
        if held is not None and field.name in held:
            yield Choice(str(held[field.name]), "value", "goal cards")


def _as_neighbours(field: Field) -> Iterator[Choice]:
    """What the records beside this one make likely."""
    for value, words, _ in likely(field.form.neighbours, field.name):
        bare = value.strip('"')
        yield Choice(bare, "value", words, field.then((field.name, bare)))


def _usual(field: Field) -> Iterator[Choice]:
    """What the records beside this one make likely, and what is usual everywhere."""
    yield from _as_neighbours(field)
    text, words = (date.today().isoformat(), "today") if field.key.type == "date" else USUAL[field.name]
    yield Choice(text, "value", words, field.then())


def _event(field: Field) -> Iterator[Choice]:
    """A Resume where a Pause is open."""
    kinds = [kind for event in field.record.at(*EVENTS) if (kind := text(event.get("Type")))]
    paused = kinds.count("Pause") > kinds.count("Resume")
    names = ("Resume", "Pause") if paused else ("Pause",)
    about = {"Pause": "trading stops", "Resume": "trading goes on"}
    yield from (Choice(name, "value", about[name]) for name in names)


_BY_NAME: dict[str, Callable[[Field], Iterator[Choice]]] = {
    "TradeIndex": _index, "T": _time, "Price": _price, "GameVariant": _usual, "GameDuration": _usual,
    "Title": _as_neighbours, "GameID": _as_neighbours,
}  # fmt: skip
_OF_EVENTS: dict[str, Callable[[Field], Iterator[Choice]]] = {"T": _event_time}
_BY_TYPE: dict[str, Callable[[Field], Iterator[Choice]]] = {
    "player": players, "card": card, "suit": suits, "color": colors, "players": winners, "integer": _integer,
    "date": _usual, "event": _event,
}  # fmt: skip
