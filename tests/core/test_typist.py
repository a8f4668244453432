"""The simulated typist: its counts, its legal records, and a limit on its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bench.desk import CLIENT, Desk, Direct, Offer, Piped, fit
from bench.records import records, short, typed
from bench.snippet import Stop, fill, parse
from bench.table import without_comments
from bench.typist import Step, Task, keys, plan
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity
from kibitz.languages import IDS, load
from lsp_client import Json, recorded
from notations import notation

# Records


@pytest.mark.parametrize("language", IDS)
def test_records_are_clean_and_formatted(language: str) -> None:
    """`kibitz check --strict` reports nothing, and `kibitz format` changes nothing."""
    for record in [*records(language, 40, seed=2), short(language)]:
        analysis = Analysis.of(load(language), record)
        assert [one.message for one in analysis.diagnostics() if one.severity <= Severity.WARNING] == []
        assert not format_document(analysis.document, Preferences())


@pytest.mark.parametrize("language", IDS)
def test_records_are_many_and_the_same_ones(language: str) -> None:
    assert len(set(records(language, 30))) == 30
    assert [*records(language, 3)] == [*records(language, 30)][:3]
    assert not {*records(language, 10, seed=1)} & {*records(language, 10, seed=2)}


@pytest.mark.parametrize("language", IDS)
def test_records_without_comments(language: str) -> None:
    record, bare = notation(language).COMMENTED
    assert without_comments(language, record) == bare


# Snippets


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a$1b${2:c}$0", ["a", Stop(1), "b", Stop(2, "c"), Stop(0)]),
        ("${1|x,y\\,z|}.", [Stop(1, "x", ("x", "y,z")), "."]),
        ("\\$1 {2} \\}", ["$1 {2} }"]),
        ("", []),
    ],
)
def test_pieces_of_snippets(text: str, pieces: list[object]) -> None:
    assert [*parse(text)] == pieces


@pytest.mark.parametrize(
    ("text", "goal", "filled"),
    [
        ("1.1..${1:card}.", "1.1..as.|rest", ["1.1..", "as", "."]),
        ("$1=$2;", "a=b;c;", ["a", "=", "b", ";"]),
        ("$1=$1;", "a=a;", ["a", "=", "a", ";"]),
        ("$1=$1;", "a=b;", None),
        ("$1=\n", "a=\nb", ["a", "=\n"]),
        ("$1;", "a\n;", None),
        ("x ${1:end}", "x other", ["x ", "o"]),
        ("x ${1:end}", "x end", ["x ", "end"]),
        ("x $1", "x other", ["x ", ""]),
        ("nothing", "else", None),
    ],
)
def test_filling_in(text: str, goal: str, filled: list[str] | None) -> None:
    found = fill(text, goal)
    assert (None if found is None else [value for _, value in found.pieces]) == filled


# The popup


@pytest.mark.parametrize(
    ("word", "text", "fits"),
    [("", "as", 0), ("a", "as", 0), ("A", "as", 1), ("s", "as", 2), ("x", "as", None)],
)
def test_fit(word: str, text: str, fits: int | None) -> None:
    assert fit(word, text) == fits


class Scripted(Desk):
    """A desk without a server. A function returns its items."""

    def __init__(self, offers: Callable[[str], list[Offer]], ghost: str = "") -> None:
        self.text, self.cursor, self.offers, self.grey = "", 0, offers, ghost

    def become(self, text: str, cursor: int) -> None:
        self.text, self.cursor = text, cursor

    def items(self, limit: int | None = 5) -> list[Offer]:
        return self.offers(self.text[: self.cursor])[:limit]

    def ghost(self) -> Offer | None:
        at = self.cursor
        return (
            Offer("ghost", at, at, self.grey[at:])
            if self.grey[:at] == self.text and at < len(self.grey)
            else None
        )


def pressed(steps: Iterator[Step]) -> str:
    return " ".join(f"{step.kind}:{step.keys}:{step.text}" for step in steps)


def offering(at: str, *texts: str, snippet: bool = False) -> Callable[[str], list[Offer]]:
    """Return a function that offers texts after a text."""
    return lambda text: (
        [Offer(one, len(text), len(text), one, snippet) for one in texts] if text == at else []
    )


def test_cost_of_an_item() -> None:
    assert pressed(Task(Scripted(offering("", "no", "good")), "good").steps()) == "item:2:good"


def test_expensive_item_is_not_taken() -> None:
    assert keys(Task(Scripted(offering("", "x", "y", "ab")), "ab").steps()) == 2


def test_best_offer_is_taken() -> None:
    steps = Task(Scripted(offering("", "abc", "abcdefghi")), "abcdefghi").steps()
    assert pressed(steps) == "item:2:abcdefghi"


def test_a_wrong_item_is_never_taken() -> None:
    assert keys(Task(Scripted(offering("", "abcx")), "abcd").steps()) == 4


def test_the_sixth_item_is_out_of_sight() -> None:
    steps = Task(Scripted(offering("", *"vwxyz", "abcdefghijkl")), "abcdefghijkl").steps()
    assert keys(steps) == 12


def test_ghost_text_costs_a_key() -> None:
    steps = Task(Scripted(offering("-", "x"), ghost="abcd"), "abcde").steps()
    assert pressed(steps) == "ghost:1:abcd type:1:e"


def test_typing_may_lead_to_a_better_offer() -> None:
    steps = Task(Scripted(offering("a", "bcdefgh")), "abcdefgh").steps()
    assert pressed(steps) == "type:1:a item:1:bcdefgh"


def test_tab_stops() -> None:
    """Two stops are filled in, the second stays as it is. Text after the last one takes a `Tab`."""
    snippet = "players ${1:name} = ${2:0}$3 end"
    steps = Task(Scripted(offering("", snippet, snippet=True)), "players ab = 0cd end!").steps()
    assert pressed(steps) == (
        f"item:1:{snippet} type:1:a type:1:b tab:1: tab:1: type:1:c type:1:d tab:1: type:1:!"
    )  # fmt: skip


def test_last_placeholder_takes_a_tab() -> None:
    snippet = "duration = ${1:240.0}"
    kept = Task(Scripted(offering("", snippet, snippet=True)), "duration = 240.0;").steps()
    assert pressed(kept) == f"item:1:{snippet} tab:1: type:1:;"
    other = Task(Scripted(offering("", snippet, snippet=True)), "duration = 60;").steps()
    assert pressed(other) == f"item:1:{snippet} type:1:6 type:1:0 type:1:;"


def test_choices() -> None:
    snippet = "${1|no,yes|};"
    steps = Task(Scripted(offering("", snippet, snippet=True)), "yes;").steps()
    assert pressed(steps) == "type:1:y type:1:e type:1:s type:1:;"
    longer = "value = ${1|no,yes|};"
    steps = Task(Scripted(offering("", longer, snippet=True)), "value = yes;").steps()
    assert pressed(steps) == f"item:1:{longer} choice:2:yes tab:1:"


def test_an_item_within_a_tab_stop() -> None:
    desk = Scripted(lambda text: [Offer("word", len(text), len(text), "word")] if text == "<" else offering(
        "", "<$1 and so on>", snippet=True)(text))  # fmt: skip
    assert pressed(Task(desk, "<word and so on>").steps()) == "item:1:<$1 and so on> item:1:word tab:1:"


def test_item_after_a_tab_stop_costs_escape() -> None:
    snippet = "<$1 and so on>"
    desk = Scripted(lambda text: offering("", snippet, snippet=True)(text) + offering("<ab", "cd")(text))
    assert pressed(Task(desk, "<ab and so on>").steps()) == f"item:1:{snippet} type:1:a type:1:b tab:2:"


# The server


def test_the_client_takes_everything() -> None:
    def can(path: str) -> Json:
        value: Json = recorded(CLIENT)["capabilities"]["textDocument"]
        for name in path.split("."):
            value = value[name]
        return value

    assert can("completion.completionItem.snippetSupport") is True
    assert "inlineCompletion" in recorded(CLIENT)["capabilities"]["textDocument"]


def test_the_server_says_that_it_has_ghost_text() -> None:
    with Piped() as server:
        assert "inlineCompletionProvider" in server.capabilities


@pytest.mark.parametrize("language", IDS)
def test_a_server_process_and_the_handlers_answer_alike(language: str) -> None:
    record = short(language)[:200]
    with Piped() as process, Direct() as handlers:
        steps = plan(process, language, record)
        assert steps == plan(handlers, language, record)
    assert replayed(steps) == record


def replayed(steps: list[Step]) -> str:
    """Return the text of the steps, by following them."""
    text, behind = "", ""
    pieces: list[object] = []
    for step in steps:
        if step.kind in {"item", "ghost"}:
            offer = step.seen[step.index] if step.kind == "item" else step.seen[-1]
            assert offer.end <= len(text)
            text = text[: offer.start] + (offer.text if not offer.snippet else "")
            if offer.snippet:
                pieces = [*parse(offer.text)]
                text, behind = _until_stop(text, pieces)
        elif step.kind == "tab":
            text, behind = _until_stop(text + behind, pieces)
        else:
            text, behind = text + step.text, ""
    return text


def _until_stop(text: str, pieces: list[object]) -> tuple[str, str]:
    """Return the text up to the next tab stop, and its placeholder."""
    while pieces:
        piece = pieces.pop(0)
        if isinstance(piece, Stop):
            return text, piece.default
        text += str(piece)
    return text, ""


@pytest.mark.parametrize("language", IDS)
def test_records_take_few_keys(language: str) -> None:
    """No item is in the way of the Tab that leaves a filled field."""
    pressed_keys = characters = 0
    with Direct() as server:
        for record in typed(language, notation(language).KEYS_TRIED, seed=4):
            steps = plan(server, language, record)
            assert [step.seen for step in steps if step.kind == "tab" and step.seen] == []
            pressed_keys += keys(steps)
            characters += len(record)
    assert pressed_keys / characters <= notation(language).KEYS
