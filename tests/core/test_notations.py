"""Every notation has the parts that shared tests need. `python -m kibitz_dev doctor ID` reports missing ones."""

from __future__ import annotations

import pytest

from bench.records import long, records, short
from kibitz.languages import IDS
from kibitz_dev.doctor import examined


@pytest.mark.parametrize("language_id", IDS)
def test_doctor_finds_no_problem(language_id: str) -> None:
    assert [*map(str, examined(language_id))] == []


@pytest.mark.parametrize("language_id", IDS)
def test_records_have_the_wanted_length(language_id: str) -> None:
    assert len(short(language_id)) <= max(map(len, records(language_id, 20)))
    assert len(long(language_id, 20_000)) >= 18_000
