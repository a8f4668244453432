"""The parts of a hand: its entries with their fields, the runs of its seats, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kibitz.core.answers import TokenType
from kibitz.core.memory import remembered
from kibitz.core.parts import PLAIN, Part
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.model import ACTOR, Outcome, Setup, Split
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.mend import read_item
from kibitz.languages.bjn.text.names import letters, standing
from kibitz.languages.bjn.text.sheet import Item, Sheet

_SUITS = {"s": "spades", "c": "clubs", "h": "hearts", "d": "diamonds"}
_TOKENS: dict[str, tuple[TokenType, ...]] = {
    "event": ("variable", "number", "operator", "enumMember", "keyword"),
    "split": ("number", "enumMember", "number", "enumMember"),
    "setup": ("number", "number"),
}
"""The colours of the first fields of an entry; further fields of a setup are strings, all others keywords."""


def parts(language: Blackjack, text: str) -> Iterator[Part]:
    """Yield the parts of a hand."""
    sheet: Sheet = language.parsed(text).value
    for placed in sheet.items:
        if placed.kind == "comment":
            yield Part(placed.span, "comment")
            continue
        value = placed.value
        yield Part(
            placed.span, step=placed.kind != "conflict", fixed_fact=isinstance(value, (Outcome, Split))
        )
        for part in _fields(placed.text):
            yield Part(part.span.shifted(placed.start), part.token, part.modifiers)
        if isinstance(value, Setup) and value.options:
            yield Part(Span(placed.field(2).start - 1, placed.end), fixed_fact=True)
    if sheet.span:
        yield from _outline(Replayed(0, sheet), sheet.span)


@remembered
def _fields(text: str) -> tuple[Part, ...]:
    """Return the fields of an item, relative to it; items repeat."""
    return tuple(_fields_of(read_item(text)))


def _fields_of(item: Item) -> Iterator[Part]:
    tokens = _TOKENS.get(item.kind, ())
    other: TokenType = "string" if item.kind == "setup" else "keyword"
    for number, span in enumerate(item.fields):
        written = item.text[slice(*span)].lower()
        kind = tokens[number] if number < len(tokens) else other
        modifiers = PLAIN
        if kind == "enumMember" and (suit := _SUITS.get(written[-1:])):
            modifiers = frozenset({suit})
        elif item.kind == "event" and number == ACTOR and written in {"0", "d"}:
            modifiers = frozenset({"dealer"})
        yield Part(span, kind, modifiers)


def _outline(replayed: Replayed, span: Span) -> Iterator[Part]:
    """Yield the hand, and the runs of entries in it."""
    setup, outcome = replayed.setup, replayed.outcome
    seats = letters(outcome.seats) if outcome else ""
    about = " · ".join(filter(None, [plural(setup.players, "player") if setup else "", seats]))
    head = replayed.entries[0].span
    yield Part(
        span,
        title="Hand",
        numbered=True,
        detail=about.__str__,
        symbol="game",
        head=head,
        folds=setup is not None,
    )
    for key, run in replayed.runs():
        (_, first), (number, last) = run[0], run[-1]
        inside = Part(Span(first.start, last.end), head=first.span)
        if isinstance(key, int):
            name = "Dealer" if key == DEALER else f"Player {key}"
            yield inside._replace(title=name, detail=partial(_totals, replayed, number, key), symbol="player")
        elif key == "Outcome":
            yield inside._replace(title=key, detail=seats.__str__, symbol="value")
        elif key != "Setup":
            yield inside._replace(title=key)


def _totals(replayed: Replayed, number: int, seat: int) -> str:
    seats = replayed.tables[number].seats
    return " / ".join(standing(hand) for hand in seats[seat]) if seat < len(seats) else ""
