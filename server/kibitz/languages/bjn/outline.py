"""Symbols, folds, lenses and tokens: what stands where in a session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block
from kibitz.core.language import Language
from kibitz.core.values import Fold, Lens, SemanticToken, Span, Symbol, TokenModifier, TokenType
from kibitz.core.words import plural
from kibitz.languages.bjn.mending import KEPT, read_item
from kibitz.languages.bjn.model import ACTOR, CARD
from kibitz.languages.bjn.names import letters, short, standing
from kibitz.languages.bjn.picture import picture_of
from kibitz.languages.bjn.replay import DEALER, Table
from kibitz.languages.bjn.scene import Scene, first_hands, scene_of, scenes

MOST_SYMBOLS = 5000
"""Hands beyond this number share one symbol that counts them."""
MOST_DETAILED = 500
"""With more hands than this, each has its outcome only."""
MOST_LENSES = 500

SUIT_MODIFIERS: dict[str, frozenset[TokenModifier]] = {
    "s": frozenset({"spades"}), "c": frozenset({"clubs"}), "h": frozenset({"hearts"}), "d": frozenset({"diamonds"}),
}  # fmt: skip
_DEALER: frozenset[TokenModifier] = frozenset({"dealer"})
_EVENT: tuple[TokenType, ...] = ("variable", "number", "operator", "enumMember", "keyword")


# Symbols


def symbols(analysis: Analysis) -> Iterator[Symbol]:
    """A symbol for each hand, with its deal, the play of each seat and its outcome inside."""
    hands, count = first_hands(analysis.document, MOST_SYMBOLS + 1)
    detailed = count <= MOST_DETAILED
    for number, place in enumerate(hands[:MOST_SYMBOLS], start=1):
        found = _headline(analysis.language, place.chunk.text)
        if found is not None:
            detail, span, selection = found
            parts = tuple(_parts(scene_of(analysis, place))) if detailed else ()
            span, selection = span.shifted(place.start), selection.shifted(place.start)
            yield Symbol(f"Hand {number}", detail, "game", span, selection, parts)
    if count > MOST_SYMBOLS:
        rest = Span(hands[MOST_SYMBOLS].start, len(analysis.document))
        yield Symbol(
            f"{count - MOST_SYMBOLS:,} more hands", "", "game", rest, Span(rest.start, rest.start + 1)
        )


@lru_cache(maxsize=2 * MOST_SYMBOLS)
def _headline(language: Language[Any], text: str) -> tuple[str, Span, Span] | None:
    """What the outline says of a hand, and where; remembered, because editors ask for all of it again and again."""
    scene = Scene(0, language.parsed(text).value)
    first, span = scene.sheet.written[:1], scene.sheet.span
    if not first or span is None:
        return None
    said = scene.outcome
    players = plural(scene.setup.players, "player") if scene.setup else ""
    return " · ".join(filter(None, [players, letters(said.seats) if said else ""])), span, first[0].span


def _parts(scene: Scene) -> Iterator[Symbol]:
    for key, run in scene.runs():
        if key == "Setup":
            continue
        span = scene.span(Span(run[0][1].start, run[-1][1].end))
        selection = scene.span(run[0][1].span)
        if isinstance(key, int):
            name = "Dealer" if key == DEALER else f"Player {key}"
            yield Symbol(name, _totals(scene.tables[run[-1][0]], key), "player", span, selection)
        else:
            detail = letters(scene.outcome.seats) if key == "Outcome" and scene.outcome else ""
            yield Symbol(key, detail, "value" if key == "Outcome" else "section", span, selection)


def _totals(table: Table, seat: int) -> str:
    return " / ".join(standing(hand) for hand in table.seats[seat]) if seat < len(table.seats) else ""


# Folds and lenses


def folds(analysis: Analysis) -> Iterator[Fold]:
    """A fold for each hand of several lines, and for each run of lines that are comments."""
    for number, block in enumerate(analysis.document.blocks):
        if found := _folds_of(block):
            by = analysis.document.block_start(number)
            yield from [Fold(fold.start + by, fold.end + by, fold.kind) for fold in found]


@lru_cache(maxsize=2048)
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


def lenses(analysis: Analysis) -> Iterator[Lens]:
    """`3 players · dealer 21 · l/l, p, w` over each hand; a click shows the table at its end."""
    hands, count = first_hands(analysis.document, MOST_LENSES + 1)
    for place in hands[:MOST_LENSES]:
        found = _facts(analysis.language, place.chunk.text)
        if found is not None:
            start, end, title, table = found
            yield Lens(Span(place.start + start, place.start + end), title, table)
    if count > MOST_LENSES:
        rest = hands[MOST_LENSES]
        title = f"{count - MOST_LENSES:,} more hands: the lines above hands end here"
        yield Lens(Span(rest.start, rest.start + 1), title)


@lru_cache(maxsize=2 * MOST_LENSES)
def _facts(language: Language[Any], text: str) -> tuple[int, int, str, str] | None:
    """The place of a hand's setup, its facts and the table at its end; remembered, because editors ask for all again."""
    scene = Scene(0, language.parsed(text).value)
    if scene.setup is None:
        return None
    dealer, said = scene.tables[-1].dealer, scene.outcome
    facts = [
        plural(scene.setup.players, "player"),
        f"dealer {short(dealer)}" if dealer.size > 1 and not dealer.hidden else "",
        letters(said.seats) if said else "unfinished",
    ]
    return *scene.sheet.written[0].span, " · ".join(filter(None, facts)), picture_of(scene)


# Tokens


def tokens(analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """What every field is."""
    for scene in scenes(analysis, span):
        for at, item in scene.sheet.items:
            start = scene.start + at
            if item.kind == "comment":
                yield SemanticToken(start, start + len(item.text), "comment")
            else:
                for first, last, kind, modifiers in _item_tokens(item.text):
                    yield SemanticToken(start + first, start + last, kind, modifiers)


@lru_cache(maxsize=KEPT)
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
