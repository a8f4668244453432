"""The command line: beside the settings the only reader and writer of files.

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
from kibitz.core.faults import Fault, heard, note
from kibitz.core.values import REPOSITORY

USAGE = 2
"""The exit status for wrong usage and for input that can't be read."""
FAULT = 3
"""That where kibitz itself has failed, whatever else there was: something has not been checked, or not been done."""
BROKEN_PIPE = 141
INTERRUPTED = 130
"""Both as a shell reports a program that the signal ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives the exit status; `argv` are the arguments behind the program's name."""
    # The objects of a command live until its end, and a collection takes as long as reading a long record.
    gc.set_threshold(100_000, 50, 1000)
    _open_all()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with heard() as faults:
            status = _status(argv)
            if faults:
                status = max(FAULT, status)
                _confess(faults)
        sys.stderr.flush()
    except OSError as error:
        # The output has no room, so the user does not know the result.
        _silence(sys.stderr)
        status = BROKEN_PIPE if isinstance(error, BrokenPipeError) else USAGE
    finally:
        # Otherwise the interpreter collects garbage once more at its end.
        gc.freeze()
    return status


def _status(argv: Sequence[str] | None) -> int:
    """What became of a command, with its complaint. Raises OSError where that can't be written."""
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
            # The output before a failure, and the help, which also ends the program.
            sys.stdout.flush()
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except OSError as error:
        # The reader has gone, or the disk is full.
        _silence(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        complain(f"standard output: {error.strerror}")
        return USAGE
    except Exception as error:
        complain(f"internal error in kibitz ({note(error).summary})")
        return FAULT
    return status


def _confess(faults: list[Fault]) -> None:
    """Says in the end what is to be reported, each fault once: which records it is about has been said."""
    for fault in faults:
        if fault.trace:
            complain(f"please report this internal error with these lines: {REPOSITORY}/issues")
            complain(fault.trace.rstrip("\n"))
    faults.clear()


def _silence(stream: TextIO) -> None:
    """What is still buffered of a stream that can't be written must not fail again at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_all() -> None:
    """What a standard stream that is closed would get is lost, and no file of ours takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - till the end.
