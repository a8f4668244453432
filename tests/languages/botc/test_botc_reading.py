"""Reading grimoires: written text is read back, broken entries stay alone, edits change only their places."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from folders import RECORDS
from incremental import check_edits, edits
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.core.trees import Tree
from kibitz.core.values import Severity, Span
from kibitz.languages.botc.drawing.record import pasted_at
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import moments
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text.grammar import GRAMMAR
from pace import pace

NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,6}", fullmatch=True)
TOKENS = st.sampled_from([f"{role.id}:{token}" for role in roles().values() for token in role.tokens])


@st.composite
def players(draw: st.DrawFn) -> Player:
    dead = draw(st.booleans())
    tokens = tuple(draw(st.lists(TOKENS, max_size=3)))
    return Player(
        draw(NAMES), draw(st.sampled_from(sorted(roles()))), tokens, dead, dead and draw(st.booleans())
    )


FEW = settings(max_examples=settings().max_examples // 3)
"""Fewer examples for slow tests."""

GRIMOIRES = st.lists(players(), max_size=8).map(lambda seats: Grimoire(tuple(seats)))
COMMENTS = st.sampled_from(["# Night 2", "  # [Alice:imp]", "#", "# ┌─ no drawing"])
BAGS = st.lists(st.sampled_from(sorted(roles())), max_size=4).map(lambda bag: f"{{{' '.join(bag)}}}")
PARTS = st.one_of(GRIMOIRES.map(str), GRIMOIRES.map(lambda grimoire: render(grimoire).text), COMMENTS, BAGS)
FILES = st.lists(PARTS, max_size=4).map(lambda parts: "\n".join([*parts, ""]))
PIECES = [
    "[", "]", "{", "}", "(", ")", "*", "~~", ":", ",", " ", "#", "Bob", "imp", "Bob:imp", "*Al:chef*", "ww:wrong",
    "┌─ Grimoire ─┐", "│ ", "└─┘", "(4)", "()", "<<<<<<< a", "=======",
]  # fmt: skip


def _grimoires(text: str) -> list[Grimoire]:
    return [one.record.grimoire for one in moments(Analysis.of(LANGUAGE, text).document)]


def _errors(text: str) -> list[str]:
    found = Analysis.of(LANGUAGE, text).diagnostics()
    return [one.message for one in found if one.severity == Severity.ERROR and one.rule.code < "BOT100"]


@FEW
@given(st.lists(GRIMOIRES, max_size=4))
def test_written_grimoires_are_read_back(grimoires: list[Grimoire]) -> None:
    text = "\n".join(map(str, grimoires))
    assert _grimoires(text) == grimoires
    assert not _errors(text)


@given(FILES)
def test_grammar_of_a_file_covers_its_parts(text: str) -> None:
    assert not _errors(text)
    assert isinstance(GRAMMAR.parse(text, "file"), Tree)


@given(GRIMOIRES, st.data())
def test_a_broken_entry_spoils_no_other(grimoire: Grimoire, data: st.DataObject) -> None:
    entries = [str(player) for player in grimoire.players]
    # A colon at the start would belong to the entry before, as in `Bob :imp`.
    broken = data.draw(st.text("*~:imp.-é", min_size=1, max_size=8).filter(lambda text: text[0] != ":"))
    place = data.draw(st.integers(0, len(entries)))
    text = f"[{' '.join([*entries[:place], broken, *entries[place:]])}]"
    seats = next(moments(Analysis.of(LANGUAGE, text).document)).record.seats
    assert len(seats) == len(entries) + 1
    rest = [*seats[:place], *seats[place + 1 :]]
    assert [seat.player for seat in rest] == list(grimoire.players)


@FEW
@given(FILES, edits(PIECES))
def test_after_edits_all_is_as_if_just_opened(text: str, changes: list[tuple[float, int, str]]) -> None:
    check_edits(LANGUAGE, text, changes, _same_records)


def _same_records(document: Document, text: str) -> None:
    assert list(moments(document)) == list(moments(Document.open(LANGUAGE, text)))


@given(st.lists(st.sampled_from([*PIECES, "\n", "\r\n", "\u2028", "é"]), max_size=30).map("".join))
def test_formatting_keeps_the_meaning_and_is_stable(text: str) -> None:
    document = Analysis.of(LANGUAGE, text).document
    formatted = apply(text, format_document(document, Preferences()))
    again = Analysis.of(LANGUAGE, formatted)
    assert not format_document(again.document, Preferences())
    assert _grimoires(formatted) == _grimoires(text)
    assert len(again.diagnostics()) == len(Analysis.of(LANGUAGE, text).diagnostics())


@FEW
@given(FILES)
def test_both_forms_say_the_same(text: str) -> None:
    analysis = Analysis.of(LANGUAGE, text)
    drawn = LANGUAGE.convert(analysis, "drawing")
    assert _grimoires(drawn) == _grimoires(text)
    assert _grimoires(LANGUAGE.convert(Analysis.of(LANGUAGE, drawn), "line")) == _grimoires(text)


@pytest.mark.parametrize("name", ["examples", "drawing"])
def test_the_specification_has_no_errors(name: str) -> None:
    analysis = Analysis.of(LANGUAGE, (RECORDS / f"{name}.botc").read_text("utf-8"))
    assert not [one for one in analysis.diagnostics() if one.severity == Severity.ERROR]


def test_the_drawing_of_the_specification_is_formatted_already() -> None:
    text = (RECORDS / "drawing.botc").read_text("utf-8")
    assert not format_document(Analysis.of(LANGUAGE, text).document, Preferences())
    assert LANGUAGE.convert(Analysis.of(LANGUAGE, text), "drawing") == text


@pytest.mark.parametrize(
    "garbage", ["[", "(", "[(", "*~", "[x ", "[A:b(x,", "┌\n", "a: ", "\n│", "<<<<<<< \n", ") "]
)
def test_garbage_is_read_in_linear_time(garbage: str) -> None:
    problems = LANGUAGE.parse(garbage * 20_000).problems
    assert len(problems) <= 100


@pytest.mark.parametrize(
    "line",
    [" " * 100_000, "> " * 30_000 + " " * 40_000, "\t" * 100_000 + "x"],
    ids=["blanks", "quotes", "tabs"],
)
def test_spaces_before_a_fence_are_read_once(line: str) -> None:
    """They took ten seconds, and as long with each key after them."""
    started = process_time()
    assert pasted_at(line) is None
    assert process_time() - started < pace()


def test_alike_players_do_not_swap_their_seats() -> None:
    """A swap would change nothing."""
    analysis = Analysis.of(LANGUAGE, "[Bob:imp Ann:chef Bob:imp]")
    titles = [one.title for one in LANGUAGE.actions(analysis, Span(2, 2))]
    assert [one for one in titles if "Swap" in one] == ["Swap the seats of Bob and Ann"]


def test_brackets_with_nothing_in_them_are_one_chunk() -> None:
    """A file of them would be as many chunks as characters otherwise, each with its own diagnostic."""
    analysis = Analysis.of(LANGUAGE, "[Alice:imp]\n" + "[{" * 50_000 + "Bob:imp]\n")
    chunks = [chunk for block in analysis.document.blocks for chunk in block.chunks]
    assert [len(chunk.text) for chunk in chunks] == [12, 99_999, 10]
    assert [one.rule.slug for one in analysis.diagnostics()][1] == "stray-bracket"


@FEW
@given(GRIMOIRES.filter(lambda grimoire: grimoire.players))
def test_the_state_of_a_town_square_comes_back(grimoire: Grimoire) -> None:
    names = {player.name: number for number, player in enumerate(grimoire.players)}
    if len(names) < len(grimoire.players) or any(name.strip("_") != name for name in names):
        return
    state = LANGUAGE.convert(Analysis.of(LANGUAGE, str(grimoire)), "townsquare")
    assert "leftOut" not in json.loads(state)
    assert _grimoires(LANGUAGE.convert(Analysis.of(LANGUAGE, state), "line")) == [grimoire]


LABELS = st.text(max_size=12) | st.sampled_from(
    ["Protected", "Good", "Is the Drunk", "is the drunk", "1", "Dead"]
)
OWNERS = st.sampled_from(
    ["custom", "good", "evil", "poisoner", "fortunetraveller", "monk", "goon", "", "drunk"]
)
PLAYERS = st.fixed_dictionaries(
    {
        "name": st.text(max_size=8) | st.sampled_from(["Al", "Mary Ann", "a = b; c", '"']),
        "id": st.sampled_from(["", "x1"]),
        "role": st.sampled_from(["imp", "fortunetraveller", "scarletwoman", {}, "lilmonsta"]),
        "reminders": st.lists(st.fixed_dictionaries({"role": OWNERS, "name": LABELS}), max_size=3),
        "isVoteless": st.booleans(),
        "isDead": st.booleans(),
        "pronouns": st.sampled_from(["", "she/her", "a; b = c", " x\ny"]),
    }
)
STATES = st.fixed_dictionaries(
    {
        "bluffs": st.lists(st.sampled_from(["chef", "fortuneteller", None, "x y"]), max_size=3),
        "edition": st.sampled_from([{"id": "tb"}, {"id": "snv", "name": "S"}, {"id": "custom", "name": "A\nb"}, {}, 3]),
        "roles": st.sampled_from(["", [{"id": "zed", "name": "Zed", "team": "outsider"}]]),
        "fabled": st.sampled_from([[], [{"id": "angel"}], [{"id": "x", "isCustom": True}]]),
        "players": st.lists(PLAYERS, max_size=6),
    },
    optional={"session": st.text(max_size=3)},
)  # fmt: skip


@FEW
@given(STATES)
def test_state_of_a_town_square_survives(state: dict[str, object]) -> None:
    record = LANGUAGE.convert(Analysis.of(LANGUAGE, json.dumps(state)), "line")
    again = Analysis.of(LANGUAGE, record)
    assert all(one.severity != Severity.ERROR for one in again.diagnostics())
    assert json.loads(LANGUAGE.convert(again, "townsquare")) == state


FENCED = """\
```
[Alice:imp Bob:monk]
```

    ```
┌─ Grimoire (1 player) ─┐
│                       │
│ (2)                   │
│ Alice                 │
│ imp                   │
└───────────────────────┘
    ```
"""


@pytest.mark.parametrize("inserted", ["", " ", "\n"])
def test_spaces_belong_to_a_damaged_drawing(inserted: str) -> None:
    """If the fence and the first line of a drawing become one line, the split point between the two chunks stays."""
    for removed in (0, 1) if inserted else (1,):
        for start in range(len(FENCED)):
            check_edits(LANGUAGE, FENCED, [(start / len(FENCED), removed, inserted)], lambda *_: None)


def test_titles_of_drawings_without_lines_are_few_findings() -> None:
    """Each was a chunk and a finding of its own once."""
    found = Analysis.of(LANGUAGE, "\u250c\n" * 33_000)
    assert len(found.document.blocks[0].chunks) <= 2
    assert [one.rule.slug for one in found.diagnostics()] == ["not-closed"] * 2
