"""Single slips in a round of Figgie, by kind, in several styles of TOML.

This module does not know kibitz. Each slip takes a legal round and returns it with one mistake, or None if the round has no place for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

Damage = Callable[[Random, str], "str | None"]
PAIR = r"(?m)(?<![\w.])({key})([ \t]*=[ \t]*)({value})"
SUITS = ("Spades", "Clubs", "Hearts", "Diamonds")
NEXT = {"Spades": "Hearts", "Clubs": "Diamonds", "Hearts": "Clubs", "Diamonds": "Spades"}


# Styles


def tight(_: Random, text: str) -> str:
    """Return the text without spaces and empty lines."""
    return re.sub(r"\n\n", "\n", text.replace(" = ", "="))


def aligned(rng: Random, text: str) -> str:
    """The equals signs of a table below one another, as Windows ends lines, with comments here and there."""
    tables = []
    for table in text.split("\n\n"):
        pairs = [line.partition(" = ") for line in table.split("\n")]
        width = max((len(key) for key, equals, _ in pairs if equals), default=0)
        lines = [f"{key:{width}} = {value}" if equals else key for key, equals, value in pairs]
        tables.append("\n".join(line + "  # sic" * (" = " in line and rng.random() < 0.1) for line in lines))
    return "\n\n".join(tables).replace("\n", "\r\n")


def shuffled(rng: Random, text: str) -> str:
    """Return the text with tables and keys in any order, the trades in a row, and spaces after the commas of hands."""
    text = re.sub(r"(?<=\d),(?=[SCHD])", ", ", text)
    tables = text.strip().split("\n\n")
    trades = [one for one in tables if one.startswith("[[Trades]]")]
    others = [one for one in tables if not one.startswith("[[Trades]]")]
    rng.shuffle(others)
    at = rng.randrange(len(others) + 1)
    done = []
    for table in [*others[:at], *trades, *others[at:]]:
        head, *keys = table.split("\n")
        rng.shuffle(keys)
        done.append("\n".join([head, *keys]))
    return "\n\n".join(done) + "\n"


def inline(_: Random, text: str) -> str:
    """The trades as inline tables in an array, on a line each; above the first header, as TOML demands it."""
    tables = text.strip().split("\n\n")
    rows = [", ".join(one.split("\n")[1:]) for one in tables if one.startswith("[[Trades]]")]
    others = [one for one in tables if not one.startswith("[[Trades]]")]
    return (
        "Trades = [\n" + "".join(f"  {{ {row} }},\n" for row in rows) + "]\n\n" + "\n\n".join(others) + "\n"
    )


STYLES: tuple[Callable[[Random, str], str], ...] = (
    lambda _, text: text,
    tight,
    aligned,
    shuffled,
    inline,
)


# Slips


def _swap(key: str, value: str, new: Callable[[Random, re.Match[str]], str | None]) -> Damage:
    """Another value of a key."""

    def damage(rng: Random, text: str) -> str | None:
        found = list(re.finditer(PAIR.format(key=key, value=value), text))
        if not found:
            return None
        one = rng.choice(found)
        to = new(rng, one)
        return None if to is None else text[: one.start(3)] + to + text[one.end(3) :]

    return damage


def _sub(pattern: str, to: str) -> Damage:
    """One of the places of a pattern otherwise."""

    def damage(rng: Random, text: str) -> str | None:
        found = list(re.finditer(pattern, text))
        one = rng.choice(found) if found else None
        return None if one is None else f"{text[: one.start()]}{one.expand(to)}{text[one.end() :]}"

    return damage


def _player(rng: Random, one: re.Match[str]) -> str | None:
    return '"P{}"'.format(rng.choice([number for number in "1234" if number != one[3][2]]))


def _trades(text: str) -> list[re.Match[str]]:
    """The trades, each from its header or `{` to its last value or `}`."""
    header = r"\[\[Trades\]\]\r?\n(?:[^\[\r\n][^\r\n]*\r?\n)*[^\[\r\n][^\r\n]*"
    return list(re.finditer(rf"{header}|\{{ TradeIndex[^\n]*\}}", text))


def _index(trade: str) -> int:
    found = re.search(r"TradeIndex\s*=\s*(\d+)", trade)
    assert found is not None
    return int(found[1])


def trade_twice(rng: Random, text: str) -> str | None:
    first, second = rng.choice(list(zip(_trades(text), _trades(text)[1:], strict=False)))
    return text[: first.end()] + text[first.end() : second.start()] + first[0] + text[first.end() :]


def trade_twice_numbered_on(rng: Random, text: str) -> str | None:
    damaged = trade_twice(rng, text)
    assert damaged is not None
    number = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"{found[1]}{number}"

    return re.sub(r"(TradeIndex\s*=\s*)\d+", numbered, damaged)


def trades_swapped(rng: Random, text: str) -> str | None:
    first, second = rng.choice(list(zip(_trades(text), _trades(text)[1:], strict=False)))
    return (
        text[: first.start()]
        + second[0]
        + text[first.end() : second.start()]
        + first[0]
        + text[second.end() :]
    )


def numbers_gap(rng: Random, text: str) -> str | None:
    trades = _trades(text)
    at = rng.randrange(1, len(trades) - 1)
    return re.sub(
        r"(TradeIndex\s*=\s*)(\d+)",
        lambda found: found[1] + str(int(found[2]) + (int(found[2]) > at)),
        text,
    )


def number_twice(rng: Random, text: str) -> str | None:
    one = rng.choice(_trades(text)[1:])
    new = re.sub(r"(TradeIndex\s*=\s*)\d+", rf"\g<1>{_index(one[0]) - 1}", one[0])
    return text[: one.start()] + new + text[one.end() :]


def goal_both(rng: Random, text: str) -> str | None:
    found = re.search(r'GoalSuit\s*=\s*"(\w+)"', text)
    assert found is not None
    wrong = rng.choice([suit for suit in SUITS if suit != found[1]])
    return re.sub(r'(GoalSuit\s*=\s*)"\w+"', rf'\1"{wrong}"', text)


def card_twice(rng: Random, text: str) -> str | None:
    """A card of a hand for one of another."""
    hands = list(re.finditer(r'(?m)^P\d\s*=\s*"([^"]*)"', text))
    one, other = rng.sample(hands, 2)
    place = rng.choice(list(re.finditer(r"[SCHD]\d+", one[1])))
    card = rng.choice(list(re.finditer(r"[SCHD]\d+", other[1])))
    at = one.start(1)
    return text[: at + place.start()] + card[0] + text[at + place.end() :]


def conflict(rng: Random, text: str) -> str | None:
    found = list(re.finditer(r"(?m)^Price\s*=\s*(\d+)(.*)$", text))
    if not found or "\r" in text:
        return None
    one = rng.choice(found)
    other = one[0].replace(one[1], str(int(one[1]) + 1))
    both = f"<<<<<<< HEAD\n{one[0]}\n=======\n{other}\n>>>>>>> other"
    return text[: one.start()] + both + text[one.end() :]


def player_renamed(rng: Random, text: str) -> str | None:
    return _sub(r"(?m)^P\d(?=\s*=)", "P9")(rng, text)


def time_digit_lost(rng: Random, text: str) -> str | None:
    return _sub(r"(?<=\bT = )(\d)\d(?=\.)", r"\1")(rng, text)


_HAND = re.compile(r'(?m)^(P\d\s*=\s*")([^"]*)"')


def hands_swapped(rng: Random, text: str) -> str | None:
    """Return the text with the hands of two players swapped who have traded."""
    one, other = sorted(rng.sample(list(_HAND.finditer(text)), 2), key=lambda hand: hand.start())
    sold = re.findall(r'Seller\s*=\s*"(P\d)"', text)
    if not {one[1][:2], other[1][:2]} & {*sold}:
        return None
    between = text[one.end(2) : other.start(2)]
    return text[: one.start(2)] + other[2] + between + one[2] + text[other.end(2) :]


def card_doubled(rng: Random, text: str) -> str | None:
    """A card of a hand written twice in it."""
    hand = rng.choice(list(_HAND.finditer(text)))
    card = rng.choice(list(re.finditer(r",\s*[SCHD]\d+", hand[2])))
    at = hand.start(2) + card.end()
    return text[:at] + card[0] + text[at:]


def card_moved(rng: Random, text: str) -> str | None:
    """A card of a hand at the end of another one."""
    one, other = rng.sample(list(_HAND.finditer(text)), 2)
    card = rng.choice(list(re.finditer(r",\s*[SCHD]\d+", one[2])))
    if sorted(re.findall("[SCHD][0-9]+", one[2]), key=_rank) != re.findall("[SCHD][0-9]+", one[2]):
        return None
    edits = sorted(
        [(one.start(2) + card.start(), one.start(2) + card.end(), ""), (other.end(2), other.end(2), card[0])]
    )
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


def _rank(card: str) -> tuple[int, int]:
    return "SCHD".index(card[0]), int(card[1:])


def numbers_swapped(rng: Random, text: str) -> str | None:
    found = list(re.finditer(r"TradeIndex\s*=\s*(\d+)", text))
    one, other = rng.choice(list(pairwise(found)))
    between = text[one.end(1) : other.start(1)]
    return text[: one.start(1)] + other[1] + between + one[1] + text[other.end(1) :]


def day_and_month(_: Random, text: str) -> str | None:
    return re.sub(r"(\d{4})-(\d\d)-(1[3-9]|2\d)", r"\1-\3-\2", text)


CERTAIN: dict[str, Damage] = {
    "hands swapped": hands_swapped,
    "card doubled in a hand": card_doubled,
    "card moved to another hand": card_moved,
    "numbers swapped": numbers_swapped,
    "day and month": day_and_month,
    "duration in minutes": _swap("GameDuration", "240.0", lambda *_: "4.0"),
    "header with other signs": _sub(r"\[\[Trades\]\]", "[[Tr@d3s]]"),
    "key above its header": _sub(r"(\[\[Trades\]\]\r?\n)(\w+ *=[^\r\n]*\r?\n)", r"\2\1"),
    "digits of a time swapped": _sub(r"(?<=\bT = )([1-9])([1-9])(?=\d\.)", r"\2\1"),
    "trade twice": trade_twice,
    "trade twice, numbered on": trade_twice_numbered_on,
    "trades swapped": trades_swapped,
    "gap in the numbers": numbers_gap,
    "number twice": number_twice,
    "goal suit wrong in both places": goal_both,
    "goal suit wrong in the deck": _swap("GoalSuit", '"[A-Z]\\w+"', lambda _, one: f'"{NEXT[one[3][1:-1]]}"'),
    "no colour": _swap("GoalSuitColor", '"\\w+"', lambda *_: '"Blue"'),
    "another suit": _swap("Suit", '"\\w+"', lambda _, one: f'"{NEXT[one[3][1:-1]]}"'),
    "a suit misspelt": _swap("Suit", '"\\w+"', lambda _, one: one[3][:2] + one[3][3:]),
    "no suit": _swap("Suit", '"\\w+"', lambda *_: ""),
    "nobody wins": _swap("Winners", r"\[[^\]]*\]", lambda *_: "[]"),
    "an unknown winner": _sub(r'(Winners\s*=\s*\[")P\d(?="\])', r"\1Bob"),
    "duration of no seconds": _swap("GameDuration", "240.0", lambda *_: "0.0"),
    "duration of a second": _swap("GameDuration", "240.0", lambda *_: "1.0"),
    "no card in a hand": _sub(r"(?<=[,\" ])[SCHD](\d+)(?=[,\"])(?<!Card = \"..)", r"X\1"),
    "comma of a hand lost": _sub(r"([SCHD]\d+),[ ]?(?=[SCHD]\d)", r"\1"),
    "full stop in a hand": _sub(r"([SCHD]\d+),(?=[ ]?[SCHD]\d)", r"\1."),
    "hand of nobody": player_renamed,
    "equals sign lost": _sub(r"(?m)(?<=\w)[ \t]*=[ \t]*(?=\")", " "),
    "colon": _sub(r"(?m)(?<=\w)[ \t]*=(?=[ \t]*[\"\d])", ":"),
    "price lost": _sub(r"(?m)(Price *=)[ \t]*\d+(?=[ \t]*(?:#.*)?\r?$)", r"\1"),
    "size lost": _sub(r"(?m)^((?:Spades|Clubs|Hearts|Diamonds)[ \t]*=)[ \t]*\d+", r"\1"),
    "bracket of the winners lost": _sub(r'(Winners[ \t]*=[ \t]*\["P\d")\]', r"\1"),
    "brace lost": _sub(r" \},", ","),
    "bracket of all trades lost": _sub(r"\n\](?=\n\n\[)", ""),
    "header lost": _sub(r"(?<=\n)\[\[Trades\]\]\r?\n", ""),
    "bracket of a header lost": _sub(r"(?m)^\[(?=(?:Deal|Result|FiggieGame)\])", ""),
    "a letter on a line": _sub(r"(?m)(?<=\n)(?=Card)", "q\n"),
    "conflict": conflict,
    "buyer lost": _sub(r"(?m)\r?\nBuyer[ \t]*=[^\r\n]*(?=\r?\n)", ""),
    "line broken in a text": _sub(r'(?<=Card = "[SCHD])(?=\d)', "\n"),
    "no quotes": _sub(r'(?<=Seller = )"(P\d)"', r"\1"),
}
"""Slips that the rest of the record reveals. The first repair should be right, with few exceptions."""

GUESSED: dict[str, Damage] = {
    "another seller": _swap("Seller", '"P\\d"', _player),
    "another buyer": _swap("Buyer", '"P\\d"', _player),
    "another price": _swap("Price", "\\d+", lambda rng, one: str(int(one[3]) + rng.choice([1, 2, 3]))),
    "price ten times": _swap("Price", "\\d+", lambda _, one: one[3] + "0"),
    "price of nothing": _swap("Price", "\\d+", lambda *_: "0"),
    "price with a letter": _swap("Price", "10", lambda *_: "1O"),
    "bank off": _swap("P\\d_FinalBank", "\\d+", lambda rng, one: str(int(one[3]) + rng.choice([1, 10, -1]))),
    "another winner": _sub(r'(Winners\s*=\s*\[")P[12](?="\])', r"\1P3"),
    "another card": _swap("Card", '"\\w+"', lambda rng, one: f'"{one[3][1]}{rng.randint(1, 9)}"'),
    "card twice": card_twice,
    "time with a digit less": time_digit_lost,
    "price lost with its key": _sub(r"(?m)\r?\nPrice[ \t]*=[^\r\n]*(?=\r?\n)", ""),
}
"""Slips with several possible corrections."""
