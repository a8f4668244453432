"""A round in any style of TOML is clean by its values only if no rule has a finding."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable

import pytest
import tomli

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.languages import load

PFN = load("pfn")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
ROUNDS = [*records("pfn", 12)]

FLAT = """
TradeCount = {count}
FinalTradingTime = {time}

[Result.GoalCounts]
{counts}
"""
"""The additions of the only public program."""

ODD = [
    '"P1"', '"P2"', '"P3"', '"P4"', '"P5"', '"P6"', '"Ann"', "1", "2", "3", "0", "-1", "007", "0x1F", "0o7", "1_0", "1e3",
    "1.5", "inf", "nan", "100", "99.5", "true", '"Spades"', '"Clubs"', '"Hearts"', '"Diamonds"', '"Black"', '"Red"', '"S1"',
    '"S1,S2"', '["P1"]', '["P2", "P2"]', "[]", '["P1", "P2",]', '"2025-02-30"', '"2025-02-15"', "2025-02-15", '"Standard"',
    '"Blitz"', "'P1'", '""', "12 # so", "8", "10", "12", "350", "4", "5", "{}", '"""P1"""',
    '"Pause"', '"Resume"', '"Disconnect"', '"Resme"', '"Lunch"',
]  # fmt: skip
"""Values that are wrong in most places."""


def inline(value: object, quote: str = '"') -> str:
    """A value as TOML writes it on a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(one, quote)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(one, quote) for one in value) + "]"
    return f"{quote}{value}{quote}" if isinstance(value, str) else str(value)


def in_tables(text: str, dotted: bool = False) -> str:
    """The round with all its tables in one line each, or in dotted keys."""
    said = tomli.loads(text)
    arrays = [
        f"{name} = [\n" + "".join(f"  {inline(one)},\n" for one in said.pop(name)) + "]\n"
        for name in ("Trades", "Events")
        if name in said
    ]
    lines = [f"{name} = {inline(table)}" for name, table in said.items()]
    if dotted:
        lines = [
            f"{name}.{key} = {inline(one)}" for name, table in said.items() for key, one in table.items()
        ]
    return "\n".join([*lines, *arrays])


def shuffled(text: str) -> str:
    """The round with its tables, and the keys in each, in another order; trades stay in theirs."""
    rng, head, *tables = random.Random(text), *re.split(r"(?m)^(?=\[)", text)
    order = sorted(
        tables, key=lambda one: -1.0 if one.startswith("[[") else rng.choice([-2.0, 1.0]) * rng.random()
    )
    return head + "".join(
        lines[0] + "".join(rng.sample(lines[1:], len(lines) - 1))
        for lines in (f"{one.rstrip()}\n".splitlines(keepends=True) for one in order)
    )


LAYOUTS: dict[str, Callable[[str], str]] = {
    "as written": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "no blanks": lambda text: text.replace(" = ", "="),
    "more blank lines": lambda text: "\n \n" + text.replace("\n\n", "\n\n \n"),
    "blanks behind": lambda text: text.replace("\n", " \n").replace("] \n", "]\n"),
    "halves of chips": lambda text: text.replace("T = ", "T = 0"),
    "comments": lambda text: text.replace("[Deal]\n", "[Deal]\n# sorted\n").replace("Players = 4", "Players = 4 # four"),
    "blanks behind commas": lambda text: text.replace(",", ", "),
    "signs of suits": lambda text: re.sub(
        r"\b([SCHD])(\d+)\b", lambda one: f"{'♠♣♥♦'['SCHD'.index(one[1])]}{one[2]}", text
    ),
    "literal strings": lambda text: text.replace('"', "'"),
    "quoted keys": lambda text: re.sub(r"(?m)^(\w+) =", r'"\1" =', text),
    "aligned, with comments": lambda text: re.sub(r"(?m)^(\w+) =(.*)$", lambda one: f"  {one[1]:<20} = {one[2]} # so", text),
    "arrays of cards": lambda text: re.sub(r'(?m)^(P\d = )"(.*)"', lambda one: f"{one[1]}{one[2].split(',')}", text),
    "shuffled": shuffled,
    "inline tables": in_tables,
    "dotted keys": lambda text: in_tables(text, dotted=True),
    "trades first": lambda text: text[text.index("[[Trades]]") : text.index("[Result]")]
    + text[: text.index("[[Trades]]")]
    + text[text.index("[Result]") :],
}  # fmt: skip


def agrees(text: str, payout: str = "detect") -> bool:
    """Return whether it is clean by its values. The rules must find the same then."""
    language = PFN.tailored(Preferences({"pfn.payout": payout}))
    clean = language.clean(text)
    assert clean is None or [*Analysis.of(language, text).diagnostics()] == [*clean.findings], text
    return clean is not None


def flat(text: str) -> str:
    """Return the round as the public program writes it: without an ante, 100 chips for most goal cards, and with its additions."""
    goal = re.findall('GoalSuit = "(.)', text)[0]
    held = {player: hand.split(",") for player, hand in re.findall(r'(?m)^(P\d) = "(.*)"', text)}
    money = dict.fromkeys(held, 350)
    trades = re.findall(
        r'T = (.*)\nBuyer = "(P\d)"\nSeller = "(P\d)"\n.*\nCard = "(.*)"\nPrice = (\d+)', text
    )
    for _, buyer, seller, card, price in trades:
        held[seller].remove(card)
        held[buyer].append(card)
        money[seller] += int(price)
        money[buyer] -= int(price)
    counts = {player: sum(card[0] == goal for card in cards) for player, cards in held.items()}
    most = [player for player in counts if counts[player] == max(counts.values())]
    text = text[: text.index("P1_FinalBank")]
    for player in held:
        bank = money[player] + 100 / len(most) * (player in most)
        text += f"{player}_FinalBank = {round(bank)}\n"
    text += "Winners = [" + "".join(f'"{player}", ' for player in most) + "]"
    lines = "\n".join(f"{player} = {count}" for player, count in counts.items())
    return text + FLAT.format(count=len(trades), time=float(trades[-1][0]) + 1, counts=lines)


def paused(text: str) -> str:
    """Return the round with a pause between two trades, and with an absent player."""
    first, second = (float(one) for one in re.findall(r"(?m)^T = (.*)$", text)[:2])
    moments = [first + (second - first) * share for share in (0.2, 0.4, 0.8)]
    events = (
        f'[[Events]]\nT = {time}\nType = "{kind}"\nReason = "a break"\n\n'
        for time, kind in zip(moments, ("Pause", "Disconnect", "Resume"), strict=True)
    )
    return text.replace("[Result]", "".join(events) + "[Result]")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_layouts_are_clean_by_their_values(layout: str) -> None:
    told = [
        agrees(LAYOUTS[layout](text if number % 2 else paused(text))) for number, text in enumerate(ROUNDS)
    ]
    assert sum(told) >= 10 or layout == "halves of chips"


def test_flat_rounds_are_clean_by_values() -> None:
    assert sum(agrees(flat(text)) for text in ROUNDS) >= 10
    assert not any(agrees(flat(text), "standard") for text in ROUNDS)
    assert sum(agrees(flat(text), "flat") for text in ROUNDS) >= 10
    assert not any(agrees(text, "flat") for text in ROUNDS)


@pytest.mark.parametrize("number", range(6))
def test_every_wrong_value_is_reported(number: int) -> None:
    rng = random.Random(number)
    text = flat(ROUNDS[number]) if number % 2 else paused(ROUNDS[number])
    values = [one.span(1) for one in re.finditer(r"(?m)^\w+ = (.*)$", text)]
    others = [text[start:end] for start, end in values]
    for start, end in values:
        near = [str(int(text[start:end]) + by) for by in (-1, 1)] if text[start:end].isdecimal() else []
        for value in [*near, *rng.sample(ODD, 2 if LONG else 1), *rng.sample(others, 1)]:
            agrees(text[:start] + value + text[end:])


@pytest.mark.parametrize("number", range(4))
def test_every_wrong_line_is_reported(number: int) -> None:
    rng = random.Random(number)
    text = flat(ROUNDS[number]) if number % 2 else paused(ROUNDS[number])
    lines = text.split("\n")
    for at, line in enumerate(lines):
        behind = lines[at + 1] if at + 1 < len(lines) else ""
        odd = rng.choice(
            ["# said", "<<<<<<< a", "x = 1", "[Events]", "[[Events]]", "[Notes]", 'a = """', "\ufeff", "\x00"]
        )
        ways: tuple[list[str], ...] = (
            [],
            [line, line],
            [behind, line],
            [line, odd],
            [f" {line}"],
            [f"{line}\\"],
            [line[:-1]],
        )
        for changed in rng.sample(ways, 2 if LONG else 1):
            agrees("\n".join([*lines[:at], *changed, *lines[at + 1 + (changed == [behind, line]) :]]))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(" }", ", }", 1),
        lambda text: text.replace("{ ", "{\n", 1),
        lambda text: text.replace("Title = ", 'Title = "}"\n, T\u0069tle = '),
        lambda text: text.replace('Title = "', 'Title = "\\e', 1),
        lambda text: text + "#\n" * 20_000,
    ],
)
def test_newer_toml_needs_the_rules(change: Callable[[str], str]) -> None:
    """Newer versions of tomli read it."""
    for text in map(in_tables, ROUNDS):
        agrees(change(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Pause"', '"Paus"'),
        ('"Pause"', '"Resume"'),
        ('"Resume"', '"Pause"'),
        ('"Disconnect"', '"Lunch"'),
        ('Type = "Disconnect"\n', ""),
        ('Reason = "a break"', "Why = 1"),
    ],
)
def test_other_events_are_left_to_the_rules(old: str, new: str) -> None:
    for text in ROUNDS:
        assert agrees(paused(text))
        changed = paused(text).replace(old, new, 1)
        assert not agrees(changed)
        # Unknown parts are not mistakes.
        assert new == '"Lunch"' or Analysis.of(PFN, changed).diagnostics()
    # A trade within the pause is wrong.
    first, second = re.findall(r"(?m)^T = (.*)$", ROUNDS[0])[:2]
    assert not agrees(
        paused(ROUNDS[0]).replace(f"T = {second}", f"T = {(float(first) + float(second)) / 2}", 1)
    )


def test_informations_come_from_the_text_alone() -> None:
    """The holder of most goal cards is often not among the winners."""
    told = [PFN.clean(text) for text in records("pfn", 40)]
    codes = {one.rule.code for known in told if known is not None for one in known.findings}
    assert codes == {"PFN140"}
    (text, *_) = (text for text in records("pfn", 40) if (known := PFN.clean(text)) and known.findings)
    assert agrees(text)
    for title in ('"""\nWinners = ["P1"]\n"""', "'''\nWinners = ['P1']\n'''"):
        assert not agrees(re.sub("(?m)^Title = .*$", f"Title = {title}", text))
    assert not agrees(text.replace("Winners = [", "Winners = [\n"))
