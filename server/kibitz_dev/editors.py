"""The parts of editors that are made from the `editors.toml` of each notation.

Colours, snippets and the walkthrough stay by hand next to the generated parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data
from kibitz.languages import IDS, load
from kibitz_dev import other_editors, palette
from kibitz_dev.schemas import settings_schemas

ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">{}</svg>\n'
RECORDS_OF_VSCODE = {
    "editor.defaultFormatter": "kibitz-lsp.kibitz",
    "editor.formatOnSave": True,
    "editor.formatOnType": True,
    "editor.acceptSuggestionOnEnter": "smart",
    # Automatic brackets and indents would be doubled by typing, and stay after an entry of several lines.
    "editor.autoClosingBrackets": "never",
    "editor.autoClosingComments": "never",
    "editor.autoClosingQuotes": "never",
    "editor.autoIndent": "none",
    # It would paint a bracket red that is not closed yet.
    "editor.bracketPairColorization.enabled": False,
    "editor.suggest.selectionMode": "never",
    "editor.wordBasedSuggestions": "off",
    "editor.quickSuggestions": {"other": "on", "strings": "on", "comments": "off"},
    "editor.semanticHighlighting.enabled": True,
}
"""The settings of VS Code that every notation wants. The typed text is the text: no item is chosen before the user moves to it, and
Enter is a line end.
"""
NEW = "kibitz.new."
"""The beginning of the commands of VS Code that open new records."""
NEOVIM, EMACS, VSCODE = "editors/neovim", "editors/emacs/kibitz.el", "editors/vscode"
Make = Callable[[str], str]
"""Returns the right text of a file from its present text."""


class Table(NamedTuple):
    """The facts that editors need of a notation: its `editors.toml`."""

    id: str
    names: tuple[str, ...]
    """Its names for people, the full name first."""
    mode: str
    """A word for it."""
    holds: str
    """The contents of its records."""
    comment: str
    """The beginning of a comment up to the end of its line."""
    brackets: tuple[tuple[str, str], ...]
    quotes: tuple[str, ...]
    word: str
    """A word, as a regular expression of ECMAScript with the flag `u`."""
    word_signs: str
    icon: str
    """The inside of an SVG of 16 by 16 units, with the numbers of its colours in braces."""
    colours: tuple[tuple[str, str], ...]
    """Each on a light and on a dark background."""
    block_comment: tuple[str, str] | None = None
    surrounding: tuple[str, ...] = ()
    close_before: str = ""
    grammar: str = ""
    """The grammar of a general format that Helix has."""
    vscode: dict[str, object] = {}  # noqa: RUF012 - never changed.
    modifiers: dict[str, tuple[str, str]] = {}  # noqa: RUF012
    """The meaning of each modifier of its tokens, and its look (`kibitz_dev/palette.py`)."""
    highlights: tuple[tuple[str, str], ...] = ()
    """Expressions and their colours until the server is up. Empty if these are written by hand."""


@cache
def table_of(language_id: str) -> Table:
    """Return the facts for editors of a notation. Raises TypeError for a missing or an unknown one."""
    row = tomli.loads(read_data(f"kibitz.languages.{language_id}", "editors.toml"))
    return Table(language_id, **{name: _frozen(value) for name, value in row.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def tables() -> list[Table]:
    """Return the facts of all notations, in their order."""
    return [table_of(one) for one in IDS]


def entries(root: Path) -> Iterator[tuple[Path, Make]]:
    """Yield every file of a repository with generated parts for editors, and the function that makes its text."""
    yield root / ".pre-commit-hooks.yaml", _hooks
    yield root / VSCODE / "package.json", partial(_manifest, root / VSCODE)
    yield root / VSCODE / "src" / "records.ts", partial(_line, r"export const LANGUAGES = .*", _typescript)
    yield root / NEOVIM / "lua/kibitz/init.lua", partial(_line, r"M\.filetypes = .*", _lua)
    yield root / NEOVIM / "lua/kibitz/colours.lua", partial(_between, "--", lambda: palette.neovim(tables()))
    yield root / "editors/web/src/theme.ts", partial(_between, "\t//", lambda: palette.page(tables()))
    yield root / EMACS, _emacs
    yield root / "editors/helix/languages.toml", _helix
    yield root / "editors/README.md", _readme
    yield from other_editors.entries(root / "editors", tables())
    for one in tables():
        if one.highlights:
            yield (
                root / VSCODE / "syntaxes" / f"{one.id}.json",
                partial(_whole, _tabbed(palette.syntax(one), 0) + "\n"),
            )
        yield root / VSCODE / "languages" / f"{one.id}.json", partial(_configuration, one)
        yield root / NEOVIM / "ftplugin" / f"{one.id}.lua", partial(_ftplugin, one)
        for number, ground in enumerate(("light", "dark")):
            colours = [pair[number] for pair in one.colours]
            icon = ICON.format(one.icon.format(*colours))
            yield root / VSCODE / "icons" / f"{one.id}-{ground}.svg", partial(_whole, icon)


def _whole(new: str, _: str) -> str:
    return new


def _line(pattern: str, made: Callable[[], str], text: str) -> str:
    new, count = re.subn(pattern, lambda _: made(), text)
    if count != 1:
        raise ValueError(f"{pattern!r} must match once, and matches {count} times")
    return new


def _between(comment: str, made: Callable[[], str], text: str) -> str:
    """Return the text with a new part between the two lines that name it."""
    start, stop = f"{comment} Made by `python -m kibitz_dev`:\n", f"{comment} So much was made.\n"
    return _line(f"(?s){re.escape(start)}.*?{re.escape(stop)}", lambda: start + made() + stop, text)


def listed(form: str = "{}", between: str = ", ", last: str = "") -> str:
    """Return the ids of all notations, each in a form: `.pfn, .bjn or .botc`."""
    every = [form.format(one) for one in IDS]
    return between.join(every[:-1]) + (last or between) + every[-1]


def _typescript() -> str:
    return f"export const LANGUAGES = {json.dumps(list(IDS))};"


def _lua() -> str:
    return f"M.filetypes = {{ {', '.join(map(json.dumps, IDS))} }}"


def _hooks(text: str) -> str:
    text = re.sub(r"files: .*", lambda _: rf"files: \.({listed('{}', '|')})$", text)
    return re.sub(r"\((\.\w+(?:, )?)+\)", f"({listed('.{}')})", text)


# VS Code


def _manifest(folder: Path, text: str) -> str:
    now = json.loads(text)
    contributes = now["contributes"]
    contributes["languages"] = [
        {
            "id": one.id,
            "aliases": list(one.names),
            "extensions": [f".{one.id}"],
            "configuration": f"./languages/{one.id}.json",
            "icon": {ground: f"./icons/{one.id}-{ground}.svg" for ground in ("light", "dark")},
        }
        for one in tables()
    ]
    contributes["grammars"] = [
        {"language": one, "scopeName": f"source.{one}", "path": f"./syntaxes/{one}.json"}
        for one in IDS
        if (folder / "syntaxes" / f"{one}.json").exists() or table_of(one).highlights
    ]
    contributes["snippets"] = [
        {"language": one, "path": f"./snippets/{one}.json"}
        for one in IDS
        if (folder / "snippets" / f"{one}.json").exists()
    ]
    modifiers, scopes = palette.modifiers_of_vscode(tables())
    contributes["semanticTokenModifiers"], contributes["semanticTokenScopes"] = modifiers, scopes
    own = contributes["configuration"]["properties"]
    known = {name: own[name] for name in own if own[name]["scope"] != "resource"}
    contributes["configuration"]["properties"] = known | settings_schemas()
    defaults = contributes["configurationDefaults"]
    contributes["configurationDefaults"] = {
        **{name: value for name, value in defaults.items() if not name.startswith("[")},
        **{f"[{one.id}]": RECORDS_OF_VSCODE | one.vscode for one in tables()},
    }
    new = [_new(one) for one in tables()]
    others = [one for one in contributes["commands"] if not one["command"].startswith(NEW)]
    contributes["commands"] = [*others, *new]
    menus = contributes["menus"]
    menus["file/newFile"] = [{"command": one["command"]} for one in new]
    shown = [one for one in menus["commandPalette"] if not one["command"].startswith(NEW)]
    menus["commandPalette"] = [*shown, *({"command": one["command"], "when": "false"} for one in new)]
    converting = [one for one in IDS if load(one).conversions]
    return json.dumps(_conditions(now, converting), indent=2, ensure_ascii=False) + "\n"


def _new(one: Table) -> dict[str, str]:
    """Return the command of an entry of *File > New File…*, which lists only titles."""
    return {"command": NEW + one.id, "category": "kibitz", "title": f"{one.names[0]} (.{one.id})"}


def _conditions(value: Any, converting: list[str]) -> Any:
    """Return the same value with the ids of notations in all conditions. `converting` are those with other forms."""
    if isinstance(value, list):
        return [_conditions(one, converting) for one in value]
    if not isinstance(value, dict):
        return value
    ids = "|".join(converting if value.get("command") == "kibitz.convert" else IDS)
    return {
        name: re.sub(r"editorLangId =~ /[^/]*/", f"editorLangId =~ /^({ids})$/", one)
        if name == "when"
        else _conditions(one, converting)
        for name, one in value.items()
    }


def _configuration(one: Table, _: str) -> str:
    pairs = [*map(list, one.brackets), *([quote, quote] for quote in one.quotes)]
    hidden = ["comment", "string"] if one.quotes else ["comment"]
    found: dict[str, Any] = {
        "comments": {"blockComment": list(one.block_comment)}
        if one.block_comment
        else {"lineComment": one.comment},
        "brackets": [list(pair) for pair in one.brackets],
        "autoClosingPairs": [{"open": a, "close": b, "notIn": hidden} for a, b in pairs],
        "surroundingPairs": [*pairs, *([sign, sign] for sign in one.surrounding)],
        **({"autoCloseBefore": one.close_before} if one.close_before else {}),
        "wordPattern": {"pattern": one.word, "flags": "u"},
    }
    return _tabbed(found, 0) + "\n"


def _tabbed(value: object, depth: int) -> str:
    """Return JSON with tabs, as the formatter of the extension's sources writes it: a list without objects is one line."""
    inner, outer = "\t" * (depth + 1), "\t" * depth
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(name)}: {_tabbed(one, depth + 1)}" for name, one in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{outer}}}"
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return "[\n" + ",\n".join(inner + _tabbed(one, depth + 1) for one in value) + f"\n{outer}]"
    return json.dumps(value, ensure_ascii=False)


# Neovim, Emacs, Helix, and the blocks to copy from the page


def _ftplugin(one: Table, _: str) -> str:
    written = (
        " ".join([one.block_comment[0], "%s", one.block_comment[1]])
        if one.block_comment
        else f"{one.comment} %s"
    )
    lines = [
        "-- Made from the notation's editors.toml by `python -m kibitz_dev`.",
        f'require("kibitz.buffer").setup("{written}", ":{one.comment}")',
    ]
    if "_" not in one.word_signs:
        lines.append('vim.opt_local.iskeyword:remove("_")')
    lines += [f'vim.opt_local.iskeyword:append("{sign}")' for sign in one.word_signs if sign != "_"]
    return "\n".join(lines) + "\n"


_EMACS = re.compile(r"(;; Made by `python -m kibitz_dev`:\n).*?(;; So much was made\.\n)", re.DOTALL)


def _emacs(text: str) -> str:
    modes = "\n".join(map(_mode, tables()))
    files = "\n                 ".join(f"""("\\\\.{one}\\\\'" . {one}-mode)""" for one in IDS)
    made = (
        f"\n{''.join(palette.emacs(tables()))}{modes}\n;;;###autoload\n(dolist (entry '({files}))\n  (add-to-list 'auto-mode-alist entry))\n\n"
        "(add-to-list 'eglot-server-programs\n"
        f"             '(({listed('{}-mode', ' ')}) . kibitz--contact))\n\n"
    )
    new, count = _EMACS.subn(lambda found: found[1] + made + found[2], text)
    if count != 1:
        raise ValueError("the package lacks the lines between which modes are made")
    return new


def _mode(one: Table) -> str:
    comment = " ".join(json.dumps(sign) for sign in one.block_comment or (one.comment,))
    signs = "".join(f'  (modify-syntax-entry ?{sign} "w")\n' for sign in one.word_signs)
    return (
        f';;;###autoload\n(define-derived-mode {one.id}-mode kibitz-base-mode "{one.mode}"\n'
        f'  "Major mode for {one.holds}."\n  (kibitz--comments {comment})\n{signs}'
        f"  (kibitz--colours '{one.id}))\n"
    )


def _helix(_: str) -> str:
    head = "# For ~/.config/helix/languages.toml: records of games, checked by kibitz. Made by `python -m kibitz_dev`."
    parts = [f'{head}\n\n[language-server.kibitz]\ncommand = "kibitz"\nargs = ["lsp"]\n']
    for one in tables():
        block = ""
        if one.block_comment:
            start, end = map(json.dumps, one.block_comment)
            block = f"block-comment-tokens = {{ start = {start}, end = {end} }}\n"
        grammar = f'grammar = "{one.grammar}"\n' if one.grammar else ""
        parts.append(
            f'[[language]]\nname = "{one.id}"\nscope = "source.{one.id}"\nfile-types = ["{one.id}"]\n'
            f'comment-token = "{one.comment}"\n{block}language-servers = ["kibitz"]\nauto-format = true\n{grammar}'
        )
    return "\n".join(parts)


def _readme(text: str) -> str:
    text = _line(r'"selector": ".*"', lambda: f'"selector": "{listed("source.{}", " | ")}"', text)
    text = _line(r"BufRead [^ ]* let", lambda: f"BufRead {listed('*.{}', ',')} let", text)
    text = re.sub(r"FileType [^ ]* let", f"FileType {listed('{}', ',')} let", text)
    ids = ", ".join(f"'{one}'" for one in IDS)
    text = re.sub(r"for s:id in \[.*\]", f"for s:id in [{ids}]", text)
    return _line(
        r"(?s)The language ids are the suffixes: .*?\.",
        lambda: f"The language ids are the suffixes: {listed('`{}`')}.",
        text,
    )
