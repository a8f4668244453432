"""Caches are bounded, and are empty when nothing is open."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable

import pytest

from bench.records import long, short
from kibitz.core import memory
from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk
from kibitz.core.memory import forget, kept_with, remembered
from kibitz.core.values import Span
from kibitz.languages import IDS, load
from kibitz.lsp.transport.memory import _of_glibc


def kept() -> int:
    """Return how many answers are remembered."""
    return sum(one.cache_info().currsize for one in list(memory._caches))


def test_the_latest_answers_are_not_asked_for_again() -> None:
    asked: list[tuple[str, int]] = []

    @memory.latest(10)
    def answer(text: str, number: int) -> str:
        asked.append((text, number))
        return f"{text} {number}"

    assert [answer("a", 1), answer("a", 2), answer("a", 1)] == ["a 1", "a 2", "a 1"]
    assert asked == [("a", 1), ("a", 2)]
    for number in range(10):
        answer("b", number)
    assert answer("a", 1) == "a 1"
    assert asked.count(("a", 1)) == 2


def test_long_texts_leave_short_ones_remembered() -> None:
    asked: list[str] = []

    @remembered
    def answer(text: str) -> None:
        asked.append(text)

    answer("a")
    for number in range(2 * memory.CHUNKS):
        answer("x" * memory.SHORT + str(number))
    answer("a")
    assert asked.count("a") == 1


def test_a_notation_that_is_gone_leaves_no_cache() -> None:
    before = len(list(memory._caches))
    for _ in range(5):
        remembered(lambda text: text)("a")
    gc.collect()
    assert len(list(memory._caches)) <= before


def test_facts_of_a_block_go_with_it() -> None:
    alive = 0

    class Answer:
        def __init__(self, size: int) -> None:
            nonlocal alive
            self.size, alive = size, alive + 1

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    @kept_with
    def answer(block: Block, more: int) -> Answer:
        return Answer(block.size() + more)

    block = Block((Chunk("abc"),))
    assert answer(block, 1) is answer(block, 1)
    assert answer(block, 2).size == 5
    assert alive == 2
    del block
    gc.collect()
    assert alive == 0


@pytest.mark.parametrize("language_id", IDS)
def test_ever_new_chunks_are_forgotten(language_id: str) -> None:
    forget()
    parsed: Callable[[str], object] = load(language_id).parsed
    text = short(language_id, 3) + " " * memory.SHORT
    for number in range(3 * memory.CHUNKS):
        parsed(f"{text}{number}")
    seen = [one.cache_info() for one in list(memory._caches)]
    assert 0 < max(one.currsize for one in seen if one.maxsize == memory.CHUNKS) <= memory.CHUNKS


@pytest.mark.parametrize("language_id", IDS)
def test_closing_all_gives_the_memory_back(language_id: str) -> None:
    """Only bounded tables may stay, such as the rotations of a tile. They were a quarter to half of a megabyte."""
    language = load(language_id)

    def left(text: str) -> int:
        analysis = Analysis.of(language, text)
        assert list(language.tokens(analysis, Span(0, len(text))))
        assert list(language.symbols(analysis))
        del analysis
        forget()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tiny, large = short(language_id, 5), long(language_id, 20_000, 9)
    tracemalloc.start()
    try:
        before = left(tiny)
        grown = left(large) - before
        assert grown < 100_000, grown
    finally:
        tracemalloc.stop()


def test_protocol_types_leave_no_garbage() -> None:
    """Leftovers of loading would stay for good, because they are frozen. They were 17,000 objects, 10 MB."""
    left = "import gc; from kibitz.lsp import main; gc.unfreeze(); print(gc.collect())"
    done = subprocess.run([sys.executable, "-c", left], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2000


HELD = """
from kibitz.lsp.transport.memory import give_back

def held():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1])

freed = [bytes(2000) for _ in range(50_000)]
in_use = bytes(2000)
del freed
before = held()
give_back()
print(before, held())
"""


@pytest.mark.skipif(_of_glibc("malloc_trim") is None, reason="the C library can't be asked")
def test_free_memory_is_given_back() -> None:
    found = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    before, after = map(int, found.stdout.split())
    assert after < before / 2


RESERVED = """
from threading import Barrier, Thread
from kibitz.lsp.transport.memory import one_arena

one_arena()

def reserved():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[0]) * 4096

def work():
    some = [bytes(2000) for _ in range(1000)]
    everybody.wait()

everybody = Barrier(9)
before = reserved()
threads = [Thread(target=work) for _ in range(8)]
for one in threads:
    one.start()
everybody.wait()
print(reserved() - before)
"""


@pytest.mark.skipif(_of_glibc("mallopt") is None, reason="the C library can't be asked")
def test_threads_take_their_memory_from_one_place() -> None:
    """Otherwise each reserves 64 MB for itself."""
    found = subprocess.run([sys.executable, "-c", RESERVED], capture_output=True, text=True, check=True)
    assert int(found.stdout) < 8 * 64_000_000
