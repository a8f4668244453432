"""The tables of the pages."""

from __future__ import annotations

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
