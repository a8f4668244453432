"""A check that stops at the first mistake of a hand or game finds the second one after the first is fixed or silenced."""

from __future__ import annotations

from collections.abc import Iterator

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.fixing import offered
from kibitz.core.formatting import apply
from kibitz.core.values import Diagnostic, Fix, Severity
from kibitz.languages import load
from kibitz.project.settings import Settings, select

HAND = "{1.52}\n1.1..as.\n0.1...?\n1.1..as.\n0.1..5d.\n1.1.^.3d._\n0.1.%.kh.\n0.1.^.kc.#\n[l]\n"


def serious(notation: str, text: str) -> list[Diagnostic]:
    found = Analysis.of(load(notation), text).diagnostics()
    return [one for one in found if one.severity <= Severity.WARNING]


def with_one_mistake(notation: str) -> Iterator[tuple[str, Fix]]:
    """Yield records of the cases that a fix makes right, with that fix."""
    for path in sorted((CASES / notation).glob("*/*.case")):
        text, language = read(path).text, load(notation)
        if path.parent.name in ("check", "repair", "fix") and len(found := serious(notation, text)) == 1:
            analysis = Analysis.of(language, text)
            for fix in offered(analysis, found)[0].fixes[:1]:
                if not serious(notation, apply(text, fix.edits)):
                    yield text, fix


def test_second_mistake_of_a_hand_is_found_after_a_fix() -> None:
    tried = 0
    for text, fix in with_one_mistake("bjn"):
        head, letter, rest = text.rpartition("[")[0], text.rpartition("[")[2][:1], text.rpartition("[")[2][1:]
        wrong = {"w": "l", "l": "w", "d": "w"}.get(letter)
        if wrong and all(edit.end < len(head) for edit in fix.edits):
            tried += 1
            assert serious("bjn", apply(f"{head}[{wrong}{rest}", fix.edits)), text
    assert tried > 20


def test_second_mistake_of_a_game_is_found_after_a_fix() -> None:
    tried = 0
    for text, fix in with_one_mistake("qgn"):
        right = apply(text, fix.edits)
        again = right.rstrip() + " " + right.split()[-1]
        if serious("qgn", again):
            # A repeated last action is a mistake, even if another one hides it.
            tried += 1
            wrong = text.rstrip() + " " + right.split()[-1]
            assert serious("qgn", apply(wrong, fix.edits)), text
    assert tried > 10


def test_disabled_rule_hides_no_later_mistake() -> None:
    found = Analysis.of(load("bjn"), HAND).diagnostics()
    assert [one.span.start for one in found] == [HAND.index("as.\n0.1..5d")]
    left = select(found, Settings.of({}).narrowed((), ("BJN210",)))
    assert [one.rule.slug for one in left] == ["outcome-total"]
    assert select(found, Settings.of({}).narrowed(("BJN210",), ())) == found
