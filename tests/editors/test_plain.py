"""The helpers of plain typing: the records, and a server with late answers."""

from __future__ import annotations

import subprocess
import time
from itertools import islice
from pathlib import Path

import pytest

from command import kibitz
from editors import plain
from editors.late import LEAST
from editors.plain import GENERATED, LATE, PAUSES, SERVER, examples, generated, late_program, share, typings
from kibitz.languages import IDS
from lsp_client import RawClient


def test_records_include_the_specifications() -> None:
    assert {one.language for one in examples()} == set(IDS)
    assert len({one.text for one in generated()}) == GENERATED * len(IDS)
    assert [(one.language, one.example) for one in share()] == [
        (language, example) for language in IDS for example in (True, False)
    ]


def test_all_of_them_where_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    records = len(examples()) + len(generated())
    for profile, least in (("hour", 2 * len(PAUSES) * records), ("long", records), ("ci", len(share()))):
        monkeypatch.setattr(plain, "PROFILE", profile)
        found = typings()
        assert len({one.name for one in found}) == len(found) == least
        assert {one.late for one in found} == {False, True}
        assert {one.pause for one in found} == set(PAUSES[:1] if profile == "ci" else PAUSES)


def test_answers_are_late_and_in_order() -> None:
    asked = [{"id": f"asked {number}", "method": "no/such"} for number in range(5)]
    with RawClient((*LATE, *SERVER)) as client:
        client.initialize()
        start = time.monotonic()
        client.send_all(*asked)
        answers = (one["id"] for one in iter(client.read, None) if "method" not in one)
        assert [*islice(answers, len(asked))] == [one["id"] for one in asked]
        assert time.monotonic() - start >= LEAST


def test_a_late_program_is_kibitz(tmp_path: Path) -> None:
    version = subprocess.run([late_program(tmp_path), "--version"], capture_output=True, encoding="utf-8")
    assert version.stdout == kibitz("--version").text
