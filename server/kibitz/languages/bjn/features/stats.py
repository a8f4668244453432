"""What a session of blackjack comes to: the seats, the dealer, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, column, made, number, times
from kibitz.core.rows import Column, Record, Rows, Said, declared
from kibitz.languages.bjn.features._life import INDICES, ROUNDS, indices, rounds, weighed
from kibitz.languages.bjn.features.rows import EACH_HAND, hands
from kibitz.languages.bjn.game.life import deviation, n0, ruin
from kibitz.languages.bjn.game.session import Bankroll, Seat, bankrolls, lessons

TENTHS = 10
FEWEST = 1000
"""Of a seat with fewer hands only the end is told: a course of so few is chance."""
_SUMS = Seat._fields
SEATS = (
    Column("player", "integer", "the seat"),
    Column("hands", "integer", "how many hands it had"),
    *(Column(name, "number", name) for name in _SUMS),
)
LESSONS = declared("kibitz.languages.bjn", "lessons")
COURSE = declared("kibitz.languages.bjn", "course")
_SHOWN = {
    "units": "units",
    "units_6_5": "units (6:5)",
    # They need not have given anything away: basic strategy is a table, and what is given away is reckoned.
    "mistakes": "off strategy",
    "given_away": "given away",
    "insured": "insurances",
}


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    seats = tuple(Figure(_SHOWN.get(name, name), number(name)) for name in ("hands", *_SUMS))
    return (
        Tally("Players", Rows(SEATS, _seats), {"player": column("player")}, seats, most=0),
        Tally(
            "What was expected, and what chance made of it",
            Rows(ROUNDS, rounds),
            {"player": column("player"), "in": column("in")},
            (
                *_ROUNDS,
                Figure("squares", number("square"), shown=False),
                Figure("bankroll", number("bankroll"), "highest", shown=False),
                Figure("hours", number("hours"), shown=False),
                Figure("timed", lambda facts: None if facts["hours"] is None else 1, shown=False),
                Figure(
                    "timed won",
                    lambda facts: None if facts["hours"] is None else number("won")(facts),
                    shown=False,
                ),
                made(
                    "deviation",
                    lambda line: deviation(line["rounds"] or 0, line["won"] or 0, line["squares"] or 0),
                ),
                made("N0", lambda line: n0(line["rounds"] or 0, line["expected"] or 0, line["deviation"])),
                made("risk of ruin", _ruin),
                made("an hour", lambda line: _an_hour(line, "timed")),
                made("won an hour", lambda line: _an_hour(line, "timed won")),
            ),
            most=0,
        ),
        Tally(
            "Bets by the count before the round",
            Rows(ROUNDS, rounds),
            {"count": column("count"), "in": column("in")},
            (_ROUNDS[0], Figure("bet", number("bet"), "mean"), *_ROUNDS[1:]),
            where=lambda facts: facts["count"] is not None,
            most=0,
        ),
        Tally(
            "Plays by the count (Illustrious 18, Fab 4)",
            Rows(INDICES, indices),
            {"index": column("index")},
            (
                Figure("given away", number("cost")),
                Figure("missed", number("missed")),
                Figure("times", times()),
            ),
        ),
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
            EACH_HAND,
            {},
            (
                Figure("hands", times()),
                Figure("finished", times(lambda facts: facts["won"] is not None)),
                Figure("busts", times(lambda facts: facts["won"] is not None and facts["dealer_bust"])),
            ),
        ),
        Tally(
            "Mistakes by kind",
            Rows(LESSONS, _lessons),
            {"kind": column("kind")},
            _LESSONS,
        ),
        Tally(
            "Decisions otherwise than by basic strategy",
            Rows(LESSONS, _lessons),
            {"decision": column("decision")},
            _LESSONS,
        ),
    )


_LESSONS = (Figure("given away", number("cost")), Figure("times", number("times")))
_ROUNDS = (Figure("rounds", times()), Figure("won", number("won")), Figure("expected", number("expected")))


def _ruin(line: Mapping[str, float | None]) -> float | None:
    bankroll = line["bankroll"]
    return None if bankroll is None else ruin(line["expected"] or 0, line["deviation"], bankroll)


def _an_hour(line: Mapping[str, float | None], what: str) -> float | None:
    return (line[what] or 0) / line["hours"] if line["hours"] else None


def _seats(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat of each hand with an outcome."""
    for (start, _, _), found in weighed(analysis):
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
        said = [
            Said(one.kind, f"{one.situation}: {one.did}, not {one.better}", one.times, one.cost)
            for one in found
        ]
        yield Record(start, [(start, start, (one,)) for one in said])
