"""Players with names: every answer about a round follows them."""

from __future__ import annotations

import random
import re

import pytest

import kibitz
from bench.records import records
from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.rows import KINDS
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity, Span
from kibitz.languages import load
from kibitz.languages.pfn.text import write
from kibitz.project.settings import Settings
from kibitz.project.tables import rows_of, table

PFN = load("pfn")
NAMES = {"P1": "Noise", "P2": "Bot2", "P3": "Zoë K.", "P4": "feeder", "P5": "Quant-5"}
ROUNDS = [*records("pfn", 12, seed=31)]
BROKEN = [
    text
    for path in sorted((CASES / "pfn" / "check").glob("*.case"))
    if (text := read(path).text) and all(f"\nP{seat} = " in text for seat in range(1, 5))
    if not re.search(r"\{|(?m:^[^=\n]*<)", text) and ("P5" not in text or "Players = 5" in text)
]


def named(text: str) -> str:
    """Give all players of a record names; each key that names one is written as TOML wants it."""
    text = re.sub(r"(?m)^(P[1-5])(\w*)(?= =)", lambda one: write.key(NAMES[one[1]] + one[2]), text)
    return re.sub(r"\bP[1-5]\b", lambda one: NAMES[one[0]], text)


def said(text: str) -> list[tuple[str, Severity]]:
    return [(one.rule.slug, one.severity) for one in Analysis.of(PFN, text).diagnostics()]


@pytest.mark.parametrize("text", ROUNDS, ids=range(len(ROUNDS)))
def test_named_rounds_have_the_same_rows(text: str) -> None:
    assert said(named(text)) == said(text) == []
    for kind in KINDS:
        rows = [
            [str(one[2:]) for one in table(Analysis.of(PFN, way), rows_of(PFN, kind), Settings())]
            for way in (named(text), text)
        ]
        assert rows[0] == [named(row) for row in rows[1]]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_named_records_have_the_same_findings(text: str) -> None:
    assert said(named(text)) == said(text)


def test_leftover_chip_follows_the_banks() -> None:
    """The order of the hands decides nothing."""
    for text in ROUNDS:
        lines = re.findall(r"(?m)^P[1-5] = .*\n", text)
        shuffled = text.replace("".join(lines), "".join(random.Random(1).sample(lines, len(lines))))
        assert said(shuffled) == said(named(shuffled)) == []


def test_typo_of_a_name_is_repaired_there() -> None:
    text = named(ROUNDS[0])
    for place in (r"(?m)^(No)(is)(e = )", r"(No)(is)(e_FinalBank)", r'(Buyer = "No)(is)(e")'):
        broken = re.sub(place, r"\1si\3", text, count=1)
        assert broken != text
        analysis = Analysis.of(PFN, broken)
        loud = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
        assert len(loud) == 1
        [found] = repaired(analysis, loud)
        fixes = found.fixes
        assert apply(broken, fixes[0].edits) == text


def test_undeclared_name_is_an_error() -> None:
    text = named(ROUNDS[0]).replace('Buyer = "feeder"', 'Buyer = "Xaver"', 1)
    assert said(text)[0] == ("unknown-player", Severity.ERROR)


def test_own_view_has_unnamed_others() -> None:
    """One named hand declares one of the players; the names of the others are not known."""
    text = ROUNDS[0]
    head, deal, rest = text.partition("[Deal]\n")
    hands = rest.split("\n\n", 1)[0].splitlines()
    own = named(head + deal + hands[0] + "\n\n" + rest.split("\n\n", 1)[1].partition("[Result]")[0])
    assert {severity for _, severity in said(own)} <= {Severity.WARNING, Severity.INFORMATION}
    assert [slug for slug, severity in said(own) if severity == Severity.WARNING] == ["missing-result"]


@pytest.mark.parametrize("name", ["Ann", "Ann B", "Zoë", "P1_", "x.y"])
def test_renaming_gives_any_name(name: str) -> None:
    text = ROUNDS[0]
    renamed = apply(text, PFN.rename(Analysis.of(PFN, text), text.index("P2 ="), name))
    assert said(renamed) == []
    assert "P2" not in renamed
    at = renamed.index(f'"{name}"') + 1
    assert (
        apply(renamed, PFN.rename(Analysis.of(PFN, renamed), at, "P2"))
        .replace('"P2_FinalBank"', "P2_FinalBank")
        .replace('"P2" =', "P2 =")
        == text
    )


@pytest.mark.parametrize(
    "line", ["Bot2<Noise S9@20 30.4", '"Zoë K."<feeder Spades 20 30.4', "Noise < Bot2  d @ 5"]
)
def test_shorthand_takes_names(line: str) -> None:
    text = named(ROUNDS[0]).partition("[[Trades]]")[0] + line + "\n"
    found = [one for one in Analysis.of(PFN, text).diagnostics() if one.rule.slug == "jotted"]
    assert len(found) == 1
    assert f"`{line.split('<')[0].strip().strip(chr(34))}` buys" in found[0].message


def test_features_show_the_names_of_players() -> None:
    text = named(ROUNDS[0])
    analysis = Analysis.of(PFN, text)
    assert all(name in PFN.preview(analysis, None, Preferences({})).text for name in ("Noise", "Zoë K."))
    begun = text.partition("[Result]")[0] + '\n[[Trades]]\nTradeIndex = 99\nBuyer = "'
    offered = {one.label for one in PFN.complete(Analysis.of(PFN, begun), len(begun))}
    assert {"Noise", "Bot2", "Zoë K.", "feeder"} <= offered
    tokens = {
        text[one.start : one.end]
        for one in PFN.tokens(analysis, Span(0, len(text)))
        if one.type == "variable"
    }
    assert '"feeder"' in tokens


@pytest.mark.parametrize("text", [*ROUNDS, *BROKEN], ids=range(len(ROUNDS) + len(BROKEN)))
def test_named_games_survive_their_record(text: str) -> None:
    for game in kibitz.read(named(text), "pfn").games:
        if game.result() is not None:
            assert kibitz.read(game.record, "pfn").games == (game,)
