"""Whole entries as snippets: the next event, the two rounds of the deal."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.game.decisions import signed
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.model import Event, Split
from kibitz.languages.bjn.game.play import play
from kibitz.languages.bjn.game.splits import fresh_number
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions, may_peek, turn, unmarked
from kibitz.languages.bjn.text.names import seat_title, total

WORTH = " · worth "
"""Between what a play is and what it is worth."""


def next_events(table: Table, latest: tuple[int, int], span: Span, separator: str) -> Iterator[Completion]:
    """The events with which the seat whose turn it is may go on, and what else may happen now."""
    now = turn(table)
    if now is not None and (hand := table.hand(*now)) is not None:
        if table.dealing:
            yield from _dealt(table, now[0], hand, span)
            return
        yield from _acts(table, now[0], hand, span, separator)
    yield from _otherwise(table, latest, span)


def _acts(table: Table, seat: int, hand: Hand, span: Span, separator: str) -> Iterator[Completion]:
    head, held = f"{seat}.{hand.number}.", total(hand)
    actions = legal_actions(table, seat, hand)
    if "%" in actions:
        yield _snippet(f"{head}%.", "${1:card}", ".", span, "the dealer reveals the hidden card")
        return
    if seat == DEALER:
        yield _snippet(f"{head}^.", "${1:card}", ".", span, f"the dealer draws on {held}")
        return
    worth = values(table, seat, hand)
    plays = _plays(table, seat, hand, span, separator)
    yield from (one for _, one in sorted(plays, key=lambda play: -worth.get(play[0], 0.0)))


def _plays(
    table: Table, seat: int, hand: Hand, span: Span, separator: str
) -> Iterator[tuple[str, Completion]]:
    """What a player may do, each with its sign."""
    head, held = f"{seat}.{hand.number}.", total(hand)
    actions, worth = legal_actions(table, seat, hand), values(table, seat, hand)
    say = {play: f"{WORTH}{signed(value)}" for play, value in worth.items()}
    yield "^", _snippet(f"{head}^.", "${1:card}", ".", span, f"hit {held}{say.get('^', '')}")
    if hand.size >= 2:
        yield "_", _plain(f"{head}.._", span, f"stand on {held}{say.get('_', '')}")
    if "!" in actions:
        yield "!", _snippet(f"{head}!.", "${1:card}", "._", span, f"double {held}{say.get('!', '')}")
    if "/" in actions:
        numbers = (hand.number, fresh_number(table, seat))
        block = Split(numbers, (hand.cards[0], hand.cards[1]))
        what = f"split {hand.cards[0]} and {hand.cards[1]}{say.get('/', '')}"
        yield "/", _plain(f"{head}/..{separator}{block}", span, what)
    if hand.split and hand.size < 2:
        yield "", _snippet(f"{head}.", "${1:card}", ".", span, "the second card of the split hand")


def _otherwise(table: Table, latest: tuple[int, int], span: Span) -> Iterator[Completion]:
    """A 21 may say that it stands; a dealer with an ace or a ten may show a blackjack before anybody plays."""
    if not table.dealer.hidden:
        return
    for seat, hand in unmarked(table, latest):
        yield _plain(f"{seat}.{hand.number}..._", span, f"{seat_title(table, seat, hand)} stands on 21")
    if may_peek(table):
        yield _snippet("0.1.%.", "${1:card}", "._", span, "the dealer shows a blackjack")


def _dealt(table: Table, seat: int, hand: Hand, span: Span) -> Iterator[Completion]:
    who = "the dealer" if seat == DEALER else f"player {seat}"
    if seat == DEALER and not hand.hidden and not table.setup.plays("nohole"):
        hidden = _plain("0.1...?", span, "a hidden card for the dealer")
        shown = _snippet("0.1..", "${1:card}", ".", span, "an open card for the dealer")
        yield from (shown, hidden) if hand.cards else (hidden, shown)
    else:
        yield _snippet(f"{seat}.1..", "${1:card}", ".", span, f"a card for {who}")


def _plain(text: str, span: Span, detail: str) -> Completion:
    label = text.replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎")
    return Completion(label, span, text, "snippet", detail)


def _snippet(head: str, stop: str, tail: str, span: Span, detail: str) -> Completion:
    """`head`, a tab stop and `tail`; clients without snippets get `head` alone."""
    label = f"{head}…{tail}"
    return Completion(
        label, span, f"{head}{stop}{tail}", "snippet", detail, filter=head, snippet=True, plain=head
    )


def deal(table: Table, span: Span, separator: str) -> Completion:
    """The two rounds of the deal, with a tab stop for each card that is seen."""
    events: list[Event] = []
    while (now := turn(table)) is not None and not table.started and len(events) < 2 * len(table.seats):
        hides = now[0] == DEALER and not (table.dealer.hidden or table.setup.plays("nohole"))
        event = Event(now[0], 1, "", "" if hides else "2s", "?" if hides else "")
        events.append(event)
        table = play(table, event)
    stops = iter(range(1, len(events) + 1))
    text = separator.join(f"{e.actor}.1..${{{next(stops)}:card}}." if e.card else str(e) for e in events)
    plain = separator.join(str(event._replace(card="")) for event in events)
    players = plural(len(table.seats) - 1, "player")
    return Completion("deal", span, text, "snippet", f"two rounds for {players}", snippet=True, plain=plain)
