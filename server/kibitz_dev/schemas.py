"""The settings as schemas, for the manifest of the VS Code extension."""

from __future__ import annotations

from typing import Any

from kibitz.core.setting import LAYOUT, Setting
from kibitz.project.settable import DISABLE, SEVERITIES, SEVERITY, all_settings

CODE = "^[A-Z]{3}[0-9]{3}$"
RARE = frozenset(
    {
        "bjn.empty", "bjn.unit", "format.pfn.alignEquals", "inlayHints.compactTotals", "inlayHints.count", "inlayHints.names",
        "inlayHints.teamLetter", "pfn.payout", "preview.shape", "preview.width", "qgn.games", "trace",
    }
)  # fmt: skip
"""Settings that VS Code does not list. They work there too, and `kibitz.toml` is the place for them."""


def settings_schemas() -> dict[str, Any]:
    """Return the schemas of the settings that VS Code lists."""
    listed = [setting for setting in all_settings() if setting.name not in RARE]
    found = {f"kibitz.{setting.name}": of_setting(setting) for setting in listed}
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


def of_setting(setting: Setting) -> dict[str, Any]:
    """Return a setting as a schema."""
    kind = {bool: "boolean", int: "integer", str: "string", tuple: "array"}[type(setting.default)]
    default: object = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    schema: dict[str, Any] = {"order": 2, "scope": "resource", "type": kind, "default": default}
    if setting.name == LAYOUT:
        seats = {"pattern": "^[0-9]{1,2}(,[0-9]{1,2}){3}$"}
        schema["anyOf"] = [{"enum": list(setting.choices)}, seats]
    elif setting.choices:
        schema["enum"] = list(setting.choices)
        pairs = zip(setting.choices, setting.meanings, strict=True)
        schema["enumDescriptions"] = [_sentence(meaning) for _, meaning in pairs]
    elif kind == "integer":
        schema["minimum"] = 0
    elif kind == "array":
        schema["items"] = {"type": "object"}
    return {**schema, "markdownDescription": _sentence(setting.help)}


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."
