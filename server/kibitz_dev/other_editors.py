"""Files for editors that need only the server and the suffixes: JetBrains, Kate, Sublime Text, Zed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz_dev.editors import Table

MADE = "Made by `python -m kibitz_dev`."
MARKERS = ["kibitz.toml", "pyproject.toml", ".git"]
"""Files that mark the folder for which a server is started."""
Make = Callable[[str], str]


def entries(root: Path, tables: Iterable[Table]) -> Iterator[tuple[Path, Make]]:
    """Yield the files, and the function that makes the text of each."""
    every = list(tables)
    yield root / "jetbrains" / "template.json", partial(_jetbrains, every)
    yield root / "kate" / "lspclient.json", partial(_kate, every)
    yield root / "zed" / "extension.toml", partial(_zed, every)
    for one in every:
        yield root / "kate" / f"{one.id}.xml", partial(_kate_syntax, one)
        yield root / "sublime" / f"{one.id}.sublime-syntax", partial(_sublime_syntax, one)
        yield root / "sublime" / f"{one.id}.sublime-settings", _sublime_settings
        yield root / "zed" / "languages" / one.id / "config.toml", partial(_zed_language, one)


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _jetbrains(tables: list[Table], _: str) -> str:
    """Return a template of LSP4IJ: a folder that its dialog imports."""
    return _json(
        {
            "id": "kibitz",
            "name": "kibitz",
            "programArgs": {"default": "kibitz lsp"},
            "fileTypeMappings": [
                {"fileType": {"name": one.names[0], "patterns": [f"*.{one.id}"]}, "languageId": one.id}
                for one in tables
            ],
        }
    )


def _kate(tables: list[Table], _: str) -> str:
    return _json(
        {
            "servers": {
                one.id: {
                    "command": ["kibitz", "lsp"],
                    "rootIndicationFileNames": MARKERS,
                    "highlightingModeRegex": f"^{one.names[0]}$",
                }
                for one in tables
            }
        }
    )


def _kate_syntax(one: Table, _: str) -> str:
    """Return a mode by which Kate finds the server. The server has the colours."""
    start, end = one.block_comment or ("", "")
    block = (
        f'      <comment name="multiLine" start="{escape(start)}" end="{escape(end)}"/>\n' if start else ""
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- {MADE} -->\n'
        f'<language name="{escape(one.names[0])}" section="Other" extensions="*.{one.id}" version="1" kateversion="5.0">\n'
        '  <highlighting>\n    <contexts>\n      <context name="Record" attribute="Text" lineEndContext="#stay"/>\n'
        '    </contexts>\n    <itemDatas>\n      <itemData name="Text" defStyleNum="dsNormal"/>\n    </itemDatas>\n'
        "  </highlighting>\n  <general>\n    <comments>\n"
        f'      <comment name="singleLine" start="{escape(one.comment)}"/>\n{block}'
        "    </comments>\n  </general>\n</language>\n"
    )


def _sublime_syntax(one: Table, _: str) -> str:
    """Return a syntax by which Sublime Text assigns files to servers. The server has the colours."""
    return (
        f"%YAML 1.2\n---\n# {MADE}\nname: {one.names[0]}\nfile_extensions: [{one.id}]\nscope: source.{one.id}\n"
        "contexts:\n  main: []\n"
    )


def _sublime_settings(_: str) -> str:
    """Return settings for plain typing: Enter accepts no item, and nothing is closed or indented automatically."""
    plain = {"auto_complete_commit_on_tab": True, "auto_indent": False, "auto_match_enabled": False}
    return f"// {MADE}\n{_json(plain)}"


def _zed(tables: list[Table], _: str) -> str:
    names = "".join(f"  {json.dumps(one.names[0])},\n" for one in tables)
    ids = "".join(f"{json.dumps(one.names[0])} = {json.dumps(one.id)}\n" for one in tables)
    return (
        f'# {MADE}\nid = "kibitz"\nname = "kibitz"\nversion = "0.1.0"\nschema_version = 1\nauthors = ["kibitz-lsp"]\n'
        'description = "Checks, formats and completes records of games"\n'
        'repository = "https://github.com/kibitz-lsp/kibitz"\n\n'
        f'[language_servers.kibitz]\nname = "kibitz"\nlanguages = [\n{names}]\n\n'
        f"[language_servers.kibitz.language_ids]\n{ids}"
    )


def _zed_language(one: Table, _: str) -> str:
    """Return a language without a grammar, which Zed allows. The server has the colours."""
    quoted = [*map(list, one.brackets), *([quote, quote] for quote in one.quotes)]
    pairs = "".join(
        f"  {{ start = {json.dumps(a)}, end = {json.dumps(b)}, close = false, newline = false }},\n"
        for a, b in quoted
    )
    block = ""
    if one.block_comment:
        start, end = map(json.dumps, one.block_comment)
        block = f'block_comment = {{ start = {start}, prefix = "", end = {end}, tab_size = 0 }}\n'
    return (
        f"# {MADE}\nname = {json.dumps(one.names[0])}\npath_suffixes = [{json.dumps(one.id)}]\n"
        f"line_comments = [{json.dumps(one.comment + ' ')}]\n{block}brackets = [\n{pairs}]\n"
    )
