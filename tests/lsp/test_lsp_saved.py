"""The server reports the same for a saved record as the command line for its file."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from command import kibitz
from kibitz.core.bounds import SHOWN
from kibitz.languages import IDS
from kibitz.project import settable
from lsp_client import Json
from test_damage import DAMAGES, Typist, corpus

SEVERITIES = [*settable.SEVERITIES]
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
SHARE = 1 if LONG else 50
"""Every Nth record is damaged."""
LONGEST = 20_000
"""Code points of a record."""

Said = tuple[str, str, str, tuple[int, int, int, int]]
"""Code, severity, message, and where it begins and ends: lines and columns from 1, in code points."""


class Writer(Typist):
    """A simulated user with the usual settings: types in a file of an open folder, and saves it."""

    def __init__(self, language_id: str, folder: Path) -> None:
        self.path = folder / f"record.{language_id}"
        self.uri = self.path.as_uri()
        self.begins = {"rootUri": folder.as_uri()}
        self.said: Json = []
        super().__init__(language_id, "", "utf-32")

    def save(self) -> None:
        self.path.write_bytes(self.text.encode())
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def told(self) -> list[Said]:
        """Return the latest diagnostics, without the note about their limit."""
        for one in self.sent:
            if one["method"] == "textDocument/publishDiagnostics":
                self.said = one["params"]["diagnostics"]
        self.sent.clear()
        return [_said(one) for one in self.said if "code" in one]


def _said(one: Json) -> Said:
    places = [one["range"][end][of] + 1 for end in ("start", "end") for of in ("line", "character")]
    return (
        one["code"],
        SEVERITIES[one["severity"] - 1],
        one["message"],
        (places[0], places[1], places[2], places[3]),
    )


def checked(path: Path) -> list[Said]:
    """Return the findings of the command line for a file."""
    answer = kibitz("check", "--all", "--no-cache", "--format", "json", path)
    return [
        (one["code"], one["severity"], one["message"],
         (one["line"], one["column"], one["endLine"], one["endColumn"]))
        for one in json.loads(answer.text)
    ]  # fmt: skip


@pytest.mark.parametrize("language_id", IDS)
def test_saved_record_equals_the_command_line(
    language_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Repairs are not compared, and a search for them takes long.
    monkeypatch.setattr("kibitz.core.fixing.offered", lambda _, found: found)
    rng, texts = random.Random(f"saved {language_id}"), corpus(language_id, SHARE)
    writer = Writer(language_id, tmp_path)
    for number, text in enumerate(["", " \n", *[text for text in texts if len(text) < LONGEST]]):
        # By turns: every kind of damage meets many records.
        for damage in DAMAGES[number % 2 :: 2]:
            writer.become(plain(text))
            writer.become(plain(damage(text, rng)))
            writer.save()
            compare(writer.told(), checked(writer.path), writer.text)


def plain(text: str) -> str:
    """Return a text as an editor has it: without a byte order mark. Also remove NUL, because the command line refuses files with NUL."""
    return text.lstrip("\ufeff").replace("\x00", "")


def compare(told: list[Said], checked: list[Said], text: str) -> None:
    """Compare all findings, or only the most severe ones if there are too many."""
    if len(checked) <= SHOWN:
        assert sorted(told) == sorted(checked), text
    else:
        gravest = sorted(SEVERITIES.index(severity) for _, severity, *_ in checked)[:SHOWN]
        assert not Counter(told) - Counter(checked), text
        assert sorted(SEVERITIES.index(severity) for _, severity, *_ in told) == gravest, text
