"""The command line and the server report the same, for the inputs of all cases and for all records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from case import read
from command import kibitz
from folders import CASES, RECORDS
from kibitz.core.document import Document
from kibitz.core.formatting import apply
from kibitz.core.text import Position
from kibitz.core.values import Edit
from kibitz.languages import IDS, load
from lsp_client import RawClient, whole

Json = Any
SHARE = 1 if os.environ.get("KIBITZ_PROFILE") == "long" else 20
"""Every Nth record is compared."""
LIMIT = 500
"""Problems of one document that an editor shows."""


@pytest.fixture
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> list[Path]:
    """The inputs of one language as files."""
    language_id: str = request.param
    texts = [path.read_bytes().decode("utf-8") for path in sorted(RECORDS.glob(f"*.{language_id}"))]
    # The data of other programs have more errors than an editor shows.
    paths = [path for path in CASES.glob(f"{language_id}/*/*.case") if path.parent.name != "imported"]
    texts += [read(path).text for path in sorted(paths)]
    paths = []
    for number, text in enumerate([*dict.fromkeys(texts)][::SHARE]):
        paths.append(tmp_path / f"{number:04}.{language_id}")
        # Editors also remove a byte order mark, which belongs to the file and not to the text.
        paths[-1].write_bytes(text.removeprefix("\ufeff").encode("utf-8"))
    return paths


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[RawClient]:
    """Start a server with the folder of the records open. It reads no files outside."""
    with RawClient() as client:
        capabilities = {
            "general": {"positionEncodings": ["utf-32"]},
            "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
        }
        folders = [{"uri": tmp_path.as_uri(), "name": "records"}]
        client.initialize({"capabilities": capabilities, "workspaceFolders": folders})
        yield client
        assert client.close() == 0


@pytest.mark.parametrize("corpus", IDS, indirect=True)
def test_both_say_the_same(corpus: list[Path], editor: RawClient) -> None:
    assert corpus
    checked: dict[str, list[Json]] = {path.as_uri(): [] for path in corpus}
    for row in json.loads(kibitz("check", "--format", "json", *corpus).text):
        # Fixes are code actions there, see test_cli_fix.py.
        del row["fixes"]
        checked[Path(row["file"]).as_uri()].append(row)
    for path in corpus:
        uri, text = path.as_uri(), path.read_bytes().decode("utf-8")
        editor.open(text, uri, path.suffix[1:])
        said = [_row(one, path) for one in editor.diagnostics(1)]
        # An empty record is new in an editor, and a mistake on the command line.
        assert said[:LIMIT] == (checked[uri][:LIMIT] if text.strip() else [])
        edits = editor.request(
            "textDocument/formatting", whole(uri, options={"tabSize": 4, "insertSpaces": True})
        )
        formatted = kibitz("format", "-", "--language", path.suffix[1:], stdin=text.encode("utf-8"))
        assert applied(path, text, edits or []) == formatted.data.decode("utf-8")
        picture = editor.request("kibitz/preview", whole(uri))["text"]
        assert kibitz("preview", path).text.rstrip("\n") == picture.rstrip("\n")
        editor.notify("textDocument/didClose", whole(uri))
        editor.heard.clear()


def _row(one: Json, path: Path) -> Json:
    """A diagnostic of the protocol as a row of `kibitz check --format json`."""
    related = one.get("relatedInformation") or ()
    return {
        **_place(one["range"], path),
        "severity": ("error", "warning", "information", "hint")[one["severity"] - 1],
        "code": one["code"],
        "message": one["message"],
        "related": [
            {**_place(other["location"]["range"], path), "message": other["message"]} for other in related
        ],
    }


def _place(span: Json, path: Path) -> Json:
    return {
        "file": str(path),
        "line": span["start"]["line"] + 1,
        "column": span["start"]["character"] + 1,
        "endLine": span["end"]["line"] + 1,
        "endColumn": span["end"]["character"] + 1,
    }


def applied(path: Path, text: str, edits: list[Json]) -> str:
    document = Document.open(load(path.suffix[1:]), text)

    def offset(position: Json) -> int:
        return document.offset_at(Position(position["line"], position["character"]), "utf-32")

    ranges = [(one["range"], one["newText"]) for one in edits]
    return apply(text, [Edit(offset(span["start"]), offset(span["end"]), new) for span, new in ranges])
