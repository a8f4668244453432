"""Change of a player's seat."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import RefusedError
from kibitz.core.replay import worsened
from kibitz.core.shown import code
from kibitz.core.values import Edit, Severity
from kibitz.languages.bjn.features._replayed import replayed_at
from kibitz.languages.bjn.features._seen import renumbered, seat_at

_SEAT = re.compile(r"\s*(?:(?:player|seat)\s*)?([1-9][0-9]{0,8})\s*", re.IGNORECASE)


def rename(language: object, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that give the player at `offset` another seat in this hand. That seat's player gets the old one.

    The order of the dealt cards does not change. Raises RefusedError without a player, for a seat that does not exist, and if the
    hand would get a new finding, such as a deal out of turn.
    """
    hand = replayed_at(analysis, offset)
    old = seat_at(hand, offset)
    if not old:
        raise RefusedError("only players get other seats: put the cursor on the first number of an event")
    if hand.setup is None or not hand.sheet.readable:
        raise RefusedError("this hand has an unreadable part: fix it first")
    found, last = _SEAT.fullmatch(name), hand.setup.players
    if found is None or int(found[1]) > last:
        raise RefusedError(f"{code(name)} is not a seat: the setup has seats 1 to {last}")
    new = int(found[1])
    edits = renumbered(analysis, hand, {old: new, new: old}) if new != old else []
    if worse := worsened(analysis, edits, Severity.INFORMATION):
        raise RefusedError(f"as player {new} something else would be wrong: {worse.message}")
    return edits
