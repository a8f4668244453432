"""The values that a key may have at a place in a record, the likeliest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cached_property, partial

from kibitz.core.bounds import RECENT
from kibitz.core.next import Option
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.state import date_problem
from kibitz.languages.pfn.features._cursor import Cursor, Slot, piece_at
from kibitz.languages.pfn.features._form import USUAL, form_at, likely
from kibitz.languages.pfn.features._round import UNKNOWN, bank_words, came_to, held
from kibitz.languages.pfn.game.figgie import (
    chips,
    facts,
    in_order,
    number_of,
    partner,
    read_card,
    signed,
    suit_names,
    suit_of,
    with_sign,
)
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import (
    BANK,
    EVENTS,
    QUOTED,
    TRADES,
    KeySpec,
    Path,
    Table,
    tables,
    text,
)
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import is_value

LIKELY = 0.4
"""The probability of the first of several values in order."""
NO_TRADE = Trade(Table(TRADES, Span(0, 0), None, ()), *[None] * 7)
"""A trade without any known values."""


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

    def option(
        self, value: str | int, detail: str = "", *said: tuple[str, str | int], label: str = ""
    ) -> Option:
        """Return a value with the missing quotes and brackets, and the certain text after it."""
        slot, text = self.slot, str(value)
        if self.key.type in QUOTED:
            text = f'"{value}"'
            if slot.quote:
                text = f"{value}{slot.quote * (not slot.closed or self.last)}"
            elif self.key.type == "players" and not slot.array:
                text = f"[{text}]"
        text += self.then(*said) if said else self.rest
        kind = self.key.type.rstrip("s")
        kind = kind if kind in self.analysis.language.kinds else "value"
        chance = float(str(value) in {self.typed, self.known} and not label)
        return Option(text, detail, chance, kind=kind, label=label or str(value))

    @cached_property
    def known(self) -> str:
        """The value that follows from the record, without quotes."""
        return (self.form.known(self.path, self.name) or "").strip('"')

    @cached_property
    def rest(self) -> str:
        """The certain text after any value."""
        return self.then()

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

    def then(self, *more: tuple[str, str | int]) -> str:
        """Return the text after the value. `more` are values that are written with it, by key.

        Nothing follows the last key of a trade: only the user knows whether another trade comes.
        """
        if not self.last:
            return ""
        written = "".join(
            f"{self.form.line_end}{name} = {write.value(value)}" for name, value in more if name != self.name
        )
        done = {*self.done, *(name for name, _ in more)}
        if self.path == TRADES and done >= set(self.form.names(TRADES)):
            return written
        suit = suit_names().get(str(dict(more).get("Suit")), self.trade.suit)
        text = written + next(self.form.after(self.path, done, suit), "")
        # A time that is only begun would be wrong.
        return text.rstrip("0123456789") if self.path == TRADES else text


def field_at(here: Cursor, slot: Slot) -> Field | None:
    """Return the field of a slot, or None if the notation does not have the key."""
    own = here.table.path if here.table is not None and here.table.header is not None else here.path or ()
    spec = tables().get((*own, *slot.keys[:-1])) if slot.keys else None
    key = spec.key(slot.keys[-1]) if spec is not None else None
    return None if spec is None or key is None else Field(here, slot, spec.path, key)


def players(field: Field) -> Iterator[Option]:
    """Yield the players except the other one of the trade. A typed name leads to the other one."""
    other = "Seller" if field.name == "Buyer" else "Buyer"
    if field.typed in field.players and field.lacks(other):
        one = field.option(field.typed, f"{field.typed} {'buys' if field.name == 'Buyer' else 'sells'}")
        yield one._replace(then=partial(_pairs, field, other))
        return
    written = field.here.get(other)
    for player in _ranked(field, field.name, written and written.plain.text):
        yield field.option(player, _holding(field, player))


def _pairs(field: Field, other: str) -> Iterator[Option]:
    """Yield the other player of the trade after the typed one."""
    typed = field.typed
    begun = len(field.option(typed).text)
    for number, player in enumerate(_ranked(field, other, typed), 1):
        label = f"{typed}, {other.lower()} {player}"
        one = field.option(typed, _holding(field, player), (other, player), label=label)
        yield one._replace(text=one.text[begun:], chance=LIKELY / number)


def _ranked(field: Field, role: str, other: str | None) -> list[str]:
    """Return the possible buyers or sellers: the owners of the card or suit first, then the most frequent ones."""
    counts = Counter(getattr(one, role.lower()) for one in field.form.trades(RECENT))
    players = [player for player in field.players if player != other]
    if role == "Buyer":
        return sorted(players, key=lambda player: -counts[player])
    trade = field.trade
    holder = field.form.round_state.cards.owners.get(trade.card or "")
    hands = field.form.round_state.hands
    cards = {
        player: sum(trade.suit in {None, suit_of(card)} for card in hands.get(player, ()))
        for player in players
    }

    def order(player: str) -> tuple[object, ...]:
        owns = holder is not None and holder.player == player
        return not owns, -cards[player] if trade.suit else 0, -counts[player], -cards[player]

    able = [player for player in players if cards[player] or field.record.terms.deal != "full"]
    return sorted(able or players, key=order)


def _holding(field: Field, player: str) -> str:
    """Return the chips of a player, and the cards of each suit that the player may trade."""
    now, only = field.form.round_state, field.trade.suit
    counts = [(suit.sign, held(now, player, suit.name)) for suit in ([only] if only else facts().suits)]
    cards = " ".join(f"{sign}{count}" for sign, count in counts if count not in {"0", UNKNOWN})
    words = f"{player}: {bank_words(now.banks.get(player))} chips"
    return f"{words}, {cards}" if cards else words


def card(field: Field) -> Iterator[Option]:
    """Yield the seller's cards of the suit, or all players' cards if there is no seller."""
    seller, record = field.trade.seller, field.record
    owners = {card: one.player for card, one in field.form.round_state.cards.owners.items() if one.player}
    known = in_order(owners)
    if record.terms.deal in {"none", "unclear"}:
        known = [card for card in record.deal.deck or all_cards() if owners.get(card) in {None, seller}]
    for one in known:
        owner = owners.get(one)
        if (seller is None or owner in {None, seller}) and field.trade.suit in {None, suit_of(one)}:
            yield field.option(field.written(one), card_in_words(record, one, owner))


def card_in_words(record: Record, card: str, owner: str | None = None) -> str:
    """Return a card in words, with its owner and whether it is of the goal suit."""
    whose = f"{owner}'s " if owner else ""
    goal = ", goal suit" if suit_of(card).name == record.goal else ""
    return f"{whose}{number_of(card)} of {suit_of(card).name}{goal}"


def all_cards() -> list[str]:
    return [f"{suit.letter}{number}" for suit in facts().suits for number in range(1, facts().highest + 1)]


def suits(field: Field) -> Iterator[Option]:
    """Yield the suits: in a trade with the cards of the seller, otherwise those that the deck allows.

    In a variant all suits are possible.
    """
    if field.path == TRADES:
        yield from _suits_of_trade(field)
        return
    color = field.record.leaf("DeckSetup", "GoalSuitColor")
    right = [name for name, suit in suit_names().items() if color is None or suit.color == color.plain.text]
    right = [field.known] if field.known else right
    if field.record.deal.variant or not right:
        right += [name for name in suit_names() if name not in right]
    for name in right:
        other = f"{partner(name)} would " + (
            "be the goal suit" if field.name == "Revealed12CardSuit" else f"have {max(facts().counts)} cards"
        )
        yield field.option(name, f"{suit_names()[name].color.lower()}, {other}")


def _suits_of_trade(field: Field) -> Iterator[Option]:
    """Yield the suits that the seller may have, that of the card or the largest first."""
    trade, record = field.trade, field.record
    now = field.form.round_state
    hand = now.hands.get(trade.seller or "", [])
    counts = Counter(suit_of(one).name for one in hand)
    first = suit_of(trade.card).name if trade.card is not None else None
    for name in sorted(suit_names(), key=lambda name: (name != first, -counts[name])):
        if counts[name] or record.terms.deal != "full" or not hand:
            suit = suit_names()[name]
            known = hand and not now.cards.is_untold(trade.seller or "", suit.letter)
            told = (
                f"{plural(counts[name], 'card')} of {name}" if known else f"{suit.sign}, {suit.color.lower()}"
            )
            yield field.option(name, told, (field.name, name))


def colors(field: Field) -> Iterator[Option]:
    """Yield the colours, which lead to the suits if these come next."""
    names = list(dict.fromkeys(one.color for one in facts().suits))
    for color in sorted(names, key=lambda color: color != field.known):
        both = [one.name for one in facts().suits if one.color == color]
        one = field.option(color, " or ".join(both), (field.name, color))
        if not field.known and field.lacks("GoalSuit"):
            then = partial(_goals, field, color, both, len(one.text))
            one = one._replace(chance=one.chance or LIKELY, then=then)
        yield one


def _goals(field: Field, color: str, names: list[str], begun: int) -> Iterator[Option]:
    """Yield the goal suits after a colour."""
    for name in names:
        detail = f"{partner(name)} would have {max(facts().counts)} cards"
        one = field.option(color, detail, ("GoalSuit", name), label=f"{color}, {name}")
        yield one._replace(text=one.text[begun:], chance=LIKELY)


def size(field: Field) -> Iterator[Option]:
    """Yield the possible sizes of the suit. If several sizes are missing, fill in all of them at once."""
    record = field.record
    ways = field.form.sizes(field.name)
    rest = [name for name in field.form.names(field.path) if name not in field.done]
    if ways and rest and field.last:
        for counts in ways:
            label = ", ".join(f"{name} {counts[name]}" for name in [field.name, *rest])
            few = min(counts, key=lambda name: counts[name])
            detail = f"if {few} has the fewest cards" + (
                f" and the goal is {record.goal}" if record.goal else ""
            )
            more = ((name, counts[name]) for name in rest)
            yield field.option(counts[field.name], detail, *more, label=label)
        return
    left = [counts[field.name] for counts in ways] or list(facts().counts)
    for name, count in record.deal.distribution.items() if not ways else ():
        if name != field.name and count in left:
            left.remove(count)
    for count in dict.fromkeys(left):
        said = f"one of {facts().counts.count(count)} suits of so many"
        if count == max(facts().counts):
            said = f"the most: {partner(field.name)} would be the goal suit"
        yield field.option(count, "the fewest" if count == min(facts().counts) else said)


def winners(field: Field) -> Iterator[Option]:
    """Yield the players that are not named yet, the richest first."""
    record = field.record
    banks, named = record.written_banks, record.winners
    left = [player for player in record.richest or record.players if player not in named]
    for player in sorted(left, key=lambda player: -banks.get(player, 0)):
        yield field.option(player, f"{player}: {bank_words(banks.get(player))} chips")


def values(field: Field) -> Iterable[Option]:
    """Return the possible values. A value from a sibling file may also be a usual value."""
    found = _bank if field.name.endswith(BANK) else _BY_NAME.get(field.name, _BY_TYPE.get(field.key.type))
    first = dict[str, Option]()
    for one in found(field) if found is not None else ():
        first.setdefault(one.text, one)
    return first.values()


def _price(field: Field) -> Iterator[Option]:
    """Yield the last price of the suit, and prices near it."""
    suit = field.trade.suit
    last = next((one for one in field.form.trades(RECENT) if one.price and one.sold in {suit, None}), None)
    if last is None or last.price is None:
        often = next((one.prices for one in field.form.siblings if one.prices), ())
        for price in often:
            yield field.option(chips(price), "a usual price in a record beside this one")
        return
    paid = f"{suit.sign if suit else 'a card'} {chips(last.price)} in {last.title}"
    for change in (0, -1, 1, -2, 2):
        if (price := last.price + change) > 0:
            yield field.option(chips(price), f"{paid}, {signed(change)}" if change else paid)


def _bank(field: Field) -> Iterator[Option]:
    if came_to(field.analysis) is None:
        for rule, rest in field.form.rests.items():
            detail = f"the total minus the other results, if the payout is {rule.name}"
            yield field.option(f"{rest:.0f}", detail)
    elif field.known:
        yield field.option(field.known, "from deal, trades and payout")


def _integer(field: Field) -> Iterator[Option]:
    """Yield the number of players, the sizes of suits, or a computed count."""
    if field.name == "Players":
        yield from _as_neighbours(field)
        for count in facts().players:
            yield field.option(count, f"{facts().cards // count} cards each")
    elif field.name in suit_names():
        yield from size(field)
    elif field.known:
        yield field.option(field.known, "follows from the record")


def _as_neighbours(field: Field) -> Iterator[Option]:
    """Yield the likely values by the sibling files."""
    for value, words, _ in likely(field.form.siblings, field.name):
        yield field.option(value.strip('"'), words)


def _usual(field: Field) -> Iterator[Option]:
    """Yield the likely values by the sibling files, and the usual one. A valid date is not changed."""
    if (
        field.key.type == "date"
        and len(field.typed) == len("2025-02-15")
        and date_problem(field.typed) is None
    ):
        yield field.option(field.typed)
        return
    yield from _as_neighbours(field)
    yield field.option(
        *(date.today().isoformat(), "today") if field.key.type == "date" else USUAL[field.name]
    )


def _event(field: Field) -> Iterator[Option]:
    """Yield `Resume` first if a pause is open, and `Pause`."""
    kinds = [kind for event in field.record.at(*EVENTS) if (kind := text(event.get("Type")))]
    paused = kinds.count("Pause") > kinds.count("Resume")
    about = {"Resume": "trading goes on", "Pause": "trading stops"}
    for name in about if paused else ("Pause",):
        yield field.option(name, about[name])


_BY_NAME: dict[str, Callable[[Field], Iterator[Option]]] = {
    "Price": _price, "GameVariant": _usual, "GameDuration": _usual,
    "Title": _as_neighbours, "GameID": _as_neighbours,
}  # fmt: skip
_BY_TYPE: dict[str, Callable[[Field], Iterator[Option]]] = {
    "player": players, "card": card, "suit": suits, "color": colors, "players": winners, "integer": _integer,
    "date": _usual, "event": _event,
}  # fmt: skip


SORTED = 0.6
"""The probability that the next card of a sorted hand is of the next suit."""


class Hand:
    """A hand that is being written at a cursor in it."""

    def __init__(self, field: Field) -> None:
        self.field = field
        source, (start, end) = field.here.source, field.slot.span
        self.behind = bool(source[field.piece.end : end].strip())
        """Whether cards follow the cursor."""
        before = source[start : field.piece.start].split(",")
        self.cards = [card for piece in before if (card := read_card(piece.strip())) is not None]
        self.hands = [hand for hand in field.record.hands if hand.player != field.name]

    @cached_property
    def left(self) -> list[str]:
        """The undealt cards."""
        dealt = {card for hand in self.hands for _, card in hand.cards if card is not None} | set(self.cards)
        return [card for card in self.field.record.deal.deck or self._possible() if card not in dealt]

    def _possible(self) -> list[str]:
        """Return the cards that may be in the deck if only the goal suit is known."""
        most = {
            name: max(counts[name] for counts in ways)
            for name in suit_names()
            if (ways := self.field.form.sizes(name))
        }
        return [
            card for card in all_cards() if number_of(card) <= most.get(suit_of(card).name, facts().highest)
        ]

    @cached_property
    def size(self) -> int:
        """The number of cards of a hand; 0 if it is unknown."""
        written = [len(hand.cards) for hand in self.hands if hand.cards]
        if len(written) > 1 and len({*written[-2:]}) == 1:
            return written[-1]
        players = len(self.field.record.players)
        cards = len(self.field.record.deal.deck) or facts().cards
        return cards // players if players in facts().players else 0

    @cached_property
    def sorted(self) -> bool:
        """Whether hands are written in order here."""
        written = [[card for _, card in hand.cards if card] for hand in self.hands]
        return all(hand == in_order(hand) for hand in [*written, self.cards])

    @cached_property
    def comma(self) -> str:
        """The separator of cards in this deal."""
        texts = [str(hand.leaf.node.value) for hand in self.hands if hand.leaf.node is not None]
        if not texts and "," not in self.field.typed:
            return next((one.parted for one in self.field.form.siblings), ",")
        return ", " if any(", " in text for text in [*texts, self.field.typed]) else ","

    def ahead(self, cards: list[str]) -> list[str]:
        """Return the cards that may come after those of the hand, the likeliest first."""
        left = [card for card in self.left if card not in cards]
        if not self.sorted or not cards:
            return left
        left = in_order(left)
        place = in_order([*left, cards[-1]]).index(cards[-1])
        return left[place:] + left[:place]

    @property
    def wanted(self) -> int:
        """The number of cards that the hand lacks."""
        return self.size - len(self.cards)

    @property
    def ends(self) -> bool:
        """Whether the next card is the last one."""
        return self.wanted == 1 and not self.behind and self.field.last

    def options(self) -> Iterator[Option]:
        """Yield the rest of the deck if it completes the hand, then single cards."""
        field, wanted = self.field, self.wanted
        written, end = field.written, field.slot.quote + field.rest if field.last else ""
        if field.record.deal.deck and len(self.left) == wanted > 1 and not self.behind:
            rest = self.comma.join(map(written, in_order(self.left)))
            text = rest if field.slot.closed else rest + end
            yield Option(text, "all cards that are left", kind="card", label=rest)
        then = "" if self.behind or not self.size else end if wanted == 1 else self.comma
        typed = read_card(field.here.source[field.piece.start : field.here.offset].strip())
        for card in self.ahead(self.cards):
            one = Option(
                written(card) + then, card_in_words(field.record, card), kind="card", label=written(card)
            )
            if card == typed:
                one = one._replace(
                    chance=1.0, then=partial(self._following, card) if then == self.comma else None
                )
            yield one

    def _following(self, card: str) -> Iterator[Option]:
        """Yield the suit of the next card in a sorted hand."""
        if self.sorted and (ahead := self.ahead([*self.cards, card])):
            yield Option(self.field.written(ahead[0])[0], f"then {suit_of(ahead[0]).name}", SORTED)
