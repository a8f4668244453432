"""The texts that are typed in the real editors, key by key: a hand, a log of grimoires, a round and a game, with their keys."""

from __future__ import annotations

from bench.desk import Direct
from bench.typist import Step, keys, plan
from editors.tools import ROOT

RECORDS = ROOT / "tests" / "records"

GRIMOIRES = """\
[Alice:baron Bob:imp Charlie:butler Dave:washerwoman Eve:drunk]
[Alice:baron(imp:dead) Bob:imp Charlie:butler Dave:washerwoman Eve:drunk]
[*Alice:baron* Bob:imp Charlie:butler Dave:washerwoman(poisoner:poisoned) Eve:drunk]
[*~~Alice~~:baron* Bob:imp Charlie:butler Dave:washerwoman *Eve:drunk*]"""

TRANSCRIPTS = {
    "bjn": (RECORDS / "compact.bjn").read_text("utf-8").rstrip("\n"),
    "botc": GRIMOIRES,
    "pfn": (RECORDS / "demo.pfn").read_text("utf-8").rstrip("\n"),
    "qgn": (RECORDS / "tictactoe.qgn").read_text("utf-8").rstrip("\n"),
}
"""By language; without the last line break, which editors add when they save."""


def planned(language: str, *, ghosts: bool) -> list[Step]:
    """Return the steps of the simulated typist for the transcript, with or without ghost text."""
    with Direct(ghosts) as server:
        return plan(server, language, TRANSCRIPTS[language])


def agree(editor: str, language: str, pressed: int, steps: list[Step]) -> None:
    """Print the number of keys, and check that it is close to that of the simulated typist."""
    expected = keys(steps)
    print(
        f"{editor} {language}: {pressed} keys (planned {expected}) for {len(TRANSCRIPTS[language])} characters"
    )
    assert abs(pressed - expected) <= 0.1 * expected
