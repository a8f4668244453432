"""`kibitz completions`: what has a shell complete commands, options and files."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli.console import UserError


def run(arguments: Namespace) -> int:
    """Prints a script for a shell."""
    from kibitz.cli.arguments import parser

    try:
        from shtab import complete
    except ImportError as error:
        raise UserError(
            "kibitz completions needs the package shtab: pip install 'kibitz[completions]'"
        ) from error
    print(complete(parser(), shell=arguments.shell))
    return 0
