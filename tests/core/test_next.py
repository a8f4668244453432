"""Completion, ghost text and moves from one list of options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from kibitz.core.next import Next, Option, begun, ghosts, items, plays, predicted
from kibitz.core.values import Edit, Span


def dice(before: str = "") -> Iterator[Option]:
    """Yield a roll of a die, which may be followed by a pass (likely) or another roll."""
    yield Option(f"{before}roll ", "a roll", 0.2, faces, open=True)
    yield Option(f"{before}pass", "a pass", 0.8, partial(dice, "|"))


def faces() -> Iterator[Option]:
    for face in range(1, 7):
        ends = partial(iter, (Option(".", "", 1.0), Option("!!", "wow")))
        yield Option(str(face), f"face {face}", then=ends, title=f"[{face}]", cell=(0, face - 1))


def at(typed: str, **facts: object) -> Next:
    """Return the options after a typed text."""
    return Next(tuple(dice()), Span(0, len(typed)), typed)._replace(**facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("", {"roll ": 0.2, "pass": 0.8}),
        ("r", {"roll ": 1}),
        ("pass", {"pass|roll ": 0.2, "pass|pass": 0.8}),
        ("pass|p", {"pass|pass": 1}),
        ("roll ", {f"roll {face}": 0 for face in range(1, 7)}),
        ("roll 2", {"roll 2.": 1, "roll 2!!": 0}),
        ("roll 7", {}),
        ("x", {}),
    ],
)
def test_typed_text_leaves_options(typed: str, left: dict[str, float]) -> None:
    assert {path.text: pytest.approx(path.chance) for path in begun(at(typed))} == left


def test_few_unknown_options_are_equally_likely() -> None:
    unknown = tuple(Option(f"a{number}") for number in range(4))
    assert {path.chance for path in begun(Next(unknown, Span(0, 1), "a"))} == {0.25}
    assert {path.chance for path in begun(Next((*unknown, Option("a5")), Span(0, 1), "a"))} == {0}


def test_label_names_the_item_of_a_text() -> None:
    for chance in (0.0, 1.0):
        named = Option("1\n2", "a text", chance, kind="value", label="one")
        (item,) = items(Next((named,), Span(0, 0)))
        assert (item.label, item.sought, item.kind, item.text) == ("one", "one", "value", "1\n2")
    (item,) = items(Next((Option("1\n2", "a text", 1.0, kind="value"),), Span(0, 0)))
    assert (item.label, item.sought, item.kind) == ("1⏎2", "1\n2", "snippet")


def test_paths_end_at_an_open_option() -> None:
    assert [path.text for path in predicted(at("roll"))] == ["roll "]
    found = predicted(at(""))
    assert found[0].text == "roll "
    assert [path.chance for path in found] == sorted((path.chance for path in found), reverse=True)


def test_ghost_text_is_likely() -> None:
    (ghost,) = ghosts(at(""))
    # 0.8 to the third power is one half.
    assert (ghost.span, ghost.text) == (Span(0, 0), "pass|pass|pass")
    assert not [*ghosts(at("roll "))]
    assert not [*ghosts(at("", predicts=False))]


def test_items_replace_the_field() -> None:
    found = [*items(at("roll 2", span=Span(15, 16), head=5))]
    assert [(one.text, one.span, one.detail) for one in found] == [
        ("2.", Span(15, 16), ""),
        ("2!!", Span(15, 16), "wow"),
    ]
    assert [one.text for one in items(at("", divider=" |"))] == ["roll", "pass"]
    assert not [*items(at("pass", predicts=False, whole=True))]
    assert all(one.asked for one in items(at("", quiet=True)))


def test_loose_items_are_single_options() -> None:
    """Editors match the letters of the field; ghost text goes on from them."""
    loose = at("pas", loose=True)
    assert [one.text for one in items(loose)] == ["roll ", "pass"]
    assert [one.text for one in ghosts(loose)] == ["pass|pass|pass|pass"]
    assert [one.text for one in items(at("pass|ro", head=5, loose=True))] == ["roll ", "pass"]


def test_item_of_a_snippet() -> None:
    option = Option("roll 6", label="a roll", about="*Six*", snippet="roll ${1:6}")
    (item,) = items(Next((option, option), Span(0, 0)))
    assert (item.label, item.text, item.plain) == ("a roll", "roll ${1:6}", "roll 6")
    assert item.snippet
    assert item.documentation == "*Six*"
    assert item.sought == "a roll"


def test_moves_show_the_open_option_at_once() -> None:
    written = [(one.key, one.title, one.edits[0].text, one.cell) for one in plays(dice(), (), _written)]
    assert written[0] == ("pass", "A pass", "pass", None)
    assert written[1] == ("1", "[1]", "roll 1.", (0, 0))
    assert len(written) == 7


def test_second_open_option_has_follow_ups() -> None:
    options = (*dice(), Option("again ", "another roll", then=faces, open=True))
    lead = next(one for one in plays(options, (), _written) if not one.edits)
    assert (lead.key, lead.title) == ("again ", "Another roll …")
    first, *_ = plays(options, ("again ",), _written)
    assert first.edits[0].text == "again 1."
    assert not [*plays(options, ("nothing",), _written)]


def _written(text: str) -> tuple[Edit, ...]:
    return (Edit(0, 0, text),)
