"""Fuzzing against the clock: time, settings files, formatting during changes, and edits between requests.

Each of the ten searches lasts half a CPU second, with the same draws each time. With `KIBITZ_PROFILE=hour` they last an hour together,
with new draws, and with `KIBITZ_FUZZ=60` sixty seconds each. The last printed line names the draw of a failure:
`KIBITZ_DRAW="edits pfn 7"` repeats it. Make a case or a row of `hostile.py` of it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from bench.records import long
from command import kibitz
from hostile import HOSTILE, checking
from incremental import check_analysis, check_document
from kibitz.cli import format as formatting
from kibitz.cli import replacing
from kibitz.core.analysis import Analysis, Checking, checked
from kibitz.core.edit import edit
from kibitz.languages import IDS, load
from kibitz.project.settings import parsed
from pace import pace
from test_damage import GARBAGE
from test_hostile import CHECK
from test_properties import ask_everything

HOUR = os.environ.get("KIBITZ_PROFILE") == "hour"
BUDGET = float(os.environ.get("KIBITZ_FUZZ", 360 if HOUR else 0.3))
"""CPU seconds of a search."""
AGAIN = os.environ.get("KIBITZ_DRAW", "")
PIECES = [
    *GARBAGE, "[", "]", "{", "}", "(", ")", "|", ".", ",", "=", '"', "'", "&", "/", "//", ":", ";", "#", "-", "\n", "\r\n", " ", "a", "1", "0",
    "imp", "imp:", "A:imp ", "[[a]]\n", "[a.b]\n", "k = 1\n", '"a" = "b"\n', "1.1..as.|", "{1.52}", "[p]", "0a&1.1 ", "[key \"go\"]", "{c}", "│", "┌", "└─",
]  # fmt: skip
SETTINGS = [
    *PIECES,
    "[[qgn.games]]\n",
    'key = "x"\n',
    "teams = [2, 2]\n",
    "preview.width = ",
    "9" * 50,
    '"""',
    "'''",
    "\\",
    "diagnostics",
    ".",
]


def draws(name: str) -> Iterator[random.Random]:
    """Yield a new random source for each turn, until the time is over. The seed identifies the turn."""
    if AGAIN.rpartition(" ")[0] == name:
        yield random.Random(AGAIN)
        return
    started, number = process_time(), random.SystemRandom().randrange(10**9) if BUDGET > 1 else 0
    while process_time() - started < BUDGET:
        print(f"{name} {number}")
        yield random.Random(f"{name} {number}")
        number += 1


@pytest.mark.parametrize("language_id", IDS)
def test_repeated_pieces_are_quick(language_id: str) -> None:
    """Repeat up to three pieces after a head. 10,000 characters stay within the limit, or are measured twice."""
    heads = ["", *(make(60) for one, make in HOSTILE.values() if one == language_id)]
    size = 10_000
    for chance in draws(f"time {language_id}"):
        piece = "".join(chance.choices(PIECES, k=chance.randint(1, 3)))
        text = (chance.choice(heads) + piece * (size // len(piece) + 1))[:size]
        if checking(language_id, text) > size * CHECK * pace():
            again = min(checking(language_id, text + " " * number) for number in range(1, 4))
            assert again < size * CHECK * pace(), (piece, text[:60])


def test_any_settings_file_gives_an_answer() -> None:
    for chance in draws("settings"):
        pieces = chance.choices(SETTINGS, k=chance.randint(1, 12))
        text = "".join(piece * chance.choice((1, 1, 1, 2, 500)) for piece in pieces)
        started = process_time()
        found = parsed(text, project=chance.random() < 0.2)
        assert process_time() - started < 2 * pace()
        assert found is None or sum(len(one.message) for one in found.problems) < 20_000, text[:200]


def test_no_save_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user saves at any moment, in any way. The last version stays, or it is formatted."""
    path = tmp_path / "x.bjn"
    moments: list[Callable[[], None]] = []

    def during(module: object, name: str) -> None:
        original = getattr(module, name)

        def wrapped(*arguments: object) -> object:
            if moments and moment == name:
                moments.pop()()
            return original(*arguments)

        monkeypatch.setattr(module, name, wrapped)

    for module, name in (
        (formatting, "_formatted"),
        (replacing, "_temporary"),
        (replacing, "_copy_access"),
        (replacing, "opened"),
    ):
        during(module, name)
    for turn, chance in enumerate(draws("saves")):
        moment = chance.choice(["_formatted", "_temporary", "_copy_access", "opened", "never"])
        before = f"{{1.52}} | 1.1..{chance.choice('a23456789tjqk')}s.\n" * chance.randint(1, 3)
        theirs = before if chance.random() < 0.1 else f"{{1.52}} | 1.1..ks.  // {turn}\n"
        path.write_text(before)
        moments[:] = [partial(save, chance, path, theirs)]
        answer = kibitz("format", path)
        if moment == "never" or theirs == before:
            assert answer.status == 0
            assert path.read_text() == before.replace(" | ", "|")
        else:
            assert answer.status == 2
            assert path.read_text() == theirs
        assert os.listdir(tmp_path) == ["x.bjn"]


def save(chance: random.Random, path: Path, text: str) -> None:
    """Write a file as one editor or another does."""
    way = chance.randrange(3)
    times = path.stat()
    if way == 0:
        path.write_text(text)
    else:
        (path.parent / "new").write_text(text)
        if way == 1:
            path.unlink()
        (path.parent / "new").replace(path)
    if chance.random() < 0.5:
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.parametrize("language_id", IDS)
def test_edits_between_questions(language_id: str) -> None:
    """Edits come while a check is half done and between questions; in the end all is as if it had been opened so."""
    language = load(language_id)
    makes = [make for one, make in HOSTILE.values() if one == language_id] or [partial(long, language_id)]
    for chance in draws(f"edits {language_id}"):
        text = chance.choice(makes)(chance.choice((60, 300, 1500)))
        analysis = Analysis.of(language, text)
        for _ in range(chance.randint(1, 6)):
            start = chance.randint(0, len(text))
            end = min(len(text), start + chance.choice((0, 0, 1, 5, 200)))
            new = "".join(chance.choices(PIECES, k=chance.randint(0, 3)))
            text = text[:start] + new + text[end:]
            document = edit(analysis.document, start, end, new)
            if chance.random() < 0.4:
                # The next key cancels this one.
                Checking(document, analysis).advance(0)
            analysis = checked(document, analysis)
            if chance.random() < 0.5:
                ask_everything(analysis, chance.randint(0, len(text)))
        check_document(analysis.document, text)
        check_analysis(analysis, text)
