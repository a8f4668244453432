"""Records in other forms, as texts for a client's clipboard."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from lsp_client import Json
from lsp_direct import Direct

LOG = "# fabled: sentinel\n[Ann:imp Bob:chef]\n[*Ann:imp* Bob:chef]\n"
URI = "file:///log.botc"


@pytest.fixture(scope="module")
def direct() -> Iterator[Direct]:
    direct = Direct()
    direct.request("initialize", {"capabilities": {}})
    item = {"uri": URI, "languageId": "botc", "version": 1, "text": LOG}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    yield direct
    direct.close()


def asked(direct: Direct, **argument: Json) -> Json:
    return direct.answer("workspace/executeCommand", {"command": "kibitz.inForm", "arguments": [argument]})


def test_grimoire_at_the_cursor_is_converted(direct: Direct) -> None:
    for line, dead in ((0, False), (1, False), (2, True), (3, True)):
        answer = asked(direct, uri=URI, to="townsquare", position={"line": line, "character": 0})
        if line:
            state = json.loads(answer["result"])
            assert [one["isDead"] for one in state["players"]] == [dead, False]
            assert [one["id"] for one in state["fabled"]] == ["sentinel"]
    last = json.loads(asked(direct, uri=URI, to="townsquare")["result"])
    assert last["players"][0]["isDead"]


def test_town_square_is_converted(direct: Direct) -> None:
    state = asked(direct, uri=URI, to="townsquare")["result"]
    back = asked(direct, text=state, language="botc", to="line")["result"]
    assert "[*Ann:imp* Bob:chef]" in back
    assert "# fabled: sentinel" in back


def test_preview_at_the_cursor_has_fences(direct: Direct) -> None:
    for line, dead in ((1, False), (2, True)):
        picture = asked(direct, uri=URI, to="picture", position={"line": line, "character": 1})["result"]
        assert picture.startswith("```\n┌─ Grimoire (2 players)")
        assert picture.endswith("┘\n```\n")
        assert ("*Ann*" in picture) is dead


def test_a_log_is_a_round(direct: Direct) -> None:
    log = '[{"buyer": "Ann", "suit": "Hearts", "seller": "Bob", "price": "7"}]'
    record = asked(direct, text=log, language="pfn", to="record")["result"]
    assert record.startswith("# Imported from")
    assert record.endswith("\n1<2 h@7\n")


@pytest.mark.parametrize(
    ("argument", "code", "reason"),
    [
        ({"text": "[]", "language": "pfn", "to": "record"}, -32803, "nothing that a program keeps"),
        ({"text": '{"buyer" "seller"', "language": "pfn", "to": "record"}, -32803, "not JSON"),
        ({"uri": URI, "to": "verse"}, -32602, "no form named `verse`"),
        ({"uri": URI, "to": "townsquare", "position": {"line": 0, "character": 0}}, -32803, "no grimoire"),
        ({"text": "[Ann:imp", "language": "botc", "to": "drawing"}, -32803, "BOT004"),
        ({"text": "x" * 1_000_001, "language": "botc", "to": "line"}, -32602, "takes a form"),
        ({"uri": "file:///other.botc", "to": "line"}, -32602, "takes a form"),
        ({"uri": [], "to": {}}, -32602, "takes a form"),
        ({"uri": URI, "to": "line", "position": {"line": 2**40, "character": 0}}, -32602, "whole numbers"),
        ({}, -32602, "takes a form"),
    ],
)
def test_impossible_conversions_are_reported(direct: Direct, argument: Json, code: int, reason: str) -> None:
    error = asked(direct, **argument)["error"]
    assert error["code"] == code
    assert reason in error["message"]
