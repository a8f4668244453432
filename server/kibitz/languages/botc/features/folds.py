"""What can be folded away: records of several lines, and comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.document import Document
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import sheet_at


def folds(language: object, analysis: Analysis) -> Iterator[Fold]:
    """See :meth:`kibitz.core.language.Language.folds`."""
    document = analysis.document
    run: list[Span] = []
    for place in document.places():
        # Nearly all chunks are one line.
        if "#" not in place.text and len(place.text.splitlines()) < 2:
            continue
        sheet = sheet_at(document, place)
        if sheet.record and len(place.text[: sheet.record.span.end].splitlines()) > 1:
            yield Fold(*sheet.record.span.shifted(place.start))
        for comment in sheet.comments:
            here = comment.shifted(place.start)
            if run and not _adjacent(document, run[-1], here):
                yield from _comment_fold(run)
                run = []
            run.append(here)
    yield from _comment_fold(run)


def _adjacent(document: Document, one: Span, other: Span) -> bool:
    between = document.text(one.end, other.start)
    return not between.strip() and len(between.splitlines()) < 3 and between.count("\n") < 2


def _comment_fold(run: list[Span]) -> Iterator[Fold]:
    if len(run) > 1:
        yield Fold(run[0].start, run[-1].end, "comment")
