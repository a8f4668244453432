"""The table as text: the dealer on top, the players below, with the place in the record of every card."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.picture import Canvas
from kibitz.core.values import Span
from kibitz.core.words import code, plural, shortened
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.model import CARD, MODIFIER, Event, Outcome, Unread
from kibitz.languages.bjn.game.play import DEALER, Hand
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.names import (
    HIDDEN,
    SHOWN,
    card_sign,
    result_name,
    seat_title,
    signs,
    standing,
)

_TITLE, _CARDS = 2, 20
"""The columns where the name of a seat and its cards begin."""

Drawn = tuple[str, Span | None]
"""A card, and where in the record it comes from."""


def picture_of(replayed: Replayed) -> str:
    """The table at the end of a hand."""
    canvas: Canvas[Span] = Canvas()
    draw(canvas, replayed, len(replayed.tables) - 1)
    return canvas.preview().text


def draw(canvas: Canvas[Span], replayed: Replayed, number: int) -> None:
    """Adds the table after an entry of a hand."""
    if canvas.height:
        canvas.write()
    if replayed.setup is None:
        if replayed.sheet.entries:
            canvas.write("This hand has no setup that can be read.")
        return
    values = replayed.sheet.values
    known = number - 1 if number and isinstance(values[number], Unread) else number
    table = replayed.tables[known]
    left = max(0, table.setup.shoe - table.dealt)
    facts = f"{plural(table.setup.players, 'player')} · {plural(left, 'card')} left of {table.setup.shoe}"
    canvas.write((facts, replayed.span(replayed.sheet.entries[0].span)))
    sources = _Sources(replayed, known)
    said = values[known]
    results = said.seats if isinstance(said, Outcome) else ()
    now = turn(table) if not results else None
    hands = [(seat, index, hand) for seat, row in enumerate(table.seats) for index, hand in enumerate(row)]
    facts_at = 1 + _CARDS + max(sum(len(sign) + 1 for sign in signs(hand)) for _, _, hand in hands)
    for seat, index, hand in hands:
        if seat == 1 and index == 0:
            canvas.write()
        line = canvas.height
        canvas.write("▸" if now == (seat, hand.number) else "")
        canvas.put(line, _TITLE, seat_title(table, seat, hand))
        column = _CARDS
        for sign, span in _drawn(seat, hand, sources):
            column = 1 + canvas.put(line, column, sign, span)
        facts = ", ".join(filter(None, [standing(hand), result_name(_letter(results, seat, index))]))
        canvas.put(line, facts_at, facts)
    notes = [str(replayed.count) + " after this hand"] if replayed.count and number == len(values) - 1 else []
    notes = [*notes, *_notes(replayed, number)]
    if notes:
        canvas.write()
    for note in notes:
        canvas.write(note)


def _notes(replayed: Replayed, number: int) -> Iterator[str]:
    """What of the table is not known, and why."""
    lost = [at for at, value in enumerate(replayed.sheet.values[: number + 1]) if isinstance(value, Unread)]
    if lost and lost[-1] == number:
        item = replayed.sheet.entries[number].item
        how = "is not finished" if item.unfinished else "can't be read"
        yield f"This is the table before {code(shortened(item.text, SHOWN))}, which {how}."
        lost.pop()
    if lost:
        first = code(shortened(replayed.sheet.entries[lost[0]].item.text, SHOWN))
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        yield f"{first} can't be read{more}: whatever it may have changed is not known."


def _drawn(seat: int, hand: Hand, sources: _Sources) -> list[Drawn]:
    """The cards of a hand with their places; the dealer's hidden one keeps the place where it was dealt."""
    cards = ["?"] * hand.hidden + list(hand.cards)
    if seat == DEALER and sorted(sources.dealers) == sorted(cards):
        cards = sources.dealers
    return [(HIDDEN if card == "?" else card_sign(card), sources.take(seat, card)) for card in cards]


class _Sources:
    """Where in the record the cards of a table are dealt."""

    def __init__(self, replayed: Replayed, number: int) -> None:
        self.places: dict[tuple[int, str], list[Span]] = {}
        self.dealers: list[str] = []
        """The dealer's cards in the order in which they lie: a revealed one in the place of the hidden one."""
        for seat, card, span in _cards(replayed, number):
            self.places.setdefault((seat, card), []).append(span)
        for value in replayed.sheet.values[: number + 1]:
            if isinstance(value, Event) and value.actor == DEALER:
                self._lay(value)

    def _lay(self, event: Event) -> None:
        if event.modifier == "?":
            self.dealers.append("?")
        elif event.card and event.action == "%" and "?" in self.dealers:
            self.dealers[self.dealers.index("?")] = event.card
        elif event.card:
            self.dealers.append(event.card)

    def take(self, seat: int, card: str) -> Span | None:
        """The next place where a seat gets a card."""
        spans = self.places.get((seat, card))
        return spans.pop(0) if spans else None


def _cards(replayed: Replayed, number: int) -> Iterator[tuple[int, str, Span]]:
    for placed in replayed.sheet.entries[: number + 1]:
        event = placed.item.value
        if isinstance(event, Event):
            if event.modifier == "?":
                yield event.actor, "?", replayed.span(placed.field(MODIFIER))
            elif event.card:
                yield event.actor, event.card, replayed.span(placed.field(CARD))


def _letter(results: tuple[tuple[str, ...], ...], seat: int, index: int) -> str:
    if not 0 < seat <= len(results) or index >= len(results[seat - 1]):
        return ""
    return results[seat - 1][index]
