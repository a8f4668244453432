"""The instructions of `editors/README.md` for other editors, as far as they work without a screen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from editors.readme import PAGE, block
from editors.tools import PATIENCE, ROOT, present, unpacked
from kibitz.languages import IDS
from lsp_client import RawClient, recorded

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TWICE = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.|1.1.^.9c._\n"
UNTIDY = "[  Alice:imp ]\n"
EDITORS = ROOT / "editors"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An own home, and `kibitz` on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "kibitz"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kibitz "$@"\n', "utf-8")
    program.chmod(0o755)
    return {**os.environ, "HOME": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}"}


def answers(command: list[str], environment: Mapping[str, str], client: str) -> set[str]:
    """Start a server like an editor, and return the codes of its findings in a hand."""
    program = shutil.which(command[0], path=environment["PATH"])
    assert program, command
    with RawClient((program, *command[1:])) as server:
        capabilities = server.initialize(recorded(client))["capabilities"]
        assert capabilities["documentFormattingProvider"]
        server.open(TWICE, "file:///a.bjn", "bjn")
        if "diagnosticProvider" in capabilities:
            found = server.request("textDocument/diagnostic", {"textDocument": {"uri": "file:///a.bjn"}})[
                "items"
            ]
        else:
            found = server.diagnostics(1)
    return {one["code"] for one in found}


def test_helix(tmp_path: Path, environment: dict[str, str]) -> None:
    subprocess.run(["sh", "-c", block("Helix", "sh")], env=environment, check=True)
    settings = tomllib.loads((tmp_path / ".config" / "helix" / "languages.toml").read_text("utf-8"))
    languages: list[dict[str, Any]] = settings["language"]
    assert [one["name"] for one in languages] == list(IDS)
    for one in languages:
        assert one["file-types"] == [one["name"]]
        assert one["language-servers"] == list(settings["language-server"])
        assert one["auto-format"]
    server = settings["language-server"]["kibitz"]
    assert "BJN210" in answers([server["command"], *server["args"]], environment, "helix-25.07.1")


def test_helix_says_that_all_is_well(environment: dict[str, str]) -> None:
    subprocess.run(["sh", "-c", block("Helix", "sh")], env=environment, check=True)
    program = unpacked("hx", "sid", "hx", "libc6", "libgcc-s1")
    for one in IDS:
        command = [str(program), "--health", one]
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert "✓" in next(line for line in said.splitlines() if "kibitz" in line)


def test_sublime_text(environment: dict[str, str]) -> None:
    (server,) = json.loads(block("Sublime Text", "json"))["clients"].values()
    assert server["enabled"]
    assert "BJN210" in answers(server["command"], environment, "emacs-28.2")
    assert server["selector"].split(" | ") == [f"source.{one}" for one in IDS]
    for one in IDS:
        lines = (EDITORS / "sublime" / f"{one}.sublime-syntax").read_text("utf-8").splitlines()
        assert {f"scope: source.{one}", f"file_extensions: [{one}]"} <= {*lines}
        # By default, Enter accepts the chosen item of a list, which is the first one.
        _, *settings = (EDITORS / "sublime" / f"{one}.sublime-settings").read_text("utf-8").splitlines()
        assert json.loads("".join(settings))["auto_complete_commit_on_tab"]


def test_jetbrains(environment: dict[str, str]) -> None:
    template = json.loads((EDITORS / "jetbrains" / "template.json").read_text("utf-8"))
    found = {one["languageId"]: one["fileType"]["patterns"] for one in template["fileTypeMappings"]}
    assert found == {one: [f"*.{one}"] for one in IDS}
    assert "BJN210" in answers(template["programArgs"]["default"].split(), environment, "emacs-30.1")


def test_zed() -> None:
    """Zed joins its files by the names of languages. `settings.json` has the colours of the server."""
    extension = tomllib.loads((EDITORS / "zed" / "extension.toml").read_text("utf-8"))
    server = extension["language_servers"]["kibitz"]
    for one in IDS:
        language = tomllib.loads((EDITORS / "zed" / "languages" / one / "config.toml").read_text("utf-8"))
        assert language["path_suffixes"] == [one]
        assert language["name"] in server["languages"]
        assert server["language_ids"][language["name"]] == one
        assert not any(pair["close"] or pair["newline"] for pair in language["brackets"])
    assert json.loads(block("Zed", "json")) == {"semantic_tokens": "full"}


def test_kate(tmp_path: Path, environment: dict[str, str]) -> None:
    subprocess.run(["sh", "-c", block("Kate", "sh")], env=environment, check=True)
    servers = json.loads((EDITORS / "kate" / "lspclient.json").read_text("utf-8"))["servers"]
    assert list(servers) == list(IDS)
    for one, server in servers.items():
        syntax = tmp_path / ".local/share/org.kde.syntax-highlighting/syntax" / f"{one}.xml"
        language = ElementTree.parse(syntax).getroot()  # noqa: S314 - our own file.
        assert language.attrib["extensions"] == f"*.{one}"
        assert re.fullmatch(server["highlightingModeRegex"], language.attrib["name"])
    assert "BJN210" in answers(servers["bjn"]["command"], environment, "emacs-28.2")


def ale() -> str:
    """Vim with ALE, installed if they are not there."""
    present(_has_ale, "vim-nox", "vim-ale")
    return shutil.which("vim") or ""


def _has_ale() -> bool:
    return shutil.which("vim") is not None and Path("/usr/share/vim-ale").is_dir()


def vim(folder: Path, file: str, work: str, environment: dict[str, str], own: str = "") -> list[str]:
    """Return the list `found` after some work on a file. `own` are earlier settings of the user."""
    setup = f"set nocompatible\n{own}packadd! ale\n{block('Vim', 'vim')}\nfiletype plugin on\nsyntax on\n"
    (folder / "vimrc").write_text(setup, "utf-8")
    script = f"let found = []\n{work}\ncall writefile(found, 'found')\nqall!\n"
    (folder / "work.vim").write_text(script, "utf-8")
    command = [ale(), "--not-a-term", "-T", "dumb", "-N", "-u", "vimrc", "-i", "NONE", "-S", "work.vim", file]
    subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return (folder / "found").read_text("utf-8").splitlines()


WAIT = """
let start = reltime()
while {} && reltimefloat(reltime(start)) < 20
  sleep 20m
endwhile
"""


def test_vim_shows_problems(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "a.bjn").write_text(TWICE, "utf-8")
    work = WAIT.format("empty(ale#engine#GetLoclist(bufnr()))") + (
        "let found = [&filetype, b:current_syntax] + map(ale#engine#GetLoclist(bufnr()), {_, one -> one.code .. ' ' .. one.text})"
    )
    found = vim(tmp_path, "a.bjn", work, environment)
    assert found[:2] == ["bjn", "bjn"]
    assert "BJN210 `as` is dealt twice: player 1 already has it" in found


def test_vim_formats_on_save(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "a.botc").write_text(UNTIDY, "utf-8")
    work = (
        "write\n"
        + WAIT.format("getline(1) =~# '  '")
        + WAIT.format("&modified")
        + "let found = getline(1, '$') + [string(g:ale_fixers), get(g:, 'ale_fix_on_save', 0)]"
    )
    found = vim(tmp_path, "a.botc", work, environment, "let g:ale_fixers = {'python': ['black']}\n")
    # The settings of the user for other files stay.
    assert found == ["[Alice:imp]", "{'python': ['black']}", "0"]
    assert (tmp_path / "a.botc").read_text("utf-8") == "[Alice:imp]\n"


def test_every_editor_lists_its_tests() -> None:
    sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(sections) >= 6
    assert [one.splitlines()[0] for one in sections if "\n*Tested:* " not in one] == []
