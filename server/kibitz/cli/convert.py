"""`kibitz convert`: a record in its other form."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.checked import analysed
from kibitz.cli.console import UserError, emit
from kibitz.cli.preview import chosen_in
from kibitz.core.faults import RefusedError


def run(arguments: Namespace) -> int:
    """Prints the converted file; nothing where something can't be said in that form."""
    source = files.read(files.target(arguments.file, arguments.language, arguments.stdin_filename))
    preferences = chosen_in(files.settings(source.target).preferences, arguments)
    analysis = analysed(source, preferences)
    language = analysis.language
    if arguments.to not in language.conversions:
        forms = ", ".join(language.conversions) or "no other form"
        raise UserError(f"{arguments.file}: {language.name} has no form `{arguments.to}`; it has {forms}")
    try:
        with files.whole(arguments.file):
            converted = language.convert(analysis, arguments.to, preferences)
    except RefusedError as error:
        raise UserError(f"{arguments.file}: {error}") from error
    if arguments.fence:
        line_end = "" if converted.endswith(("\n", "\r")) else "\n"
        converted = f"```\n{converted}{line_end}```\n"
    emit(source.encoded(converted))
    return 0
