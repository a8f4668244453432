"""Answers with prepared JSON equal those of pygls."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from kibitz.lsp.transport.converter import Plain
from kibitz.lsp.transport.json_text import PART, written
from lsp_client import Json

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS, lambda more: st.lists(more, max_size=4) | st.dictionaries(st.text(max_size=3), more, max_size=4)
)


@given(VALUES)
def test_json_equals_the_json_module(value: Json) -> None:
    assert written(Plain(value)).text == json.dumps(value)


def test_long_lists_are_whole() -> None:
    for count in (PART - 1, PART, PART + 1, 3 * PART):
        numbers = list(range(count))
        assert json.loads(written(types.SemanticTokens(numbers, "1")).text) == {
            "data": numbers,
            "resultId": "1",
        }


def test_objects_are_in_the_form_of_the_protocol() -> None:
    place = types.Range(types.Position(0, 1), types.Position(2, 3))
    ends = '{"start": {"line": 0, "character": 1}, "end": {"line": 2, "character": 3}}'
    assert written([types.TextEdit(place, "é")]).text == f'[{{"range": {ends}, "newText": "\\u00e9"}}]'
    assert written(None).text == "null"
    assert written(types.Hover("x")).text == '{"contents": "x"}'
