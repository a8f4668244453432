"""What every table must be: known tables with known keys of the right types, and no required key missing."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import islice

from kibitz.core.bounds import STRANGE
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span
from kibitz.core.words import did_you_mean, quoted
from kibitz.languages.pfn.check.names import changed, header_above
from kibitz.languages.pfn.game.figgie import is_player
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.keys import (
    BANK,
    TYPE_WORDS,
    KeySpec,
    TableSpec,
    meant_table,
    tables,
)
from kibitz.languages.pfn.text.tables import LARGEST, Leaf, Path, Table, numeric
from kibitz.languages.pfn.toml.model import Node

KIND_WORDS = {
    "string": "a string", "integer": "a whole number", "float": "a number with a fraction", "boolean": "`{text}`",
    "datetime": "a date with a time", "date": "a date", "time": "a time", "array": "an array", "table": "a table",
}  # fmt: skip


OWN_KEYS = {("Deal",), ("DeckSetup", "Distribution")}
"""Tables whose wrong keys have rules of their own: players that don't play, suits that are none."""

_EMPTY = {"players": "[]", "table": "{}", "integer": "0", "number": "0"}


def check_table(
    rules: Rules,
    table: Table,
    required: Sequence[KeySpec],
    title: str = "",
    parts: Sequence[Table] = (),
    fixes: Sequence[Fix] = (),
) -> Iterator[Diagnostic]:
    """Keys and types of one table that the notation knows.

    `required` are the keys asked for here: of the table, or of all `parts` of it, in order; `fixes` write those that are missing.
    """
    spec = tables()[table.path]
    title = title or f"`{spec.header}`"
    if table.header is not None and table.header.closed and table.array != spec.array:
        yield _brackets(rules, table, spec)
    missing = _asked_for(spec, parts or (table,), required) if required else []
    there: set[str] = set()
    for leaf in table.leaves:
        key = spec.key(leaf.name)
        if key is None and spec.path not in OWN_KEYS and not leaf.begun:
            there = there or {one.name for one in table.leaves}
            yield _unknown_key(rules, leaf, spec, missing, there, title)
        elif key is not None and leaf.node is not None and not fits(key.type, leaf.node.value):
            yield _wrong_type(rules, leaf, leaf.node, key)
    if missing:
        keys = quoted(key.name for key in missing)
        yield rules["missing-key"].at(*table.head, table=title, keys=keys, fixes=fixes)


def _asked_for(spec: TableSpec, parts: Sequence[Table], required: Iterable[KeySpec]) -> list[KeySpec]:
    """The keys that a table lacks. Those behind a last line that can't be read may yet come: somebody is typing."""
    header, leaves = parts[0].header, [leaf for part in parts for leaf in part.leaves]
    there = {leaf.name for leaf in leaves}
    missing = [key for key in required if key.name not in there]
    if header is not None and not header.closed and not parts[0].leaves:
        return []
    if len(missing) <= sum(part.unread for part in parts):
        return []
    if not missing or not leaves or leaves[-1].node is not None:
        return missing
    reached = max(rank(spec, leaf.name) for leaf in leaves)
    return [key for key in missing if rank(spec, key.name) < reached]


def rank(spec: TableSpec, name: str) -> int:
    """The place of a key in the order of the specification; before all of them if it is not one."""
    key = spec.key(name)
    return -1 if key is None else spec.keys.index(key)


def fits(wanted: str, value: object) -> bool:
    """Whether a value has the type that a key asks for."""
    if wanted in {"number", "integer"}:
        return (found := numeric(value)) is not None and (wanted == "number" or isinstance(found, int))
    if wanted == "date":
        return isinstance(value, (str, date))
    if wanted == "table":
        return isinstance(value, dict)
    if wanted == "players" or (wanted == "cards" and isinstance(value, list)):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str)


def lost_header(rules: Rules, table: Table, *, alone: bool = True) -> Diagnostic:
    """That the header of a table is lost; with the fix that writes it, if the table is not made anywhere else."""
    header, at = tables()[table.path].header, table.leaves[0].whole.start
    fixes = [header_above(header, at)] if alone else []
    return rules["lost-header"].at(*table.head, header=header, fixes=fixes)


def unknown_table(rules: Rules, table: Table, absent: Sequence[Path]) -> Diagnostic:
    """A table that PFN does not have. It is an error where it seems to be one that is required and absent."""
    meant = meant_table(table.path)
    name = ".".join(meant or ())
    hint = did_you_mean(name)
    fixes = [changed(_key_span(table), name)] if name and table.header is not None else []
    severity = Severity.ERROR if meant is not None and meant in absent else None
    return rules["unknown-table"].at(
        *table.head, table=".".join(table.path), hint=hint, fixes=fixes, severity=severity
    )


def meant_tables(paths: Iterable[Path]) -> set[Path]:
    """The tables that misspelt ones seem to be: these are not missing but misspelt."""
    unknown = islice((path for path in paths if path and path not in tables()), STRANGE)
    return {meant for path in unknown if (meant := meant_table(path))}


def empty(key: KeySpec) -> str:
    """What stands for a value that still has to be found out."""
    return "0.0" if key.type == "number" and "." in key.example else _EMPTY.get(key.type, '""')


def _key_span(table: Table) -> Span:
    """The name in a header, between its brackets. The table's spans may have moved since it was read."""
    if table.header is None:
        return table.head
    return table.header.key.span.shifted(table.head.start - table.header.span.start)


def _brackets(rules: Rules, table: Table, spec: TableSpec) -> Diagnostic:
    name = _key_span(table)
    wanted = ("[[", "]]") if spec.array else ("[", "]")
    found = f"[[{spec.name}]]" if table.array else f"[{spec.name}]"
    edits = (Edit(table.head.start, name.start, wanted[0]), Edit(name.end, table.head.end, wanted[1]))
    fix = Fix(f"Change to `{spec.header}`", edits)
    return rules["wrong-brackets"].at(
        *table.head, name=spec.name, wanted=spec.header, found=found, fixes=[fix]
    )


def _unknown_key(
    rules: Rules, leaf: Leaf, spec: TableSpec, missing: list[KeySpec], there: Collection[str], title: str
) -> Diagnostic:
    """A misspelt required key is one error, so it is taken out of `missing`."""
    meant = spec.meant(leaf.name, there)
    bank = meant is not None and meant.endswith(BANK)
    severity = Severity.ERROR if bank else None
    for key in missing:
        if key.name == meant:
            missing.remove(key)
            severity = Severity.ERROR
            break
    hint = did_you_mean(meant)
    fixes = [changed(leaf.key, meant)] if meant else []
    return rules["unknown-key"].at(
        *leaf.key, table=title, key=leaf.name, hint=hint, fixes=fixes, severity=severity
    )


def _wrong_type(rules: Rules, leaf: Leaf, node: Node, key: KeySpec) -> Diagnostic:
    found, wanted = _found(node, key.type), TYPE_WORDS[key.type]
    fixes = _conversions(leaf, node, key)
    return rules["wrong-type"].at(*leaf.span, key=leaf.name, wanted=wanted, found=found, fixes=fixes)


def _found(node: Node, wanted: str) -> str:
    """What a value is, in words; a number where one is wanted is out of range."""
    if isinstance(node.value, float) and not math.isfinite(node.value):
        return f"`{node.value}`"
    if isinstance(node.value, (int, float)) and abs(node.value) > LARGEST:
        return "so large a number"
    if node.kind == "array" and not node.items:
        return "an empty array"
    if node.kind == "array" and wanted in {"players", "cards"}:
        return "an array of other values"
    return KIND_WORDS[node.kind].format(text=str(node.value).lower())


def _conversions(leaf: Leaf, node: Node, key: KeySpec) -> list[Fix]:
    """The value in the right type where that is plain: a number in quotes, a whole number with a fraction."""
    value, wanted = node.value, None
    if node.kind == "array" and len(node.items) == 1 and key.type != "players":
        only = leaf._replace(node=node.items[0])
        edits = (Edit(leaf.span.start, only.span.start, ""), Edit(only.span.end, leaf.span.end, ""))
        return [Fix("Write it without brackets", edits)] if fits(key.type, node.items[0].value) else []
    if key.type == "players" and node.items:
        return _named(leaf, node)
    if key.type in {"integer", "number"} and isinstance(value, str):
        digits = value.strip()
        form = r"0|[1-9][0-9]{0,14}" + (
            r"|(?:0|[1-9][0-9]{0,14})\.[0-9]{1,9}" if key.type == "number" else ""
        )
        wanted = digits if re.fullmatch(form, digits) else None
    elif key.type == "integer" and isinstance(value, float) and abs(value) <= LARGEST and value == int(value):
        wanted = str(int(value))
    elif key.type == "player" and isinstance(value, int) and is_player(f"P{value}"):
        wanted = f'"P{value}"'
    elif key.type == "players" and isinstance(value, str):
        start, end = leaf.span
        return [Fix("Make it an array", (Edit(start, start, "["), Edit(end, end, "]")))]
    return [changed(leaf.span, wanted)] if wanted else []


def _named(leaf: Leaf, node: Node) -> list[Fix]:
    """An array of the numbers of players as one of their names."""
    names = [f"P{item.value}" for item in node.items if item.kind == "integer"]
    named = len(names) == len(node.items) and all(map(is_player, names))
    return [changed(leaf.span, write.array(names))] if named else []
