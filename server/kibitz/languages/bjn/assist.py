"""Refactorings and hints."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Action, Edit, Hint, Preferences, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.check import behind
from kibitz.languages.bjn.check_play import split_block
from kibitz.languages.bjn.layout import converted, inner_comments
from kibitz.languages.bjn.model import Event, Outcome
from kibitz.languages.bjn.names import standing
from kibitz.languages.bjn.scene import Scene, scene_at, scenes
from kibitz.languages.bjn.scoring import outcome
from kibitz.languages.bjn.turns import finished


def actions(analysis: Analysis, span: Span) -> Iterator[Action]:
    """What can be done with the hand at a selection."""
    scene = scene_at(analysis, span.start)
    if not scene.tables or not scene.sheet.whole or scene.sheet.span is None:
        return
    end = scene.start + len(scene.sheet.text)
    if scene.sheet.compact:
        text = converted(scene.sheet, "annotated", scene.sheet.line_end)
        yield Action("Write the hand line by line", (Edit(scene.start, end, text),))
    else:
        text = converted(scene.sheet, "compact", scene.sheet.line_end)
        comments = len(inner_comments(scene.sheet))
        above = f", its {plural(comments, 'comment')} above it" if comments else ""
        yield Action(f"Write the hand on one line{above}", (Edit(scene.start, end, text),))
    yield from _block(scene)
    yield from _outcome(scene)


def _block(scene: Scene) -> Iterator[Action]:
    """Writes the block of a split that has just been made."""
    block = split_block(scene.tables[-1])
    if block:
        edit = behind(scene.sheet, scene.sheet.entries[-1].end, block)
        yield Action(f"Write the split block {block}", (edit.shifted(scene.start),))


def _outcome(scene: Scene) -> Iterator[Action]:
    """Writes the outcome, or writes it anew."""
    table = scene.tables[-1]
    follows = outcome(table)
    if follows is None or follows == scene.outcome:
        return
    last = scene.sheet.entries[-1]
    if isinstance(last.item.value, Outcome):
        edit = Edit(*last.span, str(follows))
    elif scene.outcome is None and finished(table):
        edit = behind(scene.sheet, last.end, str(follows))
    else:
        return
    yield Action(f"Write the outcome {follows}", (edit.shifted(scene.start),))


def hints(analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """The total after each event; behind the events of a hand on one line only if that is turned on."""
    for scene in scenes(analysis, span):
        kind, default = ("compactTotals", False) if scene.sheet.compact else ("totals", True)
        if preferences.flag(f"inlayHints.{kind}", default):
            yield from (hint for hint in _totals(scene, kind) if span.holds(hint.offset))


def _totals(scene: Scene, kind: str) -> Iterator[Hint]:
    for placed, table in zip(scene.sheet.entries, scene.tables, strict=False):
        event = placed.item.value
        if isinstance(event, Event) and event.action != "/":
            hand = table.hand(event.actor, event.hand)
            if hand is not None and hand.size >= 2:
                yield Hint(scene.start + placed.end, standing(hand), kind)
