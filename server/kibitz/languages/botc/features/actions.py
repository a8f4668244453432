"""What can be done to a grimoire at the cursor: kill, revive, votes, tokens, seats, forms, the next moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz.core.answers import Action
from kibitz.core.document import line_end_of
from kibitz.core.faults import RefusedError
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.redraw import redrawn
from kibitz.languages.botc.drawing.render import too_much
from kibitz.languages.botc.features._changed import changed
from kibitz.languages.botc.features._cursor import record_at, sheet_at
from kibitz.languages.botc.features._forms import conversion, in_a_line, is_spread, spread
from kibitz.languages.botc.features._moments import is_apart
from kibitz.languages.botc.features._past import Past
from kibitz.languages.botc.features._writing import Writing
from kibitz.languages.botc.features.meaning import read
from kibitz.languages.botc.game.jots import UnclearError
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import Role
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.apps import of_app
from kibitz.languages.botc.text.apps import read as read_app
from kibitz.languages.botc.text.nodes import Record, Seat, token_of

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.languages.botc.language import Botc

# Editors bind commands and keys to these kinds.
CONVERT, NEXT, EXPAND = "refactor.rewrite.convert", "refactor.rewrite.nextGrimoire", "refactor.rewrite.expand"
KILL, REVIVE = "refactor.rewrite.kill", "refactor.rewrite.revive"
SPEND, GIVE_BACK = "refactor.rewrite.spendVote", "refactor.rewrite.giveVoteBack"
ADD, REMOVE, SWAP = "refactor.rewrite.addToken", "refactor.rewrite.removeToken", "refactor.rewrite.swapSeats"

MOVE = "refactor.rewrite.moveToken"
LINES = "refactor.rewrite.lines"
TOWN_SQUARE = "refactor.rewrite.townSquare"
STATE_UP_TO = 200_000
"""What apps keep of a game is shorter than this."""
TOKENS_OFFERED = 12
"""How many tokens are offered for a player at the most."""


def actions(language: Botc, analysis: Analysis, span: Span) -> Sequence[Action]:
    """What a storyteller may want to do with the selected players, then with the grimoire."""
    return tuple(_actions(analysis, span))


def _actions(analysis: Analysis, span: Span) -> Iterator[Action]:
    text = analysis.document.text(0, min(len(analysis.document), STATE_UP_TO))
    if of_app(text):
        yield from _of_app(text)
        return
    found = record_at(analysis, span.start)
    if found is None:
        yield from _behind(analysis, span.start)
    if found is None or found[1].form == "bag":
        return
    table = _Table(analysis, *found)
    selected = table.selected(span)
    if len(selected) == 1:
        yield from _state(table, selected[0])
        yield from _tokens(table, selected[0], span)
    else:
        yield from _of_anybody(table)
    for one, other in _pairs(table.record, selected):
        if table.players[one] == table.players[other]:
            continue
        names = [table.record.seats[index].entry.name.text for index in (one, other)]
        yield Action(f"Swap the seats of {names[0]} and {names[1]}", table.swapped(one, other), SWAP)
    if table.record.sound:
        yield from _grimoire(table, selected)


def _of_app(text: str) -> Iterator[Action]:
    """What an app keeps of a game, as a grimoire."""
    try:
        record = read_app(text)
    except RefusedError:
        return
    yield Action("Write the app's game state as a grimoire", (Edit(0, len(text), record),), TOWN_SQUARE)


class _Table:
    """A grimoire and the ways to change it."""

    def __init__(self, analysis: Analysis, base: int, record: Record) -> None:
        self.analysis = analysis
        self.base = base
        self.record = record
        self.script: Script = analysis.context or UNSAID
        self.players = [seat.entry.player for seat in record.seats]

    def selected(self, span: Span) -> list[int]:
        """The players whom a selection touches; those of drawings that can't be redrawn are left out."""
        if self.record.form == "drawing" and not self.record.sound:
            return []
        return [
            index
            for index, seat in enumerate(self.record.seats)
            if not seat.entry.broken
            and any(place.start <= span.end and span.start <= place.end for place in self._places(seat))
        ]

    def _places(self, seat: Seat) -> Iterator[Span]:
        if self.record.form == "line":
            yield seat.span.shifted(self.base)
        else:
            yield from (word.span.shifted(self.base) for word in (seat.name, seat.role, *seat.tokens))

    def changed(self, new: Mapping[int, Player]) -> tuple[Edit, ...]:
        """The edits that put other players into some seats."""
        return changed(self.analysis.document, self.base, self.record, new)

    def swapped(self, one: int, other: int) -> tuple[Edit, ...]:
        return self.changed({one: self.players[other], other: self.players[one]})


def _state(table: _Table, index: int) -> Iterator[Action]:
    player = table.players[index]

    def action(title: str, kind: str, dead: bool, spent: bool) -> Action:
        return Action(title, table.changed({index: replace(player, dead=dead, spent=spent)}), kind)

    if not player.dead:
        yield action(f"Kill {player.name}", KILL, True, False)
        return
    if player.spent:
        yield action(f"Give {player.name} the vote back", GIVE_BACK, True, False)
    else:
        yield action(f"Use the vote of {player.name}", SPEND, True, True)
    yield action(f"Revive {player.name}", REVIVE, False, False)


def _tokens(table: _Table, index: int, span: Span) -> Iterator[Action]:
    """Removing a token, the one at the cursor first, and putting one of those that are not on the table yet."""
    player = table.players[index]
    places = [word.span.shifted(table.base) for word in table.record.seats[index].tokens]
    for number in sorted(range(len(places)), key=lambda number: not places[number].holds(span.start)):
        rest = player.tokens[:number] + player.tokens[number + 1 :]
        title = f"Remove {player.tokens[number]} from {player.name}"
        yield Action(title, table.changed({index: replace(player, tokens=rest)}), REMOVE)
    for token, other in _elsewhere(table, index):
        left = tuple(one for one in table.players[other].tokens if one != token)
        new = {
            other: replace(table.players[other], tokens=left),
            index: replace(player, tokens=(*player.tokens, token)),
        }
        yield Action(f"Move {token} here", table.changed(new), MOVE)
    for token in _free(table, index)[:TOKENS_OFFERED]:
        edits = table.changed({index: replace(player, tokens=(*player.tokens, token))})
        yield Action(f"Put {token} on {player.name}", edits, ADD)


def _free(table: _Table, index: int) -> list[str]:
    """The tokens of the characters in play that do not lie on the table yet and may lie on a player."""
    lying = [token for player in table.players for token in player.tokens]
    roles = {
        role.id: role for seat in table.record.seats if (role := table.script.role(seat.entry.role.text))
    }
    return [
        text
        for role in roles.values()
        for name, most in role.tokens.items()
        if lying.count(text := f"{role.id}:{name}") < most and _may_lie(role, name, table, index)
    ]


def _elsewhere(table: _Table, index: int) -> Iterator[tuple[str, int]]:
    """The tokens that lie on somebody else and go from one to the next, as all there are of them are laid; and on whom."""
    player = table.players[index]
    lying = [(token, at) for at, one in enumerate(table.players) for token in one.tokens if at != index]
    for token, at in lying:
        role, name = table.script.owner(token.rpartition(":")[0]), token_of(token).name
        passes = role and role.passes(name) and role.tokens.get(name) == 1
        seated = table.script.role(player.role)
        if role and passes and token not in player.tokens and (seated is None or role.may_lie(name, seated)):
            yield token, at


def _may_lie(role: Role, name: str, table: _Table, index: int) -> bool:
    """Whether the character's words let a token lie on a player, and none that lies there excludes it."""
    player = table.players[index]
    seated = table.script.role(player.role)
    if seated and not role.may_lie(name, seated):
        return False
    lying = {token for other in table.players for token in other.tokens}
    if name in role.exclusive and any(f"{role.id}:{other}" in lying for other in role.exclusive):
        return False
    return "wrong" not in role.tokens or not any(token.startswith(f"{role.id}:") for token in player.tokens)


def _pairs(record: Record, selected: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of several selected players, or one with either neighbour."""
    count = len(record.entries)
    if len(selected) > 1:
        yield selected[0], selected[-1]
    elif selected:
        [one] = selected
        for other in sorted(
            {(one + 1) % count, (one - 1) % count} - {one}, key=lambda it: (it - one) % count
        ):
            if not record.entries[other].broken:
                yield one, other


def _grimoire(table: _Table, selected: Sequence[int]) -> Iterator[Action]:
    record, document = table.record, table.analysis.document
    in_full = {
        index: replace(player, tokens=tuple(map(_in_full, player.tokens)))
        for index, player in enumerate(table.players)
        if any(_in_full(token) != token for token in player.tokens)
    }
    if in_full:
        yield Action("Write short prefixes in full", table.changed(in_full), EXPAND)
    title, to = ("Write it in one line", "line") if record.form == "drawing" else ("Draw it", "drawing")
    if record.form == "drawing" or not too_much(record.grimoire):
        yield Action(title, (conversion(document, document.place_at(table.base), record, to),), CONVERT)
    yield from _lines(table)
    yield _copied(table, next(iter(selected), 0))


def _lines(table: _Table) -> Iterator[Action]:
    """One player a line, or all in one: formatting keeps to that."""
    record, document = table.record, table.analysis.document
    place = document.place_at(table.base)
    sheet, text = sheet_at(document, place), place.chunk.text
    if record.form != "line" or len(record.seats) < 2:
        return
    if not is_spread(text, record):
        title, written = "Write one player a line", spread(text, sheet, record, line_end_of(document))
    elif not any(span.end < record.span.end for span in sheet.comments):
        title, written = "Write all players in one line", in_a_line(text, record)
    else:
        return
    start, end = record.span.shifted(table.base)
    if written != document.text(start, end):
        yield Action(title, (Edit(start, end, written),), LINES)


def _behind(analysis: Analysis, offset: int) -> Iterator[Action]:
    """Behind a grimoire what can be done to its players, and the next one of what is jotted down there."""
    document = analysis.document
    place = document.place_at(offset)
    record = sheet_at(document, place).record
    while record is None and (before := document.before(place)):
        place = before
        record = sheet_at(document, place).record
    if record is None or record.form == "bag" or not record.sound:
        return
    table = _Table(analysis, place.start, record)
    # Of what stands there already, such as the next title, nobody knows whether it is to stay.
    if sheet_at(document, place).jots or document.text(place.start + record.span.end, offset).isspace():
        yield _copied(table, 0)
    yield from _of_anybody(table)


def _of_anybody(table: _Table) -> Iterator[Action]:
    """Who lives, is dead and votes, of all players, where the cursor is on none: a list for who asks for one of that kind."""
    for index in range(len(table.players)) if table.record.sound else ():
        for one in _state(table, index):
            yield one._replace(asked=True)


def _copied(table: _Table, seat: int) -> Action:
    """The next grimoire below, with the cursor on whoever it was on.

    Jots behind the grimoire are done in it, and stay above it as comments; behind that one goes on with the next jots.
    """
    document, end = table.analysis.document, table.base + table.record.span.end
    place = document.place_at(table.base)
    jots = [one.shifted(place.start) for one in sheet_at(document, place).jots]
    behind = jots[-1].end if jots else end
    now = Writing("grimoire", document, place, None, Span(behind, behind), "", behind)
    past, line_end = Past(now), line_end_of(document)
    gap = line_end * (2 if is_apart(document, table.base) else 1)
    try:
        copy = _next(table, past)
    except UnclearError:
        jots, behind = [], end
        now = Writing("grimoire", document, place, None, Span(end, end), "", end)
        past = Past(now)
        copy = _next(table, past)
    if not jots:
        record = read(copy).value.record
        there = record.seats[seat : seat + 1] if record else ()
        above = gap + past.heading
        cursor = end + len(above) + (there[0].name.span.start if there else 1)
        return Action("Next grimoire: a copy below", (Edit(end, end, above + copy),), NEXT, cursor=cursor)
    first = gap + past.heading if past.due else document.text(end, jots[0].start)
    edits = [Edit(end, jots[0].start, f"{first}# ")]
    edits += [Edit(one.start, one.start, "# ") for one in jots[1:]]
    edits.append(Edit(behind, behind, f"{line_end}{copy}{line_end}"))
    grown = sum(len(edit.text) - (edit.end - edit.start) for edit in edits)
    title = f"Next grimoire: what is jotted down ({plural(len(jots), 'line')})"
    return Action(title, tuple(edits), NEXT, frozenset({"jotted"}), cursor=behind + grown)


def _next(table: _Table, past: Past) -> str:
    """The grimoire as it is at the next moment: without the tokens that the night or the day takes away, and with what is
    jotted down. Raises UnclearError for a jot that names nobody."""
    record, document = table.record, table.analysis.document
    grimoire = Grimoire(past.next)
    if record.form == "drawing" and record.sides:
        return redrawn(grimoire, record.sides, document.text(*record.span.shifted(table.base))).text
    return write.line(grimoire)


def _in_full(text: str) -> str:
    token = token_of(text)
    return f"{token.role.id}:{token.name}" if token.role else text
