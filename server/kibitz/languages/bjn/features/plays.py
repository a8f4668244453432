"""What can be played at a moment of a hand: the next card, what whose turn it is may do, the outcome, the next hand. A card that is taken
while a player may draw is a hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.values import Edit, Span
from kibitz.languages.bjn.features._cursor import cursor_at
from kibitz.languages.bjn.features._replayed import Replayed, tables_shown
from kibitz.languages.bjn.game.model import RANKS, SUITS, Event, Outcome, Split, Unread
from kibitz.languages.bjn.game.play import dealt, play, split_block
from kibitz.languages.bjn.game.scoring import left_in_shoe, outcome
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import due, legal_actions, may_peek
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.names import capital, card_sign, letters, seat_name, total
from kibitz.languages.bjn.text.write import behind

DOUBLE, PEEK = "double", "peek"
"""The plays that lead on to the card that comes."""


class Moment(NamedTuple):
    """A hand behind one of its entries, and what somebody has begun to write there, which a play takes the place of."""

    hand: Replayed
    number: int
    begun: Span | None
    divider: str
    """What divides entries where the hand has only its setup, and does not tell by itself."""

    @property
    def table(self) -> Table:
        return self.hand.tables[self.number]

    def written(self, key: str, title: str, *entries: str) -> Play:
        """A play that writes entries."""
        sheet, end = self.hand.sheet, self.hand.entries[self.number].end
        if self.begun:
            behind_it = (behind(sheet, end, entry).text for entry in entries[1:])
            edit = Edit(*self.begun, "".join([entries[0], *behind_it]))
        elif len(sheet.entries) == 1:
            edit = Edit(end, end, "".join(f"{self.divider}{entry}" for entry in entries))
        else:
            first, *more = (behind(sheet, end, entry) for entry in entries)
            edit = first._replace(text="".join([first.text, *(one.text for one in more)]))
        return Play(key, title, edits=(edit.shifted(self.hand.start),))


def plays(
    language: Blackjack, analysis: Analysis, offset: int | None, taken: Sequence[str]
) -> Sequence[Play]:
    """What may come next in the hand at `offset`, or in the last one; where there is no setup yet, what completion offers."""
    at = len(analysis.document) if offset is None else offset
    (hand, number), *_ = tables_shown(analysis, at)[0]
    if not hand.tables:
        return [] if taken else [*plays_of(language.complete(analysis, at))]
    # A split and its block belong together.
    number += any(isinstance(value, Split) for value in hand.values[number + 1 : number + 2])
    end = hand.start + hand.entries[number].end
    if any(isinstance(value, Outcome) for value in hand.values[: number + 1]):
        return [] if taken else [*_next_hand(analysis, end)]
    begun = None
    if number and isinstance(hand.values[number], Unread) and hand.entries[number].item.unfinished:
        # The picture shows the table before it, too.
        begun, number = hand.entries[number].span, number - 1
    return [*_here(Moment(hand, number, begun, cursor_at(analysis, end).separator), taken)]


def _here(moment: Moment, taken: Sequence[str]) -> Iterator[Play]:
    table, last = moment.table, moment.hand.values[moment.number]
    if isinstance(last, Event) and last.action == "/":
        if not taken:
            yield moment.written("block", "The hands of the split", split_block(table))
        return
    now = due(table)
    if now is None:
        if not taken and (result := outcome(table)):
            yield moment.written("outcome", f"The outcome: {letters(result.seats)}", str(result))
        return
    seat, held = now
    legal = legal_actions(table, seat, held)
    if not taken:
        if seat != DEALER and legal and held.size >= 2:
            yield from _decisions(moment, seat, held, legal)
        elif seat == DEALER and not legal and not held.size and not table.setup.plays("nohole"):
            yield moment.written("hidden", "A hidden card for the dealer", "0.1...?")
        yield from _cards(moment, seat, held, legal[:1])
    elif taken == (DOUBLE,):
        yield from _cards(moment, seat, held, "!")
    elif taken == (PEEK,):
        shown = _cards(moment, DEALER, table.dealer, "%")
        yield from (one for one in shown if dealt(table.dealer, Event(DEALER, 1, "%", one.key)).blackjack)


def _decisions(moment: Moment, seat: int, held: Hand, legal: str) -> Iterator[Play]:
    """What a player may do but draw, and the blackjack that the dealer may have."""
    who, table = capital(seat_name(seat)), moment.table
    yield moment.written("stand", f"{who} stands on {total(held)}", f"{seat}.{held.number}..._")
    if "!" in legal:
        yield Play(DOUBLE, f"{who} doubles …")
    if "/" in legal:
        event = Event(seat, held.number, "/")
        yield moment.written("split", f"{who} splits", str(event), split_block(play(table, event)))
    if may_peek(table) and not table.setup.plays("peek"):
        yield Play(PEEK, "The dealer has a blackjack …")


def _cards(moment: Moment, seat: int, held: Hand, action: str) -> Iterator[Play]:
    """The cards that are still in the shoe, each with the event that it makes: dealt, drawn, for a double, revealed."""
    for card, count in left_in_shoe(moment.table).items():
        if count:
            event = Event(seat, held.number, action, card)
            ended = "#" if dealt(held, event).bust else "_" if action == "!" else ""
            written = moment.written(card, card_sign(card), str(event._replace(modifier=ended)))
            yield written._replace(cell=([*SUITS].index(card[1]), [*RANKS].index(card[0])))


def _next_hand(analysis: Analysis, end: int) -> Iterator[Play]:
    """Another hand at the same table, behind the outcome that ends at an offset."""
    for form, _ in cursor_at(analysis, end).forms()[:1]:
        yield Play("next", "The next hand", edits=(Edit(end, end, f"{form.between}{form.setup_text}"),))
