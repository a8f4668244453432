"""Installs what the tests of editors drive and what takes long to install: `python -m editors.install`, with `tests` as its path.

They install it themselves when they come to it. That takes one processor, and so does what pip does before there are any tests: `.ci/run`
does both at a time. What fails here is told by the test that needs it.
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
