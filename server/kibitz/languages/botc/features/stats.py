"""Statistics of grimoires: characters of the players, and the outcome."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.counting import Figure, Tally, each, times
from kibitz.core.rows import Row, Said, declared
from kibitz.languages.botc.features._cursor import DatedGrimoire
from kibitz.languages.botc.features.rows import EACH_GAME, nights, of_games
from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.roles import Script

LIVES = declared("kibitz.languages.botc", "lives")
_GOOD, _EVIL = ("townsfolk", "outsider"), ("minion", "demon")
_FIGURES = (Figure("games", times), Figure("died"), Figure("poisoned"), Figure("nights"))


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    records, lives = EACH_GAME, of_games(LIVES, _of_game)
    sides = (Figure("good"), Figure("evil"))
    return (
        Tally(
            "Games",
            records,
            ("script",),
            (
                Figure("games", times),
                Figure("nights"),
                Figure("mean players", "players", fold="mean"),
                Figure("over", each(bool, "over")),
            ),
        ),
        Tally("Players", lives, ("player",), (_FIGURES[0], *sides, *_FIGURES[1:])),
        Tally("Teams", lives, ("team",), _FIGURES),
        Tally("Characters", lives, ("role",), _FIGURES),
        Tally("Who played what", lives, ("player", "role"), _FIGURES),
    )


def _of_game(script: Script, game: list[DatedGrimoire]) -> list[Row]:
    """Return a row for each player of a game."""
    seen: dict[str, list[tuple[int, Player]]] = {}
    for night, moment in nights(game):
        for player in moment.record.players:
            seen.setdefault(player.name, []).append((night, player))
    start, end = game[0].span
    return [(start, end, (_life(script, met),)) for met in seen.values()]


def _life(script: Script, met: list[tuple[int, Player]]) -> Said:
    last = met[-1][1]
    sat, poisoned = {night for night, _ in met} - {0}, {night for night, one in met if _poisoned(one)}
    team = script.team(last.role)
    return Said(
        last.name, last.role, team, team in _GOOD, team in _EVIL, len(sat), any(one.dead for _, one in met), len(poisoned),
    )  # fmt: skip


def _poisoned(player: Player) -> bool:
    return any(token.endswith("poisoned") for token in player.tokens)
