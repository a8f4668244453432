"""Emacs with eglot, set up by the README, without a screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import forked
from editors.readme import block
from editors.tools import PATIENCE, ROOT, present

SESSION = Path(__file__).parent / "emacs" / "session.el"
SETTINGS = "--eval=(setq load-prefer-newer t)"


@cache
def emacs() -> str:
    """The program, installed if it is not there, with eglot in it."""
    present(_has_eglot, "emacs-nox", "elpa-eglot")
    return shutil.which("emacs") or ""


def _has_eglot() -> bool:
    program = shutil.which("emacs")
    return program is not None and run(program, "--eval=(require 'eglot)").returncode == 0


def run(program: str, *arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [program, "--batch", "--eval=(package-initialize)", SETTINGS, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **more)


def session(folder: Path, file: str, text: str, work: str, setup: str = "") -> tuple[Any, str]:
    """Return the results of some work on a record, and the contents of the file afterwards."""
    (folder / file).write_text(text, "utf-8")
    command = " ".join(json.dumps(one) for one in forked.program())
    start = folder / "init.el"
    start.write_text(f"{block('Emacs', 'elisp')}\n(setq kibitz-command '({command}))\n{setup}\n", "utf-8")
    whole = f'(progn (session-open "{file}") {work})'
    environment = {**os.environ, "HOME": str(folder)}
    result = run(
        emacs(), "-l", str(start), "-l", str(SESSION), f"--eval={whole}", cwd=folder, env=environment
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), (folder / file).read_text("utf-8")


def test_problems_hover_and_completion(tmp_path: Path) -> None:
    text = "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..8d.|1.1.^.\n"
    work = """
    (let ((problems (session-diagnostics)) hover)
      (session-go "8d")
      (setq hover (session-hover))
      (goto-char (1- (point-max)))
      (session-end (symbol-name major-mode) problems hover (session-completions)))
    """
    (mode, problems, hover, completions), _ = session(tmp_path, "a.bjn", text, work)
    assert mode == "bjn-mode"
    assert ["8d", "kibitz [BJN210]: `8d` is dealt twice: player 1 already has it"] in problems
    assert "hard 16" in hover
    assert "5s" in completions
    assert "8s" not in completions


def test_no_line_is_indented_by_itself(tmp_path: Path) -> None:
    """After an entry of several lines, Enter would leave an untyped space."""
    text = "[Alice:imp\n Bob:chef]"
    work = """
    (goto-char (point-max))
    (call-interactively #'newline)
    (session-end (buffer-string))
    """
    (typed,), _ = session(tmp_path, "a.botc", text, work)
    assert typed == f"{text}\n"


def test_a_fix_and_a_new_name(tmp_path: Path) -> None:
    text = "[Alice:barn Bob:imp]\n[Alice:baron *Bob:imp*]\n"
    work = """
    (session-diagnostics)
    (session-go "barn")
    (eglot-code-actions (point) (point) "quickfix" t)
    ;; Eglot tells the server of a change half a second later, when nobody types.
    (eglot--signal-textDocument/didChange)
    (session-go "Bob")
    (eglot-rename "Robert")
    (save-buffer)
    (session-end t)
    """
    _, saved = session(tmp_path, "a.botc", text, work)
    assert saved == "[Alice:baron Robert:imp]\n[Alice:baron *Robert:imp*]\n"


@pytest.mark.parametrize(
    ("setup", "expected"), [("", "[Alice:imp Bob:chef]\n"), ("(setq kibitz-format-on-save nil)", None)]
)
def test_saving_formats(tmp_path: Path, setup: str, expected: str | None) -> None:
    text = "[ Alice:imp   Bob:chef ]\n"
    work = '(session-go " Bob") (insert " ") (delete-char -1) (save-buffer) (session-end t)'
    _, saved = session(tmp_path, "a.botc", text, work, setup)
    assert saved == (expected or text)


@pytest.mark.parametrize(
    ("name", "mode"), [("pfn", "pfn-mode"), ("bjn", "bjn-mode"), ("botc", "botc-mode"), ("qgn", "qgn-mode")]
)
def test_modes_and_their_colours(tmp_path: Path, name: str, mode: str) -> None:
    record = next((ROOT / "tests" / "records").glob(f"*.{name}"))
    look = """
    (let (faces)
      (setq-default kibitz-base-mode-hook nil)
      (find-file (car command-line-args-left))
      (font-lock-mode 1)
      (font-lock-ensure)
      (goto-char (point-min))
      (while (not (eobp))
        (cl-pushnew (get-text-property (point) 'face) faces)
        (forward-char))
      (princ (format "%s %d" major-mode (length faces))))
    """
    (tmp_path / "look.el").write_text(f"{block('Emacs', 'elisp')}\n{look}", "utf-8")
    result = run(
        emacs(), "-l", str(tmp_path / "look.el"), str(record), env={**os.environ, "HOME": str(tmp_path)}
    )
    shown, count = result.stdout.split()
    assert (shown, result.returncode) == (mode, 0)
    assert int(count) >= 3


def test_the_library_compiles_without_warnings(tmp_path: Path) -> None:
    library = tmp_path / "kibitz.el"
    library.write_bytes((ROOT / "editors" / "emacs" / "kibitz.el").read_bytes())
    result = run(
        emacs(), "--eval=(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", str(library)
    )
    assert result.returncode == 0, result.stderr


def test_preview(tmp_path: Path) -> None:
    """It is text where Emacs shows no images; RET leads to the record; an edit is followed."""
    work = """
    (let (before line)
      (session-go "9c")
      (kibitz-preview)
      (setq before (with-current-buffer "*kibitz preview*" (buffer-string)))
      (with-current-buffer "*kibitz preview*"
        (goto-char (point-min))
        (search-forward "9♣")
        (backward-char)
        (kibitz-preview-jump))
      (setq line (buffer-substring-no-properties (point) (+ 2 (point))))
      (goto-char (point-max))
      (insert "|1.1.^.5d.")
      (kibitz--follow)
      (session-end :before (substring-no-properties before) :at line
                   :after (with-current-buffer "*kibitz preview*"
                            (buffer-substring-no-properties (point-min) (point-max)))))"""
    found, _ = session(tmp_path, "a.bjn", "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.", work)
    assert "9♣" in found["before"]
    assert "5♦" not in found["before"]
    assert found["at"] == "9c"
    assert "5♦" in found["after"]


def test_preview_is_an_image_on_a_screen(tmp_path: Path) -> None:
    """Check the image that Emacs gets. The Emacs of the tests has no screen. The buffer stays unmodified."""
    work = """
    (require 'image)
    (cl-letf (((symbol-function 'display-graphic-p) (lambda (&rest _) t))
              ((symbol-function 'image-type-available-p) (lambda (&rest _) t))
              ((symbol-function 'create-image)
               (lambda (data type &rest _) (list 'image :type type :data data))))
      (session-go "9c")
      (kibitz-preview)
      (with-current-buffer "*kibitz preview*"
        (let ((image (cdr (get-text-property (point-min) 'display))))
          (session-end :type (symbol-name (plist-get image :type)) :data (plist-get image :data)
                       :touched (or (buffer-modified-p) cursor-type)))))"""
    found, _ = session(tmp_path, "a.bjn", "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.", work)
    assert found["type"] == "svg"
    assert not found["touched"]
    root = ElementTree.fromstring(found["data"])  # noqa: S314 - our own server's.
    assert root.tag.endswith("svg")
    assert "♣" in "".join(root.itertext())
