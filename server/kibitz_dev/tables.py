"""The tables of the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kibitz.cli.rules import markdown
from kibitz.core.language import Language
from kibitz.core.words import table
from kibitz.settings import DISABLE, SEVERITY, all_settings


def rules_table(language: Language[Any]) -> str:
    """The rules of a notation; each row can be linked to by its code."""
    return markdown(list(language.rules))


def settings_table() -> str:
    """All settings, by name."""
    rows = []
    for setting in all_settings():
        values = ", ".join(f"`{one}`" for one in setting.choices)
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        default = "[]" if default == () else default
        meaning = setting.help[0].upper() + setting.help[1:].rstrip(".") + (f": {values}" if values else "")
        rows.append([f"`{setting.name}`", f"`{default}`", meaning])
    rows.append([f"`{DISABLE}`", "`[]`", 'Codes of rules that are off: `["BJN110"]`'])
    severities = "Another class for a rule: `error`, `warning`, `information`, `hint`"
    rows.append([f"`{SEVERITY}CODE`", "", severities])
    return table(["Setting", "Default", "Meaning"], rows)


def vscode_settings_table(properties: Mapping[str, Mapping[str, Any]]) -> str:
    """The settings as VS Code has them, those of the extension alone included."""
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
