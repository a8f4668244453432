"""Every notation has what the shared tests ask of it: what it lacks is said as `python -m kibitz_dev doctor ID` says it."""

from __future__ import annotations

import pytest

from bench.records import long, records, short
from kibitz.languages import IDS
from kibitz_dev.doctor import examined


@pytest.mark.parametrize("language_id", IDS)
def test_nothing_is_missing_and_all_is_so(language_id: str) -> None:
    assert [*map(str, examined(language_id))] == []


@pytest.mark.parametrize("language_id", IDS)
def test_records_are_as_long_as_somebody_wants_them(language_id: str) -> None:
    assert len(short(language_id)) <= max(map(len, records(language_id, 20)))
    assert len(long(language_id, 20_000)) >= 18_000
