"""`kibitz replay`: make a page that steps through a record."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.preview import name_of, opened, put
from kibitz.core.player import replay
from kibitz.project.settings import select


def run(arguments: Namespace) -> int:
    """Write the page and nothing else."""
    source, settings, preferences, analysis = opened(arguments)
    findings = select(analysis.diagnostics(), settings)
    with files.whole(arguments.file):
        page = replay(analysis, name_of(source.target.path), preferences, findings, arguments.public)
    put(arguments, page.encode("utf-8", "replace"))
    return 0
