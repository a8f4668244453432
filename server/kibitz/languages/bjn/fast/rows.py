"""The rows of most hands straight from their text: what an event does to a hand is worked out once.

What the rows say of a hand stands in the states by which hands are proven clean (:mod:`.clean`). Hands that split, and
whatever is not proven so, are left to the usual one.
"""

from __future__ import annotations

from itertools import accumulate

from kibitz.core.memory import remembered
from kibitz.core.rows import Listed, Said
from kibitz.languages.bjn.fast.clean import LAST, State, begun
from kibitz.languages.bjn.game.model import DECK, Setup
from kibitz.languages.bjn.game.play import begin
from kibitz.languages.bjn.game.table import SEATS
from kibitz.languages.bjn.text.cut import ENTRIES
from kibitz.languages.bjn.text.rows import NOTHING, done, ended, options, worth


def rows_of(start: int, text: str) -> Listed | None:
    """The rows of a hand that begins at an offset; None for one that has to be looked at more closely."""
    words = text.rstrip().split("|")
    setup, *body, outcome = words if len(words) > 1 else ("", "")
    letters = outcome[1:-1].split(",")
    # Where a blackjack is paid otherwise, something else comes of hands.
    if "6to5" in setup or outcome[:1] + outcome[-1:] != "[]":
        return None
    shown: list[str] = []
    worths: list[Said] = []
    try:
        _, states, (seats, events, cards) = begun(words, ())
        held = dict.fromkeys(states, "")
        for seat, event, card in zip(seats, events, cards, strict=True):
            before, lying = states[seat], held[seat]
            state = states[seat] = before[event]
            if card:
                lying = held[seat] = f"{lying} {card}" if lying else card
            shown.append(_with_hidden(lying) if state.hidden else lying)
            worths.append(before.said.get(event) or _behind(before, event))
        del states[LAST]
        if len(letters) != len(states):
            return None
        ends = zip(states.values(), letters, strict=True)
        worths += [state.said.get(letter) or _at_the_end(state, letter) for state, letter in ends]
    except KeyError:
        return None
    *starts, end = accumulate([len(word) + 1 for word in body], initial=start + len(setup) + 1)
    starts += range(end + 1, end + len(outcome), 2)
    shown += [held[seat] for seat in states]
    parts = (*map(_done, body), *map(_ENDED.__getitem__, states)), shown, worths, [NOTHING] * len(starts)
    return Listed(starts, (*map(len, body), *[1] * len(letters)), parts)


def _with_hidden(cards: str) -> str:
    return f"{cards} ?" if cards else "?"


@remembered
def _done(word: str) -> Said:
    """What an event says by itself."""
    event = ENTRIES[word].value
    return done(event, event)


def _behind(state: State, event: str) -> Said:
    """What a hand comes to behind an event, and what it could do before: nothing in the deal, in which everybody gets two cards."""
    may = None if state.dealer else ""
    if may is not None and state.hand.size > 1:
        setup = Setup(1, len(DECK), (state.limit,) if state.limit else ())
        may = options(begin(setup)._replace(started=True), 1, state.hand)
    said = state.said[event] = worth(state[event].hand, may)
    return said


def _at_the_end(state: State, letter: str) -> Said:
    """What a hand comes to with the letter of its result. Raises KeyError for what is none."""
    if letter not in {"w", "l", "p"}:
        raise KeyError(letter)
    said = state.said[letter] = worth(state.hand, None, letter, state.bet)
    return said


_ENDED = [ended(seat, 1) for seat in range(SEATS + 1)]
