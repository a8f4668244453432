"""Completion that knows the shoe, the totals, whose turn it is and what is usually done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.items import touched
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from kibitz.core.words import listed, plural
from kibitz.languages.bjn.features._cursor import Cursor, cursor_at
from kibitz.languages.bjn.features._forecast import OTHER_RULES
from kibitz.languages.bjn.features._foresee import foresee
from kibitz.languages.bjn.features._remarks import remarks
from kibitz.languages.bjn.features.customs import AS_NEIGHBOUR
from kibitz.languages.bjn.game.decisions import signed
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTIONS,
    ACTOR,
    CARD,
    DECK,
    HAND,
    HOUSE_RULES,
    MODIFIER,
    RESULTS,
    Event,
    Outcome,
    Setup,
)
from kibitz.languages.bjn.game.play import dealt, play, split_block
from kibitz.languages.bjn.game.scoring import left_in_shoe, outcome
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import (
    due,
    finished,
    legal_actions,
    may_peek,
    may_stand,
    seats_to_act,
    turn,
    unmarked,
)
from kibitz.languages.bjn.text.comments import told
from kibitz.languages.bjn.text.names import card_name, letters, seat_name, seat_title, total
from kibitz.languages.bjn.text.sheet import Placed, seat_number

Choice = tuple[str, str, str]
"""A value that a field may have, its kind, and its meaning."""


def whole_events(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """The events that may come next, and the seats that may have one."""
    yield from next_events(cursor, table, span)
    yield from _offered(_actors(cursor, table), span)


def event_field(cursor: Cursor, table: Table, placed: Placed, at: int) -> Iterator[Completion]:
    """Yield the possible values of the field at an offset (`at`) of an event."""
    parts = placed.text.split(".")
    number = placed.text.count(".", 0, at)
    if number > MODIFIER or (number == ACTOR and table.parting):
        return
    start = placed.start + sum(len(part) + 1 for part in parts[:number])
    span = cursor.replayed.span(Span(start, start + len(parts[number])))
    if len(parts) == 1:
        yield from whole_events(cursor, table, span)
    else:
        yield from _offered(_choices(cursor, table, parts, number), span)


def _offered(choices: Iterable[Choice], span: Span) -> Iterator[Completion]:
    return (Completion(text, span, text, kind, detail) for text, kind, detail in choices)


def _choices(cursor: Cursor, table: Table, parts: list[str], number: int) -> Iterator[Choice]:
    seat, hand = seat_number(parts[ACTOR]), table.hand(seat_number(parts[ACTOR]), seat_number(parts[HAND]))
    if number == ACTOR:
        yield from _actors(cursor, table)
    elif number == HAND:
        for one, held in seats_to_act(table, cursor.latest):
            if one == seat:
                yield str(held.number), "value", _joined(f"hand {held.number}", total(held))
    elif hand is None or hand.ended:
        return
    elif number == ACTION:
        for action in legal_actions(table, seat, hand):
            yield action, "action", f"{ACTIONS[action]} · {total(hand)}"
    elif number == CARD:
        yield from _cards(table, seat, hand, parts[ACTION])
    else:
        yield from _modifiers(table, parts, hand)


def _actors(cursor: Cursor, table: Table) -> Iterator[Choice]:
    """The seats that may have an event now, whose turn it is first, each with what it holds."""
    for seat in dict.fromkeys(seat for seat, _ in seats_to_act(table, cursor.latest)):
        held = " / ".join(filter(None, map(total, table.seats[seat])))
        yield str(seat), "player", _joined("dealer" if seat == DEALER else f"player {seat}", held)


def _joined(*facts: str) -> str:
    return " · ".join(filter(None, facts))


def _cards(table: Table, seat: int, hand: Hand, action: str) -> Iterator[Choice]:
    """The cards that the shoe still holds, with how many are left and the total that each makes."""
    # A split has no card: those of the new hands come behind its block.
    if action == "/" or action not in legal_actions(table, seat, hand) or (not action and hand.size >= 2):
        return
    for card, count in left_in_shoe(table).items():
        if count:
            after = dealt(hand, Event(0, 1, action, card))
            yield card, "card", f"{card_name(card)} · {total(after)} · {count} left"


def _modifiers(table: Table, parts: list[str], hand: Hand) -> Iterator[Choice]:
    """`#` if the card takes the hand over 21, and only then; `?` for the dealer's hole card."""
    card = parts[CARD].lower() if parts[CARD].lower() in DECK else ""
    action = parts[ACTION] if parts[ACTION] in ACTIONS else ""
    event = Event(seat_number(parts[ACTOR]), hand.number, action, card)
    after = dealt(hand, event) if card else hand
    if after.bust:
        yield "#", "action", f"bust · {after.pips}"
    elif event.actor == DEALER and not card and not action:
        if not (table.started or hand.hidden or table.setup.plays("nohole")):
            yield "?", "action", "hidden card"
    elif action != "/" and may_stand(table, event.actor, after):
        yield "_", "action", f"stand · {total(after)}"


# Whole entries as snippets

HIDES = Event(DEALER, 1, modifier="?")
"""Yield the event of the dealer's hole card."""
WORTH = " · worth "
"""Between what a play is and what it is worth."""


def next_events(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """The events with which the seat whose turn it is may go on, and what else may happen now."""
    if now := due(table):
        if table.dealing:
            yield from _dealt(table, *now, span)
            return
        yield from _acts(table, *now, span, cursor.separator)
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
    """The actions of a player, each with its sign."""
    event, held, legal = Event(seat, hand.number), total(hand), legal_actions(table, seat, hand)
    yield "^", _snippet(event._replace(action="^"), span, f"hit {held}")
    if hand.size >= 2:
        yield "_", _plain(str(event._replace(modifier="_")), span, f"stand on {held}")
    if "!" in legal:
        yield "!", _snippet(event._replace(action="!", modifier="_"), span, f"double {held}")
    if "/" in legal:
        split = event._replace(action="/")
        # An unreadable card makes the block unknown.
        text = separator.join(filter(None, (str(split), split_block(play(table, split)))))
        yield "/", _plain(text, span, f"split {hand.cards[0]} and {hand.cards[1]}")
    if hand.split and hand.size < 2:
        yield "", _snippet(event, span, "the second card of the split hand")


def _otherwise(table: Table, latest: tuple[int, int], span: Span) -> Iterator[Completion]:
    """A 21 may say that it stands; a dealer with an ace or a ten may show a blackjack before the players act."""
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
    """Return a text as a list shows it, with a sign for each line end."""
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
    while (now := turn(table)) and not table.started and len(plain) < 2 * len(table.seats):
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


SHOES = (52, 312, 416, 104, 208)
"""The usual numbers of cards, the likeliest first: one, six, eight, two and four decks."""
MOST_PLAYERS = 7
MOST_PATHS = 5
LINE_ENDS = ("\n", "\r")
_LETTERS = re.compile(r"[^\W_]+")


def complete(language: object, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """What may be typed at `offset`: first what is likely to follow, up to the next card, and then what may stand there.

    All items replace the same text, because some editors take the first one's range for all. Where the line may end
    Enter means itself: there nothing is offered but a modifier, to those who ask.
    """
    cursor = cursor_at(analysis, offset)
    if cursor.may_end_line:
        if not cursor.complete:
            yield from (item._replace(asked=True) for item in _here(cursor))
        return
    yield from remarks(cursor)
    items = [] if cursor.complete else list(_here(cursor))
    foreseen = list(_foreseen(cursor, items))
    yield from foreseen
    said = {item.text for item in foreseen}
    items = [item for item in items if _typed(item) not in said]
    # A seat is a digit, which is typed as quickly; it is told where nothing else of that seat is.
    told = said.union(item.text for item in items if item.kind != "player")
    yield from (
        item
        for item in items
        if item.kind != "player" or not any(text.startswith(f"{item.text}.") for text in told)
    )


def _typed(item: Completion) -> str:
    """What an item writes, up to its first place to fill in."""
    return item.plain if item.snippet else item.text


def _foreseen(cursor: Cursor, others: Sequence[Completion]) -> Iterator[Completion]:
    """What is likely to be written, no two items of one meaning: of the ways to write it the likeliest.

    The items that are offered besides tell of plays what they are worth.
    """
    worth = {_typed(item): item.detail.partition(WORTH)[2] for item in others}
    besides = {item.detail.partition(WORTH)[0] for item in others}
    start = cursor.field_start
    told = set[tuple[str, bool]]()
    for path in foresee(cursor, MOST_PATHS):
        text = path.text[start - cursor.start :]
        label = in_a_line(text)
        lined = label != text
        meaning = " · ".join(path.notes) or _rest(text)
        if (meaning, lined) in told:
            continue
        told.add((meaning, lined))
        detail = (
            f"{meaning} · {'ends the line' if text[-1] in LINE_ENDS else 'line by line'}"
            if lined and ((meaning, False) in told or meaning in besides)
            else meaning
        )
        detail += f"{WORTH}{worth[text]}" if worth.get(text) else ""
        yield Completion(label, cursor.replayed.span(Span(start, cursor.at)), text, "snippet", detail)


def _rest(text: str) -> str:
    """What an item is that only goes on with what stands there."""
    if text.lstrip().startswith("/"):
        return "the two hands of the split"
    return "ends the line" if text[-1:] in LINE_ENDS else "ends the entry"


def _here(cursor: Cursor) -> Iterator[Completion]:
    """What may stand at the cursor by itself."""
    replayed = cursor.replayed
    if placed := cursor.placed or _begun(cursor):
        yield from _in_item(cursor, placed)
        return
    here = Span(cursor.offset, cursor.offset)
    if cursor.table is None or (cursor.last and cursor.last.kind == "outcome"):
        yield from _setups(cursor, replayed.setup, here, "{", "}")
    elif replayed.item_at(cursor.offset) is None:
        yield from _entries(cursor, cursor.table, here)


def _begun(cursor: Cursor) -> Placed | None:
    """The event that begins at the cursor: its first field may be written anew."""
    found = cursor.replayed.item_at(cursor.offset)
    return found if found and found.kind == "event" else None


def _in_item(cursor: Cursor, placed: Placed) -> Iterator[Completion]:
    replayed, text, at = cursor.replayed, placed.text, cursor.at - placed.start
    closed = text.endswith(("}", "]"))
    if closed and at == len(text):
        return
    inner = replayed.span(Span(placed.start + 1, placed.end - closed))
    if placed.kind == "setup" and text[:at].count(".") >= 2:
        yield from _rules(cursor, placed, at)
    elif placed.kind == "setup":
        yield from _setups(cursor, cursor.former_setup, inner, "", "" if closed else "}")
    elif cursor.table is None:
        return
    elif placed.kind == "outcome":
        # The letters around the cursor, in what stands between the brackets.
        found = [Span(*one.span()) for one in _LETTERS.finditer(text, 1)]
        word = touched(found, at) or Span(at, at)
        word = word.shifted(replayed.start + placed.start)
        yield from _outcomes(cursor.table, inner, word, "" if closed else "]")
    elif placed.kind == "split":
        yield from _block(cursor.table, replayed.span(placed.span))
    elif placed.kind == "event":
        yield from event_field(cursor, cursor.table, placed, at)


def _setups(cursor: Cursor, before: Setup | None, span: Span, head: str, tail: str) -> Iterator[Completion]:
    """Yield the setup of the previous hand or of another record, and then the usual ones, with a player for each bet."""
    neighbour = cursor.neighbour[0] if before is None and cursor.neighbour else None
    if head and before and before.options:
        text = f"{head}{before.players}.{before.cards}."
        yield Completion(text, span, text, "value", OTHER_RULES)
    bets = [len(one.wager.numbers) for one in told(cursor.replayed.sheet) if one.wager.what == "bet"]
    least = min(max(bets, default=1), MOST_PLAYERS)
    usual = [(players, cards) for cards in SHOES for players in range(least, MOST_PLAYERS + 1)]
    first = [one[:2] for one in (before, neighbour) if one and one[0] >= least]
    for players, cards in dict.fromkeys(first + usual):
        text = f"{players}.{cards}"
        decks = plural(cards // 52, "deck") if cards % 52 == 0 else plural(cards, "card")
        why = f" · {AS_NEIGHBOUR}" if neighbour and (players, cards) == neighbour[:2] else ""
        label, detail = head + text + (tail if head else ""), f"{plural(players, 'player')}, {decks}{why}"
        yield Completion(label, span, head + text + tail, "value", detail)


def _rules(cursor: Cursor, placed: Placed, at: int) -> Iterator[Completion]:
    """The rules of the house that the setup does not contradict, nor say already; behind one that is written the next."""
    text = placed.text
    start = text.rfind(".", 0, at) + 1
    end = max(
        at, min((found for sign in ".}" if (found := text.find(sign, at)) >= 0), default=len(text.rstrip()))
    )
    written = text[start:end] if at == end and text[start:end] in HOUSE_RULES else ""
    before, behind = text[: start - 1].split(".")[2:], text[end:].strip(".}").split(".")
    before = [*before, written] if written else before
    said = tuple(option for option in (*before, *behind) if option)
    names = [*HOUSE_RULES]
    # People write them in some order.
    behind_last = names.index(before[-1]) + 1 if before and before[-1] in names else 0
    for option in (*names[behind_last:], *names[:behind_last]):
        if option not in said and not Setup(1, 52, (*said, option)).contradictions:
            span = cursor.replayed.span(Span(placed.start + start, placed.start + end))
            label = f"{written}.{option}" if written else option
            yield Completion(label, span, label, "value", HOUSE_RULES[option])


def _outcomes(table: Table, span: Span, letter_span: Span, tail: str) -> Iterator[Completion]:
    """The outcome that follows from the totals, as one item; single letters where it is not known."""
    if follows := outcome(table):
        text = str(follows)[1:-1]
        yield Completion(text, span, text + tail, "outcome", "follows from the totals")
        yield from _surrenders(table, follows, span, tail)
        return
    for letter, name in list(RESULTS.items())[: len(RESULTS) - (not table.setup.surrenders)]:
        yield Completion(letter, letter_span, letter, "outcome", name)


def _surrenders(table: Table, follows: Outcome, span: Span, tail: str) -> Iterator[Completion]:
    """Yield the outcome with the surrender of one, or of several, players who stood on two cards."""
    if not table.setup.surrenders or (table.dealer.blackjack and not table.setup.plays("esurr")):
        return
    stood = [seat for seat in table.players if _may_have_surrendered(table.seats[seat][0])][:_SURRENDERS]
    for many in range(1, len(stood) + 1):
        for chosen in combinations(stood, many):
            letters_of = zip(table.players, follows.seats, strict=True)
            seats = [("r",) if seat in chosen else said for seat, said in letters_of]
            text, who = str(Outcome(tuple(seats)))[1:-1], listed(map(seat_name, chosen))
            yield Completion(text, span, text + tail, "outcome", f"{who} surrendered")


_SURRENDERS = 4
"""Players whose surrenders are combined."""


def _may_have_surrendered(hand: Hand) -> bool:
    return hand.ended == "_" and hand.size == 2 and not (hand.split or hand.blackjack)


def _block(table: Table, span: Span) -> Iterator[Completion]:
    if block := split_block(table):
        yield Completion(block, span, block, "snippet", "the two hands of the split")


def _entries(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """Whole entries: what must or will come next first."""
    if table.parting:
        yield from _block(table, span)
        return
    follows = outcome(table)
    if finished(table) and follows:
        yield Completion(str(follows), span, str(follows), "outcome", letters(follows.seats))
    if not table.dealt:
        yield deal(table, span, cursor.separator)
    yield from whole_events(cursor, table, span)
