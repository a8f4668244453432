"""Drawings as records: what the reader says, in the values that the other forms have; one finding for one cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.values import Diagnostic, Fix, Severity, Span
from kibitz.languages.botc.check.words import check_words
from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.drawing.reader import Reading, read
from kibitz.languages.botc.drawing.render import redrawn
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.text.grammar import is_identifier, pattern
from kibitz.languages.botc.text.nodes import Entry, Record, Word, token_of
from kibitz.languages.botc.text.rulebook import report

REDRAW = "Redraw the grimoire"
_LOSING = frozenset({"header-count", "seat-without-role", "role-without-name", "blank-inside", "lost-column"})
"""What may come of something that is not there any more: drawn anew, the drawing would hide that."""
_FRAME = " ─│┌┐└┘+-|"
_COMPLETED = frozenset(
    {"header-count", "seat-without-role", "role-without-name", "lost-column", "lost-token", "lost-link"}
)
"""What the rest of a drawing without end may complete."""


def read_drawing(text: str, explains: bool) -> tuple[Record, list[Diagnostic]]:
    """The record of a drawing, and what is doubtful about it; with `explains` also how it would be without that.

    What can't be read comes first: while there is such a thing, nothing is said of the layout, for which it may be to
    blame. A drawing of which only the layout is doubtful is sound: drawn anew, it says the same.
    """
    reading = read(text)
    unfinished = any(
        slug == "not-closed" and fields["expected"] == "└" for slug, _, _, fields in reading.doubts
    )
    problems = [
        report(slug, Span(start, end), **dict[str, Any](fields))
        for slug, start, end, fields in reading.doubts
        if not (unfinished and slug in _COMPLETED)
    ]
    entries = [*reading.entries]
    unwritable = [*_unwritable(entries)]
    wrong = [one.span for one in problems if one.severity == Severity.ERROR]
    problems += [one for one in unwritable if not any(map(one.span.touches, wrong))]
    errors = [one for one in problems if one.severity == Severity.ERROR]
    broken = {one.span for one in unwritable}
    for number, entry in enumerate(entries):
        words = (entry.name, entry.role, *entry.tokens)
        if " " in entry.name.text + entry.role.text or not broken.isdisjoint(word.span for word in words):
            entries[number] = replace(entry, broken=True)
    record = Record(
        "drawing",
        Span(0, len(text)),
        tuple(entries),
        (0,) * len(entries),
        sides=reading.sides,
        sound=not errors,
        closed=not unfinished,
    )
    if errors and (broken or not _is_whole(reading, text)):
        return record, [_with_blanks_filled(one, errors, reading, text) for one in errors]
    told = errors or [*_apart(problems, record)]
    if not told or not explains:
        return record, [*told]
    fix = Fix(REDRAW, (redrawn(reading.whole, reading.sides, text),))
    return record, [one._replace(fixes=(fix,)) for one in told]


def _is_whole(reading: Reading, text: str) -> bool:
    """Whether all that a drawing tells is read, though its frame, its marks or the place of a token is wrong."""
    said = [(slug, text[start:end]) for slug, start, end, _ in reading.doubts]
    return bool(reading.entries) and not any(
        slug in _LOSING or (slug == "outside-frame" and outside.strip(_FRAME)) for slug, outside in said
    )


def _apart(problems: Sequence[Diagnostic], record: Record) -> Iterator[Diagnostic]:
    """What is doubtful about a layout: of a line that is too long or too short only what may have made it so."""
    uneven = [one for one in problems if one.rule.slug == "unequal-lines"]
    words = [one for one in (check_words(record) if uneven else ()) if one.severity <= Severity.WARNING]
    said = [one.span.start for one in (*words, *problems) if one not in uneven]
    for one in problems:
        if one not in uneven or not any(map(one.span.holds, said)):
            yield one


def _unwritable(entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Words that the one-line form can't have, so that no other tool could read them either."""
    for entry in entries:
        # A name or role of several words is a doubt already.
        if " " not in entry.name.text and not pattern("NAME").fullmatch(entry.name.text):
            yield report("not-a-name", entry.name.span, name=entry.name.text)
        for word in (entry.role, *entry.tokens):
            if not is_identifier(word.text) and not (word is entry.role and " " in word.text):
                slug = "blank-inside" if " " in word.text else "not-a-role"
                yield report(slug, word.span, text=word.text)


def _with_blanks_filled(
    one: Diagnostic, errors: Sequence[Diagnostic], reading: Reading, text: str
) -> Diagnostic:
    """A blank in a word with the fix that fills it, where that is all that is wrong."""
    if one.rule.slug != "blank-inside" or len(errors) > 1:
        return one
    players = [
        replace(_reworded(entry, lambda word: _filled(word.text)), name=entry.name.text.replace(" ", "_"))
        for entry in reading.entries
    ]
    start, end = one.span
    title = f"Write `{_filled(text[start:end])}`"
    return one._replace(fixes=(Fix(title, (redrawn(Grimoire(tuple(players)), reading.sides, text),)),))


def _filled(word: str) -> str:
    """A role or token without blanks: the one that is known, or with `_` in their place."""
    if " " not in word:
        return word
    joined = word.replace(" ", "")
    if token_of(joined).known:
        return joined
    role = meant(joined) if ":" not in word else None
    return role.id if role else word.replace(" ", "_")


def _reworded(entry: Entry, said: Callable[[Word], str]) -> Player:
    """A player with other words."""
    return entry.moved(lambda word: word._replace(text=said(word)), entry.span).player


# What is wrong with single words


def with_fixes_redrawn(found: Iterator[Diagnostic], record: Record, text: str) -> Iterator[Diagnostic]:
    """Diagnostics of a drawing whose fixes draw it anew; without fixes where something of it is in doubt."""
    for one in found:
        fixes = [_redrawn(fix, record, text) for fix in one.fixes] if record.sound else []
        yield one._replace(fixes=tuple(fixes)) if one.fixes else one


def _redrawn(fix: Fix, record: Record, text: str) -> Fix:
    players = [_reworded(entry, lambda word: _edited(word, fix)) for entry in record.entries]
    sides = record.sides or Layout(len(players), 0, 0, 0)
    return Fix(fix.title, (redrawn(Grimoire(tuple(players)), sides, text[: record.span.end]),), fix.safe)


def _edited(word: Word, fix: Fix) -> str:
    text = word.text
    for edit in fix.edits:
        if word.start <= edit.start and edit.end <= word.end:
            text = text[: edit.start - word.start] + edit.text + text[edit.end - word.start :]
    return text
