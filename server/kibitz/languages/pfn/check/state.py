"""The fold over a round, and the rules that need the whole of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from calendar import isleap
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS, STRANGE
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import did_you_mean, plural, quoted
from kibitz.languages.pfn.check import sums, trades
from kibitz.languages.pfn.check.deal import check_deal, check_goal, check_sizes, unknown_suit
from kibitz.languages.pfn.check.sums import Aggregate, Books, check_events, gained
from kibitz.languages.pfn.check.tables import changed, check_keys, check_missing, unknown_player, with_result
from kibitz.languages.pfn.check.trades import Round
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    PayoutRule,
    chips,
    facts,
    most_goal_cards,
    wrong_banks,
)
from kibitz.languages.pfn.game.play import Cards, RoundState
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Reader, Record, spare
from kibitz.languages.pfn.text.tables import (
    BANK,
    Leaf,
    Part,
    Path,
    integer,
    lists,
    number,
    tables,
)
from kibitz.languages.pfn.toml.cut import is_uncut
from kibitz.languages.pfn.toml.names import clashes, taken


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for Result, apart from the banks against the trades, or nothing without a result."""
    result = next(record.at("Result"), None)
    if result is None:
        return
    yield from _suits(rules, record)
    spec, there = tables()[result.path], dict.fromkeys(leaf.name for leaf in record.leaves(*result.path))
    unknown = islice((name for name in there if spec.key(name) is None), STRANGE)
    asked = [key.name for key in record.banks_missing]
    misspelt = {spec.meant(name, there, asked) for name in unknown}
    missing = [key for key in record.banks_missing if key.name not in misspelt]
    others = [key.name for key in spec.keys if key.required and key.name not in there]
    strangers = sum(not record.terms.plays(player) for player in record.banks)
    if len(missing) > strangers and all(name.endswith(BANK) for name in others):
        yield rules["missing-bank"].at(*result.head, keys=quoted(key.name for key in missing))
    for player, leaf in record.banks.items():
        if not record.terms.plays(player):
            hands = {
                hand.player: changed(hand.leaf.key, write.key(player), hand.player)
                for hand in record.hands
                if hand.player not in record.banks
            }
            part = Part(player, leaf.key)
            yield unknown_player(rules, "bank-of-nobody", part, record.players, hands, BANK)
        elif leaf.node is not None and leaf.node.kind == "float" and number(leaf) is not None:
            yield rules["bank-fraction"].at(*leaf.span, key=leaf.name, found=leaf.node.value)
    yield from _winners(rules, record)


def against_trades(
    rules: Rules, record: Record, end: Outcome | None, count: int, last: Number | None, *, sound: bool
) -> Iterator[Diagnostic]:
    """Yield the findings for banks and winners that contradict the round.

    If the trades are not `sound`, one of them is missing or impossible, and another rule reports that.
    """
    if next(record.at("Result"), None) is None:
        return
    end = end if sound else None
    missing = list(_moments(rules, record, count, last)) if sound else []
    banks = list(_banks(rules, record, end)) if end is not None else []
    # One wrong trade makes banks, goal cards and winners wrong. Only the banks or the number of trades are reported.
    yield from missing or banks
    paid = end.paid if end is not None and not banks else {}
    for leaf in record.leaves("Result", "GoalCounts"):
        written = number(leaf)
        if not record.terms.plays(leaf.name) and leaf.name not in record.terms.odd:
            yield unknown_player(rules, "bank-of-nobody", Part(leaf.name, leaf.key), record.players)
        elif paid and written is not None and written != paid[leaf.name].goal_cards:
            yield _differs(rules, leaf, written, paid[leaf.name].goal_cards, "deal and the trades")
    yield from _winners_by_rule(rules, record, end, record.payout_rule(end), sure=not banks)


def _moments(rules: Rules, record: Record, count: int, last: Number | None) -> Iterator[Diagnostic]:
    """Compare the number and the last time of trades in the result with the trades."""
    for name, right in (("TradeCount", count), ("FinalTradingTime", last)):
        leaf = record.leaf("Result", name)
        written = number(leaf)
        # Trading may end after the last trade, but not before it.
        wrong = (
            written is not None
            and right is not None
            and (written - right < -0.005 or (name == "TradeCount" and written != right))
        )
        if leaf is not None and written is not None and right is not None and wrong:
            yield _differs(rules, leaf, written, right, "trades" if name == "TradeCount" else "last trade")


def _differs(rules: Rules, leaf: Leaf, written: Number, right: Number, by: str) -> Diagnostic:
    return rules["result-differs"].at(
        *leaf.span, key=leaf.name, written=chips(written), by=by, right=chips(right),
        fixes=[changed(leaf.span, str(right), chips(written))],
    )  # fmt: skip


def _suits(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Check the suits of the result. A goal suit that is wrong in DeckSetup is reported there."""
    revealed, goal = record.leaf("Result", "Revealed12CardSuit"), record.leaf("Result", "GoalSuit")
    twelve = record.deal.twelve
    if revealed is not None:
        yield from unknown_suit(rules, revealed)
        written = record.suit("Result", "Revealed12CardSuit")
        if twelve is not None and written not in {None, twelve}:
            place = record.leaf("DeckSetup", "Distribution", twelve)
            related = [Related(place.span, f"{twelve} has 12 cards")] if place else []
            yield rules["revealed-suit"].at(
                *revealed.span,
                twelve=twelve,
                written=written,
                related=related,
                fixes=[changed(revealed.plain.span, twelve, written)],
            )
    if goal is not None:
        yield from unknown_suit(rules, goal)
        written, deck_goal = record.suit("Result", "GoalSuit"), record.leaf("DeckSetup", "GoalSuit")
        in_deck = record.suit("DeckSetup", "GoalSuit")
        if deck_goal is not None and in_deck is not None and written not in {None, in_deck, record.goal}:
            yield rules["result-goal-suit"].at(
                *goal.span, goal=in_deck, written=written,
                related=[Related(deck_goal.span, "the goal suit is here")], fixes=[changed(goal.plain.span, in_deck, written)],
            )  # fmt: skip


def _winners(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or leaf.node.kind != "array":
        return
    if not leaf.node.items:
        yield rules["no-winner"].at(*leaf.span)
        return
    named: set[str] = set()
    names = [part.text for part in leaf.parts]
    for part in leaf.parts:
        if not record.terms.plays(part.text) and part.text not in record.terms.odd:
            yield unknown_player(rules, "unknown-winner", part._replace(span=part.bare), record.players)
        elif part.text in named:
            yield rules["winner-twice"].at(
                *part.span,
                player=part.text,
                fixes=[changed(leaf.span, write.value([*dict.fromkeys(names)]), write.value(names))],
            )
        named.add(part.text)


def _banks(rules: Rules, record: Record, end: Outcome) -> Iterator[Diagnostic]:
    """Yield the finding for written banks that differ from the computed ones."""
    written = record.written_banks
    wrong = wrong_banks(written, end.banks)
    if not wrong:
        return
    words = ", ".join(f"`{player}` {chips(bank)}" for player, bank in end.banks.items())
    edits = tuple(Edit(*record.banks[player].span, chips(end.banks[player])) for player in wrong)
    fix = Fix("Replace the banks by the computed ones", edits)
    # Variants may have other payouts.
    severity = Severity.INFORMATION if record.deal.variant else None
    differences = []
    for player in wrong:
        more = written[player] - end.banks[player]
        amount = chips(abs(more))
        amount = "a little" if amount == "0" else amount
        differences.append(f"`{player}` has {amount} {'more' if more > 0 else 'less'}")
    what = " and ".join(differences) if end.followed else "The banks follow no payout rule that kibitz knows"
    yield rules["bank-differs"].at(
        *record.banks[wrong[0]].span,
        what=what,
        rule=end.rule.name,
        banks=words,
        fixes=[fix],
        severity=severity,
    )


def _winners_by_rule(
    rules: Rules, record: Record, end: Outcome | None, rule: PayoutRule, *, sure: bool
) -> Iterator[Diagnostic]:
    """Yield the finding for wrong winners: the highest bank by the standard rule, most goal cards by the flat one."""
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or leaf.node.kind != "array" or not leaf.node.items:
        return
    named = {*record.winners}
    if len(named) < len(leaf.node.items) or not all(map(record.terms.plays, named)):
        return
    holders = most_goal_cards(end.paid) if end is not None else []
    top = record.richest
    if end is not None and end.followed and top and top != named:
        # The bank gets its own finding.
        top = {*end.winners}
    if not rule.ante:
        if end is not None and sure and end.followed and holders and named != set(holders):
            count = plural(end.paid[holders[0]].goal_cards, "card")
            yield rules["winner-goal-cards"].at(
                *leaf.span, players=quoted(holders), count=count,
                fixes=[changed(leaf.span, write.value(holders), write.value(record.winners))],
            )  # fmt: skip
        return
    if top and top != named:
        winners = [player for player in record.players if player in top]
        yield rules["winner-bank"].at(
            *leaf.span, bank=chips(max(record.written_banks[player] for player in winners)), players=quoted(winners),
            fixes=[changed(leaf.span, write.value(winners), write.value(record.winners))],
        )  # fmt: skip
    elif end is not None and holders and not named & set(holders):
        yield most_lost(rules, leaf.span, end)


def most_lost(rules: Rules, winners: Span, end: Outcome) -> Diagnostic:
    """Return the finding that no holder of most goal cards is among the winners; `winners` is the place of the winners."""
    holders = most_goal_cards(end.paid)
    count = plural(end.paid[holders[0]].goal_cards, "card")
    verb = "is" if len(holders) == 1 else "are"
    return rules["most-goal-cards"].at(*winners, holders=quoted(holders), count=count, verb=verb)


class State(NamedTuple):
    """The state of a round between two chunks."""

    path: Path | None
    """The table that a chunk without a header continues, or None if it is unknown."""
    round: trades.Round


def start(record: Record) -> State:
    """Return the state before the first chunk."""
    return State((), Round(None, False, Cards(record.terms.dealt, untold=record.terms.untold)))


def step(reader: Reader, record: Record, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
    """Return the state after a chunk, and the findings for its trades."""
    path = reader.path_after(chunk.text, state.path)
    round_, found = trades.step(reader, record.terms, state.round, chunk, path)
    return State(path, with_spare(round_, spare(reader.section(chunk.text), path))), found


def with_spare(round_: Round, key: str) -> Round:
    """Return the same round with a key above the next header that belongs below it, or none."""
    return round_ if round_.spare == key else round_._replace(spare=key)


def check_game(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for FiggieGame, apart from its keys and their types."""
    count = record.leaf("FiggieGame", "Players")
    players = integer(count)
    if count is not None and players is not None and players not in facts().players:
        yield rules["player-count"].at(*count.span, count=players)
    elif count is not None and players is not None and record.players and players != record.deal.seats:
        hands = record.deal.seats
        fixes = [changed(count.span, str(hands), players)]
        yield rules["players-dealt"].at(*count.span, count=players, hands=hands, fixes=fixes)
    duration = record.leaf("FiggieGame", "GameDuration")
    if duration is not None and (seconds := number(duration)) is not None and not seconds > 0:
        yield rules["game-duration"].at(*duration.span, count=chips(seconds))
    day = record.leaf("FiggieGame", "Date")
    if day is not None and day.node is not None:
        yield from _date(rules, day, day.node.value)


def _date(rules: Rules, leaf: Leaf, value: object) -> Iterator[Diagnostic]:
    if isinstance(value, date):
        written = value.isoformat()
        fix = Fix.of(f'Change `{written}` to `"{written}"`', *leaf.span, f'"{written}"', safe=True)
        yield rules["unquoted-date"].at(*leaf.span, text=written, fixes=[fix])
    elif isinstance(value, str) and value and (wanted := date_problem(value)):
        meant = _meant_dates(value)
        fixes = [changed(leaf.plain.span, day, value) for day in meant]
        wanted += did_you_mean(meant[0]) if len(meant) == 1 else ""
        yield rules["not-a-date"].at(*leaf.span, text=f"`{value}`", wanted=wanted, fixes=fixes)


def date_problem(written: str) -> str | None:
    """Return the problem of a date in ISO 8601 form, with or without a time, or None."""
    found = _ISO.fullmatch(written)
    if found is None:
        if re.match(r"[0-9]{4}-?[0-9]{2}-?[0-9]{2} [0-9]", written):
            return "write a `T` before the time"
        return "write year-month-day, such as `2025-02-15`"
    year, ordinal, week = found.group("year", "ordinal", "week")
    month, day = found["month"] or found["m"], found["day"] or found["d"]
    try:
        date(int(year), int(month or 1), int(day or 1))
        real = 1 <= int(ordinal or 1) <= 365 + isleap(int(year)) and 1 <= int(week or 1) <= 53
    except ValueError:
        real = False
    if not real:
        return f"{year} has no such day"
    clock = found["clock"]
    if clock and (int(clock[:2]) > 23 or any(int(part) > 59 for part in re.findall("[0-9]{2}", clock)[1:3])):
        return "only a time, such as `T18:30:00`, follows the day"
    return None


_ISO = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?P<ordinal>[0-9]{3})|-?W(?P<week>[0-9]{2})-?[1-7]"
    r"|-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})|(?P<m>[0-9]{2})(?P<d>[0-9]{2}))"
    r"(?:T(?P<clock>[0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]+)?)?)?)(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)


def _meant_dates(written: str) -> list[str]:
    """Return the dates that may be meant if the day or the month comes first, or with other separators."""
    found = re.fullmatch(r"([0-9]{1,4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,4})(.*)", written.strip(), re.DOTALL)
    dates = [written.replace(" ", "T", 1)]
    if found is not None:
        one, two, three, rest = found.groups()
        orders = (
            [(one, two, three), (one, three, two)]
            if len(one) == 4
            else [(three, two, one), (three, one, two)]
        )
        dates = [f"{year}-{month:0>2}-{day:0>2}{rest.replace(' ', 'T', 1)}" for year, month, day in orders]
    return [day for day in dict.fromkeys(dates) if date_problem(day) is None]


def finalize(
    reader: Reader, document: Document, record: Record, end: Round, aggregates: Sequence[Aggregate]
) -> Iterator[Diagnostic]:
    """Yield the findings that need the whole record, with offsets of the document.

    The small tables are checked again only after a change in them. Otherwise their findings are moved.
    """
    rules = reader.rules()
    books = Books(reader, document, aggregates)
    players = record.deal.seats
    now = RoundState(end.cards, gained(books.sums, record.players), facts().standard.stake(players))
    came_to = record.outcome(now)
    sound = not end.strained and (not books.sums.count or (books.sums.regular and books.sums.first == 1))
    # Unreadable text above the first header may be an array of trades.
    sound = sound and not any(table.unread for table in record.at())
    last = None if end.last is None or end.late else end.last.time
    found = [
        *trades.with_cards(_tables(reader, record), record, books.sellers),
        *(sums.check_duration(rules, record) if end.late is None else ()),
        *against_trades(rules, record, came_to, books.sums.count, last, sound=sound),
    ]
    if found:
        moved = _moved(found, record, record.places(document))
        yield from with_result(moved, document, record, came_to if sound else None)
    yield from sums.check(books, record.terms, end.late)
    yield from books.check(record.terms, record.payout_rule(came_to).stake(players))


def _tables(reader: Reader, record: Record) -> Sequence[Diagnostic]:
    if record.found is None:
        rules = reader.rules()
        checks = (
            check_missing,
            check_keys,
            check_game,
            check_goal,
            check_sizes,
            check_deal,
            check_events,
            check,
        )
        parts = _names(reader, record), *(check(rules, record) for check in checks)
        record.found = [one for part in parts for one in islice(part, PROBLEMS)]
    return record.found


def _names(reader: Reader, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for names that are taken. Those in a table that is never cut are known with its chunk."""
    for clash in clashes(record.namings(), lists()):
        if clash.one.start != clash.first.start or not is_uncut(clash.one.text):
            yield taken(clash, reader.rules())


def _moved(found: Iterable[Diagnostic], record: Record, places: Sequence[int]) -> Iterator[Diagnostic]:
    """Yield the findings with offsets of the document, each place with its own chunk."""

    def by(offset: int) -> int:
        number = max(bisect_right(record.starts, offset) - 1, 0)
        return places[number] - record.starts[number] if places else 0

    for one in found:
        yield one._replace(
            span=one.span.shifted(by(one.span.start)),
            related=tuple(
                other._replace(span=other.span.shifted(by(other.span.start))) for other in one.related
            ),
            fixes=tuple(
                fix._replace(edits=tuple(edit.shifted(by(edit.start)) for edit in fix.edits))
                for fix in one.fixes
            ),
        )
