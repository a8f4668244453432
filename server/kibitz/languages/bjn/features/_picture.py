"""The table as text: the dealer on top, the players below, with the place in the record of every card."""

from __future__ import annotations

from kibitz.core.picture import Canvas
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.features._seen import NO_SETUP, seen
from kibitz.languages.bjn.text.names import HIDDEN, card_sign

_TITLE, _CARDS = 2, 20
"""The columns where the name of a seat and its cards begin."""


def picture_of(replayed: Replayed) -> str:
    """The table at the end of a hand."""
    canvas: Canvas[Span] = Canvas()
    draw(canvas, replayed, len(replayed.tables) - 1)
    return canvas.preview().text


def draw(canvas: Canvas[Span], replayed: Replayed, number: int) -> None:
    """Adds the table after an entry of a hand."""
    if canvas.height:
        canvas.write()
    shown = seen(replayed, number)
    if shown is None:
        if replayed.entries:
            canvas.write(NO_SETUP)
        return
    canvas.write((" · ".join(filter(None, [shown.facts, shown.counted])), shown.span))
    signs = [
        [(HIDDEN if card == "?" else card_sign(card), span) for card, span in hand.cards]
        for hand in shown.hands
    ]
    facts_at = 1 + _CARDS + max(sum(len(sign) + 1 for sign, _ in row) for row in signs)
    for index, (hand, row) in enumerate(zip(shown.hands, signs, strict=True)):
        if index == 1:
            canvas.write()
        line = canvas.height
        canvas.write("▸" if hand.turn else "")
        canvas.put(line, _TITLE, hand.title)
        column = _CARDS
        for sign, span in row:
            column = 1 + canvas.put(line, column, sign, span)
        canvas.put(line, facts_at, ", ".join(filter(None, [hand.standing, hand.result])))
    if shown.notes:
        canvas.write()
    for note in shown.notes:
        canvas.write(note)
