"""`kibitz convert`: write a record in another form."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.console import emit
from kibitz.cli.preview import opened
from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import RefusedError
from kibitz.core.setting import Preferences


def run(arguments: Namespace) -> int:
    """Print the converted file. Print nothing if that form cannot express the record."""
    source, _, preferences, analysis = opened(arguments)
    with files.whole(arguments.file):
        record = converted(analysis, arguments.to, preferences)
    if arguments.fence:
        line_end = "" if record.endswith(("\n", "\r")) else "\n"
        record = f"```\n{record}{line_end}```\n"
    emit(source.encoded(record))
    return 0


def converted(analysis: Analysis, to: str, preferences: Preferences) -> str:
    """Return the record in another form. Raises RefusedError if the notation has no such form, or the form cannot express the record."""
    language = analysis.language
    if to not in language.conversions:
        forms = ", ".join(language.conversions)
        others = f"choose from {forms}" if forms else "it cannot be converted"
        raise RefusedError(f"{language.name} has no form `{to}`; {others}")
    return str(language.convert(analysis, to, preferences))
