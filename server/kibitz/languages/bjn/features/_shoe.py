"""The shoe over several hands: which cards have gone from it before a hand, as the fold has found out.

Each hand is alone with its shoe, as the notation has it, but where the setting `bjn.shoe` says that hands share one, or
where a comment `// shoe` or `// shuffle` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.languages.bjn.check.shoe import passed
from kibitz.languages.bjn.game.shoe import Shoe, taken
from kibitz.languages.bjn.text.comments import behind


def shoes(analysis: Analysis) -> Iterator[tuple[Place, Shoe | None]]:
    """All places with the shoes from which their hands are dealt, as :func:`shoe_before` tells them, in one go."""
    language, shoe = analysis.language, analysis.language.start(analysis.context)
    for place in analysis.document.places():
        if shoe is None:
            yield place, None
            continue
        here = passed(shoe, taken(language.parsed(place.text).value.values), place.chunk)
        yield place, here.before if here.before.known else None
        shoe = behind(here.after, place.text)


def shoe_before(analysis: Analysis, place: Place) -> Shoe | None:
    """The shoe from which the hand at a place is dealt; None where that is alone with its shoe, or nobody knows."""
    if not analysis.context:
        return None
    cards = taken(analysis.language.parsed(place.text).value.values)
    shoe = passed(analysis.state_before(place), cards, place.chunk).before
    return shoe if shoe.known else None
