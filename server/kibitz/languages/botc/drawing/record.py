"""Drawings as records: what the reader says, in the values that the other forms have; one finding for one cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.values import Diagnostic, Fix, Severity, Span
from kibitz.languages.botc.check.words import check_words
from kibitz.languages.botc.drawing.reader import Reading, SeatSpans, read
from kibitz.languages.botc.drawing.redraw import redrawn
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Entry, Record, Word, token_of
from kibitz.languages.botc.text.rulebook import rules

REDRAW = "Redraw the grimoire"
_LOSING = frozenset({"header-count", "seat-without-role", "role-without-name", "blank-inside", "lost-column"})
"""What may come of something that is not there any more: drawn anew, the drawing would hide that."""
_FRAME = " ─│┌┐└┘+-|"
_COMPLETED = frozenset(
    {"header-count", "seat-without-role", "role-without-name", "lost-column", "lost-token", "lost-link"}
)
"""What the rest of a drawing without end may complete."""


def read_drawing(text: str, explains: bool = True) -> tuple[Record, list[Diagnostic]]:
    """The record of a drawing, and what is doubtful about it; with `explains` also how it would be without that.

    What can't be read comes first: while there is such a thing, nothing is said of the layout, for which it may be to
    blame. A drawing of which only the layout is doubtful is sound: drawn anew, it says the same.
    """
    reading = read(text)
    unfinished = any(
        slug == "not-closed" and fields["expected"] == "└" for slug, _, _, fields in reading.doubts
    )
    doubts = [*_doubts(reading, unfinished)]
    unwritable = [*_unwritable(reading)]
    wrong = [one for one in doubts if one.severity == Severity.ERROR]
    problems = [*doubts, *(one for one in unwritable if not _within(one, wrong))]
    errors = [one for one in problems if one.severity == Severity.ERROR]
    broken = {one.span for one in unwritable}
    entries = [
        _entry(
            player,
            spans,
            " " in player.name + player.role
            or not broken.isdisjoint((spans.name, spans.role, *spans.tokens)),
        )
        for player, spans in zip(reading.grimoire.players, reading.seats, strict=True)
    ]
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
    return bool(reading.seats) and not any(
        slug in _LOSING or (slug == "outside-frame" and outside.strip(_FRAME)) for slug, outside in said
    )


def _doubts(reading: Reading, unfinished: bool) -> Iterator[Diagnostic]:
    for slug, start, end, fields in reading.doubts:
        if not (unfinished and slug in _COMPLETED):
            yield rules()[slug].at(start, end, **dict[str, Any](fields))


def _within(one: Diagnostic, others: Sequence[Diagnostic]) -> bool:
    """Whether something else is said of the same words."""
    return any(one.span.start <= other.span.end and other.span.start <= one.span.end for other in others)


def _apart(problems: Sequence[Diagnostic], record: Record) -> Iterator[Diagnostic]:
    """What is doubtful about a layout: of a line that is too long or too short only what may have made it so."""
    lengths = any(one.rule.slug == "unequal-lines" for one in problems)
    words = [
        word.span for word in (check_words(record) if lengths else ()) if word.severity <= Severity.WARNING
    ]
    said = [*words, *(one.span for one in problems if one.rule.slug != "unequal-lines")]
    for one in problems:
        start, end = one.span
        if one.rule.slug != "unequal-lines" or not any(start <= other.start <= end for other in said):
            yield one


def _unwritable(reading: Reading) -> Iterator[Diagnostic]:
    """Words that the one-line form can't have, so that no other tool could read them either."""
    for player, spans in zip(reading.grimoire.players, reading.seats, strict=True):
        # A name or role of several words is a doubt already.
        if " " not in player.name and not pattern("NAME").fullmatch(player.name):
            yield rules()["not-a-name"].at(*spans.name, name=player.name)
        if " " not in player.role and not _identifier(player.role):
            yield rules()["not-a-role"].at(*spans.role, text=player.role)
        for token, span in zip(player.tokens, spans.tokens, strict=True):
            if not _identifier(token):
                slug = "blank-inside" if " " in token else "not-a-role"
                yield rules()[slug].at(*span, text=token)


def _identifier(word: str) -> bool:
    return all(pattern("IDENTIFIER").fullmatch(part) for part in word.split(":", 1))


def _with_blanks_filled(
    one: Diagnostic, errors: Sequence[Diagnostic], reading: Reading, text: str
) -> Diagnostic:
    """A blank in a word with the fix that fills it, where that is all that is wrong."""
    if one.rule.slug != "blank-inside" or len(errors) > 1:
        return one
    players = tuple([
        replace(
            player,
            name=player.name.replace(" ", "_"),
            role=_filled(player.role),
            tokens=tuple(map(_filled, player.tokens)),
        )
        for player in reading.grimoire.players
    ])  # fmt: skip
    start, end = one.span
    title = f"Write `{_filled(text[start:end])}`"
    return one._replace(fixes=(Fix(title, (redrawn(Grimoire(players), reading.sides, text),)),))


def _filled(word: str) -> str:
    """A role or token without blanks: the one that is known, or with `_` in their place."""
    if " " not in word:
        return word
    joined = word.replace(" ", "")
    token = token_of(joined)
    if token.role and token.name in token.role.tokens:
        return joined
    role = meant(joined) if ":" not in word else None
    return role.id if role else word.replace(" ", "_")


def _entry(player: Player, spans: SeatSpans, broken: bool) -> Entry:
    tokens = tuple(Word(text, *span) for text, span in zip(player.tokens, spans.tokens, strict=True))
    name, role = Word(player.name, *spans.name), Word(player.role, *spans.role)
    return Entry(name, role, tokens, player.dead, player.spent, spans.name, broken)
