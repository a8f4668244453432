"""`kibitz export`: write records as rows."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any, BinaryIO, NamedTuple, cast

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.checked import complete
from kibitz.cli.console import UserError, emit
from kibitz.cli.replacing import form_of, output_file, remove_leftovers
from kibitz.cli.tables import FORMS, form
from kibitz.core.rows import ROWS_AT_ONCE, Kind
from kibitz.languages import load
from kibitz.project.tables import rows_of, schema, table


def run(arguments: Namespace) -> int:
    """Return 0 if all is exported, even with mistakes, or 2 if something could not be read or written."""
    if arguments.schema:
        print(json.dumps(schema(load(arguments.schema), arguments.rows), indent=2, ensure_ascii=False))
        return 0
    if not arguments.paths:
        raise UserError("no input; name files or folders, or - for standard input")
    batch = Batch(arguments)
    records = (target.name for target in batch.targets)
    form_asked = form_of(arguments.output, arguments.to, "to", FORMS, records, "Parquet")
    wishes = ExportOptions(form_asked, arguments.rows)
    language_id = one_notation(batch)
    if language_id is not None:
        with _stream(arguments.output, batch) as stream:
            read = _write(batch, wishes, form(*wishes, language_id), stream)
            if not read and arguments.output != files.STDIN:
                # The output of an earlier run is worth more than an empty table.
                raise UserError(f"{arguments.output}: not written, because no file could be read")
    return 2 if batch.failed or language_id is None else 0


class ExportOptions(NamedTuple):
    """The wishes for each file."""

    form: str
    kind: Kind


def one_notation(batch: Batch) -> str | None:
    """Return the notation of some files, or None without files. Raises UserError if there are several."""
    found = Counter(target.language_id for target in batch.targets)
    if len(found) > 1:
        counts = ", ".join(f".{one}: {count}" for one, count in found.items())
        raise UserError(f"found several notations ({counts}); export one at a time with --language")
    return next(iter(found), None)


@contextmanager
def _stream(name: str, batch: Batch) -> Iterator[BinaryIO]:
    if name == files.STDIN:
        sys.stdout.flush()
        yield cast("BinaryIO", SimpleNamespace(write=emit)) if sys.stdout.isatty() else sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        remove_leftovers([name])
        with output_file(name, (target.name for target in batch.targets)) as stream:
            yield stream


def _write(batch: Batch, wishes: ExportOptions, out: Any, stream: BinaryIO) -> int:
    """Write the rows of all files, and return how many files could be read."""
    out.begin(stream)
    read = 0

    def tell(pieces: list[Any]) -> None:
        nonlocal read
        read += 1
        for piece in pieces:
            out.add(piece)

    try:
        batch.gather(partial(export, wishes), tell)
        out.end()
    except BaseException:
        out.leave()
        raise
    return read


def export(wishes: ExportOptions, target: files.Target, within: Callable[[float], None]) -> list[Any]:
    """Return the rows of one file in pieces. `within` gets the share that is done, from 0 to 1. Raises UserError if it cannot be read."""
    settings = files.settings(target)
    analysis = complete(files.read(target), settings, lambda share: within(share / 2))
    lines, making = analysis.document.line_count, form(*wishes, target.language_id)
    rows, pieces = table(analysis, rows_of(analysis.language, wishes.kind), settings), []
    while some := [*islice(rows, ROWS_AT_ONCE)]:
        pieces.append(making.piece(target.path, some))
        within(0.5 + some[-1][0] / lines / 2)
    return pieces
