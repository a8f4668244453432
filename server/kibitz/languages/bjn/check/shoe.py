"""Rules about a shoe that several hands share: cards that it cannot hold show that it was shuffled."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.bounds import RELATED
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Related
from kibitz.languages.bjn.game.model import CARD
from kibitz.languages.bjn.game.shoe import Shoe, Taken, taken, why_shuffled
from kibitz.languages.bjn.text.comments import behind
from kibitz.languages.bjn.text.sheet import Sheet


class Passed(NamedTuple):
    """A hand in its shoe."""

    before: Shoe
    """The shoe from which it is dealt: a full one if it can come from no other."""
    after: Shoe
    why: str = ""
    """The reason why it is not the shoe of the previous hand; empty if it may be."""


def passed(shoe: Shoe, taken: Taken | None, chunk: Chunk) -> Passed:
    """Return the hand of a chunk in its shoe, given the shoe after the previous hand."""
    if taken is None:
        return Passed(shoe, shoe)
    if taken.shoe != shoe.cards:
        # Another number of cards is another shoe. Comments before the first hand are about the shoe of that hand.
        shoe = shoe._replace(cards=taken.shoe) if not shoe.cards else Shoe(taken.shoe)
    sources = [(chunk.anchor, chunk.text, number) for number in taken.entries]
    fresh = shoe.fresh.used(taken.cards, sources, taken.unseen)
    if not fresh.possible or not shoe.known:
        return Passed(shoe._replace(known=False), fresh._replace(known=False))
    after = shoe.used(taken.cards, sources, taken.unseen)
    why = why_shuffled(shoe, after) if shoe.dealt else ""
    return Passed(shoe.fresh, fresh, why) if why else Passed(shoe, after)


def follow(
    shoe: Shoe, chunk: Chunk, rules: Rules, read: Callable[[str], Sheet]
) -> tuple[Shoe, Shoe, tuple[Diagnostic, ...]]:
    """Return the shoe before the hand of a chunk, the shoe after the chunk, and the findings of the hand.

    `read` parses the text of a hand.
    """
    here = passed(shoe, taken((sheet := read(chunk.text)).values), chunk)
    found = (_missing(shoe, here, sheet, rules, read),) if here.why and not sheet.conflicting else ()
    before = here.before if here.before.known else Shoe()
    return before, behind(here.after, chunk.text), found


def _missing(
    shoe: Shoe, here: Passed, sheet: Sheet, rules: Rules, read: Callable[[str], Sheet]
) -> Diagnostic:
    """Return the finding of a missing shuffle, at the card that shows it."""
    both = shoe.used(here.after.seen, here.after.sources)
    card = "" if 0 < shoe.cut < shoe.dealt else both.repeated
    came = zip(shoe.sources, shoe.seen, strict=True)
    # The cards of a comment `// gone` have no places.
    places = [place for place, other in came if place and other == card]
    earlier = shoe.seen.count(card)
    own = [place for place, other in zip(here.after.sources, here.after.seen, strict=True) if other == card]
    at = sheet.entries[own[max(0, both.decks - earlier)][2]].field(CARD) if card else sheet.entries[0].span
    related = tuple(
        Related(read(text).entries[number].field(CARD), "it came here", chunk)
        for chunk, text, number in places[:RELATED]
    )
    start = sheet.entries[0].start
    fix = Fix.of("Add `// shuffle` above this hand", start, start, f"// shuffle{sheet.line_end}")
    return rules["shuffle-missing"].at(*at, why=here.why, related=related, fixes=[fix])
