"""`kibitz check --watch`: check again after each change that matters."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial

from kibitz.cli.console import UserError, complain, missing
from kibitz.cli.files import STDIN
from kibitz.languages import for_path
from kibitz.project import settings
from kibitz.project.choosing import IGNORE_FILES
from kibitz.project.files import is_included_name

CLEAR = "\x1b[2J\x1b[H"
"""The control sequence that clears a terminal."""
WAKES = 500
"""Milliseconds before the first check, and between two tests for an interrupt."""


def watch(arguments: Namespace, once: Callable[[Namespace], int]) -> int:
    """Check until the user interrupts."""
    try:
        from watchfiles import watch as changes
    except ImportError as error:
        raise missing("--watch", "watchfiles") from error
    if STDIN in arguments.paths or arguments.fix:
        raise UserError("--watch cannot be used with --fix or standard input")
    # A file is mostly replaced when it is saved: its folder is watched.
    named = {os.path.abspath(one) for one in arguments.paths}
    # A check that writes the baseline must not start the next check.
    baseline = "" if arguments.write_baseline else arguments.baseline and os.path.abspath(arguments.baseline)
    folders = {one if os.path.isdir(one) else os.path.dirname(one) for one in (*named, baseline) if one}
    begun = False
    # The first call only remembers the files, so that the first check misses no later change.
    for changed in changes(
        *folders, watch_filter=partial(_matters, baseline), yield_on_timeout=True, rust_timeout=WAKES
    ):
        if begun and not changed:
            continue
        settings.forget()
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)
        try:
            once(arguments)
        except UserError as error:
            if not begun:
                raise
            # Another program may be in the middle of writing it.
            complain(str(error))
        begun = True
        sys.stdout.flush()
        complain("watching for changes; press Ctrl+C to end")
    return 0


def _matters(baseline: str, _: object, path: str) -> bool:
    """Return whether findings may depend on a file."""
    name = os.path.basename(path)
    known = name in (settings.FILE, settings.PROJECT_FILE, *IGNORE_FILES)
    return known or path == baseline or for_path(name) is not None or is_included_name(name)
