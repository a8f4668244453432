"""`python -m kibitz_dev`: write the generated files, or list stale ones with `--check`; help with notations and with English."""

from __future__ import annotations

import sys

from kibitz_dev.generated import ROOT, stale

USAGE = """\
usage: python -m kibitz_dev [--check]
       python -m kibitz_dev new ID NAME LINE LINE LINE
       python -m kibitz_dev doctor ID
       python -m kibitz_dev prose [--check | --lower | --list SYMPTOM | --since COMMIT]"""


def main(arguments: list[str]) -> int:
    """Run a command and return its exit status: 1 if something is stale or missing, 2 if the usage is wrong."""
    if len(arguments) == 6 and arguments[0] == "new":
        return _new(*arguments[1:])
    if len(arguments) == 2 and arguments[0] == "doctor":
        return _doctor(arguments[1])
    if arguments[:1] == ["prose"]:
        return _prose(arguments[1:])
    if arguments not in ([], ["--check"]):
        print(USAGE, file=sys.stderr)
        return 2
    found = 0
    for path, text in stale():
        found += 1
        # Write it now, because later files may be made from it.
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            if not text:
                path.unlink()
        print(f"{'stale' if arguments else 'written'}: {path.relative_to(ROOT)}")
    return 1 if arguments and found else 0


def _new(language_id: str, name: str, *lines: str) -> int:
    from kibitz_dev.new import RefusedError, make

    try:
        written = make(language_id, name, [*lines])
    except RefusedError as error:
        print(f"kibitz_dev: {error}", file=sys.stderr)
        return 2
    print(
        f"{len(written)} files are written, and what is generated from them. Next: server/kibitz/languages/{language_id}/rules.toml"
    )
    return 0


def _doctor(language_id: str) -> int:
    from kibitz_dev.doctor import examined, failed_tests

    found = examined(language_id) or failed_tests(language_id)
    print("\n".join(map(str, found)) or f"{language_id}: nothing is missing, and the shared tests pass")
    return 1 if found else 0


def _prose(arguments: list[str]) -> int:
    from kibitz_dev.prose import main

    return main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
