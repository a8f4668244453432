"""`kibitz convert`: a record in its other form."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.console import UserError
from kibitz.core.analysis import Analysis
from kibitz.languages import load


def run(arguments: Namespace) -> int:
    """Prints the converted file; nothing where something can't be said in that form."""
    source = files.read(files.target(arguments.file, arguments.language))
    language = load(source.target.language_id).tailored(files.settings(source.target).preferences)
    if arguments.to not in language.conversions:
        forms = ", ".join(language.conversions) or "no other form"
        raise UserError(f"{arguments.file}: {language.name} has no form `{arguments.to}`; it has {forms}")
    try:
        converted = language.convert(Analysis.of(language, source.text), arguments.to)
    except ValueError as error:
        raise UserError(f"{arguments.file}: {error}") from error
    files.emit(source.encoded(converted))
    return 0
