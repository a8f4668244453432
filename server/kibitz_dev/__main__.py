"""`python -m kibitz_dev`: writes what is generated, or says with `--check` what is stale."""

from __future__ import annotations

import sys

from kibitz_dev.generated import ROOT, stale


def main(arguments: list[str]) -> int:
    """Exit status: 0 nothing is stale (any more), 1 something is, 2 wrong usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m kibitz_dev [--check]", file=sys.stderr)
        return 2
    found = 0
    for path, text in stale():
        found += 1
        # At once: what comes later may be made from it.
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        print(f"{'stale' if arguments else 'written'}: {path.relative_to(ROOT)}")
    return 1 if arguments and found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
