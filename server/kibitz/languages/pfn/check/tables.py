"""Rules of tables and keys: unknown ones, and missing ones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, partial
from itertools import islice

from kibitz.core.bounds import PROBLEMS, STRANGE
from kibitz.core.document import Document
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span
from kibitz.core.words import did_you_mean, nearest, quoted, shortened
from kibitz.languages.pfn.game.figgie import Outcome, facts, is_deck, is_seat, paid_by, partner
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import (
    BANK,
    DECK,
    EVENTS,
    GAME,
    LARGEST,
    PLAYER,
    RESULT,
    SIZES,
    TYPE_WORDS,
    KeySpec,
    Leaf,
    Part,
    Path,
    Table,
    TableSpec,
    is_array_of_tables,
    is_strange,
    meant_table,
    numeric,
    tables,
)
from kibitz.languages.pfn.toml.model import Node
from kibitz.languages.pfn.toml.names import header_above

KIND_WORDS = {
    "string": "a string", "integer": "a whole number", "float": "a number with a fraction", "boolean": "`{text}`",
    "datetime": "a date with a time", "date": "a date", "time": "a time", "array": "an array", "table": "a table",
}  # fmt: skip


OWN_KEYS = {("Deal",), ("DeckSetup", "Distribution")}
"""Tables with their own rules for wrong keys: names that are not players' or suits."""

PLACEHOLDERS = {"date", "color", "suit", "card", "player", "event"}
"""The types with an empty string as a placeholder."""
_EMPTY = {"players": "[]", "table": "{}", "integer": "0", "number": "0"}


def check_table(
    rules: Rules,
    table: Table,
    required: Sequence[KeySpec],
    title: str = "",
    parts: Sequence[Table] = (),
    fixes: Sequence[Fix] = (),
    more: Sequence[str] = (),
) -> Iterator[Diagnostic]:
    """Yield the findings for the keys and types of a table that the notation knows.

    `required` are the keys of the table, or of all its `parts` in order; `fixes` write the missing ones. `more` are
    missing keys that another rule reports.
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
            yield _unknown_key(rules, leaf, spec, missing, {*there}, title, more)
        elif key and leaf.node and leaf.node.value == "" and key.type in PLACEHOLDERS:
            yield rules["unfinished"].at(*leaf.span, key=leaf.name)
        elif key and leaf.node and not is_strange(spec, leaf) and not fits(key.type, leaf.node.value):
            found, wanted = _found(leaf.node, key.type), TYPE_WORDS[key.type]
            wrong = _conversions(leaf, leaf.node, key)
            yield rules["wrong-type"].at(*leaf.span, key=leaf.name, wanted=wanted, found=found, fixes=wrong)
    if missing:
        keys = quoted(key.name for key in missing)
        yield rules["missing-key"].at(*table.head, table=title, keys=keys, fixes=fixes)


def _asked_for(spec: TableSpec, parts: Sequence[Table], required: Iterable[KeySpec]) -> list[KeySpec]:
    """Return the keys that a table lacks. After an unreadable last line, the later keys may still be typed, so they are not missing."""
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
    """Return the rank of a key in the specification, or -1 for an unknown key."""
    key = spec.key(name)
    return -1 if key is None else spec.keys.index(key)


def fits(wanted: str, value: object) -> bool:
    """Return whether a value has the type that a key asks for."""
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
    """Return the finding for a lost header, with the fix that adds it if the table exists nowhere else."""
    header, at = tables()[table.path].header, table.leaves[0].whole.start
    fixes = [header_above(header, at)] if alone else []
    return rules["lost-header"].at(*table.head, header=header, fixes=fixes)


def meant_tables(paths: Iterable[Path]) -> set[Path]:
    """Return the tables that misspelt names probably mean. These tables are not missing."""
    unknown = islice((path for path in paths if path and path not in tables()), STRANGE)
    return {meant for path in unknown if (meant := meant_table(path))}


def empty(key: KeySpec) -> str:
    """Return the placeholder for an unknown value."""
    return "0.0" if key.type == "number" and "." in key.example else _EMPTY.get(key.type, '""')


def _key_span(table: Table) -> Span:
    """Return the name in a header, without its brackets. The table may have moved since it was read."""
    if table.header is None:
        return table.head
    return table.header.key.span.shifted(table.head.start - table.header.span.start)


def _brackets(rules: Rules, table: Table, spec: TableSpec) -> Diagnostic:
    name = _key_span(table)
    wanted = ("[[", "]]") if spec.array else ("[", "]")
    found = f"[[{spec.name}]]" if table.array else f"[{spec.name}]"
    edits = (Edit(table.head.start, name.start, wanted[0]), Edit(name.end, table.head.end, wanted[1]))
    fix = Fix(f"Change `{found}` to `{spec.header}`", edits)
    return rules["wrong-brackets"].at(
        *table.head, name=spec.name, wanted=spec.header, found=found, fixes=[fix]
    )


def _unknown_key(
    rules: Rules,
    leaf: Leaf,
    spec: TableSpec,
    missing: list[KeySpec],
    there: Collection[str],
    title: str,
    more: Sequence[str],
) -> Diagnostic:
    """Return the finding for an unknown key. If it is a typo of a required one, that is not `missing` as well."""
    meant = spec.meant(leaf.name, there, [*more, *(key.name for key in missing)])
    bank = meant is not None and meant.endswith(BANK)
    severity = Severity.ERROR if bank else None
    for key in missing:
        if key.name == meant:
            missing.remove(key)
            severity = Severity.ERROR
            break
    hint = did_you_mean(meant)
    fixes = [changed(leaf.key, meant, leaf.name)] if meant else []
    return rules["unknown-key"].at(
        *leaf.key, table=title, key=leaf.name, hint=hint, fixes=fixes, severity=severity
    )


def _found(node: Node, wanted: str) -> str:
    """Return the kind of a value in words; a wanted number is out of range."""
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
    """Return fixes that convert a value to the right type: a number in quotes, a whole number with a fraction."""
    value, wanted = node.value, None
    if node.kind == "array" and len(node.items) == 1 and key.type != "players":
        only = leaf._replace(node=node.items[0])
        edits = (Edit(leaf.span.start, only.span.start, ""), Edit(only.span.end, leaf.span.end, ""))
        return [Fix("Remove the brackets", edits)] if fits(key.type, node.items[0].value) else []
    if key.type == "players" and node.items:
        names = [f"P{item.value}" for item in node.items if item.kind == "integer"]
        named = len(names) == len(node.items) and all(map(is_seat, names))
        return [changed(leaf.span, write.value(names), write.value(value))] if named else []
    if key.type in {"integer", "number"} and isinstance(value, str):
        digits = value.strip()
        form = r"0|[1-9][0-9]{0,14}" + (
            r"|(?:0|[1-9][0-9]{0,14})\.[0-9]{1,9}" if key.type == "number" else ""
        )
        wanted = digits if re.fullmatch(form, digits) else None
    elif key.type == "integer" and isinstance(value, float) and abs(value) <= LARGEST and value == int(value):
        wanted = str(int(value))
    elif key.type == "player" and isinstance(value, int) and is_seat(f"P{value}"):
        wanted = f'"P{value}"'
    elif key.type == "players" and isinstance(value, str):
        start, end = leaf.span
        return [Fix("Convert to an array", (Edit(start, start, "["), Edit(end, end, "]")))]
    return [changed(leaf.span, wanted, write.value(value))] if wanted else []


def deck(record: Record, path: Path) -> list[Fix]:
    """Return the fix that writes the deck, or only its sizes, after the table above it, as the whole deal proves them."""
    above = next(record.at(*(GAME if path == DECK else DECK)), None) if path in {DECK, SIZES} else None
    sizes = record.deal.counts
    if above is None or record.deal.variant or not is_deck(sizes.values()):
        return []
    goal = partner(max(sizes, key=lambda name: sizes[name])) or ""
    head = [write.table("[DeckSetup]", write.deck(goal))] if path == DECK else []
    said = [*head, write.table("[DeckSetup.Distribution]", sizes)]
    return [_added(f"`{tables()[path].header}`", above.end, said)]


def with_result(
    found: Iterable[Diagnostic], document: Document, record: Record, end: Outcome | None
) -> Iterator[Diagnostic]:
    """Yield the findings, with offsets of the document. A missing result gets the fix that writes it at the end."""
    for one in found:
        if one.rule.slug != "missing-result" or end is None:
            yield one
            continue
        last = document.place_at(len(document))
        at = last.start + len(last.text.rstrip())
        fixes = []
        # Before there are banks, the user decides.
        for rule in facts().paying(record.payout):
            way = "as the rules pay" if rule.ante else f"{rule.pot} chips for the most goal cards"
            table = write.table("[Result]", record.result(paid_by(end, rule)))
            fixes.append(_added(f"`[Result]`, {way}", at, [table]))
        yield one._replace(fixes=tuple(fixes))


def _added(title: str, at: int, said: Sequence[str]) -> Fix:
    return Fix.of(f"Add {title}", at, at, "".join(f"\n\n{table}" for table in said))


def changed(span: Span, text: str, written: object) -> Fix:
    """Return the fix that replaces a text."""
    return Fix.of(f"Change `{shortened(str(written))}` to `{shortened(text)}`", *span, text)


def suggested(word: str, choices: Iterable[str], span: Span) -> tuple[str, list[Fix]]:
    """Return the end of a message and a fix for a word that is nearly one of the choices, or nothing."""
    meant = nearest(word, choices)
    if meant is None:
        return "", []
    return did_you_mean(meant), [changed(span, meant, word)]


def unknown_player(
    rules: Rules,
    slug: str,
    part: Part,
    players: tuple[str, ...],
    elsewhere: Mapping[str, Fix] | None = None,
    tail: str = "",
) -> Diagnostic:
    """Return the finding for a name that is not a player's.

    `elsewhere` are fixes of other names, in case these are the typos. `tail` follows the name in a key.
    """
    hint, fixes = suggested(part.text, players, part.span)
    if hint and tail:
        meant = write.key((nearest(part.text, players) or "") + tail)
        fixes = [changed(part.span, meant, part.text + tail)]
    other = nearest(part.text, elsewhere or ())
    fixes += [elsewhere[other]] if elsewhere and other else []
    # Either of the two names may be the typo.
    known = f"the players are {quoted(players)}{'' if other else hint}"
    return rules[slug].at(*part.span, player=part.text, players=known, fixes=fixes)


NEEDED: tuple[Path, ...] = (("FiggieGame",), ("DeckSetup",), ("DeckSetup", "Distribution"))
"""The tables that every record needs."""


def is_there(record: Record, path: Path) -> bool:
    """Return whether a table exists anywhere, or its name has a value of another type."""
    return any(record.at(*path)) or record.leaf(*path) is not None


def check_missing(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for missing tables. An empty record gets only the first."""
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
                fixes=deck(record, spec.path) or above,
            )
        elif spec.path == ("Result",):
            yield rules["missing-result"].at(*place)
        if not record.tables:
            return


def check_keys(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for the keys of all tables. A table in several parts is checked for missing keys once."""
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
            fixes = deck(record, SIZES) if lacks_sizes else ()
            more = [key.name for key in record.banks_missing] if table.path == RESULT else ()
            yield from check_table(rules, table, required, parts=parts, fixes=fixes, more=more)
            if table.lost:
                yield lost_header(
                    rules, table, alone=all(one.header is None for one in record.at(*table.path))
                )
        seen.add(table.path)
    yield from islice(_unknown_tables(rules, record), PROBLEMS)


def _unknown_tables(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the finding for each unknown path at its first table, except inside another unknown table."""
    absent = [path for path in NEEDED if not is_there(record, path)]
    seen: set[Path] = set()
    for table in record.tables:
        if (
            table.path
            and table.started
            and table.path not in tables()
            and (table.header is None or table.header.closed)
        ):
            inside = any(table.path[:depth] in seen for depth in range(1, min(len(table.path), 9) + 1))
            seen.add(table.path)
            if not inside:
                # It is an error if it is probably a required table that is missing.
                meant, written = meant_table(table.path), ".".join(table.path)
                name = ".".join(meant or ())
                fixes = [changed(_key_span(table), name, written)] if name and table.header else []
                yield rules["unknown-table"].at(
                    *table.head, table=written, hint=did_you_mean(name), fixes=fixes,
                    severity=Severity.ERROR if meant in absent else None,
                )  # fmt: skip


def _required(record: Record, table: Table, meant: set[Path]) -> list[KeySpec]:
    """Return the keys that a table must have; for one in several parts, those that no part has."""
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
    """Yield the findings for keys above the first header, where only tables are valid. `there` returns whether a table exists."""
    for leaf in table.leaves:
        spec = tables().get((leaf.name,))
        if spec is None:
            home = _home(leaf.name)
            # If a required table is missing, its header is reported, not each of its keys.
            if not leaf.begun and (home is None or not home.required or there(home.path)):
                meant = nearest(leaf.name, (spec.name for spec in tables().values()))
                hint = f": it belongs below `{home.header}`" if home else did_you_mean(meant)
                yield rules["unknown-key"].at(*leaf.key, table="The record itself", key=leaf.name, hint=hint)
        elif (node := leaf.node) is not None and not (
            is_array_of_tables(node) if spec.array else node.kind == "table"
        ):
            wanted = "an array of tables" if spec.array else "a table"
            found = KIND_WORDS[node.kind].format(text=node.value)
            found = "an array of other values" if node.kind == "array" else found
            yield rules["wrong-type"].at(*leaf.span, key=leaf.name, wanted=wanted, found=found)


@remembered
def _home(name: str) -> TableSpec | None:
    """Return the table that a key belongs to, or None."""
    specs = (
        spec
        for spec in tables().values()
        if (key := spec.key(name)) and (key.name != PLAYER or is_seat(name))
    )
    return next(specs, None)
