"""The commands of README.md for Neovim, as written, in an empty home folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from editors.neovim.editor import neovim
from editors.tools import PATIENCE, ROOT

TWICE = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.|1.1.^.9c._\n"
PIPX = f"""#!/bin/sh
# The effects of `pipx install .` and `pipx ensurepath` on a home folder, without half a minute of downloads.
mkdir -p "$HOME/.local/bin"
case $1 in
  install) printf '#!/bin/sh\\nexec "{sys.executable}" -m kibitz "$@"\\n' > "$HOME/.local/bin/kibitz" && chmod +x "$HOME/.local/bin/kibitz" ;;
  ensurepath) echo 'export PATH="$HOME/.local/bin:$PATH"' >> "$HOME/.profile" ;;
esac
"""
LOOK = "lua vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end) io.write(vim.diagnostic.get(0)[1].code)"


def test_neovim(tmp_path: Path) -> None:
    """Run the lines of the quick start and of Neovim in the clone; then start Neovim in a new terminal."""
    text = (ROOT / "README.md").read_text("utf-8")
    install = re.search(r"^pipx install .*\n", text, re.MULTILINE)
    found = re.search(r"^\*\*Neovim\.\*\*.*?^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert install
    assert found
    home, programs = tmp_path / "home", tmp_path / "programs"
    home.mkdir()
    programs.mkdir()
    (programs / "pipx").write_text(PIPX, "utf-8")
    (programs / "pipx").chmod(0o755)
    (programs / "nvim").symlink_to(neovim())
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NVIM", "VIM"))
    }
    environment |= {"HOME": str(home), "PATH": f"{programs}:/usr/bin:/bin", "PWD": str(ROOT)}
    subprocess.run(
        ["sh", "-ec", install[0] + found[1]], cwd=ROOT, env=environment, check=True, timeout=PATIENCE
    )
    (tmp_path / "a.bjn").write_text(TWICE, "utf-8")
    opened = [
        "sh",
        "-c",
        '[ -f ~/.profile ] && . ~/.profile; exec nvim --headless "$0" "+$1" +qa',
        str(tmp_path / "a.bjn"),
        LOOK,
    ]
    result = subprocess.run(
        opened, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert result.stdout == "BJN210", result.stderr
