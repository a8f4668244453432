"""Reads one item of a record by the grammar, and finds its flaws."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bounds import CACHED_VALUES, PARTS
from kibitz.core.grammar import Grammar, Unreadable
from kibitz.core.memory import latest
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Edit, Fix, Span
from kibitz.languages.bjn.game.model import Event, Outcome, Setup, Split
from kibitz.languages.bjn.text.sheet import Flaw, Item, Kind

GRAMMAR = Grammar("bjn", ("item", "setup", "event", "split", "outcome"), PARTS)


def parse_item(text: str, kind: Kind) -> Item | Unreadable:
    """Return the item if it fits the grammar, or else the reason why it does not."""
    tree = GRAMMAR.parse(text, kind)
    return tree if isinstance(tree, Unreadable) else _READERS[kind](text, tree)


@latest(CACHED_VALUES)
def readable(text: str, kind: Kind) -> Item | None:
    """Return the item if it fits the grammar, or None without a reason."""
    tree = GRAMMAR.tree(text, kind)
    return None if tree is None else _READERS[kind](text, tree)


def well_formed(text: str, kind: Kind) -> Item | None:
    """Return the item if it fits the grammar and has no flaws, or None."""
    item = readable(text, kind)
    return item if item and item.value and not item.flaws else None


# From trees to values


def _setup(text: str, tree: Tree) -> Item:
    parts = _tokens(tree, "PLAYERS", "CARDS")
    options = tuple(map(str, _tokens(tree, "OPTION")))
    fields = [_span(part) for part in parts]
    if options:
        fields.append(Span(text.index(".", fields[1].end) + 1, len(text) - 1))
    return Item(text, "setup", Setup(_number(parts[0]), _number(parts[1]), options), tuple(fields))


def _tokens(tree: Tree, *types: str) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token) and child.type in types]


def _event(text: str, tree: Tree) -> Item:
    flaws: list[Flaw] = []
    actor, hand, action, card, modifier = _slots(tree)
    if actor is not None and actor.type == "DEALER":
        flaws.append(_flaw("dealer-letter", actor, "0"))
    if action is not None and action.type == "MODIFIER":
        flaws.append(_misplaced(text, action, 4, modifier))
        action, modifier = None, action if modifier is None else modifier
    if modifier is not None and modifier.type == "ACTION":
        flaws.append(_misplaced(text, modifier, 2, action))
        action, modifier = modifier if action is None else action, None
    hidden = card is not None and card.type == "HIDDEN"
    if hidden and card is not None:
        flaws.append(_moved(text, "hidden-in-card-field", card, 4, modifier))
    value = Event(
        0 if actor is None or actor.type == "DEALER" else _number(actor),
        _number(hand),
        str(action or ""),
        "" if hidden else _card(card, flaws),
        "?" if hidden else str(modifier or ""),
    )
    if value.modifier == "$" and modifier is not None:
        # Tables of rows contain the mark, so the fix is not safe.
        flaws.append(_flaw("blackjack-mark", modifier, "_", safe=False))
    return Item(text, "event", value, fields_of(text), tuple(flaws))


def _slots(tree: Tree) -> list[Token | None]:
    """Return the five fields of an event, None for an empty one."""
    slots: list[Token | None] = [None] * 5
    number = 0
    for child in tree.children:
        if isinstance(child, Token) and child.type != "DOT":
            slots[number] = child
        elif child is not None:
            number += 1
    return slots


def _split(text: str, tree: Tree) -> Item:
    flaws: list[Flaw] = []
    first, second = _tokens(tree, "HAND")
    one, other = _tokens(tree, "CARD", "TEN")
    value = Split((_number(first), _number(second)), (_card(one, flaws), _card(other, flaws)))
    return Item(text, "split", value, tuple(map(_span, (first, one, second, other))), tuple(flaws))


def _outcome(text: str, tree: Tree) -> Item:
    flaws: list[Flaw] = []
    seats: list[tuple[str, ...]] = []
    fields: list[Span] = []
    for seat in tree.children:
        if isinstance(seat, Tree):
            letters = _tokens(seat, "RESULT")
            seats.append(tuple(_lower(letter, flaws) for letter in letters))
            fields += map(_span, letters)
    return Item(text, "outcome", Outcome(tuple(seats)), tuple(fields), tuple(flaws))


_READERS: dict[Kind, Callable[[str, Tree], Item]] = {
    "setup": _setup,
    "event": _event,
    "split": _split,
    "outcome": _outcome,
}


def _card(token: Token | None, flaws: list[Flaw]) -> str:
    """Return the card in lower case, and add its flaws to `flaws`."""
    if token is None:
        return ""
    if token.type == "TEN":
        meant = "t" + token[2].lower()
        flaws.append(_flaw("ten", token, meant))
        return meant
    return _lower(token, flaws)


def _lower(token: Token, flaws: list[Flaw]) -> str:
    lower = token.lower()
    if lower != token:
        flaws.append(_flaw("upper-case", token, lower))
    return lower


def _flaw(slug: str, token: Token, meant: str, safe: bool = True) -> Flaw:
    """Return a flaw of one token that surely means another text."""
    span = _span(token)
    fields = {"written": token, "meant": meant}
    return Flaw(slug, *span, fields, (Fix.of(f"Change `{token}` to `{meant}`", *span, meant, safe),))


def _misplaced(text: str, token: Token, to: int, there: Token | None) -> Flaw:
    kind, place = ("a modifier", "last") if to == 4 else ("an action", "third")
    return _moved(text, "wrong-field", token, to, there)._replace(
        fields={"written": token, "kind": kind, "place": place}
    )


def _moved(text: str, slug: str, token: Token, to: int, there: Token | None) -> Flaw:
    """Return a flaw whose fix moves the token to another field, if that field is empty."""
    span = _span(token)
    target = fields_of(text)[to].start
    edits = tuple(sorted((Edit(*span, ""), Edit(target, target, str(token)))))
    fixes = (Fix(f"Move `{token}` to its field", edits, True),)
    return Flaw(slug, *span, {}, fixes if there is None else ())


def fields_of(text: str) -> tuple[Span, ...]:
    """Return the places of the texts between the dots."""
    spans, start = [], 0
    for part in text.split("."):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    return tuple(spans)


def _span(token: Token) -> Span:
    start = token.start_pos or 0
    return Span(start, start + len(token))


def _number(token: Token | None) -> int:
    """Return the number of a token. All numbers with ten digits or more are the same: too large."""
    return 10**9 if token is None or len(token) > 9 else int(token)
