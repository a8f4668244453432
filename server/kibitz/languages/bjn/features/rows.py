"""Hands as rows: one for each card, action and result, or one a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Kind, Record, Row, Rows, Said, declared
from kibitz.languages.bjn.features._shoe import shoes
from kibitz.languages.bjn.game.model import Outcome, Setup
from kibitz.languages.bjn.game.scoring import Wager
from kibitz.languages.bjn.game.session import Played, Seat, played
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.comments import wagers
from kibitz.languages.bjn.text.rows import Around, hand_rows, sheets
from kibitz.languages.bjn.text.sheet import Sheet

EVENTS = declared("kibitz.languages.bjn", "events")
HANDS = declared("kibitz.languages.bjn", "hands")


PARTS = (5, 1, 8, 6)
"""The event, the cards behind it, what they come to, what it was decided by."""


def rows(language: Blackjack, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _events, PARTS), "records": EACH_HAND}.get(kind)


def _events(analysis: Analysis) -> Iterator[Record]:
    language, above = analysis.language, list[Wager]()
    system = language.system if analysis.context else None
    weighs = language.facts.advice != "off"
    for place, shoe in shoes(analysis):
        sheet: Sheet = language.parsed(place.text).value
        said, (here, above) = above, wagers(sheet)
        if (setup := sheet.setup) is None:
            continue
        gone = shoe.gone if shoe else ()
        around = Around((*said, *here), language.facts.unit, gone, system if shoe else None, weighs)
        yield Record(place.start, hand_rows(place.start, setup, sheet, around))


class Told(NamedTuple):
    """A hand, as the one row of its record and as it was played."""

    start: int
    row: Row
    played: Played


@kept_with
def hands(analysis: Analysis) -> Sequence[Told]:
    """The hands, each replayed once. Kept: several tables are made of them."""
    gone = {place.start: shoe.gone for place, shoe in shoes(analysis) if shoe} if analysis.context else {}
    return [_hand(*one, analysis.language.facts.unit, gone.get(one[0], ())) for one in sheets(analysis)]


def _hands(analysis: Analysis) -> Iterator[Record]:
    return (Record(one.start, [one.row]) for one in hands(analysis))


def _hand(
    start: int, sheet: Sheet, setup: Setup, wagers: Sequence[Wager], unit: int, gone: tuple[str, ...]
) -> Told:
    here = played(setup, sheet.values, wagers, unit, gone)
    dealer = here.dealer
    known = dealer.known and not dealer.hidden and dealer.size > 1
    written = next((one for one in sheet.values if isinstance(one, Outcome)), None)
    sums: Sequence[float | None] = [None] * 9
    if here.finished:
        sums = [*map(sum, zip(Seat(), *here.seats, strict=True))][: len(sums)]
    money: list[float | None] = [None, None]
    if any(seat.staked for seat in here.seats):
        money = [sum(seat.staked for seat in here.seats), sum(seat.money for seat in here.seats)]
    said = Said(
        setup.players,
        setup.shoe,
        " ".join(setup.rules),
        " ".join(dealer.cards),
        dealer.total if known else None,
        dealer.bust if known else None,
        str(written)[1:-1] if written else None,
        *sums,
        *money,
    )
    first = sheet.entries[0]
    return Told(start, (start + first.start, start + first.end, (said,)), here)


EACH_HAND = Rows(HANDS, _hands)
