"""A fifth notation needs only the steps of CONTRIBUTING: a folder, a grammar, a line in `IDS`, cases, and `python -m kibitz_dev`.

The toy (`tests/support/toy.py` and `tests/fifth/`) is added to a copy of the repository. So is the notation of `server/docs/tutorial.md`, which
is followed word for word. Every shared test runs over both there, in one process.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from folders import ROOT
from tutorial import follow

FIFTH = ROOT / "tests" / "fifth"
COPIED = (
    "server", "grammars", "tests", "editors", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
    ".pre-commit-hooks.yaml",
)  # fmt: skip
IGNORED = shutil.ignore_patterns("node_modules", "build", "dist", "*.vsix")
NEW = ("draughts", "Draughts", "11-15 22-18", "15x22 25x18", "8-11 29-25")
"""The arguments of the tutorial."""
OF_ALL = re.compile(r"\bIDS\b")
LISTED = "test_service_lists_tools or test_nothing_is_stale or test_a_folder_without_records or test_where_all_is_left_out"
"""Tests that list all notations, and so differ with others."""

FEW = {"KIBITZ_PROFILE": "few", "KIBITZ_FUZZ": "0.1"}
"""The searches look for mistakes of core, which have been looked for in four notations: in a fifth one they have to be possible."""
LESS = "".join(
    f" and not {name}"
    for name in (
        "test_no_turn_takes_long",
        "test_closing_all_gives_the_memory_back",
        "test_closed_record_is_freed",
        "test_answers_weigh_what_is_said_of_them",
    )
)
"""Tests that are slow for any notation, and are about core and the server."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository with the toy, made by the steps of CONTRIBUTING."""
    copy = tmp_path_factory.mktemp("house")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=IGNORED)
        else:
            shutil.copy(ROOT / name, copy / name)
    languages = copy / "server" / "kibitz" / "languages"
    # 1. The grammar, and its page.
    for suffix in ("lark", "md"):
        shutil.copy(FIFTH / f"toy.{suffix}", copy / "grammars")
    # 2. to 5. The folder of the notation.
    shutil.copytree(FIFTH / "notation", languages / "toy")
    shutil.copy(ROOT / "tests" / "support" / "toy.py", languages / "toy" / "text")
    # 6. Its id: apart from the grammar, the only line outside its folder.
    registry = languages / "__init__.py"
    text, count = re.subn(r"(IDS = \(.*)\)", r'\1, "toy")', registry.read_text("utf-8"))
    assert count == 1
    registry.write_text(text, "utf-8")
    # 7. Its cases.
    shutil.copytree(FIFTH / "cases", copy / "tests" / "cases" / "toy")
    # 8. Generated files, which the first command of the tutorial writes for all notations.
    for one in follow((copy / "server" / "docs" / "tutorial.md").read_text("utf-8"), copy):
        assert one.printed == one.wanted, one.command
    (copy / "game.draughts").unlink()
    return copy


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with the packages of the copy."""
    path = os.pathsep.join(map(str, (copy / "server", copy / "tests", copy / "tests" / "support")))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**FEW, **os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_passes_every_shared_test(house: Path) -> None:
    """Found by their text, so that none has to be listed; each is tried with the two only."""
    less = "" if os.environ.get("KIBITZ_PROFILE") == "long" else LESS
    files = [
        str(path.relative_to(house))
        for path in sorted((house / "tests").rglob("test_*.py"))
        if path.name != Path(__file__).name and OF_ALL.search(path.read_text("utf-8"))
    ]
    done = run(
        house,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        f"(toy or {NEW[0]} or {LISTED}){less}",
        *files,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    passed = re.search(r"([0-9]+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= 300


WRONG = [
    ("language.py", 'comment = ("(", ")")', 'comment = ("%", "")', "language.py: `comment` says '%a note' is a comment, and `tokens` colours none there"),
    ("rules.toml", 'example = "# one one"', 'example = "# one"', "rules.toml: TOY100: its example does not break it; it breaks nothing"),
    ("rules.toml", 'report_when = "now"', 'report_when = "later"', "rules.toml: TOY002: `report_when` is 'later': `now`, `entry` or `record`"),
    ("rules.toml", 'report_when = "now"\n', "", "raises ValueError: kibitz.languages.toy: TOY002 lacks `report_when` in rules.toml"),
    ("rules.toml", '"check/repeats"', '"check/other"', "rules.toml: `[blocks]` leads TOY100 to check/other.py, which does not exist"),
    ("testing.py", "NAMED =", "NAME =", "testing.py: it lacks NAMED: tests/support/notations.py says what it is"),
    ("testing.py", "FORGIVING = True", 'LINE_END = ""', "testing.py: LINE_END says what it is by itself: it can go"),
    ("features/hover.py", "def hover", "def hovered", "features/hover.py: no function hover: "),
    ("editors.toml", "modifiers = {", 'modifiers = {last = ["The last word", "red"], ',
     "editors.toml: `[modifiers]` says how 'last' looks, which `modifiers` of language.py does not name"),
    ("features/next.py", "span.start)][-1:]", "span.start)][-1]", "IndexError in languages/toy/features/next.py"),
]  # fmt: skip
"""A file of the toy, a change in it, and the report of the doctor."""


@pytest.mark.parametrize(("name", "old", "new", "says"), WRONG, ids=[one[-1] for one in WRONG])
def test_doctor_reports_problems(house: Path, name: str, old: str, new: str, says: str) -> None:
    path = house / "server/kibitz/languages/toy" / name
    text = path.read_text("utf-8")
    assert old in text
    try:
        path.write_text(text.replace(old, new, 1), "utf-8")
        told = run(house, "-m", "kibitz_dev", "doctor", "toy")
    finally:
        path.write_text(text, "utf-8")
    assert told.returncode == 1, told.stderr
    assert says in told.stdout


def test_impossible_notations_are_refused(house: Path) -> None:
    for arguments, says in (
        (("toys", *NEW[1:]), "the codes of 'toy' begin with TOY: take another id than 'toys'"),
        (("Go", *NEW[1:]), "'Go' is not an id"),
        (("moves", "Moves", "a", "a", "b"), "three different lines are needed"),
        (("moves", "Moves", '"a"', "b", "c"), "the lines may hold no quotes"),
    ):
        done = run(house, "-m", "kibitz_dev", "new", *arguments)
        assert done.returncode == 2
        assert says in done.stderr
        assert not (house / "server/kibitz/languages" / arguments[0]).exists() or arguments[0] == "toy"


def test_it_is_served_like_the_others(house: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.toy"
    record.write_text("#  one one\n")
    checked = run(house, "-m", "kibitz", "check", str(record))
    assert "`one` again [TOY100 repeated]" in checked.stdout
    assert run(house, "-m", "kibitz", "format", str(record)).returncode == 0
    assert record.read_text() == "# one one\n"
    explained = run(house, "-m", "kibitz", "rules", "TOY100").stdout
    assert "server/docs/rules/TOY100.md" in explained


def test_editors_and_hooks_know_it(house: Path) -> None:
    for path in (
        ".pre-commit-hooks.yaml", "editors/vscode/package.json", "editors/vscode/src/records.ts",
        "editors/vscode/languages/toy.json", "editors/vscode/icons/toy-dark.svg", "editors/neovim/ftplugin/toy.lua",
        "editors/neovim/lua/kibitz/init.lua", "editors/emacs/kibitz.el", "editors/helix/languages.toml", "editors/README.md",
        "editors/jetbrains/template.json", "editors/kate/lspclient.json", "editors/kate/toy.xml",
        "editors/sublime/toy.sublime-syntax", "editors/sublime/toy.sublime-settings", "editors/zed/extension.toml", "editors/zed/languages/toy/config.toml",
    ):  # fmt: skip
        text = (house / path).read_text("utf-8")
        assert "toy" in text or "/toy" in path, path


def test_other_files_do_not_change(house: Path) -> None:
    """Outside its folder, its grammar and its cases, only one line and generated files change."""
    generated = {".pre-commit-hooks.yaml", "README.md"}
    changed = []
    for top in {*COPIED} - generated - {"editors"}:
        for path in [house / top, *(house / top).rglob("*")]:
            name = path.relative_to(house).as_posix()
            if path.is_dir() or "__pycache__" in name or "/toy" in name or f"/{NEW[0]}" in name:
                continue
            if name.startswith("server/docs/rules/"):
                continue
            if path.read_bytes() != (ROOT / name).read_bytes():
                changed.append(name)
    made = ["server/docs/data.md", "server/kibitz/lsp/transport/legend.py"]
    assert sorted(changed) == sorted(["server/kibitz/languages/__init__.py", *made])
