"""What is remembered is bounded in bytes, all of it together, and says what would be said anew."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.records import long, short
from kibitz.core import memory as module
from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk
from kibitz.core.grammar import Grammar
from kibitz.core.language import Language
from kibitz.core.memory import LEAST, LETTER, ROOM, Memory, Room, kept_with, remembered, weight
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.languages import IDS, load
from kibitz.lsp.transport.memory import _of_glibc
from notations import notation

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Rules, Grammar, Language)
"""What an answer may name without holding it."""


def kept(room: Room) -> list[tuple[Any, Any]]:
    """What is remembered in a room, and what it is about."""
    alive = [one for one in (memory() for memory in room._memories) if one is not None]
    return [pair for memory in alive for pair in {**memory._older, **memory}.items()]


def held(answers: Iterable[Any], before: set[int]) -> int:
    """How many bytes some values take, with all that they hold, but for what was there before."""
    found, waiting, seen = 0, list(answers), set[int]()
    new = looked_after() - before
    while waiting:
        one = waiting.pop()
        # What is not looked after any more was there before, too; texts and numbers never are.
        there = id(one) not in new if gc.is_tracked(one) else one is None
        if not there and id(one) not in seen and not isinstance(one, SHARED):
            seen.add(id(one))
            found += sys.getsizeof(one)
            waiting += gc.get_referents(one)
    return found


def looked_after() -> set[int]:
    """All that the garbage collector looks after, by their numbers."""
    return {id(one) for one in gc.get_objects()}


@given(st.lists(st.tuples(st.integers(0, 2), st.text(max_size=40))), st.integers(0, 20_000))
def test_what_is_remembered_is_bounded_and_right(asked: list[tuple[int, str]], most: int) -> None:
    room = Room(most)
    memories = [Memory(lambda text: text[::-1], room) for _ in range(3)]
    longest = LEAST + 40 * LETTER
    for number, text in [*asked, *asked]:
        assert memories[number][text] == text[::-1]
        assert sum(weight(*one) for one in kept(room)) <= most + 2 * len(memories) * longest


def test_a_memory_that_nobody_asks_is_forgotten_by_what_others_learn() -> None:
    room = Room(20 * LEAST)
    idle, busy = Memory(str, room), Memory(str, room)
    assert idle["a"] == "a"
    for number in range(100):
        assert busy[number] == str(number)
    assert not {**idle, **idle._older}
    assert 5 < len(kept(room)) <= 24


def test_who_is_gone_takes_no_room() -> None:
    room = Room(10 * LEAST)
    stays = Memory(str, room)
    for number in range(100):
        Memory(str, room)[number]
        stays[number]
    gc.collect()
    stays["a"], stays["b"], stays["c"], stays["d"], stays["e"], stays["f"]
    assert len(room._memories) < 20


def test_who_forgets_may_learn_meanwhile() -> None:
    """As a thread does that is about something else: a record was closed, and what was wrong in it stayed in the editor."""
    room = Room(10 * LEAST)

    class Busy(Memory):
        """One that learns, at each turn, as much as there is room for."""

        def clear(self) -> None:
            super().clear()
            room.learn(room.most)

    first, last = Busy(str, room), Memory(str, room)
    assert first["a"] == last["a"] == "a"
    room.forget()
    assert kept(room) == []


def test_the_latest_answers_are_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(module, "ROOM", Room(40 * LEAST))

    @remembered
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

    @kept_with
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
def test_ever_new_chunks_are_forgotten(language_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 300_000
    monkeypatch.setattr(ROOM, "most", most)
    parsed: Callable[[str], object] = load(language_id).parsed
    text = short(language_id, 3)
    for number in range(3 * most // (LEAST + LETTER * len(text))):
        parsed(f"{text}{number}")
    assert 0 < sum(weight(*one) for one in kept(ROOM)) <= 2 * most


@pytest.mark.parametrize("language_id", IDS)
def test_answers_weigh_what_is_said_of_them(language_id: str) -> None:
    """Bytes, give or take: of records that are right, and of those with a slip in each few characters."""
    language, rng = load(language_id), Random(language_id)
    for slips in (0, 30, 5):
        for memory in [one() for one in ROOM._memories]:
            if memory is not None:
                memory.clear()
        gc.collect()
        before = looked_after()
        text = list(long(language_id, 8000, slips + 7))
        for at in range(0, len(text) if slips else 0, slips or 1):
            text[at] = rng.choice(text)
        analysis = Analysis.of(language, "".join(text))
        whole = Span(0, len(text))
        answers = [list(language.tokens(analysis, whole)), list(language.lenses(analysis))]
        assert analysis.diagnostics() or not slips or notation(language_id).FORGIVING
        assert answers
        said = kept(ROOM)
        told, found = sum(weight(*one) for one in said), held(said, before)
        print(f"{language_id}, a slip in {slips}: {found:,} bytes of {told:,}, {len(said)} answers")
        assert found < 1.5 * told


@pytest.mark.parametrize("language_id", IDS)
def test_who_has_closed_everything_has_all_of_it_back(language_id: str) -> None:
    """But for what there can be only so much of, such as the ways to turn a tile. It was a quarter of a megabyte to half of one."""
    language = load(language_id)

    def left(text: str) -> int:
        analysis = Analysis.of(language, text)
        assert list(language.tokens(analysis, Span(0, len(text))))
        assert list(language.symbols(analysis))
        del analysis
        ROOM.forget()
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


def test_what_made_the_types_of_the_protocol_is_gone() -> None:
    """What is left over from loading the server would stay for good: it is frozen. It was 17,000 things, 10 MB."""
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
def test_what_is_free_is_given_back() -> None:
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
