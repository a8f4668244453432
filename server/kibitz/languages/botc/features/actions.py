"""Actions on a grimoire: kill, revive, votes, tokens, seats, forms, the next grimoire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.document import line_end_of
from kibitz.core.internal_errors import RefusedError
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.render import too_much
from kibitz.languages.botc.features._cursor import (
    GrimoireContext,
    conversion,
    in_a_line,
    is_apart,
    is_spread,
    record_at,
    records_in,
    sheet_at,
    spread,
)
from kibitz.languages.botc.features._log import CursorContext, PreviousGrimoire
from kibitz.languages.botc.features._options import Laying
from kibitz.languages.botc.features.convert import imported
from kibitz.languages.botc.features.layout import read
from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.shorthand import UnclearError
from kibitz.languages.botc.text.nodes import Record, in_full, token_of

# Editors bind commands and keys to these kinds.
CONVERT, NEXT, EXPAND = "refactor.rewrite.convert", "refactor.rewrite.nextGrimoire", "refactor.rewrite.expand"
KILL, REVIVE = "refactor.rewrite.kill", "refactor.rewrite.revive"
SPEND, GIVE_BACK = "refactor.rewrite.spendVote", "refactor.rewrite.giveVoteBack"
ADD, REMOVE, SWAP = "refactor.rewrite.addToken", "refactor.rewrite.removeToken", "refactor.rewrite.swapSeats"

MOVE = "refactor.rewrite.moveToken"
LINES = "refactor.rewrite.lines"
TOWN_SQUARE = "refactor.rewrite.townSquare"
STATE_UP_TO = 200_000
"""The maximum length of the game state of an app."""
TOKENS_OFFERED = 12
"""The maximum number of tokens in the actions of a player."""


def actions(language: object, analysis: Analysis, span: Span) -> Iterator[Action]:
    """Yield the actions for the selected players, then those for the grimoire."""
    text = analysis.document.text(0, min(len(analysis.document), STATE_UP_TO))
    try:
        record = imported(language, text)
    except RefusedError:
        return
    if record is not None:
        whole = Edit(0, len(text), record)
        yield Action("Convert the app's game state to a grimoire", (whole,), TOWN_SQUARE)
        return
    found = record_at(analysis, span.start)
    if found is None:
        yield from _behind(analysis, span.start)
    if found is None or found[1].form == "bag":
        return
    table = GrimoireContext(analysis, *found)
    here, damaged = (
        span.shifted(-table.place.start),
        table.record.form == "drawing" and not table.record.sound,
    )
    seats = enumerate(() if damaged else table.record.seats)
    selected = [index for index, seat in seats if not seat.broken and seat.touches(here)]
    if len(selected) == 1:
        yield from _state(table, selected[0])
        yield from _tokens(table, selected[0], span)
    else:
        yield from _of_anybody(table)
    for one, other in _pairs(table.record, selected):
        first, second = table.players[one], table.players[other]
        if first != second:
            edits = table.changed({one: second, other: first})
            yield Action(f"Swap the seats of {first.name} and {second.name}", edits, SWAP)
    if table.record.sound:
        yield from _grimoire(table, selected)


def _state(table: GrimoireContext, index: int) -> Iterator[Action]:
    player = table.players[index]

    def action(title: str, kind: str, dead: bool, spent: bool) -> Action:
        return Action(title, table.changed({index: replace(player, dead=dead, spent=spent)}), kind)

    if not player.dead:
        yield action(f"Kill {player.name}", KILL, True, False)
        return
    if player.spent:
        yield action(f"Give {player.name} the vote back", GIVE_BACK, True, False)
    else:
        yield action(f"Spend the vote of {player.name}", SPEND, True, True)
    yield action(f"Revive {player.name}", REVIVE, False, False)


def _tokens(table: GrimoireContext, index: int, span: Span) -> Iterator[Action]:
    """Yield actions that remove a token, the one at the cursor first, and actions that add one."""
    player = table.players[index]
    places = [word.span.shifted(table.place.start) for word in table.record.seats[index].tokens]
    for number in sorted(range(len(places)), key=lambda number: not places[number].holds(span.start)):
        rest = player.tokens[:number] + player.tokens[number + 1 :]
        title = f"Remove {player.tokens[number]} from {player.name}"
        yield Action(title, table.changed({index: replace(player, tokens=rest)}), REMOVE)

    def laid(token: str) -> dict[int, Player]:
        return {index: replace(player, tokens=(*player.tokens, token))}

    for token, other in _elsewhere(table, index):
        new = {other: table.players[other].without(token), **laid(token)}
        yield Action(f"Move {token} to {player.name}", table.changed(new), MOVE)
    others = [one for number, one in enumerate(table.players) if number != index]
    lying = [token for one in others for token in one.tokens]
    past = PreviousGrimoire(CursorContext.behind(table.analysis, table.place, table.span.end))
    laying = Laying(past, player.role, player.tokens, others, lying)
    for _, token in islice(laying.tokens(), TOKENS_OFFERED):
        yield Action(f"Add {token} to {player.name}", table.changed(laid(token)), ADD)


def _elsewhere(table: GrimoireContext, index: int) -> Iterator[tuple[str, int]]:
    """Yield the tokens that may move to a player, each with the number of its present player."""
    player = table.players[index]
    seated = table.script.role(player.role)
    lying = [(token, at) for at, one in enumerate(table.players) for token in one.tokens if at != index]
    for token, at in lying:
        prefix, name = token_of(token)
        role = table.script.owner(prefix)
        passes = role and role.passes(name) and role.tokens.get(name) == 1
        if role and passes and token not in player.tokens and (seated is None or role.may_lie(name, seated)):
            yield token, at


def _pairs(record: Record, selected: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of several selected players, or one player with each neighbour."""
    count = len(record.seats)
    if len(selected) > 1:
        yield selected[0], selected[-1]
    elif selected:
        [one] = selected
        for other in dict.fromkeys([(one + 1) % count, (one - 1) % count]):
            if other != one and not record.seats[other].broken:
                yield one, other


def _grimoire(table: GrimoireContext, selected: Sequence[int]) -> Iterator[Action]:
    record = table.record
    full = {
        index: replace(player, tokens=tuple(map(in_full, player.tokens)))
        for index, player in enumerate(table.players)
        if any(in_full(token) != token for token in player.tokens)
    }
    if full:
        yield Action("Replace short tokens", table.changed(full), EXPAND)
    title, to = (
        ("Convert to one line", "line") if record.form == "drawing" else ("Convert to a drawing", "drawing")
    )
    if record.form == "drawing" or not too_much(record.grimoire):
        yield Action(title, (conversion(table.document, table.place, record, to),), CONVERT)
    if record.form == "line" and len(record.seats) > 1:
        yield from _lines(table)
    yield _copied(table, next(iter(selected), 0))


def _lines(table: GrimoireContext) -> Iterator[Action]:
    """Yield the action that converts to one player per line, or back. Formatting keeps that choice."""
    record, text = table.record, table.place.text
    sheet = sheet_at(table.document, table.place)
    if not is_spread(text, record):
        title, written = (
            "Convert to one player per line",
            spread(text, sheet, record, line_end_of(table.document)),
        )
    elif not sheet.inside:
        title, written = "Convert to a single line", in_a_line(text, record)
    else:
        return
    if written != text[slice(*record.span)]:
        yield Action(title, (Edit(*table.span, written),), LINES)


def _behind(analysis: Analysis, offset: int) -> Iterator[Action]:
    """Yield the actions below a grimoire: on its players, and the next grimoire."""
    document = analysis.document
    found = next(records_in(document, document.until(document.place_at(offset))), None)
    if found is None or found[1].form == "bag" or not found[1].sound:
        return
    table = GrimoireContext(analysis, *found)
    # Text that is already there, such as the next title, may have to stay.
    if sheet_at(document, table.place).events or document.text(_end(table), offset).isspace():
        yield _copied(table, 0)
    yield from _of_anybody(table)


def _of_anybody(table: GrimoireContext) -> Iterator[Action]:
    """Yield the state actions of all players, for a client that asks for one kind."""
    for index in range(len(table.players)) if table.record.sound else ():
        for one in _state(table, index):
            yield one._replace(asked=True)


def _copied(table: GrimoireContext, seat: int) -> Action:
    """Return the action that adds the next grimoire below, with the cursor on the same player."""
    if events := [one.shifted(table.place.start) for one in sheet_at(table.document, table.place).events]:
        with suppress(UnclearError):
            return _played(table, events)
    end = _end(table)
    past = PreviousGrimoire(CursorContext.behind(table.analysis, table.place, end))
    copy, above = table.written(past.next), _apart(table) + past.heading
    record = read(copy).value.record
    there = record.seats[seat : seat + 1] if record else ()
    cursor = end + len(above) + (there[0].name.start if there else 1)
    return Action("Next grimoire: a copy below", (Edit(end, end, above + copy),), NEXT, cursor=cursor)


def _end(table: GrimoireContext) -> int:
    """Return the end of a grimoire, with a comment at the end of its line."""
    end, line_end = table.span.end, table.document.line_at(table.span.end).end
    return line_end if table.document.text(end, line_end).lstrip()[:1] == "#" else end


def _played(table: GrimoireContext, events: Sequence[Span]) -> Action:
    """Return the action that applies the shorthand to the next grimoire and turns it into comments.

    Raises UnclearError if the shorthand does not name a player.
    """
    end, line_end = _end(table), line_end_of(table.document)
    behind = table.document.line_at(events[-1].end).end
    past = PreviousGrimoire(CursorContext.behind(table.analysis, table.place, behind))
    copy = table.written(past.next)
    first = _apart(table) + past.heading if past.due else table.document.text(end, events[0].start)
    edits = [Edit(end, events[0].start, f"{first}# ")]
    edits += [Edit(one.start, one.start, "# ") for one in events[1:]]
    edits.append(Edit(behind, behind, f"{line_end}{copy}{line_end}"))
    grown = sum(len(edit.text) - (edit.end - edit.start) for edit in edits)
    title = f"Next grimoire: apply {plural(len(events), 'line')} of shorthand"
    return Action(title, tuple(edits), NEXT, frozenset({"jotted"}), cursor=behind + grown)


def _apart(table: GrimoireContext) -> str:
    """Return the text between a grimoire and the next one."""
    return line_end_of(table.document) * (2 if is_apart(table.document, table.place) else 1)
