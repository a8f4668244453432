"""What the tests of the VS Code extension share."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.vscode import setup


@pytest.fixture(scope="session")
def vsix(testrun_uid: str) -> Path:
    """The extension, packaged."""
    setup.node_packages()
    return setup.once(testrun_uid, "kibitz.vsix", setup.package)
