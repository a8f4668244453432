"""Previews of the server, in every form and step by step, and long texts of lenses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from threading import current_thread
from urllib.parse import quote, urlsplit

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.preview import page
from kibitz.core.setting import Preferences
from kibitz.core.svg import svg
from kibitz.languages import IDS, load
from kibitz.lsp.features import pictures, stage
from kibitz.project.settings import wanted
from lsp_client import RawClient
from lsp_direct import Direct
from notations import notation

LOG = "[Ann:imp Bob:chef]\n[*Ann:imp* Bob:chef]\n[*Ann:imp* *Bob:chef*]\n"
URI = "file:///log.botc"
CONTENT = {"workspace": {"textDocumentContent": {}}, "window": {"showDocument": {"support": True}}}


@pytest.fixture
def direct() -> Iterator[Direct]:
    direct = Direct()
    direct.request("initialize", {"capabilities": {}})
    yield direct
    direct.close()


def opened(direct: Direct, text: str, uri: str) -> None:
    item = {"uri": uri, "languageId": "", "version": 1, "text": text}
    direct.notify("textDocument/didOpen", {"textDocument": item})


@pytest.mark.parametrize("language_id", IDS)
def test_forms(language_id: str, direct: Direct) -> None:
    text = notation(language_id).record(random.Random(2))
    language = load(language_id)
    analysis = Analysis.of(language, text)
    uri = f"file:///x.{language_id}"
    opened(direct, text, uri)
    whole = {"textDocument": {"uri": uri}}
    scene = language.scene(analysis, None, Preferences())
    for theme in ("light", "dark", "auto"):
        answer = direct.request("kibitz/preview", {**whole, "format": "svg", "theme": theme})
        assert answer["svg"] == svg(scene, theme)
        assert len(answer["spans"]) == answer["svg"].count("data-span=") > 0
    text_picture = language.preview(analysis, None, Preferences()).text
    answer = direct.request("kibitz/preview", {**whole, "format": "html"})
    assert answer["html"] == page(scene, text_picture, f"x.{language_id}")
    assert "<script" in direct.request("kibitz/preview", {**whole, "format": "replay"})["html"]


def test_reported_findings_are_marked(direct: Direct) -> None:
    """Not while it is being written: `em` will be an empath."""
    opened(direct, "[Bob:imp Al:e", URI)
    whole = {"textDocument": {"uri": URI}}
    end = {"line": 0, "character": 13}
    change = {"range": {"start": end, "end": end}, "text": "m"}
    document = {"uri": URI, "version": 2}
    direct.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    assert "is-wrong" not in direct.request("kibitz/preview", {**whole, "format": "svg"})["svg"]
    direct.notify("textDocument/didSave", whole)
    assert "is-wrong" in direct.request("kibitz/preview", {**whole, "format": "svg"})["svg"]


def test_page_of_all_steps_blocks_no_key(direct: Direct, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second for a game of Carcassonne that is written in 2,000 characters."""
    opened(direct, LOG, URI)
    monkeypatch.setattr(pictures, "replay", lambda *_: current_thread().name)
    answer = direct.request("kibitz/preview", {"textDocument": {"uri": URI}, "format": "replay"})
    assert answer["html"] == "worker"


def test_layouts(direct: Direct) -> None:
    opened(direct, LOG, URI)
    found = set()
    for layout in ("circle", "tower", "horizontal"):
        asked = {"textDocument": {"uri": URI}, "format": "svg", "layout": layout}
        answer = direct.request("kibitz/preview", asked)["svg"]
        analysis = Analysis.of(load("botc"), LOG)
        preferences = Preferences(wanted(layout, None, None))
        assert answer == svg(load("botc").scene(analysis, None, preferences))
        found.add(answer)
    assert len(found) >= 2


def test_steps(direct: Direct) -> None:
    opened(direct, LOG, URI)
    line: int | None = 0
    seen = []
    for step in ("next", "next", "next", "previous", "first", "last"):
        asked = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 4}, "step": step}
        answer = direct.request("kibitz/preview", asked)
        line = answer["position"]["line"]
        seen.append(line)
    assert seen == [1, 2, 2, 1, 0, 2]


def test_the_steps_as_a_line_to_go_along(direct: Direct) -> None:
    opened(direct, LOG, URI)
    line = direct.request("kibitz/preview", {"textDocument": {"uri": URI}, "timeline": True})["timeline"]
    assert [one["range"]["start"]["line"] for one in line] == [0, 1, 2]
    assert line[0]["text"] == "[Ann:imp Bob:chef]"
    assert any("Ann" in said for one in line for said in one["told"])


def test_timeline_shows_totals_and_findings(direct: Direct) -> None:
    """The notation has no story, so the outline gives the chapters."""
    text = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..9h.\n{1.52}|1.1..2s.|0.1...?\n"
    opened(direct, text, "file:///x.bjn")
    asked = {"textDocument": {"uri": "file:///x.bjn"}, "timeline": True}
    line = direct.request("kibitz/preview", asked)["timeline"]
    assert [one["chapter"] for one in line] == ["Hand 1"] * 5 + ["Hand 2"] * 3
    wrong = {one["text"]: (one["worst"], one["wrong"]) for one in line if one["wrong"]}
    assert wrong == {"1.1..as.": ("error", ["`as` is dealt twice: player 1 already has it"])}
    assert [one["worst"] for one in line].index("error") == 3
    assert line[3]["told"] == ["soft 12"]


def test_very_long_record_has_no_timeline(direct: Direct, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "TOLD", 2)
    opened(direct, LOG, URI)
    assert (
        direct.request("kibitz/preview", {"textDocument": {"uri": URI}, "timeline": True})["timeline"] == []
    )


@pytest.mark.parametrize("language_id", IDS)
def test_moves_in_a_preview(language_id: str, direct: Direct) -> None:
    """Each move has a unique key, and has edits or leads to others."""
    uri = f"file:///x.{language_id}"
    opened(direct, notation(language_id).record(random.Random(2)), uri)
    asked = {"textDocument": {"uri": uri}, "format": "svg"}
    assert "plays" not in direct.request("kibitz/preview", asked)
    plays = direct.request("kibitz/preview", {**asked, "taken": []})["plays"]
    assert len({one["key"] for one in plays}) == len(plays)
    for one in plays:
        assert one.get("edits") or direct.request("kibitz/preview", {**asked, "taken": [one["key"]]})["plays"]


MISTAKEN: list[tuple[dict[str, object], str]] = [
    ({"format": "gif"}, "format must be one of text, svg, html, replay, not 'gif'"),
    ({"format": "svg", "theme": "pink"}, "theme must be one of"),
    ({"theme": []}, "`theme` must be a text, not []"),
    ({"step": "up"}, "step must be one of"),
    ({"step": 5}, "`step` must be a text, not 5"),
    ({"width": "wide"}, "`width` must be a whole number, not 'wide'"),
    ({"width": -1}, "`preview.width` must be a whole number from 0 to"),
    ({"layout": "heap"}, "`preview.layout` must be one of"),
    ({"view": "x"}, "`preview.view` must be one of"),
    ({"position": 5}, "`position`: this is of the wrong type"),
    ({"position": {"line": 0}}, "`character` is missing"),
    ({"textDocument": {"uri": 5}}, "`uri` must be a text, not 5"),
]


@pytest.mark.parametrize(("asked", "reason"), MISTAKEN, ids=[str(one) for one, _ in MISTAKEN])
def test_unknown_forms_are_refused(asked: dict[str, object], reason: str, direct: Direct) -> None:
    opened(direct, LOG, URI)
    error = direct.answer("kibitz/preview", {"textDocument": {"uri": URI}, **asked})["error"]
    assert error["code"] == -32602
    assert reason in error["message"]


PLACES: list[object] = [5, [], {}, {"line": 2**40, "character": 0}, {"line": -1, "character": "x"}]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "the URI of an open record"),
        ([5], "the URI of an open record"),
        (["file:///other.botc"], "the URI of an open record"),
        *[([URI, place], "a position has a `line` and a `character`") for place in PLACES],
    ],
)
def test_arguments_of_the_command_that_are_none(arguments: list[object], reason: str, direct: Direct) -> None:
    opened(direct, LOG, URI)
    asked = {"command": "kibitz.go", "arguments": arguments}
    error = direct.answer("workspace/executeCommand", asked)["error"]
    assert error["code"] == -32602
    assert reason in error["message"]


@pytest.mark.parametrize(
    "uri", ["file:///\ud800.botc", "untitled:\udfff", "file:///%ED%A0%80.botc", "\ud800"]
)
def test_preview_of_an_impossible_name(uri: str) -> None:
    with RawClient() as client:
        client.initialize()
        client.open(LOG, uri, "botc")
        for form in ("html", "replay"):
            asked = {"textDocument": {"uri": uri}, "format": form}
            assert "Ann" in client.request("kibitz/preview", asked)["html"]
        assert client.close() == 0
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b""


def test_long_lens_text_is_a_document() -> None:
    """It is folded in all cases. A single line is a message, and so is everything for other clients."""
    said = "Night + day & more = 100 %\n1. " + "word " * 30 + "\n\n   0 1\n 0 . ."
    long = {"command": "kibitz.show", "arguments": [said, "Who wakes / ?"]}
    with RawClient() as client:
        provided = client.initialize({"capabilities": CONTENT})["capabilities"]
        assert provided["workspace"]["textDocumentContent"] == {"schemes": ["kibitz"]}
        client.request("workspace/executeCommand", long)
        address = client.wait("window/showDocument")["uri"]
        assert urlsplit(address).path == "/Who%20wakes%20%2F%20%3F.txt"
        head, query = address.split("?")
        for one in (address, f"{head}?{quote(query, safe='')}"):
            text = client.request("workspace/textDocumentContent", {"uri": one})["text"]
            assert text.split() == said.split()
            first, number, hanging, *_ = lines = text.splitlines()
            assert (first, number[:8], hanging[:8]) == ("Night + day & more = 100 %", "1. word ", "   word ")
            assert lines[-3:] == ["", "   0 1", " 0 . ."]
            assert max(map(len, lines)) <= 48
        for other in ("kibitz:/x?abc", "file:///y?x", "kibitz://[?_w=="):
            assert client.error("workspace/textDocumentContent", {"uri": other}) == -32803
        client.request(
            "workspace/executeCommand", {"command": "kibitz.show", "arguments": ["one line", "title"]}
        )
        assert client.wait("window/showMessage")["message"] == "one line"
        assert (
            client.error("workspace/executeCommand", {"command": "kibitz.show", "arguments": [1]}) == -32803
        )
    with RawClient() as client:
        client.initialize()
        client.request("workspace/executeCommand", long)
        assert client.wait("window/showMessage")["message"] == said


def test_clients_without_documents_get_none() -> None:
    with RawClient() as client:
        assert "textDocumentContent" not in client.initialize()["capabilities"].get("workspace", {})


@pytest.mark.parametrize(
    ("character", "word"), [(1, "Ann"), (4, "Ann"), (5, "imp"), (13, "chef"), (17, "chef"), (23, "chef"), (24, None)]
)  # fmt: skip
def test_item_at_a_place(direct: Direct, character: int, word: str | None) -> None:
    """The smallest item at the cursor, or else the closest one on its line."""
    text = "[Ann:imp Bob:chef]         #\n# note\n"
    opened(direct, text, URI)
    whole = {"textDocument": {"uri": URI}}
    asked = {**whole, "position": {"line": 0, "character": character}}
    for form in ("text", "svg"):
        answer = direct.request("kibitz/preview", {**asked, "format": form})
        places = [answer["spans"][number]["range"] for number in answer["here"]]
        words = {text[one["start"]["character"] : one["end"]["character"]] for one in places}
        assert words == ({word} if word else set())
    below = {**whole, "position": {"line": 1, "character": 0}}
    assert direct.request("kibitz/preview", below)["here"] == []
    assert direct.request("kibitz/preview", whole)["here"] == []


def test_items_have_kinds(direct: Direct) -> None:
    """The kinds are those of semantic tokens, so that a client need not look them up. The seat number of a dead player is not struck through."""
    opened(direct, "[Ann:imp *Bob:chef*]\n", URI)
    answer = direct.request("kibitz/preview", {"textDocument": {"uri": URI}})
    lines = answer["text"].split("\n")
    looks = {
        lines[one["line"]][one["start"] : one["end"]]: one["modifiers"]
        for one in answer["spans"]
        if "modifiers" in one
    }
    assert looks == {"imp": ["demon"], "*Bob*": ["deprecated"], "chef": ["townsfolk"]}
    # The preview of a huge record has no colours, but is quick.
    long = "{1.52}|1.1..8s." + "|1.1.^.2c." * 2000
    opened(direct, long, "file:///long.bjn")
    spans = direct.request("kibitz/preview", {"textDocument": {"uri": "file:///long.bjn"}})["spans"]
    assert spans
    assert not any("modifiers" in one for one in spans)


def test_simultaneous_previews_each_get_their_answer() -> None:
    with RawClient() as client:
        client.initialize()
        client.open(LOG + "# comment\n" * 200, URI, "botc")
        asked = [
            {"textDocument": {"uri": URI}, "position": {"line": line, "character": 1}} for line in (0, 1)
        ]
        messages = ({"id": at, "method": "kibitz/preview", "params": one} for at, one in enumerate(asked, 7))
        client.send_all(*messages)
        first, second = (client.answer(at)["result"]["text"] for at in (7, 8))
        assert first != second
