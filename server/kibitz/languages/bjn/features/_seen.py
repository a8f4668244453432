"""The facts of a table for text and drawings, and the table as text, with the place of each card in the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.picture import Canvas
from kibitz.core.shown import code
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.counting import count, on_table
from kibitz.languages.bjn.game.model import ACTOR, CARD, MODIFIER, RESULTS, Event, Outcome, Unread
from kibitz.languages.bjn.game.table import DEALER, Hand
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.comments import placed_wagers, stated
from kibitz.languages.bjn.text.names import HIDDEN, SHOWN, card_sign, seat_title, standing
from kibitz.languages.bjn.text.sheet import Sheet


def seat_at(hand: Replayed, offset: int) -> int:
    """Return the player whose number or result is at an offset of the document, or else the dealer."""
    placed = hand.item_at(offset)
    number = placed.field_at(offset - hand.start) if placed else None
    if placed is None or number is None:
        return DEALER
    value = placed.value
    if isinstance(value, Outcome):
        return dict(enumerate(seats_of(hand, value))).get(number, DEALER)
    return value.actor if isinstance(value, Event) and number == ACTOR else DEALER


def seats_of(hand: Replayed, outcome: Outcome) -> list[int]:
    """Return the player of each letter of an outcome, without surplus letters."""
    players = hand.tables[-1].players if hand.tables else range(1, len(outcome.seats) + 1)
    return [seat for seat, letters in zip(players, outcome.seats, strict=False) for _ in letters]


def renumbered(analysis: Analysis, hand: Replayed, numbers: Mapping[int, int]) -> list[Edit]:
    """Return the edits that give seats of a readable hand other numbers, all different.

    They change events, stakes and results. Lists in the order of seats are sorted again.
    """
    order = sorted(hand.tables[-1].players, key=lambda seat: numbers.get(seat, seat))
    edits = [*_staked(hand.start, hand.sheet, numbers, order, below=False)]
    if hand.start:
        above = analysis.document.place_at(hand.start - 1)
        sheet: Sheet = analysis.language.parsed(above.text).value
        edits += _staked(above.start, sheet, numbers, order, below=True)
    for placed in hand.entries:
        value = placed.value
        if isinstance(value, Event) and value.actor in numbers:
            edits.append(Edit(*hand.span(placed.field(ACTOR)), str(numbers[value.actor])))
        elif isinstance(value, Outcome):
            letters = iter(range(len(placed.item.fields)))
            of_seats = [[placed.field(next(letters)) for _ in seat] for seat in value.seats]
            spans = [Span(seat[0].start, seat[-1].end) for seat in of_seats]
            edits += [edit.shifted(hand.start) for edit in _in_order(hand.text, spans, order)]
    return sorted(edits)


def _staked(
    start: int, sheet: Sheet, numbers: Mapping[int, int], order: Sequence[int], below: bool
) -> Iterator[Edit]:
    for one in placed_wagers(sheet):
        if one.below is below:
            found = stated(one.comment)
            spans = [span.shifted(one.comment.start) for span in found.places] if found else []
            if one.wager.what == "bet":
                edits = _in_order(sheet.text, spans, order)
            else:
                seats = [numbers.get(int(seat), seat) for seat in one.wager.numbers]
                edits = [Edit(*span, f"{seat:g}") for span, seat in zip(spans, seats, strict=True)]
            yield from (edit.shifted(start) for edit in edits)


def _in_order(text: str, spans: Sequence[Span], order: Sequence[int]) -> list[Edit]:
    """Return the edits that sort texts, one for each player, into a new order of the current seats."""
    if len(spans) != len(order):
        return []
    texts = {seat: text[slice(*span)] for seat, span in zip(sorted(order), spans, strict=True)}
    return [Edit(*span, texts[seat]) for span, seat in zip(spans, order, strict=True)]


Drawn = tuple[str, Span | None]
"""A card, `?` for the hole card, and its place in the record."""


class SeenHand(NamedTuple):
    """A hand to show."""

    seat: int
    title: str
    """The title, such as `Player 2, hand 3`."""
    cards: list[Drawn]
    turn: bool
    """Whether it is this hand's turn."""
    standing: str
    """Its total and state, such as `soft 16` or `21, stands`."""
    result: str
    """Its result, such as `win`; empty before the outcome."""
    across: int = -1
    """The index of the card that is turned sideways for a double; -1 for none."""


class Seen(NamedTuple):
    """A table to show."""

    facts: str
    span: Span
    """The place of the setup."""
    hands: list[SeenHand]
    """The hands, the dealer's first."""
    latest: Span
    """The place of the entry before this table."""
    left: float
    """The part of the shoe that is left, from 0 to 1."""
    counted: str
    """The count so far, if hands share a shoe."""
    notes: list[str]


def seen(replayed: Replayed, number: int) -> Seen | None:
    """Return the table after an entry of a hand, or None without a readable setup."""
    if replayed.setup is None:
        return None
    values = replayed.values
    known = number - 1 if number and isinstance(values[number], Unread) else number
    table = replayed.tables[known]
    left = max(0, table.setup.shoe - table.dealt)
    facts = f"{plural(table.setup.players, 'player')} · {plural(left, 'card')} left of {table.setup.shoe}"
    if replayed.shoe and replayed.shoe.cut:
        facts += f" · cut card in {max(0, replayed.shoe.cut - table.dealt)}"
    said = values[known]
    results = dict(zip(table.players, said.seats, strict=False)) if isinstance(said, Outcome) else {}
    now = turn(table) if not results else None
    doubled = [
        one[:2] for one in values[: known + 1] if isinstance(one, Event) and one.action == "!" and one.card
    ]
    drawn, hands = _Drawn(replayed, known), list[SeenHand]()
    for seat in (DEALER, *table.players):
        for index, hand in enumerate(table.seats[seat]):
            letter = "".join(results.get(seat, ())[index : index + 1])
            across = seat != DEALER and (seat, hand.number) in doubled
            hands.append(
                SeenHand(
                    seat,
                    seat_title(table, seat, hand),
                    drawn.of(seat, hand),
                    now == (seat, hand.number),
                    # The result already shows the surrender.
                    standing(hand._replace(ended="") if letter == "r" else hand),
                    RESULTS.get(letter, letter),
                    len(hand.cards) - 1 if across else -1,
                )
            )
    counted = ""
    if replayed.shoe:
        counted = str(count(on_table(table), table.setup.decks, replayed.system))
    entries = replayed.entries
    setup, latest = replayed.span(entries[0].span), replayed.span(entries[known].span)
    part = left / table.setup.shoe if table.setup.shoe > 0 else 0.0
    return Seen(facts, setup, hands, latest, part, counted, [*_notes(replayed, number)])


def no_table(replayed: Replayed) -> str:
    """Return the reason why a hand has no table."""
    return "This hand has no setup that can be read." if replayed.entries else "No hand is written yet."


def _notes(replayed: Replayed, number: int) -> Iterator[str]:
    """Yield the unknown parts of the table, with the reasons."""
    lost = [at for at, value in enumerate(replayed.values[: number + 1]) if isinstance(value, Unread)]
    if lost and lost[-1] == number:
        item = replayed.entries[number].item
        how = "is not finished" if item.unfinished else "can't be read"
        yield f"This is the table before {code(shortened(item.text, SHOWN))}, which {how}."
        lost.pop()
    if lost:
        first = code(shortened(replayed.entries[lost[0]].text, SHOWN))
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        yield f"{first} can't be read{more}: its effects are unknown."


class _Drawn:
    """The places in the record of the cards on a table."""

    def __init__(self, replayed: Replayed, number: int) -> None:
        self.places: dict[tuple[int, str], list[Span]] = {}
        self.dealers: list[str] = []
        """The dealer's cards in order; a revealed card replaces the hole card."""
        for placed in replayed.entries[: number + 1]:
            event = placed.value
            if not isinstance(event, Event):
                continue
            card, field = ("?", MODIFIER) if event.modifier == "?" else (event.card, CARD)
            if not card:
                continue
            self.places.setdefault((event.actor, card), []).append(replayed.span(placed.field(field)))
            if event.actor == DEALER and event.action == "%" and card != "?" and "?" in self.dealers:
                self.dealers[self.dealers.index("?")] = card
            elif event.actor == DEALER:
                self.dealers.append(card)

    def of(self, seat: int, hand: Hand) -> list[Drawn]:
        """Return the cards of a hand with their places. The hole card keeps the place of its deal."""
        cards = ["?"] * hand.hidden + list(hand.cards)
        if seat == DEALER and sorted(self.dealers) == sorted(cards):
            cards = self.dealers
        return [(card, spans.pop(0) if (spans := self.places.get((seat, card))) else None) for card in cards]


# Text

_TITLE, _CARDS = 2, 20
"""The columns where the name of a seat and its cards begin."""


def picture_of(replayed: Replayed) -> str:
    """Return the table at the end of a hand as text."""
    canvas: Canvas[Span] = Canvas()
    draw(canvas, replayed, len(replayed.tables) - 1)
    return canvas.preview().text


def draw(canvas: Canvas[Span], replayed: Replayed, number: int) -> None:
    """Write the table after an entry of a hand to a canvas."""
    if canvas.height:
        canvas.write()
    shown = seen(replayed, number)
    if shown is None:
        canvas.write(no_table(replayed))
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
