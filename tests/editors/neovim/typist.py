"""A typist at the real Neovim: writes a record with the keys that the simulated typist planned."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from bench.typist import Step
from editors.neovim.editor import QUIET, Editor

CHOICES = "vim.tbl_get(vim.snippet, '_session', 'current_tabstop', 'choices')"
"""The choices of a field of a snippet."""


def write(editor: Editor, steps: Iterable[Step]) -> None:
    """Type in Insert mode. The keys are counted in `editor.keys`."""
    for step, following in pairwise([*steps, None]):
        if step is None:
            continue
        # A person looks at the offers, and does not type faster than the server answers. Delayed work is done before
        # the next key, so that no late menu replaces it.
        editor.wait(QUIET)
        if step.kind == "type":
            editor.type({"\n": "<CR>", "<": "<lt>"}.get(step.text, step.text))
        elif step.kind == "tab":
            _leave_field(editor)
        else:
            _take(editor, step, following)


def _filling(editor: Editor) -> bool:
    """Return whether <Tab> goes to another field of a snippet."""
    return bool(editor.lua("return vim.snippet.active({ direction = 1 })"))


def _leave_field(editor: Editor) -> None:
    # The choices of a field are listed, and the first one is accepted.
    editor.wait(f"not {CHOICES} or vim.fn.pumvisible() == 1")
    # In the last field of a snippet, <Tab> would insert a tab.
    editor.type("<Tab>" if _filling(editor) else "<End>")


def _take(editor: Editor, step: Step, following: Step | None) -> None:
    place = editor.place(step.text)
    snippet = step.kind == "item" and step.seen[step.index].snippet
    if place == 1 and not _filling(editor):
        editor.type("<Tab>")
        return
    editor.type("<C-n>" * place)
    # The next character, or leaving the field, accepts the chosen item.
    if snippet or following is None or following.kind not in ("type", "tab"):
        editor.type("<C-y>")
