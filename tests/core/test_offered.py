"""Editors and the command line offer the same fixes in the same order, and the fix that a message names comes first."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

from bench.typos import SLIPS, slip
from case import read
from command import kibitz
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.bounds import REPAIRED
from kibitz.core.candidates import backing, candidates
from kibitz.core.chunks import Chunk
from kibitz.core.fixing import offered
from kibitz.core.formatting import apply
from kibitz.core.memory import forget
from kibitz.core.repair import fixes_of
from kibitz.core.values import Diagnostic, Fix, Rule, Severity, Span
from kibitz.languages import IDS, load
from lsp_client import RawClient
from notations import notation
from test_damage import DAMAGES
from toy import Toy

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
RECORDS = 1000 if LONG else 5
"""Damaged records of each notation, and as many cases."""
LONGEST = 1000

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-32"]},
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
            "isPreferredSupport": True,
        }
    },
}

TOWN = "[Al:imp Bob:poisoner Cid:chef Dan:empath Eve:monk Fay:mayor Gus:slayer Hal:saint"
"""A grimoire of eight players without its end. The composition is odd with any ninth player."""


def misspelt(language_id: str, text: str) -> tuple[Analysis, Diagnostic]:
    analysis = Analysis.of(load(language_id), text)
    found = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
    return analysis, next((one for one in found if "did you mean" in one.message), found[0])


@pytest.mark.parametrize(
    ("language_id", "wrong", "right"),
    [
        ("botc", f"{TOWN} Louis:ravenkbeper]", f"{TOWN} Louis:ravenkeeper]"),
        ("botc", f"{TOWN} Louis:fortune_tller]", f"{TOWN} Louis:fortune_teller]"),
        ("botc", f"{TOWN} Louis:buther]", f"{TOWN} Louis:butler]"),
        ("botc", "[Al:ipm Bob:chef Cid:monk]", "[Al:imp Bob:chef Cid:monk]"),
        ("pfn", '[Deall]\nP1 = "S1,S2"\nP2 = "H1"\n', '[Deal]\nP1 = "S1,S2"\nP2 = "H1"\n'),
        ("qgn", '[kye "tictactoe"]\n[teams "a, b"]\n\n0m&1.1 1m&1.1', '[key "tictactoe"]\n[teams "a, b"]\n\n0m&1.1 1m&1.1'),
        ("bjn", "{2.52}|1.1..as.|2.1u..as.|0.1..9c.", "{2.52}|1.1..as.|2.1..as.|0.1..9c."),
    ],
)  # fmt: skip
def test_first_fix_restores_a_misspelt_word(language_id: str, wrong: str, right: str) -> None:
    analysis, finding = misspelt(language_id, wrong)
    assert apply(wrong, fixes_of(analysis, finding)[0].edits) == right


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("[Al:washerwoma nBob:librarian Cid:imp]", "[Al:washerwoman Bob:librarian Cid:imp]"),
        ("[Al:empathF rank:imp Cid:chef]", "[Al:empath Frank:imp Cid:chef]"),
        ("[Al:empathFrank:imp Cid:chef]", "[Al:empath Frank:imp Cid:chef]"),
        ("[Al:chef *Bo:bimp* Cid:empath]", "[Al:chef *Bob:imp* Cid:empath]"),
        ("[Ali:mp Cid:chef]", "[Al:imp Cid:chef]"),
        ("[Al:chef *Frank:iimp* Cid:empath]", "[Al:chef *Frank:imp* Cid:empath]"),
    ],
)
def test_moved_separator_is_restored_with_both_words(wrong: str, right: str) -> None:
    analysis, finding = misspelt("botc", wrong)
    assert apply(wrong, fixes_of(analysis, finding)[0].edits) == right


def test_unrelated_word_is_not_offered_for_a_typo() -> None:
    analysis, finding = misspelt("botc", f"{TOWN} Louis:ravenkbeper]")
    titles = " ".join(fix.title for fix in fixes_of(analysis, finding))
    assert "ravenkeeper" in titles
    assert "poisoner" not in titles


def test_fix_claims_to_fit_only_if_it_is_clear() -> None:
    analysis, finding = misspelt("bjn", "{1.52}|1.1..0s.|0.1...?|1.1..kh._|0.1..9c.|0.1.%.8h._|[w]\n")
    fixes = fixes_of(analysis, finding)
    assert len(fixes) > 1
    assert not any("fits" in fix.title or fix.preferred for fix in fixes)


def test_equal_value_elsewhere_is_a_candidate() -> None:
    """A finding that refers to no other place may have its cause at the same value elsewhere."""
    text = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..6h.|1.1.^.9c._|0.1.%.ts.|0.1.^.5d._|[w]\n"
    analysis = Analysis.of(load("bjn"), text)
    finding = next(one for one in analysis.diagnostics() if one.rule.slug == "card-dealt-twice")
    alone = finding._replace(related=())
    first = text.index("as")
    tried = [edit.start for one in candidates(analysis, alone) for edit in one.edits]
    assert any(first <= start <= first + 2 for start in tried)
    assert not any(fix.preferred for fix in fixes_of(analysis, alone))


def texts(language_id: str) -> list[str]:
    """Return the records of cases, and damaged ones, without those that are long."""
    rng = random.Random(language_id)
    cases = [read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case"))]
    damaged = [rng.choice(DAMAGES)(notation(language_id).record(rng), rng) for _ in range(RECORDS)]
    short = [text for text in dict.fromkeys(cases) if text and len(text) < LONGEST]
    return [*rng.sample(short, min(RECORDS, len(short))), *(text[:LONGEST] for text in damaged)]


@pytest.mark.parametrize("language_id", IDS)
def test_named_fix_is_first_and_never_dropped(language_id: str) -> None:
    for text in texts(language_id):
        analysis = Analysis.of(load(language_id), text)
        found = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING][:REPAIRED]
        for raw, one in zip(found, offered(analysis, found), strict=True):
            named = {
                apply(text, fix.edits) for fix in raw.fixes if backing(raw, fix) == "message" and not fix.safe
            }
            results = [apply(text, fix.edits) for fix in one.fixes]
            assert named <= set(results), (text, raw.message)
            assert not results or not named or results[0] in named, (text, raw.message, one.fixes)


@pytest.mark.parametrize("language_id", IDS)
def test_warm_caches_change_no_fix(language_id: str) -> None:
    def fixes(text: str) -> list[tuple[Fix, ...]]:
        analysis = Analysis.of(load(language_id), text)
        found = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
        return [one.fixes for one in offered(analysis, found)]

    every, cold = texts(language_id), []
    for text in every:
        forget()
        cold.append(fixes(text))
    for text in every:
        fixes(text)
    assert [fixes(text) for text in every] == cold


def edits_of(action: dict[str, Any], uri: str) -> list[tuple[Any, ...]]:
    return [
        (*edit["range"]["start"].values(), *edit["range"]["end"].values(), edit["newText"])
        for edit in action["edit"]["changes"][uri]
    ]


@pytest.mark.parametrize("language_id", IDS)
def test_editor_and_command_line_offer_the_same_fixes(language_id: str, tmp_path: Path) -> None:
    every = texts(language_id)
    for number, text in enumerate(every):
        (tmp_path / f"{number}.{language_id}").write_text(text, "utf-8", newline="")
    answer = kibitz("check", "--format", "json", "--unsafe", "--no-cache", tmp_path)
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in json.loads(answer.text):
        rows.setdefault(Path(row["file"]).stem, []).append(row)
    compared = 0
    with RawClient() as client:
        client.initialize({"capabilities": CAPABILITIES})
        for number, text in enumerate(every):
            uri = f"file:///x/{number}.{language_id}"
            client.open(text, uri, language_id)
            for row in rows.get(str(number), [])[:REPAIRED]:
                start = {"line": row["line"] - 1, "character": row["column"] - 1}
                end = {"line": row["endLine"] - 1, "character": row["endColumn"] - 1}
                params = {
                    "textDocument": {"uri": uri},
                    "range": {"start": start, "end": end},
                    "context": {"diagnostics": [], "only": ["quickfix"]},
                }
                actions = client.request("textDocument/codeAction", params)
                about = [
                    action
                    for action in actions
                    for one in action["diagnostics"]
                    if (one["code"], one["message"]) == (row["code"], row["message"])
                    and one["range"] == {"start": start, "end": end}
                ]
                shown = [edits_of(action, uri) for action in about]
                alone = [edits_of(action, uri) for action in about if len(action["diagnostics"]) == 1]
                listed = [
                    [
                        (e["line"] - 1, e["column"] - 1, e["endLine"] - 1, e["endColumn"] - 1, e["text"])
                        for e in fix["edits"]
                    ]
                    for fix in row["fixes"]
                ]
                assert sorted(listed) == sorted(shown), (text, row)
                # A fix of two findings is at the place of the first one.
                assert [one for one in listed if one in alone] == alone, (text, row)
                compared += bool(listed)
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert client.close() == 0
    assert compared > RECORDS / 4


CARD = re.compile("[2-9tjqka][shdc]")
TWICE = Rule("TOY101", "dealt-twice", Severity.ERROR, "`{card}` is dealt twice", "", "", "now")
NO_CARD = Rule("TOY102", "no-card", Severity.ERROR, "`{card}` is not a card", "", "", "now")


class Hands(Toy):
    """A notation of hands, a line each. Its findings refer to no other place."""

    def start(self, context: object) -> Any:
        return frozenset[str]()

    def step(self, context: object, state: Any, chunk: Chunk) -> tuple[object, list[Diagnostic]]:
        found = []
        for at, line in self.parsed(chunk.text).value:
            for word in re.finditer(r"\w+", line):
                span = Span(at + word.start(), at + word.end())
                if not CARD.fullmatch(word[0]):
                    found.append(NO_CARD.at(*span, card=word[0]))
                elif word[0] in state:
                    found.append(TWICE.at(*span, card=word[0]))
                state |= {word[0]}
        return state, found


def test_notation_without_references_makes_no_wrong_claim() -> None:
    rng, language = random.Random(4), Hands()
    deck = [rank + suit for rank in "23456789tjqka" for suit in "shdc"]
    wrong = claims = 0
    for _ in range(60):
        # All but a card of the deck are dealt, so that one card alone fits.
        cards = rng.sample(deck, 51)
        right = "\n".join(" ".join(cards[at : at + 6]) for at in range(0, 51, 6))
        written = slip(rng, right, rng.choice(SLIPS)).written
        analysis = Analysis.of(language, written)
        for one in offered(analysis, analysis.diagnostics()[:1]):
            claims += one.preferred is not None
            wrong += one.preferred is not None and apply(written, one.preferred.edits) != right
    assert not wrong, claims
