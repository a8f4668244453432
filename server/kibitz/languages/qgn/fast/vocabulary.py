"""The actions of a game of which nothing is to be said by themselves, read once by their texts: in archives they come
again and again."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from kibitz.core.rules import Rules
from kibitz.languages.qgn.check import play
from kibitz.languages.qgn.check.actions import about
from kibitz.languages.qgn.game.games import Field, Kind, Known
from kibitz.languages.qgn.text.items import FAR, pattern, plain_action

Reading = tuple[int, Any]
"""The team of an action, and what it means to its game: the cell on a board as a bit (where pieces fall, the number of the
column), the row and column of a tile, a card; else None."""
UNCLEAR: Reading = (-1, None)
"""That something is to be said of an action, or that it takes a closer look."""
WORDS_KEPT = 16384
LONG = 100
"""Actions of so many characters are not remembered."""
VALUES_LISTED = 100
"""Details with more values than that are not listed in an expression."""
NOTHING = "(?!)"
"""An expression that nothing fits."""


@lru_cache(maxsize=64)
def vocabulary(known: Known | None, teams: int | None, rules: Rules) -> Vocabulary:
    """The vocabulary of a game between so many teams; None: it is not said how many there are."""
    return Vocabulary(known, FAR if teams is None else teams, rules)


class Vocabulary(dict[str, Reading]):
    """Readings of actions by their texts, those of new ones made when they are asked for."""

    def __init__(self, known: Known | None, teams: int, rules: Rules) -> None:
        super().__init__()
        self._known, self._teams, self._rules = known, teams, rules
        self._usual = _usual(known) if known is not None else None

    def __missing__(self, text: str) -> Reading:
        reading = self._read(text)
        if len(text) < LONG:
            if len(self) >= WORDS_KEPT:
                self.clear()
            self[text] = reading
        return reading

    def _read(self, text: str) -> Reading:
        known = self._known
        if known is None:
            action = plain_action(text)
            return UNCLEAR if action is None or action.index >= self._teams else (action.index, None)
        if self._usual is not None and self._usual.fullmatch(text):
            head, _, details = text.partition("&")
            team, kind = int(head[:-1]), known.kinds[head[-1]]
            sense = play.sense(known, kind, details.split(".") if details else [])
        else:
            action = plain_action(text)
            if action is None or about(known, text, self._rules):
                return UNCLEAR
            team, sense = action.index, play.sense_of(known, text, self._rules)
        if sense is None or team >= self._teams:
            return UNCLEAR
        return team, self._meaning(known, sense)

    def _meaning(self, known: Known, sense: play.Sense) -> object:
        lines = known.board
        if lines is not None:
            *rows, column = sense.numbers
            return 1 << rows[0] * lines.columns + column if rows else column
        return sense.word if known.cards else sense.numbers or None


@cache
def _usual(known: Known) -> re.Pattern[str] | None:
    """What actions of a game look like of which nothing is to be said. It need not know all of them: reading one by the
    grammar and by the rules takes ten times as long. None where it would know none."""
    kinds = [source for kind in known.kinds.values() if (source := _source(kind)) is not None]
    return re.compile(f"[0-9]{{1,9}}(?:{'|'.join(kinds)})") if kinds else None


def _source(kind: Kind) -> str | None:
    """An expression for actions of a kind."""
    if kind.more or kind.letter == "{" or not pattern("SIGN").fullmatch(kind.letter):
        return None
    fields = [_source_of_field(field) for field in kind.fields]
    counts = ["&" + r"\.".join(fields[:count]) if count else "" for count in kind.counts]
    return f"{re.escape(kind.letter)}(?:{'|'.join(counts)})"


def _source_of_field(field: Field) -> str:
    """An expression for some of the details that a field admits, which are such by the grammar, too."""
    if field.low is not None and field.high is not None and field.high - field.low > VALUES_LISTED:
        return NOTHING
    if field.number and field.low is None:
        return "[+-]?[0-9]{1,5}"
    if values := field.values():
        return (
            f"(?:{'|'.join(re.escape(one) for one in values if pattern('DETAIL').fullmatch(one)) or NOTHING})"
        )
    if not field.letters:
        return pattern("DETAIL").pattern
    if not field.letters.isalnum() or len(set(field.letters)) < len(field.letters):
        return NOTHING
    any_of = f"[{field.letters}]"
    every = "".join(f"(?={any_of}*{one})" for one in field.letters)
    return f"{every}{any_of}{{{len(field.letters)}}}"
