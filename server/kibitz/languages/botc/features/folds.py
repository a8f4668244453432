"""What can be folded away: records of several lines, and comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.document import Document
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.languages.botc.language import Botc
from kibitz.languages.botc.text.read import parse


def folds(language: Botc, analysis: Analysis) -> Iterator[Fold]:
    """See :meth:`kibitz.core.language.Language.folds`."""
    document = analysis.document
    run: list[Span] = []
    for place in document.places():
        # Nearly all chunks are one line.
        if "#" not in place.text and len(place.text.splitlines()) < 2:
            continue
        record, comments = _of_several_lines(place.text)
        if record:
            yield Fold(*record.shifted(place.start))
        for comment in comments:
            here = comment.shifted(place.start)
            if run and _adjacent(document, run[-1], here):
                run.append(here)
                continue
            yield from _comment_fold(run)
            run = [here]
    yield from _comment_fold(run)


@remembered
def _of_several_lines(text: str) -> tuple[Span | None, tuple[Span, ...]]:
    """The record of a chunk if it has several lines, and its comments."""
    sheet = parse(text).value
    record = sheet.record.span if sheet.record else Span(0, 0)
    return record if len(text[: record.end].splitlines()) > 1 else None, sheet.comments


def _adjacent(document: Document, one: Span, other: Span) -> bool:
    between = document.text(one.end, other.start)
    return not between.strip() and len(between.splitlines()) < 3 and between.count("\n") < 2


def _comment_fold(run: list[Span]) -> Iterator[Fold]:
    if len(run) > 1:
        yield Fold(run[0].start, run[-1].end, "comment")
