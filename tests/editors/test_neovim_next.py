"""The additions and differences of Neovim 0.12, in the real editor, by typed keys."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from editors.neovim.editor import Editor, next_neovim
from editors.test_neovim_server import another, server_of

HAND = "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|"


def test_a_hand_is_written(tmp_path: Path) -> None:
    """With the menu and its explanations, replaced text after the cursor, ghost text, and a server that ends meanwhile."""
    with Editor(tmp_path, "a.bjn", HAND + "1.1.^.th.", program=next_neovim()) as editor:
        editor.ready()
        editor.type("$hi<C-x><C-o>")
        editor.accept("td")
        # Without an open list, likely text comes as ghost text.
        editor.type("<Esc>$F|lC")
        editor.wait_text(HAND + "1.1./..|/1.8s/2.8d/|1.1.^.")
        assert editor.buffer() == HAND + "\n"
        editor.type("<Tab>")
        editor.wait("vim.api.nvim_get_current_line():sub(-7) == '|1.1.^.'")
        editor.type("<Esc>")
        editor.lua("vim.api.nvim_set_current_line(...)", HAND)
        editor.type("A1")
        editor.wait_text("player 1 stands on hard 16 · the dealer")
        # Ghost text comes 0.2 s after a key. Next to a list it would be too much.
        time.sleep(0.3)
        assert editor.shown().splitlines()[0] == HAND + "1"
        editor.picture("neovim-0.12-completion")
        editor.accept("1.1..._|0.1.%.")
        assert editor.buffer() == HAND + "1.1..._|0.1.%.\n"
        first = server_of(editor)
        os.kill(first, signal.SIGKILL)
        editor.type("7d.")
        another(editor, first)
        editor.ready()
        editor.type("|<BS>")
        editor.wait("vim.fn.pumvisible() == 0")
        editor.type("<Esc>")
        assert editor.save() == HAND + "1.1..._|0.1.%.7d.\n"
        assert editor.errors() == []
