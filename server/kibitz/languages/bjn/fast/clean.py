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
from kibitz.core.rows import Said
from kibitz.languages.bjn.game.model import DECK, DOUBLED, HOUSE_RULES, MOST_DECKS, Event, Setup
from kibitz.languages.bjn.game.play import dealt
from kibitz.languages.bjn.game.scoring import result
from kibitz.languages.bjn.game.shoe import Taken
from kibitz.languages.bjn.game.table import DEALER, SEATS, Hand
from kibitz.languages.bjn.text.comments import simple
from kibitz.languages.bjn.text.cut import ENTRIES, without_comments, words_of

LAST = SEATS + 1
"""The dealer's seat in the order of play."""


def clean(text: str, house: tuple[str, ...] = ()) -> bool:
    """Whether a text is one whole hand without flaws that surely breaks no rule, not even one that only gives a hint.

    `house` are the rules that hold where the setup names none.
    """
    if "//" in text and not simple(text):
        return False
    words = _words(text)
    try:
        table, states, (seats, events, cards) = begun(words, house)
        for seat, event in zip(seats, events, strict=True):
            states[seat] = states[seat][event]
    except KeyError:
        return False
    dealer = states.pop(LAST)
    results = [dealer.results[state.kind] for state in states.values()]
    if dealer.hand.blackjack and (table.differs or not _ended(states, seats)):
        return False
    return words[-1] == f"[{','.join(results)}]" and _hold(table.decks, cards)


def taken(text: str) -> Taken:
    """What a hand that is clean takes from its shoe: of such a one the hidden card is seen in the end."""
    setup, *words = _words(text)
    shown = [(card, number) for number, word in enumerate(words[:-1], start=1) if (card := _move(word)[2])]
    cards, entries = zip(*shown, strict=True)
    return Taken(int(setup.strip("{}").split(".")[1]), cards, entries)


def _words(text: str) -> list[str]:
    return words_of(without_comments(text) if "//" in text else text)


def begun(words: Sequence[str], house: tuple[str, ...]) -> tuple[Table, dict[int, State], Moves]:
    """The table that the first of some words sets, what lies before the seats that somebody holds, the dealer's last, and
    what all words say but the first and the last. Raises KeyError where that is not what usually is."""
    if len(words) < 3:
        raise KeyError(words)
    table, body = _table(words[0], house), words[1:-1]
    moves: Moves = tuple(zip(*map(_move, body), strict=True))  # type: ignore[assignment]
    if not (held := _held(moves[0], table.players, table.hidden)):
        raise KeyError(words)
    states = dict.fromkeys(held, table.player)
    states[LAST] = table.dealer
    return table, states, moves


@remembered
def _held(seats: tuple[int, ...], players: int, hidden: bool) -> tuple[int, ...]:
    """The seats that somebody holds, the dealer's last, where events are those of a deal and then of the seats in order."""
    held = seats[: seats.index(LAST) + 1] if LAST in seats else ()
    deal = held * 2 if hidden else (*held, *held[:-1])
    played = [*seats[len(deal) :]]
    if len(held) < 2 or held[-2] > players or [*held] != sorted({*held}):
        return ()
    return held if seats[: len(deal)] == deal and played == sorted(played) else ()


def _ended(states: Mapping[int, State], seats: Sequence[int]) -> bool:
    """Whether nobody waits for a hand who sits before the last player to act."""
    latest = max([seat for seat in seats[2 * len(states) + 2 :] if seat != LAST], default=0)
    return all(state.kind < _OPEN for seat, state in states.items() if seat < latest)


def _hold(decks: int, cards: tuple[str, ...]) -> bool:
    """Whether so many decks hold these cards. Where an event shows none, which is so once at least, the text is empty."""
    different = set(cards)
    if len(different) - 1 == len(cards) - cards.count(""):
        return True
    return decks > 1 and max([cards.count(card) for card in different if card]) <= decks


# What is known of words


class Table(NamedTuple):
    """What a setup says: a player and a dealer before the deal, the numbers of seats and decks."""

    player: State
    dealer: State
    players: int
    decks: int
    hidden: bool
    """Whether the dealer gets a hidden card."""
    differs: bool
    """Whether tables differ in what comes of a dealer's blackjack."""


Moves = tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]
"""The seats of some events, their last three fields without the suits, and their cards."""


@remembered
def _table(word: str, house: tuple[str, ...]) -> Table:
    """The table that a word sets. Raises KeyError for a word that can't be read, or if the table is no usual one."""
    setup = ENTRIES[word].value
    if not isinstance(setup, Setup) or not 0 < setup.players <= SEATS or setup.contradictions:
        raise KeyError(word)
    if setup.cards % len(DECK) or setup.cards <= MOST_DECKS or not HOUSE_RULES.keys() >= {*setup.options}:
        raise KeyError(word)
    setup = setup._replace(house=house)
    hidden, limit = not setup.plays("nohole"), setup.first(DOUBLED)
    player, dealer = _state(Hand(1), False, limit), _state(Hand(1), True, "", hidden)
    differs = not hidden or setup.plays("peek") or setup.plays("nopeek")
    return Table(player, dealer, setup.players, setup.decks, hidden, differs)


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


class State(dict[str, "State"]):
    """What lies before a seat, and the states that events lead to."""

    def __init__(self, hand: Hand, dealer: bool, limit: str, hides: bool, bet: int) -> None:
        """`limit` is the rule that limits doubles, `hides` says whether the dealer has a hidden card, `bet` is 2 for a double."""
        self.hand, self.dealer, self.limit, self.hides, self.bet = hand, dealer, limit, hides, bet
        self.kind, self.hidden = _kind(hand), hand.hidden
        self.said: dict[str, Said] = {}
        """What rows say of the hand behind such events, and of how it ends (:mod:`.rows`)."""

    def __missing__(self, event: str) -> State:
        action, rank, mark = event.split(".")
        move = Event(DEALER, 1, action, rank and f"{'t' if rank in 'jqk' else rank}s", mark)
        after = dealt(self.hand, move)
        may = _dealer_may(self.hand, move, self.hides) if self.dealer else _player_may(self.hand, move)
        limited = action == "!" and self.limit and self.hand.total not in DOUBLED[self.limit]
        if not may or limited or (mark == "#") != after.bust:
            raise KeyError(event)
        # Of a player's cards it matters only which the first one is, and whether two of them may be split.
        if self.dealer or len({*after.cards}) > 1 or len(after.cards) > 2:
            after = after._replace(cards=("2s", "3s", "4s")[: len(after.cards)])
        state = self[event] = _state(after, self.dealer, self.limit, self.hides, 1 + (action == "!"))
        return state

    @cached_property
    def results(self) -> str:
        """The result of a hand of each kind against this hand of the dealer's; `?` where a rule may be broken."""
        return "".join(_result(kind, self.hand) for kind in range(_OPEN + 21))


@remembered
def _state(hand: Hand, dealer: bool, limit: str, hides: bool = True, bet: int = 1) -> State:
    return State(hand, dealer, limit, hides, bet)


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


def _dealer_may(hand: Hand, event: Event, hides: bool) -> bool:
    """Two cards, one of them hidden where the house `hides` one; the dealer reveals it and draws below 17."""
    _, _, action, card, mark = event
    if hides and hand.size < 2:
        return not action and (not mark and not hand.cards if card else mark == "?" and not hand.hidden)
    if not card or mark == "?" or hand.ended:
        return False
    if not hand.size:
        return not action + mark
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
