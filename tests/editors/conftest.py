"""What the tests in real editors share."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.vscode import setup


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tries a test that failed here once more: an editor on a busy machine may not come up in time.

    What kibitz does wrong, it does wrong both times; the summary shows what was tried again.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def vsix(testrun_uid: str) -> Path:
    """The extension, packaged."""
    setup.node_packages()
    return setup.once(testrun_uid, "kibitz.vsix", setup.package)
