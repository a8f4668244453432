"""Rules about the end of a hand: the outcome follows from the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.words import plural
from kibitz.languages.bjn.findings import BEHIND, WHOLE, Change, Finding, capital, hand_name
from kibitz.languages.bjn.model import RESULTS, Entry, Event, Outcome
from kibitz.languages.bjn.names import short
from kibitz.languages.bjn.replay import DEALER, Hand, Table
from kibitz.languages.bjn.scoring import outcome, result
from kibitz.languages.bjn.turns import contested, finished


def check_end(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """What the last entries lack or get wrong, given the table that they lead to."""
    number = len(entries) - 1
    last = entries[number]
    if isinstance(last, Outcome):
        yield from _outcome(number, last, table)
        yield from _dealer_left(entries, table)
        if table.dealer.hidden:
            yield Finding("hidden-unrevealed", number, None)
    elif finished(table):
        right = str(outcome(table))
        change = Change(f"Write the outcome: `{right}`", BEHIND, right)
        yield Finding("outcome-missing", number, None, {"right": right}, changes=(change,))


def _outcome(number: int, said: Outcome, table: Table) -> Iterator[Finding]:
    players = len(table.seats) - 1
    if len(said.seats) != players:
        fields = {
            "said": f"results of {plural(len(said.seats), 'player')}",
            "table": f"there are {players} at the table",
        }
        yield Finding("outcome-count", number, None, fields, changes=_follows(table))
        return
    letter = 0
    for seat, letters in enumerate(said.seats, start=1):
        hands = table.seats[seat]
        if len(letters) != len(hands):
            fields = {
                "said": plural(len(letters), "result"),
                "table": f"player {seat} has {plural(len(hands), 'hand')}",
            }
            yield Finding("outcome-count", number, letter, fields, changes=_follows(table))
        else:
            for offset, hand in enumerate(hands):
                right = result(hand, table.dealer)
                if right is not None and right != letters[offset]:
                    yield _wrong(number, letter + offset, letters[offset], right, table, seat, hand)
        letter += len(letters)


def _wrong(number: int, field: int, said: str, right: str, table: Table, seat: int, hand: Hand) -> Finding:
    """A letter that does not follow."""
    whose = capital(hand_name(table, seat, hand.number))
    if hand.bust:
        changes = (Change("Write `l`", field, "l"), *_follows(table))
        return Finding("outcome-bust", number, field, {"whose": whose, "said": said}, changes=changes)
    fields = {
        "whose": whose,
        "said": RESULTS[said],
        "right": RESULTS[right],
        "why": reason(hand, table.dealer),
    }
    return Finding("outcome-total", number, field, fields, changes=_follows(table))


def _follows(table: Table) -> tuple[Change, ...]:
    follows = outcome(table)
    return () if follows is None else (Change(f"The outcome follows: `{follows}`", WHOLE, str(follows)),)


def reason(hand: Hand, dealer: Hand) -> str:
    """Why the result of a hand is what it is: `20 against 21`, `a blackjack against 21`."""
    if hand.bust:
        return f"bust with {hand.pips}"
    return f"{short(hand)} against the dealer's {short(dealer)}"


def _dealer_left(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """The dealer may not leave a hand below 17 as long as somebody can still win or lose by it."""
    dealer = table.dealer
    if dealer.ended or dealer.hidden or not dealer.known or dealer.size < 2 or dealer.total >= 17:
        return
    if contested(table):
        last = max(
            number for number, one in enumerate(entries) if isinstance(one, Event) and one.actor == DEALER
        )
        yield Finding("dealer-stands", last, None, {"label": dealer.label})
