"""What is said of a round at once, by its text alone, is what all rules say together."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.languages import load

PFN = load("pfn")
ROUNDS = [*records("pfn", 12)]

FLAT = """
TradeCount = {count}
FinalTradingTime = {time}

[Result.GoalCounts]
{counts}
"""
"""What the one public program adds."""

ODD = [
    '"P1"', '"P2"', '"P3"', '"P4"', '"P5"', '"P6"', '"Ann"', "1", "2", "3", "0", "-1", "007", "0x1F", "0o7", "1_0", "1e3",
    "1.5", "inf", "nan", "100", "99.5", "true", '"Spades"', '"Clubs"', '"Hearts"', '"Diamonds"', '"Black"', '"Red"', '"S1"',
    '"S1,S2"', '["P1"]', '["P2", "P2"]', "[]", '["P1", "P2",]', '"2025-02-30"', '"2025-02-15"', "2025-02-15", '"Standard"',
    '"Blitz"', "'P1'", '""', "12 # so", "8", "10", "12", "350", "4", "5", "{}", '"""P1"""',
]  # fmt: skip
"""Values, of which most are wrong in most places."""

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
    "trades first": lambda text: text[text.index("[[Trades]]") : text.index("[Result]")]
    + text[: text.index("[[Trades]]")]
    + text[text.index("[Result]") :],
}  # fmt: skip


def agrees(text: str, payout: str = "detect") -> bool:
    """Whether anything was said at once; then it must be what the rules say."""
    language = PFN.tailored(Preferences({"pfn.payout": payout}))
    said = language.at_once(text)
    assert said is None or list(said) == Analysis.of(language, text).diagnostics(), text
    return said is not None


def flat(text: str) -> str:
    """The round as the public program writes it: without an ante, 100 chips for most goal cards, and what it adds."""
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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_usual_layouts_are_told_at_once(layout: str) -> None:
    told = [agrees(LAYOUTS[layout](text)) for text in ROUNDS]
    assert sum(told) >= 10 or layout == "halves of chips"


def test_rounds_of_flat_tables_are_told_at_once() -> None:
    assert sum(agrees(flat(text)) for text in ROUNDS) >= 10
    assert not any(agrees(flat(text), "standard") for text in ROUNDS)
    assert sum(agrees(flat(text), "flat") for text in ROUNDS) >= 10
    assert not any(agrees(text, "flat") for text in ROUNDS)


@pytest.mark.parametrize("number", range(6))
def test_whatever_is_wrong_with_a_value_is_said(number: int) -> None:
    rng = random.Random(number)
    text = flat(ROUNDS[number]) if number % 2 else ROUNDS[number]
    values = [one.span(1) for one in re.finditer(r"(?m)^\w+ = (.*)$", text)]
    others = [text[start:end] for start, end in values]
    for start, end in values:
        near = [str(int(text[start:end]) + by) for by in (-1, 1)] if text[start:end].isdecimal() else []
        for value in [*near, *rng.sample(ODD, 8), *rng.sample(others, 4)]:
            agrees(text[:start] + value + text[end:])


@pytest.mark.parametrize("number", range(4))
def test_whatever_is_wrong_with_a_line_is_said(number: int) -> None:
    rng = random.Random(number)
    text = flat(ROUNDS[number]) if number % 2 else ROUNDS[number]
    lines = text.split("\n")
    for at, line in enumerate(lines):
        behind = lines[at + 1] if at + 1 < len(lines) else ""
        odd = rng.choice(
            ["# said", "<<<<<<< a", "x = 1", "[Events]", "[[Events]]", "[Notes]", 'a = """', "\ufeff", "\x00"]
        )
        for changed in (
            [],
            [line, line],
            [behind, line],
            [line, odd],
            [f" {line}"],
            [f"{line}\\"],
            [line[:-1]],
        ):
            agrees("\n".join([*lines[:at], *changed, *lines[at + 1 + (changed == [behind, line]) :]]))
