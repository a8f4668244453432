"""Settings: read from `kibitz.toml` or `[tool.kibitz]` in `pyproject.toml`, or given by an editor.

The command line and the server share this module, so a record is judged the same in both. The names are those of
README.md; tables and dotted keys are the same thing: `[format.bjn] style = "keep"` is `format.bjn.style = "keep"`.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from reprlib import repr as shortly
from types import MappingProxyType
from typing import NamedTuple

from kibitz.core.results import Kind, kind
from kibitz.core.setting import CIRCLE, HIGHEST, LAYOUT, SHAPE, SIDES, VIEW, WIDTH, Preferences, Setting
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.core.words import did_you_mean, nearest, shortened
from kibitz.files import UnreadableError, contents, decoded
from kibitz.languages import IDS, load
from kibitz.patterns import Patterns
from kibitz.patterns import problem as pattern_problem
from kibitz.rulebook import SETTINGS, general
from kibitz.settings_text import DEEPEST, LARGEST, Problem, read

FILE = "kibitz.toml"
PROJECT_FILE = "pyproject.toml"
EXCLUDE = "exclude"
DISABLE = "diagnostics.disable"
SEVERITY = "diagnostics.severity."
PER_FILE = "per-file-ignores."
WHILE_TYPING = "diagnostics.whileTyping"
CALM = "calm"
SEATS = re.compile(r"[0-9]{1,2}(,[0-9]{1,2}){3}")
"""A layout may also be said by the seats at each side."""
MOST = 10
"""How many mistakes of a file are listed."""
CODES = 1000
"""How many codes, or patterns, a list may have."""
SHOWN = 80
"""How many characters of a name that is no setting."""
SEVERITIES = {severity.name.lower(): severity for severity in Severity}

GENERAL = (
    Setting(
        "trace",
        "off",
        "what the server tells an editor of their conversation",
        ("off", "messages", "verbose"),
        ("nothing", "which messages go to and fro", "what is in them, too"),
    ),
    Setting(
        WHILE_TYPING,
        CALM,
        "what an editor shows of the entry that is being written: `calm` waits with all that typing on may cure",
        (CALM, "all"),
        ("what typing on may cure waits until the writer goes on", "whatever is wrong is shown at once"),
    ),
)
"""The settings that are of no notation, beside :data:`EXCLUDE`, :data:`DISABLE`, :data:`SEVERITY` and :data:`PER_FILE`."""


def wanted(layout: str | None, width: int | None, view: str | None) -> dict[str, object]:
    """What somebody asks of one picture, as settings. Who names a layout wants to see it; `circle` is one, too."""
    shape = None if layout is None else CIRCLE if layout == CIRCLE else SIDES
    asked = {LAYOUT: None if shape == CIRCLE else layout, WIDTH: width, VIEW: view, SHAPE: shape}
    return {name: value for name, value in asked.items() if value is not None}


class SettingsError(ValueError):
    """A settings file that can't be read or says what can't be; the message is for people and names the file."""

    def __init__(self, found: Filed) -> None:
        super().__init__("\n".join(f"{found.path}: {one.message}" for one in found.told.problems))
        self.found = found


class Settings(NamedTuple):
    """What the user wants: preferences of the features, and which rules count how much."""

    preferences: Preferences = Preferences()
    disabled: frozenset[str] = frozenset()
    """The codes of the rules that are off."""
    severities: Mapping[str, Severity] = MappingProxyType({})
    """Severities by code, instead of the rule's own."""
    exclude: tuple[str, ...] = ()
    """Patterns of the files below folders that do not count, seen from the folder of the settings file."""
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Patterns of files with what is ignored in them."""
    ignored: tuple[str, ...] = ()
    """Codes of rules that are off, or what the codes begin with."""
    selected: tuple[str, ...] = ("",)
    """What the codes of those rules begin with that may be on."""

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
            _texts(flat.get(EXCLUDE)),
            tuple(
                (name.removeprefix(PER_FILE), tuple(code.upper() for code in _texts(codes)))
                for name, codes in flat.items()
                if name.startswith(PER_FILE)
            ),
        )

    def of_file(self, path: str, folder: str) -> Settings:
        """The settings for a file, by its whole path; `folder` is where they stand."""
        meant = [codes for one, codes in self.per_file if Patterns(folder, (one,)).says(path)]
        return self.narrowed((), tuple(code for codes in meant for code in codes))

    def narrowed(self, selected: tuple[str, ...], ignored: tuple[str, ...]) -> Settings:
        """With only the rules selected, if any are, those that are off too, and without those that are ignored.

        What is of no notation (that kibitz has failed) is not chosen.
        """
        chosen = self._replace(ignored=(*self.ignored, *ignored)) if ignored else self
        return chosen._replace(disabled=frozenset(), selected=(*selected, "KIB")) if selected else chosen

    def judge(self, kind: Kind) -> Severity | None:
        """How grave diagnostics of a kind are, None where they are off."""
        code, severity = kind
        if code in self.disabled or code.startswith(self.ignored) or not code.startswith(self.selected):
            return None
        return self.severities.get(code, severity)


def _texts(value: object) -> tuple[str, ...]:
    """The texts in a list."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def select(diagnostics: Iterable[Diagnostic], settings: Settings) -> list[Diagnostic]:
    """The diagnostics that the settings leave, with the severities that they give."""
    if not (settings.disabled or settings.severities or settings.ignored or settings.selected != ("",)):
        return list(diagnostics)
    return [
        one._replace(severity=severity)
        for one in diagnostics
        if (severity := settings.judge(kind(one))) is not None
    ]


class Told(NamedTuple):
    """What a settings file says, and what is wrong with it: then the settings are the defaults."""

    settings: Settings
    problems: tuple[Problem, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, with offsets of the file's text."""
        rule = general()[SETTINGS]
        return tuple(rule.at(*one.span, reason=one.message) for one in self.problems)


class Filed(NamedTuple):
    """The settings file for a record, if there is one, with its text and what that says."""

    path: str | None = None
    text: str = ""
    told: Told = Told(Settings())


def told(text: str, project: bool = False) -> Told | None:
    """What the text of a settings file says, or of a `pyproject.toml`; None for one that does not speak of kibitz.

    Never fails: what can't be used is a list of problems, which is bounded.
    """
    found = read(text)
    if found.problem is not None:
        return Told(Settings(), (found.problem,))
    values: object = found.values
    if project:
        tool = found.values.get("tool")
        values = tool.get("kibitz") if isinstance(tool, dict) else None
    if values is None:
        return None
    within = ("tool", "kibitz") if project else ()
    if not isinstance(values, dict):
        return Told(Settings(), (Problem("`tool.kibitz` must be one table", found.place(within)),))
    # Only so many are looked at: a list may have the same mistake thousands of times.
    wrong = list(dict.fromkeys(islice(_mistakes(values), 10 * MOST)))
    named = [Problem(message, found.place((*within, *name.split(".")))) for name, message in wrong[:MOST]]
    if len(wrong) > MOST:
        named.append(Problem("there is more; the rest is not listed", Span(0, 0)))
    return Told(Settings(), tuple(named)) if named else Told(Settings.of(values))


def for_path(path: str | os.PathLike[str]) -> Settings:
    """The settings for a file: those of the nearest settings file in its folder or above, or the defaults.

    Raises SettingsError where that file can't be used.
    """
    found = filed(path)
    if found.told.problems:
        raise SettingsError(found)
    return found.told.settings.of_file(os.path.abspath(path), os.path.dirname(found.path or ""))


def filed(path: str | os.PathLike[str]) -> Filed:
    """The nearest settings file in the folder of a file or above."""
    return _for_folder(os.path.dirname(os.path.abspath(path)))


def forget() -> None:
    """Makes :func:`for_path` read the settings files anew: something may have changed."""
    _for_folder.cache_clear()


@cache
def _for_folder(folder: str) -> Filed:
    for name in (FILE, PROJECT_FILE):
        path = os.path.join(folder, name)
        there = os.path.isfile(path) if name == PROJECT_FILE else os.path.lexists(path)
        if there and (found := _told_by(path, name == PROJECT_FILE)) is not None:
            return found
    above = os.path.dirname(folder)
    return Filed() if folder == above else _for_folder(above)


def _told_by(path: str, project: bool) -> Filed | None:
    """What a settings file says. A `pyproject.toml` that does not speak of kibitz is not our concern, even if broken."""
    ours = not project
    try:
        data = contents(path, LARGEST)
        ours = ours or b"kibitz" in data
        text = decoded(data.removeprefix(codecs.BOM_UTF8))
    except UnreadableError as error:
        return Filed(path, "", Told(Settings(), (Problem(str(error), Span(0, 0)),))) if ours else None
    if not ours:
        return None
    said = told(text, project)
    return None if said is None else Filed(path, text, said)


def problems(values: Mapping[str, object], settings: Iterable[Setting] | None = None) -> Iterator[str]:
    """What is wrong with a table of settings, in a person's words; `settings` are those that there are, if not all."""
    return (message for _, message in _mistakes(values, settings))


def _mistakes(
    values: Mapping[str, object], settings: Iterable[Setting] | None = None
) -> Iterator[tuple[str, str]]:
    """The names of settings with what is wrong with them."""
    flat = flattened(values)
    known = {setting.name: setting for setting in settings or all_settings()} if flat else {}
    for name, value in flat.items():
        yield from ((name, mistake) for mistake in _mistakes_of(name, value, known))


def _mistakes_of(name: str, value: object, known: Mapping[str, Setting]) -> Iterator[str]:
    shown = shortened(name, SHOWN)
    if name == EXCLUDE:
        yield from _problems_of_patterns(name, value if isinstance(value, list) else [value])
    elif name.startswith(PER_FILE):
        yield from _problems_of_patterns(name, [name.removeprefix(PER_FILE)])
        yield from _problems_of_codes(name, value if isinstance(value, list) else [value], str.startswith)
    elif name == DISABLE:
        yield from _problems_of_codes(name, value if isinstance(value, list) else [value])
    elif name.startswith(SEVERITY):
        yield from _problems_of_codes(name, [name.removeprefix(SEVERITY)])
        if not isinstance(value, str) or value not in SEVERITIES:
            yield f"`{shown}` must be one of {_list(SEVERITIES)}, not {_shown(value)}"
    elif (setting := known.get(name)) is None:
        yield f"`{shown}` is no setting{did_you_mean(nearest(shown, [*known, EXCLUDE, DISABLE]))}"
    elif setting.mistakes is not None:
        yield from (f"`{name}`: {mistake}" for mistake in setting.mistakes(value))
    elif mistake := _problem_of(setting, value):
        yield f"`{name}` must be {mistake}, not {_shown(value)}"


def _shown(value: object) -> str:
    """A value as it may stand in a message: a date as TOML writes it, everything else as Python does, cut where it is long."""
    isoformat = getattr(value, "isoformat", None)
    return shortly(value) if isoformat is None else str(isoformat())


def all_settings() -> list[Setting]:
    """The settings of all notations and the general ones, each once, by name."""
    every = [*GENERAL, *(setting for one in IDS for setting in load(one).settings)]
    return sorted({setting.name: setting for setting in every}.values())


def flattened(values: Mapping[str, object], prefix: str = "", depth: int = 0) -> dict[str, object]:
    """Nested tables as one, with dotted names. What is deeper than any setting is left out."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Mapping) and depth < DEEPEST:
            flat.update(flattened(value, f"{prefix}{name}.", depth + 1))
        elif _within(value):
            flat[f"{prefix}{name}"] = value
    return flat


def _within(value: object, depth: int = 0) -> bool:
    """Whether a value is no deeper than any setting."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return depth < DEEPEST and all(_within(one, depth + 1) for one in inner)


def _problems_of_codes(
    name: str, codes: Sequence[object], fits: Callable[[str, str], bool] = str.__eq__
) -> Iterator[str]:
    rules = {rule.code for one in IDS for rule in load(one).rules}
    if len(codes) > CODES:
        yield f"`{name}` lists more than {CODES} codes"
    for code in codes[:CODES]:
        if not (isinstance(code, str) and code and any(fits(rule, code.upper()) for rule in rules)):
            yield f"`{shortened(name, SHOWN)}`: {shortly(code)} is no code of a rule; `kibitz rules` lists them"


def _problems_of_patterns(name: str, patterns: Sequence[object]) -> Iterator[str]:
    if len(patterns) > CODES:
        yield f"`{name}` lists more than {CODES} patterns"
    for one in patterns[:CODES]:
        why = pattern_problem(one) if isinstance(one, str) else "it is no text"
        if why is not None:
            yield f"`{shortened(name, SHOWN)}`: {shortly(one)} can't be used: {why}"


def _problem_of(setting: Setting, value: object) -> str | None:
    if setting.choices:
        seats = setting.name == LAYOUT and isinstance(value, str) and SEATS.fullmatch(value)
        return None if seats or value in setting.choices else f"one of {_list(setting.choices)}"
    if isinstance(value, int) and type(value) is type(setting.default) and not 0 <= value <= HIGHEST:
        return f"a whole number from 0 to {HIGHEST}"
    if type(value) is type(setting.default):
        return None
    return {bool: "true or false", int: "a whole number", str: "a string"}[type(setting.default)]


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
