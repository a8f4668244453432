"""The simulated typist's keys in the real Neovim: they give the record, and their number is as predicted."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.neovim.editor import Editor
from editors.neovim.typist import write
from editors.transcripts import TRANSCRIPTS, agree, planned


@pytest.mark.parametrize("language", TRANSCRIPTS)
def test_transcribing(tmp_path: Path, language: str) -> None:
    # Neovim 0.11 has no ghost text.
    steps = planned(language, ghosts=False)
    with Editor(tmp_path, f"a.{language}", "") as editor:
        editor.ready()
        editor.type("i")
        editor.keys = 0
        write(editor, steps)
        assert editor.buffer() == f"{TRANSCRIPTS[language]}\n"
        agree("neovim", language, editor.keys, steps)
