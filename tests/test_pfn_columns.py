"""Trades read by the block say what they say one by one, and leaps over them come to what the steps come to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bench.records import long
from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import BLOCK, Chunk
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.languages import load
from kibitz.languages.pfn.check import tally
from kibitz.languages.pfn.check.sums import TOGETHER
from kibitz.languages.pfn.fast.columns import columns
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.toml import cut
from test_leap import outcome, stepped
from test_pfn_regular import trades

PFN = cast("Pfn", load("pfn"))
reader = PFN.reader
ROUND = long("pfn", 30_000)
"""A clean round of some blocks."""
FIRST = BLOCK - ROUND[: ROUND.index("[[Trades]]")].count("\n[") - 1
"""The first trade of the second block."""

LAYOUTS: dict[str, Callable[[str], str]] = {
    "as written": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "aligned": lambda text: re.sub(r"^(\w+) = ", lambda one: f"{one[1]:<10} = ", text, flags=re.MULTILINE),
    "no blanks": lambda text: text.replace(" = ", "="),
    "more blank lines": lambda text: text.replace("\n\n", "\n\n \n"),
    "blanks behind": lambda text: text.replace("\n", "  \n"),
    "halves of chips": lambda text: re.sub(r"(Price = \d+)", r"\1.5", text),
    "whole seconds": lambda text: re.sub(r"\.0\b", "", text),
    "suits as signs": lambda text: re.sub(r'"([SCHD])(\d+)"', lambda one: f'"{"♠♣♥♦"["SCHD".index(one[1])]}{one[2]}"', text),
}  # fmt: skip


def chunks_of(text: str) -> tuple[Chunk, ...]:
    return tuple(chunk for block in Document.open(PFN, text).blocks for chunk in block.chunks)


@given(st.lists(trades(), min_size=1, max_size=4), st.integers(1, 3))
@example([ROUND[at : at + 110] for at in [ROUND.index("[[Trades]]")]], 1)
def test_columns_are_the_trades(written: list[str], first: int) -> None:
    # Numbers and times that go up, so that what is odd here and there is not always refused on their account.
    texts = [
        text.replace("= 12", f"= {number}").replace("= 0.20", f"= {number}.20")
        for number, text in enumerate(written, first)
    ]
    chunks = tuple(map(Chunk, texts))
    found = columns(chunks)
    if found is None:
        return
    read = [reader.trades(text, ()) for text in texts]
    assert not any(one.problems or len(one.trades) != 1 for one in read)
    wanted = [one.trades[0] for one in read]
    assert [one.number for one in wanted] == list(range(found.first, found.first + len(texts)))
    assert [one.time for one in wanted] == found.times == sorted(set(found.times))
    assert [one.buyer for one in wanted] == found.buyers
    assert [one.seller for one in wanted] == found.sellers
    assert [one.card for one in wanted] == [one.card for one in found.sold]
    assert [one.price for one in wanted] == found.prices
    for number, one in enumerate(wanted):
        assert found.card_place(number) == one.place("Card")
    assert astuple(tally.summed(found)) == astuple(tally.counted(reader, chunks))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_usual_layouts_are_leapt_over(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(PFN, LAYOUTS[layout](ROUND))
    assert outcome(document) == stepped(document, monkeypatch)
    analysis, leaps = checked(document), 0
    for number, block in enumerate(document.blocks):
        state = analysis.folded.results[number].entry
        leaps += PFN.leap(analysis.context, cast(Any, state), block.chunks).count == len(block.chunks)
    # Those of the head and of the result are not.
    assert leaps >= len(document.blocks) - 2 >= 3


ODD: dict[str, list[str]] = {
    "TradeIndex": ["0", "7", "1_000", "-1", '"7"'],
    "T": ["0", "0.5", "50.0", "1e9", "0x1F", "nan", "inf", "-1.0"],
    "Buyer": ['"P1"', '"P2"', '"P3"', '"P9"', '"Ann"', '"P\\u0031"'],
    "Seller": ['"P1"', '"P2"', '"P3"', '"P9"', '""', "P1"],
    "Suit": ['"Spades"', '"Hearts"', '"spades"', '""'],
    "Card": ['"S1"', '"H2"', '"S13"', '"Z1"', '"S01"', '"D9"'],
    "Price": ["0", "100", "99.5", "1e1", "-4", '"4"'],
}


def values(key: str) -> list[str]:
    return re.findall(f"(?m)^{key} = (.*)$", ROUND)


def changed(key: str, number: int, value: str) -> str:
    """The round with another value in one of its trades."""
    start, end = [one.span(1) for one in re.finditer(f"(?m)^{key} = (.*)$", ROUND)][number]
    return ROUND[:start] + value + ROUND[end:]


@pytest.mark.parametrize("key", ODD)
@pytest.mark.parametrize("number", [FIRST, FIRST + 30, FIRST + BLOCK - 1])
def test_whatever_is_wrong_with_a_trade_is_said(
    key: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {*values(key)[number - 2 : number + 3], *(values("Buyer") if key == "Seller" else ())}
    others |= {values("Seller")[number]} if key == "Buyer" else set()
    for value in [*ODD[key], *others]:
        document = Document.open(PFN, changed(key, number, value))
        assert outcome(document) == stepped(document, monkeypatch)


def test_odd_values_are_not_read_as_columns() -> None:
    trade = ROUND[ROUND.index("[[Trades]]") :].partition("\n\n")[0] + "\n\n"
    for key, odd in ODD.items():
        for value in odd:
            usual = next(line for line in trade.split("\n") if line.startswith(f"{key} = "))
            text = trade.replace(usual, f"{key} = {value}")
            found, read = columns([Chunk(text)]), reader.trades(text, ())
            assert found is None or not read.problems
            if found is not None:
                assert (found.buyers, found.sellers) == ([read.trades[0].buyer], [read.trades[0].seller])


@st.composite
def rounds(draw: st.DrawFn) -> str:
    """A long round in which something may be wrong with a trade, and with what is known of the round."""
    text = ROUND
    if draw(st.booleans()):
        key = draw(st.sampled_from([*ODD]))
        text = changed(key, draw(st.integers(0, 2 * BLOCK)), draw(st.sampled_from(ODD[key] + values(key))))
    kind = draw(st.sampled_from(["", "", "early end", "no deal", "short deal", "pause", "players"]))
    if kind == "early end":
        text = re.sub("GameDuration = .*", f"GameDuration = {draw(st.integers(1, 300))}", text)
    elif kind == "no deal":
        text = re.sub(r"\[Deal\]\n(P\d = .*\n)*", "", text)
    elif kind == "short deal":
        text = re.sub(r'(P\d = "\w+),\w+', r"\1", text, count=draw(st.integers(1, 4)))
    elif kind == "pause":
        since = draw(st.integers(1, 200))
        until = since + draw(st.sampled_from([0.01, 0.3, 20]))
        moments = (("Pause", since), ("Resume", until))
        text += "".join(f'\n[[Events]]\nType = "{name}"\nT = {time}\n' for name, time in moments)
    elif kind == "players":
        text = re.sub("Players = .", f"Players = {draw(st.integers(3, 6))}", text)
    return text


@given(rounds())
@example(ROUND.replace("[[Trades]]", "[Trades]", 1))
@example(ROUND.replace("[[Trades]]", "[X]\n\n" * (FIRST - 1) + "[Trades]", 1))
@example(ROUND.replace("[[Trades]]", "Trades = 1\n\n[[Trades]]", 1))
def test_a_leap_says_what_the_steps_say_whatever_is_wrong(text: str) -> None:
    document = Document.open(PFN, text)
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert outcome(document) == stepped(document, monkeypatch)


@given(st.lists(st.sampled_from(['"', "'", "[", "{", "\n", "x", '"""', "'''", "\n[[", "\n[[T]]\n", "a = "])))
def test_openers_are_those_of_the_grammar(pieces: list[str]) -> None:
    text = "".join(pieces)
    scanner = cut._Scanner(text, lambda _: False)
    while scanner.at <= len(text):
        found = cut.pattern("OPENER").search(text, scanner.at)
        assert scanner._opener() == (found.start() if found else len(text))
        scanner.at += 1


@given(st.lists(st.integers(-1, 30), min_size=1, max_size=60))
def test_numbers_of_runs_are_those_of_the_block(numbers: list[int]) -> None:
    chunks = tuple(Chunk(f"[[Trades]]\nTradeIndex = {number}\n\n") for number in numbers)
    sums = tally.counted(reader, chunks)
    regular = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert (sums.count, sums.first, sums.last) == (len(numbers), numbers[0], numbers[-1])
    assert sums.regular == regular
    assert list(sums.indices) == numbers


def test_numbers_far_apart_are_told_as_if_read_in_a_row() -> None:
    """The sums of many blocks hide no number that is wrong."""
    rng, count = random.Random(5), 3 * TOGETHER * BLOCK
    language = load("pfn")
    for _ in range(6):
        numbers = list(range(1, count + 1))
        for _ in range(rng.randint(1, 4)):
            numbers[rng.randrange(count)] = rng.randint(0, count + 9)
        text = "".join(f"[[Trades]]\nTradeIndex = {number}\n\n" for number in numbers)
        wanted, seen, last, due = [], set[int](), 0, 1
        for number in numbers:
            if number in seen:
                wanted.append((number, "trade-index-repeated"))
            elif number >= 1 and number not in {due, last + 1}:
                wanted.append((number, "trade-index-order"))
            elif number >= 1:
                due = number
            seen |= {number} if number >= 1 else set()
            last, due = number, due + 1
        found = [
            (int(text[one.span.start : one.span.end]), one.rule.slug)
            for one in Analysis.of(language, text).diagnostics()
            if one.rule.slug in {"trade-index-repeated", "trade-index-order"}
        ]
        assert found == wanted


def test_a_header_being_typed_changes_nothing_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each key would make it another table, so that the rest of a long round were checked again for each key."""
    language, looked = load("pfn"), 0

    def counted(name: str) -> None:
        real = getattr(type(language), name)

        def count(self: Language[object], *arguments: object) -> object:
            nonlocal looked
            looked += 1
            return real(self, *arguments)

        monkeypatch.setattr(type(language), name, count)

    at = ROUND.index("\n\n[[Trades]]", len(ROUND) // 3) + 2
    analysis = Analysis.of(language, ROUND[:at] + "\n" + ROUND[at:])
    # The first edit of a block steps through all of it.
    for number, typed in enumerate("[[Trades"):
        if number == 1:
            counted("step")
            counted("leap")
        analysis = checked(edit(analysis.document, at + number, at + number, typed), analysis)
    assert looked <= 3 * len("[Trades")
