"""The command line. It reads and writes files; nothing else does, except for settings.

Each command is a module with `run(arguments) -> exit status`, imported when it is asked for: starting must be quick,
and only `kibitz lsp` needs a protocol.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from kibitz.cli.arguments import parser
from kibitz.cli.console import UserError, complain
from kibitz.core.internal_errors import InternalError, collect_errors, record_error
from kibitz.core.values import REPOSITORY

USAGE = 2
"""The exit status for wrong usage and for input that can't be read."""
FAULT = 3
"""The exit status after an internal error of kibitz. Some work was not done."""
BROKEN_PIPE = 141
INTERRUPTED = 130
"""The exit status after an interrupt, as shells report it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status. `argv` are the arguments after the program's name."""
    # The objects of a command live until its end: collecting garbage would take as long as reading a long record.
    gc.set_threshold(100_000, 50, 1000)
    _open_all()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with collect_errors() as faults:
            status = _status(argv)
            if faults:
                status = max(FAULT, status)
                _confess(faults)
        sys.stderr.flush()
    except OSError as error:
        # There is no room for what had to be said, so nobody has been told how it went.
        _silence(sys.stderr)
        status = BROKEN_PIPE if isinstance(error, BrokenPipeError) else USAGE
    finally:
        # Else the interpreter looks through all of it once more when it ends.
        gc.freeze()
    return status


def _status(argv: Sequence[str] | None) -> int:
    """Run a command, print its complaint, and return its status. Raises OSError if nothing can be written."""
    try:
        try:
            arguments = (top := parser()).parse_args(argv)
            if arguments.command is None:
                top.print_help()
                return USAGE
            status: int = import_module(f"kibitz.cli.{arguments.command}").run(arguments)
        except UserError as failure:
            complain(str(failure))
            status = USAGE
        finally:
            # This includes the output before a failure, and the help, which ends the program.
            sys.stdout.flush()
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except OSError as error:
        # Nobody reads any more, or the disk is full.
        _silence(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        complain(f"standard output: {error.strerror}")
        return USAGE
    except Exception as error:
        complain(f"internal error in kibitz ({record_error(error).summary})")
        return FAULT
    return status


def _confess(faults: list[InternalError]) -> None:
    """Print the faults to report, each once. The affected records have been named before."""
    for fault in faults:
        if fault.trace:
            complain(f"please report this internal error with these lines: {REPOSITORY}/issues")
            complain(fault.trace.rstrip("\n"))
    faults.clear()


def _silence(stream: TextIO) -> None:
    """Discard the buffer of a stream that cannot be written, so that it does not fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_all() -> None:
    """Open standard streams that are closed, so that no other file takes their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - till the end.
