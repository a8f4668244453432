"""Neovim and the server: found or not, broken, killed, started again; and nothing in the way of other set-ups."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from editors.neovim.editor import PLUGIN, SERVER, Editor
from editors.tools import PATIENCE

TWICE = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.|1.1.^.9c._"
HELP = "; see :checkhealth kibitz"


def server_of(editor: Editor) -> int:
    """The process id of the server, which is the only child of Neovim."""
    return int(editor.wait(CHILD.format(editor.rpc.process.pid)))


def another(editor: Editor, first: int) -> None:
    """Waits for another server than the first one."""
    child = CHILD.format(editor.rpc.process.pid)
    editor.wait(f"require('kibitz').client(0) ~= nil and ({child} or {first}) ~= {first}")


CHILD = "vim.api.nvim_get_proc_children({})[1]"


def script(path: Path) -> None:
    """Write a program that acts as `kibitz`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec {" ".join(SERVER[:-1])} "$@"\n', "utf-8")
    path.chmod(0o755)


def complaint(editor: Editor) -> list[str]:
    """Waits for a message of ours, dismisses it, and gives all messages that there are."""
    editor.wait_text("kibitz: ")
    if editor.rpc.request("nvim_get_mode")["blocking"]:
        editor.type("<CR>")
    return editor.messages().splitlines()


def running(process: int) -> bool:
    """Return whether a process runs. One that has ended without a waiting parent does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_is_killed_is_started_again(tmp_path: Path, how: signal.Signals) -> None:
    with Editor(tmp_path, "a.bjn", TWICE, server=SERVER) as editor:
        editor.diagnostics("BJN210")
        first = server_of(editor)
        os.kill(first, how)
        another(editor, first)
        editor.diagnostics("BJN210")
        assert editor.messages() == ""
        editor.type("$K")
        editor.wait_text("21")


def test_typing_during_a_restart_is_kept(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", "{1.52}|1.1..8s.|", server=SERVER) as editor:
        editor.ready()
        editor.type("A")
        os.kill(server_of(editor), signal.SIGKILL)
        for key in "0.1...?|1.1..8s.|":
            editor.type(key)
            time.sleep(0.05)
        editor.type("0.1..9c.|1.1.")
        editor.diagnostics("BJN210")
        editor.type("^.")
        editor.place("5d")


def test_crashing_server_is_given_up(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE) as editor:
        for _ in range(4):
            editor.diagnostics("BJN210")
            os.kill(server_of(editor), signal.SIGKILL)
            editor.wait("#vim.diagnostic.get(0) == 0")
        editor.wait_text("keeps ending")
        assert complaint(editor)[-1] == f"kibitz: the server keeps ending{HELP}"
        said = editor.messages()
        editor.command("Kibitz preview")
        editor.type("A|1.1.<Esc>")
        assert [line for line in editor.errors() if line not in said] == []
        # The next server knows the text that was typed without one.
        editor.type("u")
        editor.command("Kibitz restart")
        editor.diagnostics("BJN210")
        editor.type("A|0.1.")
        editor.wait("vim.fn.pumvisible() == 1")
        # It knows later text as well.
        editor.type("<Esc>ggO{1.52}|1.1..zz.<Esc>")
        editor.wait(
            "vim.iter(vim.diagnostic.get(0)):any(function(d) return d.code == 'BJN210' and d.lnum == 1 end)"
        )


def test_restart(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE, server=SERVER) as editor:
        editor.diagnostics("BJN210")
        first = server_of(editor)
        editor.command("Kibitz restart")
        # The next server knows the text that was typed meanwhile.
        editor.type("ggO{1.52}|1.1..zz.<Esc>")
        another(editor, first)
        assert editor.diagnostics("BJN210")[0]["lnum"] == 1
        editor.type("ggdd")
        editor.wait(
            "vim.iter(vim.diagnostic.get(0)):any(function(d) return d.code == 'BJN210' and d.lnum == 0 end)"
        )
        assert editor.errors() == []
        assert editor.lua("return #vim.lsp.get_clients({ name = 'kibitz', _uninitialized = true })") == 1


def test_the_server_ends_with_neovim(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE, server=SERVER) as editor:
        editor.diagnostics("BJN210")
        server = server_of(editor)
    end = time.monotonic() + PATIENCE
    while running(server):
        assert time.monotonic() < end, "the server still runs"
        time.sleep(0.01)


def test_without_a_server_there_is_one_clear_message(tmp_path: Path) -> None:
    """And everything else works."""
    with Editor(tmp_path, "a.bjn", TWICE, server=(), init="vim.env.PATH = '/nowhere'") as editor:
        said = complaint(editor)
        assert said == [f"kibitz: `kibitz` is not on the path: install it, or set vim.g.kibitz_cmd{HELP}"]
        editor.command("edit b.bjn")
        editor.type("i{1.52}<Esc>")
        editor.save()
        assert (tmp_path / "b.bjn").read_text("utf-8") == "{1.52}\n"
        assert editor.messages().count("kibitz:") == 1
        editor.command("checkhealth kibitz")
        editor.wait_text("pipx install kibitz")


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE, server=("/no/such/kibitz", "lsp")) as editor:
        assert complaint(editor) == [
            f"kibitz: `/no/such/kibitz`, which vim.g.kibitz_cmd names, cannot be run{HELP}"
        ]


def test_a_broken_interpreter_is_named(tmp_path: Path) -> None:
    """A script of pip without its Python."""
    program = tmp_path / "kibitz"
    program.write_text("#!/no/such/python\n", "utf-8")
    program.chmod(0o755)
    with Editor(tmp_path, "a.bjn", TWICE, server=(str(program), "lsp")) as editor:
        assert complaint(editor) == [f"kibitz: the server `{program} lsp` cannot be run{HELP}"]


def test_a_python_without_kibitz_says_so(tmp_path: Path) -> None:
    command = (sys.executable, "-S", "-m", "kibitz", "lsp")
    with Editor(tmp_path, "a.bjn", TWICE, server=command) as editor:
        assert complaint(editor) == [f"kibitz: the server keeps ending{HELP}"]
        editor.command("checkhealth kibitz")
        editor.wait_text("does not start: ")
        editor.wait_text("No module named")


def test_health(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.bjn", TWICE, server=SERVER, size=(120, 40)) as editor:
        editor.diagnostics("BJN210")
        editor.command("checkhealth kibitz")
        editor.wait_text("kibitz 0.")
        shown = editor.shown()
        assert " ".join(SERVER) in shown
        assert "ERROR" not in shown
        assert "WARNING" not in shown
        editor.picture("neovim-checkhealth")


def test_the_server_is_found_on_the_path(tmp_path: Path) -> None:
    program = tmp_path / "kibitz"
    program.write_text(f'#!/bin/sh\nexec {" ".join(SERVER[:-1])} "$@"\n', "utf-8")
    program.chmod(0o755)
    init = f"vim.env.PATH = [[{tmp_path}:]] .. vim.env.PATH"
    with Editor(tmp_path, "a.bjn", TWICE, server=(), init=init) as editor:
        editor.diagnostics("BJN210")


def test_the_users_configuration_counts_more(tmp_path: Path) -> None:
    """`vim.lsp.config` may name the command and the settings."""
    late = f"""
    vim.lsp.config("kibitz", {{
      cmd = vim.json.decode([==[{json.dumps(SERVER)}]==]),
      settings = {{ kibitz = {{ diagnostics = {{ disable = {{ "BJN210" }} }} }} }},
    }})
    """
    with Editor(tmp_path, "a.bjn", TWICE + "|x", server=("/no/such/kibitz",), late=late) as editor:
        codes = "vim.iter(vim.diagnostic.get(0)):map(function(d) return d.code end):join(' ')"
        editor.wait(f"{codes} == 'BJN001'")


@pytest.mark.parametrize("late", [False, True])
def test_setup_by_a_lazy_loader(tmp_path: Path, late: bool) -> None:
    """They source no `plugin/` of a folder that is added afterwards; `setup` does everything, even twice."""
    with Editor(
        tmp_path, "a.bjn", TWICE, arguments=["--noplugin"], late="" if late else "require('kibitz').setup()"
    ) as editor:
        if late:
            editor.lua("require('kibitz').setup() require('kibitz').setup() vim.cmd.edit()")
        editor.diagnostics("BJN210")
        assert editor.lua("return vim.fn.exists(':Kibitz')") == 2


def test_a_package_of_neovims_own(tmp_path: Path) -> None:
    """A link below `pack/*/start` is enough."""
    start = tmp_path / "xdg_data_home" / "nvim" / "site" / "pack" / "kibitz" / "start"
    start.mkdir(parents=True)
    (start / "kibitz").symlink_to(PLUGIN)
    late = f"vim.opt.runtimepath:remove([[{PLUGIN}]])"
    with Editor(tmp_path, "a.bjn", TWICE, late=late) as editor:
        editor.diagnostics("BJN210")


def test_help_and_its_tags(tmp_path: Path) -> None:
    with Editor(tmp_path) as editor:
        for topic in ("kibitz", ":Kibitz-preview", "g:kibitz_cmd"):
            editor.command(f"help {topic}")
            assert editor.lua("return vim.fn.expand('%:t')") == "kibitz.txt"
        committed = (PLUGIN / "doc" / "tags").read_text("utf-8")
        (tmp_path / "doc").mkdir()
        (tmp_path / "doc" / "kibitz.txt").write_bytes((PLUGIN / "doc" / "kibitz.txt").read_bytes())
        editor.command(f"helptags {tmp_path / 'doc'}")
        assert (tmp_path / "doc" / "tags").read_text("utf-8") == committed
        assert editor.errors() == []


def test_the_help_names_every_command_and_option(tmp_path: Path) -> None:
    text = (PLUGIN / "doc" / "kibitz.txt").read_text("utf-8")
    with Editor(tmp_path) as editor:
        assert editor.lua("return vim.fn.getcompletion('Kibitz', 'command')") == ["Kibitz"]
        commands = editor.lua("return vim.fn.getcompletion('Kibitz ', 'cmdline')")
        assert editor.lua("return vim.fn.getcompletion('Kibitz copy p', 'cmdline')") == [
            "picture",
        ]
        options = editor.lua("return vim.tbl_keys(require('kibitz').defaults)")
        colours = editor.lua("return vim.fn.getcompletion('Kibitz', 'highlight')")
    missing = [
        name
        for name in [
            *(f"*:Kibitz-{one}*" for one in commands),
            *(f"*g:kibitz_{one}*" for one in options),
            *colours,
        ]
        if name not in text
    ]
    assert commands
    assert options
    assert colours
    assert missing == []


LATER = """
for _, module in ipairs({ "inline_completion", "on_type_formatting", "linked_editing_range" }) do
  vim.lsp[module] = { enable = function(...) table.insert(_G.enabled, { module, ... }) end }
end
vim.lsp.inline_completion.get = function() return _G.ghost end
_G.enabled = {}
vim.lsp.config("kibitz", { capabilities = { textDocument = { inlineCompletion = { dynamicRegistration = false } } } })
"""
"""The parts of Neovim 0.12 that the plugin uses."""


def test_neovim_0_12_features_are_on(tmp_path: Path) -> None:
    with Editor(tmp_path, "a.qgn", "", init=LATER) as editor:
        editor.ready()
        editor.wait("#_G.enabled >= 3")
        client = editor.lua("return require('kibitz').client(0).id")
        assert editor.lua("return _G.enabled") == [
            ["inline_completion", True, {"bufnr": 1}],
            ["on_type_formatting", True, {"client_id": client}],
            ["linked_editing_range", True, {"client_id": client}],
        ]
        editor.type("i{<Tab>")
        editor.lua("_G.ghost = true")
        editor.type("<Tab>}<Esc>")
        assert editor.buffer() == "{\t}\n"


def test_neovim_0_12_features_can_be_off(tmp_path: Path) -> None:
    off = "".join(
        f"vim.g.kibitz_{one} = false\n"
        for one in ("inline_completion", "on_type_formatting", "linked_editing")
    )
    with Editor(tmp_path, "a.qgn", "", init=LATER + off) as editor:
        editor.ready()
        editor.wait("vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })")
        assert editor.lua("return #_G.enabled") == 0


def test_lua_sets_no_globals(tmp_path: Path) -> None:
    """Every module loads alone, and leaves no global variable."""
    modules = sorted(path.stem for path in (PLUGIN / "lua" / "kibitz").glob("*.lua") if path.stem != "init")
    with Editor(tmp_path, arguments=["--noplugin"]) as editor:
        before = editor.lua("return vim.tbl_keys(_G)")
        for module in modules:
            editor.lua(f"require('kibitz.{module}')")
        assert sorted(editor.lua("return vim.tbl_keys(_G)")) == sorted(before)
        assert editor.errors() == []


def test_the_environment_of_the_clone_is_searched(tmp_path: Path) -> None:
    """A user who followed the README has no `kibitz` on the path, but one in the clone."""
    copy = tmp_path / "clone" / "editors" / "neovim"
    shutil.copytree(PLUGIN, copy)
    script(tmp_path / "clone" / ".venv" / "bin" / "kibitz")
    late = f"vim.opt.runtimepath:remove([[{PLUGIN}]]) vim.opt.runtimepath:append([[{copy}]])"
    init = "vim.env.PATH = '/nowhere'"
    with Editor(tmp_path, "a.bjn", TWICE, server=(), init=init, late=late) as editor:
        editor.diagnostics("BJN210")
