"""What every field is, for colouring."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken, TokenType
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import all_replayed
from kibitz.languages.bjn.game.model import ACTOR, CARD
from kibitz.languages.bjn.text.mend import read_item

SUIT_MODIFIERS: dict[str, frozenset[str]] = {
    "s": frozenset({"spades"}), "c": frozenset({"clubs"}), "h": frozenset({"hearts"}), "d": frozenset({"diamonds"}),
}  # fmt: skip
_DEALER: frozenset[str] = frozenset({"dealer"})
_EVENT: tuple[TokenType, ...] = ("variable", "number", "operator", "enumMember", "keyword")


def tokens(language: object, analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """What every field is."""
    for replayed in all_replayed(analysis, span):
        for at, item in replayed.sheet.items:
            start = replayed.start + at
            if item.kind == "comment":
                yield SemanticToken(start, start + len(item.text), "comment")
            else:
                for first, last, kind, modifiers in _item_tokens(item.text):
                    yield SemanticToken(start + first, start + last, kind, modifiers)


@remembered
def _item_tokens(text: str) -> tuple[SemanticToken, ...]:
    """The tokens of an item, relative to it; remembered, because items repeat."""
    item = read_item(text)
    if item.kind == "event":
        found = (_event_token(n, span, text) for n, span in enumerate(item.fields))
    elif item.kind == "split":
        found = (_event_token(1 + 2 * (n % 2), span, text) for n, span in enumerate(item.fields))
    elif item.kind == "setup":
        found = (SemanticToken(*span, "string" if n > 1 else "number") for n, span in enumerate(item.fields))
    else:
        found = (SemanticToken(*span, "keyword") for span in item.fields)
    return tuple(token for token in found if token.end > token.start)


def _event_token(number: int, span: Span, text: str) -> SemanticToken:
    """The token of a field of an event."""
    written = text[slice(*span)].lower()
    if number == ACTOR and written in {"0", "d"}:
        return SemanticToken(*span, _EVENT[number], _DEALER)
    suit = written[-1:] if number == CARD else ""
    return SemanticToken(*span, _EVENT[number], SUIT_MODIFIERS.get(suit, frozenset()))
