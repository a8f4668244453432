"""BOT12 and BOT13: what the rules say of a grimoire or a bag as a whole: who is in play, how many of each team, whether it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Diagnostic
from kibitz.core.words import plural
from kibitz.languages.botc.check.words import again
from kibitz.languages.botc.game.moment import over, written
from kibitz.languages.botc.game.roles import EVIL, Role, having, roles
from kibitz.languages.botc.game.script import STORYTELLER, Script
from kibitz.languages.botc.game.setup import (
    MOST_WITH_TRAVELLERS,
    UNSEEN,
    Counts,
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
from kibitz.languages.botc.text.rulebook import report

FEWEST, MOST = 5, 15


def check_grimoire(record: Record, script: Script) -> Iterator[Diagnostic]:
    """The findings about a record that was read completely."""
    words = script.known(word.text for word in record.roles)
    present = in_play(record.grimoire, script) if record.seats else words
    present += [role for role in script.storyteller if role not in present]
    yield from _repeated(record, present, script)
    yield from _storyteller(record, script)
    if record.form == "bag":
        yield from _bag(record, present, script)
    elif record.seats:
        yield from _seats(record, present, script)


# Characters


def _repeated(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    """A character that two have."""
    free = [role.setup["free_duplicates"] for role in present if role.setup.get("free_duplicates")]
    held = _held(record, script)
    for role, words_of in held:
        # A dead Demon may have passed its character on.
        words = [word for word, dead in words_of if not (role.team == "demon" and dead)]
        free_for_all = role.duplicates or True in free or (free and role.good) or _became(role, record)
        if len(words) > 1 and not free_for_all:
            first, *others = words
            related = again(first, f"the first {role.name}", others)
            found = f"a second {role.name}" if len(others) == 1 else f"{len(words)} are the {role.name}"
            yield report("character-twice", others[0].span, found=found, related=related)
    for role, words_of in held:
        # Of some there may be several, but no more than so many.
        if role.id in (several := role.setup.get("duplicates", {})):
            most = several[role.id][1]
            for word, _ in words_of[most : most + 1]:
                yield report("too-many-of-one", word.span, role=role.name, most=most)


def _became(role: Role, record: Record) -> bool:
    """Whether others have become the character: on the third day of Riot all Minions are Riot, and of a Farmer or a Demon
    who dies, and may live again, somebody else is one."""
    held = {seat.player.role for seat in record.seats}
    dead = {seat.player.role for seat in record.seats if seat.entry.dead}
    if role.id == "riot":
        return _riot(record) or bool(dead)
    lives_again = bool(having("revives") & held) and (role.id == "farmer" or role.team == "demon")
    return lives_again or (role.id == "farmer" and role.id in dead)


def _riot(record: Record) -> bool:
    """Whether it is the third day of Riot."""
    return any("riot:day_3" in seat.player.tokens for seat in record.seats)


def _held(record: Record, script: Script) -> list[tuple[Role, list[tuple[Word, bool]]]]:
    """The words by which each character is held, each with whether its holder is dead."""
    held: dict[str, list[tuple[Word, bool]]] = {}
    for word in record.roles:
        held.setdefault(word.text, []).append((word, False))
    for seat in record.seats:
        # Of a borrowed ability somebody else may have the character.
        if not borrowed(seat.player, script):
            held.setdefault(seat.player.role, []).append((seat.role, seat.entry.dead))
    return [(role, words) for name, words in held.items() if (role := script.role(name))]


def _storyteller(record: Record, script: Script) -> Iterator[Diagnostic]:
    """The storyteller's characters that are written as a player's."""
    for word in record.words:
        role = script.role(word.text)
        if role and role.team in STORYTELLER:
            yield report("storyteller-character", word.span, role=role.name, team=role.team.title())


# Numbers


def _seats(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    grimoire = record.grimoire
    sides = teams(grimoire, script)
    living = not any(player.dead for player in record.players)
    # Characters may have changed since the setup.
    changed = not living or any(role.changes for role in present) or _riot(record)
    travellers = sides.count("traveller")
    players = len([one for one in sides if one not in STORYTELLER]) - travellers
    if number := _unusual(players, travellers):
        yield report("player-count", record.span.first, found=number)
    if None not in sides:
        found = composition(sides)
        unseen = [roles()[name] for name in UNSEEN if name in script.roles and living]
        hidden = [wanted for role in unseen if (wanted := expected(players, [*present, role]))]
        if not any(wanted.allows(found) for wanted in hidden):
            yield from _composition(record, players, present, found, changed)
        yield from _required(record, present, changed)
        yield from _sitting(record, changed, script)
    if reason := over(grimoire, script):
        yield report("game-over", record.span.first, reason=reason)


def _unusual(players: int, travellers: int) -> str:
    """What is remarkable about a number of players; mostly nothing."""
    if players < FEWEST:
        return f"{plural(players, 'player')}, where at least {FEWEST} play"
    if players > MOST:
        return f"{plural(players, 'player')} besides travellers, where at most {MOST} play"
    if players + travellers > MOST_WITH_TRAVELLERS:
        return f"{players + travellers} players, where at most {MOST_WITH_TRAVELLERS} play"
    return ""


def _composition(
    record: Record, players: int, present: list[Role], found: Counts, changed: bool
) -> Iterator[Diagnostic]:
    wanted = expected(players, present)
    if wanted and not wanted.allows(found):
        because = f" with {' and '.join(wanted.because)}" if wanted.because else ""
        yield report(
            "composition",
            record.span.first,
            mild=changed,
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
        found = composition(role.team for role in counted)
        yield from _composition(record, len(counted), present, found, False)
    for word in record.roles:
        if (role := script.role(word.text)) and role.not_in_bag:
            yield report("not-in-bag", word.span, role=role.name)


def _required(record: Record, present: list[Role], changed: bool) -> Iterator[Diagnostic]:
    """The Choirboy needs a King, the Huntsman a Damsel."""
    names = {role.id for role in present}
    for seat in record.seats:
        role = truly(seat.player)
        for needed in role.setup.get("requires", ()) if role else ():
            if role and needed not in names:
                name = roles()[needed].name
                yield report("missing-character", seat.role.span, mild=changed, role=role.name, needed=name)


def _sitting(record: Record, changed: bool, script: Script) -> Iterator[Diagnostic]:
    """Who has to sit beside whom; travellers that have joined since do not count."""
    seats = [seat for seat in record.seats if team(seat.player, script) != "traveller"]
    apart = [*_marionettes(seats, script), *_outside_line(seats, script)]
    for slug, seat in apart:
        yield report(slug, seat.name.span, mild=changed, name=seat.player.name)


def _marionettes(seats: Sequence[Seat], script: Script) -> Iterator[tuple[str, Seat]]:
    """The Marionette sits beside the Demon.

    Jinxes: with Lil' Monsta it sits beside a Minion, with a Summoner beside that.
    """
    players = [seat.player for seat in seats]
    monsta = any(one.role == "lil_monsta" or "lil_monsta:is_the_demon" in one.tokens for one in players)
    right = ("demon", "minion") if monsta else ("demon",)
    for index, player in enumerate(players):
        if player.role == "marionette" or "marionette:is_the_marionette" in player.tokens:
            beside = (players[index - 1], players[(index + 1) % len(players)])
            if not any(team(other, script) in right or other.role == "summoner" for other in beside):
                yield "marionette-apart", seats[index]


def _outside_line(seats: Sequence[Seat], script: Script) -> Iterator[tuple[str, Seat]]:
    """With the Lord of Typhon the evil players sit side by side, he himself between two of them."""
    count = len(seats)
    lords = [index for index, seat in enumerate(seats) if seat.player.role == "lord_of_typhon"]
    evil = {index for index, seat in enumerate(seats) if team(seat.player, script) in EVIL}
    if len(lords) != 1 or len(evil) < 3:
        return
    [lord] = lords
    line = {lord}
    for step in (1, -1):
        index = (lord + step) % count
        while index in evil and index not in line:
            line.add(index)
            index = (index + step) % count
    yield from (("evil-apart", seats[index]) for index in sorted(evil - line))
    if evil == line and not {(lord - 1) % count, (lord + 1) % count} <= evil:
        yield "typhon-outside", seats[lord]
