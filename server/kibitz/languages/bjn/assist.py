"""Refactorings and hints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.values import Action, Edit, Hint, Preferences, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.check import behind
from kibitz.languages.bjn.check_play import split_block
from kibitz.languages.bjn.findings import hand_name
from kibitz.languages.bjn.layout import converted, inner_comments
from kibitz.languages.bjn.model import MODIFIER, Entry, Event, Outcome
from kibitz.languages.bjn.names import standing
from kibitz.languages.bjn.scene import Scene, scenes
from kibitz.languages.bjn.scoring import outcome
from kibitz.languages.bjn.turns import finished, may_stand

MOST_HANDS = 1000
"""With more hands selected than this nothing is offered for all of them."""
MOST_HINTED = 1000
"""Hints are given for so many hands at once."""


def actions(analysis: Analysis, span: Span) -> Iterator[Action]:
    """What can be done with the hand at a cursor, or with all hands of a selection."""
    touched = list(islice(scenes(analysis, span), MOST_HANDS + 1))
    hands = [scene for scene in touched if scene.sheet.whole and scene.tables]
    if len(touched) > MOST_HANDS:
        return
    if len(hands) > 1:
        yield from _together(hands)
        return
    for scene in hands:
        title, edit = _converted(scene)
        yield Action(title, (edit,), "refactor.rewrite.convert")
        yield from _stand(scene, span.start)
        yield from _block(scene)
        if (written := _outcome(scene)) is not None:
            yield Action(f"Write the outcome {written.text.lstrip('|').strip()}", (written,), OUTCOME)


OUTCOME = "refactor.rewrite.outcome"


def _together(hands: list[Scene]) -> Iterator[Action]:
    """The same for several hands at once."""
    for compact, how in ((True, "line by line"), (False, "on one line")):
        chosen = [scene for scene in hands if scene.sheet.compact is compact]
        if chosen:
            comments = not compact and any(inner_comments(scene.sheet) for scene in chosen)
            title = f"Write {plural(len(chosen), 'hand')} {how}{', comments above' if comments else ''}"
            edits = tuple(_converted(scene)[1] for scene in chosen)
            yield Action(title, edits, "refactor.rewrite.convert")
    outcomes = tuple(edit for scene in hands if (edit := _outcome(scene)) is not None)
    if outcomes:
        yield Action(f"Write the outcomes of {plural(len(outcomes), 'hand')}", outcomes, OUTCOME)


def _converted(scene: Scene) -> tuple[str, Edit]:
    """The hand in its other form."""
    sheet, end = scene.sheet, scene.start + len(scene.sheet.text)
    if sheet.compact:
        text = converted(sheet, "annotated", sheet.line_end)
        return "Write the hand line by line", Edit(scene.start, end, text)
    comments = len(inner_comments(sheet))
    above = f", its {plural(comments, 'comment')} above it" if comments else ""
    return f"Write the hand on one line{above}", Edit(
        scene.start, end, converted(sheet, "compact", sheet.line_end)
    )


def _stand(scene: Scene, offset: int) -> Iterator[Action]:
    """Marks an event after which its hand takes no more cards."""
    placed = scene.item_at(offset)
    if placed is None or not isinstance(event := placed.item.value, Event):
        return
    number = scene.sheet.entries.index(placed)
    table = scene.tables[number]
    hand = table.hand(event.actor, event.hand)
    later = [one.item.value for one in scene.sheet.entries[number + 1 :]]
    if hand is None or event.modifier or any(_same_hand(event, value) for value in later):
        return
    if may_stand(table, event.actor, hand) and event.action != "/":
        title = f"Mark with `_` that {hand_name(table, event.actor, hand.number)} stands on {hand.total}"
        edit = Edit(*scene.span(placed.field(MODIFIER)), "_")
        yield Action(title, (edit,), "refactor.rewrite.stand")


def _same_hand(event: Event, other: Entry | None) -> bool:
    return isinstance(other, Event) and other[:2] == event[:2]


def _block(scene: Scene) -> Iterator[Action]:
    """Writes the block of a split that has just been made."""
    block = split_block(scene.tables[-1])
    if block:
        edit = behind(scene.sheet, scene.sheet.entries[-1].end, block).shifted(scene.start)
        yield Action(f"Write the split block {block}", (edit,), "refactor.rewrite.block")


def _outcome(scene: Scene) -> Edit | None:
    """Writes the outcome, or writes it anew."""
    table = scene.tables[-1]
    follows = outcome(table)
    if follows is None or follows == scene.outcome:
        return None
    last = scene.sheet.entries[-1]
    if isinstance(last.item.value, Outcome):
        return Edit(*last.span, str(follows)).shifted(scene.start)
    if scene.outcome is None and finished(table):
        return behind(scene.sheet, last.end, str(follows)).shifted(scene.start)
    return None


def hints(analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """The total after each event; behind the events of a hand on one line only if that is turned on."""
    kinds = {True: ("compactTotals", False), False: ("totals", True)}
    wanted = {compact: preferences.flag(f"inlayHints.{kind}", on) for compact, (kind, on) in kinds.items()}
    if not any(wanted.values()):
        return
    for number, scene in enumerate(scenes(analysis, span)):
        if number == MOST_HINTED:
            text = "no totals from here on: too many hands at once"
            yield Hint(scene.start, text, "totals" if wanted[False] else "compactTotals")
            return
        if wanted[scene.sheet.compact]:
            kind = kinds[scene.sheet.compact][0]
            yield from (hint for hint in _totals(scene, kind) if span.holds(hint.offset))


def _totals(scene: Scene, kind: str) -> Iterator[Hint]:
    for placed, table in zip(scene.sheet.entries, scene.tables, strict=False):
        event = placed.item.value
        if isinstance(event, Event) and event.action != "/":
            hand = table.hand(event.actor, event.hand)
            if hand is not None and hand.size >= 2:
                yield Hint(scene.start + placed.end, standing(hand), kind)
