"""Rules about the table: the setup of a hand, its shoe, and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.core.bounds import RELATED
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Severity
from kibitz.core.words import often, plural
from kibitz.languages.bjn.check.finding import APART, BEFORE, REMOVED, WHOLE, Change, Finding, Place, find
from kibitz.languages.bjn.game.model import (
    CARD,
    DEALER,
    DECK,
    HOUSE_RULES,
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
    Unread,
)
from kibitz.languages.bjn.game.play import begin, is_play
from kibitz.languages.bjn.game.shoe import card_shown, shown
from kibitz.languages.bjn.text.names import seat_name


def missing(entries: Sequence[Entry]) -> Finding:
    """Return the finding of a hand without a setup. The events show how many players it has."""
    actors = [value.actor for value in entries if isinstance(value, Event)]
    setup = f"{{{max([1, *actors])}.52}}"
    changes = (Change(BEFORE, setup),) if actors and max(actors) < 10 else ()
    return find("setup-missing", 0, None, *changes)


def check_setup(setup: Setup, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the findings of the numbers and options of a setup, and of the cards that its shoe can't hold."""
    seats = max([1, *(entry.actor for entry in entries if isinstance(entry, Event))])
    if setup.players and not setup.players % len(DECK) and seats <= setup.cards <= _FEW:
        right = setup._replace(players=setup.cards, cards=setup.players)
        yield find("setup-swapped", 0, None, Change(WHOLE, str(right)), right=right)
        return
    if not 1 <= setup.players <= SEATS:
        players, asked = plural(setup.players, "player"), ""
        changes: list[Change] = []
        if not setup.players:
            asked, changes = f"; did you mean `{seats}`?", [Change(0, str(seats))]
        yield find("players", 0, 0, *changes, players=players, most=SEATS, asked=asked)
    cards = shown(entries)
    repeats, meant = len({*cards}) < len(cards), decks_meant(setup, cards)
    if setup.shoe != setup.cards and not meant:
        decks, all_cards = plural(setup.cards, "deck"), str(setup.shoe)
        severity = Severity.WARNING if repeats else None
        change = Change(1, all_cards)
        yield find(
            "decks-for-cards",
            0,
            1,
            change,
            severity=severity,
            count=setup.cards,
            decks=decks,
            cards=all_cards,
        )
    elif setup.cards % len(DECK) or not setup.cards:
        has = plural(setup.cards, "card") if setup.cards else "There are no cards"
        changes = [Change(1, str(number)) for number in meant]
        yield find("cards-not-decks", 0, 1, *changes, severity=Severity.WARNING if meant else None, cards=has)
    if unknown := [option for option in setup.options if option not in HOUSE_RULES]:
        changes = [Change(2, known)] if (known := _options_meant(setup)) else []
        yield find("setup-options", 0, 2, *changes, options=".".join(unknown)[:40])
    for both in setup.contradictions:
        one, other = sorted(both, key=setup.options.index)
        yield find("house-rules", 0, 2, one=one, other=other, means=HOUSE_RULES[one])
    # One digit of the setup is one mistake, however many cards repeat by it.
    if not meant and (repeats or len(cards) >= setup.shoe):
        yield from _cards(setup, entries)


def _cards(setup: Setup, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the cards that repeat more often than the decks allow, and the first card that the shoe can't hold."""
    decks, every, count = setup.decks, shown(entries), 0
    places: dict[str, list[tuple[int, int]]] = {}
    for number, entry in enumerate(entries):
        if not isinstance(entry, Event):
            continue
        if (card := card_shown(entry)) in DECK:
            earlier = places.setdefault(card, [])
            earlier.append((number, entry.actor))
            if (times := len(earlier)) > decks:
                own = (card[0] + suit for suit in SUITS)
                # Only the last copy gets a fix. After a fix of an earlier one, the last one would repeat the card.
                last = every.count(card) == times
                changes = [Change(CARD, one) for one in own if last and every.count(one) < decks]
                why = f"{seat_name(earlier[0][1])} already has it"
                if decks > 1:
                    why = f"{decks} decks hold it {often(decks)}"
                related = tuple(
                    Place(at, CARD, f"dealt to {seat_name(seat)} here") for at, seat in earlier[:-1][:RELATED]
                )
                yield find(
                    "card-dealt-twice",
                    number,
                    CARD,
                    *changes,
                    related=related,
                    card=card,
                    times=often(times),
                    why=why,
                )
        # A revealed card does not count, because it was dealt before.
        if entry.action not in {"%", "/"} and (entry.card or entry.modifier == "?"):
            count += 1
            if count == setup.shoe + 1:
                yield find("shoe-empty", number, CARD, count=count, cards=setup.shoe)


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
        apart = Change(APART, "", "Add a line break for a new hand")
        yield find("setup-second", number, None, apart, Change(REMOVED, "", "Remove this setup"))
    elif not any(isinstance(entry, Unread) for entry in entries[number - 1 : number + 1]):
        yield find("after-outcome", number)
