"""The generated files of the repository, each with the function that makes its text from the present one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.core.grammar import source
from kibitz.core.language import token_modifiers
from kibitz.core.tables import Tables
from kibitz.core.values import Rule
from kibitz.languages import IDS, load
from kibitz.project.rulebook import every
from kibitz_dev.editors import VSCODE, entries
from kibitz_dev.tables import (
    columns_table,
    commands_table,
    drawing,
    general_rules_table,
    picture,
    rule_page,
    rules_index,
    rules_table,
    settings_of,
    settings_table,
    vscode_settings_table,
)

ROOT = Path(__file__).parents[2]


class Generated(NamedTuple):
    """A file that is generated, or has a generated part."""

    path: Path
    make: Callable[[str], str]
    """Returns the right text from the present one, which is empty if there is no file."""


def stale() -> Iterator[tuple[Path, str]]:
    """Yield the stale files, each with its right text. An empty text removes the file."""
    for path, make in generated():
        old = path.read_text("utf-8") if path.exists() else ""
        if (new := make(old)) != old:
            yield path, new


def generated() -> Iterator[Generated]:
    """Yield every file with a generated part."""
    for one in IDS:
        yield Generated(ROOT / "grammars" / f"{one}.json", partial(_tables, one))
        yield Generated(ROOT / "grammars" / f"{one}.md", partial(_page, one))
        yield Generated(ROOT / "grammars" / "images" / f"{one}.svg", partial(_drawing, one))
    yield Generated(ROOT / "server" / "docs" / "settings.md", part("settings", settings_table))
    yield Generated(ROOT / "README.md", part("commands", partial(commands_table, common=True)))
    yield Generated(ROOT / "server" / "docs" / "commands.md", part("commands", commands_table))
    yield Generated(ROOT / "server" / "docs" / "commands.md", part("rules", general_rules_table))
    yield Generated(ROOT / "server" / "docs" / "data.md", part("columns", columns_table))
    yield Generated(ROOT / "server" / "kibitz" / "lsp" / "transport" / "legend.py", _legend)
    yield from rule_pages(ROOT / "server" / "docs" / "rules")
    for path, make in entries(ROOT):
        yield Generated(path, make)
    yield Generated(ROOT / VSCODE / "README.md", part("settings", _settings_of_vscode))


def rule_pages(folder: Path) -> Iterator[Generated]:
    """Yield the page of each rule, their index, and pages of former rules, which become empty."""
    yield Generated(folder / "README.md", lambda _: rules_index())
    codes = {rule.code: rule for rule in every()}
    for code in sorted({*codes, *(path.stem for path in folder.glob("*[0-9].md"))}):
        yield Generated(folder / f"{code}.md", partial(_rule_page, codes.get(code)))


def _rule_page(rule: Rule | None, text: str) -> str:
    return "" if rule is None else rule_page(rule, text)


def _page(language_id: str, text: str) -> str:
    """Return the page of a notation with its table of rules. A new page has places for the rest."""
    language = load(language_id)
    new = f"# {language.name} (`.{language_id}`)\n\n## Rules\n\n<!-- rules -->\n\n<!-- end of rules -->\n"
    text = part("rules", partial(rules_table, language))(text or new)
    more = {"settings": partial(settings_of, language), "picture": partial(picture, language, text)}
    for name, made in more.items():
        if f"<!-- {name} -->\n" in text:
            text = part(name, made)(text)
    return text


def _drawing(language_id: str, _: str) -> str:
    """Return the SVG for the page of a notation."""
    page = ROOT / "grammars" / f"{language_id}.md"
    return drawing(load(language_id), page.read_text("utf-8") if page.exists() else "")


def _legend(_: str) -> str:
    """Return the legend of all notations, so that the server starts without loading any of them."""
    languages = [load(one) for one in IDS]

    def signs(name: str) -> str:
        return json.dumps("".join(sorted({sign for one in languages for sign in getattr(one, name)})))

    rows = "".join(f"    {json.dumps(one)},\n" for one in token_modifiers(languages))
    return (
        '"""The abilities of all notations together, for clients. Made by `python -m kibitz_dev`."""\n\n'
        f"TRIGGERS = {signs('triggers')}\n"
        '"""The characters after which some notation wants to be asked for completions."""\n'
        f"SIGNATURE_TRIGGERS = {signs('signature_triggers')}\n"
        '"""Likewise, for the form that is being filled in."""\n'
        f"TYPING_TRIGGERS = {signs('typing_triggers')}\n"
        '"""Likewise, for what follows from the character that was typed."""\n'
        f"TOKEN_MODIFIERS = (\n{rows})\n"
        '"""The modifiers of the legend of semantic tokens, which the bits in them mean."""\n'
    )


def _settings_of_vscode() -> str:
    manifest = json.loads((ROOT / VSCODE / "package.json").read_text("utf-8"))
    return vscode_settings_table(manifest["contributes"]["configuration"]["properties"])


def _tables(language_id: str, _: str) -> str:
    """Return the parser tables of a notation, so that kibitz starts without Lark."""
    package = load(language_id).package
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
    grammar = next(module.GRAMMAR for module in modules if hasattr(module, "GRAMMAR"))
    return written(grammar.made, source(language_id))


def written(tables: Tables, source: str) -> str:
    """Return tables as the text of a file. `source` identifies their grammar."""
    data = [f"{json.dumps(field)}: {_lines(value)}" for field, value in tables._asdict().items()]
    return "{\n" + ",\n".join([f'"source": {json.dumps(source)}', *data]) + "\n}\n"


def _lines(value: Any) -> str:
    """Return a list of lists as JSON, one on each line, so that a diff is readable."""
    if not isinstance(value, list) or not all(isinstance(one, (list, dict, tuple)) for one in value):
        return json.dumps(value)
    return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"


def part(name: str, made: Callable[[], str]) -> Callable[[str], str]:
    """Return a function that replaces the part between `<!-- name -->` and `<!-- end of name -->`, each on a line of its own.

    It raises ValueError if the page has no such part.
    """

    def make(text: str) -> str:
        before, start, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        if not end:
            raise ValueError(f"the page has no line `<!-- {name} -->` with `<!-- end of {name} -->` below it")
        return f"{before}{start}\n{made()}\n\n{end}{after}"

    return make
