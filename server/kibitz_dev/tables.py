"""The generated tables of pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.cli.arguments import COMMANDS
from kibitz.cli.rules import markdown
from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.rows import KINDS, Column, columns
from kibitz.core.rules import general
from kibitz.core.setting import Preferences, Setting
from kibitz.core.svg import svg
from kibitz.core.values import Rule
from kibitz.core.words import table
from kibitz.languages import IDS, load
from kibitz.project.examples import breaks, corrected_example, example_message
from kibitz.project.settable import DISABLE, EXCLUDE, PER_FILE, SEVERITY, all_settings


def commands_table(*, common: bool = False) -> str:
    """Return the table of all commands, or of the common ones."""
    rows = [
        [f"`kibitz {one.usage}`".replace("|", r"\|"), one.purpose[0].upper() + one.purpose[1:]]
        for one in COMMANDS
        if one.common or not common
    ]
    return table(["Command", "Purpose"], rows)


def rules_table(language: Language[Any]) -> str:
    """Return the rules of a notation."""
    return markdown(list(language.rules))


def rule_page(rule: Rule, present: str) -> str:
    """Return the page of a rule: its message, reason, example and corrected example.

    The search for a correction takes long, so the one in the present page stays while it belongs to the example and removes the finding.
    Delete the page to search again.
    """
    example = f"## Example\n\n{_fenced(rule.example, rule.language)}"
    kept = re.search(rf"{re.escape(example)}\n\n## After a fix\n\n(`+)\w+\n(.*?)\n\1\n", present, re.DOTALL)
    corrected = kept[2].replace("␍", "\r") if kept else None
    if corrected is None or breaks(corrected, rule):
        corrected = corrected_example(rule)
    language = load(rule.language) if rule.language in IDS else None
    notation = f"[{language.name}](../../../grammars/{language.id}.md)" if language else "all notations"
    parts = [
        f"# {rule.code}: {rule.slug}",
        f"Severity: {rule.severity.name.lower()}. Notation: {notation}.",
        f"> {' '.join(example_message(rule).split())}",
        rule.why.strip(),
        example,
        *([] if corrected is None else [f"## After a fix\n\n{_fenced(corrected, rule.language)}"]),
        "[Other rules](README.md) · [Suppress a finding](../commands.md#ignore-comments)",
    ]
    return "\n\n".join(parts) + "\n"


def _fenced(record: str, language: str) -> str:
    record = record.replace("\r", "␍")
    fence = "`" * (3 + ("```" in record))
    return f"{fence}{language if language in IDS else 'text'}\n{record.strip(chr(10))}\n{fence}"


def rules_index() -> str:
    """Return the page with a table of all rules."""
    parts = [f"## {load(one).name}\n\n{rules_table(load(one))}" for one in IDS]
    return "\n\n".join(["# Rules", *parts, f"## All notations\n\n{general_rules_table()}"]) + "\n"


def general_rules_table() -> str:
    """Return the rules without a notation."""
    return markdown(list(general()))


def settings_table() -> str:
    """Return all settings, by name."""
    severities = "Another class for a rule: `error`, `warning`, `information`, `hint`"
    return _settings(
        all_settings(),
        [
            f"`{EXCLUDE}`",
            "`[]`",
            "What of folders does not count, as in a `.gitignore`; only in the settings file",
        ],
        [f"`{DISABLE}`", "`[]`", 'Codes of rules that are off: `["BJN110"]`'],
        [
            f'`{PER_FILE}"PATTERN"`',
            "",
            'Codes, or their beginnings, of rules that are off in some files: `"old/" = ["BJN3"]`; only in the settings file',
        ],
        [f"`{SEVERITY}CODE`", "", severities],
    )


def settings_of(language: Language[Any]) -> str:
    """Return the settings of a notation."""
    return _settings(sorted(language.settings))


def picture(language: Language[Any], page: str) -> str:
    """Return the preview of the example of a page, as SVG and as text."""
    text = language.preview(_example(language, page), None, Preferences()).text
    return f"![The example, drawn](images/{language.id}.svg)\n\n```\n{text.rstrip()}\n```"


def drawing(language: Language[Any], page: str) -> str:
    """Return the same as SVG, in the theme of the reader."""
    return svg(language.scene(_example(language, page), None, Preferences()))


def _example(language: Language[Any], page: str) -> Analysis:
    """Return the example of a page: the first block with the id of the notation."""
    return Analysis.of(language, page.partition(f"```{language.id}\n")[2].partition("```")[0])


def columns_table() -> str:
    """Return the columns of the rows of all notations. Their common columns come first."""
    every = {(one, kind): rows for one in IDS for kind in KINDS if (rows := load(one).rows(kind)) is not None}
    parts = []
    for kind in KINDS:
        kinds = [rows for (_, its), rows in every.items() if its == kind]
        own = len(kinds[0].columns)
        parts.append(f"### All: {kind}\n\n{_columns(columns(kind, kinds[0])[:-own])}")
    parts += [
        f"### {load(one).name}: {kind}\n\n{_columns(rows.columns)}" for (one, kind), rows in every.items()
    ]
    return "\n\n".join(parts)


def _columns(some: Iterable[Column]) -> str:
    return table(["Column", "Type", "Meaning"], [[f"`{one.name}`", one.type, one.help] for one in some])


def _settings(settings: Iterable[Setting], *more: list[str]) -> str:
    rows = []
    for setting in settings:
        values = ", ".join(f"`{one}`" for one in setting.choices)
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        default = "[]" if default == () else default
        meaning = setting.help[0].upper() + setting.help[1:].rstrip(".") + (f": {values}" if values else "")
        rows.append([f"`{setting.name}`", f"`{default}`", meaning])
    rows += more
    return table(["Setting", "Default", "Meaning"], rows)


def vscode_settings_table(properties: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the settings of VS Code, including those of the extension."""
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
