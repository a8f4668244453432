"""`python -m kibitz_dev new ID NAME LINE LINE LINE`: a new notation that passes all tests, as a start.

It is made from the files in `blank/`: an entry is a line, and the words of a line have the forms of the words in three example
lines. `server/docs/tutorial.md` goes through its parts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from kibitz.languages import IDS
from kibitz_dev.generated import ROOT

BLANK = Path(__file__).with_name("blank")
COMMENTS = ("#", ";", "%")
"""Signs that may begin a comment. The first one that no example contains is taken."""
BAD = "¿"
"""An unreadable word."""
RUNS = re.compile(r"([a-z]+)|([A-Z]+)|([0-9]+)|(\S)")
FORMS = ("[a-z]+", "[A-Z]+", "[0-9]+")


class RefusedError(ValueError):
    """The reason why nothing is written, in a sentence."""


class Kind(NamedTuple):
    """A form of words."""

    name: str
    """The name of its terminal."""
    expression: str
    example: str
    token: str
    """The colour of its words."""


def make(language_id: str, name: str, lines: list[str]) -> list[Path]:
    """Write a notation with all generated files and the expectations of its cases. Raises RefusedError.

    It returns the files that a person would write by hand. `python -m kibitz_dev` lists the others.
    """
    values = _values(language_id, name, [" ".join(line.split()) for line in lines])
    written = []
    for source in sorted(path for path in BLANK.rglob("*") if path.is_file()):
        target = _target(source.relative_to(BLANK).as_posix().removesuffix(".txt"), language_id)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            re.sub("@([A-Za-z0-9]+)@", lambda one: values[one[1]], source.read_text("utf-8")), "utf-8"
        )
        written.append(target)
    registry = ROOT / "server/kibitz/languages/__init__.py"
    listed = re.sub(r"(IDS = \(.*)\)", rf'\1, "{language_id}")', registry.read_text("utf-8"))
    registry.write_text(listed, "utf-8")
    _run("-m", "ruff", "format", "-q", *map(str, [one for one in written if one.suffix == ".py"]))
    _run("-m", "kibitz_dev")
    _run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/core/test_cases.py",
        "--update-cases",
        "-k",
        f"test_case[{language_id}",
    )
    return [*written, registry]


def _target(name: str, language_id: str) -> Path:
    if name.startswith("cases/"):
        return ROOT / "tests/cases" / language_id / name.removeprefix("cases/")
    page = {"grammar.lark": f"{language_id}.lark", "page.md": f"{language_id}.md"}.get(name)
    return ROOT / "grammars" / page if page else ROOT / "server/kibitz/languages" / language_id / name


def _run(*arguments: str) -> None:
    """Run Python in the repository. Unlike this process, it knows the new notation."""
    path = os.pathsep.join(str(ROOT / one) for one in ("server", "tests", "tests/support"))
    done = subprocess.run(  # noqa: S603 - our own modules.
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RefusedError(f"{' '.join(arguments[:3])} failed:\n{done.stdout}{done.stderr}")


def _values(language_id: str, name: str, lines: list[str]) -> dict[str, str]:
    """Return the text for each `@word@`."""
    if not re.fullmatch("[a-z]{3,12}", language_id):
        raise RefusedError(
            f"{language_id!r} is not an id: three to twelve small letters, which are the suffix of its files"
        )
    known = next((one for one in IDS if one[:3] == language_id[:3]), None)
    if known is not None:
        raise RefusedError(
            f"the codes of {known!r} begin with {known[:3].upper()}: take another id than {language_id!r}"
        )
    if len({*lines}) != 3 or not all(lines):
        raise RefusedError("three different lines are needed, as people write them")
    comment = next((one for one in COMMENTS if not any(one in line for line in lines)), None)
    if comment is None or any(sign in line for line in lines for sign in f"{BAD}@'\"\\"):
        raise RefusedError(
            f"the lines may hold no quotes, backslash, @ or {BAD}, and not all of {' '.join(COMMENTS)}"
        )
    kinds = _kinds(lines)
    ends = rf"(?![^\s{comment}])"
    first, second, third = lines
    return {
        "id": language_id, "Name": name, "Class": language_id.capitalize(), "CODE": language_id[:3].upper(),
        "comment": comment, "bad": BAD, "line1": first, "line2": second, "line3": third,
        "either": " | ".join(one.name for one in kinds),
        "terminals": "\n".join(f"{one.name}: /{one.expression}{ends}/" for one in kinds),
        "phrases": "\n    ".join(f'"{one.name}": "`{one.example}`",' for one in kinds)[:-1],
        "types": "\n    ".join(f'"{one.name}": "{one.token}",' for one in kinds)[:-1],
        "highlights": "\n".join(f"    ['''{one.expression}''', \"{one.token}\"]," for one in kinds),
        "reprs": ",\n    ".join(map(_quoted, lines)),
    }  # fmt: skip


def _quoted(line: str) -> str:
    return f'"{line}"'


def _kinds(lines: list[str]) -> list[Kind]:
    """Return the forms of the words of some lines, in order."""
    found = dict[str, Kind]()
    names = list[str]()
    for word in (word for line in lines for word in line.split()):
        expression = "".join(
            next(
                (form for form, one in zip(FORMS, run.groups(), strict=False) if one), re.escape(run[0])
            ).replace("/", r"\/")
            for run in RUNS.finditer(word)
        )
        if expression not in found:
            stem, token = (
                ("NUMBER", "number")
                if word.isdigit()
                else ("NAME", "variable")
                if word.isalpha()
                else ("MOVE", "function")
            )
            names.append(stem)
            number = names.count(stem)
            found[expression] = Kind(stem if number == 1 else f"{stem}_{number}", expression, word, token)
    return [*found.values()]
