"""The rows of most hands straight from their text: what an event does to a hand is worked out once.

What lies before a seat is a state of an automaton, and each event of the seat leads from one state to the next, with what
its row says of the hand behind it. There are few states, as suits change nothing. Hands that split, and whatever is
written in an unusual way, are left to the usual one.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.core.rows import Listed, Said
from kibitz.languages.bjn.game.model import Event, Outcome, Setup
from kibitz.languages.bjn.game.play import begin, dealt, meant
from kibitz.languages.bjn.game.table import DEALER, SEATS, Hand
from kibitz.languages.bjn.text.cut import ENTRIES
from kibitz.languages.bjn.text.rows import NOTHING, done, ended, options, worth


def rows_of(start: int, text: str) -> Listed | None:
    """The rows of a hand that begins at an offset; None for one that has to be looked at more closely."""
    setup, *words = text.rstrip().split("|")
    try:
        table, outcome = _table(setup), _outcome(words.pop())
        if table is None or len(outcome) != len(table.seats) - 1 or len(words) < len(table.deal):
            return None
        seats, events, given, lengths, steps, says = zip(*map(_move, words), strict=True)
        if seats[: len(table.deal)] != table.deal:
            return None
        states, held = table.seats.copy(), [""] * len(table.seats)
        shown: list[str] = []
        worths: list[Said] = []
        for seat, event, card in zip(seats, events, given, strict=True):
            states[seat], hidden, worth = states[seat][event]
            cards = held[seat]
            cards = held[seat] = cards + card if cards else card[1:]
            shown.append(_with_hidden(cards) if hidden else cards)
            worths.append(worth)
    except (KeyError, IndexError):
        return None
    *starts, end = accumulate(steps, initial=start + len(setup) + 1)
    for seat, letter in enumerate(outcome, start=1):
        starts.append(end + 2 * seat - 1)
        shown.append(_with_hidden(held[seat]) if states[seat].hidden else held[seat])
        worths.append(states[seat].results[letter])
    results = len(outcome)
    parts = (*says, *_ENDED[:results]), shown, worths, [NOTHING] * len(starts)
    return Listed(starts, (*lengths, *[1] * results), parts)


def _with_hidden(cards: str) -> str:
    return f"{cards} ?" if cards else "?"


_ENDED = [ended(seat, 1) for seat in range(1, SEATS + 1)]


PLAIN = frozenset(
    {"s17", "h17", "das", "nodas", "rsa", "norsa", "3to2", "d2", "sp2", "sp3", "sp4", "one", "peek", "nopeek"}
)
"""House rules that concern only what is left to others here."""


class _Table(NamedTuple):
    """What a setup says: the seats before the deal, by their numbers, and the order in which they are dealt cards."""

    seats: list[_State]
    deal: tuple[int, ...]


@remembered
def _table(word: str) -> _Table | None:
    item = ENTRIES[word]
    setup = item.value
    if not isinstance(setup, Setup) or not PLAIN.issuperset(setup.options) or not 0 < setup.players <= SEATS:
        return None
    order = (*range(1, setup.players + 1), DEALER)
    return _Table([_state(Hand(1), seat == DEALER, False, None) for seat in range(len(order))], order * 2)


@remembered
def _outcome(word: str) -> tuple[str, ...]:
    """The letters of an outcome with one for each player. Raises KeyError for other words."""
    said = ENTRIES[word].value
    if not isinstance(said, Outcome) or any(len(letters) != 1 or letters == ("r",) for letters in said.seats):
        raise KeyError(word)
    return tuple(letters[0] for letters in said.seats)


@remembered
def _move(word: str) -> tuple[int, str, str, int, int, Said]:
    """The event of a first hand: its seat, the event without seat and suit, the card behind a blank, its length, the
    same with the bar behind it, and what it says by itself. Raises KeyError for other words."""
    event = ENTRIES[word].value
    if not isinstance(event, Event) or event.hand != 1 or event.action == "/":
        raise KeyError(word)
    card = event.card and f"{event.card[0]}s"
    plain = _plain(event._replace(actor=min(event.actor, 1), card=card))
    shown = event.card and f" {event.card}"
    return event.actor, plain, shown, len(word), len(word) + 1, done(event, event)


_plain = cache(str)


class _State(dict[str, "_Step"]):
    """A hand, what the row says of it behind the event that led here, and to which state each event leads."""

    def __init__(self, hand: Hand, dealer: bool, doubled: bool, options: str | None) -> None:
        """`options` are what the hand could do at the event that led here."""
        self.hand, self.dealer, self.doubled = hand, dealer, doubled
        self.hidden = hand.hidden
        self.worth = worth(hand, options)
        self.results = {letter: worth(hand, None, letter, 1 + doubled) for letter in "wlp"}

    def __missing__(self, word: str) -> _Step:
        event = ENTRIES[word].value
        if not isinstance(event, Event) or self.hand.ended or meant(event, self.hand) is not event:
            raise KeyError(word)
        after = dealt(self.hand, event)
        plain = after._replace(cards=("",) * 3) if len(after.cards) > 2 else after
        doubled = self.doubled or event.action == "!"
        state = _state(plain, self.dealer, doubled, self.options)
        step = self[word] = state, state.hidden, state.worth
        return step

    @property
    def options(self) -> str | None:
        """What the hand may do: nothing in the deal, in which everybody gets two cards."""
        if self.dealer:
            return None
        seat = begin(Setup(1, 52))._replace(started=True)
        return options(seat, 1, self.hand) if self.hand.size > 1 else ""


@remembered
def _state(hand: Hand, dealer: bool, doubled: bool, options: str | None) -> _State:
    return _State(hand, dealer, doubled, options)


_Step = tuple[_State, bool, Said]
"""The state behind an event, whether that hand has a hidden card, and what it comes to."""
