"""The name, role or token that the user is typing, and predictions for it from the earlier grimoires of the game.

A log has a grimoire for each night or day, and each is similar to the previous one. At night, tokens move; by day, players
are executed and votes are used.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Literal

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document, line_end_of
from kibitz.core.items import place_written
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import DocumentContext, sheet_at, word_at
from kibitz.languages.botc.features.conventions import Conventions
from kibitz.languages.botc.game.log import (
    Moment,
    Player,
    Title,
    begins_anew,
    deaths,
    following,
    one_game,
    passed,
    under,
)
from kibitz.languages.botc.game.night import over
from kibitz.languages.botc.game.roles import owners
from kibitz.languages.botc.game.shorthand import Shorthand, UnclearError, played, shorthand_events
from kibitz.languages.botc.text.nodes import Record, Seat, token_of

LOOKED_BACK = 400
"""Maximum length of an entry before the cursor, in code points."""

Kind = Literal["grimoire", "name", "role", "token", "bag"]

# The entry that ends at the cursor.
_ENTRY = re.compile(
    r"(?<![^\s*~:()\[\],{}])(?P<marks>[*~]{0,8})(?P<name>[^\s*~:()\[\],{}]*)(?P<mid>[*~]{0,8})(?P<colon>:(?P<role>[^\s*~:()\[\],{}]*))?"
    r"(?P<tokens>\((?P<list>[^()\[\]{}]*)(?P<closed>\))?)?(?P<done>[*~]{0,8})\Z"
)
_LAST = re.compile(r"[^\s,]*\Z")
_BEHIND = {
    "name": re.compile(r"[^\s*~:()\[\],{}]*"),
    "role": re.compile(r"\w*"),
    "token": re.compile(r"[\w:]*"),
}
_LINE = re.compile(r"[ \t]*[A-Za-z0-9]*")


@dataclass(frozen=True)
class CursorContext(DocumentContext):
    """The part that the user is typing: a whole grimoire, a name, a role or a token, or a role of a bag."""

    kind: Kind
    analysis: Analysis
    place: Place
    span: Span
    """The word at the cursor, in the document."""
    start: int
    """The start of the entry, in the document."""
    word: str = ""
    """The part of the word before the cursor."""
    record: Record | None = None
    """The grimoire or bag at the cursor."""
    entry: Mapping[str, str] = field(default_factory=lambda: defaultdict(str))
    """The parts of the entry up to the cursor; missing ones are empty."""
    seat: Seat | None = None
    """The seat of the entry, in a drawing."""

    @classmethod
    def behind(cls, analysis: Analysis, place: Place, offset: int) -> CursorContext:
        """Return the context of a grimoire that might follow the one of a chunk."""
        return cls("grimoire", analysis, place, Span(offset, offset), offset)

    @property
    def siblings(self) -> tuple[Conventions, ...]:
        """The conventions of sibling records; empty if the file has an earlier grimoire."""
        return () if self.log else self.analysis.siblings

    @property
    def here(self) -> int:
        """The start of the entry, counted from the chunk."""
        return self.start - self.place.start

    @property
    def typed(self) -> str:
        """The text of the entry before the word, in a line."""
        return "" if self.seat else self.document.text(self.start, self.span.start)

    @property
    def role(self) -> str:
        """The character of the entry, perhaps incomplete."""
        return self.seat.role.text if self.seat else self.entry["role"]

    @property
    def dead(self) -> bool:
        """Whether the entry has begun with the mark of the dead."""
        return "*" in self.entry["marks"]

    @property
    def complete(self) -> bool:
        """Whether a complete entry ends at the cursor; the mark of the dead may be missing."""
        entry = self.entry
        written = self.kind in {"role", "token"} and entry["name"] and entry["role"]
        return bool(written and (not entry["tokens"] or entry["closed"]))

    @property
    def fresh(self) -> bool:
        """Whether the entry has no text after the cursor, so that completion can offer whole entries."""
        return self.document.text(self.span.end, self.span.end + 1).strip(" \t\r\n]") == ""

    def ended(self, offset: int) -> bool:
        """Return whether an entry ends at the cursor, with a known character or one of an earlier grimoire."""
        if not self.complete or self.span.end != offset or not self.fresh:
            return False
        role = self.entry["role"]
        return self.script.role(role) is not None or any(
            role == entry.role.text for one in self.log for entry in one.seats
        )

    @property
    def closing(self) -> str:
        """The closing mark that is missing after a complete entry of a dead player, or an empty text."""
        return "*" if self.dead and "*" not in self.entry["done"] else ""

    @property
    def closed(self) -> bool:
        """Whether only a space can follow the entry."""
        return bool(self.entry["done"])

    @property
    def end(self) -> str:
        """The bracket that is missing at the end, or an empty text."""
        return "" if self.record and self.record.closed else "]"

    @property
    def gap(self) -> str:
        """The text between two players: a space, or a line end if each player has a line."""
        before = self.seats_before(itself=True)
        if len(before) > 1:
            return self.place.text[before[-2].span.end : before[-1].span.start]
        first = self.place.text[1 : before[0].span.start] if before else ""
        return first if first.isspace() else " "

    @property
    def last(self) -> bool:
        """Whether the entry at the cursor is the last one."""
        return not any(seat.span.start > self.here for seat in self.others())

    def seats_before(self, itself: bool = False) -> list[Seat]:
        """Return the seats before the entry at the cursor; with `itself`, include the entry."""
        seats = self.record.seats if self.record else ()
        return [seat for seat in seats if seat.span.start < self.here + itself and seat.readable]

    def others(self) -> list[Seat]:
        """Return all seats except the one at the cursor."""
        seats = self.record.seats if self.record else ()
        return [
            seat for seat in seats if seat is not self.seat and (self.seat or seat.span.start != self.here)
        ]

    @property
    def log(self) -> tuple[Record, ...]:
        """The earlier grimoires of the game, the nearest first; without an unfinished one."""
        return tuple(record for record, _ in self._previous[0])

    @property
    def before(self) -> tuple[Player, ...]:
        """The players of the previous grimoire."""
        return self.log[0].players

    @property
    def above(self) -> tuple[Title | None, ...]:
        """The titles of those grimoires."""
        return tuple(title for _, title in self._previous[0])

    @property
    def title(self) -> Title | None:
        """The title above the cursor."""
        return self._previous[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """The comments and shorthand after each of them, up to the next grimoire or the cursor."""
        return self._previous[2]

    @property
    def jotting(self) -> bool:
        """Whether the game has shorthand."""
        return any(any(shorthand_events(text)) for text in self.notes)

    @property
    def events(self) -> list[Shorthand]:
        """The shorthand after the previous grimoire. Shorthand in comments has already been applied."""
        return [event for line in "".join(self.notes[:1]).splitlines() if (event := Shorthand.of(line))]

    @cached_property
    def _previous(self) -> tuple[list[tuple[Record, Title | None]], Title | None, tuple[str, ...]]:
        found: list[tuple[Record, str]] = []
        behind = ""
        skipped = self.kind != "grimoire"
        for near in islice(self.document.until(self.place), skipped, skipped + RECENT):
            sheet = sheet_at(self.document, near)
            ends = self.span.start - near.start
            begins = len(near.text) - len(sheet.below(near.text))
            lines = [near.text[slice(*one)] for one in sheet.notes if begins <= one.start and one.end <= ends]
            behind = "\n".join([*lines, behind])
            if begins_anew(behind):
                break
            if sheet.record and sheet.record.form != "bag":
                found.append((sheet.record, behind))
                behind = ""
        title, log = under(behind, None), list[tuple[Record, Title | None]]()
        for record, behind in reversed(found):
            log.append((record, title))
            title = under(behind, title)
        return log[::-1], title, tuple(behind for _, behind in found)


def writing_at(analysis: Analysis, offset: int) -> CursorContext | None:
    """Return the context of the cursor, or None if no part of a grimoire can be typed there."""
    document = analysis.document
    place = _place(document, offset)
    at = offset - place.start
    sheet = sheet_at(document, place)
    if any(comment.start < at <= comment.end for comment in sheet.comments):
        return None
    record = sheet.record
    if record is None or (at >= record.span.end and record.closed):
        text = document.text(document.line_at(offset).start, offset)
        word = text.lstrip(" \t")
        start = offset - len(word)
        context = CursorContext("grimoire", analysis, place, Span(start, offset), start, word)
        return context if _LINE.fullmatch(text) else None
    if record.form == "drawing":
        # Line entries do not follow an unfinished drawing.
        return _in_drawing(analysis, record, offset) if at <= record.span.end else None
    return _inside(analysis, place, record, offset) if at >= 1 else None


def _place(document: Document, offset: int) -> Place:
    """Return the chunk of the text before the cursor: `[Alice:‸[` is in the first grimoire."""
    before = place_written(document, offset)
    record = sheet_at(document, before).record
    return before if record and not record.closed else document.place_at(offset)


def _inside(analysis: Analysis, place: Place, record: Record, offset: int) -> CursorContext | None:
    text, at = place.text, offset - place.start
    found = _ENTRY.search(text[max(1, at - LOOKED_BACK) : at])
    # A bag holds nothing but roles.
    if found is None or (record.form == "bag" and found[0] != found["name"]):
        return None
    kind: Kind = "name"
    word = found["name"]
    if record.form == "bag":
        kind = "bag"
    elif found["tokens"]:
        kind, word = "token", "" if found["closed"] else _LAST.findall(found["list"])[0]
    elif found["colon"]:
        kind, word = "role", "" if found["done"] else found["role"]
    behind = _BEHIND["role" if kind == "bag" else kind].match(text, at)
    # Text after a closed entry belongs to no word.
    end = at if found["closed"] or found["done"] or behind is None else behind.end()
    if kind == "name" and found["mid"]:
        return None
    span = Span(offset - len(word), place.start + end)
    return CursorContext(
        kind,
        analysis,
        place,
        span,
        offset - len(found[0]),
        word,
        record,
        defaultdict(str, found.groupdict("")),
    )


def _in_drawing(analysis: Analysis, record: Record, offset: int) -> CursorContext | None:
    here = word_at(analysis, offset)
    if here is None or here.kind == "name" or here.seat is None:
        return None
    word = here.word.text[: offset - here.span.start]
    start = here.place.start
    return CursorContext(here.kind, analysis, here.place, here.span, start, word, record, seat=here.seat)


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
        names = tuple(seat.player.name for seat in self.done)
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
        return tuple(self.shorthand_events.get(one.name, one) for one in self.now.before)

    def _kept(self, player: Player) -> tuple[str, ...]:
        """Return the tokens that stay on a player."""
        here = tuple(one for one in player.tokens if not self._elsewhere(one))
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
        here = tuple(token for token in player.tokens if not self._elsewhere(token))
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
