"""The options that several benchmarks have."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, RawDescriptionHelpFormatter


def parser_of(name: str, description: str | None) -> ArgumentParser:
    """A parser for a benchmark beside other programs."""
    parser = ArgumentParser(
        f"python tests/bench {name}", description=description, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tombi", default=shutil.which("tombi"), help="the program, if it is not on the path"
    )
    return parser


def server_parser(name: str, description: str | None, sizes: list[str]) -> ArgumentParser:
    """Return a parser for a benchmark of servers, with options for the servers and the sizes of the record."""
    parser = parser_of(name, description)
    parser.add_argument("--server", action="append", help="only these servers, by their names in the tables")
    parser.add_argument("--size", action="append", choices=sizes, help="only these sizes")
    return parser
