"""The table to be looked at: the dealer on top, the players' hands below, cards as cards."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.scene import Item, Path, Rect, Scene, Shape, Text, fit, measure, paragraph
from kibitz.core.suits import suit
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.features._seen import NO_SETUP, Drawn, Seen, SeenHand, seen
from kibitz.languages.bjn.game.model import UNKNOWN
from kibitz.languages.bjn.text.names import card_name, card_sign

WIDTH = 720.0
EDGE = 20.0
COLUMNS = 4
"""So many hands sit side by side."""
CARD = (44.0, 62.0)
STEP, ROW = 22.0, 36.0
"""How far cards that lie on each other are apart, within a row and from row to row: what they are stays visible."""
GAP = 8.0
"""Between the hands of players."""
RESULTS = {
    "win": ("✓ win", "green"),
    "loss": ("✗ loss", "red"),
    "push": ("= push", "grey"),
    "surrender": ("½ surrender", "red"),
}
_BACK = "M5 5H39V57H5ZM5 18 18 5M5 31 31 5M5 44 39 10M5 57 39 23M18 57 39 36M31 57 39 49"
_ARROW = "M0-6 9 0 0 6Z"


def table(replayed: Replayed, number: int) -> Scene:
    """The table after an entry of a hand."""
    shown = seen(replayed, number)
    if shown is None:
        lines = [NO_SETUP] if replayed.sheet.entries else []
        notes = tuple(Item(line, (Text(EDGE, 34, line),)) for line in lines)
        return Scene("Blackjack", WIDTH, 56, notes)
    items, height = _felt(shown)
    for note in shown.notes:
        told, more = paragraph(note, EDGE, height + 18, WIDTH - 2 * EDGE, 14, "dim", 19)
        items.append(told)
        height += more + 2
    return Scene(f"Blackjack: {shown.facts}", WIDTH, height + 10, tuple(items))


def _felt(shown: Seen) -> tuple[list[Item], float]:
    """The table with all hands, and how far down it comes."""
    dealer, *players = shown.hands
    items = [Item(shown.facts, (Text(0, 0, shown.facts, 14, "start", "dim"),), EDGE, 30, shown.span)]
    top = 44.0
    items += _hand(dealer, WIDTH / 2 - 150, top + 12, 300, shown.latest)
    y = top + 12 + _height(dealer, 300) + 16
    columns = min(COLUMNS, max(len(players), 1))
    width = (WIDTH - 4 * EDGE - GAP * (columns - 1)) / columns if columns > 2 else 220.0
    for first in range(0, len(players), columns):
        row = players[first : first + columns]
        left = (WIDTH - len(row) * width - (len(row) - 1) * GAP) / 2
        for place, hand in enumerate(row):
            items += _hand(hand, left + place * (width + GAP), y, width, shown.latest)
        y += max(_height(hand, width) for hand in row) + GAP
    felt = Item("", (Rect(0, 0, WIDTH - 2 * EDGE, y + 8 - top, "felt", 24),), EDGE, top)
    return [felt, *items], y + 18


def _per_row(width: float) -> int:
    return 1 + int((width - 16 - CARD[0]) / STEP)


def _height(hand: SeenHand, width: float) -> float:
    rows = max(1, -(-len(hand.cards) // _per_row(width)))
    return 30 + CARD[1] + ROW * (rows - 1) + 28 + (24 if hand.result else 0)


def _hand(hand: SeenHand, x: float, y: float, width: float, latest: Span) -> Iterator[Item]:
    """A hand: whose it is, its cards, what it counts and how it ended."""
    height = _height(hand, width)
    plate = "plate edge-gold thick" if hand.turn else "plate"
    title = f"{hand.title} to play" if hand.turn else hand.title
    shapes: list[Shape] = [Rect(0, 0, width, height, plate, 12)]
    words = fit(width / 2 + 6 * hand.turn, 20, hand.title, width - 40, 14, "middle", "ink bold")
    if hand.turn:
        shapes.append(Path(_ARROW, "fill-gold", words.x - measure(words.text, words.size) / 2 - 16, 15))
    yield Item(title, (*shapes, words), x, y, classes="hand turn" if hand.turn else "hand")
    per_row = _per_row(width)
    across = min(per_row, len(hand.cards))
    # Cards have room beside each other as long as there are few.
    step = min(CARD[0] + 4, max(STEP, (width - 16 - CARD[0]) / max(across - 1, 1)))
    left = x + (width - CARD[0] - step * (across - 1)) / 2
    for number, drawn in enumerate(hand.cards):
        row, place = divmod(number, per_row)
        yield _card(drawn, left + place * step, y + 30 + row * ROW, latest)
    yield from _told(hand, x, y + height, width)


def _told(hand: SeenHand, x: float, bottom: float, width: float) -> Iterator[Item]:
    """What a hand counts, and below it how it ended: results have signs, too."""
    badge = 24 if hand.result else 0
    if hand.standing:
        words = fit(width / 2, 0, hand.standing, width - 16, 14, "middle")
        yield Item(hand.standing, (words,), x, bottom - badge - 10)
    if hand.result:
        label, colour = RESULTS.get(hand.result, (hand.result, "grey"))
        room = min(measure(label, 13) + 24, width - 16)
        pill = Rect(width / 2 - room / 2, -15, room, 21, f"soft-{colour} edge-{colour}", 10.5)
        text = fit(width / 2, 0, label, room - 8, 13, "middle", f"bold fill-{colour}")
        yield Item(hand.result, (pill, text), x, bottom - 12, classes=hand.result)


def _card(drawn: Drawn, x: float, y: float, latest: Span) -> Item:
    """A card; the one that has just been dealt has a golden edge."""
    card, span = drawn
    new = span is not None and latest.start <= span.start and span.end <= latest.end
    edge = " edge-gold thick" if new else ""
    plate = Rect(0, 0, *CARD, f"card{edge}", 6)
    kind = "card last" if new else "card"
    if card == "?":
        shapes: tuple[Shape, ...] = (plate, Path(_BACK, "hollow edge-blue round"))
        return Item("hidden card", shapes, x, y, span, kind)
    if card == UNKNOWN:
        text = Text(CARD[0] / 2, 38, "??", 18, "middle", "onlight bold")
        return Item(card_name(card), (plate, text), x, y, span, kind)
    colour = "redlight" if card[1] in "hd" else "onlight"
    rank = Text(11, 18, card_sign(card)[:-1], 15, "middle", f"{colour} bold")
    small, large = suit(card[1], 11, 28, 12, colour), suit(card[1], 29, 41, 24, colour)
    return Item(f"{card_name(card)}, {card_sign(card)}", (plate, rank, small, large), x, y, span, kind)
