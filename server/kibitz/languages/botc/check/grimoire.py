"""BOT12 and BOT13: what the rules say of a grimoire or a bag as a whole: who is in play, how many of each team, whether it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kibitz.core.values import Diagnostic, Related, Severity
from kibitz.core.words import plural
from kibitz.languages.botc.game.changing import BACK
from kibitz.languages.botc.game.moment import over, written
from kibitz.languages.botc.game.roles import Role, roles
from kibitz.languages.botc.game.script import STORYTELLER, Script
from kibitz.languages.botc.game.setup import (
    MOST_WITH_TRAVELLERS,
    UNSEEN,
    borrowed,
    composition,
    expected,
    explained,
    in_play,
    team,
    teams,
    truly,
)
from kibitz.languages.botc.text.nodes import Record, Seat, Word
from kibitz.languages.botc.text.rulebook import rules

FEWEST, MOST = 5, 15
RELATED = 8
"""How many other places a finding leads to at the most."""


def check_grimoire(record: Record, script: Script) -> Iterator[Diagnostic]:
    """The findings about a record that was read completely."""
    present = in_play(record.grimoire, script) if record.seats else _characters(record.roles, script)
    present += [role for role in script.storyteller if role not in present]
    yield from _repeated(record, present, script)
    if record.form == "bag":
        yield from _bag(record, present, script)
    elif record.seats:
        yield from _storyteller(record.seats, script)
        yield from _seats(record, present, script)


def _characters(words: Iterable[Word], script: Script) -> list[Role]:
    return [role for word in words if (role := script.role(word.text))]


def _start(record: Record) -> tuple[int, int]:
    """Where something about the whole is reported: its first character."""
    return record.span.start, record.span.start + 1


# Characters


def _repeated(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    """A character that two have."""
    free = [role.setup["free_duplicates"] for role in present if role.setup.get("free_duplicates")]
    held: dict[str, list[Word]] = {}
    characters: dict[str, Role] = {}
    for word, (role, dead) in zip(record.words, _held(record, script), strict=True):
        # A dead Demon may have passed its character on.
        if role and not (role.team == "demon" and dead):
            held.setdefault(role.id, []).append(word)
            characters[role.id] = role
    for name, (first, *others) in held.items():
        role = characters[name]
        if others and not (role.duplicates or True in free or (free and role.good) or _became(role, record)):
            related = [Related(first.span, f"the first {role.name}")]
            related += [Related(word.span, "one more") for word in others[1:RELATED]]
            found = f"a second {role.name}" if len(others) == 1 else f"{len(others) + 1} are the {role.name}"
            yield rules()["character-twice"].at(*others[0].span, found=found, related=related)
    yield from _too_many(record, script)


def _became(role: Role, record: Record) -> bool:
    """Whether others have become the character: on the third day of Riot all Minions are Riot, and of a Farmer or a Demon
    who dies, and may live again, somebody else is one."""
    held = {seat.player.role for seat in record.seats}
    dead = {seat.player.role for seat in record.seats if seat.entry.dead}
    if role.id == "riot":
        return _riot(record) or bool(dead)
    lives_again = not BACK.isdisjoint(held) and (role.id == "farmer" or role.team == "demon")
    return lives_again or (role.id == "farmer" and role.id in dead)


def _riot(record: Record) -> bool:
    """Whether it is the third day of Riot."""
    return any("riot:day_3" in seat.player.tokens for seat in record.seats)


def _too_many(record: Record, script: Script) -> Iterator[Diagnostic]:
    """More than so many of a character of which there may be several."""
    held: dict[str, list[int]] = {}
    for number, (role, _) in enumerate(_held(record, script)):
        if role and role.id in role.setup.get("duplicates", ()):
            held.setdefault(role.id, []).append(number)
    for name, numbers in held.items():
        most = roles()[name].setup["duplicates"][name][1]
        if numbers[most:]:
            yield rules()["too-many-of-one"].at(
                *record.words[numbers[most]].span, role=roles()[name].name, most=most
            )


def _held(record: Record, script: Script) -> list[tuple[Role | None, bool]]:
    """Who holds which character, in the order of the words, and whether they are dead."""
    if record.roles:
        return [(script.role(word.text), False) for word in record.roles]
    # Of a borrowed ability somebody else may have the character.
    return [
        (None if borrowed(seat.player, script) else script.role(seat.player.role), seat.entry.dead)
        for seat in record.seats
    ]


def _storyteller(seats: Sequence[Seat], script: Script) -> Iterator[Diagnostic]:
    for seat in seats:
        role = script.role(seat.player.role)
        if role and role.team in STORYTELLER:
            yield rules()["storyteller-character"].at(*seat.role.span, role=role.name, team=role.team.title())


# Numbers


def _seats(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    grimoire = record.grimoire
    sides = teams(grimoire, script)
    living = not any(player.dead for player in grimoire.players)
    # Characters may have changed since the setup.
    changed = not living or any(role.changes for role in present) or _riot(record)
    travellers = sides.count("traveller")
    players = len([one for one in sides if one not in STORYTELLER]) - travellers
    yield from _players(record, players, travellers)
    if None not in sides:
        found = composition(sides)
        unseen = [roles()[name] for name in UNSEEN if name in script.roles and living]
        hidden = [wanted for role in unseen if (wanted := expected(players, [*present, role]))]
        if not any(wanted.allows(found) for wanted in hidden):
            yield from _composition(record, players, present, found, changed)
        yield from _required(record, present, changed)
        yield from _neighbours(record, changed, script)
        yield from _evil_line(record, changed, script)
    if reason := over(grimoire, script):
        yield rules()["game-over"].at(*_start(record), reason=reason)


def _players(record: Record, players: int, travellers: int) -> Iterator[Diagnostic]:
    if players < FEWEST:
        found = f"{plural(players, 'player')}, where at least {FEWEST} play"
    elif players > MOST:
        found = f"{plural(players, 'player')} besides travellers, where at most {MOST} play"
    elif players + travellers > MOST_WITH_TRAVELLERS:
        found = f"{players + travellers} players, where at most {MOST_WITH_TRAVELLERS} play"
    else:
        return
    yield rules()["player-count"].at(*_start(record), found=found)


def _composition(
    record: Record, players: int, present: list[Role], found: tuple[int, int, int, int], changed: bool
) -> Iterator[Diagnostic]:
    wanted = expected(players, present)
    if wanted and not wanted.allows(found):
        because = f" with {' and '.join(wanted.because)}" if wanted.because else ""
        yield rules()["composition"].at(
            *_start(record),
            severity=Severity.INFORMATION if changed else None,
            players=plural(players, "player"),
            expected=f"{wanted} expected{because}",
            found=written(found),
        )


def _bag(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    counted = [
        role
        for role in present
        if role.team not in STORYTELLER | {"traveller"} and role.setup.get("demon_seat", True)
    ]
    known = all(script.role(word.text) for word in record.roles) and len(counted) >= FEWEST
    if known and not explained(len(counted), counted):
        yield from _composition(
            record, len(counted), present, composition(role.team for role in counted), False
        )
    for word in record.roles:
        role = script.role(word.text)
        if role and role.not_in_bag:
            yield rules()["not-in-bag"].at(*word.span, role=role.name)
        elif role and role.team in STORYTELLER:
            yield rules()["storyteller-character"].at(*word.span, role=role.name, team=role.team.title())


def _required(record: Record, present: list[Role], changed: bool) -> Iterator[Diagnostic]:
    """The Choirboy needs a King, the Huntsman a Damsel."""
    names = {role.id for role in present}
    for seat in record.seats:
        role = truly(seat.player)
        if role is None or not role.setup:
            continue
        for needed in role.setup.get("requires", ()):
            if needed not in names:
                yield rules()["missing-character"].at(
                    *seat.role.span,
                    severity=Severity.INFORMATION if changed else None,
                    role=role.name,
                    needed=roles()[needed].name,
                )


def _neighbours(record: Record, changed: bool, script: Script) -> Iterator[Diagnostic]:
    """The Marionette sits beside the Demon; travellers that have joined since do not count.

    Jinxes: with Lil' Monsta it sits beside a Minion, with a Summoner beside that.
    """
    seats = _without_travellers(record, script)
    names = {seat.player.role for seat in seats}
    monsta = any("lil_monsta:is_the_demon" in seat.player.tokens for seat in seats)
    for index, seat in enumerate(seats):
        player = seat.player
        if player.role != "marionette" and "marionette:is_the_marionette" not in player.tokens:
            continue
        beside = [seats[index - 1].player, seats[(index + 1) % len(seats)].player]
        right = ("demon", "minion") if monsta or "lil_monsta" in names else ("demon",)
        if not any(team(other, script) in right or other.role == "summoner" for other in beside):
            severity = Severity.INFORMATION if changed else None
            yield rules()["marionette-apart"].at(*seat.name.span, severity=severity, name=player.name)


def _without_travellers(record: Record, script: Script) -> list[Seat]:
    return [seat for seat in record.seats if team(seat.player, script) != "traveller"]


def _evil_line(record: Record, changed: bool, script: Script) -> Iterator[Diagnostic]:
    """With the Lord of Typhon the evil players sit side by side, he himself between two of them."""
    seats = _without_travellers(record, script)
    players = [seat.player for seat in seats]
    count = len(players)
    lords = [index for index, player in enumerate(players) if player.role == "lord_of_typhon"]
    evil = {index for index, player in enumerate(players) if team(player, script) in {"minion", "demon"}}
    if len(lords) != 1 or len(evil) < 3:
        return
    [lord] = lords
    line = {lord}
    for step in (1, -1):
        index = (lord + step) % count
        while index in evil and index not in line:
            line.add(index)
            index = (index + step) % count
    severity = Severity.INFORMATION if changed else None
    for index in sorted(evil - line):
        name = seats[index].name
        yield rules()["evil-apart"].at(*name.span, severity=severity, name=name.text)
    if evil == line and not {(lord - 1) % count, (lord + 1) % count} <= evil:
        name = seats[lord].name
        yield rules()["typhon-outside"].at(*name.span, severity=severity, name=name.text)
