"""Whole entries as snippets: the next event, the two rounds of the deal."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.answers import Completion
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._cursor import Cursor
from kibitz.languages.bjn.game.decisions import signed
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.model import Event
from kibitz.languages.bjn.game.play import play
from kibitz.languages.bjn.game.splits import split_block
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions, may_peek, turn, unmarked
from kibitz.languages.bjn.text.names import seat_name, seat_title, total

HIDES = Event(DEALER, 1, modifier="?")
"""The event of the dealer's hidden card."""
WORTH = " · worth "
"""Between what a play is and what it is worth."""


def next_events(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """The events with which the seat whose turn it is may go on, and what else may happen now."""
    now = turn(table)
    if now is not None and (hand := table.hand(*now)) is not None:
        if table.dealing:
            yield from _dealt(table, now[0], hand, span)
            return
        yield from _acts(table, now[0], hand, span, cursor.separator)
    yield from _otherwise(table, cursor.latest, span)


def _acts(table: Table, seat: int, hand: Hand, span: Span, separator: str) -> Iterator[Completion]:
    if seat == DEALER:
        action = "%" if "%" in legal_actions(table, seat, hand) else "^"
        does = "reveals the hidden card" if action == "%" else f"draws on {total(hand)}"
        yield _snippet(Event(seat, hand.number, action), span, f"the dealer {does}")
        return
    worth = values(table, seat, hand)
    plays = _plays(table, seat, hand, span, separator)
    for sign, one in sorted(plays, key=lambda play: -worth.get(play[0], 0.0)):
        said = f"{WORTH}{signed(worth[sign])}" if sign in worth else ""
        yield one._replace(detail=one.detail + said)


def _plays(
    table: Table, seat: int, hand: Hand, span: Span, separator: str
) -> Iterator[tuple[str, Completion]]:
    """What a player may do, each with its sign."""
    event, held, legal = Event(seat, hand.number), total(hand), legal_actions(table, seat, hand)
    yield "^", _snippet(event._replace(action="^"), span, f"hit {held}")
    if hand.size >= 2:
        yield "_", _plain(str(event._replace(modifier="_")), span, f"stand on {held}")
    if "!" in legal:
        yield "!", _snippet(event._replace(action="!", modifier="_"), span, f"double {held}")
    if "/" in legal:
        split = event._replace(action="/")
        # Where a card can't be read, nobody knows the block.
        text = separator.join(filter(None, (str(split), split_block(play(table, split)))))
        yield "/", _plain(text, span, f"split {hand.cards[0]} and {hand.cards[1]}")
    if hand.split and hand.size < 2:
        yield "", _snippet(event, span, "the second card of the split hand")


def _otherwise(table: Table, latest: tuple[int, int], span: Span) -> Iterator[Completion]:
    """A 21 may say that it stands; a dealer with an ace or a ten may show a blackjack before anybody plays."""
    if not table.dealer.hidden:
        return
    for seat, hand in unmarked(table, latest):
        stands = Event(seat, hand.number, modifier="_")
        yield _plain(str(stands), span, f"{seat_title(table, seat, hand)} stands on 21")
    if may_peek(table):
        yield _snippet(Event(DEALER, 1, "%", modifier="_"), span, "the dealer shows a blackjack")


def _dealt(table: Table, seat: int, hand: Hand, span: Span) -> Iterator[Completion]:
    if seat == DEALER and not hand.hidden and not table.setup.plays("nohole"):
        hidden = _plain(str(HIDES), span, "a hidden card for the dealer")
        shown = _snippet(Event(DEALER, 1), span, "an open card for the dealer")
        yield from (shown, hidden) if hand.cards else (hidden, shown)
    else:
        yield _snippet(Event(seat, 1), span, f"a card for {seat_name(seat)}")


def in_a_line(text: str) -> str:
    """A text as it stands in a list, with a sign for each line end."""
    return LINE_BREAK.sub("⏎", text)


def _plain(text: str, span: Span, detail: str) -> Completion:
    return Completion(in_a_line(text), span, text, "snippet", detail)


def _snippet(event: Event, span: Span, detail: str) -> Completion:
    """An event with a tab stop for its card; clients without snippets get what stands before that alone."""
    head, tail = f"{event.actor}.{event.hand}.{event.action}.", f".{event.modifier}"
    text = f"{head}${{1:card}}{tail}"
    return Completion(f"{head}…{tail}", span, text, "snippet", detail, filter=head, snippet=True, plain=head)


def deal(table: Table, span: Span, separator: str) -> Completion:
    """The two rounds of the deal, with a tab stop for each card that is seen."""
    texts: list[str] = []
    plain: list[str] = []
    while (now := turn(table)) is not None and not table.started and len(plain) < 2 * len(table.seats):
        hides = now[0] == DEALER and not (table.dealer.hidden or table.setup.plays("nohole"))
        event = HIDES if hides else Event(now[0], 1)
        plain.append(str(event))
        stop = sum(not text.endswith("?") for text in plain)
        texts.append(plain[-1] if hides else f"{event.actor}.1..${{{stop}:card}}.")
        table = play(table, event if hides else event._replace(card="2s"))
    players = plural(len(table.seats) - 1, "player")
    return Completion(
        "deal",
        span,
        separator.join(texts),
        "snippet",
        f"two rounds for {players}",
        snippet=True,
        plain=separator.join(plain),
    )
