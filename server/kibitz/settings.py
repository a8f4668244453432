"""Settings: read from `kibitz.toml` or `[tool.kibitz]` in `pyproject.toml`, or given by an editor.

The command line and the server share this module, so a record is judged the same in both. The names are those of
README.md; tables and dotted keys are the same thing: `[format.bjn] style = "keep"` is `format.bjn.style = "keep"`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

import tomli

from kibitz.core.language import Setting
from kibitz.core.values import Diagnostic, Preferences, Severity
from kibitz.files import UnreadableError, contents
from kibitz.languages import IDS, load

FILE = "kibitz.toml"
PROJECT_FILE = "pyproject.toml"
DISABLE = "diagnostics.disable"
SEVERITY = "diagnostics.severity."
LAYOUT = "preview.layout"
WIDTH = "preview.width"
SEATS = re.compile(r"[0-9]{1,2}(,[0-9]{1,2}){3}")
"""A layout may also be said by the seats at each side."""
SEVERITIES = {severity.name.lower(): severity for severity in Severity}

GENERAL = (
    Setting(
        "trace",
        "off",
        "what the server tells an editor of their conversation",
        ("off", "messages", "verbose"),
    ),
)
"""The settings that are of no notation, beside those of :data:`DISABLE` and :data:`SEVERITY`."""


class SettingsError(ValueError):
    """A settings file that can't be read or says what can't be; the message is for people and names the file."""


class Settings(NamedTuple):
    """What the user wants: preferences of the features, and which rules count how much."""

    preferences: Preferences = Preferences()
    disabled: frozenset[str] = frozenset()
    """The codes of the rules that are off."""
    severities: Mapping[str, Severity] = MappingProxyType({})
    """Severities by code, instead of the rule's own."""

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Settings:
        """Settings from a (nested) table. What is no setting or has a wrong type is passed over."""
        flat = flattened(values)
        disabled = flat.get(DISABLE)
        return cls(
            Preferences(flat),
            frozenset(str(code).upper() for code in disabled) if isinstance(disabled, list) else frozenset(),
            {
                name.removeprefix(SEVERITY).upper(): SEVERITIES[value]
                for name, value in flat.items()
                if name.startswith(SEVERITY) and isinstance(value, str) and value in SEVERITIES
            },
        )


def select(diagnostics: Iterable[Diagnostic], settings: Settings) -> list[Diagnostic]:
    """The diagnostics that the settings leave, with the severities that they give."""
    if not settings.disabled and not settings.severities:
        return list(diagnostics)
    return [
        one._replace(severity=settings.severities.get(one.rule.code, one.severity))
        for one in diagnostics
        if one.rule.code not in settings.disabled
    ]


def for_path(path: str | os.PathLike[str]) -> Settings:
    """The settings for a file: those of the nearest settings file in its folder or above, or the defaults.

    Raises SettingsError where that file can't be used.
    """
    return _for_folder(os.path.dirname(os.path.abspath(path)))


def forget() -> None:
    """Makes :func:`for_path` read the settings files anew: something may have changed."""
    _for_folder.cache_clear()


@cache
def _for_folder(folder: str) -> Settings:
    if os.path.isfile(own := os.path.join(folder, FILE)):
        return _checked(own, _read(own))
    project = os.path.join(folder, PROJECT_FILE)
    if os.path.isfile(project) and (table := _tool_table(project)) is not None:
        return _checked(project, table)
    above = os.path.dirname(folder)
    return Settings() if folder == above else _for_folder(above)


def _read(path: str) -> dict[str, object]:
    try:
        return tomli.loads(contents(path).decode("utf-8"))
    except (UnreadableError, ValueError) as error:
        raise SettingsError(f"{path}: {error}") from error


def _tool_table(path: str) -> dict[str, object] | None:
    """`[tool.kibitz]` of a pyproject.toml. One that does not speak of kibitz is not our concern, even if broken."""
    try:
        if b"kibitz" not in contents(path):
            return None
    except UnreadableError:
        return None
    tool = _read(path).get("tool")
    table = tool.get("kibitz") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _checked(path: str, values: dict[str, object]) -> Settings:
    if mistakes := list(problems(values)):
        raise SettingsError("\n".join(f"{path}: {mistake}" for mistake in mistakes))
    return Settings.of(values)


def problems(values: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with a table of settings, in a person's words."""
    flat = flattened(values)
    known = {setting.name: setting for setting in all_settings()} if flat else {}
    for name, value in flat.items():
        if name == DISABLE:
            yield from _problems_of_codes(name, value if isinstance(value, list) else [value])
        elif name.startswith(SEVERITY):
            yield from _problems_of_codes(name, [name.removeprefix(SEVERITY)])
            if not isinstance(value, str) or value not in SEVERITIES:
                yield f"`{name}` must be one of {_list(SEVERITIES)}, not {value!r}"
        elif (setting := known.get(name)) is None:
            yield f"`{name}` is no setting{_suggestion(name, [*known, DISABLE])}"
        elif setting.mistakes is not None:
            yield from (f"`{name}`: {mistake}" for mistake in setting.mistakes(value))
        elif mistake := _problem_of(setting, value):
            yield f"`{name}` must be {mistake}, not {value!r}"


def all_settings() -> list[Setting]:
    """The settings of all notations and the general ones, each once, by name."""
    every = [*GENERAL, *(setting for one in IDS for setting in load(one).settings)]
    return sorted({setting.name: setting for setting in every}.values())


def flattened(values: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested tables as one, with dotted names."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat.update(flattened(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


def _problems_of_codes(name: str, codes: Iterable[object]) -> Iterator[str]:
    rules = {rule.code for one in IDS for rule in load(one).rules}
    for code in codes:
        if not isinstance(code, str) or code.upper() not in rules:
            yield f"`{name}`: {code!r} is no code of a rule; `kibitz rules` lists them"


def _problem_of(setting: Setting, value: object) -> str | None:
    if setting.choices:
        seats = setting.name == LAYOUT and isinstance(value, str) and SEATS.fullmatch(value)
        return None if seats or value in setting.choices else f"one of {_list(setting.choices)}"
    if type(value) is type(setting.default):
        return None
    return {bool: "true or false", int: "a whole number", str: "a string"}[type(setting.default)]


def _suggestion(name: str, choices: Iterable[str]) -> str:
    from kibitz.core.words import nearest

    found = nearest(name, choices)
    return f"; did you mean `{found}`?" if found else ""


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
