"""What is typed in the real editors, key by key: a hand, a log of grimoires, a round and a game."""

from __future__ import annotations

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
