"""The looks of token modifiers in editors, and the colours until the server is up.

A notation names a look for each of its modifiers in its `editors.toml`. This module has the looks for each editor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kibitz_dev.editors import Table


class Look(NamedTuple):
    """A colour, by its names in editors."""

    vscode: tuple[str, ...]
    """The scopes of themes. The first known one counts."""
    page: str
    """The variable of the page's style sheet."""
    neovim: str
    """The colours on a dark and a light background and in a terminal of sixteen colours, and more, as Lua."""


LOOKS = {
    "plain": Look(("variable.other.enummember",), "ink", "nil, nil, nil, { bold = true }"),
    "red": Look(("invalid", "markup.deleted"), "red", '"#ff9a8f", "#b3122b", 9, { bold = true }'),
    "gold": Look(("constant.numeric",), "gold", '"#f0d070", "#806000", 11'),
    "blue": Look(("constant.language",), "blue", '"#8cc8ff", "#0b57b5", 12'),
    "teal": Look(("support.type",), "teal", '"#6fdcd8", "#00707a", 14'),
    "orange": Look(("entity.name.function",), "orange", '"#ffb37a", "#8f4300", 3'),
    "violet": Look(("keyword.control",), "purple", '"#e0a3f5", "#8a2a96", 13'),
}
SCOPES = {
    "comment": "comment.line", "function": "entity.name.function", "keyword": "keyword.control", "number": "constant.numeric",
    "string": "string.quoted", "variable": "variable.other",
}  # fmt: skip
"""The names of highlights in a TextMate grammar, from which the page takes its colours as well."""
FACES = {
    "comment": "comment", "function": "function-name", "keyword": "keyword", "number": "constant", "string": "string",
    "variable": "variable-name",
}  # fmt: skip
"""The names in Emacs: `font-lock-…-face`."""


def looks(tables: Iterable[Table]) -> dict[str, tuple[str, Look]]:
    """Return the meaning of each modifier and its look. A modifier of several notations is the same in all.

    Raises ValueError if two differ, KeyError for an unknown look.
    """
    found: dict[str, tuple[str, Look]] = {}
    for one in tables:
        for name, (meaning, look) in (one.modifiers or {}).items():
            if found.setdefault(name, (meaning, LOOKS[look])) != (meaning, LOOKS[look]):
                raise ValueError(f"{one.id}/editors.toml says of {name!r} what another notation does not say")
    return found


def modifiers_of_vscode(tables: Iterable[Table]) -> tuple[list[dict[str, str]], list[dict[str, object]]]:
    """Return the contributions `semanticTokenModifiers` and `semanticTokenScopes`."""
    every = looks(tables)
    scopes = {f"*.{name}": [*look.vscode] for name, (_, look) in every.items()}
    return [{"id": name, "description": meaning} for name, (meaning, _) in every.items()], [
        {"scopes": scopes}
    ]


def neovim(tables: Iterable[Table]) -> str:
    """Return the rows of its table of looks."""
    rows = [f"  {name.capitalize()} = {{ {look.neovim} }},\n" for name, (_, look) in looks(tables).items()]
    return "".join([*rows, "  Deprecated = { nil, nil, nil, { strikethrough = true } },\n"])


def page(tables: Iterable[Table]) -> str:
    """Return the rows of the page's table of colours."""
    return "".join(f'\t{name}: "{look.page}",\n' for name, (_, look) in looks(tables).items())


def syntax(table: Table) -> dict[str, object]:
    """Return a TextMate grammar of the highlights: for VS Code, and for the page."""
    patterns = [
        {"match": expression, "name": f"{SCOPES[what]}.{table.id}"} for expression, what in table.highlights
    ]
    head = {"name": table.names[0], "scopeName": f"source.{table.id}", "fileTypes": [table.id]}
    return {**head, "patterns": patterns, "repository": {}}


def emacs(tables: Iterable[Table]) -> Iterator[str]:
    """Yield keywords of font lock for each notation with highlights."""
    for one in tables:
        if one.highlights:
            rows = [
                f"        ({json.dumps(_regex(text), ensure_ascii=False)} . font-lock-{FACES[what]}-face)"
                for text, what in one.highlights
            ]
            yield f"(setf (alist-get '{one.id} kibitz--keywords)\n      '(\n" + "\n".join(rows) + "))\n"


_SIGNS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[(){}|]")
_CLASSES = {r"\d": "[0-9]", r"\w": "[[:alnum:]_]", r"\s": "[[:space:]]", r"\S": "[^[:space:]]", r"\b": r"\b"}


def _regex(text: str) -> str:
    """Return an expression in the syntax of Emacs, where `\\(` groups and `(` is itself.

    >>> _regex(r"(?:a|b)\\d+\\(")
    '\\\\(?:a\\\\|b\\\\)[0-9]+('
    """

    def of(found: re.Match[str]) -> str:
        sign = found[0]
        if sign.startswith("\\"):
            return _CLASSES.get(sign, sign[1:] if sign[1] in "(){}|" else sign)
        return sign if sign.startswith("[") else f"\\{sign}"

    return _SIGNS.sub(of, text)
