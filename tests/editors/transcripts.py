"""What is typed in the real editors, key by key: a hand, a log of grimoires, a round and a game; and with which keys."""

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
    """How the simulated typist writes the transcript in an editor with or without ghost text."""
    with Direct(ghosts) as server:
        return plan(server, language, TRANSCRIPTS[language])


def agree(editor: str, language: str, pressed: int, steps: list[Step]) -> None:
    """Prints how many keys it took, which has to be about what the simulated typist says."""
    expected = keys(steps)
    print(
        f"{editor} {language}: {pressed} keys (planned {expected}) for {len(TRANSCRIPTS[language])} characters"
    )
    assert abs(pressed - expected) <= 0.1 * expected
