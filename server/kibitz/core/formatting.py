"""Formatting that is proven on the user's own text.

A language returns the layout of stretches of its record. Afterwards the whole record must say the same, comments and exported
rows included (:mod:`kibitz.core.proof`). Suppression comments must silence the same findings (:mod:`kibitz.core.suppression`), and a second
pass must change nothing. A stretch without these proofs stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, zip_longest
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import common_ends
from kibitz.core.document import Document
from kibitz.core.edit import edit as edited
from kibitz.core.internal_errors import collect_errors
from kibitz.core.proof import Altered, altered, altered_records, within
from kibitz.core.setting import Preferences
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit, Span

FEW_EDITS = 16
"""Greatest number of edits that are applied one by one. For more, cutting the whole document again is faster."""
LINES_DIFFED = 4000
"""Greatest number of lines of a stretch that are compared one by one. In longer stretches, one edit replaces all changed lines."""
PAIRS_DIFFED = 5000
"""Greatest number of pairs of equal lines, such as empty ones, that are matched. More of them would take seconds."""


class Change(NamedTuple):
    """A replacement and the text that it replaces."""

    old: str
    edit: Edit


class Unproven(NamedTuple):
    """A stretch that stays as it is, because its new layout has no proof.

    That is a bug in the layout of a notation, unless a suppression comment would get another line.
    """

    span: Span
    proof: Literal["meaning", "silence", "second pass", "fault"]

    @property
    def why(self) -> str:
        """The proof that failed, in words."""
        return f"left as it is: {_WHY[self.proof]}"


_WHY = {
    "fault": "kibitz failed",
    "silence": "laid out, a comment would silence something else",
    "meaning": "formatting would change its meaning",
    "second pass": "formatting it twice would change it twice",
}


class Formatted(NamedTuple):
    """The minimal edits that format a record, or none, and the stretches without a proof."""

    edits: list[Edit]
    unproven: list[Unproven]


def format_document(document: Document, preferences: Preferences, span: Span | None = None) -> list[Edit]:
    """Return the minimal edits that format a record, or only the lines that `span` touches."""
    return lay_out(document, preferences, span).edits


def lay_out(
    document: Document, preferences: Preferences, span: Span | None = None, known: Analysis | None = None
) -> Formatted:
    """Return the same edits, and the stretches without a proof. `known` is a check of the document, if there is one."""
    if span is None:
        span = Span(0, len(document))
    with collect_errors() as faults:
        laid, formatted, unproven = _proven(document, preferences, span, known)
        if laid and not _settled(formatted, preferences, [change.edit for change in laid]):
            unproven += [Unproven(Span(laid[0].edit.start, laid[-1].edit.end), "second pass")]
            laid = []
    if faults:
        return Formatted([], [Unproven(span, "fault")])
    return Formatted([small for change in laid for small in minimal(*change)], unproven)


class _Proven(NamedTuple):
    """The layout that has a proof, the record after it, and the stretches without a proof."""

    laid: list[Change]
    after: Document
    unproven: list[Unproven]


def _settled(formatted: Document, preferences: Preferences, edits: list[Edit]) -> bool:
    """Return whether a second pass over the formatted stretches changes nothing."""
    grown = sum(len(edit.text) - (edit.end - edit.start) for edit in edits)
    start, end = edits[0].start, edits[-1].end + grown
    again = _proven(formatted, preferences, Span(start, end)).laid
    return not any(start <= edit.start and edit.end <= end for _, edit in again)


def _proven(
    document: Document, preferences: Preferences, span: Span, known: Analysis | None = None
) -> _Proven:
    """Lay stretches out. Leave those that then say something else as they are, and prove the rest again."""
    laid = [*_wanted(document, preferences, span)]
    unproven: list[Unproven] = []
    while laid:
        edits = [change.edit for change in laid]
        after = apply_to(document, edits)
        proof: Literal["meaning", "silence"] = "meaning"
        wrong = _within(edits, altered(document, after, edits))
        if not wrong:
            known = known or checked(document)
            told = checked(after, known)
            if heard := [*_heard(known, told)]:
                proof, wrong = "silence", _about(edits, heard) or {*edits}
            else:
                wrong = _within(edits, altered_records(known, told))
        if not wrong:
            return _Proven(laid, after, unproven)
        unproven += [Unproven(Span(edit.start, edit.end), proof) for edit in sorted(wrong)]
        laid = [change for change in laid if change.edit not in wrong]
    return _Proven([], document, unproven)


def _within(edits: Sequence[Edit], stretches: Sequence[Altered]) -> set[Edit]:
    """Return the edits in some stretches, all edits if none of them is in any, and nothing if there are no stretches."""
    return {edit for edit in edits if within(stretches, edit)} or {*edits} if stretches else set()


def _heard(before: Analysis, after: Analysis) -> Iterator[Span]:
    """Yield the spans of suppression comments that silence something else in the other version."""
    for (one, was), (other, now) in zip_longest(
        before.published.suppressed, after.published.suppressed, fillvalue=(None, None)
    ):
        if was != now and (here := one or other) is not None:
            yield here.about or here.comment


def _about(edits: Iterable[Edit], spans: Sequence[Span]) -> set[Edit]:
    """Return the edits within some spans."""
    return {edit for edit in edits if any(edit.start < end and start < edit.end for start, end in spans)}


def _wanted(document: Document, preferences: Preferences, span: Span) -> Iterator[Change]:
    """Yield the changes of the layout on the lines that a span touches."""
    for edit in document.language.layout(document, preferences, span):
        start, end, _ = edit
        if start <= span.end and span.start <= end:
            change = Change(document.text(start, end), edit)
            if start < span.start or span.end < end:
                change = _clipped(change, span)
            if change.old != change.edit.text:
                yield change


def _clipped(change: Change, span: Span) -> Change:
    """Return the part of a change in the lines that a span touches. A span that ends at the start of a line does not touch it."""
    old, (start, _, new) = change
    first, last = max(0, span.start - start), min(len(old), span.end - start)
    first = max(old.rfind(sign, 0, first) for sign in "\r\n") + 1
    if first >= last or old[last - 1] not in "\r\n":
        found = LINE_BREAK.search(old, last) if last or span.start == span.end else None
        last = found.end() if found else len(old) if last else 0
    edits = [one for one in minimal(old, Edit(0, len(old), new)) if first <= one.start and one.end <= last]
    laid = apply(old, edits)
    last = max(first, last)
    return Change(
        old[first:last], Edit(start + first, start + last, laid[first : len(laid) - len(old) + last])
    )


def apply_to(document: Document, edits: Iterable[Edit]) -> Document:
    """Return the document after edits that do not overlap, each with offsets of the document as it is now."""
    edits = sorted(edits, key=lambda edit: edit.start, reverse=True)
    if len(edits) > FEW_EDITS:
        return Document.open(document.language, apply(document.text(), edits))
    for edit in edits:
        document = edited(document, edit.start, edit.end, edit.text)
    return document


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text after edits that do not overlap, each with offsets of the text as it is now."""
    parts = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)


def minimal(old: str, edit: Edit) -> list[Edit]:
    """Return an edit that replaces the text `old` as edits of only the parts of lines that differ."""
    before, after = old.splitlines(keepends=True), edit.text.splitlines(keepends=True)
    starts = list(accumulate(map(len, before), initial=edit.start))
    return _joined(_between(before, after, _partners(before, after), starts))


def _partners(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Return the pairs of old and new lines that differ in spaces only. Empty lines may have come and gone between them."""
    shown, now = ([at for at, line in enumerate(lines) if line.strip()] for lines in (before, after))
    words, said = (["".join(line.split()) for line in lines if line.strip()] for lines in (before, after))
    # Nearly always, only spaces differ, which needs no search.
    if words == said:
        return [*zip(shown, now, strict=True)]
    there = Counter(said)
    if max(len(words), len(said)) > LINES_DIFFED or sum(there[line] for line in words) > PAIRS_DIFFED:
        return []
    same = SequenceMatcher(None, words, said, autojunk=False).get_matching_blocks()
    return [(shown[i + more], now[j + more]) for i, j, size in same for more in range(size)]


def _between(
    before: list[str], after: list[str], pairs: list[tuple[int, int]], starts: list[int]
) -> Iterator[Edit]:
    """Yield the edits that turn each line into its partner, and those of the empty lines between them."""
    i = j = 0
    for there, here in (*pairs, (len(before), len(after))):
        if there - i != here - j:
            yield from _trimmed("".join(before[i:there]), "".join(after[j:here]), starts[i])
            i, j = there, here
        for line in range(i, min(there + 1, len(before))):
            yield from _trimmed(before[line], after[j + line - i], starts[line])
        i, j = there + 1, here + 1


def _joined(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits with touching ones joined. Some editors confuse two edits that begin at one place."""
    found: list[Edit] = []
    for one in edits:
        if found and found[-1].end == one.start:
            one = Edit(found[-1].start, one.end, found.pop().text + one.text)
        found.append(one)
    return found


def _trimmed(old: str, new: str, start: int) -> list[Edit]:
    """Return an edit without the common text at both ends, or nothing if all is equal."""
    if old == new:
        return []
    head, tail = common_ends(old, new)
    return [Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])]
