"""The hand at a place of a document, with the table after each of its entries, and that table to show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.items import place_written
from kibitz.core.picture import Canvas
from kibitz.core.shown import code
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.check.session import passed
from kibitz.languages.bjn.game.model import (
    ACTOR,
    CARD,
    DEALER,
    MODIFIER,
    RANKS,
    RESULTS,
    Entry,
    Event,
    Hand,
    Outcome,
    Setup,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import Wager, tables, turn
from kibitz.languages.bjn.game.shoe import HILO, Count, Shoe, System, count, on_table, shown
from kibitz.languages.bjn.text.comments import behind, placed_wagers, wagers
from kibitz.languages.bjn.text.names import HIDDEN, SHOWN, card_sign, seat_title, standing
from kibitz.languages.bjn.text.sheet import Placed, Sheet


@dataclass(frozen=True)
class Replayed:
    """A hand and its start in the document."""

    start: int
    sheet: Sheet
    shoe: Shoe | None = None
    """The shoe before the hand; None if it is unknown or holds this hand only."""
    system: System = HILO
    """The counting system."""
    wagers: Sequence[Wager] = ()
    """The stakes in comments, as far as they are known."""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table after each entry; empty without a setup."""
        if (setup := self.setup) is None:
            return ()
        return tuple(tables(setup, self.sheet.values, self.gone))

    @property
    def gone(self) -> tuple[str, ...]:
        """The cards that left the shoe before the hand."""
        return self.shoe.gone if self.shoe else ()

    @property
    def setup(self) -> Setup | None:
        return self.sheet.setup

    @property
    def text(self) -> str:
        return self.sheet.text

    @property
    def entries(self) -> Sequence[Placed]:
        return self.sheet.entries

    @property
    def values(self) -> Sequence[Entry]:
        return self.sheet.values

    @property
    def outcome(self) -> Outcome | None:
        """The written outcome, or None."""
        values = (placed.value for placed in reversed(self.sheet.entries))
        return next((value for value in values if isinstance(value, Outcome)), None)

    @property
    def count(self) -> Count | None:
        """The count after the hand, or None if its shoe is unknown or holds this hand only."""
        if self.shoe is None or self.setup is None:
            return None
        return count((*self.gone, *shown(self.sheet.values)), self.setup.decks, self.system)

    def runs(self) -> Iterator[tuple[int | str, list[tuple[int, Placed]]]]:
        """Yield runs of numbered entries, each with its key: `Setup`, `Deal`, the number of a seat, or `Outcome`."""
        entries = list(enumerate(self.sheet.entries[: len(self.tables)]))
        for key, run in groupby(entries, self._part):
            yield key, list(run)

    def _part(self, entry: tuple[int, Placed]) -> int | str:
        number, placed = entry
        value = placed.value
        if isinstance(value, Split):
            value = self.sheet.entries[number - 1].value
            return value.actor if isinstance(value, Event) else DEALER
        if isinstance(value, Event):
            return value.actor if self.tables[number].started else "Deal"
        return "Outcome" if isinstance(value, Outcome) else "Setup"

    def table_before(self, offset: int) -> Table | None:
        """Return the table after all entries that end before an offset of the document, or None."""
        ended = sum(placed.end <= offset - self.start for placed in self.sheet.entries)
        return self.tables[min(ended, len(self.tables)) - 1] if ended and self.tables else None

    def in_words(self, number: int) -> str:
        """Return an entry in words, such as `Player 2 doubles down, gets 21, stays`; empty for an ordinary dealt card."""
        if not 0 <= number < len(self.tables):
            return ""
        return _in_words(self.values[number], self.tables[max(0, number - 1)], self.tables[number])

    def item_at(self, offset: int) -> Placed | None:
        """Return the item that a cursor touches, or None."""
        return self.sheet.at(offset - self.start)

    def span(self, span: Span) -> Span:
        """Return the place in the document of a span of the sheet."""
        return span.shifted(self.start)


def replayed_at(analysis: Analysis, offset: int) -> Replayed:
    """Return the hand that holds the character at an offset."""
    return replayed_of(analysis, analysis.document.place_at(offset))


def replayed_before(analysis: Analysis, offset: int) -> Replayed:
    """Return the hand that is being written at an offset. Right before a setup, it is the previous one."""
    return replayed_of(analysis, place_written(analysis.document, offset))


def all_replayed(analysis: Analysis) -> Iterator[Replayed]:
    """Yield all hands with their stakes. This is faster than one by one."""
    language, above = analysis.language, list[Wager]()
    shoe = language.start(analysis.context)
    for place in analysis.document.places():
        sheet, before = language.parsed(place.text).value, None
        if shoe is not None:
            here = passed(shoe, sheet.values, place.chunk)
            before, shoe = here.shared, behind(here.after, place.text)
        said, (own, above) = above, wagers(sheet)
        yield Replayed(place.start, sheet, before, language.system, (*said, *own))


def first_hands(document: Document, most: int) -> tuple[list[Place], int]:
    """Return the first hands of a document, and the number of hands. Only the first chunk may hold none."""
    places = document.places()
    first = next(places)
    begun = [first] if first.chunk.text[:1] == "{" else []
    count = sum(len(block.chunks) for block in document.blocks) - 1 + len(begun)
    return [*begun, *islice(places, most - len(begun))], count


def replayed_of(analysis: Analysis, place: Place) -> Replayed:
    """Return the hand of a chunk."""
    language = analysis.language
    sheet, shoe = language.parsed(place.text).value, None
    if analysis.context:
        shoe = passed(analysis.state_before(place), sheet.values, place.chunk).shared
    return Replayed(place.start, sheet, shoe, language.system)


def _in_words(entry: Entry, before: Table, after: Table) -> str:
    if isinstance(entry, Setup):
        return f"Setup: {plural(entry.players, 'player')}, {plural(entry.cards, 'card')}"
    hand = before.hand(entry.actor, entry.hand) if isinstance(entry, Event) else None
    if not isinstance(entry, Event) or hand is None or hand.ended:
        return ""
    who = "Dealer" if entry.actor == DEALER else f"Player {entry.actor}"
    now = after.hand(entry.actor, entry.hand) or hand
    which = f" hand {hand.number}" if len(before.seats[entry.actor]) > 1 else ""
    if entry.action == "/":
        pair = f"{_rank(hand.cards[0])}s".replace("xs", "xes") if after.parting else ""
        return pair and f"{who} splits{which} {pair}"
    if entry.action == "%":
        return "Dealer reveals hole card"
    if entry.action:
        does = f"hits{which}" if entry.action == "^" else f"doubles down{which and ' on'}{which}"
        return f"{who} {does}, {_gets(now)}" if entry.card and now.known else ""
    if not entry.card:
        return f"{who} stays with {now.total}" if entry.modifier == "_" and now.known else ""
    if now.blackjack and entry.actor != DEALER:
        return f"{who} dealt blackjack{', stays' if entry.modifier == '_' else ''}"
    return f"Dealer shows {_rank(entry.card)} up" if entry.actor == DEALER and now.known else ""


def _gets(hand: Hand) -> str:
    if hand.bust:
        return f"busts with {hand.pips}"
    soft = "soft " if hand.soft and hand.total < 21 else ""
    return f"gets {soft}{hand.total}{', stays' if hand.ended == '_' else ''}"


def _rank(card: str) -> str:
    return RANKS.get(card[0], card)


MOST_HANDS = 50
"""Hands in a preview of a whole record."""


def tables_shown(analysis: Analysis, offset: int | None) -> tuple[list[tuple[Replayed, int]], str]:
    """Return the hands to show, each with the number of its last shown entry, and a note if more follow.

    These are the hand at `offset`, or else the ends of all hands.
    """
    if offset is not None:
        replayed = replayed_at(analysis, offset)
        if not replayed.entries:
            # Comments before the first hand belong to it.
            replayed = replayed_at(analysis, replayed.start + len(replayed.text))
        return [(replayed, _last_entry(replayed, offset))], ""
    hands, count = first_hands(analysis.document, MOST_HANDS)
    found = [replayed_of(analysis, place) for place in hands]
    shown = [(replayed, len(replayed.tables) - 1) for replayed in found if replayed.tables]
    shown = shown or [(replayed_at(analysis, 0), 0)]
    return shown, f"and {plural(count - MOST_HANDS, 'more hand')}" if count > MOST_HANDS else ""


def _last_entry(replayed: Replayed, offset: int) -> int:
    """Return the number of the last entry that begins at or before an offset."""
    begun = sum(placed.start <= offset - replayed.start for placed in replayed.entries)
    return min(max(begun, 1), len(replayed.tables)) - 1


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
            if one.wager.what == "bet":
                edits = _in_order(sheet.text, one.places, order)
            else:
                seats = [numbers.get(int(seat), seat) for seat in one.wager.numbers]
                edits = [Edit(*span, f"{seat:g}") for span, seat in zip(one.places, seats, strict=True)]
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
