"""Folders of the repository and of the tests."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
RECORDS = TESTS / "records"
"""Records as people and programs write them."""
CASES = TESTS / "cases"
"""See :mod:`case`."""
CLIENTS = TESTS / "support" / "clients"
"""Parameters of `initialize` that editors sent."""
