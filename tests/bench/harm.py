"""Conditions of completion, tried on clean records. Print the items that break one.

- An accepted item, or ghost text, during typing leads to no error or warning that further typing would not remove.
- An item that is accepted in a finished record brings no error about itself.
- Enter at the end of a line is Enter: it accepts no item there.
- The edits that a typed character brings along (on-type formatting) are right.
- An item changes nothing before its span, which holds the cursor and is within a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

from bench.desk import fit
from bench.records import records, short
from bench.snippet import Stop, parse
from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Completion
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.formatting import apply
from kibitz.core.language import Language
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity, Span
from kibitz.languages import IDS, load
from notations import notation

SAYS = 100
"""The least code of a rule about the meaning of a record."""
TRIED = 6
"""Items of one place that are tried: the first ones, and some of the others."""


@dataclass(frozen=True)
class Violation:
    """Something that completion should not have done."""

    language: str
    what: str
    text: str
    """The text with the cursor marked."""
    item: Completion
    says: str = ""

    def __str__(self) -> str:
        near = repr(self.text[-70:])
        return f"{self.what}: item {self.item.text!r} at {near}: {self.says}"


@dataclass(frozen=True)
class Accepted:
    """A text with an item accepted, its placeholders as given."""

    text: str
    span: Span
    """The place of the text of the item."""
    stops: tuple[Span, ...]
    """The places that are still to be filled in."""

    def open_at(self, span: Span) -> bool:
        """Return whether a finding is about an unfilled field."""
        return any(stop.start <= span.end and span.start <= stop.end for stop in self.stops)


def accepted(text: str, item: Completion) -> Accepted:
    """Return the text after an editor with snippets has accepted an item."""
    start, inserted, stops = item.span.start, "", list[Span]()
    for piece in parse(item.text) if item.snippet else (item.text,):
        word = piece.default if isinstance(piece, Stop) else piece
        if isinstance(piece, Stop):
            stops.append(Span(start + len(inserted), start + len(inserted) + len(word)))
        inserted += word
    result = text[:start] + inserted + text[item.span.end :]
    return Accepted(result, Span(start, start + len(inserted)), tuple(stops))


def offered(analysis: Analysis, offset: int) -> list[Completion]:
    """The items that an editor shows, in its order."""
    language, text = analysis.language, analysis.document.text()
    ranked = []
    for rank, item in enumerate(language.complete(analysis, offset)):
        fits = fit(text[item.span.start : offset], item.sought)
        if fits is not None:
            ranked.append((fits, rank, item))
    return [item for _, _, item in sorted(ranked, key=lambda one: one[:2])]


def foreseen(analysis: Analysis, offset: int) -> list[Completion]:
    """Ghost text, as items."""
    return [
        Completion("ghost text", one.span, one.text, "value")
        for one in analysis.language.predict(analysis, offset)
    ]


def token_borders(text: str) -> list[int]:
    """Return the borders of words, numbers and signs."""
    return sorted({place for found in re.finditer(r"[\w.]*\w|[^\w\s]", text) for place in found.span()})


# Accepted items


def while_writing(language: Language[Any], record: str, at: int, rng: Random) -> Iterator[Violation]:
    """Yield harmful items at the end of the beginning of a record."""
    yield from _spoiling(language, record[:at], at, rng, "written", Severity.WARNING)


def while_mending(language: Language[Any], record: str, at: int, rng: Random) -> Iterator[Violation]:
    """Yield harmful items at the border of a token of a finished record. They must fit the text before them."""
    yield from _spoiling(language, record, at, rng, "mended", Severity.ERROR)


def _spoiling(
    language: Language[Any], record: str, at: int, rng: Random, what: str, least: Severity
) -> Iterator[Violation]:
    analysis = Analysis.of(language, record)
    starts = {at: Analysis.of(language, record[:at])}
    for item in [*_some(offered(analysis, at), rng), *foreseen(analysis, at)]:
        cut = item.span.start
        start = starts[cut] if cut in starts else starts.setdefault(cut, Analysis.of(language, record[:cut]))
        done = accepted(record[: item.span.end], item)
        if wrong := _lasting(start, done, least, unfinished(language.id)):
            text = record[:at] + ("‸" + record[at : at + 20] if at < len(record) else "")
            yield Violation(language.id, what, text, item, ", ".join(sorted(wrong)))


def _lasting(start: Analysis, done: Accepted, least: Severity, known: Set[str]) -> set[str]:
    """Return the rules that stay broken, whatever follows. Earlier findings, unfilled fields and `known` rules do not count, and if only those are left, nothing more is tried."""
    language, length = start.language, len(start.document)
    before = {(one.rule.slug, one.span) for one in start.diagnostics()}
    base = checked(edit(start.document, length, length, done.text[length:]), start)
    fewest = _wrong(base, done, before, least)
    unread = {slug for slug, says in fewest if not says}
    for more in chain(_typed_on(language, done.text), _offered_on(base)):
        if {slug for slug, _ in fewest} <= known:
            break
        if done.text and f"{done.text[-1]}{more[0]}".isalnum():
            # The key would extend the last word of the item.
            continue
        document = edit(base.document, len(done.text), len(done.text), more)
        wrong = _wrong(checked(document, base), done, before, least)
        # Unreadable text hides its mistakes.
        if {slug for slug, says in wrong if not says} <= unread and len(wrong) < len(fewest):
            fewest = wrong
    return {slug for slug, _ in fewest} - known


def _typed_on(language: Language[Any], text: str) -> Sequence[str]:
    """Return texts that a user may type after a text."""
    line = text.rpartition("\n")[2].lstrip("\ufeff")
    own = notation(language.id)
    return next((more for start, more in own.TYPED_ON_IN if line.startswith(start)), own.TYPED_ON)


def _offered_on(analysis: Analysis) -> Iterator[str]:
    """Yield the items of an editor after a text, or after one of its trigger characters: unpredictable names."""
    end = len(analysis.document)
    for sign in ("", *analysis.language.triggers):
        after = checked(edit(analysis.document, end, end, sign), analysis)
        behind = (one for one in offered(after, end + len(sign)) if one.span.start >= end)
        yield from (
            f"{sign}{accepted('', one._replace(span=Span(0, 0))).text}" for one in islice(behind, TRIED)
        )


def _wrong(
    analysis: Analysis, done: Accepted, before: Container[tuple[str, Span]], least: Severity
) -> set[tuple[str, bool]]:
    """Return the rules that are broken now, each with whether it is about the meaning of a record."""
    return {
        (one.rule.slug, int(one.rule.code[3:]) >= SAYS)
        for one in analysis.diagnostics()
        if one.severity <= least
        and (one.rule.slug, one.span) not in before
        and not done.open_at(one.span)
        and one.rule.slug not in notation(analysis.language.id).WRITTEN_LATER
    }


@cache
def unfinished(language_id: str) -> frozenset[str]:
    """The rules that a record breaks just because it is not finished yet."""
    language, rng = load(language_id), Random(0)
    slugs: set[str] = set()
    nothing = Analysis.of(language, "")
    for seed in range(4):
        record = short(language_id, seed)
        split_points = token_borders(record)
        for at in {*rng.sample(split_points, min(30, len(split_points))), *split_points[-20:]}:
            done = Accepted(record[:at], Span(at, at), ())
            slugs |= _lasting(nothing, done, Severity.WARNING, slugs)
    return frozenset(slugs)


def _some(items: Sequence[Completion], rng: Random) -> Iterable[Completion]:
    rest = items[TRIED // 2 :]
    return [*items[: TRIED // 2], *rng.sample(rest, min(TRIED // 2, len(rest)))]


# Keys that do more than they say


def while_typing(language: Language[Any], record: str) -> Iterator[Violation]:
    """A whole record is typed, all items ignored; the editor always has the first one selected."""
    analysis: Analysis | None = None
    document = Document.open(language, "")
    for at, typed in enumerate(record):
        analysis = checked(document, analysis)
        asks = at > 0 and (record[at - 1].isalpha() or record[at - 1] in language.triggers)
        items = [one for one in offered(analysis, at) if not one.asked] if asks and typed == "\n" else []
        if items:
            yield Violation(language.id, "Enter", record[:at], items[0], "Enter would accept it")
        document = edit(document, at, at, typed)
        if typed in language.typing_triggers:
            edits = language.typed(checked(document, analysis), at + 1, typed, Preferences())
            after = apply(record[: at + 1], edits)
            if not record.startswith(after):
                item = Completion(repr(typed), Span(at, at), after[at:], "value")
                yield Violation(language.id, "on type", record[:at], item, "not what comes next")


def shape(analysis: Analysis, offset: int) -> Iterator[Violation]:
    """Items that touch more than they may."""
    text = analysis.document.text()
    for item in [*analysis.language.complete(analysis, offset), *foreseen(analysis, offset)]:
        replaced = text[slice(*item.span)]
        if not item.span.holds(offset) or "\n" in replaced or "\r" in replaced:
            yield Violation(analysis.language.id, "span", text[:offset], item, f"replaces {replaced!r}")


# All at once


def main(options: Sequence[str]) -> None:
    """Print the harmful items by notation: `python tests/bench harm [ID]... [--more]`."""
    languages = [one for one in options if not one.startswith("-")] or [*IDS]
    count = 60 if "--more" in options else 12
    for name in languages:
        language, rng = load(name), Random(count)
        print(f"{name}: unfinished records break {', '.join(sorted(unfinished(name)))}")
        told: dict[tuple[str, str], list[Violation]] = {}
        for one in search(language, count, rng):
            told.setdefault((one.what, one.says), []).append(one)
        for (what, says), those in sorted(told.items(), key=lambda pair: -len(pair[1])):
            print(f"{name}: {what}: {says}: {len(those)} times, such as")
            for one in those[:3]:
                print(f"    {one.item.text!r} at {one.text[-60:]!r}")


def search(language: Language[Any], count: int, rng: Random) -> Iterator[Violation]:
    """Try some places of a number of records."""
    tries: tuple[Callable[..., Iterator[Violation]], ...] = (while_writing, while_mending)
    for record in records(language.id, count, seed=17):
        split_points = [at for at in token_borders(record) if at < 3000]
        for at in rng.sample(split_points, min(40, len(split_points))):
            for one in tries:
                yield from one(language, record, at, rng)
            yield from shape(Analysis.of(language, record[:at]), at)
            yield from shape(Analysis.of(language, record), at)
        yield from while_typing(language, record[:3000])
