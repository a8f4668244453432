"""`kibitz import`: convert a file of another program to a record."""  # noqa: N999 - named as the command

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.console import UserError, emit
from kibitz.languages import IDS, load


def run(arguments: Namespace) -> int:
    """Write the record, or nothing if the file has none."""
    text = files.read(files.Target(arguments.file, "", arguments.stdin_filename)).text
    for one in [arguments.language] if arguments.language else IDS:
        with files.whole(arguments.file):
            record = load(one).imported(text)
        if record is not None:
            # JSON can hold half a character, which no file can.
            emit(record.encode("utf-8", "replace"))
            return 0
    raise UserError(
        f"{arguments.file}: not a log that kibitz knows; see `kibitz import --help` for the programs"
    )
