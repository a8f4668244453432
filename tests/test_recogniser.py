"""What is read with Lark's tables is what Lark reads: the same texts, the same trees, on every grammar."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from case import CASES, read
from kibitz.core import tables
from kibitz.core.grammar import Grammar, Unreadable
from kibitz.core.tables import cache_folder
from kibitz.core.trees import Tree
from kibitz.languages import IDS, load
from notations import notation

GRAMMARS = {one: Grammar(one, notation(one).READ_BY) for one in IDS}
PIECES = re.compile(r"[^\s|\[\]]+(?=[\s\]])|[^\r\n|]+|\[[^\]]*\]|\{[^}]*\}")
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
def pieces(language_id: str) -> list[str]:
    """Stretches of the inputs of all cases, most of which some rule of the grammar describes."""
    texts = [read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case"))]
    return sorted({piece for text in texts for piece in PIECES.findall(text) if len(piece) < 200})


def agrees(language_id: str, text: str) -> int:
    """Compares both ways of reading by all rules; tells how many took the text."""
    grammar, taken = GRAMMARS[language_id], 0
    for start in grammar.starts:
        quick, slow = grammar._recogniser.tree(text, start), grammar.parse_slowly(text, start)
        if quick is None:
            many = isinstance(slow, Tree) and len(list(slow.scan_values(lambda _: True))) > 16
            assert many or isinstance(slow, Unreadable), (start, text)
        else:
            assert quick == slow, (start, text)
            taken += 1
            for token in quick.scan_values(lambda one: one is not None):
                assert text[token.start_pos : token.end_pos] == token
    return taken


@pytest.mark.parametrize("language_id", IDS)
def test_the_cases_are_read_as_lark_reads_them(language_id: str) -> None:
    found = pieces(language_id)[::3]
    taken = sum(agrees(language_id, piece) > 0 for piece in found)
    # The lines of a drawing are cut by columns: no rule describes one.
    assert taken > len([piece for piece in found if "│" not in piece]) / 20


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


@pytest.mark.parametrize("language_id", IDS)
@pytest.mark.parametrize("piece", ["1.", "/", '"', "[", "{", "(", "a", " ", "*", "&", "\t", "=", "1"])
def test_hostile_texts_cost_what_they_weigh(language_id: str, piece: str) -> None:
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
                recogniser.tree(text, start)
        return process_time() - started

    cost(20)
    assert min(cost(10_000) for _ in range(3)) < 60 * max(min(cost(1000) for _ in range(3)), 1e-3)


# What is kept


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "kibitz"


def fresh() -> Grammar:
    return Grammar("bjn", ("event",))


@pytest.mark.parametrize("damage", ["", "{", "[]", '["a"]', "null", "cut"])
def test_a_damaged_cache_is_made_anew(kept: Path, damage: str) -> None:
    wanted = fresh().parse("1.1..as.", "event")
    (path,) = kept.iterdir()
    sound = path.read_text("utf-8")
    path.write_text(sound[: len(sound) // 2] if damage == "cut" else damage, "utf-8")
    assert fresh().parse("1.1..as.", "event") == wanted
    # The order of states is not the same each time.
    assert len(json.loads(path.read_text("utf-8"))) == len(json.loads(sound))
    assert not isinstance(wanted, Unreadable)


@pytest.mark.usefixtures("kept")
def test_what_is_kept_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = fresh().parse("1.1..as.", "event")
    monkeypatch.setattr(tables, "of", None)
    assert fresh().parse("1.1..as.", "event") == wanted


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only POSIX tells whose a folder is")
def test_a_folder_that_others_may_write_to_is_not_used(kept: Path) -> None:
    kept.mkdir()
    kept.chmod(0o777)
    assert cache_folder() is None
    assert isinstance(fresh().parse("1.1..as.", "event"), Tree)
    assert not list(kept.iterdir())


def test_no_folder_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache_folder() is None
    assert isinstance(fresh().parse("1.1..as.", "event"), Tree)


def test_kept_tables_are_those_of_lark() -> None:
    for language_id, grammar in GRAMMARS.items():
        made = tables.of(grammar._lark)
        assert tables._read(json.loads(json.dumps(made)))._asdict() == json.loads(
            json.dumps(made._asdict())
        ) | {"rules": [tuple(json.loads(json.dumps(rule))) for rule in made.rules]}, language_id
        assert None not in made.scanners, f"{language_id}: a state of the parser is left to Lark"
    assert load("bjn").id == "bjn"
