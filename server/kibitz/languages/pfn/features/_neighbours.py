"""What the records beside one make likely in it: its head, the order of its tables and keys, how things are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.languages.pfn.features.customs import Customs
from kibitz.languages.pfn.text.tables import Path

Neighbours = Sequence[Customs]
"""Those of the nearest record first."""

VALUES_SHOWN = 3
"""So many different values at the most."""


class Likely(NamedTuple):
    """A value of FiggieGame, as TOML writes it."""

    text: str
    words: str
    """Why, for people."""
    certain: bool
    """Whether it may be written before anybody asks."""


def likely(neighbours: Neighbours, name: str) -> list[Likely]:
    """The values that a key of FiggieGame may have, the likeliest first."""
    written = [value for one in neighbours if (value := one.value(name)) is not None]
    if not written:
        return []
    if name == "GameID":
        # It is the only one of its kind.
        return list(_numbered(written))
    if name == "Title" and (found := list(_numbered(written))):
        return found
    # Rounds of one evening have one date, and may have one title.
    alike = name not in {"Title", "Date"} or (len(written) > 1 and written[0] == written[1])
    return [
        Likely(
            value,
            _words(written.count(value), len(neighbours), written.index(value)),
            alike and value == written[0],
        )
        for value in list(dict.fromkeys(written))[:VALUES_SHOWN]
    ]


def _words(count: int, records: int, before: int) -> str:
    """Why a value is offered that some records beside this one have, but not the nearest ones."""
    if records == 1:
        return "as in the record beside this one"
    nearest = f", not in the nearest{f' {before}' if before > 1 else ''}" if before else ""
    share = f"all {records}" if count == records else f"{count} of {records}"
    return f"in {share} records beside this one{nearest}"


_NUMBERED = re.compile(r"(.*?)([0-9]{1,12})([^0-9]*)")


def _numbered(written: Sequence[str]) -> Iterator[Likely]:
    """The number behind or before that of the nearest record, if those beside that are numbered one by one."""
    nearest = _NUMBERED.fullmatch(written[0])
    if nearest is None:
        return
    head, digits, tail = nearest.groups()
    parts = [found.groups() for value in written if (found := _NUMBERED.fullmatch(value)) is not None]
    there = {int(number) for first, number, last in parts if (first, last) == (head, tail)}
    number, width = int(digits), len(digits) if digits.startswith("0") else 0
    if number + 1 not in there and {number - 1, number + 2} & there:
        yield Likely(f"{head}{number + 1:0{width}}{tail}", f"the next after {written[0]}", True)
    elif number > 0 and number - 1 not in there and number + 1 in there:
        yield Likely(f"{head}{number - 1:0{width}}{tail}", f"the one before {written[0]}", True)


def keys_in_order(neighbours: Neighbours, path: Path) -> tuple[str, ...]:
    """The rows of the vocabulary in a table of the nearest record that has it."""
    return next((rows for one in neighbours if (rows := one.order(path))), ())


def tables_in_order(neighbours: Neighbours, path: Path | None = None) -> tuple[Path, ...]:
    """The tables of the nearest record that has one of that path."""
    return next((one.tables for one in neighbours if path is None or path in one.tables), ())
