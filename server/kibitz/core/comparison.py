"""Two documents side by side: what an edit, or several, left as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.chunks import Block, common_start
from kibitz.core.document import Document


class Comparison(NamedTuple):
    """How many of the first and of the last blocks two documents share, and those between."""

    first: int
    last: int
    fresh: Sequence[Block]
    """Those of the newer document."""
    gone: Sequence[Block]
    """Those of the older one."""


def compared(new: Document, old: Document) -> Comparison:
    """What a document shares with an earlier one, and what not. Groups that they share are not looked into."""
    first = common_start(new.groups, old.groups)
    last = common_start(new.groups[first:][::-1], old.groups[first:][::-1])
    mine, theirs = (
        [block for group in one.groups[first : len(one.groups) - last] for block in group.parts]
        for one in (new, old)
    )
    before = common_start(mine, theirs)
    mine, theirs = mine[before:], theirs[before:]
    behind = common_start(mine[::-1], theirs[::-1])
    return Comparison(
        before + new.sum_before("blocks", first),
        behind + len(new.blocks) - new.sum_before("blocks", len(new.groups) - last),
        mine[: len(mine) - behind],
        theirs[: len(theirs) - behind],
    )
