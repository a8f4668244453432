"""What can be folded away: hands of several lines, runs of comments."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.chunks import Block
from kibitz.core.memory import kept_with
from kibitz.core.values import Span


def folds(language: object, analysis: Analysis) -> Iterator[Fold]:
    """A fold for each hand of several lines, and for each run of lines that are comments."""
    for number, block in enumerate(analysis.document.blocks):
        if found := _folds_of(block):
            by = analysis.document.block_start(number)
            yield from [Fold(fold.start + by, fold.end + by, fold.kind) for fold in found]


@kept_with
def _folds_of(block: Block) -> tuple[Fold, ...]:
    """The folds of a block, relative to it; remembered, because editors ask for all of them after every change."""
    found: list[Fold] = []
    at = 0
    for chunk in block.chunks:
        text = chunk.text
        if chunk.breaks > 1 or text[-1:] not in ("\r", "\n"):
            end = _last_entry(text)
            if text[:1] == "{" and ("\n" in text[:end] or "\r" in text[:end]):
                found.append(Fold(at, at + end))
            if "//" in text:
                found += [Fold(at + start, at + end, "comment") for start, end in _comments(text)]
        at += len(text)
    return tuple(found)


def _last_entry(text: str) -> int:
    """Where the last line ends that is neither empty nor a comment alone."""
    text = text.rstrip()
    while True:
        start = max(text.rfind("\n"), text.rfind("\r")) + 1
        if not start or not text[start:].lstrip().startswith("//"):
            return len(text)
        text = text[:start].rstrip()


def _comments(text: str) -> Iterator[Span]:
    """The runs of lines that are comments."""
    start, at, count, end = 0, 0, 0, 0
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("//"):
            start = start if count else at
            count, end = count + 1, at + len(line.rstrip("\r\n"))
        else:
            if count > 1:
                yield Span(start, end)
            count = 0
        at += len(line)
    if count > 1:
        yield Span(start, end)
