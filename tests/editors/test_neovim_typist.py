"""The simulated typist's keys in the real Neovim: they give the record, and there are as many as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.typist import keys
from editors.neovim.editor import Editor
from editors.neovim.typist import planned, write
from editors.transcripts import TRANSCRIPTS


@pytest.mark.parametrize("language", TRANSCRIPTS)
def test_transcribing(tmp_path: Path, language: str) -> None:
    record = TRANSCRIPTS[language]
    steps = planned(language, record)
    with Editor(tmp_path, f"a.{language}", "") as editor:
        editor.ready()
        editor.type("i")
        editor.keys = 0
        write(editor, steps)
        assert editor.buffer() == f"{record}\n"
        print(f"{language}: {editor.keys} keys in Neovim, {keys(steps)} planned, {len(record)} characters")
        assert abs(editor.keys - keys(steps)) <= 0.1 * keys(steps)
