"""The times of trades: how they are written, and when the next one may be."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.text.tables import number
from kibitz.languages.pfn.text.trades import Trade


def following(trades: Sequence[Trade], end: Number | None) -> str | None:
    """A time as far behind that of the first of some trades, the latest, as they have been apart; None behind the end."""
    before = trades[0] if trades else None
    if before is None or before.time is None:
        return None
    times = [one.time for one in trades if one.time is not None]
    gap = max((times[0] - times[-1]) / (len(times) - 1), 0) if len(times) > 1 else 1
    digits = decimals(before)
    time = f"{max(before.time + gap, before.time + 10**-digits):.{digits}f}"
    return time if end is None or float(time) <= end else None


def decimals(trade: Trade | None) -> int:
    """How many digits behind the point the time of a trade is written with."""
    leaf = trade.table.get("T") if trade is not None else None
    if leaf is None or number(leaf) is None:
        return 1
    written = str(leaf.node.value) if leaf.node is not None else ""
    return len(written.partition(".")[2])
