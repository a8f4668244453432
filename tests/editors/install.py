"""Install the editors of the tests, which takes long: `python -m editors.install`, with `tests` as its path.

The tests install them on demand. That takes one processor, and so does pip before there are any tests, so `.ci/run` does both at a time.
The test that needs an editor reports a failure here.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from editors import page
from editors.firefox import firefox
from editors.vscode import setup

for install in (setup.node_packages, setup.code_server, page.node_packages, setup.headless, firefox):
    with suppress(pytest.fail.Exception, pytest.skip.Exception):
        install()
