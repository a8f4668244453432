"""The parts of a hand: its entries with their fields, the runs of its seats, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken, TokenType
from kibitz.core.memory import WORDS, latest
from kibitz.core.parts import PLAIN, Part
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, replayed_before
from kibitz.languages.bjn.game.model import ACTOR, DEALER
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.names import letters, standing
from kibitz.languages.bjn.text.read import read_item
from kibitz.languages.bjn.text.sheet import Sheet

_SUITS = {"s": "spades", "c": "clubs", "h": "hearts", "d": "diamonds"}
_TOKENS: dict[str, tuple[TokenType, ...]] = {
    "event": ("variable", "number", "operator", "enumMember", "keyword"),
    "split": ("number", "enumMember", "number", "enumMember"),
    "setup": ("number", "number"),
}
"""The colours of the first fields of an entry; further fields of a setup are strings, all others keywords."""
_FIXED = ("outcome", "split")
"""The kinds of entries that belong to the play."""
_OPTIONS = 2
"""The field of a setup that holds its options."""


def parts(language: Blackjack, text: str) -> list[Part]:
    """Return the parts of a hand."""
    sheet: Sheet = language.parsed(text).value
    found = list[Part]()
    for start, item in sheet.items:
        span, kind = Span(start, start + len(item.text)), item.kind
        if kind == "comment":
            found.append(Part(span, "comment"))
            continue
        found.append(Part(span, None, PLAIN, _fields(item.text), kind != "conflict", kind in _FIXED))
        if kind == "setup" and len(item.fields) > _OPTIONS:
            found.append(Part(Span(start + item.fields[_OPTIONS].start - 1, span.end), fixed_fact=True))
    if sheet.span:
        found.append(_hand(sheet, sheet.span))
    return found


@latest(WORDS)
def _fields(text: str) -> tuple[SemanticToken, ...]:
    """Return the fields of an item, relative to it; items repeat."""
    item = read_item(text)
    tokens = _TOKENS.get(item.kind, ())
    other: TokenType = "string" if item.kind == "setup" else "keyword"
    found = list[SemanticToken]()
    for number, (start, end) in enumerate(item.fields):
        written = text[start:end].lower()
        kind = tokens[number] if number < len(tokens) else other
        modifiers = PLAIN
        if kind == "enumMember" and written[-1:] in _SUITS:
            modifiers = frozenset({_SUITS[written[-1:]]})
        elif item.kind == "event" and number == ACTOR and written in {"0", "d"}:
            modifiers = frozenset({"dealer"})
        if written:
            found.append(SemanticToken(start, end, kind, modifiers))
    return tuple(found)


def _hand(sheet: Sheet, span: Span) -> Part:
    """Return the hand as a part."""
    replayed = Replayed(0, sheet)
    setup = replayed.setup
    return Part(
        span,
        title="Hand",
        numbered=True,
        detail=partial(_about, replayed),
        symbol="game",
        head=sheet.entries[0].span,
        folds=setup is not None,
        inner=partial(_runs, replayed),
    )


def _about(replayed: Replayed) -> str:
    setup = replayed.setup
    return " · ".join(filter(None, [plural(setup.players, "player") if setup else "", _results(replayed)]))


def _results(replayed: Replayed) -> str:
    return letters(replayed.outcome.seats) if replayed.outcome else ""


def _runs(replayed: Replayed) -> Iterator[Part]:
    """Yield the runs of entries in a hand."""
    for key, run in replayed.runs():
        (_, first), (number, last) = run[0], run[-1]
        inside = Part(Span(first.start, last.end), head=first.span)
        if isinstance(key, int):
            name = "Dealer" if key == DEALER else f"Player {key}"
            yield inside._replace(title=name, detail=partial(_totals, replayed, number, key), symbol="player")
        elif key == "Outcome":
            yield inside._replace(title=key, detail=partial(_results, replayed), symbol="value")
        elif key != "Setup":
            yield inside._replace(title=key)


def _totals(replayed: Replayed, number: int, seat: int) -> str:
    seats = replayed.tables[number].seats
    return " / ".join(standing(hand) for hand in seats[seat]) if seat < len(seats) else ""


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the place of the entry or comment that holds `offset` or ends there, with spaces after it.

    It is empty if none has been begun.
    """
    replayed = replayed_before(analysis, offset)
    sheet, at = replayed.sheet, offset - replayed.start
    last = sheet.written_at(at)
    return replayed.span(Span(last.start, max(last.end, at)) if last else Span(at, at))


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the hand that ends at `offset`, apart from comments; empty if another entry follows."""
    replayed = replayed_before(analysis, offset)
    at = offset - replayed.start
    if any(placed.end > at for placed in replayed.entries):
        return Span(offset, offset)
    return replayed.span(Span(0, max(at, len(replayed.text))))
