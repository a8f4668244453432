"""What was known before somebody began to write in an entry: change by change, and by bursts of changes."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.values import Span
from kibitz.lsp.insertion import REMEMBERED, Change, Insertion

moves = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 2), st.integers(0, 3), st.sampled_from([False, False, True])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=500)
@given(moves, st.integers(0, 6), st.integers(0, 9))
def test_what_was_known_before_an_entry_is_found_by_bursts(
    drawn: list[tuple[int, int, int, bool]], start: int, length: int
) -> None:
    """Most changes touch the one before, as those of a hand do."""
    changes: list[Change] = []
    for at, out, into, apart in drawn:
        here = at if apart or not changes else changes[-1].start + at % 3
        changes.append(Change(here, "x" * out, "y" * into))
    writing = Insertion()
    for number, change in enumerate(changes):
        writing = writing.after([change], cast(Any, number))
    assert cast(Any, writing._before(Span(start, start + length))) == _before(changes, start, start + length)


def _before(changes: list[Change], first: int, last: int) -> int | None:
    """The number of the first of the latest changes that were made within an entry."""
    found = None
    for number, (start, old, new) in reversed([*enumerate(changes)]):
        if start > last or (start < first and start + len(new) <= first):
            break
        found, last = number, last + len(old) - len(new)
    return found


def test_who_writes_for_long_in_an_entry_is_followed() -> None:
    writing = Insertion()
    for number in range(3 * REMEMBERED):
        writing = writing.after([Change(10 + number, "", "x")], cast(Any, number))
    assert cast(Any, writing._before(Span(10, 10 + 3 * REMEMBERED))) == 0
