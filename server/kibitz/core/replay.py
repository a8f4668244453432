"""What the rest of a record says of an edit: what is wrong with it that was not, and what no longer is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit as edited
from kibitz.core.faults import is_fault
from kibitz.core.notation import Notation
from kibitz.core.values import Diagnostic, Edit, Severity, Span


class Verdict(NamedTuple):
    """How many errors and warnings an edit takes away, brings and leaves, of those that may have to do with it."""

    gone: int
    came: int
    left: int


def as_it_shows(analysis: Analysis, finding: Diagnostic) -> list[Diagnostic]:
    """What is wrong with the chunks of a finding, one mistake as often as :attr:`Notation.hasty` tells it."""
    hasty = analysis.language.hasty
    if hasty is analysis.language:
        return []
    found: list[Diagnostic] = []
    for place in analysis.document.places(*finding.span):
        _, wrong = hasty.stepped(analysis.context, analysis.state_before(place), place.chunk)
        found += [one.shifted(place.start) for one in wrong]
    return found


def verdict(
    analysis: Analysis, finding: Diagnostic, shown: Sequence[Diagnostic], edits: Sequence[Edit]
) -> Verdict | None:
    """What becomes of a record by some edits, in order; None where the finding stays, or is only hidden.

    `shown` is :func:`as_it_shows`. A finding is hidden by what makes the record say something that kibitz knows nothing of,
    such as another game.
    """
    old, new = _replayed(analysis, analysis.language.hasty, edits)
    if any(map(is_fault, new)):
        return None
    was = _marks((one, _after(edits, one.span.start)) for one in old)
    was |= _marks((one, _after(edits, one.span.start)) for one in shown)
    now = _marks((one, _settled(edits, one.span.start)) for one in new)
    mark = finding.rule.code, _after(edits, finding.span.start)
    if now[mark] >= was[mark]:
        return None
    said = [one for one in new if one.severity == Severity.INFORMATION]
    if any(_hides(finding, one, edits) for one in said) or _still_odd(finding, edits, old, said):
        return None
    return Verdict((was - now).total(), (now - was).total(), now.total())


def mended(analysis: Analysis, found: Sequence[Diagnostic], edits: Sequence[Edit]) -> list[Diagnostic]:
    """Those of some findings that are gone after edits, in order; none of them if there are more errors then.

    Warnings may come: what is left to do, such as a price to be filled in, or numbers that follow an order.
    """
    old, new = _replayed(analysis, analysis.language, edits)
    if _errors(new) > _errors(old) or any(map(is_fault, new)):
        return []
    was = _marks((one, _after(edits, one.span.start)) for one in old)
    now = _marks((one, _settled(edits, one.span.start)) for one in new)
    marks = ((one, (one.rule.code, _after(edits, one.span.start))) for one in found)
    return [one for one, mark in marks if now[mark] < was[mark]]


def _errors(found: Iterable[Diagnostic]) -> int:
    return sum(one.severity is Severity.ERROR for one in found)


def _replayed(
    analysis: Analysis, language: Notation[Any], edits: Sequence[Edit]
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is wrong before edits and after them, as far as it may differ; what is wrong after them is as `language` tells it."""
    before = analysis.document
    document = Document(language, before.blocks, before.hints)
    for edit in reversed(edits):
        document = edited(document, *edit)
    return _differing(analysis, checked(document, analysis))


def _hides(finding: Diagnostic, said: Diagnostic, edits: Sequence[Edit]) -> bool:
    """Whether an information that comes with edits is what a finding has become, or about what they have written."""
    start, end = said.span
    return said.rule == finding.rule or any(start <= last and first <= end for first, last in _written(edits))


def _still_odd(
    finding: Diagnostic, edits: Sequence[Edit], old: Sequence[Diagnostic], said: Sequence[Diagnostic]
) -> bool:
    """Whether an information comes where the finding was: what it was about is something that kibitz knows nothing of, still."""
    start, end = (_after(edits, offset) for offset in finding.span)
    was = {(one.rule.code, _after(edits, one.span.start)) for one in old}
    return any(start <= one.span.start < end and (one.rule.code, one.span.start) not in was for one in said)


def _marks(found: Iterable[tuple[Diagnostic, int]]) -> Counter[tuple[str, int]]:
    """The errors and warnings by what makes them the same before and after edits: their rule, and where they are then."""
    return Counter((one.rule.code, at) for one, at in found if one.severity <= Severity.WARNING)


def _differing(before: Analysis, after: Analysis) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What was found in the blocks that are not the same in both, and at the end."""
    ours, theirs = before.results, after.results
    least = min(len(ours), len(theirs))
    first = next((at for at in range(least) if ours[at] is not theirs[at]), least)
    last = next((at for at in range(least - first) if ours[-at - 1] is not theirs[-at - 1]), least - first)
    return before.among(first, len(ours) - last), after.among(first, len(theirs) - last)


def _written(edits: Sequence[Edit]) -> Iterator[Span]:
    """What edits have written, in the record that they leave."""
    grown = 0
    for start, end, text in edits:
        yield Span(start + grown, start + grown + len(text))
        grown += len(text) - (end - start)


def _settled(edits: Sequence[Edit], offset: int) -> int:
    """The start of what an edit has written if an offset is within that; else the offset."""
    return next((span.start for span in _written(edits) if span.start < offset < span.end), offset)


def _after(edits: Sequence[Edit], offset: int) -> int:
    """Where something is after edits that was at an offset before; at the start of one that it was within."""
    grown = 0
    for start, end, text in edits:
        if offset <= start:
            break
        if offset < end:
            return start + grown
        grown += len(text) - (end - start)
    return offset + grown
