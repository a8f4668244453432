"""Blackjack notation, `.bjn`: hands of blackjack, event by event.

Besides the language for editors this is a library: the values of a record (:mod:`.model`) and the replay of a hand
(:mod:`.replay`), which know nothing of texts and positions.
"""

from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.model import Entry, Event, Outcome, Setup, Split
from kibitz.languages.bjn.replay import Hand, Table, begin, play, tables
from kibitz.languages.bjn.scoring import outcome
from kibitz.languages.bjn.turns import legal_actions, turn

LANGUAGE = Blackjack()

__all__ = [
    "LANGUAGE", "Blackjack", "Entry", "Event", "Hand", "Outcome", "Setup", "Split", "Table",
    "begin", "legal_actions", "outcome", "play", "tables", "turn",
]  # fmt: skip
