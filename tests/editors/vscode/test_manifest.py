"""The manifest of the VS Code extension equals the server's settings, languages, colours and dependencies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
import tomli

from command import kibitz
from editors.tools import ROOT
from kibitz.core.answers import TokenType
from kibitz.core.language import token_modifiers
from kibitz.languages import IDS, load
from kibitz.lsp.diagnostics.pulling import OWNER
from kibitz.project.settable import all_settings
from kibitz_dev.schemas import RARE, settings_schemas

EXTENSION = ROOT / "editors" / "vscode"
MANIFEST = EXTENSION / "package.json"
KNOWN_MODIFIERS = {"declaration", "deprecated", "modification", "readonly"}
"""The modifiers of our legend that VS Code knows by itself."""
KNOWN_TYPES = {
    "class", "comment", "enumMember", "function", "keyword", "number", "operator", "parameter", "property",
    "string", "type", "variable",
}  # fmt: skip
"""The types of tokens of our legend that VS Code knows by itself."""
PROGRAMS = {"kibitz.importStrategy", "kibitz.interpreter", "kibitz.path"}
"""Settings that a workspace may not set unless it is trusted."""
CLIENT_ONLY = PROGRAMS


def manifest() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(MANIFEST.read_text("utf-8"))
    return value


def contributed() -> dict[str, Any]:
    value: dict[str, Any] = manifest()["contributes"]
    return value


def test_settings_are_those_of_the_server() -> None:
    """`python -m kibitz_dev` writes them."""
    properties = contributed()["configuration"]["properties"]
    assert {name: it for name, it in properties.items() if name not in CLIENT_ONLY} == settings_schemas()
    assert set(properties) >= CLIENT_ONLY
    assert len(properties) <= 20
    assert {setting.name for setting in all_settings()} >= RARE


def test_untrusted_workspace_sets_no_program() -> None:
    """VS Code does not even pass such settings of the workspace to the extension."""
    trust = manifest()["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    properties = contributed()["configuration"]["properties"]
    assert set(trust["restrictedConfigurations"]) == {one for one in properties if one in PROGRAMS}
    assert all(properties[one]["scope"] == "resource" for one in properties if one not in CLIENT_ONLY)


def test_every_notation_is_contributed() -> None:
    contributes = contributed()
    assert [one["id"] for one in contributes["languages"]] == list(IDS)
    assert [one["language"] for one in contributes["grammars"]] == list(IDS)
    assert [one["language"] for one in contributes["snippets"]] == list(IDS)
    for one in contributes["languages"]:
        assert one["extensions"] == [f".{one['id']}"]
        for path in (one["configuration"], *one["icon"].values()):
            assert (EXTENSION / path).is_file()
        assert f"[{one['id']}]" in contributes["configurationDefaults"]
    records = (EXTENSION / "src" / "records.ts").read_text("utf-8")
    assert f"LANGUAGES = {json.dumps(list(IDS))}" in records


def test_the_colours_of_the_legend_are_known() -> None:
    declared = {one["id"] for one in contributed()["semanticTokenModifiers"]}
    assert set(token_modifiers(map(load, IDS))) == declared | KNOWN_MODIFIERS
    assert set(get_args(TokenType)) == KNOWN_TYPES
    (scopes,) = contributed()["semanticTokenScopes"]
    assert {selector.removeprefix("*.") for selector in scopes["scopes"]} == declared


def test_problem_matcher_reads_the_check(tmp_path: Path) -> None:
    (matcher,) = contributed()["problemMatchers"]
    pattern = matcher["pattern"]
    (tmp_path / "hand.bjn").write_text("{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.\n")
    lines = kibitz("check", tmp_path).text.splitlines()
    (found,) = [one for line in lines if (one := re.search(pattern["regexp"], line))]
    assert {name: found[number] for name, number in pattern.items() if name != "regexp"} == {
        "file": str(tmp_path / "hand.bjn"),
        "line": "1",
        "column": "30",
        "severity": "error",
        "message": "`as` is dealt twice: player 1 already has it",
        "code": "BJN210",
    }


def test_problems_of_the_task_replace_diagnostics() -> None:
    """VS Code's own matcher for TypeScript does the same. Otherwise each finding is there twice."""
    (matcher,) = contributed()["problemMatchers"]
    assert (matcher["owner"], matcher["applyTo"]) == (OWNER, "closedDocuments")


def test_extension_contains_the_server() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.split("[<>=]", one)[0] for one in project["dependencies"]}
    carried = (EXTENSION / "requirements.txt").read_text("utf-8")
    names = re.findall(r"^([a-z-]+)==[0-9.]+ --hash=sha256:[0-9a-f]{64}$", carried, re.MULTILINE)
    assert needed <= set(names)
    assert len(names) == carried.count("==")


@pytest.mark.parametrize(
    "path", [EXTENSION / "package-lock.json", EXTENSION / "package.json"], ids=lambda path: path.name
)
def test_no_registry_is_named(path: Path) -> None:
    assert '"resolved"' not in path.read_text("utf-8")


def test_the_icons_of_commands_and_walkthrough_are_there() -> None:
    paths = re.findall(r'"((?:images|walkthrough)/[^"]+)"', MANIFEST.read_text("utf-8"))
    assert paths
    for path in paths:
        assert (EXTENSION / path).is_file(), path
