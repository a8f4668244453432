"""Internal errors of a notation cost a chunk or an answer, and nothing else: in core, on the command line, in the server.

The test walks over all hooks: the methods of `Notation` and `Language` that a notation overrides, and its features.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.cancellation import Cancelled
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.formatting import lay_out
from kibitz.core.internal_errors import collect_errors, is_fault
from kibitz.core.language import Language
from kibitz.core.notation import Notation, Skip
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Span
from kibitz.languages import IDS, load
from notations import notation
from raising import (
    ABOUT_CHUNKS,
    HOOKS,
    asked,
    features,
    features_raising,
    found_in,
    raising,
    records,
    targets,
)

pytestmark = pytest.mark.usefixtures("contained")
FEATURES = [(one, name) for one in IDS for name in features(load(one))]


def plain(found: Iterable[Diagnostic]) -> list[Any]:
    """Return findings without references to chunks, which are different objects each time."""
    return [(one.rule.code, one.span, one.message, one.severity, one.fixes) for one in found]


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_error_costs_its_chunk_only(language_id: str, hook: str) -> None:
    spared = hook in load(language_id).spared or not hasattr(Language, hook)
    for text in records(language_id):
        sound = found_in(language_id, text)
        for start, target in targets(language_id, text):
            with collect_errors() as faults, raising(language_id, hook, target):
                found = found_in(language_id, text)
            told, others = (
                [one for one in found if is_fault(one)],
                [one for one in found if not is_fault(one)],
            )
            assert len(told) <= text.count(target), "one information at the chunk"
            assert {one.span for one in others} <= {one.span for one in sound}, (
                "nothing is said that is not so"
            )
            if plain(others) != plain(sound):
                assert told, "what is lost is told"
                assert not spared
            if told:
                assert faults
                assert all(one.summary.startswith("KeyError") for one in faults)
            if told and hook in ABOUT_CHUNKS:
                places = [span for one in told if (span := one.span).start >= start]
                assert places or target in text[:start]
            if load(language_id).neighbours_affected == 0 and hook in {"parse", "step"}:
                outside = [one for one in sound if target not in _chunk_at(language_id, text, one.span)]
                assert plain(others) == plain(outside) or set(plain(outside)) <= set(plain(others))


def _chunk_at(language_id: str, text: str, span: Span) -> str:
    return Document.open(load(language_id), text).place_at(span.start).chunk.text


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_incremental_equals_full(language_id: str, hook: str) -> None:
    """And with the chunk the fault goes."""
    language, rng = load(language_id), random.Random(3)
    text = records(language_id)[0]
    _, target = targets(language_id, text)[1]
    with collect_errors() as faults, raising(language_id, hook, target):
        analysis = Analysis.of(language, text)
        for _ in range(6):
            at = rng.randrange(len(text))
            gone, new = rng.choice([(0, " "), (1, ""), (0, text[at : at + 3])])
            text = text[:at] + new + text[at + gone :]
            analysis = checked(edit(analysis.document, at, at + gone, new), analysis)
            assert plain(analysis.diagnostics()) == plain(Analysis.of(language, text).diagnostics())
        while hook in ABOUT_CHUNKS and target in text:
            at = text.index(target) + len(target) // 2
            text = text[:at] + text[at + 1 :]
            analysis = checked(edit(analysis.document, at, at + 1, ""), analysis)
        found = analysis.diagnostics()
    assert hook not in ABOUT_CHUNKS or not [one for one in found if is_fault(one)]
    del faults


@pytest.mark.parametrize("language_id", IDS)
def test_lost_chunk_has_no_consequences(monkeypatch: pytest.MonkeyPatch, language_id: str) -> None:
    """A clean record gets no finding, for each of its chunks that the state might lose."""
    language, text = load(language_id), notation(language_id).record(random.Random(1))
    monkeypatch.setattr(type(language), "skip_clean", lambda _self, _context, state, _chunks: Skip(state, 0))
    monkeypatch.setattr(type(language), "stepped", Notation.stepped)
    sound = {one.span for one in found_in(language_id, text)}
    for target in {place.chunk.text for place in Document.open(language, text).places()}:
        with collect_errors() as faults, raising(language_id, "step", target):
            found = found_in(language_id, text)
        assert faults
        assert {one.span for one in found if not is_fault(one)} <= sound


@pytest.mark.parametrize("language_id", IDS)
def test_skipped_error_stays_silent_after_an_edit(language_id: str) -> None:
    language, text = load(language_id), notation(language_id).record(random.Random(1))
    for start, target in targets(language_id, text):
        with collect_errors(), raising(language_id, "step", target):
            analysis = Analysis.of(language, text)
            for at in (start, start + len(target)):
                for gone, new in ((0, " "), (1, "")):
                    analysis = checked(edit(analysis.document, at, at + gone, new), analysis)
                    full = Analysis.of(language, analysis.document.text())
                    assert plain(analysis.diagnostics()) == plain(full.diagnostics())


@pytest.mark.parametrize("error", [KeyError, MemoryError, RecursionError])
def test_internal_errors(error: type[Exception]) -> None:
    text = records("bjn")[0]
    _, target = targets("bjn", text)[1]
    with collect_errors() as faults, raising("bjn", "step", target, error):
        assert [one.rule.code for one in found_in("bjn", text) if is_fault(one)] == ["KIB003"]
    assert {one.summary.split(" ")[0] for one in faults} == {error.__name__}
    assert "Traceback" in faults[0].trace


@pytest.mark.parametrize("error", [KeyboardInterrupt, Cancelled])
def test_refusals_are_not_internal_errors(error: type[BaseException]) -> None:
    text = records("bjn")[0]
    _, target = targets("bjn", text)[1]
    with raising("bjn", "step", target, error), pytest.raises(error):
        found_in("bjn", text)


@pytest.mark.parametrize(("language_id", "feature"), FEATURES)
def test_failing_feature_has_the_default_answer(language_id: str, feature: str) -> None:
    language, text = load(language_id), records(language_id)[0]
    sound, usual = found_in(language_id, text), asked(language, feature, text)
    bit_by_bit = feature in {"folds", "layout", "steps", "tokens"} and isinstance(usual, list)
    for after in (0, 1) if bit_by_bit else (0,):
        with collect_errors() as faults, features_raising(language_id, feature, after=after):
            found = asked(language, feature, text)
            assert plain(found_in(language_id, text)) == plain(sound)
            if feature in {"layout", "meaning"}:
                assert lay_out(Document.open(language, text), Preferences()).edits == []
        assert faults
        if feature in {"convert", "rename"}:
            assert "kibitz failed" in str(found)
        if bit_by_bit:
            assert isinstance(usual, list)
            with patch.dict(language._features, {feature: None}):
                without = asked(language, feature, text)
            assert list(found) == usual[:after] or found == without  # type: ignore[call-overload]
    with collect_errors() as faults:
        asked(language, feature, text)
    assert not faults
