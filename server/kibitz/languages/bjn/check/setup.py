"""Rules about the table: the setup of a hand, its shoe, and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.core.bounds import RELATED
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Severity
from kibitz.core.words import often, plural
from kibitz.languages.bjn.check.finding import (
    APART,
    BEFORE,
    FIRST_HAND,
    REMOVE,
    REMOVED,
    STAND,
    WHOLE,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTOR,
    CARD,
    DEALER,
    DECK,
    HAND,
    HOUSE_RULES,
    MODIFIER,
    MOST_DECKS,
    OPPOSITES,
    SEATS,
    SUITS,
    UNKNOWN,
    Entry,
    Event,
    Outcome,
    Setup,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import begin, is_play, turn
from kibitz.languages.bjn.game.shoe import card_shown
from kibitz.languages.bjn.text.names import seat_name


def missing(entries: Sequence[Entry]) -> Finding:
    """Return the finding of a hand without a setup. The events show how many players it has."""
    actors = [value.actor for value in entries if isinstance(value, Event)]
    setup = f"{{{max([1, *actors])}.52}}"
    changes = (Change("", BEFORE, setup),) if actors and max(actors) < 10 else ()
    return find("setup-missing", 0, None, *changes)


def check_setup(setup: Setup, entries: Sequence[Entry], shown: Sequence[str]) -> Iterator[Finding]:
    """Yield the findings of the numbers and options of a setup; `shown` are the seen cards."""
    actors = [entry.actor for entry in entries if isinstance(entry, Event)]
    if setup.players and not setup.players % len(DECK) and max([1, *actors]) <= setup.cards <= _FEW:
        right = setup._replace(players=setup.cards, cards=setup.players)
        yield find("setup-swapped", 0, None, Change("", WHOLE, str(right)), right=right)
        return
    if not 1 <= setup.players <= SEATS:
        seats = str(max([1, *actors]))
        players, asked = plural(setup.players, "player"), ""
        found: tuple[Change, ...] = ()
        if not setup.players:
            asked, found = f"; did you mean `{seats}`?", (Change(f"Change `0` to `{seats}`", 0, seats),)
        yield find("players", 0, 0, *found, players=players, most=SEATS, asked=asked)
    meant = decks_meant(setup, shown)
    if setup.shoe != setup.cards and not meant:
        cards = str(setup.shoe)
        change = Change("", 1, cards)
        severity = Severity.WARNING if len(set(shown)) < len(shown) else None
        decks = plural(setup.cards, "deck")
        yield find(
            "decks-for-cards", 0, 1, change, severity=severity, count=setup.cards, decks=decks, cards=cards
        )
    elif setup.cards % len(DECK) or not setup.cards:
        changes = tuple([Change("", 1, str(cards)) for cards in meant])
        cards = plural(setup.cards, "card") if setup.cards else "There are no cards"
        severity = Severity.WARNING if changes else None
        yield find("cards-not-decks", 0, 1, *changes, severity=severity, cards=cards)
    if unknown := [option for option in setup.options if option not in HOUSE_RULES]:
        changes = (Change("", 2, known),) if (known := _options_meant(setup)) else ()
        yield find("setup-options", 0, 2, *changes, options=".".join(unknown)[:40])
    for both in setup.contradictions:
        one, other = sorted(both, key=setup.options.index)
        yield find("house-rules", 0, 2, one=one, other=other, means=HOUSE_RULES[one])


_FEW = 20
"""Highest number of players at a table. A larger number is a number of cards."""


def _options_meant(setup: Setup) -> str:
    """Return the options with typos fixed, or an empty text if there are none that fit one rule only."""
    others = [option for option in setup.options if option in HOUSE_RULES]
    found = list[str]()
    for option in setup.options:
        written, near = option.lower(), list[str]()
        if option not in HOUSE_RULES:
            near = [one for one in HOUSE_RULES if one == written]
            near = near or [one for one in HOUSE_RULES if one_slip_away(written, one)]
            near = [one for one in near if not any({one, other} in OPPOSITES for other in others)]
        found.append(near[0] if len(near) == 1 else option)
    return ".".join(found) if tuple(found) != setup.options else ""


def decks_meant(setup: Setup, shown: Sequence[str]) -> list[int]:
    """Return the cards that a setup may mean if its number is not whole decks and a card repeats, or else none.

    They are the numbers that are one typo away, or else the fewest decks that hold the repeated card.
    """
    most = max(Counter(shown).values(), default=0)
    whole = setup.cards and not setup.cards % len(DECK)
    held = most <= max(1, setup.shoe // len(DECK))
    if whole or (held and (most < 2 or setup.cards <= MOST_DECKS)):
        return []
    shoes = [decks * len(DECK) for decks in range(most, MOST_DECKS + 1)]
    near = [cards for cards in shoes if one_slip_away(str(setup.cards), str(cards))]
    return near or ([] if held else shoes[:1])


def within(entries: Sequence[Entry]) -> list[Finding]:
    """Return the finding of a setup in the middle of a hand: only the end of a deal, or none of it, follows before play begins.

    Empty for any other hand. This finding replaces all others of the hand.
    """
    first, dealt = entries[0], list[int]()
    for entry in entries[1:]:
        if isinstance(entry, Split) and isinstance(entries[-1], Outcome):
            break
        if not isinstance(entry, Event) or UNKNOWN in entry:
            return []
        if is_play(entry):
            break
        dealt.append(entry.actor)
    else:
        return []
    if not isinstance(first, Setup):
        return []
    table = begin(first, (), entries)
    order = [*table.players, DEALER, *table.players, DEALER][: 2 * len(table.players) + table.opening]
    if len(dealt) >= len(order) or order[len(order) - len(dealt) :] != dealt:
        return []
    cards = f"only {len(dealt)} of {len(order)} cards" if dealt else "no cards"
    return [find("setup-within", 0, cards=cards)]


def length(entries: Sequence[Entry]) -> int:
    """Return the number of entries of the hand: up to its outcome, without a second setup."""
    for number, entry in enumerate(entries):
        kind = entry.kind if isinstance(entry, Unread) else ""
        if isinstance(entry, Outcome) or kind == "outcome":
            return number + 1
        if number and (isinstance(entry, Setup) or kind == "setup"):
            return number
    return len(entries)


def surplus(entries: Sequence[Entry], number: int) -> Iterator[Finding]:
    """Yield the finding of an entry after the end of the hand: a second setup, or an entry after the outcome."""
    if isinstance(entries[number], Setup):
        changes = (
            Change("Add a line break for a new hand", APART, ""),
            Change("Remove this setup", REMOVED, ""),
        )
        yield find("setup-second", number, None, *changes)
    elif not any(isinstance(entry, Unread) for entry in entries[number - 1 : number + 1]):
        yield find("after-outcome", number)


MOST_SEATS = 10
"""The most players for which a fix changes the setup; a larger number is probably a typo."""


def check_actor(number: int, event: Event, before: Table) -> Iterator[Finding]:
    """Yield the finding of an actor or a hand number that does not exist."""
    players = len(before.seats) - 1
    if event.actor > players:
        changes = []
        if now := turn(before):
            title = f"Change `{event.actor}` to `{now[0]}`, whose turn it is"
            changes.append(Change(title, ACTOR, str(now[0])))
        if event.actor < MOST_SEATS:
            title = f"Change the table to {event.actor} players"
            changes.append(Change(title, 0, str(event.actor), entry=0))
        yield find("unknown-actor", number, ACTOR, *changes, actor=event.actor, players=players)
    elif event.hand < 1:
        change = Change("", HAND, "1")
        yield find("hand-number", number, HAND, change, hand=event.hand)


def check_dealer_hand(number: int, event: Event) -> Iterator[Finding]:
    """Yield the finding of a hand number of the dealer other than 1."""
    if event.actor == DEALER and event.hand != 1:
        yield find("dealer-hand", number, HAND, FIRST_HAND, hand=event.hand)


def check_said(move: Move) -> Iterator[Finding]:
    """Yield the finding of an event without an action, card and modifier."""
    _, _, action, card, modifier = move.event
    if action or card or modifier:
        return
    if move.event.actor != DEALER:
        yield find("empty-event", move.entry, None, STAND, REMOVE, more="")
    else:
        hidden = not (move.before.started or move.hand.hidden)
        hide = (Change("Add `?`, the hole card", MODIFIER, "?"),) if hidden else ()
        more = "; is it the hole card, `?`" if hidden else ""
        yield find("empty-event", move.entry, None, *hide, more=more)


def check_cards(setup: Setup, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the findings of cards that repeat more often than the decks allow, and of more cards than the shoe holds."""
    shown = cards_shown(entries)
    # One digit of the setup is one mistake, however many cards repeat by it.
    if len(set(shown)) < len(shown) and decks_meant(setup, shown):
        return
    if len(set(shown)) < len(shown):
        yield from _repeated(setup, setup.decks, entries)
    if len(shown) + 1 > setup.shoe:
        yield from _too_many(setup.shoe, entries)


def cards_shown(entries: Sequence[Entry]) -> list[str]:
    """Return the cards of a hand that are dealt or revealed face up."""
    return [card for entry in entries if (card := card_shown(entry))]


def _repeated(setup: Setup, decks: int, entries: Sequence[Entry]) -> Iterator[Finding]:
    places: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        card = card_shown(entry)
        if not card or card == UNKNOWN:
            continue
        earlier = places.setdefault(card, [])
        if len(earlier) >= decks:
            related = tuple(Place(at, CARD, _owner(entries[at])) for at in earlier[:RELATED])
            # Only the last copy gets a fix. After a fix of an earlier one, the last one would repeat the card.
            last = all(card_shown(other) != card for other in entries[number + 1 :])
            changes = tuple(_same_rank(card, setup.decks, entries)) if last else ()
            times, why = often(len(earlier) + 1), _why(entries, earlier, decks)
            yield find(
                "card-dealt-twice", number, CARD, *changes, related=related, card=card, times=times, why=why
            )
        earlier.append(number)


def _same_rank(card: str, decks: int, entries: Sequence[Entry]) -> Iterator[Change]:
    """Yield the cards of the same rank that the shoe still holds, as changes."""
    shown = [card_shown(entry) for entry in entries]
    for suit in SUITS:
        other = card[0] + suit
        if shown.count(other) < decks:
            yield Change("", CARD, other)


def _why(entries: Sequence[Entry], earlier: Sequence[int], decks: int) -> str:
    first = entries[earlier[0]]
    if decks > 1:
        return f"{decks} decks hold it {often(decks)}"
    return f"{seat_name(first.actor) if isinstance(first, Event) else 'somebody'} already has it"


def _owner(entry: Entry) -> str:
    return f"dealt to {seat_name(entry.actor)} here" if isinstance(entry, Event) else ""


def _too_many(shoe: int, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the first card that the shoe can't hold. A revealed card does not count, because it was dealt before."""
    count = 0
    for number, entry in enumerate(entries):
        if (
            isinstance(entry, Event)
            and entry.action not in {"%", "/"}
            and (entry.card or entry.modifier == "?")
        ):
            count += 1
            if count > shoe:
                yield find("shoe-empty", number, CARD, count=count, cards=shoe)
                return


def check_card(move: Move) -> Iterator[Finding]:
    """Yield the findings of a hit without a card, a reveal without a card, and a hole card with a face."""
    action, card = move.event.action, move.event.card
    if action in "^%" and action and not card:
        yield find("card-missing", move.entry, action="a hit" if action == "^" else "a reveal")
    if move.event.modifier == "?" and card:
        yield find("hidden-card-shown", move.entry, CARD, Change("Remove the card", CARD, ""), card=card)


def check_reveal(move: Move) -> Iterator[Finding]:
    """Yield the findings of a reveal by a player, or of a second reveal."""
    if move.event.actor != DEALER:
        reason = "only the dealer has one, and reveals it"
    elif move.hand.hidden:
        return
    elif move.before.revealed:
        change = Change("Change `%` to `^`", ACTION, "^")
        yield find("reveal", move.entry, ACTION, change, reason="it is open already, so a card is a hit, `^`")
        return
    else:
        reason = "no card is hidden"
    yield find("reveal", move.entry, ACTION, reason=reason)


def check_hidden(number: int, event: Event) -> Iterator[Finding]:
    """Yield the finding of a card that the dealer takes before the reveal."""
    yield find("hidden-played-on", number, ACTION, Change("", ACTION, "%"), card=event.card)


def second_hidden(number: int, first: int) -> Finding:
    """Return the finding of a second hole card; the entry `first` has dealt the first one."""
    return find("second-hidden", number, MODIFIER, related=(Place(first, MODIFIER, "the first hole card"),))
