"""The values that a key may have at a place in a record, the likeliest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import cached_property
from typing import NamedTuple

from kibitz.core.bounds import RECENT
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import total
from kibitz.languages.pfn.features._cursor import Cursor
from kibitz.languages.pfn.features._form import USUAL, decimals, form_at, likely
from kibitz.languages.pfn.features._round import came_to, final
from kibitz.languages.pfn.game.figgie import (
    Number,
    chips,
    facts,
    in_order,
    number_of,
    partner,
    suit_names,
    suit_of,
    with_sign,
)
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import (
    BANK,
    EVENTS,
    QUOTED,
    TRADES,
    KeySpec,
    Path,
    Table,
    number,
    tables,
    text,
)
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import is_value
from kibitz.languages.pfn.toml.slots import Slot, piece_at

NO_TRADE = Trade(Table(TRADES, Span(0, 0), None, ()), *[None] * 7)
"""A trade without any known values."""


class Choice(NamedTuple):
    """A value: its text without quotes."""

    text: str
    kind: str
    detail: str = ""
    then: str = ""
    """The text after the value and its quote, if it is certain."""
    label: str = ""
    """The label of the item, if it is not the value."""


class Field:
    """The key of the requested value, and its place."""

    def __init__(self, here: Cursor, slot: Slot, path: Path, key: KeySpec) -> None:
        self.here, self.slot, self.path, self.key = here, slot, path, key
        self.analysis = here.analysis
        self.name = slot.keys[-1]
        """The key as it is written: `P1_FinalBank`."""
        self.typed = here.source[slot.span.start : here.offset]
        """The part of the value before the cursor."""
        self.in_hand = key.type == "cards" and bool(slot.quote) and not slot.array
        """Whether the cursor is in a string of cards."""
        self.table = here.table if here.is_in(*path) else None
        self.trade = here.trade[1] if here.trade else NO_TRADE
        """The trade that it is in."""
        self.record: Record = here.analysis.context
        self.form = form_at(here)

    @cached_property
    def last(self) -> bool:
        """Whether at most the quote follows the value, so that an item may add more text."""
        slot = self.slot
        if len(slot.keys) != 1 or slot.array or slot.span.end < self.here.offset:
            return False
        behind = self.here.source[slot.span.end :]
        return not behind.removeprefix(slot.quote if slot.closed else "").strip()

    @cached_property
    def piece(self) -> Span:
        """The piece of a hand at the cursor."""
        return piece_at(self.here.source, self.slot.span, self.here.offset)

    def span(self, choice: Choice) -> Span:
        """Return the span that an item replaces: the value or a part of a hand, with its closing quote."""
        (start, end), quote = self.slot.span, bool(self.slot.quote) and self.slot.closed
        if not self.in_hand:
            return Span(start, end + (self.last and quote))
        return Span(self.piece.start, end + quote) if choice.then.startswith('"') else self.piece

    @property
    def is_whole(self) -> bool:
        """Whether the value before the cursor is complete, so that Enter only ends the line."""
        source, (start, end) = self.here.source, self.slot.span
        if not self.slot.quote and source[:start].rstrip(" \t")[-1:] not in set("=,[{"):
            return True
        word = source[start:end]
        return self.key.type not in QUOTED and self.here.offset == end and bool(word) and is_value(word)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players; the maximum number of them if the number is unknown."""
        return self.record.players or tuple(f"P{number}" for number in range(1, max(facts().players) + 1))

    @cached_property
    def hands(self) -> dict[str, list[str]]:
        """The hands before the trade."""
        return self.form.standing.hands

    def written(self, card: str) -> str:
        """Return a card in the style of this record."""
        return with_sign(card) if self.form.signs or not self.typed.isascii() else card

    @cached_property
    def done(self) -> set[str]:
        """The keys that are there, this one included."""
        there = self.table.leaves if self.table is not None else ()
        return {self.name, *(leaf.name for leaf in there)}

    def lacks(self, name: str) -> bool:
        """Return whether another key of the table is the next to be written."""
        missing = [one for one in self.form.names(self.path) if one not in self.done]
        return self.last and missing[:1] == [name]

    def then(self, *more: tuple[str, str]) -> str:
        """Return the text after the value. `more` are strings that are written with it, by key.

        Nothing follows the last key of a trade: only the user knows whether another trade comes.
        """
        if not self.last:
            return ""
        card_in_words = dict(more)
        written = "".join(
            f'{self.form.line_end}{name} = "{value}"' for name, value in more if name != self.name
        )
        done = {*self.done, *card_in_words}
        if self.path == TRADES and done >= set(self.form.names(TRADES)):
            return written
        return written + next(self.form.after(self.path, done, card_in_words), "")


def field_at(here: Cursor, slot: Slot) -> Field | None:
    """Return the field of a slot, or None if the notation does not have the key."""
    own = here.table.path if here.table is not None and here.table.header is not None else here.path or ()
    spec = tables().get((*own, *slot.keys[:-1])) if slot.keys else None
    key = spec.key(slot.keys[-1]) if spec is not None else None
    return None if spec is None or key is None else Field(here, slot, spec.path, key)


def players(field: Field) -> Iterator[Choice]:
    """Yield the players except the other one of the trade. After a typed name, offer both at once."""
    other = "Seller" if field.name == "Buyer" else "Buyer"
    both = field.typed in field.players and field.lacks(other)
    written = field.table.get(other) if field.table is not None else None
    role, taken = (other, field.typed) if both else (field.name, written and written.plain.text)
    ranked, alone = _ranked(field, role, taken), "" if both else field.then()
    told = told_apart(field, {player: _holding(field, role, player) for player in ranked})
    for player in ranked:
        if both:
            then = field.then((field.name, field.typed), (other, player))
            yield Choice(
                field.typed, "player", told[player], then, f"{field.typed}, {other.lower()} {player}"
            )
        else:
            yield Choice(player, "player", told[player], alone)


def told_apart(field: Field, words: dict[str, str]) -> dict[str, str]:
    """Return a different detail for each player."""
    shared = {text for text, count in Counter(words.values()).items() if count > 1}
    places = {player: number for number, player in enumerate(field.players, 1)}
    of = len(places)
    return {
        player: ", ".join(filter(None, [text, f"player {places.get(player, 0)} of {of}"]))
        if text in shared
        else text
        for player, text in words.items()
    }


def _ranked(field: Field, role: str, other: str | None) -> list[str]:
    """Return the possible buyers or sellers: the owners of the card or suit first, then the most frequent ones."""
    counts = Counter(_by(role, one) for one in field.form.trades(RECENT))
    players = [player for player in field.players if player != other]
    if role == "Buyer":
        return sorted(players, key=lambda player: -counts[player])
    trade, known = field.trade, field.record.terms.deal == "full"
    holder = field.form.standing.cards.owners.get(trade.card or "")
    owner = holder.player if holder is not None else None
    held = {player: len(_held(field, player)) for player in players}
    able = [player for player in players if held[player] or not known]
    return sorted(
        able or players,
        key=lambda player: (
            player != owner, -held[player] if trade.suit else 0, -counts[player], -held[player],
        ),
    )  # fmt: skip


def _by(role: str, trade: Trade) -> str | None:
    return trade.buyer if role == "Buyer" else trade.seller


def _held(field: Field, player: str) -> list[str]:
    return [card for card in field.hands.get(player, []) if field.trade.suit in {None, suit_of(card)}]


def _holding(field: Field, role: str, player: str) -> str:
    """Return the cards that a player may trade, and how often the player did lately."""
    suit = f" of {field.trade.suit.name}" if field.trade.suit is not None else ""
    bank = field.form.standing.banks.get(player)
    words = [f"{chips(bank)} chips"] if bank is not None else []
    cards = _held(field, player)
    told = player not in field.record.terms.untold.players
    if cards or told:
        words.append(plural(len(cards), "card") + suit + ("" if told else " known"))
    if cards and not suit:
        counts = Counter(suit_of(card).sign for card in cards)
        words.append(" ".join(f"{one.sign}{counts[one.sign]}" for one in facts().suits if counts[one.sign]))
    recent = field.form.trades(RECENT)
    if count := sum(_by(role, one) == player for one in recent):
        trades = f"{count} of the last {len(recent)} trades" if len(recent) > 1 else "the last trade"
        words.append(f"{role.lower()} in {trades}")
    return ", ".join(words)


def card(field: Field) -> Iterator[Choice]:
    """Yield the seller's cards of the suit, or all players' cards if there is no seller."""
    then, seller, record = field.then(), field.trade.seller, field.record
    owners = {card: one.player for card, one in field.form.standing.cards.owners.items() if one.player}
    known = in_order(owners)
    if record.terms.deal in {"none", "unclear"}:
        known = [card for card in record.deal.deck or all_cards() if owners.get(card) in {None, seller}]
    for one in known:
        owner = owners.get(one)
        if (seller is None or owner in {None, seller}) and field.trade.suit in {None, suit_of(one)}:
            yield Choice(field.written(one), "card", card_in_words(record, one, owner), then)


def card_in_words(record: Record, card: str, owner: str | None = None) -> str:
    """Return a card in words, with its owner and whether it is of the goal suit."""
    whose = f"{owner}'s " if owner else ""
    goal = ", goal suit" if suit_of(card).name == record.goal else ""
    return f"{whose}{number_of(card)} of {suit_of(card).name}{goal}"


def all_cards() -> list[str]:
    return [f"{suit.letter}{number}" for suit in facts().suits for number in range(1, facts().highest + 1)]


def suits(field: Field) -> Iterator[Choice]:
    """Yield the suits: in a trade with the cards of the seller, otherwise the suit that follows first."""
    if field.path == TRADES:
        yield from _suits_of_trade(field)
        return
    then = field.then()
    for name in _allowed(field):
        other = f"{partner(name)} would " + (
            "be the goal suit" if field.name == "Revealed12CardSuit" else f"have {max(facts().counts)} cards"
        )
        yield Choice(name, "suit", f"{suit_names()[name].color.lower()}, {other}", then)


def _allowed(field: Field) -> list[str]:
    """Return the suits that the deck allows, in a variant all suits. Suits by the standard game come first."""
    record = field.record
    twelve, color = record.deal.twelve, record.leaf("DeckSetup", "GoalSuitColor")
    colored = [name for name, suit in suit_names().items() if color is None or suit.color == color.plain.text]
    if field.name == "Revealed12CardSuit":
        known = field.form.known(("Result",), field.name)
        right = [known.strip('"')] if known else [other for name in colored if (other := partner(name))]
    elif field.path == ("Result",) and record.goal:
        right = [record.goal]
    else:
        goal = partner(twelve) if twelve else None
        right = [goal] if goal else colored
    others = [name for name in suit_names() if name not in right]
    return [*right, *others] if record.deal.variant or not right else right


def _suits_of_trade(field: Field) -> Iterator[Choice]:
    """Yield the suits, that of the card or the largest first, then each suit with a card of the seller."""
    seller, record = field.trade.seller, field.record
    hand = field.hands.get(seller or "", [])
    counts = Counter(suit_of(one).name for one in hand)
    first = suit_of(field.trade.card).name if field.trade.card is not None else None
    names = sorted(suit_names(), key=lambda name: (name != first, -counts[name]))
    for name in names:
        if counts[name] or record.terms.deal != "full" or not hand:
            suit = suit_names()[name]
            known = hand and not field.form.standing.cards.is_untold(seller or "", suit.letter)
            told = (
                f"{plural(counts[name], 'card')} of {name}" if known else f"{suit.sign}, {suit.color.lower()}"
            )
            yield Choice(name, "suit", told, field.then((field.name, name)))
    if seller is not None and field.lacks("Card"):
        for one in sorted(hand, key=lambda one: names.index(suit_of(one).name)):
            name, written = suit_of(one).name, field.written(one)
            then = field.then((field.name, name), ("Card", written))
            yield Choice(name, "card", card_in_words(record, one, seller), then, f"{name}, card {written}")


def colors(field: Field) -> Iterator[Choice]:
    """Yield the colours, with the suits if these come next."""
    twelve = field.record.deal.twelve
    suit = suit_names().get(field.record.goal or twelve or "")
    names = list(dict.fromkeys(one.color for one in facts().suits))
    ordered = sorted(names, key=lambda color: suit is None or color != suit.color)
    for one in facts().suits if suit is None and field.lacks("GoalSuit") else ():
        then = field.then((field.name, one.color), ("GoalSuit", one.name))
        yield Choice(
            one.color,
            "suit",
            f"{partner(one.name)} would be the suit of 12 cards",
            then,
            f"{one.color}, {one.name}",
        )
    for color in ordered:
        both = " and ".join(one.name for one in facts().suits if one.color == color)
        yield Choice(color, "value", both, field.then((field.name, color)))


def size(field: Field) -> Iterator[Choice]:
    """Yield the possible sizes of the suit. If several sizes are missing, fill in all of them at once."""
    record = field.record
    ways = field.form.sizes(field.name)
    rest = [name for name in field.form.names(field.path) if name not in field.done]
    if ways and rest and field.last:
        for counts in ways:
            more = "".join(f"{field.form.line_end}{name} = {counts[name]}" for name in rest)
            then = more + next(field.form.after(field.path, [*field.done, *rest]), "")
            label = ", ".join(f"{name} {counts[name]}" for name in [field.name, *rest])
            few = min(counts, key=lambda name: counts[name])
            detail = f"if {few} has the fewest cards" + (
                f" and the goal is {record.goal}" if record.goal else ""
            )
            yield Choice(str(counts[field.name]), "value", detail, then, label)
        return
    left = [counts[field.name] for counts in ways] or list(facts().counts)
    for name, count in record.deal.distribution.items() if not ways else ():
        if name != field.name and count in left:
            left.remove(count)
    for count in dict.fromkeys(left):
        yield Choice(str(count), "value", _sized(field.name, count), field.then())


def _sized(name: str, count: int) -> str:
    """Return the role of a suit with that many cards in the standard deck."""
    if count == max(facts().counts):
        return f"the most: {partner(name)} would be the goal suit"
    same = facts().counts.count(count)
    return "the fewest" if count == min(facts().counts) else f"one of {same} suits of so many"


def winners(field: Field) -> Iterator[Choice]:
    """Yield the players that are not named yet, the richest first."""
    record = field.record
    banks, named = record.written_banks, record.winners
    left = [player for player in record.richest or record.players if player not in named]
    told = told_apart(
        field, {player: f"{chips(banks[player])} chips" if player in banks else "" for player in left}
    )
    for player in sorted(left, key=lambda player: -banks.get(player, 0)):
        yield Choice(player, "player", told[player])


def choices(field: Field) -> Iterator[Choice]:
    """Yield the possible values."""
    by_name = (_OF_EVENTS if field.path == EVENTS else _BY_NAME).get(field.name)
    by_type = _BY_TYPE.get(field.key.type)
    found: Iterator[Choice] = iter(())
    if field.name.endswith(BANK):
        found = _bank(field)
    elif by_name is not None:
        found = by_name(field)
    elif by_type is not None:
        found = by_type(field)
    # A value from a sibling file may also be a usual value.
    seen = set[tuple[str, str]]()
    for choice in found:
        if (choice.text, choice.label) not in seen:
            yield choice
        seen.add((choice.text, choice.label))


def _index(field: Field) -> Iterator[Choice]:
    yield Choice(str(field.form.index), "value", "the next trade")


def _event_time(field: Field) -> Iterator[Choice]:
    """Yield times after the last trade and after the last event."""
    before = field.form.before
    times = [number(leaf) for event in field.record.at(*EVENTS) if (leaf := event.get("T")) is not None]
    trade = before.time if before is not None else None
    for last, what in (
        (trade, "the last trade"),
        (max(filter(None, times), default=None), "the event before"),
    ):
        if last is not None:
            digits = decimals(before)
            yield Choice(f"{last + 10**-digits:.{digits}f}", "value", f"after {what}, at {chips(last)}")


def _price(field: Field) -> Iterator[Choice]:
    """Yield the last price of the suit, and prices near it."""
    suit = field.trade.suit
    last = next((one for one in field.form.trades(RECENT) if one.price and one.sold in {suit, None}), None)
    if last is None or last.price is None:
        often = next((one.prices for one in field.form.siblings if one.prices), ())
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
    """Return a price in the style of this record."""
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
                f"the total minus the other results, if the payout is {rule.name}",
                field.then(),
            )


def _integer(field: Field) -> Iterator[Choice]:
    """Yield the number of players, the sizes of suits, or a computed count."""
    record = field.record
    if field.name == "Players":
        yield from _as_neighbours(field)
        for count in facts().players:
            yield Choice(str(count), "value", f"{facts().cards // count} cards each", field.then())
    elif field.name in suit_names():
        yield from size(field)
    elif field.name == "TradeCount":
        yield Choice(str(total(field.analysis.aggregates).count), "value", "trades in this record")
    elif field.name in record.players and record.goal is not None:
        now = final(field.analysis)
        held = now.cards.held(record.players, record.goal)
        if held is not None and field.name in held:
            yield Choice(str(held[field.name]), "value", "goal cards")


def _as_neighbours(field: Field) -> Iterator[Choice]:
    """Yield the likely values by the sibling files."""
    for value, words, _ in likely(field.form.siblings, field.name):
        bare = value.strip('"')
        yield Choice(bare, "value", words, field.then((field.name, bare)))


def _usual(field: Field) -> Iterator[Choice]:
    """Yield the likely values by the sibling files, and the usual one."""
    yield from _as_neighbours(field)
    text, words = (date.today().isoformat(), "today") if field.key.type == "date" else USUAL[field.name]
    yield Choice(text, "value", words, field.then())


def _event(field: Field) -> Iterator[Choice]:
    """Yield `Resume` first if a pause is open, and `Pause`."""
    kinds = [kind for event in field.record.at(*EVENTS) if (kind := text(event.get("Type")))]
    paused = kinds.count("Pause") > kinds.count("Resume")
    names = ("Resume", "Pause") if paused else ("Pause",)
    about = {"Pause": "trading stops", "Resume": "trading goes on"}
    yield from (Choice(name, "value", about[name]) for name in names)


_BY_NAME: dict[str, Callable[[Field], Iterator[Choice]]] = {
    "TradeIndex": _index, "Price": _price, "GameVariant": _usual, "GameDuration": _usual,
    "Title": _as_neighbours, "GameID": _as_neighbours,
}  # fmt: skip
_OF_EVENTS: dict[str, Callable[[Field], Iterator[Choice]]] = {"T": _event_time}
_BY_TYPE: dict[str, Callable[[Field], Iterator[Choice]]] = {
    "player": players, "card": card, "suit": suits, "color": colors, "players": winners, "integer": _integer,
    "date": _usual, "event": _event,
}  # fmt: skip
