"""Rules of a log: its titles, its shorthand, and the changes from one grimoire to the next."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple

from kibitz.core.bounds import GONE_OVER, RECENT
from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.botc.check.grimoire import owner_of
from kibitz.languages.botc.game.log import (
    ANEW,
    Grimoire,
    Player,
    Title,
    is_night,
    one_game,
    owner,
    powerless,
    titled_lines,
    titles,
)
from kibitz.languages.botc.game.roles import UNSAID, Role, Script, changed_by, having
from kibitz.languages.botc.game.shorthand import Shorthand, UnclearError, named, played, shorthand_events
from kibitz.languages.botc.text.grammar import change, report
from kibitz.languages.botc.text.nodes import Record, Seat, TokenWord, Word, token_of
from kibitz.languages.botc.text.read import Sheet


class Titled(NamedTuple):
    """A title in a document."""

    span: Span
    text: str
    title: Title
    grimoire: Grimoire = Grimoire()
    """The grimoire under it."""


def check_titles(document: Document) -> Iterator[Diagnostic]:
    """Yield the titles with a typo, and those that are out of order in their game."""
    found = list(islice(_titles(document), GONE_OVER))
    for span, text, title, _ in found:
        if title.misspelt:
            word = title.phase if title.word.islower() else title.phase.title()
            wanted = text.replace(title.word, title.phase.upper() if title.word.isupper() else word, 1)
            fix = change(span, text, wanted)
            yield report("title-misspelt", span, fix, title=text, wanted=wanted)
    yield from _twice(document, [one.span.start for one in found])
    # The first title of a game and a dusk have no number.
    if not all(
        one.title.order < other.title.order or other.title.phase in ANEW or other.title.order < 0
        for one, other in pairwise(found)
    ):
        seated = [one._replace(grimoire=_grimoire_under(document, one.span.end)) for one in found]
        for game in _games([one for one in seated if one.grimoire.players]):
            yield from _out_of_order(game)


def _twice(document: Document, titled: Sequence[int]) -> Iterator[Diagnostic]:
    """Yield the only copy of a grimoire under the same title, in a log with one grimoire under each other title."""
    ends = [*titled[1:], len(document)]
    chunks = [
        [near for near in islice(document.since(document.place_at(at)), 1, 4) if near.start < end]
        for at, end in zip(titled, ends, strict=False)
    ]
    several = [under for under in chunks if len(under) > 1]
    if len(several) != 1 or len(several[0]) != 2 or len(chunks) < 3:
        return
    (start, first), (again, second) = [(near.start, near.text) for near in several[0]]
    record = document.language.parsed(second).value.record
    if record and record.names and first.rstrip() == second[: record.span.end]:
        size = record.span.end
        fix = Fix.of("Remove the second copy", start + size, again + size, "")
        related = [Related(Span(start, start + size), "the first copy")]
        yield report("grimoire-twice", Span(again, again + size), fix, related=related)


def _titles(document: Document) -> Iterator[Titled]:
    start = 0
    for block in document.blocks:
        for number, at, text, title in _titles_of(block):
            base = start + block.sum_before(number) + at
            yield Titled(Span(base, base + len(text)), text, title)
        start += block.size()


@kept_with
def _titles_of(block: Block) -> tuple[tuple[int, int, str, Title], ...]:
    """Return the titles of a block: the number of the chunk, the offset in it, the line."""
    return tuple(
        [(number, *one) for number, chunk in enumerate(block.chunks) for one in titled_lines(chunk.text)]
    )


def _grimoire_under(document: Document, offset: int) -> Grimoire:
    """Return the grimoire under a title, or an empty one if another title is nearer."""
    place = document.place_at(offset - 1)
    if titles(place.text[offset - place.start :]):
        return Grimoire()
    for near in islice(document.since(place), 1, RECENT):
        record = document.language.parsed(near.text).value.record
        if record and record.players:
            grimoire: Grimoire = record.grimoire
            return grimoire
        if titles(near.text):
            break
    return Grimoire()


def _games(found: Sequence[Titled]) -> Iterator[list[Titled]]:
    """Yield the titles of each game that have a number."""
    game = list[Titled]()
    for one in found:
        new = game and not one_game(game[-1].grimoire, one.grimoire, titled=True)
        if new or one.title.phase in ANEW:
            yield game
            game = []
        # A part of the same night or day may have a title of its own.
        part = (
            game
            and game[-1].title.order == one.title.order
            and not (one.title.alone and game[-1].title.alone)
        )
        if one.title.order > 0 and not part:
            game.append(one)
    yield game


def _out_of_order(game: Sequence[Titled]) -> Iterator[Diagnostic]:
    """Yield the titles that do not fit the longest part of a game that is in order."""
    kept = _longest([one.title.order for one in game])
    for at in sorted({*range(len(game))}.difference(kept)):
        number = bisect_left(kept, at)
        if number < len(kept) and game[kept[number]].title.order == game[at].title.order:
            # The one of two equal titles that has room around it is wrong.
            wider = max((at, kept[number]), key=lambda way: len(_room(game, kept, number, way)))
            at, kept[number] = wider, at + kept[number] - wider
            number += wider > kept[number]
        one = game[at]
        before, after = (game[kept[n]] if 0 <= n < len(kept) else None for n in (number - 1, number))
        fixes = [
            change(one.span, one.text, wanted)
            for order in _orders(before, after)
            if (wanted := one.title.written("day" if order % 2 else "night", order // 2))
        ]
        fixes.sort(key=lambda fix: one.title.written(one.title.phase, 0)[:3] not in fix.title)
        late = before is not None and one.title.order <= before.title.order
        other = before if before and (late or after is None) else after
        if other:
            related = [Related(other.span, f"`{other.text}` is here")]
            place = "after" if other is before else "before"
            fields = {"title": one.text, "place": place, "other": other.text}
            yield report("title-order", one.span, *fixes[:1], related=related, **fields)


def _room(game: Sequence[Titled], kept: Sequence[int], number: int, at: int) -> range:
    """Return the places between the neighbours of a title, if the other of two equal titles is kept."""
    other = game[kept[number]] if at != kept[number] else game[at]
    first = at < kept[number]
    before = game[kept[number - 1]] if number else None
    after = game[kept[number + 1]] if number + 1 < len(kept) else None
    return _orders(before, other) if first else _orders(other, after)


def _orders(before: Titled | None, after: Titled | None) -> range:
    """Return the places in a game between two titles."""
    low = before.title.order if before else 1
    return range(low + 1, after.title.order if after else low + 3)


def _longest(orders: Sequence[int]) -> list[int]:
    """Return the places of the longest strictly increasing part of some numbers.

    >>> _longest([2, 3, 4, 14, 14, 7])
    [0, 1, 2, 5]
    """
    ends, at_end, links = list[int](), list[int](), list[int]()
    for at, order in enumerate(orders):
        length = bisect_left(ends, order)
        links.append(at_end[length - 1] if length else -1)
        ends[length : length + 1], at_end[length : length + 1] = [order], [at]
    found, at = list[int](), at_end[-1] if at_end else -1
    while at >= 0:
        found.append(at)
        at = links[at]
    return found[::-1]


Seats = Mapping[str, Seat]
"""The seats of a grimoire by their names."""


def _lying(seats: Seats, script: Script) -> Mapping[TokenWord, tuple[str, Word]]:
    """Return the unique tokens that stay in place, by their character, each with its player and word."""
    found = dict[TokenWord, list[tuple[str, Word]]]()
    for name, seat in seats.items():
        for word in seat.tokens:
            token = token_of(word.text)
            if (role := owner_of(token, script)) and token.name in role.stays:
                found.setdefault(TokenWord(role.id, token.name), []).append((name, word))
    return {token: places[0] for token, places in found.items() if len(places) == 1}


def _as_before(was: Seat | None, now: Seat | None) -> bool:
    """Return whether a player has the former character, without a restored ability."""
    if was is None or now is None or was.player.role != now.player.role:
        return False
    lives_again = was.dead and not now.dead
    return not lives_again and "has_ability" not in {token_of(token).name for token in now.player.tokens}


def check_jots(
    sheet: Sheet, text: str, players: tuple[Player, ...] | None, script: Script
) -> Iterator[Diagnostic]:
    """Check the shorthand of a chunk against the players of the previous grimoire; `players` is None if they are unknown."""
    state = list(players or ())
    for span in sheet.events:
        event = Shorthand.of(text[slice(*span)])
        if event is None:
            continue
        night = is_night(text[: span.start])
        try:
            if players is not None or event.lacks:
                state = played(state, [event], night, script=script)
        except UnclearError as error:
            nobody = "no grimoire above this shorthand, so its players are unknown"
            # Unfinished text is not a typo.
            found = str(error) if players or event.lacks else nobody
            ways = [change(span, text[slice(*span)], one) for one in error.meant] if players else []
            yield report("jot-unclear", span, *ways, mild=bool(event.lacks), found=found)
        else:
            yield report("jotted", span, does=event.does)


class Before(NamedTuple):
    """The previous grimoire and its chunk: the state of the fold over the chunks of a file."""

    grimoire: Grimoire
    chunk: Chunk
    earlier: Grimoire | None = Grimoire()
    """The grimoire before that one, or None if kibitz skipped it.

    A value that returns from there was wrong in between, and has already been reported.
    """
    titled: bool = False
    """Whether a title is between the grimoire and the next one."""
    moved: frozenset[str] = frozenset()
    """The tokens that have moved from their previous players."""


LOST = Before(Grimoire(), Chunk(""), None)
"""The state after a chunk at which kibitz failed."""


def changes(
    before: Record, state: Before, record: Record, script: Script = UNSAID
) -> tuple[Sequence[Diagnostic], frozenset[str]]:
    """Return the findings about forbidden changes between two grimoires of one game, and all tokens that have moved.

    `state` is the state after the former. Some findings need a title in between, because a file without titles may list
    unrelated states.
    """
    if not one_game(before.grimoire, record.grimoire, state.titled):
        return (), frozenset()
    log = _Log(before, state, record, script)
    return [*log.found()], frozenset([word.text for word, _ in log.moved])


class _Log:
    """Two grimoires of a log, with their players by name. A misspelt player has the name of the former grimoire."""

    def __init__(self, before: Record, state: Before, record: Record, script: Script) -> None:
        self.chunk, self.record, self.script = state.chunk, record, script
        self.known = state.earlier is not None
        self.earlier = {one.name: one.role for one in state.earlier.players} if state.earlier else {}
        self.moved_before = state.moved
        self.players = before.players
        self.below = Sheet(before).below(self.chunk.text)
        """The text below the former grimoire."""
        self.sound = before.sound and record.sound
        self.titled = state.titled
        self.old = {seat.player.name: seat for seat in before.seated}
        self.written = {seat.player.name: seat for seat in record.seated}
        self.roles = [
            Counter([seat.player.role for seat in one.values()]) for one in (self.old, self.written)
        ]
        self.sitting = {*self.roles[0], *self.roles[1]}
        """The characters of either grimoire."""

    def found(self) -> Iterator[Diagnostic]:
        """Yield the findings about the latter grimoire. An unreadable or missing entry does not mean that a player has gone."""
        if self.sound:
            yield from self._misspelt()
            yield from self._came_and_went()
        # With an unknown earlier grimoire, the former one may be the wrong one.
        if self.sound and self.known:
            yield from self._seats()
        if self.titled and self.known:
            yield from self._characters()
            for word, sat in self.moved:
                said = f"`{sat}` has it here"
                yield self._report("token-moved", word.span, sat, message=said, token=word.text, was=sat)
            yield from self._previous()
        yield from self._states()

    @cached_property
    def slips(self) -> Mapping[str, str]:
        """The new names that are one typo away from a missing player with the same seat or character; without titles, with both."""
        if not self.sound:
            return {}
        gone = [name for name in self.old if name not in self.written]
        order, was = list(self.written), list(self.old)
        return {
            name: meant
            for name, seat in self.written.items()
            if name not in self.old
            for meant in gone
            if one_slip_away(name, meant)
            and (any if self.titled else all)(
                (self.old[meant].player.role == seat.player.role, was.index(meant) == order.index(name))
            )
        }

    @cached_property
    def events(self) -> tuple[Shorthand, ...]:
        """The shorthand between the two grimoires."""
        return tuple(shorthand_events(self.below))

    @cached_property
    def changed_by_shorthand(self) -> frozenset[str]:
        """The players who change or revive by shorthand."""
        events = [event for event in self.events if event.verb in {">", "revive", "star", "swap"}]
        words = [event.who for event in events] + [event.what for event in events if event.verb == "swap"]
        return frozenset(named(self.players, word) for word in words)

    @cached_property
    def new(self) -> Mapping[str, Seat]:
        return {self.slips.get(name, name): seat for name, seat in self.written.items()}

    @cached_property
    def stayed(self) -> tuple[list[str], list[str]]:
        """The players of both grimoires, in the order of the former and of the latter."""
        return [name for name in self.old if name in self.new], [
            name for name in self.new if name in self.old
        ]

    @cached_property
    def swapped(self) -> tuple[str, ...]:
        """The two players who have swapped seats if all others kept theirs."""
        before, after = self.stayed
        moved = [pair for pair in zip(before, after, strict=True) if len({*pair}) > 1]
        return moved[0][::-1] if len(moved) == 2 and moved[0] == moved[1][::-1] else ()

    def _report(
        self,
        slug: str,
        span: Span,
        sat: str,
        *more: Related,
        message: str = "",
        doubtful: bool = False,
        **fields: Any,
    ) -> Diagnostic:
        """Return a finding with the former place of a player; a `doubtful` one has an explanation."""
        related = [Related(self.old[sat].name.span, message or f"`{sat}` is here", self.chunk), *more]
        return report(slug, span, related=related, mild=doubtful, **fields)

    def _misspelt(self) -> Iterator[Diagnostic]:
        for name, was in self.slips.items():
            if name not in self.earlier:
                span = self.written[name].name.span
                found = self._report(
                    "misspelt-player", span, was, doubtful=not self.titled, name=name, was=was
                )
                fix = Fix(f"Change `{name}` to `{was}`", (Edit(*span, was),))
                yield found._replace(fixes=(fix,) if self.record.form == "line" else ())

    def _came_and_went(self) -> Iterator[Diagnostic]:
        """Yield findings about players who have come or gone, except Travellers."""
        start = self.record.span.first
        for name, was in self.old.items():
            if name not in self.new and not self._traveller(was):
                yield self._report("player-gone", start, name, name=name)
        for name, seat in self.new.items():
            if name not in self.old and not self._traveller(seat):
                slug = "player-missing" if self.titled and name in self.earlier else "player-new"
                first = next(iter(self.old))
                yield self._report(slug, seat.name.span, first, message="the grimoire before", name=name)

    def _seats(self) -> Iterator[Diagnostic]:
        now = self.stayed[1]
        moved = _moved(*self.stayed)
        earlier = [name for name in self.earlier if name in now]
        if not moved or (self.earlier and _moved(earlier, now) is None):
            return
        if not self.swapped:
            span = self.new[moved].name.span
            yield self._report("seats-changed", span, moved, name=moved)
            return
        one, other = self.swapped
        beside = Related(self.new[other].name.span, f"`{other}` is here")
        doubtful = bool(having("moves seats") & self.sitting) or not self.titled
        span = self.new[one].name.span
        yield self._report("seats-exchanged", span, one, beside, doubtful=doubtful, name=one, other=other)

    def _characters(self) -> Iterator[Diagnostic]:
        changed = {name: pair for name in self.new if (pair := self._changed(name))}
        turned = {(was.id, now.id): name for name, (was, now) in changed.items()}
        dead = {seat.player.role for seat in (*self.old.values(), *self.written.values()) if seat.dead}
        for name, (was, now) in changed.items():
            other = turned.get((now.id, was.id))
            why = changed_by(was, now, self.sitting, dead)
            if not why and self.roles[1][now.id] > 1 >= self.roles[0][now.id]:
                # Another rule reports duplicate characters.
                continue
            doubtful = bool(why) or name in self.changed_by_shorthand
            at, message = self.new[name].role.span, f"`{name}` was the {was.name}"
            if other is None:
                said = f"; the {by.name} may be the reason" if why and (by := self.script.role(why)) else ""
                fields = {"name": name, "was": was.name, "now": now.name, "why": said}
                yield self._report(
                    "character-changed", at, name, message=message, doubtful=doubtful, **fields
                )
            elif list(changed).index(name) < list(changed).index(other):
                beside = Related(self.new[other].role.span, f"`{other}` was the {now.name}")
                fields = {"name": name, "other": other}
                yield self._report(
                    "characters-exchanged", at, name, beside, message=message, doubtful=doubtful, **fields
                )

    def _changed(self, name: str) -> tuple[Role, Role] | None:
        """Return a player's former and new character, or None if the change needs no check."""
        was, seat = self.old.get(name), self.new[name]
        role = seat.player.role
        if was is None or was.player.role == role or was.broken or seat.broken:
            return None
        # A player who returns to an earlier character changed in the grimoire between.
        back = self.earlier.get(name) == role
        old, now = self.script.role(was.player.role), self.script.role(role)
        return (old, now) if old and now and not back and name not in self.swapped else None

    @cached_property
    def borrows(self) -> bool:
        """Whether a character borrows abilities, so that tokens may be anywhere."""
        return any(role.borrows for role in self.script.known(self.sitting))

    @cached_property
    def moved(self) -> Sequence[tuple[Word, str]]:
        """The unique tokens that have moved, each with its former player, except those that had moved before.

        A token is left out if shorthand between the two grimoires places it, or if one of the players has a new character or
        got an ability back.
        """
        if not self.titled or self.borrows:
            return ()
        laid = {token_of(event.what).name for event in self.events if event.verb == "+"}
        was, found = _lying(self.old, self.script), list[tuple[Word, str]]()
        for token, (name, word) in _lying(self.new, self.script).items():
            sat = was[token][0] if token in was else name
            if sat != name and token.name not in laid and word.text not in self.moved_before:
                every = (*self.old.items(), *self.new.items())
                holders = [who for who, seat in every if seat.player.role == token.prefix]
                if all(_as_before(self.old.get(who), self.new.get(who)) for who in (sat, name, *holders)):
                    found.append((word, sat))
        return found

    def _previous(self) -> Iterator[Diagnostic]:
        """Yield the tokens that ended before this grimoire, and that no character can have placed again."""
        if self.borrows:
            return
        now = [seat.player for seat in self.new.values()]
        for name in self.stayed[0]:
            for word in self.new[name].tokens:
                role, token = owner(word.text, self.players, self.script)
                ends = role.until.get(token, ()) if role else ()
                if role is None or "death" not in ends or word.text not in self.old[name].player.tokens:
                    continue
                dead = powerless(role.id, self.players) and powerless(role.id, now)
                if dead or ("dawn" in ends and not is_night(self.below)):
                    until = f"while the {role.name} lives" if dead else "until dawn"
                    said, seat = f"`{word.text}` is here", self.new[name]
                    # Storytellers leave tokens of the dead where they are.
                    found = self._report(
                        "token-past", word.span, name, message=said, token=word.text, until=until
                    )
                    found = found._replace(severity=Severity.HINT) if dead else found
                    edit = Edit(*seat.span, str(seat.player.without(word.text)))
                    fixes = (Fix(f"Remove `{word.text}`", (edit,)),) if self.record.form == "line" else ()
                    yield found._replace(fixes=fixes)

    def _states(self) -> Iterator[Diagnostic]:
        """Yield findings about dead players who live again, and about votes that come back."""
        pairs = [(name, self.old[name].player, self.new[name]) for name in self.stayed[0]]
        alive = [name for name, was, now in pairs if was.dead and not now.dead]
        votes = [name for name, was, now in pairs if was.spent and now.dead and not now.spent]
        back = bool(having("revives") & self.sitting)
        for name, _, now in pairs:
            if name in alive and not self._revived(now):
                # Several revivals at once are not a typo: the same players may play again.
                slug, said = "back-to-life", f"`{name}` is dead here"
                doubtful = len(alive) > 1 or back or name in self.changed_by_shorthand
            elif name in votes:
                slug, said = "vote-comes-back", f"the vote of `{name}` is spent here"
                doubtful = len(votes) > 1 or back or "ferryman" in self.script.fabled
            else:
                continue
            # Only logs with titles are strict.
            doubtful = doubtful or not self.titled
            why = "" if doubtful else ", and no character in play revives players"
            yield self._report(slug, now.name.span, name, message=said, doubtful=doubtful, name=name, why=why)

    def _revived(self, seat: Seat) -> bool:
        """Return whether a token or a character explains that a player is alive again."""
        tokens = {token_of(token).name for token in seat.player.tokens}
        return (
            "alive" in tokens
            or seat.player.role in having("lives on")
            or bool(having("revives untold") & self.roles[1].keys())
        )

    def _traveller(self, seat: Seat) -> bool:
        return self.script.team(seat.player.role) == "traveller"


def _moved(old: list[str], new: list[str]) -> str | None:
    """Return the first player with another seat in the circle, wherever it begins."""
    if not old or sorted(old) != sorted(new):
        return None
    turn = new.index(old[0])
    turned = new[turn:] + new[:turn]
    return next((now for was, now in zip(old, turned, strict=True) if was != now), None)
