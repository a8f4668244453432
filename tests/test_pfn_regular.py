"""Trades that one expression reads say the same as when they are read statement by statement, or are refused."""

from __future__ import annotations

from time import process_time
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.values import Span
from kibitz.languages import load
from kibitz.languages.pfn.check import trades as check_trades
from kibitz.languages.pfn.check.trades import Last, Round
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import regular
from kibitz.languages.pfn.text.tables import read
from kibitz.languages.pfn.text.terms import Frame, Holder, Pause
from kibitz.languages.pfn.text.trades import Trade, trades_of
from kibitz.languages.pfn.toml import defined as namespace
from kibitz.languages.pfn.toml import read as syntax
from kibitz.languages.pfn.toml.section import Content, Section

RULES = load("pfn").rules
reader = cast("Pfn", load("pfn")).reader
USUAL = """[[Trades]]
TradeIndex = 12
T = 0.20
Buyer = "P1"
Seller = "P3"
Suit = "Diamonds"
Card = "D4"
Price = 30

"""


def slowly(text: str) -> Section:
    """The same section as if the usual form were not known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syntax, "match", lambda _: None)
        return syntax.section(text, RULES).value


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


@given(trades())
@example(USUAL)
def test_what_is_read_at_once_says_the_same(text: str) -> None:
    section, whole = syntax.section(text, RULES).value, slowly(text)
    assert (section.items, section.own) == (whole.items, whole.own)
    tables = read(section, ())
    assert tables == read(whole, ())
    trade = regular.trade(section)
    if section.regular is not None:
        assert syntax.section(text, RULES).problems == syntax._read(text, RULES)[1] == ()
        assert regular.names(section.regular) == section.own.table.names
    if trade is not None:
        (wanted,), problems = trades_of(tables, RULES)
        assert problems == ()
        assert trade[1:] == wanted[1:]
        assert [type(one) for one in trade[1:]] == [type(one) for one in wanted[1:]]
        assert trade.table == wanted.table
        for name in USUAL.split()[1::3]:
            assert trade.place(name) == wanted.place(name)


def test_usual_trades_are_read_at_once() -> None:
    section = syntax.section(USUAL, RULES).value
    assert isinstance(regular.trade(section), Trade)
    assert not isinstance(section._content, Content), "the statements were read all the same"


@given(st.lists(trades(), max_size=3), st.sampled_from([(), ("[Trades]\n",)]))
@example([USUAL, USUAL], ("[Trades]\n",))
def test_the_names_are_the_same(texts: list[str], before: tuple[str, ...]) -> None:
    quick, slow = namespace.START, namespace.START
    for text in (*before, *texts):
        chunk = Chunk(text)
        quick, found = namespace.step(quick, chunk, syntax.section(text, RULES).value, RULES, frozenset())
        slow, wanted = namespace.step(slow, chunk, slowly(text), RULES, frozenset())
        assert quick == slow
        assert list(found) == list(wanted)


@given(st.data())
def test_a_trade_taken_for_sound_breaks_no_rule(data: st.DataObject) -> None:
    def pick(*values: Any) -> Any:
        return data.draw(st.sampled_from(values))

    chunk = Chunk(USUAL)
    holder = Holder(pick(None, "P1", "P3"), chunk, Span(0, 1), pick(True, False))
    owners = pick({}, {"D4": holder}, {"S1": holder})
    pauses = pick((), (Pause(0.1, 0.5),), (Pause(0.1, None),))
    frame = Frame(
        pick((), ("P1", "P2", "P3")),
        pick(None, 0.1, 60),
        pick("none", "short", "full", "unclear"),
        owners,
        pauses,
    )
    last = pick(None, Last(pick(0.1, 0.2, 5), chunk, Span(0, 1)))
    state = Round(last, pick(True, False), owners)
    trade = reader.trades(USUAL, ()).trades[0]
    names = ("time", "buyer", "seller", "suit", "card")
    trade = trade._replace(buyer=pick("P1", "P3", "Ann", None))
    unknown: dict[str, Any] = {name: None for name in names if pick(True, *[False] * 7)}
    trade = trade._replace(**unknown)
    if check_trades._sound(frame, state, trade):
        assert not list(check_trades.problems(RULES, frame, state, trade))


@pytest.mark.parametrize("piece", ["\n", " ", "\t \n", "\r\n", "[", '"', "T = 0.2\n", "_1", "0", "e5"])
def test_hostile_trades_cost_what_they_weigh(piece: str) -> None:
    """Text that nearly is a trade takes no longer to be refused than a trade of its size takes to be read."""

    def cost(count: int) -> float:
        texts = [
            USUAL.rstrip() + piece * count + "x",
            USUAL.replace("0.20", "0" + piece * count) + "x",
            USUAL.replace('"P1"', '"P1' + piece * count) + "x",
            USUAL.replace(" = ", piece * count) + "x",
        ]
        started = process_time()
        for _ in range(20):
            for text in texts:
                regular._pattern().fullmatch(text)
        return process_time() - started

    cost(10)
    assert min(cost(2000) for _ in range(3)) < 60 * max(min(cost(200) for _ in range(3)), 1e-3)


def test_an_edit_in_a_trade_checks_no_table_again() -> None:
    language = load("pfn")
    text = "[Deal]\nP1 = 'S1'\n\n" + USUAL + "[Result]\n"
    document = Document.open(language, text)
    before = checked(document)
    at = text.index("30")
    after = checked(edit(document, at, at + 2, "3"), before)
    assert after.context is before.context
    assert after.diagnostics() == Analysis.of(language, text.replace("30", "3")).diagnostics()
