"""Reads any item: a valid one by the grammar, any other with its likeliest mistake."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from kibitz.core.bounds import CACHED_VALUES, PARTS
from kibitz.core.chunks import common_start
from kibitz.core.grammar import Grammar, Unreadable, describe
from kibitz.core.memory import latest, remembered
from kibitz.core.shown import code
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Edit, Fix, Span
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.game.model import (
    ACTION,
    CARD,
    MODIFIER,
    SUITS,
    UNKNOWN,
    Entry,
    Event,
    Outcome,
    Setup,
    Split,
)
from kibitz.languages.bjn.text.names import SHOWN
from kibitz.languages.bjn.text.sheet import Flaw, Item, Kind, Placed

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
    """Return the places of the texts between the dots of an event. Missing fields are empty, at its end."""
    spans, start = list[Span](), 0
    for part in text.split("."):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    return (*spans, *[Span(len(text), len(text))] * (MODIFIER + 1 - len(spans)))


def _span(token: Token) -> Span:
    start = token.start_pos or 0
    return Span(start, start + len(token))


def _number(token: Token | None) -> int:
    """Return the number of a token. All numbers with ten digits or more are the same: too large."""
    return 10**9 if token is None or len(token) > 9 else int(token)


def within(text: str, flaws: tuple[Flaw, ...]) -> Item | None:
    """Return the event with two neighbouring characters or fields swapped, with one flaw, or None.

    The text has five fields with several flaws. One of the characters is a dot. Only one swap may make a valid event.
    """
    ways = {}
    for better in (*_dots(text), *_fields(text)):
        if item := well_formed(better, "event"):
            ways[better] = item
    if len(ways) != 1:
        return None
    ((better, item),) = ways.items()
    start = common_start(text, better)
    end = len(text) - common_start(text[:start:-1], better[:start:-1])
    fix = Fix.of(f"Change `{text}` to `{better}`", start, end, better[start:end])
    return item._replace(text=text, flaws=(flaws[0]._replace(fixes=(fix,)),))


def _dots(text: str) -> Iterator[str]:
    for at, (one, other) in enumerate(pairwise(text)):
        if (one == ".") != (other == "."):
            yield f"{text[:at]}{other}{one}{text[at + 2 :]}"


def _fields(text: str) -> Iterator[str]:
    fields = text.split(".")
    for at, (one, other) in enumerate(pairwise(fields)):
        if one and other:
            yield ".".join([*fields[:at], other, one, *fields[at + 2 :]])


def across(before: Placed, after: Placed) -> tuple[Placed, ...] | None:
    """Return two events around a misplaced bar as they were meant, or None.

    The bar is one character off, or splits one event, which then is the only result.
    """
    one, other = before.item, after.item
    if not (one.kind == other.kind == "event" and other.flaws):
        return None
    if one.flaws and (whole := well_formed(one.text + other.text, "event")):
        text, edit = f"{one.text}|{other.text}", Edit(len(one.text), len(one.text) + 1, "")
        fix = Fix(f"Change `{text}` to `{whole.text}`", (edit,))
        flaw = one.flaws[0]._replace(fixes=(fix,))
        return (Placed(before.start, whole._replace(text=text, fields=(), flaws=(flaw,))),)
    both, bar = one.text + other.text, len(one.text)
    for at in (bar + 1, bar - 1):
        left, right = (well_formed(text, "event") if text else None for text in (both[:at], both[at:]))
        if left and right:
            text = both[bar] + "|" if at > bar else "|" + both[at]
            start = before.start + min(at, bar)
            fix = Fix(f"Move the `|`: `{text}`", (Edit(start, start + 2, text),))
            return _as_meant(before, left, fix, bool(one.flaws)), _as_meant(after, right, fix, not one.flaws)
    return None


def _as_meant(placed: Placed, meant: Item, fix: Fix, tells: bool) -> Placed:
    """Return an item with its meaning. Only the item that reports the mistake keeps its first flaw."""
    flaws = tuple(flaw._replace(fixes=(fix.shifted(-placed.start),)) for flaw in placed.item.flaws[:tells])
    return placed._replace(item=meant._replace(text=placed.text, fields=(), flaws=flaws))


def with_suits(text: str, items: list[Placed]) -> list[Placed]:
    """Return the items with one flaw for all cards if no card has a suit, as in data sets that record only ranks."""
    bare: dict[int, Span] = {}
    for number, placed in enumerate(items):
        if not isinstance(event := placed.value, Event) or not event.card:
            continue
        if event.card != UNKNOWN or not _RANK.fullmatch(placed.item.text[slice(*placed.item.fields[CARD])]):
            return items
        bare[number] = placed.item.fields[CARD]
    if len(bare) < 2:
        return items
    seen: Counter[str] = Counter()
    first, pieces, end = items[min(bare)], [], items[min(bare)].start
    for number, field in bare.items():
        start, stop = field.shifted(items[number].start)
        rank = text[start:stop].lower().replace("10", "t")
        pieces += [text[end:start], rank, [*SUITS][seen[rank] % len(SUITS)]]
        seen[rank] += 1
        end = stop
    fix = Fix.of("Add suits to the cards", 0, end - first.start, "".join(pieces))
    flaw = Flaw("suits-missing", *bare[min(bare)], {}, (fix,))
    return [
        placed._replace(item=placed.item._replace(flaws=(flaw,) if placed is first else _others(placed)))
        if number in bare
        else placed
        for number, placed in enumerate(items)
    ]


def _others(placed: Placed) -> tuple[Flaw, ...]:
    """Return the flaws of an item without that of its card."""
    return tuple(flaw for flaw in placed.item.flaws if flaw.slug != "unknown-card")


_RANK = re.compile(r"10|[2-9tjqka]", re.IGNORECASE)
SHORT = 64
"""Longest text of an item that is cached and gets fixes, in characters."""

WORDS = {
    "PLAYERS": "the number of players",
    "CARDS": "the number of cards",
    "ACTOR": "a player's number (`0` is the dealer)",
    "HAND": "the number of a hand",
    "ACTION": "an action (`^` hit, `!` double, `/` split, `%` reveal)",
    "CARD": "a card such as `as` or `td`",
    "MODIFIER": "a modifier (`_` stand, `#` bust, `?` hidden)",
    "RESULT": "a result (`w`, `l` or `p`)",
    "OPTION": "a rule of the table",
    "DOT": "`.`",
    "COMMA": "`,`",
    "SLASH": "`/`",
    "CLOSE_SETUP": "`}`",
    "CLOSE_OUTCOME": "`]`",
    "$END": "the end of the entry",
}
_CLOSERS = {"{": "}", "[": "]"}
_FIELD_SLUGS = ("syntax", "syntax", "unknown-action", "unknown-card", "unknown-modifier")


def _short(read: Callable[[str], Item]) -> Callable[[str], Item]:
    """Return a reader that caches the items of short texts."""
    known = remembered(read)
    return lambda text: (known if len(text) <= SHORT else read)(text)


@_short
def read_item(text: str) -> Item:
    """Return the item of a text between separators."""
    first = text[0]
    if first in _CLOSERS:
        return _read_bracketed(text, "setup" if first == "{" else "outcome")
    if first == "/" and text[1:2].isdigit():
        return _read_split(text)
    return _read_event(text)


@_short
def glance(text: str) -> Item:
    """Return the item of a text, with a general flaw if it is wrong. This is for hands with too many flaws already."""
    kind: Kind = "setup" if text[0] == "{" else "outcome" if text[0] == "[" else "event"
    flaw = Flaw("syntax", 0, len(text), {"expected": "an entry", "found": code(shortened(text, SHOWN))})
    return well_formed(text, kind) or unread(text, kind, flaw)


def unread(text: str, kind: Kind, flaw: Flaw, value: Entry | None = None) -> Item:
    """Return an item with a flaw; `value` is its meaning, if it is clear."""
    return Item(text, kind, value, (), (flaw,))


# Unreadable items


def _read_event(text: str) -> Item:
    item = parse_item(text, "event")
    if isinstance(item, Item):
        return item
    dots = text.count(".")
    if dots == 4:
        read = _without_bad_field(text, item)
        swapped = within(text, read.flaws) if len(text) <= SHORT else None
        return read if swapped is None else swapped
    if 2 <= dots <= 6 and len(text) <= SHORT:
        return _with_other_dots(text, dots)
    return unread(text, "event", _unreadable(text, item))


def _without_bad_field(text: str, problem: Unreadable) -> Item:
    """Return an event with five fields, some of them unreadable, with the values of the others."""
    number = text.count(".", 0, problem.start)
    field = fields_of(text)[number]
    written = text[slice(*field)]
    fields: dict[str, object] = {"written": code(shortened(written, SHOWN)), **_syntax_fields(problem)}
    if number == CARD:
        cards = _cards_meant(written)
        fields["hint"] = f"did you mean {' or '.join(map(code, cards))}?" if cards else A_CARD
        better = [Fix.of(f"Change `{written}` to `{card}`", *field, card) for card in cards]
    else:
        better = [*_better_word(text, field, number)]
    flaw = Flaw(_FIELD_SLUGS[number], *field, fields, tuple(better))
    if number < ACTION:
        return Item(text, "event", None, fields_of(text), (flaw,))
    rest = _read_event(text[: field.start] + text[field.end :])
    value = rest.value
    if isinstance(value, Event):
        value = {
            ACTION: value._replace(action=UNKNOWN),
            CARD: value._replace(card=UNKNOWN),
            MODIFIER: value._replace(modifier=UNKNOWN),
        }[number]
    others = (_put_back(other, field) for other in rest.flaws)
    return Item(text, "event", value, fields_of(text), (flaw, *others))


def _put_back(flaw: Flaw, field: Span) -> Flaw:
    """Return a flaw of the text without one field, shifted to the text with it."""
    by = field.end - field.start if flaw.start >= field.start else 0
    return flaw._replace(start=flaw.start + by, end=flaw.end + by, fixes=())


def _better_word(text: str, field: Span, number: int) -> Iterator[Fix]:
    """Yield the fix that replaces a word by the key of an action or a modifier, or removes an unknown modifier."""
    written = text[slice(*field)]
    keys = {ACTION: _ACTION_WORDS, MODIFIER: _MODIFIER_WORDS}.get(number, {})
    if key := keys.get(written.lower()):
        yield Fix.of(f"Change `{written}` to `{key}`", *field, key)
    elif number == ACTION and written.lower() in {"s", "stand", "stay"} and text.endswith(".."):
        yield Fix(f"Change `{written}` to `_`, a stand", (Edit(*field, ""), Edit(len(text), len(text), "_")))
    elif number == MODIFIER:
        yield Fix.of(f"Remove `{shortened(written, SHOWN)}`", *field, "")


def _cards_meant(written: str) -> list[str]:
    """Return the cards that an unreadable card may mean: its suit first or as a sign, `1` for an ace, a character too many."""
    if len(written) > 4:
        return []
    plain = written.lower().translate(_SIGNS).replace("10", "t").replace("\ufe0f", "")
    readings = [plain, plain[::-1], plain.replace("1", "a")]
    cards = [one for one in dict.fromkeys(readings) if len(one) == 2 and readable(f"1.1..{one}.", "event")][
        :1
    ]
    if not cards and len(plain) == 3:
        shorter = dict.fromkeys(plain[:at] + plain[at + 1 :] for at in range(3))
        cards = [one for one in shorter if readable(f"1.1..{one}.", "event")]
    return cards


A_CARD = "use a rank (`2`–`9`, `t`, `j`, `q`, `k`, `a`) and a suit (`s`, `c`, `h`, `d`), such as `td`"


_ACTION_WORDS = {
    "h": "^",
    "hit": "^",
    "d": "!",
    "dd": "!",
    "double": "!",
    "split": "/",
    "sp": "/",
    "reveal": "%",
}
_MODIFIER_WORDS = {"-": "_", "s": "_", "stand": "_", "stay": "_", "b": "#", "bust": "#", "bj": "$", "h": "?"}
_SIGNS = str.maketrans("♠♤♣♧♥♡♦♢", "sscchhdd")


def _with_other_dots(text: str, dots: int) -> Item:
    """Return an event with a dot too few or too many, or without its hand number; the fix is safe if only one is possible."""
    flaw = Flaw("fields", 0, len(text), {"count": plural(dots, "dot")})
    ways: dict[str, tuple[int, Item]] = {}
    for at, better in _candidates(text, dots):
        item = readable(better, "event")
        if item and not item.flaws:
            ways.setdefault(better, (at, item))
    if ways:
        better, (at, item) = next(iter(ways.items()))
        by = len(better) - len(text)
        edit = Edit(at, at + (by <= 0), "." * (by >= 0)) if by < 2 else Edit(0, len(text), better)
        fix = Fix(f"Change `{text}` to `{better}`", (edit,), safe=len(ways) == 1)
        return Item(text, "event", item.value, fields_of(text), (flaw._replace(fixes=(fix,)),))
    return _without_hand(text, flaw) if dots == 3 else unread(text, "event", flaw)


def _without_hand(text: str, flaw: Flaw) -> Item:
    """Return an event without a hand number, such as `d.%.kc.$` in the example of the notation. The hand can only be the first."""
    at = text.index(".")
    item = readable(f"{text[:at]}.1{text[at:]}", "event")
    if item is None or not isinstance(item.value, Event):
        return unread(text, "event", flaw)
    meant = str(item.value).replace("$", "_")
    fix = Fix.of(f"Change `{text}` to `{meant}`", 0, len(text), meant)
    actor, *others = fields_of(text)
    fields = (actor, Span(at, at), *others)
    return Item(text, "event", item.value, fields, (flaw._replace(fixes=(fix,)),))


def _candidates(text: str, dots: int) -> Iterator[tuple[int, str]]:
    """Yield the text with a dot more or fewer, each after its offset; the likeliest come first."""
    places = [index for index, char in enumerate(text) if char == "."]
    if dots == 3:
        slash = text.find("/")
        if slash > 0 and text[slash + 1 :].lstrip(".")[:1].isalnum():
            # A split has no card, and the keys are side by side.
            yield slash, f"{text[:slash]}.{text[slash + 1 :]}"
        others = [at for at in range(1, len(text)) if at not in places]
        for at in (len(text), *reversed(places[1:]), *reversed(others)):
            yield at, f"{text[:at]}.{text[at:]}"
    elif dots == 2:
        # Only the action is missing, or only the modifier too.
        yield places[1], f"{text[: places[1]]}..{text[places[1] :]}"
        yield places[1], f"{text[: places[1]]}.{text[places[1] :]}."
    elif dots == 5:
        yield from ((at, text[:at] + text[at + 1 :]) for at in reversed(places))


def _read_bracketed(text: str, kind: Kind) -> Item:
    closer = _CLOSERS[text[0]]
    if not text.endswith(closer):
        return _unclosed(text, kind, closer)
    item = parse_item(text, kind)
    if isinstance(item, Item):
        return item
    if "|" in text:
        return _with_bars(text, item)
    if kind == "outcome" and item.found and item.found not in "[],/" and "RESULT" in item.expected:
        flaw = Flaw("unknown-result", item.start, item.end, {"written": code(item.found)})
    elif kind == "setup":
        flaw = Flaw("setup", 0, len(text), {"written": code(shortened(text, SHOWN))})
    else:
        flaw = _unreadable(text, item)
    return unread(text, kind, flaw)


def _with_bars(text: str, problem: Unreadable) -> Item:
    """Return an outcome that has bars between the players, with a fix if only they are wrong."""
    meant = text.replace("|", ",")
    if (better := readable(meant, "outcome")) is None:
        return unread(text, "outcome", _unreadable(text, problem))
    fields = {"expected": "`,` between the results of players", "found": "`|`"}
    fix = Fix.of(f"Change `{text}` to `{meant}`", 0, len(text), meant, safe=True)
    at = text.index("|")
    return _mended(text, better, Flaw("syntax", at, at + 1, fields, (fix,)))


def _mended(text: str, better: Item, flaw: Flaw) -> Item:
    """Return the item of a corrected text for the original one, with its flaw."""
    return better._replace(text=text, flaws=(flaw, *better.flaws))


def _unclosed(text: str, kind: Kind, closer: str) -> Item:
    end = len(text.rstrip())
    fields = {"closer": closer, "opener": text[0]}
    if text[1:2] == text[0]:
        # Several opening brackets are one mistake, and one closing bracket would not fix it.
        return unread(text, kind, Flaw("unclosed", 0, end, fields))
    better = readable(text[:end] + closer, kind)
    fix = Fix.of(f"Add `{closer}`", end, end, closer, safe=better is not None)
    flaw = Flaw("unclosed", 0, end, fields, (fix,))
    return unread(text, kind, flaw) if better is None else _mended(text, better, flaw)


def _read_split(text: str) -> Item:
    item = parse_item(text, "split")
    if isinstance(item, Item):
        return item
    if text.count("/") == 2 and not text.endswith("/") and readable(text + "/", "split"):
        return _unclosed(text, "split", "/")
    return unread(text, "split", _unreadable(text, item))


def _unreadable(text: str, problem: Unreadable) -> Flaw:
    end = problem.end if problem.end > problem.start else len(text)
    return Flaw("syntax", min(problem.start, len(text)), end, _syntax_fields(problem))


def _syntax_fields(problem: Unreadable) -> dict[str, object]:
    found = code(shortened(problem.found, SHOWN)) if problem.found else "the entry ends"
    return {"expected": describe(problem.expected, WORDS) or "an entry", "found": found}
