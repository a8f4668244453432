"""What the grimoires before tell of the one that is being written: who comes next, and how.

A log of a game has a grimoire for each moment, a night or a day, and each is nearly the one before. In a night tokens
are taken away and others are laid; by day somebody is executed and votes are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.core.document import line_end_of
from kibitz.languages.botc.features._writing import Writing
from kibitz.languages.botc.game.jots import UnclearError, played
from kibitz.languages.botc.game.lifetimes import Moment, deaths, laid
from kibitz.languages.botc.game.log import Player, Title, following, one_game, passed
from kibitz.languages.botc.game.night import over
from kibitz.languages.botc.game.roles import owners
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.nodes import token_of

PASSED = {True: frozenset({"dawn", "dusk"}), False: frozenset({"dawn"})}
"""What has passed where no title tells it, before what a night left, and before a day."""


@dataclass(frozen=True)
class Guess:
    """An entry that may come next, and why."""

    player: Player
    because: str
    open: bool = False
    """Whether more tokens are to follow."""

    @cached_property
    def text(self) -> str:
        text = write.entry(self.player)
        return text[: text.rindex(")")] if self.open else text


class Past:
    """The game so far, as the grimoire before the one that is being written has it."""

    def __init__(self, now: Writing, itself: bool = False) -> None:
        """`itself` says that the entry at the cursor is complete and counts as written."""
        self.now = now
        self.done = now.seats_before(itself)
        self.log = now.log
        names = tuple([seat.player.name for seat in self.done])
        self.last = next((one for one in self.log if one.names[: len(names)] == names), None)
        self.sat = self.last.players if self.last else ()
        """Who sat there."""
        number = self.log.index(self.last) if self.last else 0
        self._before = self.log[number + 1 :] if self.last else ()
        was = now.above[number] if self.last else None
        due = bool(was) and now.kind == "grimoire" and was == now.title
        self.due = following(was) if was and due else ""
        """The title that is to be written above the next grimoire of a log that has titles."""
        self.title = Title.of(self.due) if due else now.title
        """The title under which what comes next stands."""
        self._passed = passed(was, self.title) if was and self.title else None

    def __bool__(self) -> bool:
        return self.last is not None

    @property
    def heading(self) -> str:
        """The line with that title, or nothing."""
        return self.due and self.due + line_end_of(self.now.document)

    @cached_property
    def rest(self) -> tuple[Player, ...]:
        """Who is still to come, as they were; nobody where one of them sits elsewhere already."""
        rest = self.sat[len(self.done) :]
        here = {seat.player.name for seat in self.now.others()}
        return () if any(player.name in here for player in rest) else rest

    @cached_property
    def night(self) -> bool:
        """Whether what is being written is what a night left, and not a day.

        A title tells, or the entries that are there; if they do not, the grimoire before: the setup and each day are followed
        by a night.
        """
        if self.title:
            return self.title.phase == "night"
        told = _night(zip(self.sat, [seat.player for seat in self.done], strict=False))
        if told is not None:
            return told
        if self.last is None or not self._before or not one_game(self._before[0].circle, self.last.circle):
            return self.last is not None
        return not _night(zip(self._before[0].players, self.sat, strict=False))

    def written(self, players: Iterable[Player]) -> str:
        """Entries as they are likely to be."""
        return self.now.gap.join(next(self.guesses(player)).text for player in players)

    def next_guesses(self) -> Iterator[Guess]:
        """How whoever comes next may go on; nothing if nobody is known to."""
        return self.guesses(self.rest[0]) if self.rest else iter(())

    @cached_property
    def next(self) -> tuple[Player, ...]:
        """The rest of the next grimoire: as before, without what has ended, and with what is jotted down.

        Raises UnclearError for a jot that names nobody.
        """
        kept = [replace(player, tokens=self._kept(player)) for player in self.rest]
        death = next(iter(self.death), "")
        return tuple(played(kept, self.now.jots, self.night, death, self.now.script))

    @cached_property
    def jotted(self) -> dict[str, Player]:
        """The players of whom something is jotted down, as they are then; nobody where that is unclear."""
        try:
            found = self.next if self.now.jots and not self.done else ()
        except UnclearError:
            return {}
        return {player.name: player for player in found}

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits in the last grimoire, as they are by what is jotted down."""
        return tuple([self.jotted.get(one.name, one) for one in self.now.log[0].players])

    def _kept(self, player: Player) -> tuple[str, ...]:
        """The tokens that still lie on a player."""
        here = tuple([one for one in player.tokens if not self._elsewhere(one)])
        return self._moment.kept(replace(player, tokens=here))

    @cached_property
    def _moment(self) -> Moment:
        earlier = self._before[0].players if self._before else ()
        passed = PASSED[self.night] if self._passed is None else self._passed
        day = self.title.number if self.title and self.title.phase == "day" else 0
        return Moment(self.sat, earlier, passed, day, self.now.script)

    def guesses(self, player: Player) -> Iterator[Guess]:
        """How a player may go on, the likeliest first."""
        if player.name in self.jotted:
            yield Guess(self.jotted[player.name], f"{player.name} as jotted down")
            return
        here = tuple([token for token in player.tokens if not self._elsewhere(token)])
        tokens = self._kept(player)
        other = here if self._passed is not None or self.night else tuple(filter(_lasts, here))
        likely = replace(player, tokens=tokens)
        who = player.name
        yield Guess(likely, _said(player, tokens))
        if not player.dead:
            dying = (*tokens, *self.death) if self.night else tokens
            when = "in the night" if self.night else "by day"
            yield Guess(replace(player, dead=True, tokens=dying), f"{who} dies {when}")
        elif not player.spent:
            yield Guess(replace(likely, spent=True), f"{who} uses the vote")
        if tokens:
            yield Guess(likely, f"{who} with one more token", open=True)
        if other != tokens:
            yield Guess(replace(player, tokens=other), _said(player, other))

    def _elsewhere(self, text: str) -> bool:
        """Whether a token has been laid on somebody else, so that there is none left to lie where it did."""
        token = token_of(text)
        most = token.role.tokens.get(token.name, 1) if token.role else 1
        return sum(text in seat.player.tokens for seat in self.done) >= most

    @cached_property
    def death(self) -> tuple[str, ...]:
        """The token that marks who has died in the night, if the Demon that sits there has one and it is used here."""
        return tuple([token for token in deaths(self.players_before) if not self._elsewhere(token)][:1])

    @cached_property
    def players_before(self) -> list[tuple[Player, ...]]:
        """The players of the grimoires before, the nearest first."""
        return [record.players for record in self.log]

    @cached_property
    def habits(self) -> Counter[str]:
        """How often each token has been laid in the grimoires before: those that lay there already do not count."""
        return laid(self.players_before)

    @cached_property
    def laid_on(self) -> Counter[tuple[str, str]]:
        """How often each token has lain on somebody with a character in the grimoires before."""
        players = [player for record in self.log for player in record.players]
        return Counter([(token, player.role) for player in players for token in player.tokens])

    @property
    def goes_on(self) -> bool:
        """Whether the game of the last grimoire is probably not over."""
        return self.last is not None and not over(self.last.grimoire, self.now.script)


def _night(pairs: Iterable[tuple[Player, Player]]) -> bool | None:
    """Whether a night is between old and new entries; None if they do not tell."""
    for old, new in pairs:
        passing = {token for token in old.tokens if not _lasts(token)}
        if passing - set(new.tokens) or {token for token in new.tokens if token.endswith(":dead")} - passing:
            return True
        if passing and passing <= set(new.tokens):
            return False
        if {token for token in new.tokens if not _lasts(token)} - passing:
            return True
        if old.dead and new.spent and not old.spent:
            return False
    return None


def _said(player: Player, tokens: tuple[str, ...]) -> str:
    if tokens == player.tokens:
        return f"{player.name} as before"
    return f"{player.name} as before, without " + ", ".join(
        token for token in player.tokens if token not in tokens
    )


def _lasts(text: str) -> bool:
    """Whether a token lies on when a night comes."""
    token = token_of(text)
    whose = (token.role,) if token.role else owners(token.name)
    return not any(role.passes(token.name) for role in whose)
