"""No text of a record steers a terminal, hides, reverses a line, or runs: in every command and every answer."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import kibitz as library
from command import kibitz
from kibitz.cli import tables
from kibitz.core import shown
from kibitz.core.answers import Completion, Hint, Hover, Lens, Parameter, Signature, Symbol
from kibitz.core.bounds import WORK
from kibitz.core.document import Document
from kibitz.core.values import Related, Span
from kibitz.languages import IDS, load
from kibitz.lsp.documents.positions import Positions
from kibitz.lsp.features import convert
from kibitz.lsp.main import Plain
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.converter import converter
from lsp_client import span
from lsp_direct import Direct
from notations import notation
from test_lsp_protocol import REQUESTS

ODD = {
    "controls": "\x1b[2J\x1b]0;owned\x07 \x9b31m\x90q\x9c \x7f\x08",
    "unseen": "\u202egnp.exe\u2066\u200f\u200b\u2060\ufeff\u00ad\u3164A\u200dB\u200c\U000e0041\ufe01",
    "lines": "\u2028\u2029\x85",
}
"""Invisible characters, by their effects."""
HIDDEN = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe01\ufeff\U000e0000-\U000e0fff]"
)
FORMULAS = ['=HYPERLINK("http://evil","x")', "@SUM(1)", "+1+1", "-1+1", "\t=1", "\r=1", "\uff1d1+1"]


@pytest.fixture(params=[(one, name) for one in IDS for name in ODD], ids="-".join)
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A record in which people have odd names, in a file with one."""
    language_id, name = request.param
    path = tmp_path / f"x\u202e\x9b.{language_id}"
    path.write_bytes(notation(language_id).NAMED.format(f"Ann{ODD[name]}Bob").encode())
    return path


def commands(path: Path) -> Iterator[list[str]]:
    for form in ("text", "json", "github", "sarif"):
        yield ["check", "--no-cache", "--all", "--format", form]
    yield ["check", "--diff"]
    yield ["format", "--diff"]
    yield ["preview"]
    yield ["preview", "--format", "svg"]
    yield ["preview", "--format", "html"]
    yield ["replay"]
    yield ["stats"]
    yield ["stats", "--by", "file", "--format", "json"]
    for form in ("jsonl", "csv", "csv-raw"):
        for rows in ("events", "records"):
            yield ["export", "--to", form, "--rows", rows]
    for form in load(path.suffix[1:]).conversions:
        yield ["convert", "--to", form]


@pytest.mark.usefixtures("_no_colours")
def test_a_terminal_gets_nothing_that_is_hidden(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The repairs of these records are among the first candidates.
    monkeypatch.setattr("kibitz.core.repair.WORK", WORK // 10)
    for command in commands(hostile):
        answer = kibitz(*command, hostile, terminal=True)
        for said in (answer.text, answer.errors):
            assert not HIDDEN.search(said), (command, HIDDEN.search(said))
            assert "Traceback" not in said
    asked = kibitz("format", "-", "--language", hostile.suffix[1:], stdin=hostile.read_bytes(), terminal=True)
    assert not HIDDEN.search(asked.text)
    for rule in ("\x1b[2J", "\u202e"):
        assert not HIDDEN.search(kibitz("rules", rule, terminal=True).errors)
        assert not HIDDEN.search(kibitz("check", hostile, f"--{rule}", terminal=True).errors)


@pytest.fixture
def _no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def test_program_output_is_exact(hostile: Path) -> None:
    language_id, text = hostile.suffix[1:], hostile.read_bytes().decode()
    for kind in ("events", "records"):
        rows = library.rows(text, language_id, kind)
        lines = kibitz("export", "--rows", kind, hostile).text
        assert not HIDDEN.search(lines)
        told = [json.loads(line) for line in lines.splitlines()]
        assert [{name: row[name] for name in row if name != "file"} for row in told] == rows
        raw = csv.DictReader(
            io.StringIO(kibitz("export", "--to", "csv-raw", "--rows", kind, hostile).text, newline="")
        )
        for row, wanted in zip(raw, rows, strict=True):
            assert [row[name] for name in wanted if isinstance(wanted[name], str)] == [
                one for one in wanted.values() if isinstance(one, str)
            ]
    for one in library.check(text, language_id):
        words = [one.message, *(note.message for note in one.related), *(fix.title for fix in one.fixes)]
        assert not any(HIDDEN.search(said) for said in words), one
    formatted = kibitz("format", "-", "--language", language_id, stdin=text.encode())
    assert formatted.text == library.format(text, language_id)
    pages = [kibitz(*command, hostile).text for command in (["replay"], ["preview", "--format", "html"])]
    assert not any(HIDDEN.search(page) for page in pages)


TEXTS = {
    "newText",
    "insertText",
    "filterText",
    "sortText",
    "uri",
    "target",
    "data",
    "placeholder",
    "kind",
    "changes",
    "arguments",
}
"""Members of answers that are data, with all their contents."""


def told(answer: Any) -> Iterator[str]:
    """Yield the texts of an answer that people read."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for one in answer:
            yield from told(one)
    elif isinstance(answer, dict):
        for name, one in answer.items():
            if name not in TEXTS:
                yield from told(one)


def test_an_editor_shows_nothing_that_is_hidden(hostile: Path) -> None:
    direct, uri = Direct(), "file:///x.rec"
    direct.request(
        "initialize", {"capabilities": {}, "initializationOptions": {"diagnostics": {"whileTyping": "all"}}}
    )
    text = hostile.read_bytes().decode()
    item = {"uri": uri, "languageId": hostile.suffix[1:], "version": 1, "text": text}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    lines = re.split("\r\n|\r|\n", text)
    places = [(line, at) for line in range(len(lines)) for at in range(0, len(lines[line]) + 1, 7)]
    asked = [
        one for one in REQUESTS if one not in ("textDocument/inlineCompletion", "textDocument/formatting")
    ]
    for line, character in places:
        for method in (
            asked if (line, character) == (0, 0) else ("textDocument/hover", "textDocument/completion")
        ):
            params = {
                "textDocument": {"uri": uri}, "position": {"line": line, "character": character},
                "range": span(0, 0, len(lines), 0), "context": {"diagnostics": []}, "options": {}, "ch": "|",
                "positions": [], "newName": "Zoe", "previousResultId": "1",
            }  # fmt: skip
            for said in told(direct.answer(method, params).get("result")):
                assert not HIDDEN.search(said), (method, said)
    for form in ("svg", "html", "replay"):
        answer = direct.request("kibitz/preview", {"textDocument": {"uri": uri}, "format": form})
        assert not any(HIDDEN.search(unescape(said)) for said in told(answer)), form
    direct.request("workspace/executeCommand", {"command": "kibitz.show", "arguments": [text]})
    for message in direct.sent:
        # kibitz inserts a character that prevents links.
        assert not any(HIDDEN.search(said.replace("]\u200b(", "")) for said in told(message["params"])), (
            message["method"]
        )
    direct.close()


def test_answers_have_no_hidden_characters() -> None:
    odd, here = f"Ann{ODD['controls']}{ODD['unseen']}", Span(0, 1)
    positions = Positions(Document.open(load("bjn"), "{1.52}|"), "utf-16")
    symbol = Symbol(odd, odd, "player", here, here, (Symbol(odd, odd, "event", here, here),))
    form = Signature(odd, (Parameter(odd, odd),), 0, odd)
    rule = load("bjn").rules["syntax"].at(0, 1, found=odd, expected=odd, related=[Related(here, odd)])
    for client in (Client(related=True, hierarchy=True), Client(explains=True, hovers=("markdown",))):
        answers = [
            convert.hint(Hint(0, odd, "x", odd), positions),
            convert.lens(Lens(here, odd, odd, odd), positions),
            convert.symbols([symbol], "file:///x", positions, client),
            convert.signature(form, client),
            convert.hover(Hover(here, odd), positions, client),
            convert.completion(
                Completion(odd, here, odd, "value", odd, odd), "value", 0, positions.range(0, 1), client
            ),
            convert.diagnostic(rule, "file:///x", positions, client),
        ]
        for answer in answers:
            for said in told(converter().unstructure(answer)):
                assert not HIDDEN.search(said), answer


def test_the_log_may_be_read_in_a_terminal() -> None:
    record = logging.makeLogRecord({"msg": "".join(ODD.values())})
    assert not HIDDEN.search(Plain("%(message)s").format(record))


@pytest.mark.parametrize("language_id", IDS)
def test_a_spreadsheet_runs_nothing(language_id: str, tmp_path: Path) -> None:
    for formula in FORMULAS:
        path = tmp_path / f"=x.{language_id}"
        path.write_bytes(notation(language_id).NAMED.format(formula.replace('"', "'")).encode())
        for kind in ("events", "records"):
            table = kibitz("export", "--to", "csv", "--rows", kind, path).text
            for row in csv.reader(io.StringIO(table, newline="")):
                for cell in row:
                    assert not re.match("[=+\\-@\t\r\uff1d].", cell) or re.fullmatch(r"-[\d.]+", cell), cell


def test_cells() -> None:
    table: Any = tables.form("csv", "events", "bjn")
    assert table._line(["=1+1", None, "a", 1, True]) == "'=1+1,,a,1,true\n"
    assert [shown.cell(one) for one in FORMULAS] == [f"'{one}" for one in FORMULAS]
    for harmless in ("", "-", "+", "-5", "-5.25", "+3", "-1e6", "Ann", "a=b", "1.1", "'=1"):
        assert shown.cell(harmless) == harmless


def test_legitimate_characters_stay() -> None:
    """Emoji, and scripts with joiners or wide spaces."""
    for text in (
        "👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3",
        "می\u200cخواهم",
        "क्\u200dष",
        "山田\u3000太郎",
        "Zoë – “x”",
    ):
        assert shown.visible(text) == shown.lines(text) == shown.signs(text) == text


def test_invisible_characters_have_a_replacement() -> None:
    for code in range(0x110000):
        letter = chr(code)
        hidden = unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs")
        if hidden or unicodedata.bidirectional(letter) in (
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        ):
            assert letter not in shown.visible(f"a{letter}b")
            assert letter in "\t\n" or letter not in shown.signs(f"a{letter}b")
            assert len(shown.signs(f"a{letter}b")) == 3
