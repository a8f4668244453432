"""The manifest of the VS Code extension says the same as the server: settings, languages, colours, dependencies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
import tomli

from editors.tools import ROOT
from kibitz.core.language import Setting, token_modifiers
from kibitz.core.values import TokenType
from kibitz.core.words import table
from kibitz.languages import IDS, load
from kibitz.settings import DISABLE, LAYOUT, SEVERITIES, SEVERITY, all_settings

EXTENSION = ROOT / "editors" / "vscode"
MANIFEST = EXTENSION / "package.json"
README = EXTENSION / "README.md"
KNOWN_MODIFIERS = {"declaration", "deprecated", "modification", "readonly"}
"""The modifiers of our legend that VS Code knows by itself."""
KNOWN_TYPES = {
    "class", "comment", "enumMember", "function", "keyword", "number", "operator", "parameter", "property",
    "string", "type", "variable",
}  # fmt: skip
"""The types of tokens of our legend that VS Code knows by itself."""
CLIENT_ONLY = {"kibitz.interpreter"}


def manifest() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(MANIFEST.read_text("utf-8"))
    return value


def contributed() -> dict[str, Any]:
    value: dict[str, Any] = manifest()["contributes"]
    return value


def test_settings_are_those_of_the_server(request: pytest.FixtureRequest) -> None:
    """`pytest --update-cases` writes them anew."""
    now = manifest()
    properties = now["contributes"]["configuration"]["properties"]
    expected = {name: it for name, it in properties.items() if name in CLIENT_ONLY} | declared()
    if request.config.getoption("--update-cases"):
        now["contributes"]["configuration"]["properties"] = expected
        MANIFEST.write_text(json.dumps(now, indent=2, ensure_ascii=False) + "\n", "utf-8")
    else:
        assert properties == expected


def declared() -> dict[str, Any]:
    """What the manifest has to say of the settings that the server reads."""
    found = {f"kibitz.{setting.name}": of_setting(setting) for setting in all_settings()}
    found[f"kibitz.{DISABLE}"] = {
        "order": 1,
        "scope": "resource",
        "type": "array",
        "default": [],
        "items": {"type": "string", "pattern": CODE},
        "uniqueItems": True,
        "markdownDescription": 'The codes of rules that are off, such as `"BJN110"`.',
    }
    found[f"kibitz.{SEVERITY.rstrip('.')}"] = {
        "order": 1,
        "scope": "resource",
        "type": "object",
        "default": {},
        "propertyNames": {"pattern": CODE},
        "additionalProperties": {"type": "string", "enum": sorted(SEVERITIES)},
        "markdownDescription": "Another class for a rule, by its code.",
    }
    return found


CODE = "^[A-Z]{3}[0-9]{3}$"


def of_setting(setting: Setting) -> dict[str, Any]:
    """One setting as a schema."""
    kind = {bool: "boolean", int: "integer", str: "string", tuple: "array"}[type(setting.default)]
    default: object = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    schema: dict[str, Any] = {"order": 2, "scope": "resource", "type": kind, "default": default}
    if setting.name == LAYOUT:
        seats = {"pattern": "^[0-9]{1,2}(,[0-9]{1,2}){3}$"}
        schema["anyOf"] = [{"enum": list(setting.choices)}, seats]
    elif setting.choices:
        schema["enum"] = list(setting.choices)
    elif kind == "integer":
        schema["minimum"] = 0
    elif kind == "array":
        schema["items"] = {"type": "object"}
    sentence = setting.help[0].upper() + setting.help[1:].rstrip(".")
    return {**schema, "markdownDescription": f"{sentence}."}


def test_the_readme_has_the_settings(request: pytest.FixtureRequest) -> None:
    """`pytest --update-cases` writes the table anew."""
    text = README.read_text("utf-8")
    before, start, rest = text.partition("<!-- settings -->\n")
    old, end, after = rest.partition("<!-- end of settings -->\n")
    assert start
    assert end
    new = f"\n{settings_table()}\n\n"
    if request.config.getoption("--update-cases"):
        README.write_text("".join([before, start, new, end, after]), "utf-8")
    else:
        assert old == new


def settings_table() -> str:
    properties = contributed()["configuration"]["properties"]
    rows = []
    for name in sorted(properties, key=lambda one: (properties[one]["order"], one)):
        it = properties[name]
        choices: list[str] = it.get("enum") or next(
            (one["enum"] for one in it.get("anyOf", []) if "enum" in one), []
        )
        listed = ", ".join(f"`{one}`" for one in choices)
        meaning = it["markdownDescription"].rstrip(".") + (f": {listed}" if listed else "")
        rows.append([f"`{name}`", f"`{json.dumps(it['default'])}`", meaning])
    return table(["Setting", "Default", "Meaning"], rows)


def test_a_workspace_that_is_not_trusted_chooses_no_program() -> None:
    """VS Code does not even tell the extension what such a workspace says of these."""
    trust = manifest()["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    properties = contributed()["configuration"]["properties"]
    assert set(trust["restrictedConfigurations"]) == {one for one in properties if one in CLIENT_ONLY}
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
    declared = {one["id"] for one in contributed()["semanticstrs"]}
    assert set(token_modifiers(map(load, IDS))) == declared | KNOWN_MODIFIERS
    assert set(get_args(TokenType)) == KNOWN_TYPES
    (scopes,) = contributed()["semanticTokenScopes"]
    assert {selector.removeprefix("*.") for selector in scopes["scopes"]} == declared


def test_what_the_server_needs_is_carried() -> None:
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
