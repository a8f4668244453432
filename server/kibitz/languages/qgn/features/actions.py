"""Things that can be done to a record on demand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.bounds import SHORT
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.features._cursor import cursor_at, read
from kibitz.languages.qgn.text.head import REQUIRED
from kibitz.languages.qgn.text.model import Comment
from kibitz.languages.qgn.text.record import is_head


def actions(language: object, analysis: Analysis, span: Span) -> list[Action]:
    """The refactorings at a selection."""
    return [
        *_required_first(analysis, span),
        *_line_ends(analysis),
        *_toggle_comment(analysis, span),
    ]


def _required_first(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Puts `key` and `teams` first: the tags change places, what is between them stays."""
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


def _line_ends(analysis: Analysis) -> Iterator[Action]:
    """Writes the line ends of the whole file as LF, if it begins with others."""
    if "\r\n" in analysis.document.text(0, SHORT):
        text = analysis.document.text()
        start, end = text.index("\r\n"), text.rindex("\r\n") + 2
        yield Action(
            "Change line ends to LF", (Edit(start, end, text[start:end].replace("\r\n", "\n")),), "source"
        )


def _toggle_comment(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Makes a comment of the items that are selected, or of that at the cursor; of a comment, what it says.

    What editors do by themselves is for lines, or pairs any two comments of a line.
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
