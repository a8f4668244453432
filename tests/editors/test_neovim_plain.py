"""Plain typing in the real Neovim is exact: what is typed is what stands there, whatever is offered meanwhile, and however late."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from editors.neovim.editor import SERVER, Editor, neovim, next_neovim
from editors.plain import LATE, typed

PROGRAMS: dict[str, Callable[[], Path]] = {"0.11": neovim, "0.12": next_neovim}


@pytest.mark.parametrize("late", [False, True], ids=["", "late"])
@pytest.mark.parametrize("version", PROGRAMS)
def test_what_is_typed_stands_there(tmp_path: Path, version: str, late: bool) -> None:
    wrong, program = {}, PROGRAMS[version]()
    for number, (record, pause) in enumerate(typed()):
        folder = tmp_path / str(number)
        folder.mkdir()
        server = (*LATE, *SERVER) if late else SERVER
        with Editor(folder, f"a.{record.language}", "", server=server, program=program) as editor:
            editor.ready()
            editor.type("i")
            for key in record.text.removesuffix("\n"):
                # No key waits for the answers to the one before.
                editor.rpc.request("nvim_input", {"\n": "<CR>", "<": "<lt>"}.get(key, key))
                time.sleep(pause / 1000)
            editor.type("<Esc>")
            if not record.same(text := editor.buffer()):
                wrong[record.name, pause] = text
            assert editor.errors() == []
    assert wrong == {}
