"""Slips in the log of a game. They change the contents of a grimoire in any form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.botc.drawing.render import balanced, render
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.testing import Game

Log = list[list[Player]]
"""The players at each moment of a game."""
TITLES = ("# Setup", "# Night 1", "# Day 1", "# Night 2")
SEATED = sorted(role.id for role in roles().values() if role.team not in {"fabled", "loric"})


def log(rng: Random) -> Log:
    """A game in which nothing is wrong."""
    while True:
        game, moments = Game(rng), Log()
        for step in (None, game.night, game.day, game.night):
            if step:
                step()
            moments.append(
                [
                    Player(seat.name, seat.role.id, tuple(seat.tokens), seat.dead, seat.spent)
                    for seat in game.seats
                ]
            )
        found = Analysis.of(load("botc"), in_lines(moments)).diagnostics()
        if not any(one.severity <= Severity.WARNING for one in found):
            return moments


def in_lines(moments: Log) -> str:
    return _written(moments, str)


def in_drawings(moments: Log) -> str:
    return _written(moments, lambda one: render(one, balanced(len(one.players))).text.rstrip("\n"))


def _written(moments: Log, form: Callable[[Grimoire], str]) -> str:
    written = [form(Grimoire(tuple(players))) for players in moments]
    return "".join(f"{title}\n{one}\n\n" for title, one in zip(TITLES, written, strict=True))


def slips(rng: Random, often: int) -> Iterator[tuple[str, Log]]:
    """Yield some logs of each kind of slip, between two other grimoires."""
    for kind, slip in KINDS.items():
        made = 0
        while made < often:
            moments = log(rng)
            number = rng.randrange(1, 3)
            wrong = slip(rng, [*moments[number]], moments[number - 1])
            if wrong and wrong != moments[number]:
                made += 1
                yield kind, [*moments[:number], wrong, *moments[number + 1 :]]


def _typed(rng: Random, word: str) -> str:
    """A word with a letter left out, doubled, replaced, or in the place of the next one."""
    at, letter = rng.randrange(1, len(word)), rng.choice("aeinrst")
    left, right = word[:at], word[at:]
    return left + rng.choice(
        [right[1:], letter + right, letter + right[1:], right[1:2] + right[:1] + right[2:]]
    )


Slip = Callable[[Random, list[Player], list[Player]], "list[Player] | None"]
Change = Callable[[Random, Player], "Player | None"]


def _of_player(change: Change) -> Slip:
    def slip(rng: Random, players: list[Player], _: list[Player]) -> list[Player] | None:
        at = rng.randrange(len(players))
        changed = change(rng, players[at])
        return None if changed is None else [*players[:at], changed, *players[at + 1 :]]

    return slip


def _of_token(change: Callable[[Random, str, str], str]) -> Slip:
    def changed(rng: Random, player: Player) -> Player | None:
        if not player.tokens:
            return None
        at = rng.randrange(len(player.tokens))
        prefix, _, name = player.tokens[at].partition(":")
        tokens = (*player.tokens[:at], change(rng, prefix, name), *player.tokens[at + 1 :])
        return replace(player, tokens=tokens)

    return _of_player(changed)


def _exchanged(part: str) -> Slip:
    def slip(rng: Random, players: list[Player], _: list[Player]) -> list[Player]:
        one, other = rng.sample(range(len(players)), 2)
        first, second = players[one], players[other]
        players[one] = replace(first, **{part: getattr(second, part)}) if part else second
        players[other] = replace(second, **{part: getattr(first, part)}) if part else first
        return players

    return slip


def _alive(rng: Random, players: list[Player], before: list[Player]) -> list[Player] | None:
    """Return the players with a dead one alive."""
    dead = {one.name for one in before if one.dead}
    found = [at for at, one in enumerate(players) if one.name in dead]
    if not found:
        return None
    at = rng.choice(found)
    players[at] = replace(players[at], dead=False, spent=False)
    return players


def _lost(rng: Random, players: list[Player], _: list[Player]) -> list[Player]:
    del players[rng.randrange(len(players))]
    return players


def _twice(rng: Random, players: list[Player], _: list[Player]) -> list[Player]:
    at = rng.randrange(len(players))
    return [*players[: at + 1], *players[at:]]


def _of_another(part: str) -> Slip:
    def slip(rng: Random, players: list[Player], _: list[Player]) -> list[Player]:
        one, other = rng.sample(range(len(players)), 2)
        players[one] = replace(players[one], **{part: getattr(players[other], part)})
        return players

    return slip


KINDS: dict[str, Slip] = {
    "character misspelt": _of_player(lambda rng, one: replace(one, role=_typed(rng, one.role))),
    "character in capitals": _of_player(lambda _, one: replace(one, role=one.role.capitalize())),
    "character without underscore": _of_player(
        lambda _, one: replace(one, role=one.role.replace("_", "")) if "_" in one.role else None
    ),
    "another character": _of_player(lambda rng, one: replace(one, role=rng.choice(SEATED))),
    "character of another": _of_another("role"),
    "name misspelt": _of_player(lambda rng, one: replace(one, name=_typed(rng, one.name))),
    "name without capital": _of_player(lambda _, one: replace(one, name=one.name.lower())),
    "name of another": _of_another("name"),
    "token misspelt": _of_token(lambda rng, prefix, name: f"{prefix}:{_typed(rng, name)}"),
    "prefix misspelt": _of_token(lambda rng, prefix, name: f"{_typed(rng, prefix)}:{name}"),
    "colon lost": _of_token(lambda _, prefix, name: f"{prefix}{name}"),
    "alive again": _alive,
    "names exchanged": _exchanged("name"),
    "characters exchanged": _exchanged("role"),
    "players exchanged": _exchanged(""),
    "player lost": _lost,
    "player twice": _twice,
}
"""Each function turns the players of two moments into a mistake that a person may write."""


_TYPED = (
    ("letter of a character", r"(?<=:)[a-z_]{3,}(?=[ (\]*])", _typed),
    ("letter of a name", r"(?<=[\[ *])[A-Z][a-z]{2,}(?=:)", _typed),
    ("letter of a token", r"(?<=:)[a-z_]{3,}(?=[,)])", _typed),
    ("letter of a prefix", r"(?<=[(,])[a-z_]{3,}(?=:)", _typed),
    ("space lost", r"(?<=[a-z)*]) (?=[A-Z*])", ""),
    ("space within a character", r"(?<=:[a-z]{3})(?=[a-z]{2})", " "),
    ("colon lost", r"(?<=[a-z]):(?=[a-z])", ""),
    ("another sign for a colon", r"(?<=[a-z]):(?=[a-z])", lambda rng, _: rng.choice(";.=-")),
    ("colon doubled", r"(?<=[a-z]):(?=[a-z])", "::"),
    ("first star lost", r"(?<= )\*", ""),
    ("last star lost", r"\*(?=[ \]])", ""),
    ("first bracket lost", r"\[", ""),
    ("last bracket lost", r"\]", ""),
    ("first parenthesis lost", r"\(", ""),
    ("last parenthesis lost", r"\)", ""),
    ("comma for a space", r"(?<=[a-z)*]) (?=[A-Z*])", ", "),
    ("tilde lost", r"~(?=~)", ""),
    ("capital", r"(?<=:)[a-z](?=[a-z_]+[ (\]*])", lambda _, word: word.upper()),
    ("underscore lost", r"(?<=[a-z])_(?=[a-z])", lambda rng, _: rng.choice(["", "-", " "])),
    ("title misspelt", r"(?<=# )(Night|Day)", lambda _, word: word[:1] + word[2] + word[1] + word[3:]),
    ("number of a title", r"(?<=# Day )1", lambda rng, _: rng.choice("2345")),
    ("another prefix", r"(?<=[(,])[a-z_]+(?=:)", lambda rng, _: rng.choice(["butler", "monk", "imp"])),
    ("player twice", r"(?<= )[^ \[\]#]+:[^ \[\]]+(?= )", lambda _, word: f"{word} {word}"),
)  # fmt: skip


def typos(rng: Random, often: int) -> Iterator[tuple[str, str, str]]:
    """Yield kinds of typos, each with a legal log and the log with the typo."""
    for kind, pattern, new in _TYPED:
        made = 0
        while made < often:
            good = in_lines(log(rng))
            if places := [*re.finditer(pattern, good)]:
                found = rng.choice(places)
                written = new if isinstance(new, str) else new(rng, found[0])
                bad = good[: found.start()] + written + good[found.end() :]
                if bad != good:
                    made += 1
                    yield kind, good, bad
