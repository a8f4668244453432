"""Symbols, folds, lenses and tokens: what stands where in a session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Fold, Lens, SemanticToken, Span, Symbol, TokenModifier, TokenType
from kibitz.core.words import plural
from kibitz.languages.bjn.mending import KEPT, read_item
from kibitz.languages.bjn.model import ACTOR, CARD, Event, Outcome, Placed, Split
from kibitz.languages.bjn.names import letters, short, standing
from kibitz.languages.bjn.replay import DEALER, Table
from kibitz.languages.bjn.scene import Scene, scene_of, scenes

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


def _hands(analysis: Analysis) -> list[Place]:
    """The chunks that hold hands."""
    return [place for place in analysis.document.places() if place.chunk.text[:1] == "{"]


# Symbols


def symbols(analysis: Analysis) -> Iterator[Symbol]:
    """A symbol for each hand, with its deal, the play of each seat and its outcome inside."""
    hands = _hands(analysis)
    detailed = len(hands) <= MOST_DETAILED
    for number, place in enumerate(hands[:MOST_SYMBOLS], start=1):
        yield from _hand(scene_of(analysis, place), number, detailed)
    if len(hands) > MOST_SYMBOLS:
        rest = Span(hands[MOST_SYMBOLS].start, hands[-1].end)
        yield Symbol(
            f"{len(hands) - MOST_SYMBOLS:,} more hands", "", "game", rest, Span(rest.start, rest.start + 1)
        )


def _hand(scene: Scene, number: int, detailed: bool) -> Iterator[Symbol]:
    first, span = scene.sheet.written[:1], scene.sheet.span
    if not first or span is None:
        return
    said = scene.outcome
    players = plural(scene.setup.players, "player") if scene.setup else ""
    detail = " · ".join(filter(None, [players, letters(said.seats) if said else ""]))
    children = tuple(_parts(scene)) if detailed and scene.tables else ()
    yield Symbol(f"Hand {number}", detail, "game", scene.span(span), scene.span(first[0].span), children)


def _parts(scene: Scene) -> Iterator[Symbol]:
    def part(placed: tuple[int, Placed]) -> str | int:
        value = placed[1].item.value
        if isinstance(value, Split):
            return seat_of[placed[0] - 1]
        if isinstance(value, Event):
            return value.actor if scene.tables[placed[0]].started else "Deal"
        return "Outcome" if isinstance(value, Outcome) else "Setup"

    entries = list(enumerate(scene.sheet.entries))
    seat_of = [value.actor if isinstance(value := placed.item.value, Event) else 0 for _, placed in entries]
    for key, run in groupby(entries, part):
        if key == "Setup":
            continue
        numbers, items = zip(*run, strict=True)
        span = scene.span(Span(items[0].start, items[-1].end))
        selection = scene.span(items[0].span)
        if isinstance(key, int):
            name = "Dealer" if key == DEALER else f"Player {key}"
            yield Symbol(name, _totals(scene.tables[numbers[-1]], key), "player", span, selection)
        else:
            detail = letters(scene.outcome.seats) if key == "Outcome" and scene.outcome else ""
            yield Symbol(key, detail, "value" if key == "Outcome" else "section", span, selection)


def _totals(table: Table, seat: int) -> str:
    return " / ".join(standing(hand) for hand in table.seats[seat]) if seat < len(table.seats) else ""


# Folds and lenses


def folds(analysis: Analysis) -> Iterator[Fold]:
    """A fold for each hand of several lines, and for each run of lines that are comments."""
    for place in analysis.document.places():
        text = place.chunk.text
        if not place.chunk.breaks:
            continue
        if text[0] == "{":
            end = _last_entry(text)
            if "\n" in text[:end] or "\r" in text[:end]:
                yield Fold(place.start, place.start + end)
        if "//" in text:
            yield from _comments(place)


def _last_entry(text: str) -> int:
    """Where the last line ends that is neither empty nor a comment alone."""
    text = text.rstrip()
    while True:
        start = max(text.rfind("\n"), text.rfind("\r")) + 1
        if not start or not text[start:].lstrip().startswith("//"):
            return len(text)
        text = text[:start].rstrip()


def _comments(place: Place) -> Iterator[Fold]:
    start, at, count, end = 0, place.start, 0, 0
    for line in place.chunk.text.splitlines(keepends=True):
        if line.lstrip().startswith("//"):
            start = start if count else at
            count, end = count + 1, at + len(line.rstrip("\r\n"))
        else:
            if count > 1:
                yield Fold(start, end, "comment")
            count = 0
        at += len(line)
    if count > 1:
        yield Fold(start, end, "comment")


def lenses(analysis: Analysis) -> Iterator[Lens]:
    """`3 players · dealer 21 · l/l, p, w` over each hand."""
    hands = _hands(analysis)
    for place in hands[:MOST_LENSES]:
        scene = scene_of(analysis, place)
        if scene.setup is None:
            continue
        dealer = scene.tables[-1].dealer
        said = scene.outcome
        facts = [
            plural(scene.setup.players, "player"),
            f"dealer {short(dealer)}" if dealer.size > 1 and not dealer.hidden else "",
            letters(said.seats) if said else "unfinished",
        ]
        yield Lens(scene.span(scene.sheet.written[0].span), " · ".join(filter(None, facts)))
    if len(hands) > MOST_LENSES:
        rest = hands[MOST_LENSES]
        title = f"{len(hands) - MOST_LENSES:,} more hands: the lines above hands end here"
        yield Lens(Span(rest.start, rest.start + 1), title)


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
