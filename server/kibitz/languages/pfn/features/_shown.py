"""Hands and banks as people are shown them: what is not known is a question mark."""

from __future__ import annotations

from kibitz.languages.pfn.game.figgie import Number, Suit, chips, facts, number_of
from kibitz.languages.pfn.game.play import Standing

EMPTY_CELL = "–"
WINS = "wins"
UNKNOWN = "?"


def bank_words(bank: Number | None) -> str:
    """A number of chips."""
    return UNKNOWN if bank is None else chips(bank)


def hand_cell(now: Standing, player: str, suit: Suit | None) -> str:
    """The cards of a suit that a player has: `2 4? 7 ?` if another one may have the 4, and one card is not known.

    Without a suit those of which not even that is known.
    """
    letter = suit and suit.letter
    mine = (
        (number_of(card), one.sure)
        for card, one in now.cards.owners.items()
        if one.player == player and card[0] == letter
    )
    known = [f"{number}{'' if sure else UNKNOWN}" for number, sure in sorted(mine)]
    return " ".join([*known, *[UNKNOWN] * hidden(now, player, suit)])


def hidden(now: Standing, player: str, suit: Suit | None) -> int:
    """How many question marks stand for cards of a suit that nobody knows: one for each that was bought, one for a hand untold."""
    letter = suit and suit.letter
    untold = letter is not None and now.cards.is_untold(player, letter)
    return now.cards.hidden(player, letter) + untold


def held(now: Standing, player: str, suit: str) -> str:
    """How many cards of a suit, given by its name, a player has."""
    counts = now.cards.held(now.nets, suit)
    return UNKNOWN if counts is None or player not in counts else str(counts[player])


def suits_shown(now: Standing) -> list[Suit | None]:
    """The suits, and None where somebody has got a card of which nobody knows even that."""
    unknown = any(now.cards.hidden(player, None) for player in now.nets)
    return [*facts().suits, *([None] if unknown else [])]


def hand_words(now: Standing, player: str) -> str:
    """A hand on one line: `♠ 2 4 10  ♦ 1`."""
    cells = [(suit.sign, hand_cell(now, player, suit)) for suit in facts().suits]
    cells.append((UNKNOWN, hand_cell(now, player, None)))
    return "  ".join(f"{sign} {cell}" if sign != UNKNOWN else cell for sign, cell in cells if cell)
