"""The looks: screenshots of all notations in dark and in light, for people, and readable colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.neovim.editor import Editor
from editors.tools import ROOT

RECORDS = ROOT / "tests" / "records"
HAND = """\
{2.52}  // two players, one deck
1.1..as.
2.1..6s.
0.1...?
1.1..as.
2.1..5d.
0.1..9h.
1.1.^.8c._
2.1.!.qs._  // doubles
"""
GRIMOIRES = """\
# The first night
[Alice:butler(librarian:outsider) Bob:washerwoman
 Charlie:poisoner(washerwoman:wrong) Dave:virgin(washerwoman:townsfolk)
 Eve:chef(librarian:wrong) Frank:mayor(poisoner:poisoned) Grace:imp
 Hannah:librarian]

# Bob was killed, Charlie was executed and has voted since
[Alice:butler *Bob:washerwoman* *~~Charlie~~:poisoner*
 Dave:virgin(virgin:no_ability) Eve:chef Frank:mayor(poisoner:poisoned)
 Grace:imp Hannah:librarian]
"""
SCENES = {
    "hand": ("a.bjn", HAND, "G"),
    "grimoire": ("a.botc", GRIMOIRES, "9Gfv"),
    "round": ("a.pfn", (RECORDS / "demo.pfn").read_text("utf-8"), "/S4<CR>"),
    "game": ("a.qgn", (RECORDS / "tictactoe.qgn").read_text("utf-8"), "G$"),
}
LATE = """
vim.o.background = "{}"
vim.diagnostic.config({{ virtual_text = true }})
"""


@pytest.mark.parametrize("background", ["dark", "light"])
@pytest.mark.parametrize("scene", SCENES)
def test_screenshots(tmp_path: Path, scene: str, background: str) -> None:
    file, text, keys = SCENES[scene]
    with Editor(tmp_path, file, text, late=LATE.format(background), size=(150, 24)) as editor:
        editor.ready()
        editor.command("Kibitz preview")
        editor.type(keys)
        editor.wait_text(f"{file}: preview")
        here = "vim.api.nvim_create_namespace('kibitz.preview.here')"
        editor.wait(
            f"vim.iter(vim.api.nvim_list_bufs()):any(function(b)"
            f" return #vim.api.nvim_buf_get_extmarks(b, {here}, 0, -1, {{}}) > 0 end)"
        )
        editor.command("echo")
        editor.picture(f"neovim-{scene}-{background}")
        assert editor.errors() == []


@pytest.mark.parametrize("background", ["dark", "light"])
def test_colours_can_be_read(tmp_path: Path, background: str) -> None:
    """Each has the contrast to the background that people with weak eyes need (WCAG 2, level AA)."""
    with Editor(tmp_path, init=f"vim.o.background = '{background}'") as editor:
        groups = editor.lua(
            """
            local found = {}
            for _, name in ipairs(vim.fn.getcompletion("Kibitz", "highlight")) do
              found[name] = vim.api.nvim_get_hl(0, { name = name }).fg
            end
            return found
            """
        )
        ground = editor.lua("return vim.api.nvim_get_hl(0, { name = 'Normal' }).bg")
    assert len(groups) >= 8
    assert {name: colour for name, colour in groups.items() if contrast(colour, ground) < 4.5} == {}


def contrast(one: int, other: int) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: int) -> float:
    parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_follow_background_and_user(tmp_path: Path) -> None:
    init = "vim.api.nvim_set_hl(0, 'KibitzMinion', { fg = '#123456' })"
    with Editor(tmp_path, init=f"vim.o.background = 'dark' {init}") as editor:
        ask = "return vim.api.nvim_get_hl(0, {{ name = '{}' }}).fg"
        dark = editor.lua(ask.format("KibitzDemon"))
        assert editor.lua(ask.format("KibitzMinion")) == 0x123456
        editor.command("set background=light")
        assert editor.lua(ask.format("KibitzDemon")) != dark
        editor.command("set background=dark")
        assert editor.lua(ask.format("KibitzDemon")) == dark


def test_hints_and_lenses_on_request(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND) as editor:
        editor.wait_text("hard 11")
        editor.lua("vim.lsp.codelens.refresh({ bufnr = 0 })")
        editor.wait_text("2 players · unfinished")
        assert editor.errors() == []
    with Editor(tmp_path, "a.bjn", HAND, init="vim.g.kibitz_inlay_hints = false") as editor:
        editor.diagnostics("BJN210")
        editor.type("GOx<Esc>")
        editor.diagnostics("BJN001")
        assert "hard 11" not in editor.shown()
