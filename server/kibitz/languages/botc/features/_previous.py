"""Predictions for the grimoire at the cursor from the earlier ones.

A log has a grimoire for each night or day, and each is similar to the previous one. At night, tokens move; by day, players
are executed and votes are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kibitz.core.document import line_end_of
from kibitz.languages.botc.features._context import CursorContext
from kibitz.languages.botc.game.log import Moment, Player, Title, deaths, following, one_game, passed
from kibitz.languages.botc.game.night import over
from kibitz.languages.botc.game.roles import owners
from kibitz.languages.botc.game.shorthand import UnclearError, played
from kibitz.languages.botc.text.nodes import token_of

PASSED = {True: frozenset({"dawn", "dusk"}), False: frozenset({"dawn"})}
"""Phases that have passed in a log without titles, before a grimoire of a night (True) or of a day (False)."""


@dataclass(frozen=True)
class Guess:
    """A likely next entry, and the reason for it."""

    player: Player
    because: str
    open: bool = False
    """Whether more tokens are to follow."""

    @cached_property
    def text(self) -> str:
        text = str(self.player)
        return text[: text.rindex(")")] if self.open else text


class PreviousGrimoire:
    """The game up to the grimoire at the cursor."""

    def __init__(self, now: CursorContext, itself: bool = False) -> None:
        """Compare the grimoire at the cursor with the log. With `itself`, the entry at the cursor counts as complete."""
        self.now = now
        self.done = now.seats_before(itself)
        self.log = now.log
        names = tuple([seat.player.name for seat in self.done])
        self.last = next((one for one in self.log if one.names[: len(names)] == names), None)
        self.sat = self.last.players if self.last else ()
        """Players of the earlier grimoire."""
        number = self.log.index(self.last) if self.last else 0
        self._before = self.log[number + 1 :] if self.last else ()
        was = now.above[number] if self.last else None
        due = bool(was) and now.kind == "grimoire" and was == now.title
        self.due = following(was) if was and due else ""
        """The title that belongs above the next grimoire, in a log with titles."""
        self.title = Title.of(self.due) if due else now.title
        """Title of the grimoire at the cursor."""
        self._passed = passed(was, self.title) if was and self.title else None

    def __bool__(self) -> bool:
        return self.last is not None

    @property
    def heading(self) -> str:
        """The line with that title, or an empty text."""
        return self.due and self.due + line_end_of(self.now.document)

    @cached_property
    def rest(self) -> tuple[Player, ...]:
        """The players still to come, as they were; empty if one of them already has another seat."""
        rest = self.sat[len(self.done) :]
        here = {seat.player.name for seat in self.now.others()}
        return () if any(player.name in here for player in rest) else rest

    @cached_property
    def night(self) -> bool:
        """Whether the grimoire shows the result of a night, not of a day.

        The title decides, then the finished entries, then the previous grimoire: a night follows the setup and each day.
        """
        if self.title:
            return self.title.phase == "night"
        told = _night(zip(self.sat, [seat.player for seat in self.done], strict=False))
        if told is not None:
            return told
        if (
            self.last is None
            or not self._before
            or not one_game(self._before[0].grimoire, self.last.grimoire)
        ):
            return self.last is not None
        return not _night(zip(self._before[0].players, self.sat, strict=False))

    def written(self, players: Iterable[Player]) -> str:
        """Return the likeliest entries of some players as text."""
        return self.now.gap.join(next(self.guesses(player)).text for player in players)

    def next_guesses(self) -> Iterator[Guess]:
        """Return the guesses for the next player, or nothing if the player is unknown."""
        return self.guesses(self.rest[0]) if self.rest else iter(())

    @cached_property
    def next(self) -> tuple[Player, ...]:
        """The rest of the next grimoire: as before, without expired tokens, and with the shorthand applied.

        Raises UnclearError if the shorthand does not name a player.
        """
        kept = [replace(player, tokens=self._kept(player)) for player in self.rest]
        death = next(iter(self.death), "")
        return tuple(played(kept, self.now.events, self.night, death, self.now.script))

    @cached_property
    def shorthand_events(self) -> dict[str, Player]:
        """The players after the shorthand, by name; empty if the shorthand is unclear."""
        try:
            found = self.next if self.now.events and not self.done else ()
        except UnclearError:
            return {}
        return {player.name: player for player in found}

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the last grimoire after the shorthand."""
        return tuple([self.shorthand_events.get(one.name, one) for one in self.now.log[0].players])

    def _kept(self, player: Player) -> tuple[str, ...]:
        """Return the tokens that stay on a player."""
        here = tuple([one for one in player.tokens if not self._elsewhere(one)])
        return self._moment.kept(replace(player, tokens=here))

    @cached_property
    def _moment(self) -> Moment:
        earlier = self._before[0].players if self._before else ()
        passed = PASSED[self.night] if self._passed is None else self._passed
        day = self.title.number if self.title and self.title.phase == "day" else 0
        return Moment(self.sat, earlier, passed, day, self.now.script)

    def guesses(self, player: Player) -> Iterator[Guess]:
        """Yield possible entries of a player, the likeliest first."""
        if player.name in self.shorthand_events:
            yield Guess(self.shorthand_events[player.name], f"{player.name} as jotted down")
            return
        here = tuple([token for token in player.tokens if not self._elsewhere(token)])
        tokens = self._kept(player)
        other = here if self._passed is not None or self.night else tuple(filter(lasts, here))
        likely = replace(player, tokens=tokens)
        who = player.name
        yield Guess(likely, _in_words(player, tokens))
        if not player.dead:
            dying = (*tokens, *self.death) if self.night else tokens
            when = "in the night" if self.night else "by day"
            yield Guess(replace(player, dead=True, tokens=dying), f"{who} dies {when}")
        elif not player.spent:
            yield Guess(replace(likely, spent=True), f"{who} uses the vote")
        if tokens:
            yield Guess(likely, f"{who} with one more token", open=True)
        if other != tokens:
            yield Guess(replace(player, tokens=other), _in_words(player, other))

    def _elsewhere(self, text: str) -> bool:
        """Return whether all copies of a token are already on earlier players."""
        token = token_of(text)
        most = token.role.tokens.get(token.name, 1) if token.role else 1
        return sum(text in seat.player.tokens for seat in self.done) >= most

    @cached_property
    def death(self) -> tuple[str, ...]:
        """The token for a death in the night, if the Demon in play has one and the log uses it."""
        return tuple(
            [
                token
                for token in deaths([record.players for record in self.log])
                if not self._elsewhere(token)
            ][:1]
        )

    @cached_property
    def laid_on(self) -> Counter[tuple[str, str]]:
        """The number of times that each token was on each character in earlier grimoires."""
        players = [player for record in self.log for player in record.players]
        return Counter([(token, player.role) for player in players for token in player.tokens])

    @property
    def goes_on(self) -> bool:
        """Whether the game of the last grimoire is probably not over."""
        return self.last is not None and not over(self.last.grimoire, self.now.script)


def _night(pairs: Iterable[tuple[Player, Player]]) -> bool | None:
    """Return whether a night separates old and new entries, or None if they do not show it."""
    for old, new in pairs:
        passing = {token for token in old.tokens if not lasts(token)}
        if passing - set(new.tokens) or {token for token in new.tokens if token.endswith(":dead")} - passing:
            return True
        if passing and passing <= set(new.tokens):
            return False
        if {token for token in new.tokens if not lasts(token)} - passing:
            return True
        if old.dead and new.spent and not old.spent:
            return False
    return None


def _in_words(player: Player, tokens: tuple[str, ...]) -> str:
    if tokens == player.tokens:
        return f"{player.name} as before"
    return f"{player.name} as before, without " + ", ".join(
        token for token in player.tokens if token not in tokens
    )


def lasts(text: str) -> bool:
    """Return whether a token stays when night falls."""
    token = token_of(text)
    whose = (token.role,) if token.role else owners(token.name)
    return not any(role.passes(token.name) for role in whose)
