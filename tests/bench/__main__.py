"""Benchmarks: how quick the server and the command line are beside others, how many keys a record takes, what harm completion may do, what slips are repaired.

    python tests/bench [--tombi PATH]     (servers, requests and check, one after the other)
    python tests/bench servers [OPTION]...
    python tests/bench requests [OPTION]...
    python tests/bench check [OPTION]...
    python tests/bench typist [OPTION]...
    python tests/bench memory [ID]... [OPTION]...
    python tests/bench harm [ID]... [--more]
    python tests/bench library [--games N]
    python tests/bench typos [OPTION]...
    python tests/bench web [OPTION]...     (the page in Chromium)

Each has `--help`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import check, harm, library, memory, requests, servers, table, typos, web

SPEED = {"servers": servers.main, "requests": requests.main, "check": check.main}
COMMANDS = {
    **SPEED,
    "typist": table.main,
    "harm": harm.main,
    "memory": memory.main,
    "library": library.main,
    "typos": typos.main,
    "web": web.main,
}


def main() -> None:
    name, *rest = sys.argv[1:] or [""]
    if name in COMMANDS:
        COMMANDS[name](rest)
    elif name in {"-h", "--help"}:
        print(__doc__)
    else:
        for measure in SPEED.values():
            measure(sys.argv[1:])


if __name__ == "__main__":
    main()
