"""Rows as text or Parquet: what `kibitz export` writes.

A form makes pieces of the rows of a file, which one process can send to another, and puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from json.encoder import encode_basestring
from typing import Any, BinaryIO, ClassVar, Protocol

from kibitz.cli.console import UserError
from kibitz.core.rows import Column, Kind, Placed, Rows, Said, Value, columns, values
from kibitz.languages import load

FORMS = ("jsonl", "csv", "parquet")
GROUP = 40_000
"""How many rows share what Parquet says of the values of a column."""


class Form(Protocol):
    """A form of rows."""

    def piece(self, name: str, rows: Sequence[Placed]) -> Any:
        """Some rows of a file, as it is told to others than this process, too."""

    def begin(self, stream: BinaryIO) -> None:
        """What stands before all rows."""

    def add(self, piece: Any) -> None:
        """Writes some rows."""

    def end(self) -> None:
        """There are no more."""


@cache
def form(name: str, kind: Kind, language_id: str) -> Form:
    """One of :data:`FORMS` for the rows of a notation. Raises UserError where what it needs is not there."""
    rows = load(language_id).rows(kind)
    if rows is None:
        raise UserError(f"{load(language_id).name} has no rows")
    if name == "parquet":
        return Parquet(kind, rows)
    return (Jsonl if name == "jsonl" else Csv)(kind, rows)


class _Lines:
    """A line a row. What rows say is written once, however many of them say it."""

    name: ClassVar[str]

    def __init__(self, kind: Kind, rows: Rows) -> None:
        self._names = [column.name for column in columns(kind, rows)]
        self._numbered = kind == "events"
        own = iter(self._before(rows.columns))
        self._parts = [[*islice(own, count)] for count in rows.parts or (len(rows.columns),)]

    def _before(self, own: Iterable[Column]) -> list[str]:
        """What stands before each value of the notation's columns."""
        raise NotImplementedError

    def _between(self, name: str) -> tuple[str, ...]:
        """What stands before, between and behind the numbers of a row, and behind the rest of it."""
        raise NotImplementedError

    def _value(self, value: Value) -> str:
        raise NotImplementedError

    def piece(self, name: str, rows: Sequence[Placed]) -> bytes:
        form, kept, numbered = self.name, self._kept, self._numbered
        a, b, c, d, e, end = self._between(name)
        last_line = last_record = last_errors = -1
        before = within = behind = ""
        texts: list[str] = []
        add = texts.append
        for line, column, record, number, errors, said in rows:
            # Most rows stand on the line of the one before, and in its record.
            if line != last_line:
                before, last_line = f"{end}{a}{line}{b}", line
            if record != last_record:
                within, last_record = f"{c}{record}{d}" if numbered else f"{c}{record}", record
            if errors != last_errors:
                behind, last_errors = f"{e}{errors}", errors
            add(f"{before}{column}{within}{number if numbered else ''}{behind}")
            for part in said:
                add(part.written if part.form is form else kept(part, said.index(part)))
        add(end)
        return "".join(texts)[len(end) :].encode("utf-8", "replace")

    def _kept(self, said: Said, part: int) -> str:
        """A part of a row, which remembers how it is written."""
        names, values = self._parts[part], said.values
        if len(values) == 1:
            text = names[0] + self._value(values[0])
        else:
            texts = [name + self._value(one) for name, one in zip(names, values, strict=True)]
            text = "".join(texts)
        said.form, said.written = self.name, text
        return text

    def begin(self, stream: BinaryIO) -> None:
        self._stream = stream

    def add(self, piece: bytes) -> None:
        self._stream.write(piece)

    def end(self) -> None:
        pass


class Jsonl(_Lines):
    """A JSON object a line (https://jsonlines.org)."""

    name = "jsonl"

    def _before(self, own: Iterable[Column]) -> list[str]:
        return [f",{encode_basestring(column.name)}:" for column in own]

    def _between(self, name: str) -> tuple[str, ...]:
        file = f'{{"file":{encode_basestring(name)}'
        return f'{file},"line":', ',"column":', ',"record":', ',"number":', ',"errors":', "}\n"

    def _value(self, value: Value) -> str:
        if type(value) is str:
            return encode_basestring(value)
        if value is None:
            return "null"
        return repr(value) if type(value) is not bool else "true" if value else "false"


class Csv(_Lines):
    """Comma-separated values (RFC 4180, with the line ends of Unix). What is missing is empty, an empty text is `""`."""

    name = "csv"

    def _before(self, own: Iterable[Column]) -> list[str]:
        return ["," for _ in own]

    def _between(self, name: str) -> tuple[str, ...]:
        return f"{self._value(name)},", ",", ",", ",", ",", "\n"

    def _value(self, value: Value) -> str:
        if type(value) is str:
            plain = value and not _SPECIAL.intersection(value)
            return value if plain else '"' + value.replace('"', '""') + '"'
        if value is None:
            return ""
        return repr(value) if type(value) is not bool else "true" if value else "false"

    def begin(self, stream: BinaryIO) -> None:
        super().begin(stream)
        stream.write((",".join(self._names) + "\n").encode())


_SPECIAL = frozenset(',"\r\n')


class Parquet:
    """Apache Parquet, with the types of the columns."""

    def __init__(self, kind: Kind, rows: Rows) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError as error:
            raise UserError("Parquet needs pyarrow: pip install 'kibitz[parquet]'") from error
        types = {
            "string": pyarrow.string(), "integer": pyarrow.int64(), "number": pyarrow.float64(), "boolean": pyarrow.bool_(),
        }  # fmt: skip
        self._arrow, self._parquet = pyarrow, parquet
        fields = [
            pyarrow.field(column.name, types[column.type], metadata={"description": column.help})
            for column in columns(kind, rows)
        ]
        self._schema = pyarrow.schema(fields)
        self._numbered = kind == "events"

    def piece(self, name: str, rows: Sequence[Placed]) -> list[tuple[Value, ...]]:
        return [self._row(name, row) for row in rows]

    def _row(self, name: str, row: Placed) -> tuple[Value, ...]:
        line, column, record, number, errors, said = row
        count = (number,) if self._numbered else ()
        return (name, line, column, record, *count, errors, *values(said))

    def begin(self, stream: BinaryIO) -> None:
        self._writer = self._parquet.ParquetWriter(stream, self._schema)
        self._waiting: list[tuple[Value, ...]] = []

    def add(self, piece: Iterable[tuple[Value, ...]]) -> None:
        self._waiting += piece
        if len(self._waiting) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        """Groups of rows should be large: each has the statistics of its columns."""
        values = zip(*self._waiting, strict=True)
        arrays = [self._arrow.array(one, kind) for one, kind in zip(values, self._schema.types, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._waiting = []

    def end(self) -> None:
        if self._waiting:
            self._flush()
        self._writer.close()
