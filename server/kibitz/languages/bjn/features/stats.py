"""What a session of blackjack comes to: the seats, the dealer, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, column, number, times
from kibitz.core.rows import Column, Record, Rows, Said
from kibitz.languages.bjn.features.rows import hands, rows
from kibitz.languages.bjn.game.session import Bankroll, Seat, bankrolls, lessons
from kibitz.languages.bjn.language import Blackjack

TENTHS = 10
FEWEST = 1000
"""Of a seat with fewer hands only the end is told: a course of so few is chance."""
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
COURSE = (
    Column("player", "integer", "the seat"),
    Column("tenth", "integer", "how much of its hands in the file it has played, in tenths"),
    Column("units", "number", "the bets won so far, a blackjack paid 3:2 or as the setup says"),
    Column("highest", "number", "the most it had won so far"),
    Column("lowest", "number", "the least it had won so far"),
    Column("drawdown", "number", "the most that was lost so far since the units stood highest"),
)
_SHOWN = {
    "units": "units",
    "units_6_5": "units (6:5)",
    # They need not have given anything away: basic strategy is a table, and what is given away is reckoned.
    "mistakes": "off strategy",
    "given_away": "given away",
    "insured": "insurances",
}


def stats(language: Blackjack) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    seats = tuple(Figure(_SHOWN.get(name, name), number(name)) for name in ("hands", *_SUMS))
    return (
        Tally("Players", Rows(SEATS, _seats), {"player": column("player")}, seats, most=0),
        Tally(
            "Bankroll over a session: tenths of a file",
            Rows(COURSE, _courses),
            {"player": column("player"), "tenth": column("tenth")},
            (
                Figure("units", number("units")),
                Figure("highest", number("highest"), fold="highest"),
                Figure("lowest", number("lowest"), fold="lowest"),
                Figure("deepest fall", number("drawdown"), fold="highest"),
            ),
            most=0,
        ),
        Tally(
            "Dealer",
            rows(language, "records"),
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
    for start, _, played in hands(analysis):
        found = played.session(weighed=True).seats
        said = [Said(at, seat.hands, *seat) for at, seat in enumerate(found, start=1) if seat.hands]
        yield Record(start, [(start, start, (one,)) for one in said])


def _courses(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat and each tenth of its many hands, or the end of its few; a file is a session."""
    rolls = bankrolls(one.played.seats for one in hands(analysis))
    for seat, roll in enumerate(rolls, start=1):
        count = len(roll.course)
        for tenth in range(1 if count >= FEWEST else TENTHS, TENTHS + 1):
            if so_far := count * tenth // TENTHS:
                now = Bankroll(roll.course[:so_far])
                said = Said(seat, tenth, now.units, now.highest, now.lowest, now.drawdown)
                yield Record(0, [(0, 0, (said,))])


def _lessons(analysis: Analysis) -> Iterator[Record]:
    for start, _, played in hands(analysis):
        found = lessons(played.decisions)
        said = [Said(f"{one.situation}: {one.did}, not {one.better}", one.times, one.cost) for one in found]
        yield Record(start, [(start, start, (one,)) for one in said])
