"""Blackjack notation, `.bjn`: hands of blackjack, event by event.

Besides the language for editors this is a library: the values of a record (:mod:`.game.model`), the replay of a hand
(:mod:`.game.play`), whose turn it is (:mod:`.game.turns`) and what the cards are worth in the end (:mod:`.game.scoring`). None of
them knows of texts and positions.

    >>> from kibitz.languages.bjn import LANGUAGE, outcome, tables
    >>> record = "{1.52}|1.1..8s.|0.1...?|1.1..kd.|0.1..6c.|1.1..._|0.1.%.9h.|0.1.^.7d.#"
    >>> for setup, entries in LANGUAGE.hands(record):
    ...     *_, table = tables(setup, entries)
    ...     print(table.dealer.label, table.hand(1, 1).label, outcome(table))
    bust 22 hard 18 [w]

What happens next is played on from a table:

    >>> from kibitz.languages.bjn import Event, Setup, begin, bust_chance, legal_actions, play, turn
    >>> table = begin(Setup(players=1, cards=52))
    >>> for event in (Event(1, 1, "", "8s"), Event(0, 1, "", "", "?"), Event(1, 1, "", "8d"), Event(0, 1, "", "6c")):
    ...     table = play(table, event)
    >>> turn(table), legal_actions(table, 1, table.hand(1, 1)), round(bust_chance(table, table.hand(1, 1)), 2)
    ((1, 1), '^!/', 0.59)
"""

from kibitz.languages.bjn.game.model import Entry, Event, Outcome, Setup, Split
from kibitz.languages.bjn.game.play import Hand, Table, begin, play, tables
from kibitz.languages.bjn.game.scoring import bust_chance, left_in_shoe, outcome, result
from kibitz.languages.bjn.game.turns import legal_actions, turn
from kibitz.languages.bjn.language import Blackjack

LANGUAGE = Blackjack()

__all__ = [
    "LANGUAGE", "Blackjack", "Entry", "Event", "Hand", "Outcome", "Setup", "Split", "Table",
    "begin", "bust_chance", "left_in_shoe", "legal_actions", "outcome", "play", "result", "tables", "turn",
]  # fmt: skip
