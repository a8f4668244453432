"""Odd rounds: the work of a check with its repairs grows as the text does. Calls of functions are counted, not time."""

from __future__ import annotations

from cProfile import Profile

import pytest

from hostile import Make, numbered, repeated
from kibitz.core.analysis import Analysis
from kibitz.core.bounds import GONE_OVER
from kibitz.core.fixing import offered
from kibitz.core.memory import WORDS, forget
from kibitz.languages import load
from kibitz.languages.pfn.language import Pfn

PFN = load("pfn")
SHAPES: dict[str, Make] = {
    "tables": numbered("[t#]\n"),
    "lists": numbered("[[t#]]\n"),
    "lists in tables": numbered("[[a.b#.c]]\n"),
    "one table": repeated("[t]\n"),
    "one list": numbered("[[t]]\nk# = 1\n"),
    "hands": numbered('P# = "S1"\n', "[Deal]\n"),
    "one hand": repeated('P1 = "S1"\n', "[Deal]\n"),
    "deals": repeated('[Deal]\nP1 = "S1"\n'),
    "one key": repeated("k = 1\n"),
    "dotted keys": numbered("a.b#.c = 1\n"),
    "names in a value": numbered("b.c# = 1\n", "b = 1\n"),
    "inline tables": numbered("a# = {x = 1, y = 2}\n"),
    "arrays of arrays": numbered("a# = [[1, 2], [3]]\n"),
    "trades with an odd key": numbered("[[Trades]]\nx# = 1\n"),
    "a key of a trade": repeated("T = 1\n", "[[Trades]]\n"),
    "trades in shorthand": repeated("P2<P1 S9@20\n"),
}


def calls(text: str, *, repairs: bool = False) -> int:
    """The number of calls during a check, perhaps with the search for repairs."""
    forget()
    profile = Profile()
    profile.enable()
    analysis = Analysis.of(PFN, text)
    if repairs:
        offered(analysis, analysis.diagnostics())
    profile.disable()
    return sum(one.callcount for one in profile.getstats())


@pytest.mark.parametrize("name", SHAPES)
def test_check_of_odd_rounds_is_linear(name: str) -> None:
    make = SHAPES[name]
    calls(make(500))
    small, large = calls(make(6_000)), calls(make(12_000))
    assert large < 2.5 * small


@pytest.mark.parametrize("name", ["hands", "a key of a trade"])
def test_repairs_of_odd_rounds_have_a_limit(name: str) -> None:
    """Each typo that is tried costs the same, whatever the number of names and keys is."""
    assert calls(SHAPES[name](40_000), repairs=True) < 120 * 40_000


def test_tables_are_read_once() -> None:
    class Counted(Pfn):
        __module__ = Pfn.__module__
        read = 0

        def parse(self, text: str) -> object:  # type: ignore[override]
            self.read += 1
            return super().parse(text)

    language, tables = Counted(), 2 * WORDS
    Analysis.of(language, "".join(f"[t{number}]\n" for number in range(tables)))
    # The first chunk of a block is asked for more than once.
    assert language.read < 1.02 * tables


@pytest.mark.parametrize("more", [False, True])
def test_very_many_findings_get_no_repairs(more: bool) -> None:
    """Each repair takes a check of the whole record, which is hardly a round."""
    text = "[[Trades]]\n" * (GONE_OVER if more else GONE_OVER // 2)
    analysis = Analysis.of(PFN, text)
    found = analysis.diagnostics()
    assert (len(found) > GONE_OVER) == more
    assert (offered(analysis, found) == [*found]) == more
