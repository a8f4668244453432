"""What a session of blackjack comes to: the seats, the dealer, and the decisions that cost most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, made, times
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Record, Rows, Said, Value, declared
from kibitz.languages.bjn.features.rows import EACH_HAND, Told, hands
from kibitz.languages.bjn.game.advice import shown
from kibitz.languages.bjn.game.counting import HILO, count, on_table
from kibitz.languages.bjn.game.decisions import Decision
from kibitz.languages.bjn.game.indices import INSURANCE, index_of, insures
from kibitz.languages.bjn.game.life import deviation, n0, ruin
from kibitz.languages.bjn.game.session import Bankroll, Seat, bankrolls, lessons
from kibitz.languages.bjn.text.comments import times as times_told

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
ROUNDS = declared("kibitz.languages.bjn", "rounds")
INDICES = declared("kibitz.languages.bjn", "indices")
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
    seats = tuple(Figure(_SHOWN.get(name, name), name) for name in ("hands", *_SUMS))
    return (
        Tally("Players", Rows(SEATS, _seats), ("player",), seats, most=0),
        Tally(
            "What was expected, and what chance made of it",
            Rows(ROUNDS, _rounds),
            ("player", "in"),
            (
                *_ROUNDS,
                Figure("squares", "square", shown=False),
                Figure("bankroll", fold="highest", shown=False),
                Figure("hours", shown=False),
                Figure("timed", each(lambda hours: hours is not None, "hours"), shown=False),
                Figure(
                    "timed won",
                    each(lambda hours, won: None if hours is None else won, "hours", "won"),
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
            Rows(ROUNDS, _rounds),
            ("count", "in"),
            (_ROUNDS[0], Figure("bet", fold="mean"), *_ROUNDS[1:]),
            where=each(lambda count: count is not None, "count"),
            most=0,
        ),
        Tally(
            "Plays by the count (Illustrious 18, Fab 4)",
            Rows(INDICES, _indices),
            ("index",),
            (
                Figure("given away", "cost"),
                Figure("missed"),
                Figure("times", times),
            ),
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
            "Decisions otherwise than by basic strategy",
            Rows(LESSONS, _lessons),
            ("decision",),
            _LESSONS,
        ),
    )


_LESSONS = (Figure("given away", "cost"), Figure("times"))
_ROUNDS = (Figure("rounds", times), Figure("won"), Figure("expected"))


def _ruin(line: Mapping[str, float | None]) -> float | None:
    bankroll = line["bankroll"]
    return None if bankroll is None else ruin(line["expected"] or 0, line["deviation"], bankroll)


def _an_hour(line: Mapping[str, float | None], what: str) -> float | None:
    return (line[what] or 0) / line["hours"] if line["hours"] else None


def _record(start: int, said: Iterable[Said]) -> Record:
    """Rows that stand nowhere but where their hand begins."""
    return Record(start, [(start, start, (one,)) for one in said])


def _seats(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat of each hand with an outcome."""
    for (start, _, _), found in _weighed(analysis):
        said = [Said(at, seat.hands, *seat) for at, seat in enumerate(found, start=1) if seat.hands]
        yield _record(start, said)


def _courses(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat and each tenth of its many hands, or the end of its few; a file is a session."""
    rolls = bankrolls(one.played.seats for one in hands(analysis))
    for seat, roll in enumerate(rolls, start=1):
        count = len(roll.course)
        for tenth in range(1 if count >= FEWEST else TENTHS, TENTHS + 1):
            if so_far := count * tenth // TENTHS:
                now = Bankroll(roll.course[:so_far])
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


# A life: what each round was worth, by the count, by the clock, by indices


@kept_with
def _weighed(analysis: Analysis) -> Sequence[tuple[Told, Sequence[Seat]]]:
    """The hands, and what became of their seats, with what was to be expected. Kept: two tables are made of them."""
    return [(one, one.played.session(weighed=True).seats) for one in hands(analysis)]


def _rounds(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat of each hand with an outcome."""
    every, language = _weighed(analysis), analysis.language
    told = any(one.played.stakes.bets for one, _ in every)
    clock = _hours(analysis, hands(analysis))
    for (start, _, played), seats in every:
        stakes, system = played.stakes, language.system
        known = bool(analysis.context) and played.deal.setup.shoe > 0
        counted = count(played.deal.gone, played.deal.setup.decks, system) if known else None
        now = None if counted is None else counted.running if counted.true is None else floor(counted.true)
        found = []
        for at, seat in enumerate(seats, start=1):
            bet = stakes.bets.get(at) if told else 1
            if seat.hands and bet is not None:
                hours = clock.pop((start, at), None)
                found.append(
                    Said(
                        at,
                        "money" if told else "bets",
                        now,
                        *_round(seat, bet),
                        language.facts.bankroll or None,
                        hours,
                    )
                )
        yield _record(start, found)


def _round(seat: Seat, bet: float) -> Sequence[Value]:
    won = seat.units * bet
    return bet, won, seat.expected * bet, won * won


def _hours(analysis: Analysis, every: Sequence[Told]) -> dict[tuple[int, int], float]:
    """The hours that the record tells, for each seat shared out among its rounds between the first time and the last one."""
    told = [
        (place.start + at, time)
        for place in analysis.document.places()
        for at, time in times_told(place.text)
    ]
    if len(told) < 2:
        return {}
    minutes = sum((later - time) % (24 * 60) for (_, time), (_, later) in pairwise(told))
    within = [one for one in every if told[0][0] <= one.start <= told[-1][0]]
    rounds = [
        (one.start, at) for one in within for at, seat in enumerate(one.played.seats, start=1) if seat.hands
    ]
    many = Counter(at for _, at in rounds)
    return {(start, at): minutes / 60 / many[at] for start, at in rounds}


def _indices(analysis: Analysis) -> Iterator[Record]:
    """A row for each decision that goes by the count; none where hands have a shoe each, or cards are counted otherwise."""
    if not analysis.context or analysis.language.system is not HILO:
        return
    every = hands(analysis)
    insured = any(one.played.stakes.insured for one in every)
    for start, _, played in every:
        found = [*_plays(played.decisions)]
        if insured and shown(played.deal) == 11 and not played.deal.dealing:
            true = count(on_table(played.deal), played.deal.setup.decks).true or 0.0
            right, cost = insures(played.deal, true)
            for seat in played.deal.players:
                missed = (seat in played.stakes.insured) != right
                found.append(Said(INSURANCE, int(missed), cost * missed))
        yield _record(start, found)


def _plays(decisions: Sequence[Decision]) -> Iterator[Said]:
    for one in decisions:
        if index := index_of(one):
            true = count(on_table(one.table), one.table.setup.decks).true or 0.0
            missed = one.chosen != index.right(true)
            yield Said(index.named(one.situation), int(missed), one.cost if missed else 0.0)
