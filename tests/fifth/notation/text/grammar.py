"""The grammar of the toy and its chunks."""

from __future__ import annotations

from kibitz.core.grammar import Grammar
from kibitz.core.items import Cutter

GRAMMAR = Grammar("toy", ("line",))
CUTTER = Cutter(GRAMMAR, "CONFLICT", "NOTE", "WORD", "HASH", "PLUS")
