"""The pages that people read: links lead somewhere, examples are true, the promises of README.md are kept."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from command import kibitz
from folders import ROOT
from kibitz.core.analysis import Analysis
from kibitz.languages import IDS, load

README = ROOT / "README.md"
PAGES = sorted(
    path
    for folder in (
        ".",
        "editors",
        "editors/vscode",
        "editors/vscode/walkthrough",
        "editors/web",
        "grammars",
        "server",
        "server/docs",
        "server/docs/design",
    )
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"(?<!`)!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)")
MOST_LINES = 130
"""README.md is for newcomers."""


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"(?ms)^```.*?^```$", "", text))


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page, as GitHub makes them of headings."""
    text = path.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(without_code(path.read_text("utf-8"))):
        where, _, anchor = link.partition("#")
        if ":" in where:
            assert where.startswith("https://"), link
            continue
        target = (path.parent / where).resolve() if where else path
        assert target.exists(), f"{path.name} links to {link}"
        assert target.is_relative_to(ROOT)
        if anchor:
            assert anchor in anchors(target), f"{path.name} links to {link}"


def test_these_tests_would_see_a_dead_link() -> None:
    assert LINK.findall("see [a](b.md#c) and ![d [e]](f.png), not `[g](h)`".replace("`[g](h)`", "")) == [
        "b.md#c",
        "f.png",
    ]
    assert "first-check" in anchors(README)
    assert "cheat-sheet" in anchors(ROOT / "grammars" / "bjn.md")
    assert len(PAGES) >= 10
    assert len(EXAMPLES) >= 5


def test_readme_is_for_newcomers() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= MOST_LINES


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", path.read_text("utf-8"))


def promises() -> list[str]:
    """Return the commands of the quick start: try kibitz, install it, run the tests."""
    section = README.read_text("utf-8").partition("\n## Quick start\n")[2].partition("\n## ")[0]
    return re.findall(r"(?ms)^```console\n(.*?)^```$", section)


def shown_and_printed(page: Path) -> tuple[str, str]:
    """Run the commands of the example in a page, in the current folder. Return its output there, and here."""
    (example,) = [one for one in blocks(page, "console") if one.startswith("$ ")]
    write, check, shown = example.split("\n", 2)
    record, target = shlex.split(write.removeprefix("$ printf "))[::2]
    Path(target).write_text(record.replace("\\n", "\n"), "utf-8")
    answer = kibitz(*shlex.split(check.removeprefix("$ kibitz ")))
    return shown, answer.text + answer.errors


EXAMPLES = [
    page
    for page in PAGES
    if page in (README, *(ROOT / "grammars").glob("*.md")) and "\n$ printf '" in page.read_text("utf-8")
]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_broken_example_has_the_shown_output(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown, printed = shown_and_printed(page)
    assert printed == shown


def test_quick_start_checks_the_example_records() -> None:
    """Run the last step with the installed kibitz. `test_packaging.py` tries the installation."""
    promise = promises()[0].strip()
    *install, check = promise.split(" && ")
    assert install == ["python3 -m venv .venv", ".venv/bin/pip install ."]
    program, *arguments = check.split()
    assert program == ".venv/bin/kibitz"
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout
    assert "is dealt twice" in done.stdout
    assert "4 files checked: 1 error\n" in done.stdout
    assert "files checked" in done.stdout


def test_quick_start_runs_the_tests() -> None:
    (promise,) = promises()[-1].splitlines()
    assert os.access(ROOT / promise, os.X_OK)
    assert re.search(r"^\"\$venv/bin/pytest\" -n auto", (ROOT / promise).read_text("utf-8"), re.MULTILINE)


def test_library_example_of_the_readme() -> None:
    (code,) = blocks(README, "python")
    expected = re.findall(r"# (.*)$", code, re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == expected


@pytest.mark.parametrize("language_id", IDS)
def test_the_example_of_a_page_is_right(language_id: str) -> None:
    page = ROOT / "grammars" / f"{language_id}.md"
    (example,) = blocks(page, language_id)
    found = Analysis.of(load(language_id), example).diagnostics()
    assert [one.message for one in found if one.severity <= 2 and one.rule.slug != "missing-result"] == []


REFERENCE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):`(kibitz\.[\w.]+)`")


def test_references_in_docstrings_lead_somewhere() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py")]
    names = {name for text in texts for name in REFERENCE.findall(text)}
    assert len(names) > 50
    assert [name for name in sorted(names) if not _is_there(name)] == []


def _is_there(name: str) -> bool:
    """Return whether a module has a name, or a class has such a field."""
    try:
        resolve_name(name)
    except AttributeError:
        owner, _, field = name.rpartition(".")
        return field in getattr(resolve_name(owner), "__annotations__", {})
    return True
