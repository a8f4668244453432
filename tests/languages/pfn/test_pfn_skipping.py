"""Skipped trades have the findings of single steps."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.records import long
from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import BLOCK, Chunk
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.languages import load
from kibitz.languages.pfn.check import sums
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.toml import cut, model
from test_skipping import outcome, stepped

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
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


USUAL = """[[Trades]]
TradeIndex = 12
T = 0.20
Buyer = "P1"
Seller = "P3"
Suit = "Diamonds"
Card = "D4"
Price = 30

"""


HEAD = """[FiggieGame]
Players = 4

[Deal]
P3 = "D4"
P1 = "S1"

[[Trades]]
TradeIndex = 0
T = 0.0
Buyer = "P2"
Seller = "P1"
Suit = "Spades"
Card = "S1"
Price = 1

"""


@st.composite
def trades(draw: st.DrawFn) -> str:
    """A trade in its usual form, with odd values now and then, and some damage."""
    values = {
        "TradeIndex": st.sampled_from(["0", "1", "12", "-3", "1_000", "0x1F", "007", "9" * 20, "1.0"]),
        "T": st.sampled_from(
            ["0", "0.20", "12", "1e5", "1.5e300", "-1.0", "inf", "nan", "1_0.5", "07:32:00"]
        ),
        "Buyer": st.sampled_from(['"P1"', '"P2"', "'P1'", '"Ann"', '"P\\u0031"', '""', "P1", '"P1\t"']),
        "Seller": st.sampled_from(['"P1"', '"P3"', '"P3', '"""P3"""']),
        "Suit": st.sampled_from(['"Spades"', '"Diamonds"', '"diamonds"', '"D"', "1"]),
        "Card": st.sampled_from(['"D4"', '"S12"', '"D04"', '"♦4"', '" D4 "', '"D13"', '["D4"]', "4"]),
        "Price": st.sampled_from(["1", "30", "0", "99.5", "100", "-1", "+4", "true", '"30"']),
    }
    usual = {line.partition(" = ")[0]: line.partition(" = ")[2] for line in USUAL.split("\n")[1:8]}
    odd = draw(st.sets(st.sampled_from([*values]), max_size=2))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", " \n", "\t# said\n"]))
    equals = draw(st.sampled_from([" = ", " = ", "=", "  =\t"]))
    lines = ["[[Trades]]"]
    lines += [f"{name}{equals}{draw(values[name]) if name in odd else usual[name]}" for name in usual]
    text = end.join(lines) + draw(st.sampled_from(["", "\n", "\n\n", "\r\n \n", "\n\r"]))
    for _ in range(draw(st.integers(0, 1))):
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + draw(st.sampled_from(["", " ", '"', "\n", "#", "x", "\x00", "😀", "\ufeff"]))
            + text[at + 1 :]
        )
    return text


def chunks_of(text: str) -> tuple[Chunk, ...]:
    return tuple(chunk for block in Document.open(PFN, text).blocks for chunk in block.chunks)


@given(st.lists(trades(), min_size=1, max_size=4), st.integers(1, 3))
@example([USUAL], 1)
def test_walk_equals_its_steps(written: list[str], first: int) -> None:
    # Increasing numbers and times, so that other mistakes count as well.
    texts = [
        text.replace("= 12", f"= {number}").replace("= 0.20", f"= {number}.20")
        for number, text in enumerate(written, first)
    ]
    analysis = Analysis.of(PFN, HEAD)
    chunks = chunks_of(HEAD + "".join(texts))
    record = cast("Record", analysis.context)
    now = PFN.start(record)
    head = sum(1 for chunk in chunks_of(HEAD))
    for chunk in chunks[:head]:
        now, _ = PFN.step(record, now, chunk)
    found = PFN.skip_clean(record, now, tuple(chunks[head:]))
    if found.count:
        for chunk in chunks[head:][: found.count]:
            now, problems = PFN.step(record, now, chunk)
            assert not problems
            assert not PFN.parsed(chunk.text).problems
        assert now == found.state
        assert astuple(found.aggregate) == astuple(sums.counted(reader, chunks[head:][: found.count]))


def test_the_usual_form_is_walked_over() -> None:
    analysis = Analysis.of(PFN, HEAD + USUAL)
    state = analysis.state_before(analysis.document.place_at(len(HEAD) + 1))
    found = PFN.skip_clean(cast("Record", analysis.context), state, (Chunk(USUAL),))
    assert found.count == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_usual_layouts_are_leapt_over(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(PFN, LAYOUTS[layout](ROUND))
    assert outcome(document) == stepped(document, monkeypatch)
    analysis, leaps = checked(document), 0
    for number, block in enumerate(document.blocks):
        state = analysis.results[number].entry
        leaps += PFN.skip_clean(analysis.context, cast(Any, state), block.chunks).count == len(block.chunks)
    # The blocks of the head and of the result are never leapt over.
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
def test_every_wrong_trade_is_reported(key: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {*values(key)[number - 2 : number + 3], *(values("Buyer") if key == "Seller" else ())}
    others |= {values("Seller")[number]} if key == "Buyer" else set()
    # The odd values do not depend on the ends of blocks.
    odd = ODD[key] if LONG or number == FIRST + 30 else ODD[key][:2]
    for value in [*odd, *others]:
        document = Document.open(PFN, changed(key, number, value))
        assert outcome(document) == stepped(document, monkeypatch)


@st.composite
def rounds(draw: st.DrawFn) -> str:
    """Return a long round with possible mistakes in a trade and in the facts of the round."""
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
@settings(max_examples=30)
@example(ROUND.replace("[[Trades]]", "[Trades]", 1))
@example(ROUND.replace("[[Trades]]", "[X]\n\n" * (FIRST - 1) + "[Trades]", 1))
@example(ROUND.replace("[[Trades]]", "Trades = 1\n\n[[Trades]]", 1))
def test_skipping_equals_its_steps(text: str) -> None:
    document = Document.open(PFN, text)
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert outcome(document) == stepped(document, monkeypatch)


@given(st.lists(st.sampled_from(['"', "'", "[", "{", "\n", "x", '"""', "'''", "\n[[", "\n[[T]]\n", "a = "])))
def test_openers_are_those_of_the_grammar(pieces: list[str]) -> None:
    text = "".join(pieces)
    scanner = cut._Scanner(text, lambda _: False)
    while scanner.at <= len(text):
        found = model.pattern("OPENER").search(text, scanner.at)
        assert scanner._opener() == (found.start() if found else len(text))
        scanner.at += 1


@given(st.lists(st.integers(-1, 30), min_size=1, max_size=60))
def test_numbers_of_runs_are_those_of_the_block(numbers: list[int]) -> None:
    chunks = tuple(Chunk(f"[[Trades]]\nTradeIndex = {number}\n\n") for number in numbers)
    aggregate = sums.counted(reader, chunks)
    regular = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert (aggregate.count, aggregate.first, aggregate.last) == (len(numbers), numbers[0], numbers[-1])
    assert aggregate.regular == regular
    assert list(aggregate.indices) == numbers


def test_distant_numbers_are_compared() -> None:
    """The sums of many blocks hide no number that is wrong."""
    rng, count = random.Random(5), 9 * BLOCK
    language = load("pfn")
    for _ in range(3):
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
                seen -= {number}
                last, due = number, due + 1
                continue
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


def test_half_typed_header_changes_no_later_trade(monkeypatch: pytest.MonkeyPatch) -> None:
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
    # The first edit of a block steps through the whole block.
    for number, typed in enumerate("[[Trades"):
        if number == 1:
            counted("step")
            counted("skip_clean")
        analysis = checked(edit(analysis.document, at + number, at + number, typed), analysis)
    assert looked <= 3 * len("[Trades")


def test_edit_in_a_trade_checks_no_table() -> None:
    language = load("pfn")
    text = "[Deal]\nP1 = 'S1'\n\n" + USUAL + "[Result]\n"
    document = Document.open(language, text)
    before = checked(document)
    at = text.index("30")
    after = checked(edit(document, at, at + 2, "3"), before)
    assert after.context is before.context
    assert after.diagnostics() == Analysis.of(language, text.replace("30", "3")).diagnostics()


def test_key_above_skipped_trades_belongs_to_none_of_them() -> None:
    """A later trade that lacks this key is still reported."""
    trades = ROUND.split("[[Trades]]")
    trades[9] = "[[Trads]]" + trades[9]
    trades[20] = re.sub("Price = .*\n", "", trades[20])
    text = "[[Trades]]".join(trades).replace("[[Trades]][[Trads]]", "[[Trads]]")
    lacking = [one for one in Analysis.of(PFN, text).diagnostics() if "lacks `Price`" in one.message]
    assert [one.span.start for one in lacking] == [len("[[Trades]]".join(trades[:20])) - len("[[Trades]]")]
