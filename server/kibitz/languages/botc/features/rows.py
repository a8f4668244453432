"""Grimoires as rows: one for each seat of each grimoire, or one for each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, times
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Kind, Row, Rows, Said, declared
from kibitz.core.rows import Record as Game
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import DatedGrimoire, moments
from kibitz.languages.botc.game.log import Player, one_game, public
from kibitz.languages.botc.game.night import WINNERS, count, over
from kibitz.languages.botc.game.roles import EVIL, GOOD, Script, known_as
from kibitz.languages.botc.game.setup import alignments, teams
from kibitz.languages.botc.game.shorthand import learnt, nominations
from kibitz.languages.botc.text.nodes import in_full

EVENTS = declared("kibitz.languages.botc", "events")
RECORDS = declared("kibitz.languages.botc", "records")


def rows(language: object, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": of_games(EVENTS, _of_game), "records": EACH_GAME}.get(kind)


@kept_with
def games(analysis: Analysis, hidden: bool = False) -> Sequence[list[DatedGrimoire]]:
    """Return the grimoires of each game. With `hidden`, characters do not separate games.

    A bag belongs to the game that follows it. The result is cached, because several tables need it.
    """
    found: list[list[DatedGrimoire]] = []
    for one in moments(analysis.document):
        last = next((one for one in reversed(found[-1] if found else ()) if one.record.form != "bag"), None)
        old, new = (public(it.record.grimoire) if hidden else it.record.grimoire for it in (last or one, one))
        other = last and (one.record.form == "bag" or not one_game(old, new, titled=last.title != one.title))
        if not found or one.anew or other:
            found.append([])
        found[-1].append(one)
    return found


def nights(game: list[DatedGrimoire]) -> Iterator[tuple[int, DatedGrimoire]]:
    """Yield each grimoire of a game with the night of its title, or with its number if it has no title."""
    seated = [one for one in game if one.record.form != "bag"]
    for number, one in enumerate(seated, start=1):
        yield one.title.night if one.title else number, one


def of_games(
    columns: tuple[Column, ...], rows: Callable[[Script, list[DatedGrimoire]], Iterable[Row]]
) -> Rows:
    """Return a table that is built game by game."""

    def records(analysis: Analysis) -> Iterator[Game]:
        return (Game(game[0].span.start, rows(analysis.context, game)) for game in games(analysis))

    return Rows(columns, records)


def _of_game(script: Script, game: list[DatedGrimoire]) -> Iterator[Row]:
    for start, record, *_ in game:
        for number, word in enumerate(record.roles, start=1):
            held = known_as(word.text)
            said = Said(None, number, None, held, script.team(held), None, None, None, "bag")
            yield *word.span.shifted(start), (said,)
    for night, (start, record, *_) in nights(game):
        for number, seat in enumerate(record.seats, start=1):
            role = script.role(seat.player.role)
            yield *seat.span.shifted(start), (
                Said(
                    night, number, seat.name.text or None, role.id if role else seat.player.role or None,
                    role.team if role else None, not seat.dead, not seat.spent,
                    " ".join(map(in_full, seat.player.tokens)), record.form,
                ),
            )  # fmt: skip


def _of_record(script: Script, game: list[DatedGrimoire]) -> Iterator[Row]:
    name = script.name or None
    seated = list(nights(game))
    span = Span(game[0].span.start, game[-1].span.end)
    if not seated:
        yield *span, (Said(name, 0, *[None] * (len(RECORDS) - 2)),)
        return
    grimoire = seated[-1][1].record.grimoire
    numbers, sides = count(grimoire, script), teams(grimoire, script)
    demons = [player.name for player, its in zip(grimoire.players, sides, strict=True) if its == "demon"]
    reason, lives = over(grimoire, script), _lives(seated, script)
    ends = [met[0] for met in lives], [met[-1] for met in lives]
    said = Said(
        name,
        len({night for night, _ in seated} - {0}),
        numbers.players,
        *numbers.sides,
        numbers.travellers,
        numbers.alive,
        numbers.votes,
        " ".join(demons),
        reason or None,
        WINNERS.get(reason),
        tuple(player.name for _, player, _ in ends[1]),
        *(tuple(player.role for _, player, _ in end) for end in ends),
        *(tuple(side for *_, side in end) for end in ends),
        tuple("dead" if player.dead else "alive" for _, player, _ in ends[1]),
        *_day_columns(seated),
    )
    yield *span, (said,)


def _lives(
    seated: Iterable[tuple[int, DatedGrimoire]], script: Script
) -> list[list[tuple[int, Player, str]]]:
    """Return the nights, states and sides of each player of a game."""
    met: dict[str, list[tuple[int, Player, str]]] = {}
    for night, moment in seated:
        grimoire = moment.record.grimoire
        for player, side in zip(grimoire.players, alignments(grimoire, script), strict=True):
            met.setdefault(player.name, []).append((night, player, side))
    return [*met.values()]


def _day_columns(seated: list[tuple[int, DatedGrimoire]]) -> Iterator[tuple[str, ...]]:
    """Yield the nominations, then the information that players have learnt."""
    nominated, told = list[str](), list[str]()
    before = seated[0][1].record.players
    for night, one in seated:
        for found in nominations(one.events, before):
            votes = f" {found.votes}" if found.votes is not None else ""
            nominated.append(f"{night} {found.who} > {found.whom}{votes}")
        told += [f"{night} {who} {what}" for who, what in learnt(one.events, before)]
        before = one.record.players
    yield from (tuple(nominated), tuple(told))


EACH_GAME = of_games(RECORDS, _of_record)


LIVES = declared("kibitz.languages.botc", "lives")
_FIGURES = (Figure("games", times), Figure("died"), Figure("poisoned"), Figure("nights"))


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    records, lives = EACH_GAME, of_games(LIVES, _life_rows)
    sides = (Figure("good"), Figure("evil"))
    return (
        Tally(
            "Games",
            records,
            ("script",),
            (
                _FIGURES[0],
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


def _life_rows(script: Script, game: list[DatedGrimoire]) -> Iterator[Row]:
    """Yield a row for each player of a game."""
    for met in _lives(nights(game), script):
        last, sat = met[-1][1], {night for night, *_ in met} - {0}
        poisoned = {night for night, one, _ in met if any(token.endswith("poisoned") for token in one.tokens)}
        team, died = script.team(last.role), any(one.dead for _, one, _ in met)
        sides = team in GOOD, team in EVIL
        yield *game[0].span, (Said(last.name, last.role, team, *sides, len(sat), died, len(poisoned)),)
