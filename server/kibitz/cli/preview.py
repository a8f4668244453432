"""`kibitz preview`: the picture of a record."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.console import UserError, clean
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.text import Position
from kibitz.core.values import Preferences
from kibitz.languages import load
from kibitz.settings import LAYOUT, VIEW, WIDTH, problems


def run(arguments: Namespace) -> int:
    """Prints the picture and nothing else."""
    source = files.read(files.target(arguments.file, arguments.language))
    preferences = chosen_in(files.settings(source.target).preferences, arguments)
    language = load(source.target.language_id).tailored(preferences)
    analysis = Analysis.of(language, source.text)
    offset = None if arguments.at is None else _offset(analysis.document, *arguments.at)
    picture = language.preview(analysis, offset, preferences).text
    for line in picture.removesuffix("\n").split("\n"):
        print(clean(line))
    return 0


def chosen_in(preferences: Preferences, arguments: Namespace) -> Preferences:
    """What is set, and before it the options, which have the names of settings."""
    options = {LAYOUT: arguments.layout, WIDTH: arguments.width, VIEW: getattr(arguments, "view", None)}
    given = {name: value for name, value in options.items() if value is not None}
    for problem in problems(given):
        raise UserError(problem)
    return Preferences({**preferences.values, **given})


def _offset(document: Document, line: int, column: int | None) -> int:
    """The offset of a place that counts from 1; of the end of the line where no column is given."""
    if line > document.line_count:
        raise UserError(f"--at {line}: there are {document.line_count} lines")
    if column is None:
        return document.line_end(line - 1)
    return document.offset_at(Position(line - 1, column - 1), "utf-32")
