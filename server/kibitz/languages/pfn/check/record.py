"""The tables of a record together: which there are, which are missing. Spans are those of the record given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice

from kibitz.core.bounds import PROBLEMS, STRANGE
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.core.words import did_you_mean, nearest
from kibitz.languages.pfn.check import missing
from kibitz.languages.pfn.check.names import header_above
from kibitz.languages.pfn.check.tables import (
    KIND_WORDS,
    check_table,
    lost_header,
    meant_tables,
    rank,
    unknown_table,
)
from kibitz.languages.pfn.text.keys import PLAYER, KeySpec, TableSpec, tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import DECK, EVENTS, SIZES, Leaf, Path, Table, is_array_of_tables

NEEDED: tuple[Path, ...] = (("FiggieGame",), ("DeckSetup",), ("DeckSetup", "Distribution"))
"""The tables that a record can't do without."""


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the tables themselves."""
    yield from _missing_tables(rules, record)
    yield from _all_tables(rules, record)


def is_there(record: Record, path: Path) -> bool:
    """Whether a table is made anywhere, or its name has a value that is no table."""
    return any(record.at(*path)) or record.leaf(*path) is not None


def _missing_tables(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """In an empty record only the first is asked for."""
    meant = meant_tables(record.paths)
    place = record.tables[0].head if record.tables else Span(0, 0)
    for spec in tables().values():
        if is_there(record, spec.path) or spec.path in meant:
            continue
        if spec.required:
            about = spec.about[0].lower() + spec.about[1:].rstrip(".")
            stray = next(
                (leaf for leaf in islice(record.leaves(), STRANGE) if _home(leaf.name) == spec), None
            )
            above = [header_above(spec.header, stray.whole.start)] if stray else []
            yield rules["missing-table"].at(
                *(stray.key if stray else place),
                table=spec.header,
                about=about,
                fixes=missing.deck(record, spec.path) or above,
            )
        elif spec.path == ("Result",):
            yield rules["missing-result"].at(*place)
        if not record.tables:
            return


def _all_tables(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """A table in several parts is asked for its keys once."""
    meant = meant_tables(record.paths)
    seen: set[Path] = set()
    there = cache(partial(is_there, record))
    for table in record.tables:
        if not table.path:
            yield from _root(rules, there, table)
        elif table.path in tables() and table.path != EVENTS:
            again = not table.array and table.path in seen
            parts = () if again or table.array else tuple(record.at(*table.path))
            required = () if again else _required(record, table, meant)
            lacks_sizes = table.path == DECK and [key.name for key in required] == ["Distribution"]
            fixes = missing.deck(record, SIZES) if lacks_sizes else ()
            yield from check_table(rules, table, required, parts=parts, fixes=fixes)
            if table.lost:
                yield lost_header(
                    rules, table, alone=all(one.header is None for one in record.at(*table.path))
                )
        seen.add(table.path)
    yield from islice(_unknown_tables(rules, record), PROBLEMS)


def _unknown_tables(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """The first table of each unknown path, unless it is in another one that is unknown."""
    absent = [path for path in NEEDED if not is_there(record, path)]
    seen: set[Path] = set()
    for table in record.tables:
        if table.path and table.started and table.path not in tables() and not _half_typed(table):
            inside = any(table.path[:depth] in seen for depth in range(1, min(len(table.path), 9) + 1))
            seen.add(table.path)
            if not inside:
                yield unknown_table(rules, table, absent)


def _half_typed(table: Table) -> bool:
    return table.header is not None and not table.header.closed


def _required(record: Record, table: Table, meant: set[Path]) -> list[KeySpec]:
    """The keys that a table must have; of one in several parts those that no part has."""
    spec = tables()[table.path]
    if table.path == ("DeckSetup", "Distribution"):
        return []
    lacking = [
        key
        for key in spec.keys
        if key.required and PLAYER not in key.name
        and (spec.array or not is_there(record, (*spec.path, key.name)))
        and (*spec.path, key.name) not in meant
    ]  # fmt: skip
    if lacking and spec.path == ("Result",):
        lacking = sorted([*lacking, *record.banks_missing], key=lambda key: rank(spec, key.name))
    return lacking


def _root(rules: Rules, there: Callable[[Path], bool], table: Table) -> Iterator[Diagnostic]:
    """Keys above the first header: only those of whole tables mean anything there. `there` knows which tables are made."""
    for leaf in table.leaves:
        spec = tables().get((leaf.name,))
        if spec is None:
            home = _home(leaf.name)
            # Where a required table is missing, its header is, and not each of its keys wrong.
            if not leaf.begun and (home is None or not home.required or there(home.path)):
                yield _stray(rules, leaf, home)
        elif (node := leaf.node) is not None and not (
            is_array_of_tables(node) if spec.array else node.kind == "table"
        ):
            wanted = "an array of tables" if spec.array else "a table"
            found = KIND_WORDS[node.kind].format(text=node.value)
            found = "an array of other values" if node.kind == "array" else found
            yield rules["wrong-type"].at(*leaf.span, key=leaf.name, wanted=wanted, found=found)


@remembered
def _home(name: str) -> TableSpec | None:
    """The table that a key belongs to."""
    return next((spec for spec in tables().values() if spec.key(name)), None)


def _stray(rules: Rules, leaf: Leaf, home: TableSpec | None) -> Diagnostic:
    meant = nearest(leaf.name, (spec.name for spec in tables().values()))
    hint = f"; it belongs below `{home.header}`" if home else did_you_mean(meant)
    return rules["unknown-key"].at(*leaf.key, table="the record itself", key=leaf.name, hint=hint)
