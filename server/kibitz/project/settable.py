"""The existing settings: reading their files, and the mistakes in them in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from reprlib import repr as shortly
from typing import NamedTuple

import tomli

from kibitz.core.setting import HIGHEST, LAYOUT, Setting
from kibitz.core.values import Severity, Span
from kibitz.core.words import did_you_mean, nearest, shortened
from kibitz.languages import IDS, load
from kibitz.project.patterns import problem as pattern_problem

EXCLUDE = "exclude"
DISABLE = "diagnostics.disable"
SEVERITY = "diagnostics.severity."
PER_FILE = "per-file-ignores."
WHILE_TYPING = "diagnostics.whileTyping"
CALM = "calm"
SEATS = re.compile(r"[0-9]{1,2}(,[0-9]{1,2}){3}")
"""A layout may also be a number of seats for each side."""
CODES = 1000
"""Greatest number of codes or patterns in a list."""
SHOWN = 80
"""Characters of an unknown name that a message shows."""
SEVERITIES = {severity.name.lower(): severity for severity in Severity}
"""The severities by their names, the most serious first."""

GENERAL = (
    Setting(
        "trace",
        "off",
        "the protocol messages that the server logs to the editor",
        ("off", "messages", "verbose"),
        ("nothing", "the names of the messages", "their contents, too"),
    ),
    Setting(
        WHILE_TYPING,
        CALM,
        "the findings shown for the entry being typed: `calm` holds back findings that further typing may resolve",
        (CALM, "all"),
        ("findings that further typing may resolve wait", "all findings are shown at once"),
    ),
)
"""The settings of no notation, except for :data:`EXCLUDE`, :data:`DISABLE`, :data:`SEVERITY` and :data:`PER_FILE`."""


def problems(values: Mapping[str, object], settings: Iterable[Setting] | None = None) -> Iterator[str]:
    """Yield the mistakes in a table of settings, in words. `settings` are the existing ones, by default all."""
    return (message for _, message in mistakes(values, settings))


def mistakes(
    values: Mapping[str, object], settings: Iterable[Setting] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the names of wrong settings, each with its mistake."""
    flat = flattened(values)
    known = {setting.name: setting for setting in settings or all_settings()} if flat else {}
    for name, value in flat.items():
        yield from ((name, mistake) for mistake in _mistakes_of(name, value, known))


def all_settings() -> list[Setting]:
    """Return the settings of all notations and the general ones, each once, by name."""
    every = [*GENERAL, *(setting for one in IDS for setting in load(one).settings)]
    return sorted({setting.name: setting for setting in every}.values())


def flattened(values: Mapping[str, object], prefix: str = "", depth: int = 0) -> dict[str, object]:
    """Return nested tables as one table with dotted names. Values deeper than any setting are left out."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Mapping) and depth < DEEPEST:
            flat.update(flattened(value, f"{prefix}{name}.", depth + 1))
        elif is_shallow(value):
            flat[f"{prefix}{name}"] = value
    return flat


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
        yield f"unknown setting `{shown}`{did_you_mean(nearest(shown, [*known, EXCLUDE, DISABLE]))}"
    elif setting.mistakes is not None:
        yield from (f"`{name}`: {mistake}" for mistake in setting.mistakes(value))
    elif mistake := _problem_of(setting, value):
        yield f"`{name}` must be {mistake}, not {_shown(value)}"


def _shown(value: object) -> str:
    """Return a value for a message: a date as TOML writes it, everything else as Python does, with a limited length."""
    isoformat = getattr(value, "isoformat", None)
    return shortly(value) if isoformat is None else str(isoformat())


def _problems_of_codes(
    name: str, codes: Sequence[object], fits: Callable[[str, str], bool] = str.__eq__
) -> Iterator[str]:
    rules = {rule.code for one in IDS for rule in load(one).rules}
    if len(codes) > CODES:
        yield f"`{name}` lists more than {CODES} codes"
    for code in codes[:CODES]:
        if not (isinstance(code, str) and code and any(fits(rule, code.upper()) for rule in rules)):
            yield f"`{shortened(name, SHOWN)}`: unknown rule code {shortly(code)}; run `kibitz rules` for a list"


def _problems_of_patterns(name: str, patterns: Sequence[object]) -> Iterator[str]:
    if len(patterns) > CODES:
        yield f"`{name}` lists more than {CODES} patterns"
    for one in patterns[:CODES]:
        why = pattern_problem(one) if isinstance(one, str) else "it is not text"
        if why is not None:
            yield f"`{shortened(name, SHOWN)}`: {shortly(one)} is not a pattern: {why}"


def _problem_of(setting: Setting, value: object) -> str | None:
    if setting.choices:
        seats = setting.name == LAYOUT and isinstance(value, str) and SEATS.fullmatch(value)
        more = ", or the seats at each side as in `5,1,5,1`" if setting.name == LAYOUT else ""
        return None if seats or value in setting.choices else f"one of {_list(setting.choices)}{more}"
    if isinstance(value, int) and type(value) is type(setting.default) and not 0 <= value <= HIGHEST:
        return f"a whole number from 0 to {HIGHEST}"
    if type(value) is type(setting.default):
        return None
    return {bool: "true or false", int: "a whole number", str: "a string"}[type(setting.default)]


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


LARGEST = 500_000
"""Greatest number of code points of a settings file."""
DEEPEST = 32
"""Greatest depth of lists, tables and dotted keys."""

Key = tuple[str, ...]


class Problem(NamedTuple):
    """A mistake in a settings file, in words, with its place in the text."""

    message: str
    span: Span


class Read(NamedTuple):
    """The contents of a settings file, or the reason why it could not be read."""

    values: Mapping[str, object]
    keys: tuple[tuple[Key, Span], ...] = ()
    """The tables and keys in order, each with the names of the tables around it."""
    problem: Problem | None = None
    """The reason if nothing could be read."""

    def place(self, name: Key) -> Span:
        """Return the place of a setting, or the start of the file if no key sets it."""
        best: Span | None = None
        most = 0
        for key, span in self.keys:
            common = min(len(key), len(name))
            if key[:common] == name[:common] and common > most:
                best, most = span, common
        return best or Span(0, 0)


def read(text: str) -> Read:
    """Read a settings file. This never raises."""
    if len(text) > LARGEST:
        return Read(
            {},
            problem=Problem(f"more than the {LARGEST} characters that a settings file may have", Span(0, 0)),
        )
    if long := _LONG_KEY.search(text):
        return Read({}, problem=Problem(f"a key of more than {DEEPEST} names", Span(*long.span())))
    keys = tuple(_keys(text))
    try:
        values = tomli.loads(text)
    except RecursionError:
        return Read({}, keys, _too_deep())
    except tomli.TOMLDecodeError as error:
        return Read({}, keys, Problem(str(error), _place_of(str(error), text)))
    except ValueError:
        return Read({}, keys, Problem("a number with too many digits", Span(0, 0)))
    return Read(values, keys) if is_shallow(values) else Read({}, keys, _too_deep())


def is_shallow(value: object, depth: int = 0) -> bool:
    """Return whether a value is no deeper than any setting."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return depth < DEEPEST and all(is_shallow(one, depth + 1) for one in inner)


def _too_deep() -> Problem:
    return Problem(f"more than {DEEPEST} lists and tables within each other", Span(0, 0))


def _place_of(message: str, text: str) -> Span:
    """Return the place that an error names by line and column, or the end of the text."""
    found = re.search(r"at line ([0-9]+), column ([0-9]+)", message)
    if found is None:
        return Span(len(text), len(text))
    start = 0
    for _ in range(int(found[1]) - 1):
        start = text.find("\n", start) + 1
    at = min(start + int(found[2]) - 1, len(text))
    return Span(at, min(at + 1, len(text)))


_NAME = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)"""
# A name is tried only where it begins, so that one search takes time in proportion to the text.
_LONG_KEY = re.compile(rf"""(?<![\w"'-]){_NAME}(?:[ \t]*\.[ \t]*{_NAME}){{{DEEPEST}}}""")
_KEY = re.compile(rf"^[ \t]*(\[\[?[ \t]*)?({_NAME}(?:[ \t]*\.[ \t]*{_NAME})*)", re.MULTILINE)


def _keys(text: str) -> Iterator[tuple[Key, Span]]:
    """Yield the tables and keys at the start of a line, with their places."""
    table: Key = ()
    for found in _KEY.finditer(text):
        key = tuple(name.strip("\"'") for name in re.findall(_NAME, found[2]))
        if found[1]:
            table = key
            yield key, Span(found.start(1), found.end())
        else:
            yield table + key, Span(*found.span(2))
