"""Rules about the stakes in comments: the bettors, and the hands that allow insurance and even money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.game.model import UNKNOWN, Entry, Event
from kibitz.languages.bjn.game.play import tables
from kibitz.languages.bjn.game.scoring import Wager
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.text.comments import placed_wagers, unclear
from kibitz.languages.bjn.text.names import capital, card_name, seat_name, short
from kibitz.languages.bjn.text.sheet import Sheet


def check_directives(sheet: Sheet, rules: Rules) -> Iterator[Diagnostic]:
    """Yield the directives in comments that are not understood."""
    for placed, found in unclear(sheet) if "//" in sheet.text else ():
        span, problem = (
            found.span.shifted(placed.start),
            f"`{found.name}` takes plain numbers, such as `10, 20`",
        )
        fixes = (
            [Fix.of(f"Change `{found.wrong}` to `{found.meant}`", *span, found.meant)] if found.meant else []
        )
        problem = f"did you mean `{found.meant}`?" if found.meant else problem
        yield rules["directive"].at(*span, fixes=fixes, written=shortened(found.wrong), problem=problem)


def check_stakes(sheet: Sheet, rules: Rules, following: Sheet | None = None) -> Iterator[Diagnostic]:
    """Yield the findings of the comments about stakes in a sheet.

    With `following`, check the comments below the sheet's hand instead: they are about the hand of `following`.
    """
    hand = following or sheet
    if sheet.conflicting or hand.setup is None:
        return
    found = [one for one in placed_wagers(sheet) if one.below == (following is not None)]
    if not found:
        return
    *_, table = tables(hand.setup, hand.values)
    up = _open_card(hand.values)
    for one in found:
        span = Span(one.comment.start, one.comment.start + len(one.comment.text.rstrip()))
        for slug, fields in _wrong(one.wager, table, up):
            yield rules[slug].at(*span, **fields)


def _wrong(wager: Wager, table: Table, up: str) -> Iterator[tuple[str, dict[str, Any]]]:
    players = table.players
    if wager.what == "bet":
        if not wager.seat and len(wager.numbers) > max(len(players), 1):
            bets = plural(len(wager.numbers), "bet")
            yield "bets", {"wrong": f"There are {bets}, and {plural(len(players), 'player')} to bet"}
        return
    seats = [int(number) for number in wager.numbers if number == int(number)]
    seats = [wager.seat] if wager.seat else seats
    for seat in seats:
        if seat not in players:
            yield "bets", {"wrong": f"No player has seat {seat}"}
    if up and up[0] != "a":
        yield "no-ace", {"what": capital(wager.what), "card": card_name(up)}
    elif up and wager.what == "even money":
        for seat in seats:
            hand = table.hand(seat, 1)
            if seat in players and hand and hand.size > 1 and hand.known and not hand.blackjack:
                yield "even-money", {"who": seat_name(seat), "have": short(hand)}


def _open_card(values: Sequence[Entry]) -> str:
    """Return the dealer's upcard, an ace if one of several is; empty if it is unknown."""
    own = [
        one
        for one in values
        if isinstance(one, Event) and one.actor == DEALER and not one.action and one.card
    ]
    aces = [one.card for one in own if one.card[0] == "a"]
    cards = aces or [one.card for one in own]
    return cards[0] if cards and UNKNOWN not in cards else ""
