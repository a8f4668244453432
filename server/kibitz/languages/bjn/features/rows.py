"""Rows of hands: one for each card, action and result, or one for each hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, made, times
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Kind, Record, Row, Rows, Said, Value, declared
from kibitz.languages.bjn.features._replayed import Replayed, all_replayed
from kibitz.languages.bjn.game.decisions import DID, Decision, decided
from kibitz.languages.bjn.game.model import (
    DEALER,
    RESULTS,
    UNKNOWN,
    Entry,
    Event,
    Hand,
    Outcome,
    Setup,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import (
    INSURANCE,
    Stakes,
    gain,
    insurance,
    legal_actions,
    may_stand,
    may_surrender,
    meant,
    outcome,
    splitting,
    staked,
)
from kibitz.languages.bjn.game.session import Played, Seat, bankrolls, drawdown, played
from kibitz.languages.bjn.game.shoe import System, count, on_table
from kibitz.languages.bjn.language import Blackjack, Facts

ACTIONS = {"^": "hit", "!": "double", "/": "split", "%": "reveal"}
MARKS = {"_": "stand", "#": "bust", "$": "blackjack"}

Parts = tuple[Said, str | None, Said, Said]
NOTHING = Said(None, None, None, None, None, None)
"""The columns of shoe and decisions if both are unknown."""


def _of_hand(hand: Replayed, facts: Facts) -> Iterator[Row]:
    """Yield the rows of a hand that has a setup."""
    every, values, ended = hand.tables, hand.values, False
    table, stakes = every[-1], staked(hand.wagers, every[-1].players, facts.unit)
    weighs, system = facts.advice != "off", hand.system if hand.shoe else None
    decisions = {one.entry: one for one in reversed([*decided(values, every)])} if weighs else {}
    last = hand.entries[0]
    for at, (last, entry) in enumerate(zip(hand.entries[1:], values[1:], strict=True), start=1):
        if not isinstance(entry, Outcome):
            beside = _beside(every[at - 1], system, decisions.get(at))
            for own in _of_entry(entry, every[at - 1], every[at]):
                yield *hand.span(last.span), (*own, beside)
        elif not ended:
            ended = True
            for field, said in enumerate(_results(entry, table, values, stakes)):
                # An insurance has the place of the last letter.
                yield *hand.span(last.field(min(field, len(last.item.fields) - 1))), said
    if not ended and (follows := outcome(table)) and len(values) > 1:
        for said in _results(follows, table, values, stakes):
            yield *hand.span(last.span), said


DIGITS = 12
"""Decimal places of the values of plays. Further ones differ between versions of Python."""


def _beside(before: Table, system: System | None, decision: Decision | None) -> Said:
    """Return the count and the shoe before an event, and the value of its decision next to the best play."""
    if system is None and decision is None:
        return NOTHING
    shoe: tuple[Value, ...] = (None, None, None)
    if system:
        counted = count(on_table(before), before.setup.decks, system)
        shoe = (*counted, before.dealt / before.setup.shoe if before.setup.shoe else None)
    if decision is None or not decision.values:
        return Said(*shoe, None, None, None)
    best = decision.best
    chosen, highest = (round(decision.values[play], DIGITS) for play in (decision.chosen, best))
    return Said(*shoe, chosen, _PLAYS[best], highest)


_PLAYS = {**ACTIONS, "_": "stand", "r": "surrender"}
Own = tuple[Said, str | None, Said]
"""The columns of an event itself, without those of the shoe and of decisions."""


def _of_entry(entry: Entry, before: Table, table: Table) -> Iterator[Own]:
    if isinstance(entry, Event):
        yield _event(entry, before, table)
    elif isinstance(entry, Split):
        for seat, number in _parted(entry, before):
            if hand := table.hand(seat, number):
                yield (Said(seat, number, "part", hand.cards[0], None), cards(hand), worth(hand, ""))
    elif isinstance(entry, Unread) and entry.kind == "event":
        known = [None if part < 0 else part for part in (entry.actor, entry.hand)]
        yield (Said(*known, None, None, None), None, worth(None))


def _parted(split: Split, before: Table) -> Iterator[tuple[int, int]]:
    """Yield the hands of a split block, each with its seat."""
    seats = [seat for seat, _ in splitting(before, split)] if before.parting is None else before.parting
    yield from ((seat, one) for seat in seats[:1] for one in split.hands)


def _event(event: Event, before: Table, table: Table) -> Own:
    hand, after = before.hand(event.actor, event.hand), table.hand(event.actor, event.hand)
    if hand is None or after is None:
        return (done(event, event), None, worth(None))
    may = options(before, event.actor, hand)
    return (done(event, meant(event, hand)), cards(after), worth(after, may))


def done(event: Event, meant: Event) -> Said:
    """Return the values of an event with its probable meaning."""
    action = "deal" if meant.card or meant.modifier == "?" else "stand" if meant.modifier == "_" else None
    card = "?" if event.modifier == "?" else event.card if event.card != UNKNOWN else None
    return Said(
        event.actor,
        event.hand,
        ACTIONS.get(meant.action, action) if meant.action != UNKNOWN else None,
        card or None,
        MARKS.get(event.modifier),
    )


def cards(hand: Hand) -> str:
    """Return the cards of a hand, separated by spaces."""
    return " ".join((*hand.cards, "?") if hand.hidden else hand.cards)


def seen(hand: Hand | None) -> tuple[Value, Value]:
    """Return the total of a hand and whether it is soft, if they are known."""
    return (hand.total, hand.soft) if hand and hand.known and not hand.hidden else (None, None)


def worth(hand: Hand | None, options: str | None = None, letter: str = "") -> Said:
    """Return the total of a hand, its legal actions, and its result without a bet."""
    return Said(*seen(hand), options, RESULTS.get(letter), None, None, None, None)


def options(table: Table, seat: int, hand: Hand) -> str | None:
    """Return the legal actions of a hand in words, None for the dealer."""
    if seat == DEALER or not hand.known:
        return None
    found = [ACTIONS[one] for one in legal_actions(table, seat, hand)]
    if found and may_stand(table, seat, hand):
        found.insert(1, "stand")
        found += ["surrender"] if may_surrender(table, seat, hand) else []
    return " ".join(found)


def _results(said: Outcome, table: Table, entries: Sequence[Entry], stakes: Stakes) -> Iterator[Parts]:
    """Yield the row of each letter, and then those of insurances."""
    doubled = {(one.actor, one.hand) for one in entries if isinstance(one, Event) and one.action == "!"}
    for seat, letters in zip(table.players, said.seats, strict=False):
        hands = table.seats[seat]
        for place, letter in enumerate(letters):
            if place < len(hands):
                hand = hands[place]
                bet = 2 if (seat, hand.number) in doubled else 1
                pays, stake = table.setup.blackjack, stakes.bets.get(seat)
                won = gain(hand, letter, bet, pays, even=seat in stakes.even) if letter in RESULTS else None
                own = (bet, won, stake and stake * bet, stake and won and stake * won)
                found = Said(*seen(hand), None, RESULTS.get(letter), *own)
                yield ended(seat, hand.number), cards(hand), found, NOTHING
            else:
                # A result of a hand that does not exist.
                yield (ended(seat, None), None, worth(None, None, letter), NOTHING)
    for seat in sorted(stakes.insured.intersection(table.players)):
        # An insurance never wins nothing: then the dealer's cards are unknown.
        money, won = stakes.bets.get(seat), insurance(table.dealer) or None
        result = won and ("win" if won > 0 else "loss")
        both = (money and money * INSURANCE, money and won and money * won)
        yield (
            Said(seat, 1, "insurance", None, None),
            None,
            Said(None, None, None, result, INSURANCE, won, *both),
            NOTHING,
        )


def ended(seat: int, number: int | None) -> Said:
    """Return the columns of the end of a hand."""
    return Said(seat, number, "outcome", None, None)


EVENTS = declared("kibitz.languages.bjn", "events")
HANDS = declared("kibitz.languages.bjn", "hands")


def rows(language: Blackjack, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _events), "records": EACH_HAND}.get(kind)


def _events(analysis: Analysis) -> Iterator[Record]:
    for hand in all_replayed(analysis):
        if hand.tables:
            yield Record(hand.start, _of_hand(hand, analysis.language.facts))


class PlayedHand(NamedTuple):
    """A hand as the one row of its record, and its replay."""

    start: int
    row: Row
    played: Played


@kept_with
def hands(analysis: Analysis) -> Sequence[PlayedHand]:
    """Return the hands, each replayed once. They are cached, because several tables need them."""
    unit = analysis.language.facts.unit
    return [_hand(hand, hand.setup, unit) for hand in all_replayed(analysis) if hand.setup]


def _hands(analysis: Analysis) -> Iterator[Record]:
    return (Record(one.start, [one.row]) for one in hands(analysis))


def _hand(hand: Replayed, setup: Setup, unit: int) -> PlayedHand:
    here = played(setup, hand.values, hand.wagers, unit, hand.gone)
    dealer = here.dealer
    known = dealer.known and not dealer.hidden and dealer.size > 1
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
        str(hand.outcome)[1:-1] if hand.outcome else None,
        *sums,
        *money,
    )
    return PlayedHand(hand.start, (*hand.span(hand.entries[0].span), (said,)), here)


EACH_HAND = Rows(HANDS, _hands)


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
        for tenth in range(1 if len(roll) >= FEWEST else TENTHS, TENTHS + 1) if len(roll) >= LEAST else ():
            now = roll[: len(roll) * tenth // TENTHS]
            yield _record(0, [Said(seat, tenth, now[-1], max(now), min(now), drawdown(now))])


def _lessons(analysis: Analysis) -> Iterator[Record]:
    for hand in hands(analysis):
        said = [
            Said(one.kind, f"{one.situation}: {DID[one.chosen]}, not {DID[one.advised]}", 1, one.cost)
            for one in hand.played.decisions
            if one.chosen != one.advised
        ]
        yield _record(hand.start, said)


@kept_with
def _weighed(analysis: Analysis) -> Sequence[tuple[PlayedHand, Sequence[Seat]]]:
    """Return the hands with the results and expected units of their seats. They are cached, because two tables need them."""
    return [(one, one.played.session(weighed=True).seats) for one in hands(analysis)]


def _rounds(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each seat of each hand with an outcome."""
    every = _weighed(analysis)
    told = any(one.played.stakes.bets for one, _ in every)
    for hand, seats in every:
        found = []
        for at, seat in enumerate(seats, start=1):
            bet = hand.played.stakes.bets.get(at) if told else 1
            if seat.hands and bet is not None:
                found.append(Said(at, "money" if told else "bets", seat.units * bet, seat.expected * bet))
        yield _record(hand.start, found)
