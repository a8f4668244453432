"""BOT018: what a chat has put around records, which is one mistake of the whole file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.bounds import GONE_OVER
from kibitz.core.chunks import Block
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.core.words import listed
from kibitz.languages.botc.text.read import Sheet
from kibitz.languages.botc.text.rulebook import report

_SIGNS = frozenset("\\>`\xa0")


def check_marks(document: Document) -> Iterator[Diagnostic]:
    """One finding for all marks, at the first one, with the fix that removes them."""
    found = [*islice(_marks(document), GONE_OVER)]
    if not found:
        return
    marks = [mark for mark, _ in found]
    raw = [document.text(*mark) for mark in marks]
    texts = [text.strip() for text in raw]
    kinds = {
        "blanks that do not break": any("\xa0" in text for text in raw),
        r"`\`": any("\\" in text for text in texts),
        "`>`": any(">" in text for text in texts),
        "a code fence": any("```" in text for text in texts),
        "backticks": any("`" in text and "```" not in text for text in texts),
    }
    first = marks[0]
    shown = LINE_BREAK.search(document.text(*first))
    removed = [
        Edit(*mark, " " * len(text) if "\xa0" in text else "") for mark, text in zip(marks, raw, strict=True)
    ]
    # What is wrong with such a drawing is said once its marks are gone.
    safe = not any(veils for _, veils in found)
    yield report(
        "chat-marks",
        Span(first.start, first.start + shown.start() if shown else first.end),
        Fix("Remove what the chat has put there", tuple(removed), safe),
        related=[Related(marks[-1], "the last of them")] if len(marks) > 1 else [],
        marks=listed([kind for kind, there in kinds.items() if there]),
        count=f", at {len(marks)} places" if len(marks) > 1 else "",
    )


def _marks(document: Document) -> Iterator[tuple[Span, bool]]:
    """The marks, each with whether one in its chunk veils a drawing."""
    start = 0
    for block in document.blocks:
        for number in _suspects(block):
            sheet: Sheet = document.language.parsed(block.chunks[number].text).value
            base = start + block.sum_before("chars", number)
            yield from ((mark.shifted(base), sheet.veiled) for mark in sheet.marks)
        start += block.chars


@kept_with
def _suspects(block: Block) -> tuple[int, ...]:
    """The chunks of a block that may have marks."""
    return tuple([number for number, chunk in enumerate(block.chunks) if not _SIGNS.isdisjoint(chunk.text)])
