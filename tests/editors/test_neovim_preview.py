"""The preview next to the text, in the real Neovim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from editors.neovim.editor import QUIET, Editor

HAND = "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1.^.5c._|"
GRIMOIRE = "[Alice:imp Bob:chef Chloé:baron(chef:x) *Dave🎲:monk*]\n"
WINDOW = """
vim.iter(vim.api.nvim_list_wins()):find(function(window)
  return vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "kibitzpreview"
end)"""


def picture(editor: Editor) -> str:
    """Return the text of the preview."""
    lines = editor.lua(f"return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf({WINDOW}), 0, -1, false)")
    return "\n".join(lines)


def marked(editor: Editor, namespace: str) -> list[str]:
    """The texts that are marked in a namespace of the preview, in any buffer."""
    found: list[str] = editor.lua(
        """
        local namespace, found = vim.api.nvim_create_namespace(...), {}
        for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
          for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })) do
            local _, row, column, more = unpack(mark)
            local last = more.end_row or row
            table.insert(found, vim.api.nvim_buf_get_text(buffer, row, column, last, more.end_col, {})[1])
          end
        end
        return found
        """,
        namespace,
    )
    return found


def opened(tmp_path: Path, name: str, text: str, **more: Any) -> Editor:
    editor = Editor(tmp_path, name, text, size=(150, 30), **more)
    editor.ready()
    editor.command("Kibitz preview")
    return editor


def test_it_follows_every_edit(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.type("A")
        editor.wait_text("8♠ 8♦ 5♣")
        editor.type("0.1.%.7d.")
        editor.wait_text("7♦ 9♣")
        editor.type("<Esc>u")
        editor.until(lambda: "7♦" not in picture(editor), "the picture of before")
        assert editor.errors() == []


def test_it_follows_the_cursor_with_marks(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.type("f8l")
        editor.wait_text("8♠")
        assert "9♣" not in picture(editor)
        editor.until(lambda: marked(editor, "kibitz.preview.here") == ["8♠"], "8♠ marked")
        editor.type("f8")
        editor.until(lambda: marked(editor, "kibitz.preview.here") == ["8♦"], "8♦ marked")
        assert "9♣" not in picture(editor)


def test_enter_goes_to_the_source(tmp_path: Path) -> None:
    """Characters before the place do not matter. Neovim counts columns in bytes, the server in characters."""
    with opened(tmp_path, "a.botc", "# 🎲 é\n" + GRIMOIRE) as editor:
        editor.type("G")
        editor.wait_text("Grimoire (4 players)")
        editor.type("<C-w>l")
        editor.type("/Dave<CR>")
        editor.until(lambda: marked(editor, "nvim.lsp.references") == ["Dave🎲"], "the source marked")
        editor.type("<CR>")
        row, column = editor.cursor()
        assert (row, GRIMOIRE.encode()[column:].decode()[:5]) == (2, "Dave🎲")
        assert editor.lua("return vim.bo.filetype") == "botc"
        editor.type("<C-w>l")
        editor.type("/monk<CR><CR>")
        row, column = editor.cursor()
        assert (row, GRIMOIRE.encode()[column:].decode()[:4]) == (2, "monk")
        editor.type("<C-o>")
        assert editor.errors() == []


def test_a_double_click_goes_to_the_source(tmp_path: Path) -> None:
    with opened(tmp_path, "a.botc", GRIMOIRE) as editor:
        editor.wait_text("Grimoire (4 players)")
        rows = editor.shown().splitlines()
        row = next(number for number, line in enumerate(rows) if "baron" in line[75:])
        column = rows[row].index("baron", 75)
        for action in ("press", "release", "press"):
            editor.rpc.request("nvim_input_mouse", "left", action, "", 0, row, column + 1)
        editor.wait("vim.bo.filetype == 'botc'")
        assert GRIMOIRE.encode()[editor.cursor()[1] :].decode().startswith("baron")


def test_a_layout_and_the_width_of_the_window(tmp_path: Path) -> None:
    with opened(tmp_path, "a.botc", GRIMOIRE) as editor:
        editor.wait_text("Grimoire (4 players)")
        balanced = picture(editor)
        editor.command("Kibitz preview 4,0,0,0")
        editor.until(lambda: picture(editor) != balanced, "another layout")
        assert any(
            all(name in line for name in ("Alice", "Bob", "Chloé", "Dave"))
            for line in picture(editor).splitlines()
        )


def test_it_keeps_the_last_readable_preview(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.type("A")
        editor.wait_text("5♣")
        editor.type("0.1.%.{{{")
        editor.wait("#vim.diagnostic.get(0) > 0")
        assert "8♠" in picture(editor)


def test_it_shows_the_record_that_one_is_in(tmp_path: Path) -> None:
    (tmp_path / "b.botc").write_text(GRIMOIRE, "utf-8")
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.wait_text("Dealer")
        editor.command("edit b.botc")
        editor.wait_text("Grimoire (4 players)")
        editor.wait_text("b.botc: preview")
        editor.command("enew")
        assert "Grimoire" in picture(editor)


def test_it_survives_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.type("A")
        editor.wait_text("5♣")
        editor.type("<Esc>")
        before = editor.lua("return require('kibitz').client(0).id")
        editor.command("Kibitz restart")
        # The new server may be there before the old one is noticed to be gone.
        editor.wait(f"(require('kibitz').client(0) or {{ id = {before} }}).id ~= {before}")
        editor.ready()
        editor.type("A0.1.%.7d.")
        editor.wait_text("7♦ 9♣")


def test_it_outlives_the_record(tmp_path: Path) -> None:
    with opened(tmp_path, "a.botc", GRIMOIRE) as editor:
        editor.wait_text("Grimoire (4 players)")
        editor.command("enew")
        editor.command("bwipeout #")
        editor.type("<C-w>ljjjl<CR>")
        assert "Grimoire" in picture(editor)
        assert editor.errors() == []


def test_q_closes_it_and_it_opens_again(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.wait_text("Dealer")
        for _ in range(2):
            editor.type("<C-w>lq")
            assert editor.lua("return #vim.api.nvim_list_wins()") == 1
            assert editor.lua("return vim.fn.exists('#kibitz.preview')") == 0
            editor.command("Kibitz preview")
            editor.wait_text("Dealer")
        editor.command("only")
        editor.type("ix<Esc>")
        assert editor.errors() == []


def test_two_windows_with_it(tmp_path: Path) -> None:
    with opened(tmp_path, "a.bjn", HAND) as editor:
        editor.wait_text("Dealer")
        editor.type("<C-w>l<C-w>s<C-w>q<C-w>h")
        editor.type("A0.1.%.7d.<Esc>")
        editor.wait_text("7♦ 9♣")
        editor.type("<C-w>l<C-w>s<C-w>j<C-w>q<C-w>h")
        editor.type("u")
        editor.until(lambda: "7♦" not in picture(editor), "the picture of before")
        assert editor.errors() == []


def test_on_a_narrow_screen_it_is_below(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND, size=(80, 24)) as editor:
        editor.ready()
        editor.command("Kibitz preview")
        editor.wait_text("Dealer")
        assert editor.lua("return vim.fn.winlayout()[1]") == "col"
        editor.type("<C-w>jq")
        editor.command("topleft vertical Kibitz preview")
        editor.wait_text("Dealer")
        assert editor.lua("return vim.fn.winlayout()[1]") == "row"


def test_a_buffer_that_is_no_record(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.txt", "text") as editor:
        editor.command("Kibitz preview")
        editor.wait_text("kibitz: this buffer is not a record")
        assert editor.lua("return #vim.api.nvim_list_wins()") == 1


def test_it_is_drawn_in_a_browser(tmp_path: Path) -> None:
    """`:Kibitz! preview` writes a page and opens it."""
    with Editor(tmp_path, "a.botc", GRIMOIRE, size=(150, 30)) as editor:
        editor.ready()
        editor.lua("vim.ui.open = function(path) _G.browsed = path end")
        editor.command("Kibitz! preview tower")
        editor.until(lambda: editor.lua("return _G.browsed ~= nil"), "the page in the browser")
        page = Path(editor.lua("return _G.browsed"))
        assert page.suffix == ".html"
        assert "<svg" in page.read_text("utf-8")
        assert "Chloé" in page.read_text("utf-8")
        assert editor.errors() == []


def test_a_game_is_played_by_numbers(tmp_path: Path) -> None:
    """A column has the number that the record, the board and the list of completion have for it."""
    head = '[key "connect4"]\n[teams "red, blue"]\n\n0p&4'
    with Editor(tmp_path, "a.qgn", head) as editor:
        editor.ready()
        # Neovim redraws the screen after each answer, which would remove the list.
        editor.wait(QUIET)
        editor.type("G:Kibitz play<CR>")
        editor.wait_text("3 · blue: row 5, column 3")
        editor.type("3<CR>")
        editor.until(lambda: editor.buffer().endswith("0p&4 1p&3\n"), "the move")
        assert editor.errors() == []


def test_x_on_an_item_makes_its_move(tmp_path: Path) -> None:
    """A seat has follow-ups. An empty place lists all moves."""
    town = "[Ann:chef Bob:empath Cid:monk Dee:mayor Fay:poisoner Gus:imp]\n"
    with opened(tmp_path, "a.botc", town) as editor:
        editor.wait_text("Grimoire (6 players)")
        editor.type("<C-w>l/Bob<CR>x")
        editor.wait_text("1: Kill Bob")
        editor.type("1<CR>")
        editor.wait_text("*Bob:empath*")
        # The preview shows it and keeps the focus.
        editor.until(lambda: "*Bob*" in picture(editor), "the death drawn")
        editor.type("ggx")
        editor.wait_text("Next grimoire")
        editor.type("<Esc>")
        assert editor.errors() == []
