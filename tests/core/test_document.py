"""The incremental document and the fold, on a toy notation."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incremental import check_analysis, check_document, check_edits, edits
from kibitz.core import analysis
from kibitz.core.analysis import Checking, checked
from kibitz.core.chunks import BLOCK, Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.internal_errors import collect_errors
from kibitz.core.text import Position
from kibitz.core.values import Diagnostic, Span
from toy import TOY, Toy

ALPHABET = ["a", "b", "# ", "(", ")", "+", " ", "a b", "\n#x\n"]
TEXTS = st.lists(st.sampled_from([*ALPHABET, "\n", "\r\n", "\r", "😀", "\x0c"]), max_size=80).map("".join)


def check_items(document: Document, text: str) -> None:
    """The items are those of a fresh document, wherever the chunks end."""
    assert items(document) == items(Document.open(TOY, text))


def items(document: Document) -> list[tuple[int, str]]:
    return [
        (place.start + at, line)
        for place in document.places()
        for at, line in TOY.parsed(place.chunk.text).value
    ]


FEW = settings(max_examples=settings().max_examples // 2)


@given(TEXTS, edits(ALPHABET))
def test_incremental_equals_full(text: str, changes: list[tuple[float, int, str]]) -> None:
    check_edits(TOY, text, changes, check_items)


@FEW
@given(TEXTS, edits(ALPHABET))
def test_incremental_equals_full_over_many_blocks(text: str, changes: list[tuple[float, int, str]]) -> None:
    check_edits(TOY, "# a\nb\n" * BLOCK + text + "# c\r\nd\r\n" * BLOCK, changes, check_items)


def test_chunk_before_an_edit_is_cut_again() -> None:
    """Its end depends on the first line after it, here on a sign in the middle of that line."""
    text = "some words here +\nb # c\nd\n"
    document = Document.open(TOY, text)
    check_items(document, text)
    sign = text.index("#")
    check_items(edit(document, sign, sign + 1, ""), text.replace("#", ""))


def test_positions_outside_are_clamped() -> None:
    document = Document.open(TOY, "ab\r\ncd")
    assert document.offset_at(Position(0, 99), "utf-16") == 2
    assert document.offset_at(Position(9, 0), "utf-8") == 6
    assert document.offset_at(Position(1, 99), "utf-32") == 6
    assert document.offset_at(Position(-1, 5), "utf-16") == 0
    assert document.offset_at(Position(0, -1), "utf-16") == 0
    assert document.position_at(99, "utf-16") == Position(1, 2)
    assert document.position_at(3, "utf-16") == Position(0, 2), "between the two characters of a line end"


def test_a_column_inside_a_character_is_its_start() -> None:
    document = Document.open(TOY, "a😀b")
    assert [document.offset_at(Position(0, column), "utf-16") for column in range(5)] == [0, 1, 1, 2, 3]
    assert [document.offset_at(Position(0, column), "utf-8") for column in range(7)] == [0, 1, 1, 1, 1, 2, 3]


def test_lone_surrogates_have_a_size() -> None:
    check_document(Document.open(TOY, "a\ud83d b\ude00\n"), "a\ud83d b\ude00\n")


def test_edit_shares_untouched_blocks() -> None:
    before = Document.open(TOY, "# abc\n" * 100 * BLOCK)
    after = edit(before, 3, 3, "x")
    assert len(before.blocks) == len(after.blocks)
    assert after.blocks[1:] == before.blocks[1:]
    assert (
        sum(
            mine is not theirs
            for mine, theirs in zip(after.blocks[0].chunks, before.blocks[0].chunks, strict=True)
        )
        == 1
    )


def test_an_edit_checks_one_block_only() -> None:
    """Work, not time: how many chunks are stepped through after one typed character."""
    text = "# abc\n# def\n" * 50 * BLOCK
    stepped, counting = counted()
    analysis = checked(Document.open(counting, text))
    stepped.clear()
    checked(edit(analysis.document, len(text) // 2, len(text) // 2, "x"), analysis)
    assert 0 < len(stepped) <= 3 * BLOCK


def test_edit_of_a_long_document_copies_little() -> None:
    """The peak memory of a key shows how much was copied and summed up."""
    short, long = memory_of_a_key(20 * BLOCK), memory_of_a_key(400 * BLOCK)
    assert long < short + 256 * 380


def memory_of_a_key(chunks: int) -> int:
    text = "# abc\n# def\n" * (chunks // 2)
    analysis = checked(Document.open(TOY, text))
    taken = []
    for number in range(6):
        at = len(text) // 2 + number
        gc.collect()
        tracemalloc.start()
        analysis = checked(edit(analysis.document, at, at, "x"), analysis)
        analysis.document.offset_at(analysis.document.position_at(at, "utf-16"), "utf-16")
        taken.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return min(taken)


def test_interrupted_fold_keeps_earlier_results() -> None:
    """The results of the latest complete check are kept until the next one."""
    text = "# abc\n# def\n" * 50 * BLOCK
    stepped, counting = counted()
    analysis = checked(Document.open(counting, text))
    stepped.clear()
    document = analysis.document
    for at in (20_000, 20_001, 20_002):
        document = edit(document, at, at, "x")
        checking = Checking(document, analysis)
        while not checking.share:
            checking.advance(0)
        assert not checking.done
        text = text[:at] + "x" + text[at:]
    assert checking.advance()
    assert len(stepped) <= 12 * BLOCK
    check_analysis(checking.analysis, text)


def test_first_check_resumes_after_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing during the check of a very long record does not hide its findings."""
    # A look at the clock takes a hundredth of a millisecond, on every machine.
    ticks = count()
    monkeypatch.setattr(analysis, "perf_counter", lambda: next(ticks) / 100_000)
    text = "# abc\n# def\n" * 20 * BLOCK
    stepped, counting = counted()
    document = Document.open(counting, text)
    checking = Checking(document)
    for at in range(20_000 - 9_000, 20_000):
        if checking.advance(1):
            break
        document = edit(document, at, at, "x")
        text = text[:at] + "x" + text[at:]
        checking = Checking(document, checking)
    assert checking.done
    assert len(stepped) < 3 * 40 * BLOCK
    check_analysis(checking.analysis, text)


def counted() -> tuple[list[Chunk], Toy]:
    """The toy, and the chunks that it has stepped through."""
    stepped: list[Chunk] = []

    class Counting(Toy):
        def step(
            self, context: object, state: tuple[str, Chunk | None, Span], chunk: Chunk
        ) -> tuple[object, Sequence[Diagnostic]]:
            stepped.append(chunk)
            return super().step(context, state, chunk)

    return stepped, Counting()


def test_unclosed_text_ends_with_its_line() -> None:
    document = Document.open(TOY, "# a\n" * 1000)
    after = edit(document, 2, 2, "(")
    assert sum(len(block.chunks) for block in after.blocks) == 1000
    closed = edit(after, len(after), len(after), ")")
    assert closed.blocks[0].chunks[0].text == closed.text(), "now the comment is closed, at the very end"
    assert sum(len(block.chunks) for block in edit(closed, 2, 3, "").blocks) == 1000


def test_new_state_checks_a_block_again() -> None:
    text = "# a\n" * 3 * BLOCK
    before = checked(Document.open(TOY, text))
    end = before.document.block_start(1) - 1
    after = checked(edit(before.document, end - 1, end, "b"), before)
    assert after.count == before.count - 2, (
        "neither the edited line nor the first one of the next block repeats a word"
    )
    check_analysis(after, text[: end - 1] + "b" + text[end:])


@pytest.mark.usefixtures("contained")
def test_a_mistake_in_a_notation_loses_no_edit() -> None:
    """After an error of `split`, the document has the text of the editor. It is as good as new once the error is fixed."""

    class Mistaken(Toy):
        def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
            for border in super().split(text, rest):
                if "boom" in text[: border.offset]:
                    raise RuntimeError("boom")
                yield border

    language, text = Mistaken(), "# a\n(b\nc)\n" * 3 * BLOCK
    at = len(text) // 2
    with collect_errors() as faults:
        document = Document.open(language, text)
        assert not faults
        broken = edit(document, at, at, "boom")
    assert faults
    assert broken.text() == text[:at] + "boom" + text[at:]
    more = edit(broken, 3, 3, "x")
    assert more.text() == text[:3] + "x" + text[3:at] + "boom" + text[at:]
    check_document(edit(more, at + 1, at + 5, ""), text[:3] + "x" + text[3:])


def test_merged_blocks_have_their_own_sums() -> None:
    """The number of line ends is the same, but they are in other blocks."""
    text = "# a\n" * 3 * BLOCK
    document = Document.open(TOY, text)
    assert document.line_start(1) == 4
    border = document.block_start(1)
    after = edit(document, border - 8, border + 8, "# b\n" * 4)
    assert len(after.blocks) < len(document.blocks)
    check_document(after, text[: border - 8] + "# b\n" * 4 + text[border + 8 :])


def test_slices_reach_the_end() -> None:
    checking = Checking(Document.open(TOY, "# a\n" * 100 * BLOCK))
    slices = 1
    while not checking.advance(0):
        slices += 1
    assert slices >= 100
    assert checking.so_far.count == checking.analysis.count == 100 * BLOCK - 1
