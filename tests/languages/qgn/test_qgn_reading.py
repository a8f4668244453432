"""Reading Quibbble Game Notation: the items of a text, split points, and plain text without a tree."""

from __future__ import annotations

from time import process_time

from hypothesis import example, given
from hypothesis import strategies as st

from incremental import check_document, check_edits, edits
from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.qgn.text import items
from kibitz.languages.qgn.text.read import pieces, split_points, starts_game
from kibitz.project.settings import Settings

QGN = load("qgn")
HEAD = '[key "go"]\n[teams "a, b"]\n\n'
PIECES = [
    '[key "go"]', '[teams "a, b"]', '\n\n[key "tictactoe"]', '\n\n[seed "1"]\n', '\n[key "go"]', "[", "]", '"', "'", "0a", "1b&1.2", "0m&1.1", "2c", "&",
    " & ", ".", " ", "\n", "\n\n", "\t", "{", "}", "{c}", "//", "/*", "*/", "x", "é", "9", "\ufeff", "<<<<<<< a\n",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from([*PIECES, "\r\n", "\r", "\x0c"]), max_size=40).map("".join)


@given(TEXTS)
def test_items_cover_the_text(text: str) -> None:
    """No character is lost: those outside the items are spaces."""
    at = 0
    for piece in pieces(text, lambda _: False):
        assert not text[at : piece.start].strip(" \t\r\n\ufeff")
        assert at <= piece.start < piece.end
        at = piece.end
    assert not text[at:].strip(" \t\r\n\ufeff")


@given(TEXTS, edits(PIECES))
def test_incremental_equals_full(text: str, changes: list[tuple[float, int, str]]) -> None:
    check_edits(QGN, text, changes, lambda *_: None)


# The end of a broken tag depends on a quote that may be many chunks later on its line.
FAR_QUOTE = [(0.375, 0, '[key "go"] & [key "go"]['), (1.0, 0, '[key "go"][key "go"]'), (0.375, 2, "")]


@given(TEXTS, edits(PIECES))
@example("", FAR_QUOTE)
def test_incremental_equals_full_in_a_long_line(text: str, changes: list[tuple[float, int, str]]) -> None:
    """Soft borders, several chunks a game, open comments that wait for their ends."""
    check_edits(QGN, HEAD + "0a 1b&1.2 " * 100 + text + "{x} 0c 1d&4 " * 100, changes, lambda *_: None)


@given(TEXTS)
def test_chunks_read_alike_wherever_borders_are(text: str) -> None:
    """A document typed piece by piece has the chunks of a fresh one, and the same diagnostics."""
    long = HEAD + "0a " * 200 + text + " 1b" * 200
    grown = checked(Document.open(QGN, long[:300]))
    for at in range(300, len(long), 90):
        grown = checked(edit(grown.document, at, at, long[at : at + 90]), grown)
    check_document(grown.document, long)
    assert grown.diagnostics() == Analysis.of(QGN, long).diagnostics()


@given(st.lists(st.sampled_from([*'0012ab&&..{}é/*!?[]" \n', "//"]), max_size=9).map("".join))
def test_usual_actions_are_those_of_the_grammar(text: str) -> None:
    found = items.pattern("ACTION").match(text)
    usual = items.usual_action(text)
    if usual is not None:
        assert found is not None
        assert found[0] == text
        assert usual.sound
        assert usual.plain == text


@given(st.lists(st.sampled_from([*"[[]]  \n", "key", "1", '"', '"v"', "'v'", "é"]), max_size=9).map("".join))
@example("key]")
@example('key "v"]')
@example(' key "v" ]')
@example("key 'v']")
def test_plain_tags_are_those_of_the_grammar(text: str) -> None:
    found = items.pattern("TAG").match(f"[{text}")
    assert found is not None
    assert bool(items.plain_tag().fullmatch(found[0])) == items.read_tag(found[0], QGN.rules).sound


@given(TEXTS, st.booleans())
def test_runs_are_the_items_that_they_hold(text: str, long: bool) -> None:
    """Cutting takes plain tags and actions at once: hard borders are where they are found item by item, soft ones are
    before actions."""
    text = HEAD + ("0a&1.2 1b\n" * 80 + "0c 1b&7 " * 80 if long else "0a ") + text + HEAD + "1a\n\n" + HEAD
    games = Document.open(QGN, text)
    played, named, hard, starts = False, False, set[int](), set[int]()
    for piece in pieces(text, lambda _: False):
        if piece.kind == "ACTION":
            starts.add(piece.start)
            hard |= set() if played else {piece.start}
            played = True
        elif piece.kind == "TAG":
            if (played or named) and starts_game(text, piece.start):
                hard.add(piece.start)
                played, named = False, False
            named = named or text.startswith("[key", piece.start)
    found = {border.offset: border.hard for border in split_points(text, lambda _: False)}
    assert {offset for offset, is_hard in found.items() if is_hard} == hard
    assert found.keys() - hard <= starts
    assert {place.start for place in games.places()} - {0} <= found.keys()


def errors(text: str) -> list[str]:
    return [one.rule.slug for one in Analysis.of(QGN, text).diagnostics() if one.severity == Severity.ERROR]


def test_later_line_may_change_a_tag() -> None:
    """A tag after an action begins another game if the lines below name it."""
    text = '[key "go"]\n[teams "a, b"]\n\n0a\n\n[variant "x"]\n[key "go"]\n[teams "a, b"]\n\n0b'
    for start in range(len(text)):
        for removed in (0, 1, 5):
            for inserted in ("", "\n", "0"):
                check_edits(QGN, text, [(start / len(text), removed, inserted)], lambda *_: None)


def test_any_ascii_character_may_be_an_action() -> None:
    for code in range(1, 128):
        character = chr(code)
        if character.isdigit() or character in " \t\r\n&{":
            continue
        assert errors(f"{HEAD}0{character} 1{character}&1") == [], character
        assert errors(f"{HEAD}0{character}a")[:1] in (["syntax"], ["stray-closer"]), character


def test_soft_borders_leave_chunks_of_some_hundred_characters() -> None:
    document = Document.open(QGN, HEAD + "0a&1.2 1b " * 5000)
    sizes = [len(place.chunk.text) for place in document.places()]
    assert max(sizes) < 400
    assert sizes[0] == len(HEAD), "the head of a game is a chunk of its own"


def test_large_garbage_is_read_in_linear_time() -> None:
    """No kind of garbage may cost much more for a character when there is more of it."""
    garbage = [
        "{", "/*", "[", "]", "0", "0a&", "0a& ", "0a ", "&", '"', "'", '["', "['", "[a ", '[a "', "x ", "}", "{ 0a\n",
        "0a&1&2 ", "[a\n", "\n\n[key", " \n", "/", "//", "0{", "<<<<<<< ", "{}", "\ufeff", "é", "0 &", "[key ", "[k\t\n", "0a [x]",
    ]  # fmt: skip
    for unit in garbage:
        short, long = (_seconds(unit * (size // len(unit))) for size in (4_000, 40_000))
        assert long < 40 * short + 0.2, (unit, short, long)


def _seconds(text: str) -> float:
    started = process_time()
    Analysis.of(QGN, text).worst(100, Settings().judge)
    return process_time() - started


def test_problems_of_a_chunk_are_capped() -> None:
    assert len(errors('[key "go"]\n[teams "a, b"]' + "\n[x]" * 1000)) <= 201


def test_games_are_found_as_a_person_reads_them() -> None:
    """A game starts at `[key` at the start of a line, after an empty line and after actions, nowhere else."""
    game = '[key "go"]\n[teams "a, b"]\n0a\n'
    for between, count in [
        ("\n", 2),
        ("\n\n", 2),
        ("\r\n\r\n", 2),
        ("", 1),
        (" ", 1),
        ("\n ", 1),
        ("{c}\n\n", 2),
    ]:
        assert len(QGN.symbols(Analysis.of(QGN, game + between + game))) == count, between
