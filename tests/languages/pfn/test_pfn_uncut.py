"""Tables without a split point are read up to a bound, and unclosed parts are followed only as far as necessary."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.languages import load
from kibitz.languages.pfn.toml.cut import MOST_LINES, STATEMENT, Brackets, statements

PFN = load("pfn")
MOST = MOST_LINES // STATEMENT
HEADERS = ("[[Trades]]", " [Trades] # so", "[[Odd]]")


def said(analysis: Analysis) -> list[tuple[object, ...]]:
    return [(one.rule.code, one.span, one.message) for one in analysis.diagnostics()]


def bounds(text: str) -> list[int]:
    """The lines from which on nothing is read."""
    analysis = Analysis.of(PFN, text)
    found = [one.span.start for one in analysis.diagnostics() if one.rule.slug == "table-too-long"]
    return [text.count("\n", 0, at) for at in found]


@pytest.mark.parametrize("header", HEADERS)
def test_uncut_table_has_a_bound(header: str) -> None:
    table = f"{header}\n" + "x = [\n1]\n" * (MOST - 1)
    assert not bounds(table)
    assert not bounds(f"{table}\n[[Trades]]\ny = 1\n")
    assert bounds(f"{table}y = 1\nz = 1\n[Deal]\n") == [2 * MOST - 1]


def test_others_are_read_to_their_ends() -> None:
    keys = "".join(f"P{number} = 'S1'\n" for number in range(MOST + 10))
    assert not bounds(keys)
    assert not bounds(f"[Deal]\n{keys}")


def test_trade_may_precede_a_commented_round() -> None:
    text = "[[Trades]]\nT = 1\n" + "# T = 2\n" * 8 * MOST
    assert not bounds(text)
    assert bounds(text + "#\n" * MOST_LINES) == [MOST_LINES - 2 * STATEMENT + 2]


def test_unclosed_inline_table_has_a_bound() -> None:
    table = "x = {\n" + "y=1,\n" * (MOST - 1)
    assert not bounds(table)
    assert bounds(f"z = 0\n{table}y=2,\ny=3,\n\n[Deal]\n") == [MOST + 1]


def test_formatting_leaves_the_rest_as_it_is() -> None:
    rest = "y=1\n\n\n   z  =2\n"
    text = "[[Trades]]\n" + "x=1\n" * (MOST - 1) + rest + "\n[Deal]\n"
    analysis = Analysis.of(PFN, text)
    assert apply(text, format_document(analysis.document, Preferences())) == text.replace("x=1", "x = 1")


def test_around_the_bound_incremental_equals_full() -> None:
    chance = Random(3)
    text = (
        "[Deal]\n[[Trades]]\n" + "x=1\n" * (MOST - 4) + "a = {\n" + "y=1,\n" * (MOST + 2) + "[Deal]\nz = 1\n"
    )
    analysis = Analysis.of(PFN, text)
    for new in ("\n", "", "#", "k = 1\n", "}", "[[Trades]]\n", '"""\n', "[Trades]\n", "{"):
        start = chance.choice((chance.randrange(30), chance.randrange(4 * MOST - 40, 4 * MOST + 40)))
        end = start + chance.choice((0, 1, 4, 9))
        analysis = checked(edit(analysis.document, start, end, new), analysis)
        text = text[:start] + new + text[end:]
        assert said(analysis) == said(Analysis.of(PFN, text))


def pieces(chance: Random) -> Iterator[str]:
    words = [
        "a=1,", "k = 2,", 'a = "x",', "b='y' ,", "\n", "\r\n", "\r", " ", "{", "}", "[", "]", "1,", "[1,2],", "{a=1},", "a", "=",
        ",", "#c", '"', "'", '"""', "x = [", "y = {", "[T]\n", "[[Trades]]\n", "k-1=a,", "é=1,", "a.b=1,", "a=1 ,\n", "a=1 2,",
    ]  # fmt: skip
    yield chance.choice(("a = {", "a = [", "a = [{", "a = {b = [", ""))
    yield from chance.choices(words, k=chance.randrange(1, 25))


def test_fast_skip_equals_a_full_look(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(7)
    texts = ["".join(pieces(chance)) for _ in range(3000)]
    found = [list(statements(text)) for text in texts]
    monkeypatch.setattr(Brackets, "_behind_plain", lambda _, at: at)
    assert found == [list(statements(text)) for text in texts]
