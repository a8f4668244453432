"""What is remembered is bounded by how long the texts are, and says what would be said anew."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.records import short
from kibitz.core.chunks import Block, Chunk
from kibitz.core.memory import LEAST, Memory, remembered, with_block
from kibitz.core.notation import PARSED
from kibitz.languages import IDS, load


@given(st.lists(st.text(max_size=40)), st.integers(0, 400))
def test_what_is_remembered_is_bounded_and_right(texts: list[str], most: int) -> None:
    memory = Memory(lambda text: text[::-1], most)
    for text in [*texts, *texts]:
        assert memory[text] == text[::-1]
        kept = {**memory._older, **memory}
        assert sum(len(one) + LEAST for one in kept) <= 2 * (most + LEAST + 40)


def test_the_latest_answers_are_not_asked_for_again() -> None:
    asked: list[tuple[str, int]] = []

    @remembered(10 * LEAST)
    def answer(text: str, number: int) -> str:
        asked.append((text, number))
        return f"{text} {number}"

    assert [answer("a", 1), answer("a", 2), answer("a", 1)] == ["a 1", "a 2", "a 1"]
    assert asked == [("a", 1), ("a", 2)]
    for number in range(100):
        answer("b", number)
    assert answer("a", 1) == "a 1"
    assert asked.count(("a", 1)) == 2


def test_what_is_known_of_a_block_goes_with_it() -> None:
    alive = 0

    class Answer:
        def __init__(self, size: int) -> None:
            nonlocal alive
            self.size, alive = size, alive + 1

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    @with_block
    def answer(block: Block, more: int) -> Answer:
        return Answer(block.chars + more)

    block = Block((Chunk("abc"),), ())
    assert answer(block, 1) is answer(block, 1)
    assert answer(block, 2).size == 5
    assert alive == 2
    del block
    gc.collect()
    assert alive == 0


@pytest.mark.parametrize("language_id", IDS)
def test_ever_new_chunks_are_forgotten(language_id: str) -> None:
    parsed: Callable[[str], object] = load(language_id).parsed
    memory: Memory = parsed.__self__  # type: ignore[attr-defined]
    text = short(language_id, 3)
    for number in range(3 * PARSED // len(text)):
        parsed(f"{text}{number}")
    assert sum(len(one) + LEAST for one in [*memory, *memory._older]) <= 2 * (PARSED + 2 * len(text))
