"""Answers about a whole record cost only the part that an editor takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from kibitz.core import parts as core_parts
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.chunks import Block
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.values import Span
from kibitz.languages import load
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.botc.features import parts
from kibitz.lsp.documents.positions import Positions
from kibitz.lsp.features import convert


def test_folds_beyond_the_limit_are_not_looked_for() -> None:
    document = Document.open(load("bjn"), "a\nb\n" * 5)
    taken: list[Fold] = []

    def found() -> Iterator[Fold]:
        for at in range(0, 20, 2):
            # Every second one is a single line, which an editor can't fold.
            taken.append(Fold(at, at + at % 4))
            yield taken[-1]

    assert len(convert.folds(found(), Positions(document, "utf-16"), 3)) == 3
    assert len(taken) == 6
    assert len(convert.folds(found(), Positions(document, "utf-16"), None)) == 5


def test_first_folds_do_not_read_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    qgn = load("qgn")
    analysis = Analysis.of(qgn, '[key "go"]\n[teams "a, b"]\n\n0a&1.2 1a&1.3\n\n' * 2000)
    looked: list[Block] = []
    real = core_parts._folds_in

    def counted(block: Block, language: Language[Any]) -> core_parts._Folds:
        looked.append(block)
        return real(block, language)

    monkeypatch.setattr(core_parts, "_folds_in", counted)
    assert len(list(islice(qgn.folds(analysis), 100))) == 100
    assert len(looked) < len(analysis.document.blocks) / 2
    assert len(list(qgn.folds(analysis))) == 4000


@pytest.mark.parametrize("name", ["bjn", "qgn"])
def test_colours_and_folds_replay_no_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = {
        "bjn": "{1.52}\n1.1..as.\n0.1...?\n1.1..kd._\n0.1..2s.\n[w]\n",
        "qgn": '[key "go"]\n[teams "a, b"]\n\n0a&1.2 1a&1.3\n',
    }
    analysis = Analysis.of(load(name), record[name])

    def replayed(*_: object) -> None:
        raise AssertionError("a game is replayed")

    monkeypatch.setattr(Replayed, "tables", property(replayed))
    monkeypatch.setattr("kibitz.languages.qgn.features.parts.rounds", replayed)
    assert list(analysis.language.tokens(analysis, Span(0, 40)))
    assert list(analysis.language.folds(analysis))


def test_long_log_has_a_short_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SYMBOLS", 100)
    botc = load("botc")
    log = "[Al:imp Bo:chef]\n{imp chef}\n# then\n" * 200
    analysis = Analysis.of(botc, log)
    *listed, rest = botc.symbols(analysis)
    assert 100 <= len(listed) < 300
    assert rest.name == f"{400 - len(listed)} more grimoires and bags"
    assert log[: rest.span.start].count("[") + log[: rest.span.start].count("{") == len(listed)
    assert rest.span.end == len(log)
    assert len(list(botc.symbols(Analysis.of(botc, log[: 50 * 35])))) == 100
