"""Refactorings and hints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.bounds import GONE_OVER
from kibitz.core.replay import worsened
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, renumbered, replayed_of, seat_at
from kibitz.languages.bjn.game.model import MODIFIER, Event, Outcome
from kibitz.languages.bjn.game.play import finished, may_stand, outcome, split_block
from kibitz.languages.bjn.text.names import hand_name
from kibitz.languages.bjn.text.sheet import behind, converted, inner_comments


def actions(language: object, analysis: Analysis, span: Span) -> Iterator[Action]:
    """Yield the actions on the hand at a cursor, or on all hands of a selection."""
    places = list(islice(analysis.document.places(*span), GONE_OVER + 1))
    if len(places) > GONE_OVER:
        return
    touched = (replayed_of(analysis, place) for place in places)
    hands = [replayed for replayed in touched if replayed.sheet.readable and replayed.tables]
    if len(hands) > 1:
        yield from _together(hands)
        return
    for replayed in hands:
        title, edit = _converted(replayed)
        yield Action(title, (edit,), "refactor.rewrite.convert")
        yield from _stand(replayed, span.start)
        yield from _seat(analysis, replayed, span.start)
        yield from _block(replayed)
        if written := _outcome(replayed):
            yield Action(f"Add the outcome {written.text.lstrip('|').strip()}", (written,), OUTCOME)


OUTCOME = "refactor.rewrite.outcome"


def _together(hands: list[Replayed]) -> Iterator[Action]:
    """Yield the actions on several hands at once."""
    for compact, how in ((True, "annotated form"), (False, "compact form")):
        if chosen := [replayed for replayed in hands if replayed.sheet.compact is compact]:
            comments = not compact and any(inner_comments(replayed.sheet) for replayed in chosen)
            title = f"Convert {plural(len(chosen), 'hand')} to {how}{', comments above' if comments else ''}"
            edits = tuple(_converted(replayed)[1] for replayed in chosen)
            yield Action(title, edits, "refactor.rewrite.convert")
    if outcomes := tuple(edit for replayed in hands if (edit := _outcome(replayed))):
        yield Action(f"Add the outcomes of {plural(len(outcomes), 'hand')}", outcomes, OUTCOME)


def _converted(replayed: Replayed) -> tuple[str, Edit]:
    """Return the title and the edit that convert a hand to its other form."""
    sheet = replayed.sheet
    text = converted(sheet, "annotated" if sheet.compact else "compact", sheet.line_end)
    edit = Edit(0, len(sheet.text), text).shifted(replayed.start)
    if sheet.compact:
        return "Convert the hand to annotated form", edit
    comments = len(inner_comments(sheet))
    above = f", its {plural(comments, 'comment')} above" if comments else ""
    return f"Convert the hand to compact form{above}", edit


def _stand(replayed: Replayed, offset: int) -> Iterator[Action]:
    """Yield the action that marks an event as the last of its hand."""
    placed = replayed.item_at(offset)
    if placed is None or not isinstance(event := placed.value, Event):
        return
    number = replayed.entries.index(placed)
    table = replayed.tables[number]
    hand = table.hand(event.actor, event.hand)
    later = [one.value for one in replayed.entries[number + 1 :]]
    goes_on = any(isinstance(one, Event) and one[:2] == event[:2] for one in later)
    if hand is None or event.modifier or goes_on:
        return
    if may_stand(table, event.actor, hand) and event.action != "/":
        title = f"Add `_`: {hand_name(table, event.actor, hand.number)} stands on {hand.total}"
        edit = Edit(*replayed.span(placed.field(MODIFIER)), "_")
        yield Action(title, (edit,), "refactor.rewrite.stand")


def _seat(analysis: Analysis, replayed: Replayed, offset: int) -> Iterator[Action]:
    """Yield the action that adds a player before the one at `offset`; at the setup, after the last one."""
    placed, setup = replayed.item_at(offset), replayed.setup
    seat = seat_at(replayed, offset)
    if placed is None or setup is None or not (seat or placed.value is setup):
        return
    # A setup may name any number of players, but the table has a maximum.
    moved = {number: number + 1 for number in range(seat, len(replayed.tables[-1].seats))} if seat else {}
    more = Edit(*replayed.span(replayed.entries[0].field(0)), str(setup.players + 1))
    edits = sorted([more, *renumbered(analysis, replayed, moved)])
    if worsened(analysis, edits) is None:
        where = f"before player {seat}" if seat else f"after player {setup.players}"
        yield Action(f"Add a seat {where}", tuple(edits), "refactor.rewrite.seat")


def _block(replayed: Replayed) -> Iterator[Action]:
    """Yield the action that adds the block of a split just made."""
    if block := split_block(replayed.tables[-1]):
        edit = behind(replayed.sheet, replayed.entries[-1].end, block).shifted(replayed.start)
        yield Action(f"Add the split block {block}", (edit,), "refactor.rewrite.block")


def _outcome(replayed: Replayed) -> Edit | None:
    """Return the edit that adds or corrects the outcome, or None."""
    table = replayed.tables[-1]
    follows = outcome(table)
    if follows is None or follows == replayed.outcome:
        return None
    last = replayed.entries[-1]
    if isinstance(last.value, Outcome):
        return Edit(*last.span, str(follows)).shifted(replayed.start)
    if replayed.outcome is None and finished(table):
        return behind(replayed.sheet, last.end, str(follows)).shifted(replayed.start)
    return None
