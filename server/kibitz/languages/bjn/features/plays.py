"""The moves in a preview: the decisions of a player, the next card, the outcome, the next hand. A card for a player who may draw is a hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.next import plays as core_plays
from kibitz.core.values import Edit, Span
from kibitz.languages.bjn.features._cursor import cursor_at
from kibitz.languages.bjn.features._options import entries
from kibitz.languages.bjn.features._replayed import Replayed, tables_shown
from kibitz.languages.bjn.game.model import Outcome, Split, Unread
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.write import behind


class Moment(NamedTuple):
    """A hand after one of its entries. A move replaces an entry that has been begun there."""

    hand: Replayed
    number: int
    begun: Span | None
    divider: str
    """The separator of entries."""

    def written(self, text: str) -> tuple[Edit, ...]:
        """Return the edit that writes entries."""
        entries = text.split(self.divider)
        sheet, end = self.hand.sheet, self.hand.entries[self.number].end
        if self.begun:
            behind_it = (behind(sheet, end, entry).text for entry in entries[1:])
            edit = Edit(*self.begun, "".join([entries[0], *behind_it]))
        elif len(sheet.entries) == 1:
            edit = Edit(end, end, "".join(f"{self.divider}{entry}" for entry in entries))
        else:
            first, *more = (behind(sheet, end, entry) for entry in entries)
            edit = first._replace(text="".join([first.text, *(one.text for one in more)]))
        return (edit.shifted(self.hand.start),)


def plays(
    language: Blackjack, analysis: Analysis, offset: int | None, taken: Sequence[str]
) -> Iterator[Play]:
    """See :meth:`kibitz.core.features.Features.plays`. Before there is a setup, the moves are the items of completion."""
    at = len(analysis.document) if offset is None else offset
    (hand, number), *_ = tables_shown(analysis, at)[0]
    if not hand.tables:
        yield from () if taken else plays_of(language.complete(analysis, at))
        return
    # A split and its block belong together.
    number += any(isinstance(value, Split) for value in hand.values[number + 1 : number + 2])
    end = hand.start + hand.entries[number].end
    begun = None
    if number and isinstance(hand.values[number], Unread) and hand.entries[number].item.unfinished:
        # The preview shows the table before it.
        begun, number = hand.entries[number].span, number - 1
    style = cursor_at(analysis, end).style
    if style is None:
        return
    if any(isinstance(value, Outcome) for value in hand.values[: number + 1]):
        if not taken:
            yield Play("next", "The next hand", edits=(Edit(end, end, f"{style.between}{style.setup_text}"),))
        return
    table = hand.tables[number]
    likely = [one for one in entries(table, style) if one.chance or not table.dealing]
    yield from core_plays(likely, taken, Moment(hand, number, begun, style.separator).written)
