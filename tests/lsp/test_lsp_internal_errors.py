"""Internal errors in the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kibitz.core.internal_errors import collect_errors
from kibitz.languages import IDS, load
from lsp_client import Json
from lsp_direct import Direct
from raising import (
    ABOUT_CHUNKS,
    HOOKS,
    features,
    features_raising,
    found_in,
    raising,
    records,
    targets,
)
from test_lsp_protocol import REQUESTS

pytestmark = pytest.mark.usefixtures("contained")
URI = "file:///a.record"


# The server


@pytest.fixture
def direct() -> Iterator[Direct]:
    direct = Direct()
    direct.request(
        "initialize", {"capabilities": {}, "initializationOptions": {"diagnostics": {"whileTyping": "all"}}}
    )
    yield direct
    direct.close()


def opened(direct: Direct, language_id: str, text: str) -> list[Json]:
    item = {"uri": URI, "languageId": language_id, "version": 1, "text": text}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    return published(direct)


def published(direct: Direct) -> list[Json]:
    """The latest that is known to be wrong, once all is known."""
    direct.answer("textDocument/hover", _place(0))
    told = [one["params"] for one in direct.sent if one["method"] == "textDocument/publishDiagnostics"]
    found: list[Json] = told[-1]["diagnostics"]
    return found


def _place(line: int) -> Json:
    return {"textDocument": {"uri": URI}, "position": {"line": line, "character": 0}}


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_server_reports_internal_errors(direct: Direct, language_id: str, hook: str) -> None:
    text = records(language_id)[0]
    _, target = targets(language_id, text)[1]
    with collect_errors(), raising(language_id, hook, target):
        found = found_in(language_id, text)
        told = opened(direct, language_id, text)
        assert [one["code"] for one in told] == [one.rule.code for one in found]
        if hook in ABOUT_CHUNKS and target.strip():
            place = {"line": 10**6, "character": 0}
            change = {"range": {"start": {"line": 0, "character": 0}, "end": place}, "text": "\n"}
            document = {"uri": URI, "version": 2}
            direct.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
            assert "KIB003" not in [one["code"] for one in published(direct)]


@pytest.mark.parametrize("language_id", IDS)
def test_every_question_is_answered(
    direct: Direct, language_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = records(language_id)[0]
    sound = opened(direct, language_id, text)
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    names = features(load(language_id))
    with features_raising(language_id, *names):
        for _ in range(2):
            for method in REQUESTS:
                params = {
                    **_place(1), "range": everywhere, "options": {"tabSize": 4, "insertSpaces": True}, "ch": "\n",
                    "context": {"diagnostics": [], "triggerKind": 1, "includeDeclaration": True}, "newName": "x",
                    "positions": [{"line": 0, "character": 0}], "previousResultId": "",
                }  # fmt: skip
                answer = direct.answer(method, params)
                assert "error" not in answer or answer["error"]["code"] == -32803, (method, answer)
    said = [one for one in direct.sent if one["method"] == "window/logMessage"]
    assert len({one["params"]["message"] for one in said}) == len(said) > 0
    assert not [one for one in direct.sent if one["method"] == "window/showMessage"]
    assert "KeyError: 'a fault'" in caplog.text
    assert published(direct) == sound
