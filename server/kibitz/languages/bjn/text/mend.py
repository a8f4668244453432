"""Reads any item: a well-formed one by the grammar, any other with the mistake that it most likely is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from kibitz.core.chunks import common_start
from kibitz.core.grammar import Unreadable, describe
from kibitz.core.memory import remembered
from kibitz.core.shown import code
from kibitz.core.values import Edit, Fix, Span
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.game.model import ACTION, CARD, MODIFIER, SUITS, UNKNOWN, Entry, Event
from kibitz.languages.bjn.text.names import SHOWN
from kibitz.languages.bjn.text.read import fields_of, parse_item, readable, well_formed
from kibitz.languages.bjn.text.sheet import Flaw, Item, Kind, Placed


def within(text: str, flaws: tuple[Flaw, ...]) -> Item | None:
    """The event that a text with five fields is, several of which can't be read, if it is clear which dot is out of its
    place, or which two fields in a row are in each other's: what is wrong is told once."""
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
    """Two events with a bar between them, of which one can't be read because a character stands on the wrong side, or
    both because the bar is one too many."""
    one, other = before.item, after.item
    if not (one.kind == other.kind == "event" and other.flaws):
        return None
    if one.flaws and (whole := well_formed(one.text + other.text, "event")):
        edit = Edit(len(one.text), len(one.text) + 1, "")
        flaw = one.flaws[0]._replace(
            fixes=(Fix(f"Change `{one.text}|{other.text}` to `{whole.text}`", (edit,)),)
        )
        text = f"{one.text}|{other.text}"
        return (Placed(before.start, whole._replace(text=text, fields=(), flaws=(flaw,))),)
    if len(one.text) < 2 or len(other.text) < 2:
        return None
    for by in (1, -1):
        character = other.text[0] if by > 0 else one.text[-1]
        first, second = (
            (one.text + character, other.text[1:]) if by > 0 else (one.text[:-1], character + other.text)
        )
        if (left := well_formed(first, "event")) and (right := well_formed(second, "event")):
            edit = (
                Edit(before.end, after.start + 1, character + "|")
                if by > 0
                else Edit(before.end - 1, after.start, "|" + character)
            )
            told = _told(before, left, edit, 0, bool(one.flaws))
            return told, _told(after, right, edit, by, not one.flaws)
    return None


def _told(placed: Placed, meant: Item, edit: Edit, by: int, tells: bool) -> Placed:
    """An item that says what was meant. If it is the one that tells it, the first of the flaws that it had stays."""
    text = placed.text
    fields = tuple(Span(*(min(max(offset + by, 0), len(text)) for offset in field)) for field in meant.fields)
    fix = Fix(f"Move the `|`: `{edit.text}`", (edit,)).shifted(-placed.start)
    flaws = tuple(flaw._replace(fixes=(fix,)) for flaw in placed.item.flaws[:tells])
    return Placed(placed.start, meant._replace(text=text, fields=fields, flaws=flaws))


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
    """Return the flaws of an item but for that of its card."""
    return tuple(flaw for flaw in placed.item.flaws if flaw.slug != "unknown-card")


_RANK = re.compile(r"10|[2-9tjqka]", re.IGNORECASE)
SHORT = 64
"""Items longer than this are neither remembered nor mended."""

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
    """Remembers what short texts say."""
    known = remembered(read)
    return lambda text: (known if len(text) <= SHORT else read)(text)


@_short
def read_item(text: str) -> Item:
    """The item that a stretch of text between separators is."""
    first = text[0]
    if first in _CLOSERS:
        return _read_bracketed(text, "setup" if first == "{" else "outcome")
    if first == "/" and text[1:2].isdigit():
        return _read_split(text)
    return _read_event(text)


@_short
def glance(text: str) -> Item:
    """The item that a stretch of text is, if nothing is wrong with it. If something is, so much was before that it is not
    told any more, and not looked into."""
    kind: Kind = "setup" if text[0] == "{" else "outcome" if text[0] == "[" else "event"
    flaw = Flaw("syntax", 0, len(text), {"expected": "an entry", "found": code(shortened(text, SHOWN))})
    return well_formed(text, kind) or unread(text, kind, flaw)


def unread(text: str, kind: Kind, flaw: Flaw, value: Entry | None = None) -> Item:
    """An item that is not written as it has to be; `value` is what it says all the same."""
    return Item(text, kind, value, (), (flaw,))


# What can't be read


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
    """An event with five fields, some of which can't be read: what the others say."""
    number = text.count(".", 0, problem.start)
    field = fields_of(text)[number]
    written = text[slice(*field)]
    fields: dict[str, object] = {"written": code(shortened(written, SHOWN)), **_syntax_fields(problem)}
    better = _better_card(written, field) if number == CARD else _better_word(text, field, number)
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
    """A flaw of a text without one field, in the text with it."""
    by = field.end - field.start if flaw.start >= field.start else 0
    return flaw._replace(start=flaw.start + by, end=flaw.end + by, fixes=())


def _better_word(text: str, field: Span, number: int) -> Iterator[Fix]:
    """The key of an action or of a modifier that is written as a word; an unknown modifier can go."""
    written = text[slice(*field)]
    keys = {ACTION: _ACTION_WORDS, MODIFIER: _MODIFIER_WORDS}.get(number, {})
    if key := keys.get(written.lower()):
        yield Fix.of(f"Change `{written}` to `{key}`", *field, key)
    elif number == ACTION and written.lower() in {"s", "stand", "stay"} and text.endswith(".."):
        yield Fix(f"Change `{written}` to `_`, a stand", (Edit(*field, ""), Edit(len(text), len(text), "_")))
    elif number == MODIFIER:
        yield Fix.of(f"Remove `{shortened(written, SHOWN)}`", *field, "")


def _better_card(written: str, field: Span) -> Iterator[Fix]:
    """Yield the fix of an unreadable card: its suit first, its suit as a sign, or `1` for an ace."""
    if len(written) > 4:
        return
    plain = written.lower().translate(_SIGNS).replace("10", "t").replace("\ufe0f", "")
    for meant in dict.fromkeys((plain, plain[::-1], plain.replace("1", "a"))):
        if len(meant) == 2 and readable(f"1.1..{meant}.", "event"):
            yield Fix.of(f"Change `{written}` to `{meant}`", *field, meant)
            return


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
    """An event with a dot too few or too many, if it is clear where, or without the number of its hand."""
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
        fields = _moved_back(item, at, by) if by < 2 else ()
        fix = Fix(f"Change `{text}` to `{better}`", (edit,), safe=len(ways) == 1)
        return Item(text, "event", item.value, fields, (flaw._replace(fixes=(fix,)),))
    return _without_hand(text, flaw) if dots == 3 else unread(text, "event", flaw)


def _without_hand(text: str, flaw: Flaw) -> Item:
    """An event such as `d.%.kc.$`, in a comment of the notation's own example: the hand can only be the first."""
    at = text.index(".")
    item = readable(f"{text[:at]}.1{text[at:]}", "event")
    if item is None or not isinstance(item.value, Event):
        return unread(text, "event", flaw)
    meant = str(item.value).replace("$", "_")
    fix = Fix.of(f"Change `{text}` to `{meant}`", 0, len(text), meant)
    return Item(text, "event", item.value, _moved_back(item, at, 2), (flaw._replace(fixes=(fix,)),))


def _candidates(text: str, dots: int) -> Iterator[tuple[int, str]]:
    """The text with a dot more or less, and where; the likeliest first."""
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


def _moved_back(item: Item, at: int, by: int) -> tuple[Span, ...]:
    return tuple(Span(_back(start, at, by), _back(end, at, by)) for start, end in item.fields)


def _back(offset: int, at: int, by: int) -> int:
    """An offset of a text into which `by` characters were put at `at`, in the text before."""
    return offset if offset <= at else max(at, offset - by)


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
    """An outcome with bars between the players."""
    meant = text.replace("|", ",")
    if (better := readable(meant, "outcome")) is None:
        return unread(text, "outcome", _unreadable(text, problem))
    fields = {"expected": "`,` between the results of players", "found": "`|`"}
    fix = Fix.of(f"Change `{text}` to `{meant}`", 0, len(text), meant, safe=True)
    at = text.index("|")
    return _mended(text, better, Flaw("syntax", at, at + 1, fields, (fix,)))


def _mended(text: str, better: Item, flaw: Flaw) -> Item:
    """What a text says that is written better without a flaw."""
    return better._replace(text=text, flaws=(flaw, *better.flaws))


def _unclosed(text: str, kind: Kind, closer: str) -> Item:
    end = len(text.rstrip())
    fields = {"closer": closer, "opener": text[0]}
    if text[1:2] == text[0]:
        # Brackets with nothing in them, however many, are one mistake that closing one of them would not mend.
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
