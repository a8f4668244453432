"""Fixtures of tests in real editors."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.typist import Step
from editors.browser import Browser
from editors.firefox import Firefox, firefox
from editors.page import LISTEN, packaged, served
from editors.plain import WHOLE
from editors.taps import BRIEF, PLANS
from editors.transcripts import planned
from editors.vscode import setup
from editors.vscode.drive import Driven, asked_for, tapping
from editors.vscode.typist import TYPED, typing


@pytest.fixture(scope="session")
def vsix(testrun_uid: str) -> Path:
    """The extension, packaged."""
    setup.node_packages()
    return setup.once(testrun_uid, "kibitz.vsix", setup.package)


@pytest.fixture(scope="session")
def one_firefox() -> Iterator[Firefox]:
    """A Firefox for all files of tests that need one as it is, one after the other: its start takes as long as they do."""
    with Firefox(firefox()) as one:
        yield one


@pytest.fixture(scope="session")
def plans() -> dict[str, list[Step]]:
    """Return the steps of the simulated typist in VS Code, by language."""
    return {language: planned(language, ghosts=True) for language in TYPED}


@pytest.fixture(scope="session")
def driven(
    vsix: Path, testrun_uid: str, plans: dict[str, list[Step]], request: pytest.FixtureRequest
) -> Driven:
    """Run the scenarios in VS Code in one window, because a start takes as long as several of them."""
    records = {language: typing(language, steps) for language, steps in plans.items()}
    taps = {name: tapping(plan(None if WHOLE else BRIEF)) for name, plan in PLANS.items()}
    return Driven("outcomes", vsix, testrun_uid, asked_for(request), records=records, taps=taps)


@pytest.fixture(scope="module")
def process(testrun_uid: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `kibitz web` for the tests of one file."""
    with served(packaged(testrun_uid)) as one:
        yield one


@pytest.fixture(scope="module")
def site(process: tuple[object, str]) -> str:
    return process[1]


@pytest.fixture(scope="module")
def browser(site: str) -> Iterator[Browser]:
    with Browser(setup.headless(), workers=True) as one:
        one.before(LISTEN)
        one.open(site)
        yield one
