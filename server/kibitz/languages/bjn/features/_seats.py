"""The seats of a hand: whose an entry or a letter is, and other numbers for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.values import Edit, Span
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.model import ACTOR, Event, Outcome
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.text.comments import numbers_of, told
from kibitz.languages.bjn.text.sheet import Sheet


def seat_at(hand: Replayed, offset: int) -> int:
    """The player whose number, or whose result, stands at an offset of the document; the dealer where none does."""
    placed = hand.item_at(offset)
    number = placed.field_at(offset - hand.start) if placed else None
    if placed is None or number is None:
        return DEALER
    value = placed.value
    if isinstance(value, Outcome):
        return dict(enumerate(seats_of(hand, value))).get(number, DEALER)
    return value.actor if isinstance(value, Event) and number == ACTOR else DEALER


def seats_of(hand: Replayed, outcome: Outcome) -> list[int]:
    """The player of each letter of an outcome, as far as there are players."""
    players = hand.tables[-1].players if hand.tables else range(1, len(outcome.seats) + 1)
    return [seat for seat, letters in zip(players, outcome.seats, strict=False) for _ in letters]


def renumbered(analysis: Analysis, hand: Replayed, numbers: Mapping[int, int]) -> list[Edit]:
    """The edits that give seats of a readable hand other numbers, no two the same: what names them, and what stands in their
    order, follows."""
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
    for one in told(sheet):
        if one.below is below:
            spans = [span.shifted(one.comment.start) for span in numbers_of(one.comment.text)]
            if one.wager.what == "bet":
                edits = _in_order(sheet.text, spans, order)
            else:
                seats = [numbers.get(int(seat), seat) for seat in one.wager.numbers]
                edits = [Edit(*span, f"{seat:g}") for span, seat in zip(spans, seats, strict=True)]
            yield from (edit.shifted(start) for edit in edits)


def _in_order(text: str, spans: Sequence[Span], order: Sequence[int]) -> list[Edit]:
    """Puts texts, one for each player, in the order in which these, the ascending ones of now, will sit."""
    if len(spans) != len(order):
        return []
    texts = {seat: text[slice(*span)] for seat, span in zip(sorted(order), spans, strict=True)}
    return [Edit(*span, texts[seat]) for span, seat in zip(spans, order, strict=True)]
