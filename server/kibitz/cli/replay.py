"""`kibitz replay`: a page that steps through a record."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.console import UserError
from kibitz.cli.preview import chosen_in, name_of, put
from kibitz.core.analysis import checked
from kibitz.core.player import replay
from kibitz.settings import select


def run(arguments: Namespace) -> int:
    """Writes the page and nothing else."""
    source = files.read(files.target(arguments.file, arguments.language))
    settings = files.settings(source.target)
    preferences = chosen_in(settings.preferences, arguments)
    analysis = checked(files.cut(source, preferences))
    findings = select(analysis.diagnostics(), settings)
    try:
        page = replay(analysis, name_of(source.target.name), preferences, findings, arguments.public)
    except ValueError as error:
        raise UserError(f"{arguments.file}: {error}") from error
    put(arguments, page.encode("utf-8", "replace"))
    return 0
