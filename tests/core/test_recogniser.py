"""Reading with Lark's tables equals reading with Lark: the same texts and trees, on every grammar."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from case import read
from folders import CASES
from kibitz.core import grammar, tables
from kibitz.core.document import Document
from kibitz.core.grammar import END, Grammar, Unreadable
from kibitz.core.memory import forget
from kibitz.core.recogniser import DEEPEST, Recogniser
from kibitz.core.tables import Shape
from kibitz.core.trees import Token, Tree
from kibitz.languages import IDS, load
from kibitz_dev.generated import written

GRAMMARS = {one: Grammar(one, tuple(Grammar(one, ()).tables.starts)) for one in IDS}
ODD = [
    *"[](){}.,:;|&*~#\"'\\/=_?!^%$-+ \t\r\n\x00\ufeff",
    "😀",
    "é",
    "//",
    '"""',
    "0",
    "1",
    "a",
    "10s",
    "inf",
]


@cache
def asked(language_id: str) -> list[tuple[str, str]]:
    """Return the texts that a notation reads of the inputs of all cases, with their rules."""
    found, language = set[tuple[str, str]](), load(language_id)

    def noted(self: Recogniser, text: str, start: str) -> Tree | Unreadable:
        found.add((text, start))
        return reading(self, text, start)

    reading = Recogniser.read
    forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recogniser, "read", noted)
        for path in sorted(CASES.glob(f"{language_id}/*/*.case")):
            for place in Document.open(language, read(path).text).places():
                language.parse(place.chunk.text)
                if not found:
                    # It reads nothing by the grammar, but cuts with its terminals.
                    items = [place.chunk.text[slice(*one)] for one in language.items(place.chunk.text)]
                    found |= {(one, start) for one in items for start in GRAMMARS[language_id].starts}
    return sorted(one for one in found if len(one[0]) < 200)


@cache
def pieces(language_id: str) -> list[str]:
    """The texts among those."""
    return sorted({text for text, _ in asked(language_id)})


def by_lark(grammar: Grammar, text: str, start: str) -> Tree | Unreadable:
    """Read a text with Lark alone."""
    try:
        return of_lark(grammar._lark.parse(text, start=start))
    except UnexpectedInput as error:
        # The terminals that the parser would really accept. The table of a LALR state alone has too many.
        parser: Any = getattr(error, "interactive_parser", None)
        expected = frozenset() if parser is None else frozenset(parser.accepts())
        at = end = len(text)
        if isinstance(error, UnexpectedToken) and error.token.type != END:
            at = error.token.start_pos or 0
            end = at + len(error.token)
        elif isinstance(error, UnexpectedCharacters):
            at = cast(int, error.pos_in_stream)
            end = at + 1
        return Unreadable(at, end, text[at:end], expected)


def of_lark(tree: Any) -> Tree:
    """Return one of our trees for one of Lark, from the leaves up, because it may be deeper than the call stack."""
    made: dict[int, Tree] = {}
    for part in tree.iter_subtrees():
        children: list[Any] = [
            made[id(one)] if id(one) in made else one and token(one) for one in part.children
        ]
        made[id(part)] = Tree(str(part.data), children)
    return made[id(tree)]


def is_leaf(one: object) -> bool:
    return not isinstance(one, Tree)


def token(one: Any) -> Token:
    found, start = Token(one), one.start_pos or 0
    found.type, found.start_pos, found.end_pos = str(one.type), start, start + len(one)
    return found


def agrees(language_id: str, text: str) -> int:
    """Compare both ways of reading by all rules of its texts, and return how many accepted the text."""
    grammar, taken = GRAMMARS[language_id], 0
    for start in sorted({start for _, start in asked(language_id)}):
        quick, slow = grammar._recogniser.read(text, start), by_lark(grammar, text, start)
        if isinstance(quick, Unreadable):
            assert grammar.parse(text, start) == slow, (start, text)
        else:
            assert quick == slow, (start, text)
            taken += 1
            for token in quick.tokens():
                assert text[token.start_pos : token.end_pos] == token
    return taken


@pytest.mark.parametrize("language_id", IDS)
def test_the_cases_are_read_as_lark_reads_them(language_id: str) -> None:
    found = pieces(language_id)[::3]
    taken = sum(agrees(language_id, piece) > 0 for piece in found)
    assert taken > len(found) / 3


@given(st.data())
@example(None)
def test_damaged_pieces_are_read_as_lark_reads_them(data: st.DataObject | None) -> None:
    if data is None:
        return
    language_id = data.draw(st.sampled_from(IDS))
    text = data.draw(st.sampled_from(pieces(language_id)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = text[:at] + "".join(data.draw(st.lists(st.sampled_from(ODD), max_size=2))) + text[at + gone :]
    agrees(language_id, text)


@pytest.mark.parametrize(
    "value",
    [
        "[" + "1, " * 1000 + "]",
        "[" * 401 + "]" * 401,
        "{b = " * 400 + "1" + "}" * 400,
        "[{b = " * 200 + "1" + "}]" * 200,
    ],
)
def test_deep_texts_are_read_as_lark_reads_them(value: str) -> None:
    """They are deeper than the call stack may be."""
    grammar, text = GRAMMARS["pfn"], f"a = {value}"
    found, lark = grammar.parse(text, "statement"), by_lark(grammar, text, "statement")
    assert isinstance(found, Tree)
    assert isinstance(lark, Tree)
    mine, theirs = (
        [(one.data, [*filter(is_leaf, one.children)]) for one in tree.iter_subtrees()]
        for tree in (found, lark)
    )
    assert sorted(map(repr, mine)) == sorted(map(repr, theirs))


def test_too_deep_texts_are_unreadable() -> None:
    found = GRAMMARS["pfn"].parse("a = " + "[" * DEEPEST + "]" * DEEPEST, "statement")
    assert isinstance(found, Unreadable)
    assert not found.expected


@pytest.mark.parametrize("end", ["", "}", "=", '"', "\x00"])
def test_errors_need_no_lark(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place and the expected terminals are those of Lark for a shorter text."""
    grammar = Grammar("pfn", ("statement",))
    short, long = (f"a = [{'1, ' * count}{end}" for count in (100, 10_000))
    wanted = by_lark(grammar, short, "statement")
    monkeypatch.setattr(Grammar, "_lark", None)
    found = grammar.parse(long, "statement")
    assert isinstance(wanted, Unreadable)
    assert isinstance(found, Unreadable)
    assert found.start - len(long) == wanted.start - len(short)
    assert found.expected == wanted.expected


@pytest.mark.parametrize("language_id", IDS)
@pytest.mark.parametrize("piece", ["1.", "/", '"', "[", "{", "(", "a", " ", "*", "&", "\t", "=", "1"])
def test_hostile_texts_are_linear(language_id: str, piece: str) -> None:
    recogniser = GRAMMARS[language_id]._recogniser

    def cost(count: int) -> float:
        started = process_time()
        for start in GRAMMARS[language_id].starts:
            for text in (
                piece * count,
                "{1" + piece * count,
                '[k "' + piece * count,
                "1" + piece * count + "\x00",
            ):
                recogniser.read(text, start)
        return process_time() - started

    cost(20)
    assert min(cost(10_000) for _ in range(3)) < 60 * max(min(cost(1000) for _ in range(3)), 1e-3)


# Files next to the grammars


def test_the_tables_are_those_that_lark_makes() -> None:
    for language_id, one in GRAMMARS.items():
        kept = Grammar(language_id, tuple(one.tables.starts))
        assert kept.tables == kept.made, f"{language_id}: `python -m kibitz_dev` writes them anew"
        assert type(kept.tables.rules[0]) is Shape
        assert type(kept.tables.rules[0].kept[0]) is tuple


def test_stored_tables_need_no_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "of", None)
    assert isinstance(Grammar("bjn", ("event",)).parse("1.1..as.", "event"), Tree)


@pytest.mark.parametrize("kept", [None, "of other grammars"])
def test_changed_grammar_is_compiled(
    kept: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in Path(grammar.folder()).glob("*.lark"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    if kept is not None:
        (tmp_path / "bjn.json").write_text(written(GRAMMARS["pfn"].tables, kept), "utf-8")
    monkeypatch.setattr(grammar, "folder", lambda: str(tmp_path))
    assert isinstance(Grammar("bjn", ("event",)).parse("1.1..as.", "event"), Tree)
