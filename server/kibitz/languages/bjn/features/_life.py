"""The rows of which statistics of a life are counted: what each round was worth, by the count, by the clock, by indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Record, Said, Value, declared
from kibitz.languages.bjn.features.rows import Told, hands
from kibitz.languages.bjn.game.advice import shown
from kibitz.languages.bjn.game.counting import HILO, count, on_table
from kibitz.languages.bjn.game.decisions import Decision
from kibitz.languages.bjn.game.indices import INSURANCE, index_of, insures
from kibitz.languages.bjn.game.session import Seat
from kibitz.languages.bjn.text.shoe import times

ROUNDS = declared("kibitz.languages.bjn", "rounds")
INDICES = declared("kibitz.languages.bjn", "indices")


@kept_with
def weighed(analysis: Analysis) -> Sequence[tuple[Told, Sequence[Seat]]]:
    """The hands, and what became of their seats, with what was to be expected. Kept: two tables are made of them."""
    return [(one, one.played.session(weighed=True).seats) for one in hands(analysis)]


def rounds(analysis: Analysis) -> Iterator[Record]:
    """A row for each seat of each hand with an outcome."""
    every, language = weighed(analysis), analysis.language
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
        yield Record(start, [(start, start, (one,)) for one in found])


def _round(seat: Seat, bet: float) -> Sequence[Value]:
    won = seat.units * bet
    return bet, won, seat.expected * bet, won * won


def _hours(analysis: Analysis, every: Sequence[Told]) -> dict[tuple[int, int], float]:
    """The hours that the record tells, for each seat shared out among its rounds between the first time and the last one."""
    told = [
        (place.start + at, time)
        for place in analysis.document.places()
        for at, time in times(place.chunk.text)
    ]
    if len(told) < 2:
        return {}
    minutes = sum((later - time) % (24 * 60) for (_, time), (_, later) in pairwise(told))
    within = [one for one in every if told[0][0] <= one.start <= told[-1][0]]
    rounds = [
        (one.start, at) for one in within for at, seat in enumerate(one.played.seats, start=1) if seat.hands
    ]
    many = {at: sum(seat == at for _, seat in rounds) for at in {seat for _, seat in rounds}}
    return {(start, at): minutes / 60 / many[at] for start, at in rounds}


def indices(analysis: Analysis) -> Iterator[Record]:
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
        yield Record(start, [(start, start, (one,)) for one in found])


def _plays(decisions: Sequence[Decision]) -> Iterator[Said]:
    for one in decisions:
        if (index := index_of(one)) is not None:
            true = count(on_table(one.table), one.table.setup.decks).true or 0.0
            missed = one.chosen != index.right(true)
            yield Said(index.named(one.situation), int(missed), one.cost if missed else 0.0)
