"""`kibitz replay`: make a page that steps through a record."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.checked import analysed
from kibitz.cli.console import UserError
from kibitz.cli.preview import chosen_in, name_of, put
from kibitz.core.internal_errors import RefusedError
from kibitz.core.player import replay
from kibitz.project.settings import select


def run(arguments: Namespace) -> int:
    """Write the page and nothing else."""
    source = files.read(files.target(arguments.file, arguments.language, arguments.stdin_filename))
    settings = files.settings(source.target)
    preferences = chosen_in(settings.preferences, arguments.layout, arguments.width)
    analysis = analysed(source, preferences)
    findings = select(analysis.diagnostics(), settings)
    try:
        with files.whole(arguments.file):
            page = replay(analysis, name_of(source.target.path), preferences, findings, arguments.public)
    except RefusedError as error:
        raise UserError(f"{arguments.file}: {error}") from error
    put(arguments, page.encode("utf-8", "replace"))
    return 0
