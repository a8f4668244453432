"""Statistics of Quibbble games: lengths, winners, openings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, times
from kibitz.core.rows import Record, Rows, Said, Value, by_columns, declared
from kibitz.languages.qgn.features.rows import OPENING, RECORDS, of_games

TEAMS = declared("kibitz.languages.qgn", "teams")
_RECORDS = Rows(RECORDS, of_games)


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    teams = Rows(TEAMS, _teams)
    games = Figure("games", times)
    wins = (
        Figure("won"),
        Figure("drawn"),
        Figure("finished", "over"),
        games,
    )
    return (
        Tally(
            "Games",
            _RECORDS,
            ("game",),
            (
                games,
                Figure("finished", "over"),
                Figure("drawn", each(_drawn, "over", "winners", "teams")),
                Figure("mean actions", "actions", fold="mean"),
                Figure("mean rounds", "rounds", fold="mean"),
                Figure("refused actions", "refused"),
            ),
        ),
        Tally("Wins", teams, ("game", "name"), wins),
        Tally("Who begins", teams, ("game", "team"), wins, most=0),
        Tally(
            f"Openings: the first {OPENING} actions",
            _RECORDS,
            ("game", "opening"),
            (games,),
        ),
    )


def _drawn(over: Value, winners: Value, teams: Value) -> bool:
    """Return whether a game ended without a winner, or with all of several teams as winners."""
    won, names = (cast("tuple[str, ...]", some or ()) for some in (winners, teams))
    return bool(over) and (not won or (len(won) == len(names) > 1))


def _teams(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each team of each game."""
    told = by_columns("", analysis, _RECORDS)
    columns = [told[name] for name in ("game", "teams", "over", "winners")]
    for game, teams, over, winners in zip(*columns, strict=True):
        names, won = (cast("tuple[str, ...]", some or ()) for some in (teams, winners))
        drawn = _drawn(over, winners, teams)
        said = [
            Said(game, team, name, over, name in won and not drawn, drawn)
            for team, name in enumerate(names)
            if name
        ]
        yield Record(0, [(0, 0, (one,)) for one in said])
