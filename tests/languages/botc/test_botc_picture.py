"""The drawing of a grimoire: it is straight and can be read back. Edited drawings are read as far as possible.

`drawings/` holds the drawing of the specification. Its files `*.drawing` are drawings that people edited or other programs made, each
with its reading. `pytest --update-cases -k picture` writes the readings.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from kibitz.core.picture import columns
from kibitz.languages.botc.drawing.reader import Reading, read
from kibitz.languages.botc.drawing.render import (
    LONGEST_SIDE,
    MOST_DRAWN,
    Drawing,
    Layout,
    Size,
    balanced,
    candidates,
    choose,
    explicit,
    render,
)
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.settings import LAYOUTS

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
FEW = settings(max_examples=settings().max_examples // 2)
DRAWINGS = Path(__file__).parent / "drawings"
TWELVE = Grimoire(
    (
        Player("Alice", "butler", ("librarian:outsider",)),
        Player("Bob", "washerwoman", ("is_the_drunk",)),
        Player("Charlie", "baron", ("librarian:wrong",)),
        Player("David", "scarlet_woman"),
        Player("Eve", "poisoner", ("washerwoman:townsfolk",)),
        Player("Frank", "virgin", ("virgin:no_ability",)),
        Player("Grace", "imp"),
        Player("Hannah", "librarian"),
        Player("Kate", "slayer", ("slayer:no_ability",)),
        Player("Mark", "monk", ("washerwoman:wrong",)),
        Player("Leo", "chef"),
        Player("Ian", "mayor", ("poisoned",)),
    )
)


# Grimoires as the one-line form can say them, and more: names of any letters, marks, digits and signs.
def words(first: str, short: str, most: int) -> st.SearchStrategy[str]:
    """Return words, a third of them long, each in one draw. A regular expression would draw each letter."""

    def word(seed: int) -> str:
        chance = random.Random(seed)
        letters = ascii_lowercase + "_" + digits
        behind = (
            chance.choices(letters, k=chance.randint(20, 40))
            if seed % 3 == 2
            else chance.choices(short, k=seed % (most + 1))
        )
        return chance.choice(first) + "".join(behind)

    return st.integers(0, 100_000).map(word)


plain = words(ascii_uppercase, ascii_lowercase, 11)
strange = st.text(
    st.characters(categories=["L", "M", "N", "So"], exclude_characters="│┌└|"), min_size=1, max_size=12
).filter(lambda name: columns(name) > 0)
identifiers = words(ascii_lowercase, ascii_lowercase + "_" + digits, 16)
tokens = st.one_of(identifiers, st.builds("{}:{}".format, identifiers, identifiers))


@st.composite
def players(draw: st.DrawFn, names: st.SearchStrategy[str]) -> Player:
    state = draw(st.integers(0, 2))
    drawn_tokens = draw(st.lists(tokens, max_size=draw(st.sampled_from([0, 1, 2, 8]))))
    return Player(draw(names), draw(identifiers), tuple(drawn_tokens), state > 0, state > 1)


def grimoires(names: st.SearchStrategy[str] = plain | strange, most: int = 20) -> st.SearchStrategy[Grimoire]:
    return st.lists(players(names), max_size=most).map(lambda seated: Grimoire(tuple(seated)))


def tables() -> st.SearchStrategy[Grimoire]:
    """Return grimoires with at most the players of the setup table and its Travellers."""
    seats = st.integers(5, 20).flatmap(
        lambda count: st.lists(players(plain | strange), min_size=count, max_size=count)
    )
    return seats.map(lambda seated: Grimoire(tuple(seated)))


layouts = st.one_of(
    st.sampled_from(LAYOUTS),
    st.builds(Layout, *[st.integers(0, 6)] * 4),
    st.builds("{},{},{},{}".format, *[st.integers(0, 6)] * 4),
)


# Drawing


def test_specification() -> None:
    drawing = render(TWELVE, "5,1,5,1")
    assert f"{drawing.text}\n".encode() == (DRAWINGS / "grimoire12.txt").read_bytes()
    assert render(TWELVE, "horizontal") == render(TWELVE, Layout(5, 1, 5, 1)) == drawing


def test_empty_grimoire() -> None:
    assert render(Grimoire(())).text == (
        "┌─ Grimoire (0 players) ─┐\n"  #
        "│                        │\n"
        "└────────────────────────┘"
    )


@given(grimoires() | tables(), layouts, st.integers(20, 120))
def test_every_player_is_drawn(grimoire: Grimoire, layout: Layout | str, width: int) -> None:
    """The frame is straight, contains everything once, and its columns are those of the names."""
    drawing = render(grimoire, layout, width)
    frame_is_straight(drawing)
    nothing_is_drawn_over(drawing, grimoire)
    columns_are_unique_and_true(drawing, grimoire)


def frame_is_straight(drawing: Drawing) -> None:
    lines = drawing.text.split("\n")
    assert len({wcswidth(line) for line in lines}) == 1
    assert lines[0].startswith("┌─ Grimoire (")
    assert lines[0].endswith("─┐")
    assert all(line.startswith("│ ") and line.endswith(" │") for line in lines[1:-1])
    assert set(lines[1]) == {"│", " "}
    assert lines[-1] == "└" + "─" * (len(lines[-1]) - 2) + "┘"


def drawn(drawing: Drawing, kind: str) -> dict[tuple[int, int | None], str]:
    lines = drawing.text.split("\n")
    return {
        (part.source.player, part.source.token): lines[part.line][part.start : part.end]
        for part in drawing.parts
        if part.source.kind == kind
    }


def nothing_is_drawn_over(drawing: Drawing, grimoire: Grimoire) -> None:
    """Check that every name, role and token is in the drawing once, whole, at its place, and nothing else but `()`."""
    seated = enumerate(grimoire.players)
    marks = [("", ""), ("*", "*"), ("*~~", "~~*")]
    assert drawn(drawing, "name") == {
        (index, None): marks[player.dead + player.spent][0]
        + player.name
        + marks[player.dead + player.spent][1]
        for index, player in seated
    }
    assert drawn(drawing, "role") == {
        (index, None): player.role for index, player in enumerate(grimoire.players)
    }
    assert drawn(drawing, "token") == {
        (index, number): f"({token})"
        for index, player in enumerate(grimoire.players)
        for number, token in enumerate(player.tokens)
    }
    lines = drawing.text.split("\n")
    for part in sorted(drawing.parts, key=lambda part: (part.line, -part.start)):
        assert lines[part.line][part.start - 1] == " "
        assert lines[part.line][part.end] == " "
        lines[part.line] = lines[part.line][: part.start] + lines[part.line][part.end :]
    assert not "".join(lines[1:-1]).strip("│ ()")


def columns_are_unique_and_true(drawing: Drawing, grimoire: Grimoire) -> None:
    lines = drawing.text.split("\n")
    at = {
        part.source.player: columns(lines[part.line][: part.start])
        for part in drawing.parts
        if part.source.kind == "name"
    }
    assert len(set(at.values())) == len(grimoire.players)
    assert drawn(drawing, "column") == {(player, None): f"({column})" for player, column in at.items()}


def test_too_many_players_are_not_drawn() -> None:
    drawing = render(Grimoire((Player("Alice", "imp"),) * (MOST_DRAWN + 1)))
    assert drawing.parts == ()
    assert len({wcswidth(line) for line in drawing.text.split("\n")}) == 1
    assert "lost-token" in [doubt.rule.slug for doubt in read(drawing.text).doubts]


@pytest.mark.parametrize(
    "name", ["அருண்", "राम्", "\u094a\u231a", "\u5f21\u0a4d", "\U0001f1e9\U0001f1ea", "Jose\u0301"]
)
def test_combining_marks_keep_the_frame_straight(name: str) -> None:
    for dead in (False, True):
        drawing = render(Grimoire((Player(name, "imp", ("a:b",), dead), Player("Bob", "chef"))))
        assert len({wcswidth(line) for line in drawing.text.split("\n")}) == 1
        assert read(drawing.text).grimoire.players[0].name == name


def test_undrawable_characters_leave_the_frame_straight() -> None:
    grimoire = Grimoire(
        (Player("A\nb\tc d", "x\x1b[1m", ("a\rb",)), Player("", "", ("",)), Player("(x)", "*"))
    )
    for layout in LAYOUTS:
        lines = render(grimoire, layout).text.split("\n")
        assert len({wcswidth(line) for line in lines}) == 1


# Layouts


def unmeasured(_: Layout) -> Size:
    raise AssertionError("not needed")


def test_examples_of_the_specification() -> None:
    assert balanced(8) == (2, 2, 2, 2)
    assert balanced(10) == (3, 2, 3, 2)
    assert balanced(12) == (3, 3, 3, 3)
    assert choose("horizontal", 12, 80, unmeasured) == (5, 1, 5, 1)
    towers = [choose("tower", count, 80, unmeasured) for count in (8, 10, 12)]
    assert towers == [(2, 0, 2, 4), (3, 5, 2, 0), (2, 4, 2, 4)]


@pytest.mark.parametrize("count", range(26))
def test_everybody_sits(count: int) -> None:
    grimoire = Grimoire(tuple(Player(f"P{number}", "imp") for number in range(count)))
    for layout in [*LAYOUTS, "5,1,5,1", "0,0,0,1", "0,0,0,0", "no such layout"]:
        sides = render(grimoire, layout, 1000).sides
        assert sum(sides) == count
        if layout in LAYOUTS and count <= 4 * LONGEST_SIDE:
            assert max(sides) <= LONGEST_SIDE
    assert all(sum(sides) == count for sides in candidates(count))


def test_names_of_layouts() -> None:
    assert explicit(" 5, 1,4,0 ") == Layout(5, 1, 4, 0)
    assert not any(map(explicit, ["", "round", "5,1,5", "1,2,3,4,5", "-1,0,0,0", "9999,0,0,0"]))


def test_numbers_are_proportions_for_other_counts() -> None:
    assert choose("5,1,5,1", 24, 80, unmeasured) == (10, 2, 10, 2)
    assert choose("5,1,5,1", 13, 80, unmeasured) == (6, 1, 5, 1)
    assert choose("2,0,2,0", 5, 80, unmeasured) == (3, 0, 2, 0)


@FEW
@given(grimoires(plain, 10))
def test_compact_is_the_least(grimoire: Grimoire) -> None:
    def area(drawing: Drawing) -> int:
        lines = drawing.text.split("\n")
        return len(lines) * wcswidth(lines[0])

    least = area(render(grimoire, "compact"))
    if len(grimoire.players) >= LONGEST_SIDE:
        assert all(least <= area(render(grimoire, sides)) for sides in candidates(len(grimoire.players)))


@pytest.mark.parametrize(
    ("width", "sides"), [(80, "3,3,3,3"), (60, "3,1,3,5"), (50, "2,0,2,8"), (20, "1,0,1,10")]
)
def test_auto_layout_fits_the_grimoire(width: int, sides: str) -> None:
    """A round table where it fits; on narrower screens something taller; the narrowest where nothing fits."""
    assert ",".join(map(str, render(TWELVE, "auto", width).sides)) == sides


@FEW
@given(grimoires(), st.integers(30, 120))
def test_auto_fits_if_anything_does(grimoire: Grimoire, width: int) -> None:
    def wide(layout: Layout | str) -> int:
        return wcswidth(render(grimoire, layout, width).text.split("\n")[0])

    if wide("auto") > width:
        assert all(wide(layout) > width for layout in ["balanced", "compact", "horizontal", "tower"])


# Reading


@FEW
@given(grimoires() | tables(), layouts, st.integers(20, 120))
def test_read_inverts_render(grimoire: Grimoire, layout: Layout | str, width: int) -> None:
    drawing = render(grimoire, layout, width)
    reading = read(drawing.text)
    assert reading.grimoire == grimoire
    assert reading.doubts == ()
    assert reading == read(drawing.text + "\n")
    # A lone column of one player looks the same on the left and on the right.
    assert len(grimoire.players) == 1 or reading.sides == drawing.sides
    assert render(reading.grimoire, reading.sides) == replace(drawing, sides=reading.sides)


@given(grimoires(), layouts, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", "    "]))
def test_spans_are_true(grimoire: Grimoire, layout: Layout | str, line_end: str, indent: str) -> None:
    drawing = render(grimoire, layout)
    text = "".join(indent + line + line_end for line in drawing.text.split("\n"))
    reading = read(text)
    assert reading.grimoire == grimoire
    for player, seat in zip(grimoire.players, reading.seats, strict=True):
        assert text[slice(*seat.name.span)] == player.name
        assert text[slice(*seat.role.span)] == player.role
        assert tuple(text[slice(*token.span)] for token in seat.tokens) == player.tokens


@given(grimoires(plain, 15).filter(lambda grimoire: bool(grimoire.players)), layouts, st.data())
def test_longer_word_moves_no_player(grimoire: Grimoire, layout: Layout | str, data: st.DataObject) -> None:
    """A longer name, role or token over a shorter one changes nothing else."""
    drawing = render(grimoire, layout)
    part = data.draw(st.sampled_from([part for part in drawing.parts if part.source.kind == "name"]))
    lines = drawing.text.split("\n")
    line = lines[part.line]
    middle = (part.start + part.end) // 2
    lines[part.line] = line[:middle] + "ooo" + line[middle:]
    reading = read("\n".join(lines))
    assert [doubt.rule.slug for doubt in reading.doubts] == ["unequal-lines"]
    assert [player.role for player in reading.grimoire.players] == [
        player.role for player in grimoire.players
    ]
    assert [player.tokens for player in reading.grimoire.players] == [
        player.tokens for player in grimoire.players
    ]


def total(text: str) -> Reading:
    reading = read(text)
    assert len(reading.seats) == len(reading.grimoire.players) == sum(reading.sides)
    places = [doubt.span for doubt in reading.doubts]
    assert places == sorted(places)
    for start, end in places:
        assert 0 <= start <= end <= len(text)
    for player, seat in zip(reading.grimoire.players, reading.seats, strict=True):
        assert text[slice(*seat.name.span)] == player.name
        assert text[slice(*seat.role.span)] == player.role
        assert tuple(text[slice(*token.span)] for token in seat.tokens) == player.tokens
    render(reading.grimoire, reading.sides)
    return reading


@given(st.text(st.sampled_from("┌┐└┘─│| \n\r\t()*~,:Aa1２あ\u0301\u200d\x00\u3000")))
def test_any_text_is_read(text: str) -> None:
    total(text)
    total("┌" + text)
    total(f"┌─ Grimoire (3 players) ─┐\n│ {text} │\n└─┘")


@FEW
@given(grimoires(most=8), layouts, st.data())
def test_any_mutation_is_read(grimoire: Grimoire, layout: Layout | str, data: st.DataObject) -> None:
    text = render(grimoire, layout).text
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 1, 2, 30, 200])))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", " ", "x", "(", ")", "\n", "│", "(7)", "*", "┌", "()"]))
            + text[end:]
        )
    total(text)


def test_every_prefix_is_read() -> None:
    text = render(TWELVE, "5,1,5,1").text
    for end in range(0, len(text), 1 if LONG else 3):
        total(text[:end])


def test_long_lines_are_read_in_linear_time() -> None:
    """A quadratic reading would take minutes."""
    for filling in ["(" * 9000, "()" * 5000, "a " * 90_000, "a  " * 3000, "*" * 90_000, "(1)  A  " * 2000]:
        total(f"┌┐\n│{filling}│\n└┘")
        total("┌┐\n" + "".join(f"│{filling[at : at + 8]}│\n" for at in range(0, 8000, 8)) + "└┘")


# Drawings edited by hand or made by other programs


def said(reading: Reading, text: str) -> str:
    """A reading as text: the seats, the sides, and each doubt with its line and the text that it is about."""
    out = []
    for player in reading.grimoire.players:
        state = " dead, vote spent" if player.spent else " dead" if player.dead else ""
        out.append(
            " ".join([f"{player.name}:{player.role}{state}", *(f"({token})" for token in player.tokens)])
        )
    out.append(f"sides {','.join(map(str, reading.sides))}")
    for one in reading.doubts:
        start, end = one.span
        place = f"{one.rule.slug} {text.count(chr(10), 0, start) + 1}"
        out.append(f"{place}: `{' '.join(text[start:end].split())}` {one.message}")
    return "\n".join(out)


FILES = sorted(DRAWINGS.glob("*.drawing"))


def test_there_are_drawings() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_drawing_is_read(path: Path, request: pytest.FixtureRequest) -> None:
    title, text, expected = path.read_bytes().decode().split("---\n")
    found = said(total(text), text)
    if request.config.getoption("--update-cases"):
        path.write_bytes(f"{title}---\n{text}---\n{found}\n".encode())
        return
    assert found == expected.strip()
