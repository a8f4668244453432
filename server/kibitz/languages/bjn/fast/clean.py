"""Proves most hands clean straight from their text, so that nothing else need look at them.

Nothing is reported from here: :func:`clean` either knows that neither reading nor the rules have anything to say of a
hand, or gives up. It gives up on whatever is rare: hands without an outcome, splits, a soft 17 of the dealer, a hit on
21.

What lies before a seat is a state of an automaton, and each event of the seat leads from one state to the next. There
are few states, as suits and the order of cards change nothing, and each one remembers where an event has led.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.languages.bjn.game.model import DECK, MOST_DECKS, Event, Setup
from kibitz.languages.bjn.game.play import dealt
from kibitz.languages.bjn.game.scoring import result
from kibitz.languages.bjn.game.table import DEALER, SEATS, Hand
from kibitz.languages.bjn.text.cut import ENTRIES, without_comments, words_of
from kibitz.languages.bjn.text.stakes import simple

LAST = SEATS + 1
"""The dealer's seat in the order of play."""


def clean(text: str) -> bool:
    """Whether a text is one whole hand without flaws that surely breaks no rule, not even one that only gives a hint."""
    if "//" in text:
        if not simple(text):
            return False
        words = words_of(without_comments(text))
    else:
        words = words_of(text)
    body = words[1:-1]
    try:
        if not body or (table := _table(words[0])) is None:
            return False
        seats, events, cards = zip(*map(_move, body), strict=False)
        states = table.seats.copy()
        for seat, event in zip(seats, events, strict=False):
            states[seat] = states[seat][event]
    except KeyError:
        return False
    dealer = states.pop(LAST)
    results = [dealer.results[state.kind] for state in states.values()]
    if not _in_turn(table.deal, seats) or (dealer.hand.blackjack and not _ended(states, seats)):
        return False
    return words[-1] == f"[{','.join(results)}]" and _hold(table.decks, cards)


@remembered
def _in_turn(deal: tuple[int, ...], seats: tuple[int, ...]) -> bool:
    """Whether events are those of a deal, and then of the seats in order."""
    played = [*seats[len(deal) :]]
    return seats[: len(deal)] == deal and played == sorted(played)


def _ended(states: Mapping[int, _State], seats: Sequence[int]) -> bool:
    """Whether nobody waits for a hand who sits before the last player to act."""
    latest = max([seat for seat in seats[2 * len(states) + 2 :] if seat != LAST], default=1)
    return all(states[seat].kind < _OPEN for seat in range(1, latest))


def _hold(decks: int, cards: tuple[str, ...]) -> bool:
    """Whether so many decks hold these cards. Where an event shows none, which is so once at least, the text is empty."""
    different = set(cards)
    if len(different) - 1 == len(cards) - cards.count(""):
        return True
    return decks > 1 and max([cards.count(card) for card in different if card]) <= decks


# What is known of words


class _Table(NamedTuple):
    """What a setup says: the seats before the deal, the order in which they are dealt cards, the number of decks."""

    seats: dict[int, _State]
    deal: tuple[int, ...]
    decks: int


@remembered
def _table(word: str) -> _Table | None:
    """The table that a word sets, if it is a usual one. Raises KeyError for a word that can't be read."""
    setup = ENTRIES[word].value
    if not isinstance(setup, Setup) or not PLAIN.issuperset(setup.options) or not 0 < setup.players <= SEATS:
        return None
    if setup.cards % len(DECK) or setup.cards <= MOST_DECKS:
        return None
    order = (*range(1, setup.players + 1), LAST)
    seats = {seat: _state(Hand(1), seat == LAST) for seat in order}
    return _Table(seats, order * 2, setup.decks)


PLAIN = frozenset({"s17", "h17", "das", "rsa", "norsa", "3to2", "d2", "sp4"})
"""House rules that concern only what is left to others here."""


@remembered
def _move(word: str) -> tuple[int, str, str]:
    """The seat of an event, its last three fields without the suit, and its card. Raises KeyError for what is none."""
    event = ENTRIES[word].value
    if not isinstance(event, Event) or event.hand != 1:
        raise KeyError(word)
    rest = f"{event.action}.{event.card[:1]}.{event.modifier}"
    return LAST if event.actor == DEALER else event.actor, rest, event.card


# The automaton

_BUST, _NATURAL, _OPEN = 22, 23, 24
"""The kinds of hands: nothing that may stand in the end is 0, a total up to 21 is itself, and then come a bust, a
blackjack and, the total added to it, a hand that still can be played."""


class _State(dict[str, "_State"]):
    """What lies before a seat, and the states that events lead to."""

    def __init__(self, hand: Hand, dealer: bool) -> None:
        self.hand, self.dealer = hand, dealer
        self.kind = _kind(hand)

    def __missing__(self, event: str) -> _State:
        action, rank, mark = event.split(".")
        move = Event(DEALER, 1, action, rank and f"{rank}s", mark)
        after = dealt(self.hand, move)
        may = _dealer_may if self.dealer else _player_may
        if not may(self.hand, move) or (mark == "#") != after.bust:
            raise KeyError(event)
        state = self[event] = _state(after._replace(cards=("",) * min(len(after.cards), 3)), self.dealer)
        return state

    @cached_property
    def results(self) -> str:
        """The result of a hand of each kind against this hand of the dealer's; `?` where a rule may be broken."""
        return "".join(_result(kind, self.hand) for kind in range(_OPEN + 21))


@remembered
def _state(hand: Hand, dealer: bool) -> _State:
    return _State(hand, dealer)


def _kind(hand: Hand) -> int:
    if hand.size < 2 or hand.hidden:
        return 0
    if hand.bust or hand.blackjack:
        return _BUST if hand.bust else _NATURAL
    return hand.total + (0 if hand.ended or hand.total == 21 else _OPEN)


def _player_may(hand: Hand, event: Event) -> bool:
    """Two cards, on the second of which a player may stand; then a player stands, hits or doubles down."""
    _, _, action, card, mark = event
    if hand.ended or mark == "?":
        return False
    if hand.size < 2:
        return bool(card) and not action and (not mark or hand.size == 1)
    if not card or hand.total == 21:
        return mark == "_" and not action and not card
    return action == "^" or (action == "!" and hand.size == 2 and bool(mark))


def _dealer_may(hand: Hand, event: Event) -> bool:
    """Two cards, one of them hidden; the dealer reveals it and draws below 17."""
    _, _, action, card, mark = event
    if hand.size < 2:
        return not action and (not mark and not hand.cards if card else mark == "?" and not hand.hidden)
    if not card or mark == "?" or hand.ended:
        return False
    return action == "%" if hand.hidden else action == "^" and hand.total < 17


def _result(kind: int, dealer: Hand) -> str:
    """What a hand comes to. Hands that are open can only be left to a blackjack, and whoever draws up to 17 draws."""
    waits, matters = kind >= _OPEN, kind not in (_BUST, _NATURAL)
    if not kind or _kind(dealer) == 0 or (dealer.soft and dealer.total == 17):
        return "?"
    if (waits and not dealer.blackjack) or (matters and dealer.total < 17):
        return "?"
    if kind == _NATURAL:
        return result(Hand(1, ("", ""), 11, ace=True), dealer) or "?"
    return result(Hand(1, ("", "", ""), kind - _OPEN if waits else kind), dealer) or "?"
