"""Tables in hovers are aligned for clients that show plain text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.picture import columns
from kibitz.core.shown import code, escape
from kibitz.core.words import table
from kibitz.lsp.features.markdown import aligned

CELLS = st.text("ab|*_`♠棋 \\", max_size=6)


def test_tables_are_aligned() -> None:
    found = aligned(
        "**X**\n\n" + table(("", "cards"), (("**Dealer**", "`as`"), ("é棋", "10♠ – 2"))) + "\n\nbehind"
    )
    assert found.splitlines() == [
        "**X**",
        "",
        "|        | cards   |",
        "| ------ | ------- |",
        "| **Dealer** | `as`      |",
        "| é棋    | 10♠ – 2 |",
        "",
        "behind",
    ]  # fmt: skip


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4))
def test_only_spaces_and_dashes_change(rows: list[tuple[str, str]]) -> None:
    text = table(("a", "b"), [(escape(one), code(other)) for one, other in rows])
    assert "".join(aligned(text).replace("-", "").split()) == "".join(text.replace("-", "").split())


@given(st.lists(st.tuples(st.text("ab♠棋"), st.text("ab♠棋")), min_size=1, max_size=4))
def test_all_rows_are_equally_wide(rows: list[tuple[str, str]]) -> None:
    assert len({columns(line) for line in aligned(table(("a", "b"), rows)).splitlines()}) == 1
