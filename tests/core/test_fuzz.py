"""Fuzzing: texts of the grammars, taken apart and put together, and unusual messages.

It takes a minute in CI, with the same draws each time. `KIBITZ_PROFILE=hour pytest tests/core/test_fuzz.py` searches for about an hour. Make a
case of each failure.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from command import process
from incremental import check_analysis, check_document
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.formatting import apply, format_document
from kibitz.core.grammar import folder
from kibitz.core.setting import Preferences
from kibitz.languages import IDS, load
from lsp_client import Json
from lsp_direct import fresh
from notations import notation
from pace import pace
from test_damage import GARBAGE
from test_lsp_protocol import REQUESTS
from test_properties import ask_everything

ENDS = ["", "\n", "\n\n", " ", "|", "\r\n", "\r"]
"""Texts between two pieces."""


def grammar(language_id: str) -> Lark:
    text = (Path(folder()) / f"{language_id}.lark").read_text("utf-8")
    return Lark(text, parser="lalr", start=list(notation(language_id).STARTS), import_paths=[folder()])


@cache
def pieces(language_id: str) -> st.SearchStrategy[str]:
    """Return pieces: a text of a rule of the grammar, a part of one, or garbage, and a separator."""
    described = st.one_of(
        [from_lark(grammar(language_id), start=start) for start in notation(language_id).STARTS]
    )
    whole = st.tuples(described, st.sampled_from(ENDS)).map("".join)
    part = st.tuples(whole, st.integers(0, 40)).map(lambda drawn: drawn[0][: drawn[1]])
    return st.one_of(whole, whole, part, st.sampled_from(GARBAGE), st.text(max_size=5))


def texts(language_id: str) -> st.SearchStrategy[str]:
    return st.lists(pieces(language_id), max_size=6).map("".join)


def changes(language_id: str) -> st.SearchStrategy[list[tuple[float, int, str]]]:
    """Return edits: a place (as a share of the text), the deleted length, and the new text."""
    edit = st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 1, 2, 7, 60]), pieces(language_id))
    return st.lists(edit, max_size=4)


@pytest.mark.parametrize("language_id", IDS)
def test_edits_of_grammar_texts(language_id: str) -> None:
    """Incremental equals full, every handler answers, and formatting keeps the meaning."""
    language = load(language_id)

    # Generating edits is most of the work, and other tests also generate edits of records.
    @settings(max_examples=settings().max_examples // 2)
    @given(texts(language_id), changes(language_id), st.floats(0, 1))
    def edited(text: str, edits: list[tuple[float, int, str]], where: float) -> None:
        analysis = Analysis.of(language, text)
        for at, gone, new in edits:
            start = round(at * len(text))
            text = text[:start] + new + text[start + gone :]
            analysis = checked(edit(analysis.document, start, start + gone, new), analysis)
            check_document(analysis.document, text)
            check_analysis(analysis, text)
        ask_everything(analysis, round(where * len(text)))
        formatted = apply(text, format_document(analysis.document, Preferences()))
        assert language.meaning(formatted) == language.meaning(text)
        assert not format_document(Analysis.of(language, formatted).document, Preferences())

    edited()


# The wire

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**40) | st.floats() | st.text(max_size=9) | st.sampled_from(["file:///a.bjn", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["uri", "line", "textDocument", "text", "x"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
PLACE = st.fixed_dictionaries(
    {"line": st.integers(-1, 9) | VALUES, "character": st.integers(-1, 70) | VALUES}
)
DOCUMENT = st.fixed_dictionaries(
    {"uri": st.sampled_from(["file:///a.bjn", "file:///b.qgn", "untitled:c"]) | VALUES},
    optional={"version": st.integers(-1, 5) | VALUES, "text": st.text(max_size=60) | VALUES,
              "languageId": st.sampled_from(IDS) | VALUES},
)  # fmt: skip
RANGE = st.fixed_dictionaries({"start": PLACE, "end": PLACE})
CHANGE = st.fixed_dictionaries({"text": st.text(max_size=20) | VALUES}, optional={"range": RANGE | VALUES})
PARAMS = VALUES | st.fixed_dictionaries(
    {"textDocument": DOCUMENT | VALUES},
    optional={
        "position": PLACE, "range": RANGE | VALUES, "positions": st.lists(PLACE, max_size=2) | VALUES,
        "contentChanges": st.lists(CHANGE, max_size=3) | VALUES, "context": VALUES, "ch": VALUES, "newName": VALUES,
        "query": VALUES, "command": st.sampled_from(["kibitz.show", "kibitz.checkWorkspace"]) | VALUES,
        "arguments": VALUES, "settings": VALUES, "previousResultId": VALUES, "id": st.integers(0, 5) | VALUES,
    },
)  # fmt: skip
NOTICES = [
    "textDocument/didOpen", "textDocument/didOpen", "textDocument/didChange", "textDocument/didChange", "textDocument/didClose",
    "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "$/cancelRequest", "$/setTrace", "initialized",
    "workspace/didChangeWorkspaceFolders",
]  # fmt: skip
QUESTIONS = [*REQUESTS, "workspace/symbol", "workspace/executeCommand", "initialize"]
MESSAGES = st.one_of(
    VALUES,
    st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "method": st.sampled_from(NOTICES), "params": PARAMS}),
    st.fixed_dictionaries(
        {"jsonrpc": st.just("2.0"), "method": st.sampled_from(QUESTIONS), "params": PARAMS, "id": st.integers(0, 9) | VALUES}
    ),
)  # fmt: skip


@given(st.lists(MESSAGES, max_size=12))
def test_unusual_messages(sent: list[Json]) -> None:
    """Each request gets exactly one answer, also a malformed one. Nothing else is answered."""
    heard = asyncio.run(conversation(sent))
    answers = [
        json.dumps(one["id"]) for one in heard if "method" not in one and isinstance(one["id"], (int, str))
    ]
    asked = [one for one in sent if isinstance(one, dict) and one.get("jsonrpc") == "2.0"]
    questions = [one["id"] for one in asked if isinstance(one.get("method"), str) and "id" in one]
    assert sorted(answers) == sorted(json.dumps(one) for one in questions if isinstance(one, (int, str)))


async def conversation(sent: list[Json]) -> list[Json]:
    """Return the messages of the server after some messages, once it is idle."""
    heard: list[Json] = []
    protocol = fresh().protocol
    protocol.set_writer(Ear(heard), include_headers=False)
    for one in [{"jsonrpc": "2.0", "id": None, "method": "x"}, START, *sent]:
        if one is START:
            heard.clear()
        # pygls reads messages like this. It only logs unreadable ones.
        with suppress(Exception):
            protocol.handle_message(json.loads(json.dumps(one), object_hook=protocol.structure_message))
        await asyncio.sleep(0)
    while pending := [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
        await asyncio.wait(pending)
    await asyncio.sleep(0)
    return [one for one in heard if one.get("id") != "start"]


START = {"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": {"capabilities": {}}}


class Ear:
    """A receiver of the messages of the server."""

    def __init__(self, heard: list[Json]) -> None:
        self.heard = heard

    def write(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def close(self) -> None:
        """Do nothing: no connection is open."""


@pytest.mark.parametrize("language_id", IDS)
def test_no_terminal_is_tried_in_every_way(language_id: str) -> None:
    """A text twice as long, which does not fit in the end, may not take a thousand times as long to be refused."""
    pieces = [
        "a",
        "1",
        "/",
        " ",
        "*",
        "~",
        "[",
        "(",
        "(a",
        '"',
        "'",
        "\\",
        ".",
        "_",
        "&",
        "a.",
        "1_",
        "0a",
        " a",
        "\t#",
        ",",
    ]
    for terminal in grammar(language_id).terminals:
        pattern = re.compile(terminal.pattern.to_regexp())
        for head in ("", "[", "{", "0", '"', "a"):
            for piece in pieces:
                short, long = (cost(pattern, f"{head}{piece * count}\x00\n") for count in (11, 22))
                assert long < 100 * max(short, 0.00002), (terminal.name, head, piece)


def cost(pattern: re.Pattern[str], text: str) -> float:
    started = process_time()
    pattern.fullmatch(text)
    return process_time() - started


REPEATED = [
    "a",
    "1.",
    " ",
    "*",
    "~",
    "(a",
    '"',
    "\\",
    "a.",
    "_",
    " a",
    "\t#",
    ",",
    "\r\n",
    "> \r\n",
    "│",
    "\n",
    "|",
    "`",
    "{",
    "- ",
]


def test_no_pattern_is_tried_in_every_way() -> None:
    """No regular expression of kibitz backtracks without a bound, wherever it is searched.

    A new process collects the expressions, because other tests load libraries with their own.
    """
    asked = process(
        code="from test_fuzz import patterns; patterns()",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    told, complaint = asked.communicate()
    assert not complaint
    found = [re.compile(*one) for one in json.loads(told)]
    assert len(found) > 100
    for pattern in found:
        for head in ("", "[", "│ a\n"):
            for piece in REPEATED:
                # A hundred combinations would take too long.
                for count in (16, 100):
                    text = f"{head}{piece * count}\x00)"
                    if searched(pattern, text) > 0.02:
                        assert min(searched(pattern, text) for _ in range(3)) < 0.02 * pace(), (
                            pattern,
                            head,
                            piece,
                        )


def patterns() -> None:
    """Print all regular expressions after every request, with their flags, as JSON."""
    for language_id in IDS:
        text = notation(language_id).record(random.Random(1))
        for one in (text, f"{text[: len(text) // 2]}*\n> ```{text[len(text) // 3 :]}"):
            ask_everything(Analysis.of(load(language_id), one), len(text) // 2)
    found = [one for one in gc.get_objects() if isinstance(one, re.Pattern) and isinstance(one.pattern, str)]
    print(json.dumps([(one.pattern, one.flags) for one in found]))


def searched(pattern: re.Pattern[str], text: str) -> float:
    started = process_time()
    pattern.search(text)
    return process_time() - started
