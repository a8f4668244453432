"""The drawing of a table, or of the table at the end of every hand: the dealer on top, the players below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Item, Path, Rect, Scene, Shape, Text, fit, measure, paragraph, stacked, suit
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import (
    Drawn,
    Replayed,
    Seen,
    SeenHand,
    no_table,
    seen,
    tables_shown,
)
from kibitz.languages.bjn.game.model import UNKNOWN
from kibitz.languages.bjn.text.names import card_name, card_sign


def scene(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """Return the drawing of the table after the entry at `offset`; without one, the end of every hand."""
    shown, more = tables_shown(analysis, offset)
    scenes = [_table(replayed, number) for replayed, number in shown]
    if more:
        scenes.append(Scene("", WIDTH, 40, (Item(more, (Text(20, 25, more, 14, "start", "dim"),)),)))
    return stacked("Blackjack", scenes)


# One table

WIDTH = 720.0
EDGE = 20.0
COLUMNS = 4
"""Hands in a row."""
CARD = (44.0, 62.0)
BETWEEN = 2.0
"""Space between cards, in pixels."""
GAP = 8.0
"""Space between the hands of players, in pixels."""
SHOE = (96.0, 22.0)
RESULTS = {
    "win": ("✓ win", "green"),
    "loss": ("✗ loss", "red"),
    "push": ("= push", "grey"),
    "surrender": ("½ surrender", "red"),
}
_BACK = "M5 5H39V57H5ZM5 18 18 5M5 31 31 5M5 44 39 10M5 57 39 23M18 57 39 36M31 57 39 49"
_ARROW = "M0-6 9 0 0 6Z"


def _table(replayed: Replayed, number: int) -> Scene:
    """Return the drawing of the table after an entry of a hand."""
    shown = seen(replayed, number)
    if shown is None:
        why = no_table(replayed)
        return Scene("Blackjack", WIDTH, 56, (Item(why, (Text(EDGE, 34, why),)),))
    items, height = _felt(shown)
    for note in shown.notes:
        told, more = paragraph(note, EDGE, height + 18, WIDTH - 2 * EDGE, 14, "dim", 19)
        items.append(told)
        height += more + 2
    return Scene(f"Blackjack: {shown.facts}", WIDTH, height + 10, tuple(items))


def _felt(shown: Seen) -> tuple[list[Item], float]:
    """Return the table with all hands, and its bottom edge."""
    dealer, *players = shown.hands
    items = [Item(shown.facts, (Text(0, 0, shown.facts, 14, "start", "dim"),), EDGE, 30, shown.span)]
    top = 44.0
    items += _hand(dealer, WIDTH / 2 - 150, top + 12, 300, shown.latest)
    items += _shoe(shown, WIDTH / 2 + 170, top + 24)
    y = top + 12 + _height(dealer, 300) + 16
    columns = min(COLUMNS, max(len(players), 1))
    width = (WIDTH - 4 * EDGE - GAP * (columns - 1)) / columns if columns > 2 else 220.0
    for row in _in_rows(players, columns):
        left = (WIDTH - len(row) * width - (len(row) - 1) * GAP) / 2
        for place, hand in enumerate(row):
            items += _hand(hand, left + place * (width + GAP), y, width, shown.latest)
        y += max(_height(hand, width) for hand in row) + GAP
    felt = Item("", (Rect(0, 0, WIDTH - 2 * EDGE, y + 8 - top, "felt", 24),), EDGE, top)
    return [felt, *items], y + 18


def _in_rows(hands: Sequence[SeenHand], columns: int) -> Iterator[list[SeenHand]]:
    """Yield the hands in rows. The hands of a player are next to each other if they fit into a row."""
    row: list[SeenHand] = []
    for _, own in groupby(hands, lambda hand: hand.seat):
        mine = [*own]
        if row and len(row) + len(mine) > columns:
            yield row
            row = []
        row += mine
        while len(row) > columns:
            yield row[:columns]
            row = row[columns:]
    if row:
        yield row


def _shoe(shown: Seen, x: float, y: float) -> Iterator[Item]:
    """Yield the shoe next to the dealer, with its rest and the count."""
    width, height = SHOE
    box = Rect(0, 0, width, height, "plate", 5)
    rest = Rect(3, 3, (width - 6) * shown.left, height - 6, "soft-blue edge-blue", 3)
    yield Item("shoe", (box, rest), x, y, classes="shoe")
    for line, text in enumerate(shown.counted.split(", ") if shown.counted else ()):
        yield Item(text, (fit(0, 0, text, 150, 14, "start", "ink bold"),), x, y + height + 20 + 18 * line)


Laid = tuple[Drawn, float, float, bool]
"""A card with its place in its hand, and whether it is sideways."""


def _laid(hand: SeenHand, width: float) -> tuple[list[Laid], float]:
    """Return the cards of a hand in centred rows, and their total height."""
    rows: list[list[tuple[Drawn, bool]]] = [[]]
    used = -BETWEEN
    for number, drawn in enumerate(hand.cards):
        across = number == hand.across
        needs = BETWEEN + CARD[across]
        if rows[-1] and used + needs > width - 12:
            rows.append([])
            used = -BETWEEN
        rows[-1].append((drawn, across))
        used += needs
    found: list[Laid] = []
    y = 0.0
    for row in rows:
        x = (width - sum(CARD[across] for _, across in row) - BETWEEN * (len(row) - 1)) / 2
        high = CARD[1] if not row or not all(across for _, across in row) else CARD[0]
        for drawn, across in row:
            found.append((drawn, x, y + (high - CARD[not across]), across))
            x += CARD[across] + BETWEEN
        y += high + BETWEEN
    return found, y - BETWEEN


def _height(hand: SeenHand, width: float) -> float:
    return 30 + _laid(hand, width)[1] + 28 + (24 if hand.result else 0)


def _hand(hand: SeenHand, x: float, y: float, width: float, latest: Span) -> Iterator[Item]:
    """Yield the parts of a hand: its title, cards, total and result."""
    height = _height(hand, width)
    plate = "plate edge-gold thick" if hand.turn else "plate"
    title = f"{hand.title} to play" if hand.turn else hand.title
    shapes: list[Shape] = [Rect(0, 0, width, height, plate, 12)]
    words = fit(width / 2 + 6 * hand.turn, 20, hand.title, width - 40, 14, "middle", "ink bold")
    if hand.turn:
        shapes.append(Path(_ARROW, "fill-gold", words.x - measure(words.text, words.size) / 2 - 16, 15))
    yield Item(title, (*shapes, words), x, y, classes="hand turn" if hand.turn else "hand")
    for drawn, left, down, across in _laid(hand, width)[0]:
        yield _card(drawn, x + left, y + 30 + down, latest, across)
    yield from _total_and_result(hand, x, y + height, width)


def _total_and_result(hand: SeenHand, x: float, bottom: float, width: float) -> Iterator[Item]:
    """Yield the total of a hand, and its result below. Results have signs, not only colours."""
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


def _card(drawn: Drawn, x: float, y: float, latest: Span, across: bool) -> Item:
    """Return a card. The latest one has a golden edge."""
    card, span = drawn
    new = span and latest.start <= span.start and span.end <= latest.end
    edge = " edge-gold thick" if new else ""
    width, height = CARD[across], CARD[not across]
    plate = Rect(0, 0, width, height, f"card{edge}", 6)
    kind = "card last" if new else "card"
    if card == "?":
        shapes: tuple[Shape, ...] = (plate, Path(_BACK, "hollow edge-blue round"))
        return Item("hole card", shapes, x, y, span, kind)
    if card == UNKNOWN:
        text = Text(width / 2, height / 2 + 7, "??", 18, "middle", "onlight bold")
        return Item(card_name(card), (plate, text), x, y, span, kind)
    colour = "redlight" if card[1] in "hd" else "onlight"
    sign = card_sign(card)[:-1]
    # Two digits are set a little smaller, so that they stay clear of the edge.
    rank = Text(12, 18, sign, 15 if len(sign) == 1 else 13, "middle", f"{colour} bold")
    small, large = suit(card[1], 12, 28, 12, colour), suit(card[1], width - 15, height - 21, 24, colour)
    across_name = ", across" * across
    return Item(
        f"{card_name(card)}, {card_sign(card)}{across_name}", (plate, rank, small, large), x, y, span, kind
    )
