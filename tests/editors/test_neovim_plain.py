"""Plain typing in the real Neovim is exact, with all offers and with a slow server."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import forked
from editors.neovim.editor import Editor, neovim, next_neovim
from editors.plain import LATE, Typing, typings

PROGRAMS: dict[str, Callable[[], Path]] = {"0.11": neovim, "0.12": next_neovim}
AT_ONCE = 8
"""Records that are typed at the same time, each in an editor of its own."""
SHARE = 80
"""Characters of a record that are typed if the time is short."""


@pytest.mark.parametrize("version", PROGRAMS)
def test_plain_typing_is_exact(tmp_path: Path, version: str) -> None:
    program = PROGRAMS[version]()

    def write(typing: Typing) -> tuple[str, str]:
        folder, record = tmp_path / typing.name, typing.record
        folder.mkdir()
        there, text = record.parted(SHARE)
        server = (*(LATE if typing.late else ()), *forked.program(), "lsp")
        with Editor(folder, f"a.{record.language}", there, server=server, program=program) as editor:
            editor.ready()
            editor.type("GA")
            for key in text:
                # No key waits for the answer to the one before.
                editor.rpc.request("nvim_input", {"\n": "<CR>", "<": "<lt>"}.get(key, key))
                time.sleep(typing.pause / 1000)
            editor.type("<Esc>")
            return there + text, editor.buffer().removesuffix("\n") + "".join(editor.errors())

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = pool.map(write, typings())
        wrong = [(wanted, text) for wanted, text in found if wanted != text]
    assert wrong == []
