"""Rows as text or Parquet, for `kibitz export`.

A form makes pieces of the rows of a file, which one process can send to another, and puts them together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, BinaryIO

from kibitz.cli.console import UserError, missing
from kibitz.core.rows import Kind, Placed, Rows, Value, columns, kept
from kibitz.core.shown import cell, in_json
from kibitz.languages import load

FORMS = ("jsonl", "csv", "csv-raw", "parquet")
GROUP = 40_000
"""Rows in a group of Parquet, which has the statistics of its columns."""


@cache
def form(name: str, kind: Kind, language_id: str) -> _Lines | Parquet:
    """Return a format for the rows of a notation. Raises UserError if a package is missing."""
    rows = load(language_id).rows(kind)
    if rows is None:
        raise UserError(f"{load(language_id).name} has no rows of {kind}; use --rows events or records")
    if name == "parquet":
        return Parquet(kind, rows)
    return Jsonl(kind, rows) if name == "jsonl" else Csv(kind, rows, name == "csv-raw")


class _Lines:
    """One line per row."""

    def __init__(self, kind: Kind, rows: Rows) -> None:
        self._names = [column.name for column in columns(kind, rows)]
        self._kept = kept(kind)

    def _line(self, values: Sequence[Value]) -> str:
        raise NotImplementedError

    def piece(self, name: str, rows: Sequence[Placed]) -> bytes:
        lines = [self._line((name, *self._kept(row))) for row in rows]
        return "".join(lines).encode("utf-8", "replace")

    def begin(self, stream: BinaryIO) -> None:
        self._stream = stream

    def add(self, piece: bytes) -> None:
        self._stream.write(piece)

    def end(self) -> None:
        pass

    def leave(self) -> None:
        pass


class Jsonl(_Lines):
    """One JSON object per line (https://jsonlines.org)."""

    def _line(self, values: Sequence[Value]) -> str:
        return in_json(_json(dict(zip(self._names, values, strict=True)))) + "\n"


class Csv(_Lines):
    """Comma-separated values (RFC 4180, with the line ends of Unix). A missing value is empty; an empty text is `""`.

    If they are not raw, no spreadsheet runs a value as a formula.
    """

    def __init__(self, kind: Kind, rows: Rows, raw: bool) -> None:
        super().__init__(kind, rows)
        self._quoted = _quoted if raw else lambda text: _quoted(cell(text))

    def _line(self, values: Sequence[Value]) -> str:
        cells = [
            repr(one) if type(one) is int else "" if one is None
            else self._quoted(one) if type(one) is str else _cell(one)
            for one in values
        ]  # fmt: skip
        return ",".join(cells) + "\n"

    def begin(self, stream: BinaryIO) -> None:
        super().begin(stream)
        stream.write((",".join(self._names) + "\n").encode())


_SPECIAL = re.compile(r'[,"\r\n]').search
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _quoted(text: str) -> str:
    return text if text and not _SPECIAL(text) else '"' + text.replace('"', '""') + '"'


def _cell(value: Value) -> str:
    """Return a number, a truth or a list in CSV. Databases read a list in JSON in a cell."""
    return _quoted(in_json(_json(value))) if type(value) is tuple else _json(value)


class Parquet:
    """Apache Parquet, with the types of the columns."""

    def __init__(self, kind: Kind, rows: Rows) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError as error:
            raise missing("Parquet", "pyarrow") from error
        types = {
            "string": pyarrow.string(), "integer": pyarrow.int64(), "number": pyarrow.float64(), "boolean": pyarrow.bool_(),
            "date": pyarrow.date32(), "strings": pyarrow.list_(pyarrow.string()), "integers": pyarrow.list_(pyarrow.int64()),
        }  # fmt: skip
        self._arrow, self._parquet = pyarrow, parquet
        fields = [
            pyarrow.field(column.name, types[column.type], metadata={"description": column.help})
            for column in columns(kind, rows)
        ]
        self._schema = pyarrow.schema(fields)
        self._kept = kept(kind)

    def piece(self, name: str, rows: Sequence[Placed]) -> list[Sequence[Value]]:
        told = [self._kept(row) for row in rows]
        return [[name.encode("utf-8", "replace").decode()] * len(rows), *zip(*told, strict=True)]

    def begin(self, stream: BinaryIO) -> None:
        self._writer = self._parquet.ParquetWriter(stream, self._schema)
        self._waiting: list[list[Value]] = [[] for _ in self._schema]

    def add(self, piece: Iterable[Sequence[Value]]) -> None:
        for waiting, told in zip(self._waiting, piece, strict=True):
            waiting += told
        if len(self._waiting[0]) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        """Write the waiting rows as a group."""
        arrays = [self._array(*one) for one in zip(self._waiting, self._schema.types, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._waiting = [[] for _ in self._schema]

    def _array(self, values: list[Value], kind: Any) -> Any:
        # Dates come as texts.
        array = self._arrow.array
        return array(values, "string").cast(kind) if kind == self._arrow.date32() else array(values, kind)

    def end(self) -> None:
        if self._waiting[0]:
            self._flush()
        self._writer.close()

    def leave(self) -> None:
        # Otherwise its destructor would write to the closed file, and complain.
        self._writer.is_open = False
