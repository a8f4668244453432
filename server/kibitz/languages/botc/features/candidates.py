"""Candidate repairs from the neighbouring grimoires of a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter, itemgetter

from kibitz.core.analysis import Analysis
from kibitz.core.candidates import ELSEWHERE, Candidate
from kibitz.core.entries import TWICE
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages.botc.drawing.record import REDRAW
from kibitz.languages.botc.drawing.render import balanced
from kibitz.languages.botc.features._cursor import GrimoireContext, grimoires, moment_beside
from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.roles import by_prefix, roles
from kibitz.languages.botc.text.nodes import Record

AS_BESIDE = 2.0
"""Cost of a change that makes a seat equal to the one in a neighbouring grimoire."""
DROPPED = 0.6
"""Cost of each character that such a change adds or removes."""
AGREES, DISAGREES = -1.0, 3.0
"""Costs if the third grimoire agrees with the change, or with the written text."""
LOST = 10.0
"""Cost of a lost token. A repair that keeps the text comes first."""
BRACKET = 1.0
"""Cost of a missing `(` between a character and a token."""
REDRAWN = 1.0
"""Cost of redrawing a drawing."""
NEAR = 60
"""Code points to search around a finding."""
STATES = frozenset({"back-to-life", "spent-vote-alive", "vote-comes-back"})
"""Rules about living and dead players."""

_WORDS = re.compile(r"\w+")
_RUN_TOGETHER = re.compile(r":(?P<both>[a-z0-9_]+):[a-z0-9_:,]*\)")


def candidates(language: object, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
    """See :meth:`kibitz.core.language.Language.candidates`."""
    yield from _bracket(analysis, finding)
    for fix in finding.fixes:
        if fix.title == REDRAW:
            # A line that is a column too short may lack a letter.
            grown = sum(len(text) - (end - start) for start, end, text in fix.edits)
            short = finding.rule.slug == "unequal-lines" and grown == 1
            yield Candidate(fix.edits, REDRAWN, REDRAW, "known", unsupported=short)
    states = finding.rule.slug in STATES
    for number, span in enumerate((finding.span, *(one.span for one in finding.related))):
        beside = _Beside.at(analysis, span.start)
        for one in beside.as_in_neighbour(span.start, states) if beside else ():
            yield one._replace(cost=one.cost + ELSEWHERE * (number > 0))
        if number and beside and finding.rule.slug == "player-missing":
            yield from beside.missing()
        if beside and finding.rule.slug == "character-twice":
            yield from beside.died(span.start)
        if beside and finding.rule.slug == "duplicate-player":
            yield from beside.twice(span.start)


def _characters(players: Iterable[Player]) -> set[tuple[str, str]]:
    return {(one.name, one.role) for one in players}


def _bracket(analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
    """Yield the repair of `Bob:impmonk:safe)`, which lacks a bracket."""
    start = max(finding.span.start - NEAR, 0)
    for found in _RUN_TOGETHER.finditer(analysis.document.text(start, finding.span.end + NEAR)):
        both = found["both"]
        for at in range(1, len(both)):
            if both[:at] in roles() and both[at:] in by_prefix():
                place = start + found.start("both") + at
                title = f"Change `{both}` to `{both[:at]}({both[at:]}`"
                yield Candidate((Edit(place, place, "("),), BRACKET, title, "known")


@dataclass(frozen=True)
class _Beside(GrimoireContext):
    """A grimoire of a log, with its neighbours in the same game."""

    others: tuple[Record, ...]
    before: Record | None

    @classmethod
    def at(cls, analysis: Analysis, offset: int) -> _Beside | None:
        document = analysis.document
        for place, record in grimoires(document, [document.place_at(offset)]):
            beside = (
                moment_beside(document, place, record),
                moment_beside(document, place, record, ahead=True),
            )
            return cls(analysis, place, record, tuple(filter(None, beside)), beside[0])
        return None

    def _number(self, offset: int) -> int | None:
        """Return the number of the player at an offset, or None."""
        here = Span(offset, offset).shifted(-self.place.start)
        return next((n for n, seat in enumerate(self.record.seats) if seat.touches(here)), None)

    def as_in_neighbour(self, offset: int, states: bool) -> Iterator[Candidate]:
        """Yield the seat at an offset as the neighbours have it, or two swapped seats. `states` includes life and death."""
        number = self._number(offset)
        for other in self.others:
            players = [seat.player for seat in other.seated]
            ways = self._of_seat(number, players, states) if number is not None else ()
            # A broken entry is no evidence about the others.
            broken = number is not None and self.record.seats[number].broken
            for new in (*ways, *(() if broken else self._exchanged(players))):
                yield from self._candidate(new, other)

    def _of_seat(self, number: int, players: list[Player], states: bool) -> Iterator[Mapping[int, Player]]:
        here = self.players[number]
        for was in players:
            if was.name == here.name:
                yield {number: replace(here, role=was.role)}
                if states:
                    yield {number: replace(here, dead=was.dead, spent=was.spent)}
                # A death since then is not a mistake.
                yield {number: replace(was, dead=here.dead, spent=here.spent)}
            elif was.name not in self.record.names and (
                one_slip_away(here.name, was.name)
                or (self.record.names.count(here.name) > 1 and here.role == was.role)
            ):
                yield {number: replace(here, name=was.name)}
        if not self.record.seats[number].broken:
            yield from self._laid(number, players)

    def _laid(self, number: int, players: list[Player]) -> Iterator[Mapping[int, Player]]:
        """Yield the seats with a token moved to its player in the neighbouring grimoire."""
        here = self.players
        for token in here[number].tokens:
            on = {was.name for was in players if token in was.tokens}
            for to, player in enumerate(here):
                if player.name in on and token not in player.tokens and here[number].name not in on:
                    yield {
                        number: here[number].without(token),
                        to: replace(player, tokens=(*player.tokens, token)),
                    }

    def _exchanged(self, players: list[Player]) -> Iterator[Mapping[int, Player]]:
        """Yield two seats with the names, characters, or all words that they have in the neighbouring grimoire."""
        here = self.players
        if len(here) != len(players):
            return
        for part in ("name", "role"):
            of = attrgetter(part)
            apart = [n for n, now in enumerate(here) if of(now) != of(players[n])]
            if len(apart) == 2:
                one, other = apart
                yield {
                    one: replace(here[one], **{part: of(here[other])}),
                    other: replace(here[other], **{part: of(here[one])}),
                }
                yield {one: here[other], other: here[one]}

    def missing(self) -> Iterator[Candidate]:
        """Yield the players that both neighbours have and this grimoire lacks."""
        if len(self.others) < 2 or not self.record.sound:
            return
        was, then = ({seat.player.name: seat.player for seat in one.seated} for one in self.others)
        here = {name: number for number, name in enumerate(self.record.names)}
        ways = dict[tuple[tuple[int, Player], ...], None]()
        for states in (was, then):
            put, behind = list[tuple[int, Player]](), -1
            for name, player in was.items():
                if name in here:
                    behind = here[name]
                elif name in then:
                    both = tuple(one for one in player.tokens if one in then[name].tokens)
                    put.append((behind, replace(states[name], role=player.role, tokens=both)))
            ways[tuple(put)] = None
        for way in filter(None, ways):
            title = "Add " + " and ".join(f"`{player}`" for _, player in way)
            title += ", as in the grimoires before and after"
            places = len({behind for behind, _ in way})
            # Tokens that were only in the middle grimoire are lost.
            yield Candidate(self._with(way), AS_BESIDE, title, "known", unsupported=True, things=places)

    def twice(self, offset: int) -> Iterator[Candidate]:
        """Yield the repair that removes the second of two equal players, of any length."""
        players = self.players
        player = players[self._number(offset) or 0]
        if not self.record.sound or players.count(player) < 2:
            return
        second = players.index(player, players.index(player) + 1)
        if self.record.form == "line":
            edit = Edit(self.seat(second - 1).end, self.seat(second).end, "")
        else:
            edit = self._redrawn([*players[:second], *players[second + 1 :]])
        yield Candidate((edit,), TWICE, f"Remove the second `{player}`", "known")

    def died(self, offset: int) -> Iterator[Candidate]:
        """Yield the player at an offset as dead: a Demon may have passed on its character."""
        number = self._number(offset)
        if number is not None and not (player := self.players[number]).dead:
            dead = replace(player, dead=True)
            edits = self.changed({number: dead})
            yield Candidate(
                edits,
                AS_BESIDE + DROPPED,
                f"Change `{player}` to `{dead}`",
                "known",
                unsupported=True,
            )

    def _with(self, put: Sequence[tuple[int, Player]]) -> tuple[Edit, ...]:
        """Return the edits that insert players after those of some numbers."""
        if self.record.form == "drawing":
            numbered = sorted([*enumerate(self.players), *put], key=itemgetter(0))
            return (self._redrawn([player for _, player in numbered]),)
        edits = []
        for behind, those in groupby(put, itemgetter(0)):
            texts = " ".join(str(player) for _, player in those)
            span = self.seat(max(behind, 0))
            at, text = (span.start, f"{texts} ") if behind < 0 else (span.end, f" {texts}")
            edits.append(Edit(at, at, text))
        return tuple(edits)

    def _redrawn(self, players: Sequence[Player]) -> Edit:
        """Return the drawing with other players."""
        sides = next((one.sides for one in self.others if one.sides and sum(one.sides) == len(players)), None)
        return self.drawn(players, sides or balanced(len(players)))

    def _shown(self, number: int) -> str:
        """Return the text of a seat, or the entry of a seat in a drawing."""
        if self.record.form == "line":
            return self.document.text(*self.seat(number))
        return str(self.players[number])

    def _candidate(self, new: Mapping[int, Player], other: Record) -> Iterator[Candidate]:
        """Yield a change of some seats; the neighbouring grimoires give its cost."""
        was = {number: self.players[number] for number in new}
        new = {number: player for number, player in new.items() if player != was[number]}
        edits = self.changed(new) if new else ()
        if not edits:
            return
        grown = sum(len(str(player)) - len(self._shown(number)) for number, player in new.items())
        cost = AS_BESIDE + DROPPED * abs(grown)
        meant, written = _characters(new.values()), _characters(was.values())
        for third in self.others:
            if third is not other and meant != written:
                there = _characters(third.players)
                cost += AGREES * (meant <= there) + DISAGREES * (written <= there)
        title = "Change " + " and ".join(
            f"`{self._shown(number)}` to `{player}`" for number, player in new.items()
        )
        # A token in the text is intended.
        unsupported = sum(len(player.tokens) - len(was[number].tokens) for number, player in new.items()) < 0
        for number, player in new.items():
            if self.record.seats[number].broken:
                kept = {*_WORDS.findall(str(player))}
                unsupported = unsupported or not kept.issuperset(
                    _WORDS.findall(self._shown(number).partition("(")[2])
                )
        cost += LOST * unsupported
        yield Candidate(
            edits,
            cost,
            f"{title}, as in the grimoire {'before' if other is self.before else 'after'} it",
            "known",
            unsupported,
            things=1,
        )
