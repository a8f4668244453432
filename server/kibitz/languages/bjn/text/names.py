"""The names and signs of cards, hands and seats."""

from __future__ import annotations

from kibitz.core.shown import code
from kibitz.core.values import Edit
from kibitz.languages.bjn.game.model import DEALER, RANKS, SIGNS, SUITS, UNKNOWN, Hand, Table

HIDDEN = "▒▒"
SHOWN = 24
"""Characters of the record that a message quotes at most."""
MARKS = {"_": "stands", "#": "bust", "$": "blackjack", "!": "doubled", "r": "surrendered"}


def card_name(card: str) -> str:
    """Return the name of a card: `ace of spades`."""
    return "a card that can't be read" if card == UNKNOWN else f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def card_sign(card: str) -> str:
    """Return the sign of a card: `A♠`, `10♦`."""
    if card == UNKNOWN:
        return "??"
    return ("10" if card[0] == "t" else card[0].upper()) + SIGNS[card[1]]


def signs(hand: Hand) -> list[str]:
    """Return the signs of a hand's cards, the hole card first."""
    return [HIDDEN] * hand.hidden + [card_sign(card) for card in hand.cards]


def seat_title(table: Table, seat: int, hand: Hand) -> str:
    """Return the title of a hand: `Dealer`, `Player 2`, `Player 2, hand 3`."""
    if seat == DEALER:
        return "Dealer"
    return f"Player {seat}" + (f", hand {hand.number}" if len(table.seats[seat]) > 1 else "")


def total(hand: Hand) -> str:
    """Return the total of a hand in words: `soft 16`, `11 and a hole card`, or nothing for an empty hand."""
    if not hand.size:
        return ""
    if hand.hidden:
        return f"{hand.total} and a hole card" if hand.cards else "a hole card"
    return hand.label


def standing(hand: Hand) -> str:
    """Return the total and state of a hand: `soft 16, stands`."""
    mark = MARKS.get(hand.ended, "")
    label = total(hand)
    return f"{label}, {mark}" if mark and mark.split()[0] not in label else label


def held(table: Table, seat: int, hand: Hand) -> str:
    """Return a hand with its title, cards, total and state: `Player 2: A♠ 5♦, soft 16`."""
    cards = f"{' '.join(signs(hand))}, {standing(hand)}" if hand.size else "no card yet"
    return f"{seat_title(table, seat, hand)}: {cards}"


def short(hand: Hand) -> str:
    """Return the total of a hand in short: `20`, `blackjack`, `bust 24`."""
    return hand.label if hand.bust or hand.blackjack or not hand.known else str(hand.total)


def letters(seats: tuple[tuple[str, ...], ...]) -> str:
    """Return the results of seats as text: `l/l, p, w`."""
    return ", ".join("/".join(seat) for seat in seats)


def reason(hand: Hand, dealer: Hand) -> str:
    """Return why a hand has its result: `20 against the dealer's 21`, `half the bet is given up`."""
    if hand.bust:
        return f"bust with {hand.pips}"
    if hand.ended == "r" and not dealer.blackjack:
        return "half the bet is given up"
    return f"{short(hand)} against the dealer's {short(dealer)}"


def seat_name(seat: int) -> str:
    """Return the name of a seat: `the dealer`, `player 2`."""
    return "the dealer" if seat == DEALER else f"player {seat}"


def hand_name(table: Table, seat: int, number: int) -> str:
    """Return the name of a hand: `the dealer's hand`, `player 2's hand`, `player 2's hand 3` if there are several."""
    several = 0 < seat < len(table.seats) and len(table.seats[seat]) > 1
    return f"{seat_name(seat)}'s hand {number}" if several else f"{seat_name(seat)}'s hand"


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def title_of(text: str, edit: Edit) -> str:
    """Return the title of a fix with one edit: what it adds, removes or changes."""
    old, new = text[edit.start : edit.end].strip(), edit.text.strip()
    if not (old and new):
        return f"Add {code(new)}" if new else f"Remove {code(old)}"
    return f"Change {code(old)} to {code(new)}"
