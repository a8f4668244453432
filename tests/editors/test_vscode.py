"""The VS Code extension: checked, built, and driven in the real VS Code as a person drives it."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from command import kibitz
from editors.tools import PICTURES, ROOT
from editors.vscode import setup
from editors.vscode.drive import DRIVER, Driven

SAMPLES = sorted(
    one for one in (DRIVER.parent / "syntaxes").iterdir() if one.suffix != ".snap"
)  # fmt: skip
LIMIT = 5_000_000
"""Greatest size of the extension, in bytes."""
SCENARIOS = (
    "squiggle", "hover", "completion", "keysOfTheList", "ghostText", "lens", "leaving", "drawings", "fixesAtOnce", "formatOnSave", "quickFix", "rename", "words", "preview",
    "played", "previewDrawn", "previewByKeys", "previewIsText", "convert", "nextGrimoire", "clipboard", "template", "restart", "writing",
    "pictures", "animation", "gallery_bjn", "gallery_pfn", "gallery_botc", "gallery_qgn", "checkWorkspace",
    "projectsOwn", "brokenInterpreter", "oldInterpreter",
)  # fmt: skip
RUN = [one for one in SCENARIOS if PICTURES or one not in ("pictures", "animation")]
"""The scenarios to run: the images of the READMEs test nothing that the others do not."""


@pytest.fixture(scope="session")
def unpacked(vsix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that an editor would have of the extension."""
    folder = tmp_path_factory.mktemp("with blanks") / "the extension"
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(folder)
    return folder / "extension"


def test_sources() -> None:
    """The TypeScript and JavaScript have correct types and style."""
    setup.node_packages()
    setup.run("npm", "run", "--silent", "check", cwd=setup.EXTENSION)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_colours_before_the_server_is_up(sample: Path, unpacked: Path) -> None:
    """`npm test -- --updateSnapshot` in `editors/vscode` writes the expected colours, for review with git diff."""
    assert sample.with_name(f"{sample.name}.snap").is_file()
    command = setup.EXTENSION / "node_modules" / ".bin" / "vscode-tmgrammar-snap"
    setup.run(command, "--config", unpacked / "package.json", sample, cwd=setup.EXTENSION)


def test_the_package_is_small_and_pure(vsix: Path) -> None:
    assert vsix.stat().st_size < LIMIT
    with zipfile.ZipFile(vsix) as archive:
        names = archive.namelist()
    assert not [one for one in names if one.endswith((".so", ".pyd", ".dylib", ".pyc", ".map", ".ts"))]
    assert {"extension/extension.js", "extension/start.py", "extension/python/kibitz/cli/__init__.py"} <= set(
        names
    )


def test_the_package_is_reproducible_and_holds_no_secret(vsix: Path, tmp_path: Path) -> None:
    again = setup.package(tmp_path / "again.vsix", scanned=True)
    assert again.read_bytes() == vsix.read_bytes()


def test_the_carried_server_needs_nothing_else(unpacked: Path, tmp_path: Path) -> None:
    """Neither the packages of this Python nor a module of the same name in the working folder count."""
    (tmp_path / "lark.py").write_text("raise SystemExit('the wrong module')")
    command: list[str | Path] = [sys.executable, "-I", "-S", unpacked / "start.py"]
    version = subprocess.run([*command, "--version"], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert version.stdout == kibitz("--version").text
    manifest = json.loads((unpacked / "package.json").read_text("utf-8"))
    assert version.stdout.split()[1] == manifest["version"]
    records = ROOT / "tests" / "records"
    checked = subprocess.run(
        [*command, "check", records], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert (checked.stdout, checked.returncode) == (
        kibitz("check", records).text,
        kibitz("check", records).status,
    )


@pytest.mark.parametrize("scenario", RUN)
def test_in_the_real_editor(scenario: str, driven: Driven) -> None:
    error = driven.outcome(scenario)["error"]
    assert error is None, error


def test_every_scenario_is_a_test() -> None:
    module = (DRIVER.parent / "scenarios.mjs").as_uri()
    script = f"import({json.dumps(module)}).then(it => console.log(Object.keys(it.SCENARIOS).join(' ')))"
    setup.node()
    assert tuple(setup.run("node", "-e", script, cwd=ROOT).split()) == SCENARIOS
