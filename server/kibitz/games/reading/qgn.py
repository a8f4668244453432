"""Games of Quibbble, action by action, up to the first illegal one."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.games import IllegalError
from kibitz.games.quibbble import Game, begin
from kibitz.games.reading import Moment
from kibitz.languages.qgn.check.step import actions_of
from kibitz.languages.qgn.features._history import games_of, read
from kibitz.languages.qgn.text.items import Junk
from kibitz.languages.qgn.text.record import Game as Written
from kibitz.languages.qgn.text.record import games, read_head, winning


def moments(analysis: Analysis) -> Iterator[Moment]:
    number = 0
    for written in games(analysis.document):
        try:
            game, end = _begun(analysis, written)
        except ValueError:
            # A game with unknown rules has no moves.
            continue
        yield Moment(written.start, end, number, game)
        yield from _played(analysis, written, number, game)
        number += 1


def _begun(analysis: Analysis, written: Written) -> tuple[Game, int]:
    """Return the game before its first action, and the end of its tags. Raises ValueError if it cannot begin."""
    if written.head is None:
        raise ValueError("a game without tags")
    part = read(analysis, written.head)
    head = read_head(part, games_of(analysis))
    end = max((start + len(tag.text) for start, tag in winning(part).values()), default=0)
    game = begin(head.key or "", head.teams, seed=head.seed, variant=head.variant, decks=head.decks)
    return game, written.head.start + end


def _played(analysis: Analysis, written: Written, number: int, game: Game) -> Iterator[Moment]:
    for place in written.places:
        for start, action in actions_of(read(analysis, place)):
            if isinstance(action, Junk):
                return
            try:
                game = game.play(action.plain)
            except IllegalError:
                return
            yield Moment(place.start + start, place.start + start + len(action.text), number, game)
