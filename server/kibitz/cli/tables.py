"""Rows as text or Parquet: what `kibitz export` writes.

A form makes pieces of the rows of a file, which one process can send to another, and puts them together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, repeat
from json.encoder import encode_basestring
from typing import Any, BinaryIO, ClassVar, Protocol, TypeVar, cast

from kibitz.cli.console import UserError
from kibitz.core.rows import Kind, Rows, Said, Stretch, Value, columns, lists
from kibitz.core.shown import cell, in_json
from kibitz.languages import load

FORMS = ("jsonl", "csv", "csv-raw", "parquet")
KEPT = 8192
"""Of so many things of a kind it is remembered how they are written."""
GROUP = 40_000
"""How many rows share what Parquet says of the values of a column."""

T = TypeVar("T")


class Form(Protocol):
    """A form of rows."""

    def piece(self, name: str, rows: Stretch) -> Any:
        """Some rows of a file, as it is told to others than this process, too."""

    def begin(self, stream: BinaryIO) -> None:
        """What stands before all rows."""

    def add(self, piece: Any) -> None:
        """Writes some rows."""

    def end(self) -> None:
        """There are no more."""

    def leave(self) -> None:
        """What has been written is of no use: somebody has interrupted it, or there is no more room."""


@cache
def form(name: str, kind: Kind, language_id: str) -> Form:
    """One of :data:`FORMS` for the rows of a notation. Raises UserError where what it needs is not there."""
    rows = load(language_id).rows(kind)
    if rows is None:
        raise UserError(f"{load(language_id).name} has no rows of {kind}; use --rows events or records")
    if name == "parquet":
        return Parquet(kind, rows)
    return (Jsonl if name == "jsonl" else Csv if name == "csv" else RawCsv)(kind, rows)


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
        self._columns, self._records = _Texts[int](next(before)), _Texts[int](next(before))
        self._numbers = _Texts[int](next(before)) if kind != "records" else None
        self._errors = _Texts[int](next(before))
        self._strings = _Texts[str](write=self._quoted)
        parts = [[*islice(before, count)] for count in rows.parts or (len(rows.columns),)]
        self._parts = [(names[0], _Texts[Said](write=partial(self._said, names))) for names in parts]

    def _before(self, name: str) -> str:
        """What stands between the value of a column and the one before: a comma, and what else there is."""
        raise NotImplementedError

    def _quoted(self, text: str) -> str:
        raise NotImplementedError

    def _value(self, value: Value) -> str:
        if type(value) is str:
            return self._strings[value]
        if value is None:
            return self.missing
        if type(value) is tuple:
            return self._list(value)
        return repr(value) if type(value) is not bool else "true" if value else "false"

    def _list(self, values: tuple[str | int, ...]) -> str:
        """A list as JSON has it, which databases read in a cell, too."""
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    def _said(self, before: Sequence[str], said: Said) -> str:
        return "".join([name + self._value(one) for name, one in zip(before, said.values, strict=True)])

    def piece(self, name: str, rows: Stretch) -> bytes:
        things = [*self._things(name, rows)]
        # A row is as many texts as there are things. Each thing takes its places at once: no line of ours is run for a row.
        texts = [""] * (len(rows.lines) * len(things))
        for place, thing in enumerate(things):
            texts[place :: len(things)] = thing
        texts.append(self.closing)
        return self._whole("".join(texts)[len(self.closing) :]).encode("utf-8", "replace")

    def _whole(self, text: str) -> str:
        """What is written, from some finished rows."""
        return text

    def _things(self, name: str, rows: Stretch) -> Iterator[Iterable[str]]:
        """What is written of all rows, one thing after the other."""
        count = len(rows.lines)
        start = f"{self.closing}{self.opening}{self._file}{self._quoted(name)}{self._line}"
        yield map(_Texts[int](start).__getitem__, rows.lines)
        yield map(self._columns.__getitem__, rows.columns)
        yield map(self._records.__getitem__, rows.records)
        if self._numbers is not None:
            yield map(self._numbers.__getitem__, rows.numbers)
        yield map(self._errors.__getitem__, rows.errors)
        for (before, known), part in zip(self._parts, rows.parts, strict=True):
            if isinstance(part[0], Said):
                yield map(known.__getitem__, cast("list[Said]", part))
            else:
                yield repeat(before, count)
                yield self._texts(cast("list[str | None]", part))

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        """Texts that rows hardly share, quoted."""
        return map(self._value, texts)

    def begin(self, stream: BinaryIO) -> None:
        self._stream = stream

    def add(self, piece: bytes) -> None:
        self._stream.write(piece)

    def end(self) -> None:
        pass

    def leave(self) -> None:
        pass


class Jsonl(_Lines):
    """A JSON object a line (https://jsonlines.org)."""

    opening, closing, missing = "{", "}\n", "null"

    _whole = staticmethod(in_json)

    def _before(self, name: str) -> str:
        return f",{encode_basestring(name)}:"

    def _quoted(self, text: str) -> str:
        return encode_basestring(text)

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        return (
            super()._texts(texts) if None in texts else map(encode_basestring, cast("Sequence[str]", texts))
        )


class RawCsv(_Lines):
    """Comma-separated values (RFC 4180, with the line ends of Unix). What is missing is empty, an empty text is `""`."""

    opening, closing, missing = "", "\n", ""

    def _before(self, name: str) -> str:
        return ","

    def _quoted(self, text: str) -> str:
        return text if text and not _SPECIAL(text) else '"' + text.replace('"', '""') + '"'

    def _list(self, values: tuple[str | int, ...]) -> str:
        return self._quoted(in_json(super()._list(values)))

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        known = cast("Sequence[str]", texts)
        return known if all(texts) and not _SPECIAL("".join(known)) else super()._texts(texts)

    def begin(self, stream: BinaryIO) -> None:
        super().begin(stream)
        stream.write((",".join(self._names) + "\n").encode())


_SPECIAL = re.compile(r'[,"\r\n]').search


class Csv(RawCsv):
    """The same for people: a spreadsheet runs nothing that stands in it."""

    def _quoted(self, text: str) -> str:
        return super()._quoted(cell(text))

    def _texts(self, texts: Sequence[str | None]) -> Iterable[str]:
        return super()._texts([text and cell(text) for text in texts])


class Parquet:
    """Apache Parquet, with the types of the columns."""

    def __init__(self, kind: Kind, rows: Rows) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError as error:
            raise UserError("Parquet needs the package pyarrow: pip install 'kibitz[parquet]'") from error
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
        self._numbered = kind != "records"

    def piece(self, name: str, rows: Stretch) -> list[Sequence[Value]]:
        told = lists(rows)
        if not self._numbered:
            del told[3]
        return [[name.encode("utf-8", "replace").decode()] * len(rows.lines), *told]

    def begin(self, stream: BinaryIO) -> None:
        self._writer = self._parquet.ParquetWriter(stream, self._schema)
        self._waiting: list[list[Value]] = [[] for _ in self._schema]

    def add(self, piece: Iterable[Sequence[Value]]) -> None:
        for waiting, told in zip(self._waiting, piece, strict=True):
            waiting += told
        if len(self._waiting[0]) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        """Groups of rows should be large: each has the statistics of its columns."""
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
        # Else it would end the file when it is forgotten, and complain that this has been closed by then.
        self._writer.is_open = False
