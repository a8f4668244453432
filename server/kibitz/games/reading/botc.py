"""Games of Blood on the Clocktower, grimoire by grimoire. The characters in a bag have no seats yet."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.games.clocktower import Game
from kibitz.games.reading import Moment
from kibitz.languages.botc.features.rows import games


def moments(analysis: Analysis) -> Iterator[Moment]:
    number = 0
    for log in games(analysis):
        game = Game(())
        for one in log:
            if one.record.form != "bag":
                game = game.then(one.record.grimoire, one.title.title if one.title else "")
                yield Moment(*one.span, number, game)
        number += bool(game.grimoires)
