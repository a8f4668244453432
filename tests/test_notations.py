"""Every notation has what the shared tests ask of it, and the same rooms as the others."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_type_hints

import pytest

from bench.records import long, records, short
from kibitz.core.document import Document
from kibitz.languages import IDS, load
from notations import Notation, notation


@pytest.mark.parametrize("language_id", IDS)
def test_its_testing_has_all_names(language_id: str) -> None:
    module = notation(language_id)
    for name in get_type_hints(Notation):
        assert hasattr(module, name), (
            f"{language_id}/testing.py lacks {name}: tests/notations.py says what it is"
        )
    for name in ("record", "short", "long", "chunks"):
        assert isinstance(getattr(module, name, None), Callable), name  # type: ignore[arg-type]


@pytest.mark.parametrize("language_id", IDS)
def test_the_same_seed_draws_the_same_record(language_id: str) -> None:
    for draw in (notation(language_id).record, lambda rng: notation(language_id).short(rng, first=True)):
        assert draw(random.Random(7)) == draw(random.Random(7))
    assert len(short(language_id)) <= max(map(len, records(language_id, 20)))
    assert len(long(language_id, 20_000)) >= 18_000


@pytest.mark.parametrize("language_id", IDS)
def test_chunks_are_many_and_can_be_typed_over(language_id: str) -> None:
    old, new = notation(language_id).KEYSTROKE
    document = Document.open(load(language_id), notation(language_id).chunks(200))
    chunks = [place.chunk.text for place in document.places()]
    assert len(chunks) >= 200
    assert sum(old in text for text in chunks) >= len(chunks) // 3
    assert old != new
