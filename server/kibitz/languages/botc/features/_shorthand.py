"""Options for shorthand after a grimoire: events with players and characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.next import Option
from kibitz.languages.botc.features._context import CursorContext
from kibitz.languages.botc.features._cursor import first_night, grimoires, moments
from kibitz.languages.botc.features._options import Laying
from kibitz.languages.botc.features._previous import PreviousGrimoire, lasts
from kibitz.languages.botc.game.log import Grimoire, Player, following
from kibitz.languages.botc.game.night import count, night
from kibitz.languages.botc.game.roles import Role, changed_by
from kibitz.languages.botc.game.shorthand import (
    LAYS,
    VERBS,
    Shorthand,
    nominations,
    shorthand_events,
)

_SAID = {
    **{verb: f"a player {does}" for verb, does in VERBS.items()},
    "swap": "two players swap characters; by day, with a Matron, seats",
    "nom": "a nomination: `nom ann > hal 5`",
    "learns": "information for a player: `learns dee 2`",
}
_OF_DEAD = ("vote", "revive")
"""Verbs that concern dead players."""
_PAIRS = ("nom", "swap")
"""Verbs with two players."""
_MORE = {("nom", 0): " > ", ("nom", 1): " ", ("swap", 0): " ", ("learns", 0): " "}
"""Separators after the first or second player if more follows."""
_OF_VERB = re.compile(
    rf"[ \t]*(?P<verb>{'|'.join(_SAID)})[ \t]+(?P<said>(?:.*[ \t>])?)(?P<word>\w*)", re.IGNORECASE
)
_BEGUN = re.compile(r"[ \t]*(?P<word>\w+)")
_OF_PLAYER = re.compile(r"[ \t]*(?P<who>\w+)[ \t]*(?P<sign>[>+-]?)[ \t]*(?P<word>[\w:]*)")
_TITLE = re.compile(r"[ \t]*#[^\S\r\n]*\w*")


def shorthand(analysis: Analysis, offset: int) -> tuple[str, list[Option]]:
    """Return the last word of a line of shorthand or of a title, and the options for it."""
    now, line = behind(analysis, offset)
    if _TITLE.fullmatch(line):
        if now is None and not any(moments(analysis.document)):
            return line, [Option("# Setup", "start of a log", kind="keyword")]
        if now and now.title and now.title == now.above[0]:
            return line, [Option(following(now.title), "next title", kind="keyword")]
    if now is None:
        return "", []
    if found := _OF_VERB.fullmatch(line):
        return found["word"], [*_of_verb(now, found["verb"].lower(), found["said"].split(), found["word"])]
    if found := _BEGUN.fullmatch(line):
        return found["word"], [*_begun(now, found["word"])]
    if (found := _OF_PLAYER.fullmatch(line)) and (who := _players(now).get(found["who"].casefold())):
        return found["word"], [*_of_player(now, who, found["sign"])]
    return "", []


def behind(analysis: Analysis, offset: int) -> tuple[CursorContext | None, str]:
    """Return the context of the line at an offset, or None without a grimoire above, and the line up to the offset."""
    document = analysis.document
    begin = document.line_at(offset).start
    now = CursorContext.behind(analysis, document.place_at(max(begin - 1, 0)), begin)
    # An unfinished grimoire continues below.
    above = next(grimoires(document, document.until(now.place)), None) if now.log else None
    inside = above is None or above[0].start + above[1].span.end > begin
    return None if inside else now, document.text(begin, offset)


def ended(now: CursorContext, line: str) -> bool:
    """Return whether a line is complete shorthand. A prefix of a name may still grow."""
    event = Shorthand.of(line)
    if event is None or event.lacks:
        return False
    whole = (event.what if event.verb == "swap" else event.who).casefold() in _players(now)
    return whole or event.verb in {"nom", "learns", ">", "+", "-"}


def due(now: CursorContext) -> str:
    """Return the likely beginning of the next line in a log with shorthand, or an empty text.

    A night goes on with the next character that acts, and a day with the execution.
    """
    if not now.jotting:
        return ""
    past, said = PreviousGrimoire(now), now.notes[0].casefold()
    expected = _acting(now, past) if past.night else _by_day(now, "exec " in said)
    return next((one for one in expected if one.casefold() not in said), "")


def _by_day(now: CursorContext, executed: bool) -> Iterator[str]:
    """Yield the beginnings of a nomination, in a log with nominations, and of the execution."""
    if not executed:
        yield from ["nom "] * ("nom " in "".join(now.notes[1:]))
        yield f"exec {next(iter(_condemned(now)), '')}"


def _condemned(now: CursorContext) -> list[str]:
    """Return the nominated players with a majority of the votes, the one with the most votes first."""
    grimoire = now.log[0].grimoire
    votes = {one.whom: one.votes or 0 for one in nominations(now.events, grimoire.players)}
    majority = count(grimoire).majority
    return [name for name in sorted(votes, key=lambda name: -votes[name]) if votes[name] >= majority]


def _acting(now: CursorContext, past: PreviousGrimoire) -> Iterator[str]:
    """Yield the beginnings for what the characters do in a night, in night order.

    Townsfolk learn something if they have no tokens or a pair of them, such as the Washerwoman.
    """
    before = now.log[0].players
    died = frozenset(
        new.name for old, new in zip(before, past.players, strict=True) if new.dead and not old.dead
    )
    first = first_night(now.log[0], len(now.log) > 1, past.title)
    earlier = "\n".join(now.notes[1:]).casefold()
    told = "learns " in earlier or not any(shorthand_events(earlier))
    for step in night(Grimoire(past.players), first, died, now.script):
        if step.player and step.role and (step.player.dead or "acts at death" not in step.role.traits):
            yield from (f"{verb} " for verb in LAYS if _lays(step.role, verb))
            if step.role.team == "demon" and not first:
                yield "kill "
            learns = f"learns {step.player.name} "
            informed = step.role.team == "townsfolk" and (not step.role.tokens or "wrong" in step.role.tokens)
            if learns.casefold() in earlier or (told and informed):
                yield learns


def _lays(role: Role, verb: str) -> bool:
    """Return whether a character has a token that a verb places."""
    return any(name in role.tokens for name in LAYS[verb])


def _players(now: CursorContext) -> dict[str, Player]:
    return {player.name.casefold(): player for player in now.log[0].players}


def _begun(now: CursorContext, word: str) -> Iterator[Option]:
    """Yield the possible verbs, and the players to whom something happens."""
    players = now.log[0].players
    in_play = now.script.known(player.role for player in players)
    for verb, said in _SAID.items():
        possible = verb not in LAYS or any(_lays(role, verb) for role in in_play)
        if verb in _OF_DEAD:
            possible = any(player.dead for player in players)
        if possible and verb.startswith(word.casefold()):
            yield Option(f"{verb} ", said, kind="keyword")
    for player in players:
        if player.name.casefold().startswith(word.casefold()):
            yield _named(now, player, " ")


def _named(now: CursorContext, player: Player, more: str = "") -> Option:
    detail = f"the {now.script.title(player.role)}{', dead' if player.dead else ''}"
    return Option(player.name + more, detail, kind="player")


def _of_verb(now: CursorContext, verb: str, said: list[str], word: str) -> Iterator[Option]:
    """Yield the players for a verb; for `learns`, also the information."""
    players = now.log[0].players
    number = sum(one != ">" for one in said)
    if any(word == player.name for player in players):
        # The name is complete, so Enter ends the line.
        return
    if number and verb == "learns":
        yield from _told(now, word) if word else ()
        return
    if number > (verb in _PAIRS):
        return
    nominated = _condemned(now) if verb == "exec" else []

    def rank(player: Player) -> tuple[bool, bool, int]:
        place = nominated.index(player.name) if player.name in nominated else len(nominated)
        return player.dead != (verb in _OF_DEAD), player.spent, place

    more = _MORE.get((verb, number), "")
    for player in sorted(players, key=rank):
        # The character finds its player.
        yield _named(now, player, more)._replace(label=f"{player.name} {player.role}")


def _told(now: CursorContext, word: str) -> Iterator[Option]:
    """Yield the players, then the characters that begin with a word, those in play first."""
    for player in now.log[0].players:
        yield _named(now, player)
    seated = {player.role for player in now.log[0].players}
    found = [role for role in now.script.everybody() if role.id.startswith(word.lower()) and role.id != word]
    for role in sorted(found, key=lambda role: (role.id not in seated, not now.script.has(role))):
        yield Option(role.id, f"{role.name}, {role.team}", kind="role")


def _of_player(now: CursorContext, player: Player, sign: str) -> Iterator[Option]:
    """Yield the possible events of a player: tokens to add or remove, and new characters."""
    past, was = PreviousGrimoire(now), now.script.role(player.role)
    players = past.players
    roles = {role.id: role for role in now.script.known(one.role for one in players)}
    dead = {one.role for one in players if one.dead}
    others = [one for one in players if one.name != player.name]
    # A token that lasts for a night or a day moves on.
    lying = [token for one in others for token in one.tokens if lasts(token)]
    if sign in {"", "+"}:
        for owner, text in Laying(past, player.role, player.tokens, others, lying).tokens():
            detail = f"{owner.label(text.rpartition(':')[2])} of the {owner.name}"
            yield _done(text, "" if sign else "+", "token", detail)
    if sign in {"", "-"}:
        for text in player.tokens:
            yield _done(text, "" if sign else "-", "token", f"remove it from {player.name}")
    if sign in {"", ">"}:
        further = [role for role in now.script.for_players() if role.id != player.role]

        def unlikely(role: Role) -> tuple[bool, bool]:
            return not (was and changed_by(was, role, roles, dead)), role.id not in roles

        for role in sorted(further, key=unlikely):
            yield _done(role.id, "" if sign else "> ", "role", f"{role.name}, {role.team}")


def _done(word: str, sign: str, kind: str, detail: str) -> Option:
    return Option(f"{sign}{word}", detail, kind=kind, label=word)
