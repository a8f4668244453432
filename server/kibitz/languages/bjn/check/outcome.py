"""Rules about the end of a hand: the outcome follows from the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import BEHIND, WHOLE, Change, Finding, find
from kibitz.languages.bjn.check.moves import check_left
from kibitz.languages.bjn.game.model import RESULTS, Entry, Hand, Outcome, Table, Unread
from kibitz.languages.bjn.game.play import finished, outcome, result_of
from kibitz.languages.bjn.text.names import capital, hand_name, reason


def check_outcome(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """Yield the mistakes of the outcome, or a finding if it is missing, given the table at the end."""
    number = len(entries) - 1
    last = entries[number]
    if isinstance(last, Outcome):
        yield from _outcome(number, last, table)
        yield from check_left(entries, table)
        if table.dealer.hidden and outcome(table) is None:
            yield find("hidden-unrevealed", number)
    elif finished(table) and not isinstance(last, Unread):
        right = str(outcome(table))
        yield find(
            "outcome-missing",
            number,
            None,
            Change(BEHIND, right, f"Add the outcome `{right}`"),
            right=right,
        )


def _outcome(number: int, said: Outcome, table: Table) -> Iterator[Finding]:
    players = len(table.players)
    if len(said.seats) != players:
        results = f"results of {plural(len(said.seats), 'player')}"
        play = f"{plural(players, 'player')} {'plays' if players == 1 else 'play'}"
        yield find("outcome-count", number, None, *_follows(table), said=results, table=play)
        return
    letter = 0
    for seat, letters in zip(table.players, said.seats, strict=True):
        hands = table.seats[seat]
        if not all(hand.known for hand in hands):
            pass
        elif not hands[0].size:
            none = f"player {seat} has no cards"
            yield find("outcome-count", number, letter, said=f"a result of player {seat}", table=none)
            return
        elif len(letters) != len(hands):
            results, has = plural(len(letters), "result"), f"player {seat} has {plural(len(hands), 'hand')}"
            yield find("outcome-count", number, letter, *_follows(table), said=results, table=has)
        else:
            for offset, hand in enumerate(hands):
                right = result_of(table, hand)
                if letters[offset] == "r" and right != "r":
                    yield _surrender(number, letter + offset, table, seat, hand)
                elif right is None and hand.blackjack and letters[offset] == "l":
                    yield _natural(
                        number, letter + offset, whose=capital(hand_name(table, seat, hand.number))
                    )
                elif right and right != letters[offset]:
                    yield _wrong(number, letter + offset, letters[offset], right, table, seat, hand)
        letter += len(letters)


def _natural(number: int, field: int, whose: str) -> Finding:
    """Return the finding of a blackjack with the result `l`; it never loses."""
    changes = (Change(field, "w"), Change(field, "p"))
    why = "only a blackjack of the dealer's ties it"
    return find(
        "outcome-total",
        number,
        field,
        *changes,
        severity=Severity.ERROR,
        whose=whose,
        said="loss",
        right="blackjack",
        why=why,
    )


def _surrender(number: int, field: int, table: Table, seat: int, hand: Hand) -> Finding:
    """Return the finding of a hand that can't be surrendered."""
    whose = capital(hand_name(table, seat, hand.number))
    if not table.setup.surrenders:
        reason = "the setup has neither `surr` nor `esurr`"
    elif hand.ended == "r":
        last = table.setup.plays("nopeek") or table.setup.plays("nohole")
        reason = "the dealer has a blackjack" + ("" if last else ", and looked first")
    elif hand.blackjack:
        reason = "it is a blackjack"
    else:
        reason = "a player can surrender only the first two cards, before any other action"
    return find("surrender", number, field, *_follows(table), whose=whose, reason=reason)


def _wrong(number: int, field: int, said: str, right: str, table: Table, seat: int, hand: Hand) -> Finding:
    """Return the finding of a wrong letter."""
    whose = capital(hand_name(table, seat, hand.number))
    if hand.bust:
        changes = (Change(field, "l"), *_follows(table))
        return find("outcome-bust", number, field, *changes, whose=whose, said=said)
    return find(
        "outcome-total",
        number,
        field,
        *_follows(table),
        # No house lets a blackjack lose, or tie with less; even money pays one that ties.
        severity=Severity.ERROR if hand.blackjack and (said == "l" or right == "w") else None,
        whose=whose,
        said=RESULTS[said],
        right=RESULTS[right],
        why=reason(hand, table.dealer),
    )


def _follows(table: Table) -> tuple[Change, ...]:
    follows = outcome(table)
    return () if follows is None else (Change(WHOLE, str(follows), f"Change the outcome to `{follows}`"),)
