"""Rules about the end of a hand: the outcome follows from the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import BEHIND, WHOLE, Change, Finding, find
from kibitz.languages.bjn.game.model import RESULTS, Entry, Event, Hand, Outcome, Table, Unread
from kibitz.languages.bjn.game.play import contested, dealer_draws, finished, outcome, result_of
from kibitz.languages.bjn.text.names import capital, hand_name, reason


def check_outcome(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """Yield the mistakes of the outcome, or a finding if it is missing, given the table at the end."""
    number = len(entries) - 1
    last = entries[number]
    if isinstance(last, Outcome):
        yield from _outcome(number, last, table)
        yield from _left(entries, table)
        if table.dealer.hidden and outcome(table) is None:
            yield find("hidden-unrevealed", number)
    elif finished(table) and not isinstance(last, Unread):
        right = str(outcome(table))
        change = Change(BEHIND, right, f"Add the outcome `{right}`")
        yield find("outcome-missing", number, None, change, right=right)


def _outcome(number: int, said: Outcome, table: Table) -> Iterator[Finding]:
    players, first = len(table.players), 0
    if len(said.seats) != players:
        results = f"results of {plural(len(said.seats), 'player')}"
        play = f"{plural(players, 'player')} {'plays' if players == 1 else 'play'}"
        yield find("outcome-count", number, None, *_follows(table), said=results, table=play)
        return
    for seat, letters in zip(table.players, said.seats, strict=True):
        hands = table.seats[seat]
        if not all(hand.known for hand in hands):
            pass
        elif not hands[0].size:
            none = f"player {seat} has no cards"
            yield find("outcome-count", number, first, said=f"a result of player {seat}", table=none)
            return
        elif len(letters) != len(hands):
            results, has = plural(len(letters), "result"), f"player {seat} has {plural(len(hands), 'hand')}"
            yield find("outcome-count", number, first, *_follows(table), said=results, table=has)
        else:
            for field, (hand, letter) in enumerate(zip(hands, letters, strict=True), start=first):
                if (right := result_of(table, hand)) != letter:
                    whose = capital(hand_name(table, seat, hand.number))
                    yield from _wrong(number, field, letter, right, table, hand, whose)
        first += len(letters)


def _wrong(
    number: int, field: int, said: str, right: str | None, table: Table, hand: Hand, whose: str
) -> Iterator[Finding]:
    """Yield the finding of a letter that differs from the right one, None if that is unknown."""
    changes, severity = _follows(table), None
    if said == "r":
        yield find("surrender", number, field, *changes, whose=whose, reason=_no_surrender(table, hand))
        return
    if right and hand.bust:
        yield find("outcome-bust", number, field, Change(field, "l"), *changes, whose=whose, said=said)
        return
    if right:
        result, why = RESULTS[right], reason(hand, table.dealer)
    elif hand.blackjack and said == "l":
        changes = (Change(field, "w"), Change(field, "p"))
        result, why = "blackjack", "only a blackjack of the dealer's ties it"
    else:
        return
    if hand.blackjack and (said == "l" or right == "w"):
        # No house lets a blackjack lose, or tie with less; even money pays one that ties.
        severity = Severity.ERROR
    yield find(
        "outcome-total",
        number,
        field,
        *changes,
        severity=severity,
        whose=whose,
        said=RESULTS[said],
        right=result,
        why=why,
    )


def _no_surrender(table: Table, hand: Hand) -> str:
    """Return why a hand can't be surrendered."""
    if not table.setup.surrenders:
        return "the setup has neither `surr` nor `esurr`"
    if hand.ended == "r":
        last = table.setup.plays("nopeek") or table.setup.plays("nohole")
        return "the dealer has a blackjack" + ("" if last else ", and looked first")
    if hand.blackjack:
        return "it is a blackjack"
    return "a player can surrender only the first two cards, before any other action"


def _follows(table: Table) -> tuple[Change, ...]:
    follows = outcome(table)
    return () if follows is None else (Change(WHOLE, str(follows), f"Change the outcome to `{follows}`"),)


def _left(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """Yield the finding of a dealer who stops below 17 while the total still matters to a player."""
    dealer = table.dealer
    if dealer.ended or dealer.hidden or not dealer.known or dealer.size < 2 or not dealer_draws(table):
        return
    if contested(table, surely=True):
        last = max(at for at, one in enumerate(entries) if isinstance(one, Event) and not one.actor)
        if dealer.total == 17:
            yield find("house-soft-17", last, does="stands", option="h17")
        else:
            yield find("dealer-stands", last, label=dealer.label)
