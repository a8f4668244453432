"""Hover: the round after a trade, the story of a card, a player's hand and cash, a suit's worth, what a key is for."""

from __future__ import annotations

from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hover
from kibitz.core.bounds import NAMED
from kibitz.core.shown import code, escape
from kibitz.core.words import plural, table
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at
from kibitz.languages.pfn.features._round import (
    EMPTY_CELL,
    UNKNOWN,
    bank_words,
    beginning,
    came_to,
    every_suit,
    final,
    hand_cell,
    hand_words,
    in_the_way,
    likeliest,
    played,
    sales,
    sights,
    standing,
    standing_at,
    suits_shown,
)
from kibitz.languages.pfn.features.named import ways
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import (
    chips,
    number_of,
    read_card,
    signed,
    suit_names,
    suit_of,
)
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import (
    DEAL,
    EVENTS,
    RESULT,
    TRADES,
    TYPE_WORDS,
    Leaf,
    Table,
    TableSpec,
    number,
    tables,
)
from kibitz.languages.pfn.text.trades import Trade


def hover(language: Pfn, analysis: Analysis, offset: int) -> Hover | None:
    """What is at an offset, explained."""
    here = cursor_at(analysis, offset)
    if here.jotted is not None:
        return Hover(here.jotted.span.shifted(here.place.start), _JOTTED)
    spec = tables().get(here.table.path) if here.table is not None else None
    if here.table is None or spec is None:
        return None
    parts: list[str] = []
    span = here.table.head
    if here.leaf is not None:
        span = next(one for one in (here.leaf.key, here.leaf.span, here.leaf.whole) if one.holds(here.offset))
        parts.append(_key(spec, here.leaf))
    elif span.holds(here.offset):
        parts.append(f"**{escape(spec.header)}**\n\n{spec.about}")
    else:
        return None
    if here.leaf is not None and here.leaf.key.holds(here.offset) and spec.path == DEAL:
        parts.append(_player(here, here.leaf.name))
    named = here.leaf.parts if here.leaf is not None else ()
    part = next((part for part in named if part.span.holds(here.offset)), None)
    if part is not None and (found := _thing(here, part.text)):
        parts, span = [found], part.span
    if (trade := here.trade) is not None:
        parts.append(_after(here, *trade))
    elif spec.path == EVENTS:
        parts.append(_then(analysis, here.table))
    elif spec.path == RESULT:
        parts.append(_payout(analysis))
    text = "\n\n".join(part for part in parts if part)
    return Hover(span.shifted(here.place.start), text) if text else None


_JOTTED = (
    "**A trade on one line**\n\n`P2<P1 S9@20 30.4`: buyer, `<`, seller, a card or the letter of a suit, `@` and the price, "
    "the time; `2s9 20 30.4` does as well. The time is in seconds, as a clock shows it (`1:47`), or what is left (`-73`). "
    "Each part may be missing: what follows from the round is filled in, the rest is asked for. Of the end of a time "
    "(`2s9 20.4`) the first one that ends so is offered, and written only where it is chosen. Completion makes a "
    "`[[Trades]]` table of the line, the action *Write … as tables* of all such lines."
)


def _key(spec: TableSpec, leaf: Leaf) -> str:
    key = spec.key(leaf.name)
    if key is None:
        return ""
    need = "required" if key.required else "optional"
    return f"**{escape(leaf.name)}** ({TYPE_WORDS[key.type]}, {need})\n\n{key.about}"


def _thing(here: Cursor, named: str) -> str:
    """A card, a player or a suit that is named."""
    if (card := read_card(named)) is not None:
        return _card(here, card)
    if named in here.analysis.context.players:
        return _player(here, named)
    return _suit(here.analysis, named) if named in suit_names() else ""


def _standing_at(here: Cursor) -> Standing:
    """How things stand after the trade at the cursor; at the start for the deal, at the end for anything else."""
    if here.trade is not None:
        return standing(here.analysis, here.place, here.trade[0] + 1)
    return (beginning if here.is_in(*DEAL) else final)(here.analysis)


def _seen_at(here: Cursor) -> Seen | None:
    """What everybody has seen then."""
    if here.table is not None and here.is_in(*TRADES):
        return sights(here.analysis).get(here.place.start + here.table.head.start)
    return sights(here.analysis).get(-1) if here.is_in(*DEAL) else played(here.analysis).seen


def _card(here: Cursor, card: str) -> str:
    analysis, suit = here.analysis, suit_of(card)
    record: Record = analysis.context
    lines = [f"**{card_words(card)}**"]
    if record.goal is not None:
        lines.append(_worth(analysis, suit.name, record.goal))
    dealt = record.deal.dealt.get(card)
    nobody = "Nobody has told who was dealt it." if record.terms.untold.players else "Dealt to nobody."
    lines.append(f"Dealt to {code(dealt)}." if dealt else nobody if record.has_deal else "")
    in_trade = here.is_in(*TRADES)
    last = here.place if in_trade else analysis.document.place_at(len(analysis.document))
    moves = list(islice(sales(analysis, card, last, ways(card)), NAMED + 1))
    story = [f"- {_sale(sale)}" for sale in reversed(moves[:NAMED])]
    if len(moves) > NAMED:
        story.insert(0, "- … and others before")
    owner = (_standing_at(here) if in_trade else final(analysis)).cards.owners.get(card)
    if owner is not None and owner.sure and (moves or dealt is None):
        lines.append(f"{'Now' if in_trade else 'At the end'} {code(owner.player or '')} holds it.")
    return "\n\n".join([*filter(None, lines), *(["\n".join(story)] if story else [])])


def card_words(card: str) -> str:
    """`Spades 2 ♠`."""
    suit = suit_of(card)
    return f"{suit.sign} {suit.name} {number_of(card)}"


def _sale(trade: Trade) -> str:
    number = f"trade {trade.number}" if trade.number is not None else "a trade"
    time = f" at {chips(trade.time)} s" if trade.time is not None else ""
    price = f" for {chips(trade.price)}" if trade.price is not None else ""
    return f"{number}{time}: {code(trade.seller or '?')} → {code(trade.buyer or '?')}{price}"


def _worth(analysis: Analysis, suit: str, goal: str) -> str:
    """What a card of a suit is worth by the rules of this table."""
    if suit != goal:
        return f"The goal suit is {goal}: this card is worth nothing."
    record: Record = analysis.context
    rule = record.payout_rule(came_to(analysis))
    if not rule.per_goal_card:
        return f"Goal suit: the most of them are worth {rule.pot} chips."
    return f"Goal suit: worth {rule.per_goal_card} chips, and the most of them the rest of the pot."


def _player(here: Cursor, player: str) -> str:
    record, now = here.analysis.context, _standing_at(here)
    if player not in now.banks:
        return ""
    lines = [f"**{player}**: {hand_words(now, player) or 'no cards'}"]
    net = now.nets[player]
    traded = f"{chips(now.stake + net)} chips, {signed(net)} by trading." if net is not None else ""
    lines.append(traded or "What is left of the chips can't be told: a trade can't be read.")
    held = now.cards.held(now.nets, record.goal) if record.goal is not None else None
    if held is not None and player in held:
        lines.append(f"{plural(held[player], 'card')} of the goal suit, {record.goal}.")
    if (beliefs := record.deal.beliefs(_seen_at(here), player)) is not None:
        lines.append(f"The goal suit by what {player} has seen: {every_suit(beliefs)}.")
    return "\n\n".join(lines)


def _suit(analysis: Analysis, name: str) -> str:
    record: Record = analysis.context
    suit = suit_names()[name]
    size = record.deal.distribution.get(name)
    lines = [f"**{suit.sign} {name}** ({suit.color.lower()})"]
    if size is not None:
        lines.append(f"{size} cards in the deck.")
    if record.goal is not None:
        lines.append(_worth(analysis, name, record.goal).replace("this card is", "its cards are"))
    return "\n\n".join(lines)


def hands_table(record: Record, now: Standing) -> str:
    """Hands and banks of all players."""
    suits = suits_shown(now)
    signs = [suit.sign + (" goal" if suit.name == record.goal else "") if suit else UNKNOWN for suit in suits]
    rows = [
        [player, *(hand_cell(now, player, suit) or EMPTY_CELL for suit in suits), bank_words(bank)]
        for player, bank in now.banks.items()
    ]
    head = ["", *signs, "chips"]
    return table(head, rows) if rows else ""


def _after(here: Cursor, number: int, trade: Trade) -> str:
    record = here.analysis.context
    shown = hands_table(record, standing(here.analysis, here.place, number + 1))
    likely = likeliest(record.deal, _seen_at(here)) if shown else ""
    told = f"\n\nThe goal suit, by what each has seen: {likely}." if likely else ""
    return f"After {trade.title}:\n\n{shown}{told}" if shown else ""


def _then(analysis: Analysis, event: Table) -> str:
    """The round at the time of an event."""
    time = number(event.get("T"))
    if time is None:
        return ""
    shown = hands_table(analysis.context, standing_at(analysis, time)[0])
    return f"At {chips(time)} s:\n\n{shown}" if shown else ""


def _payout(analysis: Analysis) -> str:
    end = came_to(analysis)
    if end is None:
        reason = in_the_way(analysis)
        return f"The payout can't be told: {reason}." if reason else ""
    rows = [
        [player, one.goal_cards, one.for_cards, chips(one.bonus), chips(end.banks[player])]
        for player, one in end.paid.items()
    ]
    return table(["", "goal cards", "for them", "bonus", "final bank"], rows)
