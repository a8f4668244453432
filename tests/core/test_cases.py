"""Every case file has the answer that it expects."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from case import FEATURES, answer, read, rewrite
from folders import CASES
from kibitz.core.answers import MODIFIERS, CompletionKind
from kibitz.languages import IDS, load

FILES = sorted(CASES.rglob("*.case"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_case(path: Path, request: pytest.FixtureRequest) -> None:
    case = read(path)
    said = answer(case)
    if request.config.getoption("--update-cases"):
        rewrite(case, said)
    else:
        assert said == case.expected, case.title


def test_features_are_known() -> None:
    assert {path.parent.name for path in FILES} <= set(FEATURES)


@pytest.mark.parametrize("language_id", IDS)
def test_kinds_and_modifiers_are_declared(language_id: str) -> None:
    """Editors get the list at the start. An unused kind need not be declared."""
    language = load(language_id)
    kinds, modifiers = set[str](), set[str]()
    paths = [path for path in FILES if path.is_relative_to(CASES / language_id)]
    # Those about them, and some of all others.
    for path in {*paths[::8], *(path for path in paths if path.parent.name in ("complete", "tokens"))}:
        case = read(path)
        modifiers |= {one for token in language.tokens(case.analysis, case.span) for one in token.modifiers}
        if len(case.marks) == 1:
            kinds |= {item.kind for item in case.language.complete(case.analysis, case.offset)}
    assert kinds - set(get_args(CompletionKind)) == set(language.kinds)
    assert set(language.kinds.values()) <= set(get_args(CompletionKind))
    assert modifiers - set(MODIFIERS) == set(language.modifiers)
