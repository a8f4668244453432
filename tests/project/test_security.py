"""Limits of the server, and of the effects of a record on its reader."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.languages import IDS, load
from lsp_client import RawClient, at, span, whole
from notations import notation
from test_lsp_protocol import REQUESTS

WATCHED = """
import os, sys
def watch(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        print("NETWORK", event, arguments, file=sys.stderr, flush=True)
    elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pty.spawn"):
        print("PROCESS", event, arguments, file=sys.stderr, flush=True)
    elif event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        print("WRITES", arguments[0], file=sys.stderr, flush=True)
    elif event in ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "shutil.rmtree"):
        print("WRITES", event, arguments, file=sys.stderr, flush=True)
sys.addaudithook(watch)
sys.dont_write_bytecode = True
from kibitz.lsp.main import main
sys.exit(main())
"""


def test_server_writes_to_its_cache_only(tmp_path: Path) -> None:
    """Python reports the actions of a process during a conversation with every request."""
    (tmp_path / "a.bjn").write_text("{1.52}|1.1..as.|1.1..as.|")
    (tmp_path / "kibitz.toml").write_text('[format.bjn]\nstyle = "compact"\n')
    with RawClient((sys.executable, "-c", WATCHED)) as client:
        client.initialize(
            {
                "capabilities": {},
                "workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "x"}],
                "processId": None,
            }
        )
        for number, language_id in enumerate(IDS):
            uri = (tmp_path / f"{number}.{language_id}").as_uri()
            client.open(next(records(language_id, 1)), uri, language_id)
            for method in REQUESTS:
                params = at(
                    0,
                    3,
                    uri,
                    range=span(0, 0, 2, 0),
                    context={},
                    options={},
                    ch="|",
                    positions=[],
                    newName="Zoe",
                )
                params["previousResultId"] = "1"
                client.send({"jsonrpc": "2.0", "id": method, "method": method, "params": params})
                client.answer(method)
        client.request("workspace/symbol", {"query": "a"})
        client.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})
        assert client.close() == 0
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b""


def test_that_watching_would_see_it() -> None:
    """The watchman reports a program that does everything forbidden."""
    bad = WATCHED.partition("from kibitz")[0] + (
        "import socket, subprocess, tempfile\n"
        "server = socket.socket(); server.bind(('127.0.0.1', 0))\n"
        "subprocess.run([sys.executable, '-c', ''])\n"
        "tempfile.NamedTemporaryFile('w').close()\n"
    )
    with RawClient((sys.executable, "-c", bad)) as client:
        assert client.process.stderr is not None
        said = client.process.stderr.read().decode()
    assert {"NETWORK", "PROCESS"} <= set(re.findall("^[A-Z]+", said, re.MULTILINE))


def test_tcp_is_local_by_default() -> None:
    from kibitz.cli.arguments import parser

    assert parser().parse_args(["lsp", "--tcp", "0"]).tcp[0] in ("127.0.0.1", "localhost")


CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)


@pytest.mark.parametrize("language_id", IDS)
def test_a_record_stays_text(language_id: str) -> None:
    """The Markdown in editors contains neither tags nor links from a record, at any offset."""
    text = notation(language_id).HOSTILE
    analysis = Analysis.of(load(language_id), text)
    shown: list[str] = []
    for offset in range(len(text) + 1):
        hover = analysis.language.hover(analysis, offset)
        shown += [hover.markdown] if hover else []
        shown += [one.documentation for one in analysis.language.complete(analysis, offset)]
        signature = analysis.language.signature(analysis, offset)
        shown += [one.documentation for one in (signature, *signature.parameters)] if signature else []
    assert shown
    for markdown in shown:
        outside = re.sub(r"\\.", "", CODE.sub("", markdown))
        assert "<" not in outside, markdown
        assert "](http" not in outside, markdown


ADDRESSED = [
    "[x](command:evil)",
    "https://evil.example",
    "www.evil.example",
    "a@evil.example",
    "$(zap)",
    "```",
    "<img/src=x>",
]


@pytest.mark.parametrize("name", ADDRESSED)
@pytest.mark.parametrize("language_id", IDS)
def test_a_name_shows_as_it_is_written(language_id: str, name: str) -> None:
    """No name of a player becomes a link, loads something or changes the layout."""
    analysis = Analysis.of(load(language_id), notation(language_id).NAMED.format(name))
    for offset in range(0, len(analysis.document) + 1, 2):
        hover = analysis.language.hover(analysis, offset)
        shown = [hover.markdown] if hover else []
        shown += [one.documentation for one in analysis.language.complete(analysis, offset)]
        signature = analysis.language.signature(analysis, offset)
        shown += [one.documentation for one in (signature, *signature.parameters)] if signature else []
        for markdown in shown:
            outside = re.sub(r"\\.", "", CODE.sub("", markdown))
            for bad in ("](", "https://evil", "www.evil", "a@evil", "$(", "```", "<img"):
                assert bad not in outside, markdown


def test_texts_of_a_script_are_escaped() -> None:
    """A script may come from a stranger, and its texts appear in hovers and completions."""
    own = {
        "id": "own",
        "name": "[x](https://evil)",
        "team": "minion",
        "ability": "<img src=x> [x](command:evil)",
    }
    text = f"# script: {json.dumps([own, {**own, 'id': 'free', 'name': 'free'}])}\n[Ann:x_https_evil Bob:imp Cid:]"
    analysis = Analysis.of(load("botc"), text)
    start = text.index("[Ann")
    hovers = [analysis.language.hover(analysis, at) for at in (5, start + 6, start)]
    shown = [one.markdown for one in hovers if one]
    shown += [one.documentation for one in analysis.language.complete(analysis, len(text) - 1)]
    assert len(hovers) == 3
    assert any("img" in one for one in shown[3:])
    for markdown in shown:
        outside = re.sub(r"\\.", "", CODE.sub("", markdown))
        assert all(bad not in outside for bad in ("](", "<img", "https://evil")), markdown


def test_a_message_has_no_links() -> None:
    """A click on a lens shows a message, in which editors make links."""
    with RawClient() as client:
        client.initialize()
        command = {"command": "kibitz.show", "arguments": ["`[x](command:evil)`", "[y](https://evil)"]}
        client.request("workspace/executeCommand", command)
        said = client.wait("window/showMessage")["message"]
        assert "evil" in said
        assert "](" not in said
        assert client.close() == 0


@pytest.mark.parametrize("language_id", IDS)
def test_preview_is_plain_text(language_id: str) -> None:
    """The preview is plain text: a tag in it is drawn as text, and clients show it as text."""
    analysis = Analysis.of(load(language_id), notation(language_id).HOSTILE)
    picture = analysis.language.preview(analysis, None, Preferences())
    assert "&lt;" not in picture.text
    assert all("\x1b" not in line for line in picture.text.split("\n"))


@pytest.mark.parametrize("language_id", IDS)
def test_control_characters_do_not_reach_previews(language_id: str) -> None:
    """Previews appear in a terminal."""
    text = next(records(language_id, 1))
    middle = len(text) // 2
    analysis = Analysis.of(load(language_id), text[:middle] + "\x1b[31m\x07" + text[middle:])
    for offset in (None, 0, middle, len(text)):
        picture = analysis.language.preview(analysis, offset, Preferences()).text
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", picture)


def test_server_writes_json_only() -> None:
    """The contents of a record are escaped in messages: no byte of them can end a message early."""
    with RawClient() as client:
        client.initialize()
        client.open("{1.52}|1.1..\x00\x1b\u2028😀\ud800.|", "file:///a.bjn", "bjn")
        found: Any = client.diagnostics(1)
        assert found
        assert json.dumps(found).isascii()
        client.request("textDocument/hover", whole("file:///a.bjn", position={"line": 0, "character": 12}))
        assert client.close() == 0
