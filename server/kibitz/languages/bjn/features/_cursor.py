"""The place of the cursor in a hand: the entry so far, the table before it, and the style of the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.items import begun, ended, unfinished
from kibitz.core.text import LINE_BREAK
from kibitz.languages.bjn.features._options import Style
from kibitz.languages.bjn.features._replayed import Replayed, replayed_before
from kibitz.languages.bjn.features.conventions import habits, texts_before, usual
from kibitz.languages.bjn.game.habits import Habits
from kibitz.languages.bjn.game.model import Event, Setup
from kibitz.languages.bjn.game.play import is_play, play
from kibitz.languages.bjn.game.table import Table
from kibitz.languages.bjn.text.sheet import Placed, Sheet, column_in

COMPACT = 0.65
"""Probability that the first hand of a record is written on one line."""

TABLES_DIFFER, FORMS_DIFFER = 0.5, 0.1
"""Weights of another table, and of another form, against those of one neighbouring record."""


@dataclass(frozen=True)
class Cursor:
    """A place in a hand with a begun entry, or where one may begin."""

    analysis: Analysis
    replayed: Replayed
    offset: int

    @property
    def at(self) -> int:
        """The offset in the hand."""
        return self.offset - self.replayed.start

    @cached_property
    def placed(self) -> Placed | None:
        """The item at the cursor, or the one that ends there."""
        return unfinished(self.replayed.sheet.items, self.at)

    @cached_property
    def start(self) -> int:
        """The offset of the entry in the hand; the cursor if none has been begun."""
        return self.at if self.placed is None else self.placed.start

    @property
    def typed(self) -> str:
        """The part of the entry before the cursor."""
        return self.replayed.text[self.start : self.at]

    @cached_property
    def table(self) -> Table | None:
        """The table before the entry."""
        return self.replayed.table_before(self.replayed.start + self.start)

    @cached_property
    def before(self) -> Sequence[Placed]:
        """The entries before this one."""
        return ended(self.replayed.entries, self.start)

    @property
    def last(self) -> Placed | None:
        """The entry before this one."""
        return self.before[-1] if self.before else None

    @cached_property
    def latest(self) -> tuple[int, int]:
        """The seat and the hand that acted last."""
        plays = (
            one.value for one in reversed(self.before) if isinstance(one.value, Event) and is_play(one.value)
        )
        return next(((one.actor, one.hand) for one in plays), (0, 0))

    @property
    def divided(self) -> bool:
        """Whether a separator is between the last entry and this one."""
        gap = self.replayed.text[self.last.end if self.last else 0 : self.start]
        return self.last is None or any(sign in gap for sign in "|\r\n")

    @property
    def field_start(self) -> int:
        """The offset of the current field in the hand: after a dot or a bracket."""
        if self.placed is None or self.placed.kind == "split":
            return self.start
        if self.placed.kind == "event":
            return self.start + self.typed.rfind(".") + 1
        return self.start + 1

    @property
    def complete(self) -> bool:
        """Whether nothing can be added to the entry."""
        placed = self.placed
        if placed is None or placed.end != self.at or placed.value is None or placed.item.flaws:
            return False
        value = placed.value
        return not isinstance(value, Event) or bool(value.modifier)

    @property
    def may_end_line(self) -> bool:
        """Whether the line may end here: after an outcome, or after a complete entry if entries are on separate lines."""
        placed = self.placed
        if placed is None or not (self.complete or self._unmarked(placed)):
            return False
        return placed.kind == "outcome" or any(style.separator != "|" for style, _ in self.styles())

    def _unmarked(self, placed: Placed) -> bool:
        """Return whether the entry is an event that is complete without a modifier."""
        event = placed.value
        if placed.end != self.at or not isinstance(event, Event) or not self.typed.endswith("."):
            return False
        if event.action == "!":
            # A double needs a mark, a stand or a bust.
            return False
        after = play(self.table, event) if self.table else None
        hand = after.hand(event.actor, event.hand) if after else None
        return event.action == "/" or (bool(event.card) and hand is not None and not hand.bust)

    @property
    def in_comment(self) -> bool:
        """Whether the cursor is in a comment, or right after one."""
        items = self.replayed.sheet.items
        return any(one.kind == "comment" and one.start < self.at <= one.end for one in items)

    @property
    def compact(self) -> bool:
        """Whether the entries of the hand are surely on one line."""
        return self._compact().get(True) == 1.0

    @property
    def style(self) -> Style | None:
        """The likeliest style of the hand, if any is known."""
        return max(self.styles(), key=lambda one: one[1], default=(None, 0))[0]

    @property
    def column(self) -> int:
        """The column of the cursor, in characters."""
        return column_in(self.replayed.text, self.at)

    @property
    def remark_column(self) -> int:
        """The column of a comment after the last entry: two spaces after it, or below earlier comments."""
        columns = [column for _, column in self._remarks]
        return max([self.column + 1, *columns[-1:]])

    @property
    def remarked(self) -> float:
        """The probability of a comment after an entry."""
        former = () if self.former is None else self.former.entries
        entries = len(begun(self.replayed.entries, self.at)) + len(former)
        return len(self._remarks) / (entries + 1)

    @cached_property
    def _remarks(self) -> list[tuple[int, int]]:
        """The offsets and columns of comments after entries, in the previous hand and in this one up to the cursor."""
        ours = [one for one in self.replayed.sheet.remarks if one[0] < self.start]
        return [*(() if self.former is None else self.former.sheet.remarks), *ours]

    @property
    def writing(self) -> bool:
        """Whether the record may continue here: nothing follows in the hand, and every entry before is readable."""
        sheet = self.replayed.sheet
        if sheet.text[self.at : sheet.end_of_line(self.at)].strip() or sheet.conflicting or self.in_comment:
            return False
        if sheet.entries and sheet.entries[-1].end > self.at:
            return False
        return all(one.value for one in self.before)

    @cached_property
    def former(self) -> Replayed | None:
        """The hand before this one, if it has a setup."""
        if self.replayed.start == 0:
            return None
        before = replayed_before(self.analysis, self.replayed.start)
        return before if before.setup else None

    @property
    def former_setup(self) -> Setup | None:
        """The setup of the previous hand, or None."""
        return None if self.former is None else self.former.setup

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """The previous hands, the nearest first."""
        document = self.analysis.document
        return tuple(islice(texts_before(document, document.place_at(self.replayed.start)), RECENT))

    @cached_property
    def habits(self) -> Habits:
        """The habits in the previous hands."""
        return habits(self.analysis.language, self._texts, self.analysis.siblings)

    def styles(self) -> list[tuple[Style, float]]:
        """Return the styles that the record may have, with their probabilities. Usually there is only one."""
        whole = self.replayed.setup and not self.replayed.entries[0].item.flaws
        replayed = self.replayed if whole else self.former
        line_end = (self.former or self.replayed).sheet.line_end
        if replayed and replayed.setup:
            setup, text, likely = replayed.setup, replayed.entries[0].text.strip(), 1.0
        elif self.sibling:
            setup, likely = self.sibling
            text = str(setup)
        elif self.replayed.setup:
            setup, text, likely = self.replayed.setup, str(self.replayed.setup), 0.0
        else:
            return []
        return [
            (self._style(compact, line_end, setup, text), likely * chance)
            for compact, chance in self._compact().items()
            if chance > 0
        ]

    @property
    def sibling(self) -> tuple[Setup, float] | None:
        """The table of the neighbouring record, and the probability that this record has the same; None without one."""
        setups = [one.setup for one in self.analysis.siblings]
        return usual(setups, TABLES_DIFFER) if setups else None

    def _style(self, compact: bool, line_end: str, setup: Setup, text: str) -> Style:
        between = line_end if compact else line_end * 2
        if self.former:
            behind = self.former.text[len(self.former.text.rstrip()) :]
            between = behind if behind and not behind.strip("\r\n") else between
        divider, remarked = ("|", 0.0) if compact else (line_end, self.remarked)
        return Style(
            divider, line_end, between, setup, text, self.habits, remarked, self._varies, self.latest
        )

    @cached_property
    def _varies(self) -> float:
        """The probability that a hand has another setup than the previous one."""
        former: list[Sheet] = [self.analysis.language.parsed(text).value for text in self._texts]
        setups = [sheet.values[0] for sheet in (self.replayed.sheet, *former) if len(sheet.values) > 1]
        return sum(one != other for one, other in pairwise(setups)) / max(1, len(setups))

    def _compact(self) -> dict[bool, float]:
        """Return the probabilities that the entries of the hand are on one line, or not."""
        sheet = self.replayed.sheet
        written = [one for one in sheet.entries if one.start <= self.at]
        end = written[1].start if len(written) > 1 else self.at
        if written and (gap := sheet.text[written[0].end : end]).strip(" \t"):
            return {LINE_BREAK.search(gap) is None: 1.0}
        if self.former and len(self.former.entries) > 1:
            return {self.former.sheet.compact: 1.0}
        if self.analysis.siblings:
            compact, likely = usual([one.compact for one in self.analysis.siblings], FORMS_DIFFER)
            return {compact: likely, not compact: 1 - likely}
        return {True: COMPACT, False: 1 - COMPACT}


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Return the cursor at an offset. Right before a setup, it is in the previous hand."""
    return Cursor(analysis, replayed_before(analysis, offset), offset)
