"""`kibitz stats`: sums over many records."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.checked import complete
from kibitz.cli.console import Paint, UserError, width
from kibitz.core.counting import Columns, Counted, Lines, Table, Tally, grouped, shared
from kibitz.core.rows import Value, by_columns
from kibitz.core.shown import in_json, visible
from kibitz.core.words import listed, plural
from kibitz.languages import load
from kibitz.project.settings import clean
from kibitz.project.tables import errors

BAR = 20
"""Columns of the longest bar."""


def run(arguments: Namespace) -> int:
    """Return 0 if all is counted, even with mistakes, or 2 if something could not be read."""
    batch = Batch(arguments)
    totals: dict[str, Counted] = {}
    numbers: dict[str, Counter[str]] = {}

    def tell(outcome: Outcome) -> None:
        one = outcome.language_id
        numbers.setdefault(one, Counter()).update(outcome.counts)
        totals.setdefault(one, Counted(_tallies(one, arguments.by))).count(outcome.told)

    _refuse(arguments.by, {target.language_id for target in batch.targets})
    batch.gather(partial(_counted, arguments.by), tell)
    found = {one: totals[one].tables for one in sorted(totals)}
    if arguments.format == "json":
        said = [
            {"language": one, **numbers[one], "tables": [_table(*each) for each in found[one]]}
            for one in found
        ]
        print(in_json(json.dumps(said, indent=2, ensure_ascii=False)))
    else:
        for one, tables in found.items():
            _show(one, numbers[one], tables)
    return 2 if batch.failed else 0


class Outcome(NamedTuple):
    """The counts of one file."""

    language_id: str
    counts: Mapping[str, int]
    """The numbers of files, records and errors."""
    told: Sequence[Columns]
    """The values of its rows, for each kind of rows that tables share."""


@cache
def _tallies(language_id: str, by: str | None) -> list[Tally]:
    """Return the tables of a notation, grouped as the user wants."""
    found = (grouped(one, by) for one in load(language_id).stats())
    return [one for one in found if one is not None]


def _refuse(by: str | None, ids: set[str]) -> None:
    """Raise UserError if no notation can group its statistics as the user wants."""
    if by is None or not ids or any(_tallies(one, by) for one in ids):
        return
    known = {"file"}
    for one in ids:
        for tally in load(one).stats():
            known |= {*tally.by, *(each.name for each in tally.rows.columns if each.type == "string")}
    if not any(load(one).stats() for one in ids):
        names = listed(sorted(load(one).name for one in ids), "and")
        raise UserError(f"cannot group by {by!r}: {names} has counts of files, records and errors only")
    raise UserError(f"cannot group by {by!r}; choose from {', '.join(sorted(known))}")


def _counted(by: str | None, target: files.Target, within: Callable[[float], None]) -> Outcome:
    """Return the counts of one file. Raises UserError if it cannot be read."""
    source = files.read(target)
    settings = files.settings(target)
    language = load(target.language_id).tailored(settings.preferences)
    known = clean(language, source.text, settings)
    about, records, wrong = known and known.value, 1, 0
    if known is None:
        about = complete(source, settings, within)
        of_records = about.language.rows("records")
        records = sum(1 for _ in of_records.of(about)) if of_records else 0
        wrong = len(errors(about, settings))
    told = [by_columns(target.path, about, rows) for rows in shared(_tallies(target.language_id, by))]
    return Outcome(target.language_id, {"files": 1, "records": records, "errors": wrong}, told)


def _table(tally: Tally, lines: Lines) -> dict[str, Any]:
    names = [*tally.by, *(figure.name for figure in tally.shown)]
    return {
        "title": tally.title,
        "by": [*tally.by],
        "rows": [dict(zip(names, (*key, *told), strict=True)) for key, told in lines],
    }


# For people


def _show(language_id: str, numbers: Mapping[str, int], tables: Sequence[Table]) -> None:
    paint = Paint(sys.stdout)
    counted, records, errors = numbers.values()
    mistakes = f", {plural(errors, 'error')} in them" if errors else ""
    heading = f"{load(language_id).name}: {plural(counted, 'file')}, {plural(records, 'record')}{mistakes}"
    print(paint(heading, "strong"))
    for tally, lines in tables:
        print(f"\n{paint(tally.title, 'strong')}")
        shown = lines[: tally.most or None]
        for line in _lines(tally, shown, paint):
            print(line.rstrip())
        if len(shown) < len(lines):
            print(f"and {len(lines) - len(shown)} more")
    print()


def _lines(tally: Tally, lines: Lines, paint: Paint) -> Iterator[str]:
    """Yield the lines of a table for people: words to the left, numbers to the right, and a bar for the first figure.

    In a terminal that is too narrow, the parts of the table follow each other. Figures that are all 0 or unknown are left out.
    """
    telling = [at for at in range(len(tally.shown)) if any(told[at] for _, told in lines)] or [0]
    lines = [(key, [told[at] for at in telling]) for key, told in lines]
    head = [*tally.by, *(tally.shown[at].name for at in telling)]
    cells = [[*map(_word, key), *map(_amount, told)] for key, told in lines]
    widths = [max(len(row[at]) for row in [head, *cells]) for at in range(len(head))]
    most = max((abs(told[0] or 0) for _, told in lines), default=0)
    room = width(sys.stdout) if sys.stdout.isatty() else sum(widths) + 2 * len(widths)
    keys, first = range(len(tally.by)), True
    for part in _parts(widths, len(keys), room):
        yield paint("  ".join(_cells(head, widths, keys, part)), "faint")
        for row, (_, told) in zip(cells, lines, strict=True):
            line, bar = "  ".join(_cells(row, widths, keys, part)), ""
            if first and sys.stdout.isatty() and most and told[0] is not None and len(lines) > 1:
                length = round(BAR * abs(told[0]) / most)
                bar = "  " + paint("▬" * length, "added" if told[0] >= 0 else "removed")
            yield line + bar * (len(line) + 2 + BAR <= room)
        first = False


def _parts(widths: Sequence[int], keys: int, room: int) -> Iterator[range]:
    """Yield the figures that fit side by side after the keys of their lines, at least one each time."""
    start = keys
    while start < len(widths):
        end = start + 1
        while (
            end < len(widths)
            and sum(widths[:keys]) + sum(widths[start : end + 1]) + 2 * (keys + end - start) <= room
        ):
            end += 1
        yield range(start, end)
        start = end


def _cells(row: Sequence[str], widths: Sequence[int], keys: range, part: range) -> Iterator[str]:
    yield from (row[at].ljust(widths[at]) for at in keys)
    yield from (row[at].rjust(widths[at]) for at in part)


def _word(value: Value) -> str:
    if isinstance(value, (int, float)):
        return str(value).replace("-", "−")
    return "–" if value is None else visible(str(value))


def _amount(number: float | None) -> str:
    if number is None:
        return "–"
    text = f"{number:,}" if isinstance(number, int) else f"{number:,.2f}"
    return text.replace("-", "−")
