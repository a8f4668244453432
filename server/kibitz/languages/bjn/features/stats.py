"""Statistics of blackjack sessions: the seats, the dealer, and the most expensive decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, made, times
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Record, Rows, Said, declared
from kibitz.languages.bjn.features.rows import EACH_HAND, PlayedHand, hands
from kibitz.languages.bjn.game.session import Bankroll, Seat, bankrolls, lessons

TENTHS = 10
FEWEST, LEAST = 1000, 50
"""Hands of a seat that all tenths need, and that the end needs. Shorter courses are chance."""
_SUMS = Seat._fields
SEATS = (
    Column("player", "integer", "the seat"),
    Column("hands", "integer", "how many hands it had"),
    *(Column(name, "number", name) for name in _SUMS),
)
LESSONS = declared("kibitz.languages.bjn", "lessons")
COURSE = declared("kibitz.languages.bjn", "course")
ROUNDS = declared("kibitz.languages.bjn", "rounds")
_SHOWN = {
    "units": "units",
    "units_6_5": "units (6:5)",
    # Deviations from the table need not cost anything, because costs are computed exactly.
    "mistakes": "off strategy",
    "given_away": "given away",
    "insured": "insurances",
}


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    seats = tuple(Figure(_SHOWN.get(name, name), name) for name in ("hands", *_SUMS))
    return (
        Tally("Players", Rows(SEATS, _seats), ("player",), seats, most=0),
        Tally(
            "Results and expectations",
            Rows(ROUNDS, _rounds),
            ("player", "in"),
            _ROUNDS,
            most=0,
        ),
        Tally(
            "Bankroll over a session: tenths of a file",
            Rows(COURSE, _courses),
            ("player", "tenth"),
            (
                Figure("units"),
                Figure("highest", fold="highest"),
                Figure("lowest", fold="lowest"),
                Figure("deepest fall", "drawdown", fold="highest"),
            ),
            most=0,
        ),
        Tally(
            "Dealer",
            EACH_HAND,
            (),
            (
                Figure("hands", times),
                Figure("finished", each(lambda won: won is not None, "won")),
                Figure("busts", each(lambda won, bust: won is not None and bust, "won", "dealer_bust")),
            ),
        ),
        Tally(
            "Mistakes by kind",
            Rows(LESSONS, _lessons),
            ("kind",),
            _LESSONS,
        ),
        Tally(
            "Deviations from basic strategy",
            Rows(LESSONS, _lessons),
            ("decision",),
            _LESSONS,
        ),
    )


_LESSONS = (Figure("given away", "cost"), Figure("times"))
FEW_ROUNDS = 30
"""Rounds below which a confidence interval says nothing."""


def _per_100(line: Mapping[str, float | None]) -> float | None:
    """Return the mean result of 100 rounds."""
    return 100 * (line["won"] or 0) / rounds if (rounds := line["rounds"]) else None


def _margin(line: Mapping[str, float | None]) -> float | None:
    """Return half the width of the 95 % confidence interval of that mean, or None for few rounds."""
    rounds, won, squares = (line[name] or 0 for name in ("rounds", "won", "squares"))
    if rounds < FEW_ROUNDS:
        return None
    return 196 * sqrt(max(squares - won * won / rounds, 0) / (rounds - 1) / rounds)


_ROUNDS = (
    Figure("rounds", times),
    Figure("won"),
    Figure("squares", each(lambda won: won * won, "won"), shown=False),
    made("won per 100", _per_100),
    made("± (95 %)", _margin),
    Figure("expected"),
)


def _record(start: int, said: Iterable[Said]) -> Record:
    """Return rows at the start of their hand."""
    return Record(start, [(start, start, (one,)) for one in said])


def _seats(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each seat of each hand with an outcome."""
    for (start, _, _), found in _weighed(analysis):
        said = [Said(at, seat.hands, *seat) for at, seat in enumerate(found, start=1) if seat.hands]
        yield _record(start, said)


def _courses(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each seat and each tenth of its many hands, or only the end; a file is a session."""
    rolls = bankrolls(one.played.seats for one in hands(analysis))
    for seat, roll in enumerate(rolls, start=1):
        count = len(roll.course)
        for tenth in range(1 if count >= FEWEST else TENTHS, TENTHS + 1) if count >= LEAST else ():
            now = Bankroll(roll.course[: count * tenth // TENTHS])
            said = Said(seat, tenth, now.units, now.highest, now.lowest, now.drawdown)
            yield _record(0, [said])


def _lessons(analysis: Analysis) -> Iterator[Record]:
    for start, _, played in hands(analysis):
        found = lessons(played.decisions)
        said = [
            Said(one.kind, f"{one.situation}: {one.did}, not {one.better}", one.times, one.cost)
            for one in found
        ]
        yield _record(start, said)


@kept_with
def _weighed(analysis: Analysis) -> Sequence[tuple[PlayedHand, Sequence[Seat]]]:
    """Return the hands with the results and expected units of their seats. They are cached, because two tables need them."""
    return [(one, one.played.session(weighed=True).seats) for one in hands(analysis)]


def _rounds(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each seat of each hand with an outcome."""
    every = _weighed(analysis)
    told = any(one.played.stakes.bets for one, _ in every)
    for (start, _, played), seats in every:
        found = []
        for at, seat in enumerate(seats, start=1):
            bet = played.stakes.bets.get(at) if told else 1
            if seat.hands and bet is not None:
                found.append(Said(at, "money" if told else "bets", seat.units * bet, seat.expected * bet))
        yield _record(start, found)
