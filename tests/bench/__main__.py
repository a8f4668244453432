"""Benchmarks: the speed of the server and the command line next to other programs, keys, harmful completions, and repairs.

Run `python tests/bench NAME`. The names are servers, requests, check, typist, memory, harm, library, typos, and web (the page in Chromium).
Without a name, the first three run one after the other.

Each has `--help`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
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
