"""References, highlights and renaming of players and cards; what a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place as ChunkPlace
from kibitz.core.values import Edit, Named, Place
from kibitz.core.words import code
from kibitz.languages.pfn.mentions import Mention, everywhere, mentions
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.spot import Spot, spot_at
from kibitz.languages.pfn.vocabulary import is_player


def named(reader: Reader, analysis: Analysis, offset: int) -> Named | None:
    """The player or the card at an offset, with all places that name it, in whatever spelling."""
    here = mention_at(reader, analysis, offset)
    if here is None:
        return None
    places = [Place(one.span, one.declaration) for one in everywhere(reader, analysis, here.kind, here.name)]
    return Named(here.name, here.span, tuple(sorted(places)), renames=here.kind == "player")


def rename(reader: Reader, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Gives the player at an offset another number. A player who has that number gets the old one in exchange.

    Raises ValueError where there is no player, and for names that players don't have.
    """
    here = mention_at(reader, analysis, offset)
    if here is None or here.kind != "player":
        raise ValueError(
            "only players can be renamed in a round of Figgie: put the cursor on one, such as `P1`"
        )
    name = name.strip()
    if not is_player(name):
        raise ValueError(f"players are called P1, P2 and so on, not {code(name)}")
    if name == here.name:
        return ()
    edits = [*_edits(reader, analysis, here.name, name), *_edits(reader, analysis, name, here.name)]
    return sorted(edits, key=lambda edit: edit.start)


def _edits(reader: Reader, analysis: Analysis, old: str, new: str) -> Iterator[Edit]:
    for one in everywhere(reader, analysis, "player", old):
        yield Edit(*one.span, one.form.format(new))


def mention_at(reader: Reader, analysis: Analysis, offset: int) -> Mention | None:
    """The player or the card that is named at an offset."""
    spot = spot_at(reader, analysis, offset)
    found = _in_chunk(reader, spot, spot.place)
    return next((one for one in found if one.span.holds(offset)), None)


def _in_chunk(reader: Reader, spot: Spot, place: ChunkPlace) -> Iterator[Mention]:
    for one in mentions(reader.tables(place.chunk.text, spot.path)):
        yield one.shifted(place.start)
