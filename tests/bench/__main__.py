"""Benchmarks: how quick the server is beside others, at each request too, how many keys a record takes, what harm completion may do.

    python tests/bench [servers] [OPTION]...
    python tests/bench requests [OPTION]...
    python tests/bench typist [OPTION]...
    python tests/bench harm [ID]... [--more]

Each has `--help`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import harm, requests, servers, table

COMMANDS = {"servers": servers.main, "requests": requests.main, "typist": table.main, "harm": harm.main}


def main() -> None:
    name, *rest = sys.argv[1:] or ["servers"]
    if name in COMMANDS:
        COMMANDS[name](rest)
    elif name in {"-h", "--help"}:
        print(__doc__)
    else:
        COMMANDS["servers"]([name, *rest])


if __name__ == "__main__":
    main()
