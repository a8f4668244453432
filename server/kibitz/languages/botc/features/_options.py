"""Options in a grimoire (players, characters, reminder tokens, whole grimoires) and in a line of shorthand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.next import Option
from kibitz.core.shown import escape
from kibitz.core.words import brief, plural
from kibitz.languages.botc.features._cursor import grimoires, moments
from kibitz.languages.botc.features._log import CursorContext, PreviousGrimoire, lasts
from kibitz.languages.botc.features.conventions import BESIDE, beside
from kibitz.languages.botc.game.log import Grimoire, Player, following
from kibitz.languages.botc.game.night import FEWEST_INFORMED, count, first_night, night
from kibitz.languages.botc.game.roles import (
    COUNTED,
    NOBODY,
    TEAMS,
    Role,
    changed_by,
    edition_name,
    setup_table,
)
from kibitz.languages.botc.game.shorthand import (
    LAYS,
    VERBS,
    Shorthand,
    nominations,
    shorthand_events,
)

NAMES = ("Alice", "Bob", "Charlie", "David", "Eve", "Frank", "Grace")
"""Placeholder names of a new grimoire."""

USUAL, RARER = 0.9, 0.1
"""Probability of the likeliest entry of a player, and the share of it that each next entry has."""

# Players


def players(past: PreviousGrimoire, before: str = "") -> Iterator[Option]:
    """Yield the entries of the next player after a text, or the players of sibling records. The rest of the grimoire follows."""
    now = past.now
    rest = past.written(past.rest[1:])
    then = partial(iter, (Option(f"{now.gap if rest else ''}{rest}{now.end}", chance=1.0),))
    chance = USUAL
    for guess in past.guesses(past.rest[0]) if past.rest else ():
        yield Option(before + guess.text, guess.because, chance, None if guess.open else then, kind="player")
        chance *= RARER
    seated = tuple(seat.player.name for seat in past.done)
    names = now.siblings[0].names if now.siblings and now.last else ()
    likely = seated == names[: len(seated)] and len(seated) < len(names)
    for name in beside(now.siblings, seated, {seat.player.name for seat in now.others()}):
        yield Option((before or now.entry["marks"]) + name, BESIDE, float(likely), kind="player")
        likely = False


def missing(past: PreviousGrimoire) -> Iterator[Option]:
    """Yield entries of players of earlier grimoires who are not seated yet, except the one whose turn it is."""
    here = {seat.player.name for seat in past.now.others()}
    here.update(player.name for player in past.rest[:1])
    for player in (player for record in past.log for player in record.players):
        if player.name not in here:
            here.add(player.name)
            # After the marks of the dead, players who may have died are likely.
            for guess in islice(past.guesses(player), None if past.now.dead else 1):
                yield Option(guess.text, guess.because, kind="player")


def next_grimoire(past: PreviousGrimoire, opening: str, closing: str) -> Iterator[Option]:
    """Yield the next grimoire of the game, or one to fill in, with the players of the sibling record."""
    if past.rest and past.goes_on:
        yield Option(f"{opening}{past.written(past.rest)}{closing}", "copy of the previous grimoire")
        return
    table = past.now.siblings[0].names if past.now.siblings else NAMES
    # Real characters would look like those of a game.
    entries = " ".join(f"{name}:{NOBODY}" for name in table)
    fields = (f"${{{2 * at + 1}:{name}}}:${{{2 * at + 2}:{NOBODY}}}" for at, name in enumerate(table))
    snippet = " ".join(fields)
    label = f"grimoire of {plural(len(table), 'player')}"
    detail = BESIDE if past.now.siblings else "names and characters to fill in"
    yield Option(f"{opening}{entries}{closing}", detail, label=label, snippet=f"{opening}{snippet}{closing}")


# Roles


def roles_for_seat(now: CursorContext) -> Iterator[Option]:
    """Return characters for the seat at the cursor: of the editions in play, of teams that are short, and none twice."""
    others = now.others()
    # In a first grimoire from a completion, the user replaces the text after the cursor.
    here = others if now.log or now.seat else now.seats_before()
    taken, seated = (now.script.known(seat.player.role for seat in seats) for seats in (here, others))
    return _roles(now, seated, taken, len(others) + 1)


def roles_for_bag(now: CursorContext) -> Iterator[Option]:
    """Return characters that fit the remaining counts of a bag."""
    words = now.record.roles if now.record else ()
    here = now.span.start - now.place.start
    others = now.script.known(word.text for word in words if word.start != here)
    return _roles(now, others, others, len(words) + 1, bag=True)


def _roles(
    now: CursorContext, others: Sequence[Role], taken: Sequence[Role], players: int, bag: bool = False
) -> Iterator[Option]:
    """Yield the roles that are not in `taken` for a game of `players` players, the likeliest with `others` first."""
    once = {role.id for role in taken if not role.duplicates}
    former = {one.name: one.role for record in now.log[::-1] for one in record.players}.get(now.entry["name"])
    before = now.script.known(word.text for record in now.log[:1] for word in record.words)
    usual = now.siblings[0].editions if now.siblings else {"trouble_brewing"}
    editions = {role.edition for role in others or before} or usual
    travellers = sum(role.team == "traveller" for role in others)

    def strange(role: Role) -> bool:
        return role.edition not in editions and role.id not in now.script.own

    def rank(role: Role) -> tuple[bool, bool, bool, float, int]:
        twice = role in others and not role.duplicates
        likely = wanted.get(role.team, 0) / free_of[role.team] if free_of[role.team] else 0.0
        return (
            twice,
            role.id != former,
            strange(role),
            -likely,
            TEAMS.index(role.team),
        )

    # The list of all characters is too long: those of other editions need a first letter.
    every = bool(now.word or now.script.roles)
    free = [
        role
        for role in now.script.for_players()
        if role.id not in once and (every or not strange(role)) and not (bag and role.not_in_bag)
    ]
    free_of = Counter(role.team for role in free if not strange(role))
    table, have = setup_table(), Counter(role.team for role in others)
    row = table.get(max(players - travellers, FEWEST_INFORMED), max(table.values()))
    wanted = {team: max(want - have[team], 0) for team, want in zip(COUNTED, row, strict=True)}
    for role in sorted(free, key=rank):
        yield Option(
            now.typed + role.id,
            f"{brief(role.summary or role.name)} · {role.team}",
            kind="role",
            about=_about(role),
        )


def _about(role: Role) -> str:
    """Return the ability and identity of a character as Markdown, escaping untrusted text of a script."""
    if role.official:
        return escape(role.summary)
    return f"{role.summary}\n\n{role.name}, {role.team} of {edition_name(role.edition)}"


# Tokens


def tokens(past: PreviousGrimoire) -> Iterator[Option]:
    """Yield tokens for the player at the cursor, the likeliest first. After the prefix of a character, these are only its tokens."""
    now = past.now
    mine = [part.strip() for part in now.entry["list"].split(",")[:-1]]
    if now.seat:
        cursor = now.span.start + len(now.word) - now.place.start
        mine = [word.text for word in now.seat.tokens if not word.span.holds(cursor)]
    seated = [seat.player for seat in now.others()]
    lying = [token for player in seated for token in player.tokens]
    owner = now.script.owner(now.word.rpartition(":")[0])
    for role, text in Laying(past, now.role, mine, (*seated, *past.rest), lying).tokens(anywhere=True):
        if owner is None or role is owner:
            detail = f"{role.label(text.rpartition(':')[2])} · {role.name}, {role.team}"
            yield Option(now.typed + text, detail, kind="token", about=_about(role))


class Laying:
    """The tokens that may be placed on a player with a role and some tokens. `others` may have more tokens than those that lie."""

    def __init__(
        self,
        past: PreviousGrimoire,
        role: str,
        mine: Sequence[str],
        others: Sequence[Player],
        lying: Iterable[str],
    ) -> None:
        self.past, self.mine, self.script = past, mine, past.now.script
        self.role = self.script.role(role)
        self.in_play = {role, *(player.role for player in others)}
        # In a first grimoire, the characters of the next players are unknown.
        self.editions = set() if past.log else {role.edition for role in self.script.known(self.in_play)}
        self.lying = Counter([*lying, *mine])

    def tokens(self, anywhere: bool = False) -> Iterator[tuple[Role, str]]:
        """Return the tokens of the characters in play, or those that may lie `anywhere`, with their characters, the likeliest first."""
        found = [
            (role, name)
            for role in self.script.everybody()
            for name, most in role.tokens.items()
            if (role.id in self.in_play or (anywhere and self._anywhere(role, name)))
            and self.lying[f"{role.id}:{name}"] < most
            and role.may_be_laid(name, self.role, self.mine, self.lying)
        ]
        return ((role, f"{role.id}:{name}") for role, name in sorted(found, key=self._rank))

    def _anywhere(self, role: Role, name: str) -> bool:
        wakes = role.edition in self.editions and role.first_night and role.team != "traveller"
        return bool(name in role.everywhere or wakes or self._other_half(role)) and self.script.has(role)

    def _other_half(self, role: Role) -> bool:
        """Return whether exactly one token of the pair of a character such as the Washerwoman is in play."""
        lying = sum(self.lying[f"{role.id}:{name}"] for name in role.tokens)
        return "wrong" in role.tokens and lying == 1

    def _rank(self, one: tuple[Role, str]) -> tuple[bool, bool, int, bool, float]:
        """Return the sort key of a token: characters in play, those of the edition, habits of the file, night order."""
        role, name = one
        if self._other_half(role):
            return False, False, -1000, False, 0
        here = self.past.laid_on[f"{role.id}:{name}", self.role.id] if self.role else 0
        night = role.other_night if self.past else role.first_night
        return (
            role.id not in self.in_play,
            role.edition not in self.editions,
            -here - self._usual(role, name),
            night is None,
            night or 0,
        )

    def _usual(self, role: Role, name: str) -> int:
        """Return 1 if the token usually marks such a character, -1 if it usually marks another one, otherwise 0."""
        where = role.placement.get(name, "").partition(":")[0]
        seated = self.role
        if seated is None or where not in {"self", "townsfolk", "outsider", "minion"}:
            return 0
        return 1 if where in {seated.team, "self" if seated is role else ""} else -1


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
    before = now.before
    died = frozenset(
        new.name for old, new in zip(before, past.players, strict=True) if new.dead and not old.dead
    )
    first = first_night(now.log[0].grimoire, len(now.log) > 1, past.title)
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
    return {player.name.casefold(): player for player in now.before}


def _begun(now: CursorContext, word: str) -> Iterator[Option]:
    """Yield the possible verbs, and the players to whom something happens."""
    players = now.before
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
    players = now.before
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
    for player in now.before:
        yield _named(now, player)
    seated = {player.role for player in now.before}
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
