"""The form of the current entry: the meaning of each field, and the legal values."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Parameter, Signature
from kibitz.core.shown import code
from kibitz.languages.bjn.features._cursor import Cursor, cursor_at
from kibitz.languages.bjn.game.model import ACTIONS, HOUSE_RULES, RESULTS, Outcome
from kibitz.languages.bjn.game.scoring import outcome
from kibitz.languages.bjn.game.table import Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions, seats_to_act
from kibitz.languages.bjn.text.names import seat_title, signs, standing, total
from kibitz.languages.bjn.text.sheet import seat_number

EVENT = "actor.hand.action.card.modifier"
SETUP = "{players.cards.rules}"
SPLIT = "/hand.card/new hand.new card/"


def signature(language: object, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form of the entry at `offset`, or of an event if none has been begun."""
    cursor = cursor_at(analysis, offset)
    placed = cursor.placed
    if cursor.in_comment or cursor.replayed.sheet.conflicting:
        return None
    kind = "event" if placed is None else placed.kind
    if kind == "setup":
        return _setup(cursor)
    table = cursor.table
    if table is None or (placed is None and (not cursor.divided or _over(cursor))):
        return None
    if kind == "outcome":
        return _outcome(cursor, table)
    if kind == "split":
        return _split(cursor)
    return _event(cursor, table) if kind == "event" else None


def _over(cursor: Cursor) -> bool:
    """Return whether the hand has its outcome."""
    return cursor.last is not None and isinstance(cursor.last.value, Outcome)


def _setup(cursor: Cursor) -> Signature | None:
    if cursor.typed.endswith("}"):
        return None
    parameters = (
        Parameter("players", "How many players sit at the table, without the dealer."),
        Parameter("cards", "How many cards the shoe holds: 52 for each deck."),
        Parameter("rules", f"Rules of the house: {', '.join(map(code, HOUSE_RULES))}. May be left out."),
    )
    return Signature(SETUP, parameters, min(cursor.typed.count("."), 2))


def _split(cursor: Cursor) -> Signature | None:
    if cursor.complete:
        return None
    parameters = (
        Parameter("hand", "The hand that is split, which keeps its number."),
        Parameter("card", "The card that stays in it."),
        Parameter("new hand", "The number of the hand that the split makes."),
        Parameter("new card", "The card that goes into it. Both were dealt before."),
    )
    typed = cursor.typed[1:]
    return Signature(SPLIT, parameters, min(typed.count(".") + typed.count("/"), 3))


def _outcome(cursor: Cursor, table: Table) -> Signature | None:
    if cursor.typed.endswith("]") or not len(table.players):
        return None
    follows = outcome(table)
    parameters = []
    for place, seat in enumerate(table.players):
        facts = " / ".join(standing(hand) for hand in table.seats[seat])
        right = f": {code('/'.join(follows.seats[place]))} follows" if follows else ""
        parameters.append(Parameter(f"player {seat}", f"{facts}{right}"))
    label = "[" + ",".join(one.label for one in parameters) + "]"
    active = min(cursor.typed.count(","), len(parameters) - 1)
    names = [
        f"{code(letter)} {name}"
        for letter, name in RESULTS.items()
        if letter != "r" or table.setup.surrenders
    ]
    what = f"{', '.join(names)}; `/` between the hands of a player."
    return Signature(label, tuple(parameters), active, what)


def _event(cursor: Cursor, table: Table) -> Signature:
    fields = cursor.typed.split(".")
    seat = seat_number(fields[0])
    hand = table.hand(seat, seat_number(fields[1])) if len(fields) > 2 else None
    acting = [*seats_to_act(table, cursor.latest)]
    hands = [(one.number, one) for at, one in acting if at == seat]
    parameters = (
        Parameter("actor", f"A player's number, `0` for the dealer. {_now(acting)}".rstrip()),
        Parameter("hand", f"`1`, and greater numbers after splits. {_now(hands)}".rstrip()),
        Parameter("action", f"The action before the card, or nothing. {_actions(table, seat, hand)}".rstrip()),
        Parameter("card", "Rank and suit of the card, such as `as` or `td`; nothing if none comes or it is hidden."),
        Parameter("modifier", "The state of the hand after it: `_` stands, `#` bust, `?` a hole card, or nothing."),
    )  # fmt: skip
    held = f"{seat_title(table, seat, hand)}: {_held(hand)}" if hand else ""
    return Signature(EVENT, parameters, min(len(fields) - 1, 4), held)


def _held(hand: Hand) -> str:
    return f"{' '.join(signs(hand))} ({standing(hand)})" if hand.size else "no card yet"


def _now(acting: Iterable[tuple[int, Hand]]) -> str:
    """Return the possible numbers with their hands."""
    names = [f"{code(str(number))} {total(hand)}".strip() for number, hand in acting]
    return f"Now: {', '.join(names)}." if names else ""


def _actions(table: Table, seat: int, hand: Hand | None) -> str:
    """Return the legal actions of the hand."""
    if hand is None:
        return ""
    legal = [f"{code(action)} {ACTIONS[action]}" for action in legal_actions(table, seat, hand)]
    return f"Now: {', '.join(legal)}." if legal else "Now: nothing."
