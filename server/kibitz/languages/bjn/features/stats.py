"""What a session of blackjack comes to: the seats, the dealer, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, column, number, times
from kibitz.core.rows import Column, Record, Rows, Said
from kibitz.languages.bjn.features._hand_rows import sheets
from kibitz.languages.bjn.features.rows import rows
from kibitz.languages.bjn.game.session import Seat, lessons, of_hand, usually
from kibitz.languages.bjn.language import Blackjack

_SUMS = Seat._fields
SEATS = (
    Column("player", "integer", "the seat"),
    Column("hands", "integer", "how many hands it had"),
    *(Column(name, "number", name) for name in _SUMS),
)
LESSONS = (
    Column("decision", "string", "what was decided otherwise than by basic strategy"),
    Column("times", "integer", "how often"),
    Column("cost", "number", "what it gave away, in bets"),
)
_SHOWN = {"units": "units (3:2)", "units_6_5": "units (6:5)", "given_away": "given away"}


def stats(language: Blackjack) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    hands = rows(language, "records")
    seats = tuple(Figure(_SHOWN.get(name, name), number(name)) for name in ("hands", *_SUMS))
    return (
        Tally("Players", Rows(SEATS, _seats), {"player": column("player")}, seats, most=0),
        Tally(
            "Dealer",
            hands,
            {},
            (
                Figure("hands", times()),
                Figure("finished", times(lambda facts: facts["won"] is not None)),
                Figure("busts", times(lambda facts: facts["won"] is not None and facts["dealer_bust"])),
            ),
        ),
        Tally(
            "Decisions otherwise than by basic strategy",
            Rows(LESSONS, _lessons),
            {"decision": column("decision")},
            (Figure("given away", number("cost")), Figure("times", number("times"))),
        ),
    )


def _seats(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat of each hand with an outcome."""
    for start, sheet, setup in sheets(analysis):
        found = of_hand(setup, sheet.values, weigh=usually).seats
        yield Record(
            start, [(start, start, (Said(at, seat.hands, *seat),)) for at, seat in enumerate(found, start=1)]
        )


def _lessons(analysis: Analysis) -> Iterator[Record]:
    for start, sheet, setup in sheets(analysis):
        found = lessons([(setup, sheet.values)])
        said = [Said(f"{one.situation}: {one.did}, not {one.better}", one.times, one.cost) for one in found]
        yield Record(start, [(start, start, (one,)) for one in said])
