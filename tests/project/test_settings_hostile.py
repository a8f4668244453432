"""Settings files that were written to do harm: one clear message, in bounded time, at the place that it is about."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import kibitz
from kibitz.core.setting import Preferences
from kibitz.project import settings
from kibitz.project.settable import LARGEST, flattened, read
from kibitz.project.settings import ParsedSettings, Settings, filed, parsed
from pace import pace

RECORD = "{1.52} | 1.1..as.\n"
GAME = '[[qgn.games]]\nkey = "x"\nteams = [2, 2]\n'
ACTION = f'{GAME}[[qgn.games.action]]\nletter = "p"\nname = "p"\n'
HOSTILE = {
    "arrays": ("a = " + "[" * 3000, "more than 32 lists and tables within each other"),
    "closed arrays": ("a = " + "[" * 3000 + "]" * 3000, "more than 32 lists and tables within each other"),
    "inline tables": ("a = " + "{a=" * 2000 + "1" + "}" * 2000, "more than 32 lists and tables within each other"),
    "a key": (".".join("a" * 3000) + " = 1", "a key of more than 32 names"),
    "a table": ("[" + ".".join("a" * 3000) + "]", "a key of more than 32 names"),
    "a table of tables": ("[[" + ".".join("a" * 3000) + "]]", "a key of more than 32 names"),
    "an inner key": ("a = {" + ".".join("a" * 3000) + " = 1}", "a key of more than 32 names"),
    "brackets": ("[" * 3000, "Invalid initial character for a key part"),
    "a number": ("preview.width = " + "9" * 5000, "a number with too many digits"),
    "a large number": ("preview.width = 2000000000", "`preview.width` must be a whole number from 0 to 10000, not 2000000000"),
    "a negative number": ("preview.width = -1", "`preview.width` must be a whole number from 0 to 10000, not -1"),
    "a text": (f'a = "{"x" * 20_000}"', "unknown setting `a`"),
    "an open text": ('a = """' + '\\"""' * 90_000, "Unterminated string"),
    "escaped quotes": ('a = "' + '\\" ' * 150_000, "Unterminated string"),
    "a deep list": ("a = " + "[" * 40 + "]" * 40, "more than 32 lists and tables within each other"),
    "quotation marks": ("a = " + "'''\n" * 100_001, "Expected"),
    "many keys": ("".join(f"k{n} = 1\n" for n in range(20_000)), "unknown setting `k0`"),
    "many codes": (f"diagnostics.disable = [{'1, ' * 100_000}]", "`diagnostics.disable` lists more than 1000 codes"),
    "a deep value": ("preview.width = " + "[" * 30 + "]" * 30, "must be a whole number, not [[[[[[[...]]]]]]]"),
    "a large file": ("# " + "x" * LARGEST, "longer than 500000 bytes"),
    "no end": ("[a", "Expected"),
    "counts": (ACTION + "counts = []", "`counts` must be a list of at least one number of details"),
    "turn": (GAME + 'turn = ["zz"]', "`turn` names 'zz', which is the letter of no action"),
    "range": (ACTION + 'details = [{ name = "x", range = [0, 2000000000] }]', "`range` must be the least and the greatest number"),
    "tiles": (GAME + f'tiles = ["{"x" * 9000}"]', "`tiles` must be a list of words of at most 16 letters"),
    "games": (GAME * 201, "201 games are more than the 200 that there may be"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _forget() -> None:
    settings.forget()


@pytest.mark.parametrize("name", HOSTILE)
def test_one_clear_message(name: str, tmp_path: Path) -> None:
    text, message = HOSTILE[name]
    file = tmp_path / "kibitz.toml"
    file.write_text(text)
    for record in ("x.bjn", "y.bjn", "z.qgn"):
        (tmp_path / record).write_text(RECORD)
    started = process_time()
    for command in ("check", "format"):
        answer = kibitz(command, tmp_path)
        assert answer.status == 2
        assert answer.errors.count(message) == 1, answer.errors[:2000]
        assert len(answer.errors) < 5000
    assert process_time() - started < 2 * pace()
    assert (tmp_path / "x.bjn").read_text() == RECORD
    found = filed(tmp_path / "x.bjn")
    assert found.parsed.settings == Settings()
    assert any(message in one.message for one in found.parsed.problems)
    for diagnostic in found.parsed.diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.rule.code == "KIB002"


@pytest.mark.parametrize("name", HOSTILE)
def test_the_same_in_a_project_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("# kibitz\n" + HOSTILE[name][0])
    (tmp_path / "x.bjn").write_text(RECORD)
    assert kibitz("format", "--check", tmp_path).status in {1, 2}


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_bytes(b"\xff")
    (tmp_path / "x.bjn").write_text(RECORD)
    answer = kibitz("check", tmp_path)
    assert answer.status == 2
    assert "kibitz.toml: not UTF-8: 0xFF in line 1, byte 1 of the file" in answer.errors


@pytest.mark.skipif(sys.platform == "win32", reason="made with calls that Windows has not")
@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: os.mkfifo(path), "this is a named pipe, not a file"),
        (os.mkdir, "this is a folder, not a file"),
        (lambda path: os.symlink(path, path), "Too many levels of symbolic links"),
        (lambda path: os.symlink("gone", path), "a link to gone, which is not there"),
    ],
)
def test_settings_that_are_not_files(make: Callable[[Path], None], says: str, tmp_path: Path) -> None:
    """The path has the name of a settings file but is not a file, which a message reports."""
    make(tmp_path / "kibitz.toml")
    (tmp_path / "x.bjn").write_text(RECORD)
    answer = kibitz("check", tmp_path / "x.bjn")
    assert answer.status == 2
    assert answer.errors == f"kibitz: {tmp_path / 'kibitz.toml'}: {says}\n"


def lines(text: str, project: bool = False) -> list[tuple[int, str]]:
    """The lines, from 1 on, and the texts that the problems are about."""
    found = parsed(text, project)
    assert found is not None
    return [(text.count("\n", 0, one.span.start) + 1, text[slice(*one.span)]) for one in found.problems]


def test_problems_have_their_places() -> None:
    assert lines('# x\n[format.bjn]\nstyle = "keep"\nstile = 1') == [(4, "stile")]
    assert lines('"preview".width = true') == [(1, '"preview".width')]
    assert lines('[diagnostics]\nseverity = { BJN015 = "loud", BJN999 = "hint" }') == [
        (2, "severity"),
        (2, "severity"),
    ]
    assert lines("a = [\n1,\n]\n\nb = 2\n") == [(1, "a"), (5, "b")]
    assert lines(GAME.replace("teams", "team")) == [(1, "[[qgn.games"), (1, "[[qgn.games")]
    assert lines("[tool.kibitz]\nx = 1\n[tool.other]\nx = 1", project=True) == [(2, "x")]
    assert lines("a = 1\nb = \n") == [(2, "\n")]
    assert lines('a = "x') == [(1, "")]
    assert lines("a = 1\na = 2") == [(2, "")]


def test_an_editor_may_send_anything() -> None:
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"a": deep}
    lists: list[object] = []
    for _ in range(5000):
        lists = [lists]
    assert flattened({"x": deep, "qgn": {"games": lists}, "a": 1}) == {"a": 1}
    assert Settings.of({"x": deep, "preview.width": 10**9}).preferences.number("preview.width", 80) == 80
    assert Preferences({"preview.width": -1}).number("preview.width", 80) == 80


TOML = ["a", "b.c", "preview", "width", ".", " = ", "=", "[", "]", "[[", "]]", "{", "}", ",", "\n", "\r\n", "#", " ", "1", "1.5",
        "true", '"', '"""', "'", "'''", "\\", "x", "diagnostics", "severity", "BJN015", "1979-05-27", "\x00", "é", "qgn.games", "key"]  # fmt: skip


@given(
    st.lists(st.sampled_from(TOML) | st.text(max_size=3), max_size=40).map("".join),
    st.booleans(),
    st.sampled_from([1, 1, 1, 40]),
)
def test_any_text_gives_an_answer(text: str, project: bool, often: int) -> None:
    text = text * often
    found = parsed(text, project)
    assert found is None or isinstance(found, ParsedSettings)
    for one in found.problems if found else ():
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert len(one.message) < 1000
    for key, span in read(text).keys:
        assert key
        assert text[slice(*span)].strip()
