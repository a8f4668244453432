"""`kibitz completions`: scripts that let shells complete commands, options and files."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli.console import missing


def run(arguments: Namespace) -> int:
    """Print a script for a shell."""
    from kibitz.cli.arguments import parser

    try:
        from shtab import complete
    except ImportError as error:
        raise missing("kibitz completions", "shtab") from error
    print(complete(parser(), shell=arguments.shell))
    return 0
