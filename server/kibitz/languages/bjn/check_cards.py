"""Rules about the setup and the cards: what the shoe holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.bjn.findings import Change, Finding, Place, seat_name
from kibitz.languages.bjn.model import CARD, DECK, UNKNOWN, Entry, Event, Setup
from kibitz.languages.bjn.replay import SEATS

RELATED = 8
"""So many earlier places of a card are named at the most."""


def check_setup(setup: Setup) -> Iterator[Finding]:
    """The setup says of how many players and cards a table is."""
    if not 1 <= setup.players <= SEATS:
        yield Finding("players", 0, 0, {"players": plural(setup.players, "player"), "most": SEATS})
    if setup.shoe != setup.cards:
        cards = str(setup.shoe)
        change = Change(f"Write `{cards}` cards", 1, cards)
        fields = {"count": setup.cards, "decks": plural(setup.cards, "deck"), "cards": cards}
        yield Finding("decks-for-cards", 0, 1, fields, changes=(change,))
    elif setup.cards % len(DECK) or not setup.cards:
        yield Finding("cards-not-decks", 0, 1, {"cards": plural(setup.cards, "card")})
    if setup.options:
        yield Finding("setup-options", 0, 2, {"options": ".".join(setup.options)[:40]})


def check_cards(setup: Setup, entries: Sequence[Entry | None]) -> Iterator[Finding]:
    """No card comes more often than the decks hold it, and no more cards than the shoe holds."""
    shown = [card for entry in entries if (card := _shown(entry))]
    if len(set(shown)) < len(shown):
        yield from _repeated(setup, setup.decks, entries)
    if len(shown) + 1 > setup.shoe:
        yield from _too_many(setup.shoe, entries)


def _shown(entry: Entry | None) -> str:
    """The card that an event shows; none if it is hidden, or stands where a split deals none."""
    if type(entry) is Event and entry.modifier != "?" and entry.action != "/":
        return entry.card
    return ""


def _repeated(setup: Setup, decks: int, entries: Sequence[Entry | None]) -> Iterator[Finding]:
    places: dict[str, list[int]] = {}
    severity = Severity.WARNING if setup.shoe % len(DECK) else None
    for number, entry in enumerate(entries):
        card = _shown(entry)
        if not card or card == UNKNOWN:
            continue
        earlier = places.setdefault(card, [])
        if len(earlier) >= decks:
            fields = {
                "card": card,
                "times": _times(len(earlier) + 1),
                "why": _why(entries, earlier, decks),
            }
            related = tuple(Place(at, CARD, _owner(entries[at])) for at in earlier[:RELATED])
            yield Finding("card-dealt-twice", number, CARD, fields, related, severity=severity)
        earlier.append(number)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _why(entries: Sequence[Entry | None], earlier: Sequence[int], decks: int) -> str:
    first = entries[earlier[0]]
    if decks > 1:
        return f"{decks} decks hold it {_times(decks)}"
    return f"{seat_name(first.actor) if isinstance(first, Event) else 'somebody'} already has it"


def _owner(entry: Entry | None) -> str:
    return f"dealt to {seat_name(entry.actor)} here" if isinstance(entry, Event) else ""


def _too_many(shoe: int, entries: Sequence[Entry | None]) -> Iterator[Finding]:
    """The first card that the shoe can't hold; a revealed card has been dealt before."""
    count = 0
    for number, entry in enumerate(entries):
        if (
            isinstance(entry, Event)
            and entry.action not in {"%", "/"}
            and (entry.card or entry.modifier == "?")
        ):
            count += 1
            if count > shoe:
                yield Finding("shoe-empty", number, CARD, {"count": count, "cards": shoe})
                return
