"""The cost of a keystroke, counted instead of timed: parsed chunks, replayed states, memory.

No count may grow with the file. Each is that of one chunk and its neighbours.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import heap
from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import BLOCK, Chunk
from kibitz.core.document import Document
from kibitz.core.edit import edit as edited
from kibitz.core.language import Language
from kibitz.core.memory import CHUNKS
from kibitz.core.notation import Parsed
from kibitz.core.stepping import PART
from kibitz.languages import IDS, load
from kibitz.project.settings import Settings
from notations import notation

SMALL, LARGE = 300, 1500


class Edit(NamedTuple):
    """The replaced text and the typed text."""

    old: str
    new: str


def counted(language_id: str) -> Any:
    """The language, which counts its work."""
    base: type[Language[Any]] = type(load(language_id))

    class Counted(base):  # type: ignore[misc, valid-type]
        __module__ = base.__module__

        def __init__(self) -> None:
            super().__init__()
            self.parses = self.steps = 0

        def parse(self, text: str) -> Parsed[Any]:
            self.parses += 1
            parsed: Parsed[Any] = super().parse(text)
            return parsed

        def step(self, context: Any, state: Any, chunk: Chunk) -> Any:
            self.steps += 1
            return super().step(context, state, chunk)

    return Counted()


class Typed(NamedTuple):
    """The cost of one keystroke."""

    parses: int
    steps: int
    memory: int
    """The most that was taken at once while it was dealt with, in bytes."""


def forget() -> None:
    """Empty the caches that earlier tests have filled: the table of a full one grows at some key."""
    for cache in heap.caches():
        if cache.cache_parameters()["maxsize"] is not None:
            cache.cache_clear()


def typed(language_id: str, size: int) -> list[list[Typed]]:
    """Several keystrokes at the beginning, in the middle and at the end, each made and taken back."""
    forget()
    language = counted(language_id)
    whole = notation(language_id).chunks(size)
    document = Document.open(language, whole)
    analysis = checked(document)
    return [[*typed_at(place, analysis)] for place in (0, len(whole) // 2 - 2000, len(whole) - 2000)]


def typed_at(place: int, analysis: Analysis) -> Iterator[Typed]:
    """Yield several keystrokes after a place."""
    language, document = analysis.language, analysis.document
    edit = Edit(*notation(language.id).KEYSTROKE)
    at = document.text().index(edit.old, place)
    for old, new in [edit, edit[::-1]] * 3:
        before = language.parses, language.steps
        gc.collect()
        tracemalloc.start()
        document = edited(document, at, at + len(old), new)
        analysis = checked(document, analysis)
        analysis.worst(250, Settings().judge)
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield Typed(language.parses - before[0], language.steps - before[1], memory)


@pytest.mark.parametrize("language_id", IDS)
def test_keystroke_cost_is_independent_of_length(language_id: str) -> None:
    for small, large in zip(typed(language_id, SMALL), typed(language_id, LARGE), strict=True):
        for first in (small[0], large[0]):
            assert first.parses <= 3
            assert first.steps <= 2 * PART + 2
        for one in (*small[2:], *large[2:]):
            assert one.parses <= 3
            assert one.steps <= 4
        # The last group of blocks is not full in the small one.
        assert max(one.memory for one in large[2:]) < 1.5 * max(one.memory for one in small[2:])


@pytest.mark.parametrize("language_id", IDS)
def test_keystroke_at_a_block_end_stays_local(language_id: str) -> None:
    """The state that reaches the next block is another one then, till soon it is the old one again."""
    language = counted(language_id)
    document = Document.open(language, notation(language_id).chunks(SMALL))
    edit = Edit(*notation(language_id).KEYSTROKE)
    block = next(
        number for number, block in enumerate(document.blocks) if number and edit.old in block.chunks[-1].text
    )
    at = document.block_start(block + 1) - len(document.blocks[block].chunks[-1].text)
    at += document.text(at).index(edit.old)
    analysis = checked(document)
    for number, (old, new) in enumerate([edit, edit[::-1]] * 3):
        before = language.steps
        document = edited(document, at, at + len(old), new)
        analysis = checked(document, analysis)
        assert language.steps - before <= (8 if number else 2 * PART + 8)


@pytest.mark.parametrize("feature", ["symbols", "folds", "lenses"])
@pytest.mark.parametrize("language_id", IDS)
def test_answer_about_all_reads_one_block_after_a_key(language_id: str, feature: str) -> None:
    """A record with more chunks than the caches keep runs through them in order, so that they find nothing again."""
    language = counted(language_id)
    document = Document.open(language, notation(language_id).chunks(3 * CHUNKS))
    analysis = checked(document)
    first = [*getattr(language, feature)(analysis)]
    old, new = notation(language_id).KEYSTROKE
    at = document.text().index(old, len(document) // 2)
    analysis = checked(edited(document, at, at + len(old), new), analysis)
    before = language.parses + language.steps
    second = [*getattr(language, feature)(analysis)]
    assert language.parses + language.steps - before <= 3 * BLOCK
    assert len(second) == len(first)
