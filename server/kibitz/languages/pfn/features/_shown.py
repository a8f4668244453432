"""Hands, banks and payouts as people are shown them: what is not known is a question mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat

from kibitz.core.words import plural
from kibitz.languages.pfn.game.figgie import Number, Suit, chips, facts, number_of
from kibitz.languages.pfn.game.outcome import Outcome
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
    mine = [card for card, one in now.cards.owners.items() if one.player == player]
    return " ".join(words for words, _ in cells(now, player, sorted(mine, key=number_of), suit))


def cells(now: Standing, player: str, has: Iterable[str], suit: Suit | None) -> Iterator[tuple[str, str]]:
    """The cards of a suit among those that a player has, as they are shown, and then a question mark for each that nobody knows."""
    for card in has:
        if suit is not None and card[0] == suit.letter:
            yield f"{number_of(card)}{'' if now.cards.owners[card].sure else UNKNOWN}", card
    yield from repeat((UNKNOWN, ""), hidden(now, player, suit))


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


# What a round came to


def payout_words(end: Outcome) -> str:
    """`P1 420 (5 goal cards), P2 …`."""
    return ", ".join(
        f"{player} {chips(bank)} ({plural(end.paid[player].goal_cards, 'goal card')})"
        for player, bank in end.banks.items()
    )


def computed(end: Outcome) -> str:
    """How the result was found, which is only said where it is not the standard way."""
    rule = end.rule
    if rule == facts().standard:
        return "Computed"
    ante = "" if rule.ante else "no ante, "
    return f"Computed by the {rule.name} payout ({ante}{rule.pot} chips for the most goal cards)"


def payout_lines(end: Outcome, goal: str | None) -> Iterator[str]:
    """The payout, a line for each player."""
    yield f"Payout ({goal})"
    for player, words in payout_words_of(end).items():
        yield f"{player}  {words}"


def payout_words_of(end: Outcome) -> dict[str, str]:
    """What each player gets for goal cards, and what their banks are then: `70 + 100 → 452`."""
    return {
        player: f"{one.for_cards}{f' + {chips(one.bonus)}' if one.bonus else ''} → {chips(end.banks[player])}"
        for player, one in end.paid.items()
    }
