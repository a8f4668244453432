"""The refactorings of a record."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.features._history import cursor_at, read
from kibitz.languages.qgn.text.items import Comment
from kibitz.languages.qgn.text.record import REQUIRED, is_head


def actions(language: object, analysis: Analysis, span: Span) -> list[Action]:
    """Return the refactorings at a selection."""
    return [
        *_required_first(analysis, span),
        *_toggle_comment(analysis, span),
    ]


def _required_first(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Yield the action that moves `key` and `teams` to the front; the text between tags stays."""
    place = analysis.document.place_at(span.start)
    tags = [(place.start + start, tag) for start, tag in read(analysis, place).tags]
    rank = {key: number for number, key in enumerate(REQUIRED)}
    wanted = sorted(tags, key=lambda tag: rank.get(tag[1].key, len(rank)))
    if is_head(place) and wanted != tags and all(tag.sound for _, tag in tags):
        edits = tuple(
            Edit(start, start + len(old.text), new.text)
            for (start, old), (_, new) in zip(tags, wanted, strict=True)
            if old.text != new.text
        )
        yield Action("Move `key` and `teams` first", edits, "refactor.rewrite.sortTags")


def _toggle_comment(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Yield the action that comments out the selected items, or restores the items of a comment.

    Editors can only comment out lines, or combine any two comments of a line.
    """
    text = analysis.document.text(*span)
    start = span.start + len(text) - len(text.lstrip())
    end = span.start + len(text.rstrip())
    first = cursor_at(analysis, start).placed
    last = cursor_at(analysis, end - 1).placed if start < end else first
    if first is None or last is None or last.end < first.start:
        return
    if isinstance(first.item, Comment) and first == last:
        yield _comment("Change the comment to game text", first.span, first.item.words)
        return
    whole = Span(first.start, last.end)
    written = analysis.document.text(*whole)
    if not {*"{}"} & {*written}:
        yield _comment("Comment out", whole, f"{{{written}}}")


def _comment(title: str, span: Span, text: str) -> Action:
    edits = (Edit(*span, text),)
    return Action(title, edits, "refactor.rewrite.toggleComment", asked=True)
