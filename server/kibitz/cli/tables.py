"""Rows as text or Parquet: what `kibitz export` writes.

A form makes pieces of the rows of a file, which one process can send to another, and puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import chain, count, islice, repeat
from json.encoder import encode_basestring
from typing import Any, BinaryIO, ClassVar, Protocol, TypeVar, cast

from kibitz.cli.console import UserError
from kibitz.core.rows import Kind, Part, Placed, Rows, Said, Stretch, Value, columns, each, values
from kibitz.languages import load

FORMS = ("jsonl", "csv", "parquet")
KEPT = 8192
"""Of so many things of a kind it is remembered how they are written."""
GROUP = 40_000
"""How many rows share what Parquet says of the values of a column."""

T = TypeVar("T")


class Form(Protocol):
    """A form of rows."""

    def piece(self, name: str, rows: Sequence[Stretch]) -> Any:
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


class _Texts(dict[T, str]):
    """How things are written, behind what stands before them. It is remembered: rows say the same again and again."""

    def __init__(self, before: str = "", write: Callable[[T], str] = str) -> None:
        self._before, self._write = before, write

    def __missing__(self, thing: T) -> str:
        if len(self) >= KEPT:
            self.clear()
        text = self[thing] = self._before + self._write(thing)
        return text


class _Lines:
    """A line a row."""

    opening: ClassVar[str]
    closing: ClassVar[str]
    missing: ClassVar[str]

    def __init__(self, kind: Kind, rows: Rows) -> None:
        self._names = [column.name for column in columns(kind, rows)]
        before = iter([self._before(name) for name in self._names])
        self._file, self._line = next(before)[1:], next(before)
        self._columns, self._record = _Texts[int](next(before)), next(before)
        self._numbers = _Texts[int](next(before)) if kind == "events" else None
        self._errors = _Texts[int](next(before))
        parts = [[*islice(before, count)] for count in rows.parts or (len(rows.columns),)]
        self._parts = [(names[0], _Texts[Said](write=partial(self._said, names))) for names in parts]

    def _before(self, name: str) -> str:
        """What stands between the value of a column and the one before: a comma, and what else there is."""
        raise NotImplementedError

    def _quoted(self, text: str) -> str:
        raise NotImplementedError

    def _value(self, value: Value) -> str:
        if type(value) is str:
            return self._quoted(value)
        if value is None:
            return self.missing
        return repr(value) if type(value) is not bool else "true" if value else "false"

    def _said(self, before: Sequence[str], said: Said) -> str:
        return "".join([name + self._value(one) for name, one in zip(before, said.values, strict=True)])

    def piece(self, name: str, rows: Sequence[Stretch]) -> bytes:
        start = f"{self.closing}{self.opening}{self._file}{self._quoted(name)}{self._line}"
        lines, numbers, none = _Texts[int](start), self._numbers, self._errors[0]
        texts: list[str] = []
        for record, number, rows_lines, places, errors, parts in rows:
            # A list for each thing that the rows tell, put together by `zip`: no line of ours is run for a row.
            things: list[Iterable[str]] = [
                map(lines.__getitem__, rows_lines),
                map(self._columns.__getitem__, places),
                repeat(f"{self._record}{record}"),
                *(() if numbers is None else (map(numbers.__getitem__, count(number)),)),
                map(self._errors.__getitem__, errors) if any(errors) else repeat(none),
                *chain.from_iterable(map(self._told, self._parts, parts)),
            ]
            texts += map("".join, zip(*things, strict=False))
        texts.append(self.closing)
        return "".join(texts)[len(self.closing) :].encode("utf-8", "replace")

    def _told(self, written: tuple[str, _Texts[Said]], part: Sequence[Part]) -> tuple[Iterable[str], ...]:
        """A part of some rows, in one or two pieces a row."""
        before, known = written
        if isinstance(part[0], Said):
            return (map(known.__getitem__, cast("Sequence[Said]", part)),)
        return repeat(before), self._texts(cast("Sequence[str | None]", part))

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        """Texts that rows hardly share, quoted."""
        return map(self._value, texts)

    def begin(self, stream: BinaryIO) -> None:
        self._stream = stream

    def add(self, piece: bytes) -> None:
        self._stream.write(piece)

    def end(self) -> None:
        pass


class Jsonl(_Lines):
    """A JSON object a line (https://jsonlines.org)."""

    opening, closing, missing = "{", "}\n", "null"

    def _before(self, name: str) -> str:
        return f",{encode_basestring(name)}:"

    def _quoted(self, text: str) -> str:
        return encode_basestring(text)

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        return (
            super()._texts(texts) if None in texts else map(encode_basestring, cast("Sequence[str]", texts))
        )


class Csv(_Lines):
    """Comma-separated values (RFC 4180, with the line ends of Unix). What is missing is empty, an empty text is `""`."""

    opening, closing, missing = "", "\n", ""

    def _before(self, name: str) -> str:
        return ","

    def _quoted(self, text: str) -> str:
        return text if text and not _SPECIAL(text) else '"' + text.replace('"', '""') + '"'

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        known = cast("Sequence[str]", texts)
        return known if all(texts) and not _SPECIAL("".join(known)) else super()._texts(texts)

    def begin(self, stream: BinaryIO) -> None:
        super().begin(stream)
        stream.write((",".join(self._names) + "\n").encode())


_SPECIAL = re.compile(r'[,"\r\n]').search


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

    def piece(self, name: str, rows: Sequence[Stretch]) -> list[tuple[Value, ...]]:
        return [self._row(name, row) for row in chain.from_iterable(map(each, rows))]

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
