"""Shorthand for the events of a night or a day, one per line, and the grimoire that follows from it.

`kill bob`, `exec hal`, `exile tom`, `vote hal`, `revive eve`, `poison cid`, `protect dee`, `drunk eve`, `star fay` (the Imp dies and Fay
becomes the Imp), `bob > slayer`, `swap bob cid` (characters; by day, with a Matron, seats), `bob +master`, `bob -master`. `nom ann > hal 5`
and `learns dee 2` change nothing. A name or a character names a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.words import did_you_mean, nearest, plural, quoted
from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.roles import UNSAID, Script, of_nobody, same_letters

LAYS = {
    "poison": ("poisoned",),
    "protect": ("safe", "survives_execution"),
    "drunk": ("drunk", "is_the_drunk"),
}
"""Tokens that some verbs place. A verb uses the first one that a character in play has."""
VERBS = {
    "kill": "dies",
    "exec": "is executed",
    "exile": "is exiled",
    "vote": "spends the ghost vote",
    "revive": "is revived",
    "star": "becomes the Demon, and the old Demon dies",
    "poison": "is poisoned",
    "protect": "is protected",
    "drunk": "is drunk",
}
"""The effect of each verb on its player."""
LACKING = {"swap": "with whom", "nom": "who is nominated", "learns": "what"}
"""The second part of some verbs."""
_JOT = re.compile(
    r"(?P<verb>(?i:kill|exec(?:ute)?|exile|vote|revive|star|poison|protect|drunk|swap|nom|learns))"
    r"(?:[ \t]+(?P<who>\w+)(?:[ \t]*-?>[ \t]*|[ \t]+)?(?P<other>.*))?|(?P<one>\w+)[ \t]*(?P<sign>->|[>+-])[ \t]*(?P<what>[\w:]+)"
)
_COMMENT = re.compile(r"[ \t]#")


class Shorthand(NamedTuple):
    """The parts of a line of shorthand: `verb` is a word, or `>`, `+`, `-`."""

    verb: str
    who: str
    what: str = ""

    @classmethod
    def of(cls, line: str) -> Shorthand | None:
        """Return the shorthand of a line, or None. A comment may end the line."""
        found = _JOT.fullmatch(_COMMENT.split(line, 1)[0].strip())
        if found is None:
            return None
        if found["verb"]:
            verb = found["verb"].lower().removesuffix("ute")
            return cls(verb, found["who"] or "", (found["other"] or "").strip())
        return cls(found["sign"][-1], found["one"], found["what"])

    @property
    def lacks(self) -> str:
        """The missing part in words, or an empty string."""
        if not self.who:
            return "whom it concerns"
        return LACKING.get(self.verb, "") if not self.what else ""

    @property
    def does(self) -> str:
        """The meaning in words."""
        who = self.who.title() if self.who.islower() else self.who
        other, _, votes = self.what.partition(" ")
        other = other.title() if other.islower() else other
        if self.verb in VERBS:
            return f"{who} {VERBS[self.verb]}"
        words = {
            ">": f"{who} becomes the {self.what}",
            "+": f"{who} gets `{self.what}`",
            "-": f"{who} loses `{self.what}`",
            "swap": f"{who} and {other} swap",
            "nom": f"{who} nominates {other}"
            + (f", {plural(int(votes), 'vote')}" if votes.isdecimal() else ""),
        }
        return words.get(self.verb, f"{who} learns {self.what}")


def shorthand_events(text: str) -> Iterator[Shorthand]:
    """Yield the shorthand among the lines of a text, in comments or not."""
    found = (Shorthand.of(line.lstrip("# \t")) for line in text.splitlines())
    return (event for event in found if event and not event.lacks)


class UnclearError(ValueError):
    """Shorthand that cannot be applied. `meant` holds lines to write instead."""

    def __init__(self, message: str, meant: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.meant = meant


def played(
    players: Sequence[Player],
    events: Iterable[Shorthand],
    night: bool,
    death: str = "",
    script: Script = UNSAID,
) -> list[Player]:
    """Return the players after the shorthand; `death` is the token for a death by the Demon at night.

    Raises UnclearError if a line does not name a player.
    """
    move = _Move(list(players), night, death, script)
    for event in events:
        if event.lacks:
            raise UnclearError(f"`{' '.join(filter(None, event))}` does not say {event.lacks}")
        move.make(event)
    return move.players


def seat_of(players: Sequence[Player], word: str) -> int:
    """Return the number of the player that a word means: a name in any case, its prefix, or a unique character.

    Raises UnclearError if no player matches.
    """
    names = [player.name.casefold() for player in players]
    word = word.casefold()
    if word in names:
        return names.index(word)
    for of in (names, [player.role for player in players]):
        found = [number for number, one in enumerate(of) if one.startswith(word)]
        if len(found) == 1:
            return found[0]
    close = did_you_mean(nearest(word, names))
    raise UnclearError(f"no player here is called `{word}`{close}")


def named(players: Sequence[Player], word: str) -> str:
    """Return the name of the player that a word means, or an empty string."""
    try:
        return players[seat_of(players, word)].name
    except UnclearError:
        return ""


class Nomination(NamedTuple):
    """A nomination, with the number of votes if it is known."""

    who: str
    whom: str
    votes: int | None


def nominations(events: Iterable[Shorthand], players: Sequence[Player]) -> Iterator[Nomination]:
    """Yield the nominations of known players."""
    for event in events:
        whom, _, votes = event.what.partition(" ")
        number = int(votes) if re.fullmatch(r"[ \t]*[0-9]{1,3}[ \t]*", votes) else None
        found = Nomination(named(players, event.who), named(players, whom), number)
        if event.verb == "nom" and found.who and found.whom:
            yield found


def learnt(events: Iterable[Shorthand], players: Sequence[Player]) -> Iterator[tuple[str, str]]:
    """Yield the players who learn something, each with the information."""
    return (
        (who, event.what) for event in events if event.verb == "learns" and (who := named(players, event.who))
    )


class _Move:
    """The players during the shorthand."""

    def __init__(self, players: list[Player], night: bool, death: str, script: Script) -> None:
        self.players, self.night, self.death, self.script = players, night, death, script

    def make(self, event: Shorthand) -> None:
        at = seat_of(self.players, event.who)
        player = self.players[at]
        if event.verb in {"nom", "learns"}:
            return
        if event.verb == "kill":
            self._die(at)
        elif event.verb in {"exec", "exile"}:
            self._change(at, dead=True)
        elif event.verb == "vote":
            if not player.dead:
                raise UnclearError(f"`{player.name}` is alive and has no ghost vote")
            self._change(at, spent=True)
        elif event.verb == "revive":
            self._change(at, dead=False, spent=False)
        elif event.verb == "star":
            self._star(at)
        elif event.verb == "swap":
            self._swap(at, seat_of(self.players, event.what))
        elif event.verb == ">":
            self._change(at, role=self._role(event.what))
        elif event.verb == "-":
            self.players[at] = player.without(self._token(event.what, player.tokens))
        else:
            self._lay(at, self._token(event.what) if event.verb == "+" else self._laid(event))

    def _die(self, at: int) -> None:
        """Kill a player; by night, the token of the Demon marks the death."""
        alive = not self.players[at].dead
        self._change(at, dead=True)
        if alive and self.night and self.death:
            self._lay(at, self.death)

    def _change(self, at: int, **parts: object) -> None:
        self.players[at] = replace(self.players[at], **parts)  # type: ignore[arg-type]

    def _role(self, word: str) -> str:
        known = [role.id for role in self.script.everybody()]
        found = next((name for name in known if same_letters(name, word)), None)
        if found is None:
            raise UnclearError(f"no character is called `{word}`{did_you_mean(nearest(word, known))}")
        return found

    def _laid(self, event: Shorthand) -> str:
        """Return the token that a verb places: that of the only living player with one, or else of a dead player."""
        for dead in (False, True):
            roles = self.script.known([one.role for one in self.players if one.dead == dead])
            found = [(role, [name for name in LAYS[event.verb] if name in role.tokens]) for role in roles]
            tokens = list(dict.fromkeys(f"{role.id}:{names[0]}" for role, names in found if names))
            if len(tokens) > 1:
                of = quoted(tokens, "or")
                lines = [f"{event.who} +{token}" for token in tokens]
                raise UnclearError(f"`{event.verb}` may lay {of}: write `{lines[0]}`", lines)
            if tokens:
                return tokens[0]
        raise UnclearError(
            f"no character in play has a token for `{event.verb}`: name it, as in `{event.who} +monk:safe`"
        )

    def _token(self, word: str, lying: Sequence[str] = ()) -> str:
        """Return the full token that a word means: the word itself, or a token of a character in play."""
        if word in lying or of_nobody(word):
            return word
        prefix, colon, name = word.partition(":")
        if colon:
            return word if self.script.owner(prefix) else f"{self._role(prefix)}:{name}"
        seated = self.script.known(player.role for player in self.players)
        mine = [one for one in lying if one.endswith(f":{word}")]
        found = mine or [
            f"{role.id}:{word}" for role in (*seated, *self.script.owners(word)) if word in role.tokens
        ]
        if not found:
            raise UnclearError(f"no character in play has a token `{word}`")
        return found[0]

    def _lay(self, at: int, token: str) -> None:
        """Place a token. If all copies are in play, move it from the player who had it first.

        Two players may die in one night, so a token for the dead never moves.
        """
        prefix, _, name = token.rpartition(":")
        role = self.script.owner(prefix)
        most = len(self.players) if name == "dead" else role.tokens.get(name, 1) if role else 1
        lying = [number for number, player in enumerate(self.players) if token in player.tokens]
        if at in lying:
            return
        for number in lying[: max(0, len(lying) + 1 - most)]:
            self.players[number] = self.players[number].without(token)
        self._change(at, tokens=(*self.players[at].tokens, token))

    def _star(self, at: int) -> None:
        """Kill the Demon, and give its character to the named player."""
        demons = [
            number
            for number, player in enumerate(self.players)
            if not player.dead and number != at and self.script.team(player.role) == "demon"
        ]
        if len(demons) != 1:
            raise UnclearError("`star` names the new Demon while the old one lives")
        if self.players[at].dead:
            raise UnclearError(f"`{self.players[at].name}` is dead and cannot become the Demon")
        self._change(at, role=self.players[demons[0]].role)
        self._die(demons[0])

    def _swap(self, one: int, other: int) -> None:
        first, second = self.players[one], self.players[other]
        if not self.night and any(player.role == "matron" for player in self.players):
            self.players[one], self.players[other] = second, first
        else:
            self._change(one, role=second.role)
            self._change(other, role=first.role)
