"""Rules about cards: the shoe and the hole card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.bounds import RELATED
from kibitz.core.words import often
from kibitz.languages.bjn.check.finding import FIRST_HAND, REMOVE, STAND, Change, Finding, Move, Place, find
from kibitz.languages.bjn.check.setup import decks_meant
from kibitz.languages.bjn.game.counting import card_shown
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTOR,
    CARD,
    HAND,
    MODIFIER,
    SUITS,
    UNKNOWN,
    Entry,
    Event,
    Setup,
)
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.names import seat_name

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
