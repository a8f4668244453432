"""Suppression comments: `kibitz: ignore BJN322`, in the comments of a notation.

After other text on its line, a comment covers findings that begin on that line. Alone on its line, it covers the next line with text. If
each chunk is a record (:attr:`kibitz.core.notation.Notation.neighbours_affected`), it covers the whole record that begins there: a hand, a grimoire. The
check does not know of it: published findings (:func:`kibitz.core.results.published`) are filtered afterwards.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.chunks import MARKER, Chunk, Place
from kibitz.core.document import Document
from kibitz.core.internal_errors import as_far_as
from kibitz.core.rules import general
from kibitz.core.values import Diagnostic, Edit, Fix, Rule, Span
from kibitz.core.words import listed

_CODE = r"[A-Za-z]{3,4}[0-9]{1,3}\b"
_ORDER = re.compile(
    rf"{MARKER}[ \t]*ignore\b(?:[ \t]+(?:(?P<codes>{_CODE}(?:[ \t,]+{_CODE})*)|(?P<wrong>\w+)))?"
)
_LINE = re.compile(r"\S[^\r\n]*")
"""The text of a line, from its first sign on."""

Comments = Callable[[Place], Iterable[Span]]
"""Returns the comments of a chunk, in order and in offsets of the document."""


class Suppression(NamedTuple):
    """A suppression comment, in offsets of the document."""

    span: Span
    """The place of its directive."""
    comment: Span
    codes: tuple[str, ...]
    """The codes of the suppressed rules, or none for all."""
    wrong: str
    """The text instead of a code."""
    about: Span | None
    """The start of the suppressed text, or None if nothing follows."""

    def covers(self, rule: Rule, offset: int) -> bool:
        """Return whether it suppresses a finding of a rule at an offset. Rules without a notation, such as internal errors, stay."""
        if self.wrong or self.about is None or rule.language == "kibitz":
            return False
        return self.about.holds(offset) and (not self.codes or rule.code in self.codes)

    def unused(self, document: Document, taken: Counter[str]) -> Diagnostic | None:
        """Return the finding that it suppresses nothing, or fewer rules than it names. `taken` are its suppressed findings."""
        kept = [code for code in self.codes if taken[code]]
        if taken and kept == [*self.codes]:
            return None
        rule = general()["unused-silence"]
        if self.wrong:
            reason = f"`{self.wrong}` is not a rule code: write codes, or nothing for all rules"
            return rule.at(*self.span, what="nothing", reason=reason)
        needless = [code for code in self.codes if code not in kept]
        where = "in the text that it covers" if self.about else "after it"
        reason = f"no {listed(needless, 'or')} {where}" if needless else f"no findings {where}"
        what = "less than it names" if kept else "nothing"
        return rule.at(*self.span, what=what, reason=reason, fixes=[self._cut_down(document, kept)])

    def _cut_down(self, document: Document, kept: list[str]) -> Fix:
        if kept:
            edit = Edit(*self.span, f"{MARKER} ignore {', '.join(kept)}")
            return Fix("Keep only the codes that it silences", (edit,), safe=True)
        (start, end), text = self.comment, document.text
        if re.search(r"\w", text(start, self.span.start) + text(self.span.end, end)):
            return Fix("Take it away", (Edit(*self.span, ""),), safe=True)
        line = document.line_at(start)
        start = line.start + len(text(line.start, start).rstrip())
        if (start, end) == line:
            end = document.line_start(document.position_at(end, "utf-32").line + 1)
        return Fix("Take it away", (Edit(start, end, ""),), safe=True)


def suppressions(document: Document, comments: Comments) -> Iterator[Suppression]:
    """Yield the suppression comments of a document, in order."""
    at = 0
    for block in document.blocks:
        if block.marked:
            for place in document.places(at, at + block.size()):
                if MARKER in place.text:
                    yield from _within(document, place, comments)
        at += block.size()


def _within(document: Document, place: Place, comments: Comments) -> Iterator[Suppression]:
    for span in read(document, place, comments).comments:
        whole = span.shifted(place.start)
        for found in _ORDER.finditer(place.text, *span):
            codes = tuple(code.upper() for code in re.findall(_CODE, found["codes"] or ""))
            here = Span(*found.span()).shifted(place.start)
            yield Suppression(
                here, whole, codes, found["wrong"] or "", _about(document, place, whole, comments)
            )


def _about(document: Document, place: Place, comment: Span, comments: Comments) -> Span | None:
    """Return the text that a comment covers, see above."""
    line = document.line_at(comment.start)
    before = document.places(line.start, comment.start) if line.start < comment.start else ()
    if any(
        read(document, one, comments).text[max(line.start - one.start, 0) : comment.start - one.start].strip()
        for one in before
    ):
        return line
    for one in document.since(place):
        said = read(document, one, comments)
        number = bisect_left(said.lines, comment.end - one.start)
        if number < len(said.lines):
            first = said.lines[number]
            record = said.record(first)
            if record and record.start == first:
                return record.shifted(one.start)
            return document.line_at(one.start + first)
    return None


class Commented(NamedTuple):
    """A chunk without its comments."""

    comments: tuple[Span, ...]
    text: str
    """The chunk with spaces instead of comments."""
    lines: tuple[int, ...]
    """The starts of the texts of its lines."""
    split_points: list[int]
    """All possible split points, and its end, if each chunk is a record. A chunk may end at any of them, because editing decides which."""

    def record(self, offset: int) -> Span | None:
        """Return the record that contains an offset, from its first text on, or None if the whole document is one record."""
        if not self.split_points:
            return None
        behind = bisect_right(self.split_points, offset)
        begins = self.split_points[behind - 1] if behind else 0
        number = bisect_left(self.lines, begins)
        return Span(self.lines[number], self.split_points[behind] - 1) if number < len(self.lines) else None


def read(document: Document, place: Place, comments: Comments) -> Commented:
    """Return a chunk without its comments. It is cached, because every key asks for all chunks with such a comment."""
    if place.chunk not in _known:
        text, language = place.text, document.language
        spans = tuple(span.shifted(-place.start) for span in comments(place))
        split_points = list[int]()
        if language.neighbours_affected is not None:
            cut = as_far_as(language.split(text, lambda _: False))
            split_points = [*(one.offset for one in cut), len(text)]
        for start, end in spans:
            text = text[:start] + " " * (end - start) + text[end:]
        lines = tuple([found.start() for found in _LINE.finditer(text)])
        _known[place.chunk] = Commented(spans, text, lines, split_points)
    return _known[place.chunk]


_known: WeakKeyDictionary[Chunk, Commented] = WeakKeyDictionary()
