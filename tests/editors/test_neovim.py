"""Writing records in the real Neovim, by typed keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.neovim.editor import Editor

HAND = "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|"
TWICE = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.|1.1.^.9c._"


def test_a_squiggle_and_its_message(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE) as editor:
        (found,) = editor.diagnostics("BJN210")
        assert (found["lnum"], found["col"], found["end_col"]) == (0, 29, 31)
        editor.wait_text("E {1.52}")
        assert editor.style_of("as.|0.1..ah") == {**editor.style_of("as.|0.1..ah"), "underline": True}
        editor.type("fa;<C-w>d")
        editor.wait_text("`as` is dealt twice: player 1 already has it")
        editor.picture("neovim-squiggle")
        assert editor.errors() == []


def test_hover_shows_the_state_of_the_game(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND + "1.1.^.5c.") as editor:
        editor.ready()
        editor.type("$hhK")
        editor.wait_text("5♣")
        assert "21" in editor.shown()
        assert "Player 1: 8♠ 8♦ 5♣, 21" in editor.shown()


def test_an_event_is_transcribed_with_completions(tmp_path: Path) -> None:
    """The menu opens automatically and accepts no typed text. <Tab> accepts its first entry."""
    with Editor(tmp_path, "a.bjn", HAND) as editor:
        editor.ready()
        editor.type("A1")
        editor.accept("1.1.^.")
        editor.type("5c")
        editor.accept("5c._|0.1.%.")
        editor.type("7d.")
        editor.type("<Esc>")
        assert editor.buffer() == HAND + "1.1.^.5c._|0.1.%.7d.\n"


def test_colon_opens_the_menu_of_roles(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:imp ]\n") as editor:
        editor.ready()
        editor.type("$iBob:")
        editor.type("scar")
        editor.accept("scarlet_woman")
        editor.type("(")
        editor.wait("vim.fn.pumvisible() == 1")
        editor.picture("neovim-completion")
        editor.type("<Esc>")
        assert editor.buffer() == "[Alice:imp Bob:scarlet_woman(]\n"


def test_enter_is_a_line_break_whatever_is_suggested(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", "{1.52}\n1.1..") as editor:
        editor.ready()
        editor.type("GA<BS>.")
        editor.wait("vim.fn.pumvisible() == 1")
        editor.type("<CR>x<Esc>")
        assert editor.buffer() == "{1.52}\n1.1..\nx\n"


def test_dot_repeats_typed_text(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND) as editor:
        editor.ready()
        editor.type("A1.1.^.")
        editor.wait("vim.fn.pumvisible() == 1")
        editor.type("2c.|<Esc>.")
        assert editor.buffer() == f"{HAND}1.1.^.2c.|1.1.^.2c.|\n"


def test_tab_without_an_offer_is_a_tab(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.qgn", "") as editor:
        editor.ready()
        editor.type("i{a<Tab>b}<Esc>")
        assert editor.buffer() == "{a\tb}\n"


def test_a_completion_plugin_is_left_alone(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice", init="package.loaded.cmp = {}") as editor:
        editor.ready()
        editor.type("A:")
        assert editor.lua("return vim.bo.completeopt") == ""
        assert editor.lua("return vim.fn.maparg('<Tab>', 'i', false, true).buffer") == 0


def test_saving_formats_and_keeps_the_cursor(tmp_path: Path) -> None:
    untidy = "[  Alice:imp    Bob:chef ]\n\n# then\n[Alice:imp *Bob:chef*   ]\n"
    with Editor(tmp_path, "a.botc", untidy) as editor:
        editor.ready()
        editor.type("4G$F:a<Esc>")
        before = editor.cursor()
        assert editor.save() == "[Alice:imp Bob:chef]\n\n# then\n[Alice:imp *Bob:chef*]\n"
        assert editor.cursor() == before
        editor.type("u")
        assert editor.buffer() == untidy
        editor.wait("vim.bo.modified")
        assert editor.errors() == []


def test_saving_a_formatted_record_changes_nothing(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND[:-1] + "\n") as editor:
        editor.ready()
        tick = editor.lua("return vim.b.changedtick")
        assert editor.save() == HAND[:-1] + "\n"
        assert editor.lua("return #vim.fn.undotree().entries") == 0
        assert editor.lua("return vim.b.changedtick") - tick <= 2


@pytest.mark.parametrize(
    "turn_off", ["let b:kibitz_format_on_save = v:false", "let g:kibitz_format_on_save = 0"]
)
def test_formatting_on_save_can_be_turned_off(tmp_path: Path, turn_off: str) -> None:
    with Editor(tmp_path, "a.botc", "[  Alice:imp ]\n") as editor:
        editor.ready()
        editor.command(turn_off)
        assert editor.save() == "[  Alice:imp ]\n"


def test_a_quick_fix(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:barn Bob:imp]\n") as editor:
        editor.wait("#vim.diagnostic.get(0) > 0")
        editor.type("fb")
        editor.type("gra")
        editor.wait_text("baron")
        editor.type("1<CR>")
        editor.wait("vim.api.nvim_get_current_line() == '[Alice:baron Bob:imp]'")


def test_clipboard(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Al:imp Bo:chef]\n[*Al:imp* Bo:chef]\n") as editor:
        editor.ready()
        editor.command("Kibitz copy x")
        editor.wait("vim.fn.getreg('x'):find('imp') ~= nil")
        drawing = editor.lua("return vim.fn.getreg('x')")
        assert drawing.startswith("```\n┌─ Grimoire (2 players) ─┐\n")
        assert drawing.endswith("┘\n```\n")
        editor.command("Kibitz copy townsquare y")
        editor.wait("vim.fn.getreg('y'):find('isDead') ~= nil")
        assert '"isDead": true' not in editor.lua("return vim.fn.getreg('y')")
        editor.type("Go<Esc>")
        editor.command("Kibitz paste x")
        editor.wait("vim.api.nvim_get_current_line() == '[Al:imp Bo:chef]'")
        editor.command("Kibitz paste y")
        editor.wait("vim.api.nvim_buf_line_count(0) == 5")
        assert editor.buffer().splitlines()[2:] == [
            "[Al:imp Bo:chef]",
            "# edition: Trouble Brewing",
            "[Al:imp Bo:chef]",
        ]
        editor.command("let @z = 'nothing' | Kibitz paste z")
        editor.wait_text("this is not part of a grimoire")
        editor.type("<CR>")


def test_pasted_log_becomes_a_round(tmp_path: Path) -> None:
    log = '[{"buyer": "Ann", "suit": "Hearts", "seller": "Bob", "price": "7"}]'
    with Editor(tmp_path, "a.pfn", "") as editor:
        editor.ready()
        editor.command(f"let @x = '{log}' | Kibitz paste x")
        editor.wait("vim.fn.search('^1<2 h@7$', 'nw') > 0")
        editor.command("let b:first = 1 | Kibitz paste x")
        editor.wait("vim.b.first == nil and vim.fn.search('^1<2 h@7$', 'nw') > 0")
        editor.command("let @x = 'nothing' | Kibitz paste x")
        editor.wait_text("nothing that a program keeps")
        editor.type("<CR>")


def test_a_command_fixes_at_once(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:barn Bob:imp]\n") as editor:
        editor.wait("#vim.diagnostic.get(0) > 0")
        editor.type("fb")
        editor.command("Kibitz fix")
        editor.wait("vim.api.nvim_get_current_line() == '[Alice:baron Bob:imp]'")


TRADES = """\
[[Trades]]
TradeIndex = 2
T = 9.5

[[Trades]]
TradeIndex = 1
T = 5.0
"""


@pytest.mark.parametrize(
    ("command", "file", "text", "at", "expected"),
    [
        ("kill", "a.botc", "[Alice:imp Bob:chef]\n", "Bob", "[Alice:imp *Bob:chef*]\n"),
        ("revive", "a.botc", "[Alice:imp *Bob:chef*]\n", "Bob", "[Alice:imp Bob:chef]\n"),
        ("vote", "a.botc", "[Alice:imp *Bob:chef*]\n", "Bob", "[Alice:imp *~~Bob~~:chef*]\n"),
        ("next", "a.botc", "[Alice:imp]\n", "Alice", "[Alice:imp]\n\n[Alice:imp]\n"),
        ("convert", "a.bjn", "{1.52}|1.1..8s.|0.1...?\n", "8s", "{1.52}\n1.1..8s.\n0.1...?\n"),
        (
            "renumber",
            "a.pfn",
            TRADES,
            "Trades",
            TRADES.replace("= 2", "= 0").replace("= 1", "= 2").replace("= 0", "= 1"),
        ),
        (
            "sort",
            "a.pfn",
            TRADES,
            "Trades",
            "\n".join([*TRADES.split("\n")[4:7], "", *TRADES.split("\n")[:3], ""]),
        ),
    ],
)
def test_commands(tmp_path: Path, command: str, file: str, text: str, at: str, expected: str) -> None:
    with Editor(tmp_path, file, text) as editor:
        editor.ready()
        editor.type(f"/{at}<CR>")
        editor.command(f"Kibitz {command}")
        editor.until(lambda: editor.buffer() != text, "a change")
        assert editor.buffer() == expected
        assert editor.errors() == []


def test_the_ways_are_listed_if_there_are_several(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:imp Bob:chef Charlie:poisoner]\n") as editor:
        editor.ready()
        editor.type("fB")
        editor.command("Kibitz token")
        editor.wait_text("2: Add")
        editor.type("1<CR>")
        editor.wait(
            "vim.api.nvim_get_current_line() == '[Alice:imp Bob:chef(poisoner:poisoned) Charlie:poisoner]'"
        )


def test_the_workspace_is_checked(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").touch()
    (tmp_path / "other.bjn").write_text(TWICE, "utf-8")
    with Editor(tmp_path, "a.bjn", HAND) as editor:
        editor.ready()
        editor.command("Kibitz check")
        editor.wait_text("other.bjn|1 col 30-32 error| `as` is dealt twice")
        assert "kibitz: Checked 1 record besides the open ones: 1 error" in editor.messages()


def test_a_player_gets_another_name(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:imp Bob:chef]\n[Alice:imp *Bob:chef*]\n") as editor:
        editor.ready()
        editor.type("fBgrn")
        editor.wait_text("New Name: Bob")
        editor.type("<C-u>Robert<CR>")
        editor.until(lambda: "Bob" not in editor.buffer(), "the new name")
        assert editor.buffer() == "[Alice:imp Robert:chef]\n[Alice:imp *Robert:chef*]\n"


def test_definition_and_references(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:imp Bob:chef]\n[Alice:imp *Bob:chef*]\n") as editor:
        editor.ready()
        editor.type("jfB<C-]>")
        editor.wait("vim.fn.line('.') == 1")
        assert editor.cursor() == (1, 11)
        editor.type("grr")
        editor.wait("vim.bo.buftype == 'quickfix'")
        assert editor.buffer().count("a.botc|") == 2


def test_item_replaces_text_after_the_cursor(tmp_path: Path) -> None:
    """The server decides. Neovim alone replaces only the text before the cursor."""
    with Editor(tmp_path, "a.bjn", HAND + "1.1.^.th.") as editor:
        editor.ready()
        editor.type("$hi")
        editor.type("<C-x><C-o>")
        editor.accept("td")
        editor.type("<Esc>")
        assert editor.buffer() == HAND + "1.1.^.td.\n"


def test_dead_and_evil_players_have_looks(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "[Alice:imp *Bob:chef*]\n", init="vim.o.background = 'dark'") as editor:
        editor.ready()
        editor.wait("#(vim.lsp.semantic_tokens.get_at_pos(0, 0, 8) or {}) > 0")
        editor.lua("vim.cmd.redraw()")
        assert editor.style_of("imp")["foreground"] == 0xFF9A8F
        assert editor.style_of("chef")["foreground"] == 0x8CC8FF
        assert editor.style_of("Bob")["strikethrough"]
        assert "strikethrough" not in editor.style_of("Alice")


@pytest.mark.parametrize("name", ["pfn", "bjn", "botc", "qgn"])
def test_colours_before_the_server_is_up(tmp_path: Path, name: str) -> None:
    records = Path(__file__).parents[1] / "records"
    text = next(records.glob(f"*.{name}")).read_text("utf-8")
    with Editor(tmp_path, f"a.{name}", text, init="vim.g.kibitz_cmd = 'true'") as editor:
        assert editor.lua("return vim.bo.filetype .. ' ' .. vim.b.current_syntax") == f"{name} {name}"
        groups = editor.lua(
            """
            local found = {}
            for row = 1, vim.fn.line("$") do
              for column = 1, #vim.fn.getline(row) do
                found[vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(row, column, 1)), "name")] = true
              end
            end
            return #vim.tbl_keys(found)
            """
        )
        assert groups >= 5


@pytest.mark.parametrize(
    ("name", "line", "commented"),
    [
        ("pfn", "Players = 4", "# Players = 4"),
        ("bjn", "{1.52}", "// {1.52}"),
        ("botc", "[Alice:imp]", "# [Alice:imp]"),
        ("qgn", "0m&1.1", "{ 0m&1.1 }"),
    ],
)
def test_comments_and_words(tmp_path: Path, name: str, line: str, commented: str) -> None:
    with Editor(tmp_path, f"a.{name}", line) as editor:
        editor.type("gcc")
        assert editor.buffer() == f"{commented}\n"
        editor.type("gcc")
        assert editor.buffer() == f"{line}\n"
        # Neovim does this itself, as soon as a server is there.
        editor.wait("vim.bo.omnifunc == 'v:lua.vim.lsp.omnifunc'")


@pytest.mark.parametrize(
    ("name", "line", "word"), [("botc", "[A:scarlet_woman]", "scarlet_woman"), ("bjn", "|1.1..as._|", "as")]
)
def test_words_of_notations(tmp_path: Path, name: str, line: str, word: str) -> None:
    with Editor(tmp_path, f"a.{name}", line) as editor:
        editor.type("f" + word[1] + "yiw")
        assert editor.lua("return vim.fn.getreg('0')") == word


def test_copied_grimoire_gets_the_cursor(tmp_path: Path) -> None:
    """The next kill is that of the next night."""
    with Editor(tmp_path, "a.botc", "# Night 1\n[Alice:imp Bob:chef]\n") as editor:
        editor.ready()
        editor.type("jfB")
        editor.command("Kibitz next")
        editor.wait("vim.fn.line('.') == 5")
        editor.command("Kibitz kill")
        editor.wait("vim.fn.getline('.') == '[Alice:imp *Bob:chef*]'")
        assert editor.buffer() == "# Night 1\n[Alice:imp Bob:chef]\n\n# Day 1\n[Alice:imp *Bob:chef*]\n"
        assert editor.errors() == []


STATUS = "require('kibitz').status()"


def test_held_findings_come_when_leaving(tmp_path: Path) -> None:
    late = f"vim.o.statusline = [[%{{v:lua.{STATUS}}}]]"
    with Editor(tmp_path, "a.bjn", HAND + "\n", late=late) as editor:
        editor.ready()
        editor.wait_text("nothing is wrong")
        editor.type("o{1.52}|1.1.zz")
        editor.wait_text("unfinished")
        assert editor.lua("return #vim.diagnostic.get(0)") == 0
        editor.type("<Esc>")
        editor.command("new")
        editor.wait_text("1 error")
        assert "unfinished" not in editor.shown()
        assert editor.errors() == []


def test_the_focus_may_be_lost(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", HAND + "\n") as editor:
        editor.ready()
        editor.type("o{1.52}|1.1.zz")
        editor.wait(f"{STATUS} == 'unfinished'")
        editor.rpc.request("nvim_ui_set_focus", False)
        editor.wait(f"{STATUS} == '1 error'")


WIDE = "\n".join(["[" + " ".join(f"Player{number}:imp" for number in range(14)) + "]"] * 40)
DRAWING = """\
┌─ Grimoire (2 players) ──────────────────────────────────────────┐
│                                                                 │
│ (2)                                                             │
│ Alice                                                           │
│ imp                                                             │
│                                                                 │
│ Bob                                                             │
│ chef                                                            │
│ (2)                                                             │
└─────────────────────────────────────────────────────────────────┘
"""


def test_drawings_are_not_wrapped_and_long_lines_are(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", f"{DRAWING}\n{WIDE}\n", size=(50, 20)) as editor:
        editor.ready()
        editor.wait("not vim.wo.wrap")
        assert "│ (2)" in editor.shown()
        editor.type("G")
        editor.wait("vim.wo.wrap")
        editor.type("gg")
        editor.wait("not vim.wo.wrap")
        editor.picture("neovim-drawing")
        editor.command("vsplit")
        editor.command("only")
        editor.command("enew")
        assert editor.lua("return vim.wo.wrap"), "another buffer in the window"
    with Editor(tmp_path, "a.botc", f"{DRAWING}\n{WIDE}\n", size=(90, 20)) as editor:
        editor.ready()
        assert editor.lua("return vim.wo.wrap"), "there is room for it"
    with Editor(
        tmp_path, "a.botc", f"{DRAWING}\n{WIDE}\n", size=(50, 20), init="vim.o.wrap = false"
    ) as editor:
        editor.ready()
        editor.type("G")
        assert not editor.lua("return vim.wo.wrap"), "as the user has it"


def test_slow_formatting_does_not_delay_writing(tmp_path: Path) -> None:
    """The record is written as it is, without a message."""
    slow = "vim.g.kibitz_format_timeout = 1"
    text = (HAND + "1.1..._|0.1.%.8h._|[l]\n") * 5_000
    with Editor(tmp_path, "a.bjn", text, init=slow) as editor:
        editor.ready()
        editor.type("Go {1.52}<Esc>")
        assert editor.save() == text + " {1.52}\n"
        assert editor.errors() == []
        assert "timeout" not in editor.messages()


def test_lines_are_indented_as_they_are_typed(tmp_path: Path) -> None:
    text = "[Alice:imp\n Bob:chef\n Cid:monk]\n\n# Night 1\n"
    with Editor(tmp_path, "a.botc", "") as editor:
        editor.ready()
        editor.type("i" + text.replace("\n", "<CR>") + "<Esc>")
        assert editor.buffer() == text + "\n"


def test_subcommands_name_a_player(tmp_path: Path) -> None:
    """`:Kibitz kill bob` needs no cursor on the player."""
    with Editor(tmp_path, "a.botc", "[Ann:imp Bob:chef]\n") as editor:
        editor.ready()
        editor.type(":Kibitz kill bob<CR>")
        editor.wait("vim.fn.getline(1) == '[Ann:imp *Bob:chef*]'")
        editor.type(":Kibitz vote Bob<CR>")
        editor.wait("vim.fn.getline(1) == '[Ann:imp *~~Bob~~:chef*]'")
        assert editor.errors() == []


def test_shorthand_becomes_the_next_grimoire(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.botc", "# Night 1\n[Ann:imp Bob:chef]\nkill bob\n") as editor:
        editor.ready()
        editor.type("G:Kibitz next<CR>")
        editor.wait("vim.fn.search('Ann:imp .Bob:chef') > 0")
        assert "# Day 1\n# kill bob\n" in editor.buffer()
        assert editor.errors() == []
