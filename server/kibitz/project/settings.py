"""Settings from `kibitz.toml`, from `[tool.kibitz]` in `pyproject.toml`, or from an editor.

The command line and the server share this module, so both judge a record by the same rules. Tables and dotted keys are equal:
`[format.bjn] style = "keep"` is `format.bjn.style = "keep"`.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.core.chunks import MARKER
from kibitz.core.results import Kind, kind
from kibitz.core.rules import general
from kibitz.core.setting import CIRCLE, LAYOUT, SHAPE, SIDES, VIEW, WIDTH, Preferences
from kibitz.core.values import Diagnostic, Severity, Span, kept
from kibitz.languages import IDS, load
from kibitz.project.files import UnreadableError, contents, decoded, upwards
from kibitz.project.patterns import Patterns
from kibitz.project.rulebook import SETTINGS
from kibitz.project.settable import (
    DISABLE,
    EXCLUDE,
    LARGEST,
    PER_FILE,
    SEVERITIES,
    SEVERITY,
    Problem,
    flattened,
    mistakes,
    problems,
    read,
)

if TYPE_CHECKING:
    from kibitz.core.language import Language
    from kibitz.core.notation import Clean

FILE = "kibitz.toml"
PROJECT_FILE = "pyproject.toml"
LISTED_MISTAKES = 10
"""Mistakes of a file that are listed."""


def wanted(layout: str | None, width: int | None, view: str | None) -> dict[str, object]:
    """Return the options of one preview as settings. A layout may be a shape: `circle`, or sides."""
    shape = None if layout is None else CIRCLE if layout == CIRCLE else SIDES
    asked = {LAYOUT: None if shape == CIRCLE else layout, WIDTH: width, VIEW: view, SHAPE: shape}
    return {name: value for name, value in asked.items() if value is not None}


class SettingsError(ValueError):
    """A settings file that cannot be read or has mistakes. The message is for people and names the file."""

    def __init__(self, found: Filed) -> None:
        super().__init__("\n".join(f"{found.path}: {one.message}" for one in found.parsed.problems))
        self.found = found


class Settings(NamedTuple):
    """The wishes of the user: preferences of the features, and the severities of rules."""

    preferences: Preferences = Preferences()
    disabled: frozenset[str] = frozenset()
    """The codes of the rules that are off."""
    severities: Mapping[str, Severity] = MappingProxyType({})
    """Severities by code that replace the rule's own."""
    exclude: tuple[str, ...] = ()
    """Patterns of files that do not count, relative to the folder of the settings file."""
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Patterns of files, each with the rules that are off in them."""
    ignored: tuple[str, ...] = ()
    """Codes, or beginnings of codes, of rules that are off."""
    selected: tuple[str, ...] = ("",)
    """The beginnings of the codes of rules that may be on."""

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Settings:
        """Return settings from a table, nested or not. Unknown settings and wrong types are ignored."""
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
            _texts(flat.get(EXCLUDE)),
            tuple(
                (name.removeprefix(PER_FILE), tuple(code.upper() for code in _texts(codes)))
                for name, codes in flat.items()
                if name.startswith(PER_FILE)
            ),
        )

    def of_file(self, path: str, folder: str) -> Settings:
        """Return the settings for a file, by its whole path. `folder` is the folder of the settings file."""
        meant = [codes for one, codes in self.per_file if Patterns(folder, (one,)).mean(path)]
        return self.narrowed((), tuple(code for codes in meant for code in codes))

    def narrowed(self, selected: tuple[str, ...], ignored: tuple[str, ...]) -> Settings:
        """Return settings with only some rules on. Selecting a rule turns it on, and an ignored rule is off.

        Rules without a notation, which report internal errors, always stay.
        """
        chosen = self._replace(ignored=(*self.ignored, *ignored)) if ignored else self
        return chosen._replace(disabled=frozenset(), selected=(*selected, "KIB")) if selected else chosen

    def judge(self, kind: Kind) -> Severity | None:
        """Return the severity of diagnostics of a kind, or None if they are off."""
        code, severity = kind
        if code in self.disabled or code.startswith(self.ignored) or not code.startswith(self.selected):
            return None
        return self.severities.get(code, severity)


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts in a list."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def select(diagnostics: Iterable[Diagnostic], settings: Settings) -> list[Diagnostic]:
    """Return the diagnostics that the settings keep, with their severities."""
    if not (settings.disabled or settings.severities or settings.ignored or settings.selected != ("",)):
        return list(diagnostics)
    left = kept(diagnostics, lambda one: settings.judge(kind(one)) is not None)
    return [one._replace(severity=settings.judge(kind(one)) or one.severity) for one in left]


def clean(language: Language[Any], text: str, settings: Settings) -> Clean | None:
    """Return a record as :meth:`kibitz.core.notation.Notation.clean` does, with the findings that the settings leave.

    Return None as well if comments may silence findings, or if settings make one an error or a warning.
    """
    if MARKER in text or (known := language.clean(text)) is None:
        return None
    left = select(known.findings, settings) if known.findings else ()
    return None if any(one.severity <= Severity.WARNING for one in left) else known._replace(findings=left)


def tailored(language: str, settings: Mapping[str, object] | None) -> tuple[Language[Any], Settings]:
    """Return a notation for some settings, and these settings. Names may be dotted.

    Raises ValueError for an unknown notation and for settings with mistakes.
    """
    if language not in IDS:
        raise ValueError(f"there is no notation {language!r}; there are {', '.join(IDS)}")
    values = settings or {}
    if mistakes := list(problems(values)):
        raise ValueError("\n".join(mistakes))
    chosen = Settings.of(values)
    return load(language).tailored(chosen.preferences), chosen


class ParsedSettings(NamedTuple):
    """The contents of a settings file, and its mistakes. If it has any, the settings are the defaults."""

    settings: Settings
    problems: tuple[Problem, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the mistakes, with offsets in the text of the file."""
        rule = general()[SETTINGS]
        return tuple(rule.at(*one.span, reason=one.message) for one in self.problems)


class Filed(NamedTuple):
    """The settings file for a record, if there is one, with its text and contents."""

    path: str | None = None
    text: str = ""
    parsed: ParsedSettings = ParsedSettings(Settings())


def parsed(text: str, project: bool = False) -> ParsedSettings | None:
    """Read the text of a settings file or of a `pyproject.toml`. Return None for one without a section for kibitz.

    It never fails. Mistakes become a list of problems, which is bounded.
    """
    found = read(text)
    if found.problem is not None:
        return ParsedSettings(Settings(), (found.problem,))
    values: object = found.values
    if project:
        tool = found.values.get("tool")
        values = tool.get("kibitz") if isinstance(tool, dict) else None
    if values is None:
        return None
    within = ("tool", "kibitz") if project else ()
    if not isinstance(values, dict):
        return ParsedSettings(Settings(), (Problem("`tool.kibitz` must be one table", found.place(within)),))
    # A list may have the same mistake thousands of times.
    wrong = list(dict.fromkeys(islice(mistakes(values), 10 * LISTED_MISTAKES)))
    named = [
        Problem(message, found.place((*within, *name.split("."))))
        for name, message in wrong[:LISTED_MISTAKES]
    ]
    if len(wrong) > LISTED_MISTAKES:
        named.append(Problem("there is more; the rest is not listed", Span(0, 0)))
    return ParsedSettings(Settings(), tuple(named)) if named else ParsedSettings(Settings.of(values))


def for_path(path: str | os.PathLike[str]) -> Settings:
    """Return the settings for a file: those of the nearest settings file in its folder or above, or the defaults.

    Raises SettingsError if that file has mistakes.
    """
    found = filed(path)
    if found.parsed.problems:
        raise SettingsError(found)
    return found.parsed.settings.of_file(os.path.abspath(path), os.path.dirname(found.path or ""))


def filed(path: str | os.PathLike[str]) -> Filed:
    """Return the nearest settings file in the folder of a file or above."""
    folder = os.path.dirname(os.path.abspath(path))
    return next((found for one in upwards(folder) if (found := _in_folder(one)) is not None), Filed())


def forget() -> None:
    """Make :func:`for_path` read the settings files again, because something may have changed."""
    _in_folder.cache_clear()


@cache
def _in_folder(folder: str) -> Filed | None:
    for name in (FILE, PROJECT_FILE):
        path = os.path.join(folder, name)
        there = os.path.isfile(path) if name == PROJECT_FILE else os.path.lexists(path)
        if there and (found := _told_by(path, name == PROJECT_FILE)) is not None:
            return found
    return None


def _told_by(path: str, project: bool) -> Filed | None:
    """Read a settings file; return None for a `pyproject.toml` without the word kibitz, even if it is broken."""
    ours = not project
    try:
        data = contents(path, LARGEST)
        ours = ours or b"kibitz" in data
        text = decoded(data.removeprefix(codecs.BOM_UTF8))
    except UnreadableError as error:
        return (
            Filed(path, "", ParsedSettings(Settings(), (Problem(str(error), Span(0, 0)),))) if ours else None
        )
    if not ours:
        return None
    said = parsed(text, project)
    return None if said is None else Filed(path, text, said)
