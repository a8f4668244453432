"""Hover: the fact at the cursor and one line. The tables are in the preview."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.bounds import NAMED
from kibitz.core.setting import Preferences
from kibitz.core.shown import code, escape
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import amount, gained, total
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of
from kibitz.languages.pfn.features._round import (
    MOST_TRADES,
    UNKNOWN,
    after,
    beginning,
    came_to,
    computed,
    final,
    hand_words,
    holding_words,
    in_the_way,
    likeliest,
    lines,
    payout_lines,
    payout_words,
    played,
    round_state,
    sales,
    standing_at,
)
from kibitz.languages.pfn.game.figgie import (
    chips,
    number_of,
    read_card,
    signed,
    suit_names,
    suit_of,
)
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import TRADE_HINTS
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import (
    DEAL,
    EVENTS,
    RESULT,
    TRADES,
    TYPE_WORDS,
    Leaf,
    TableSpec,
    number,
    tables,
)
from kibitz.languages.pfn.text.trades import Trade


def hover(language: Pfn, analysis: Analysis, offset: int) -> Hover | None:
    """Return the fact at an offset and a line about the round there, or None outside of known tables."""
    here = cursor_at(analysis, offset)
    trade = here.trade
    if here.shorthand is not None:
        span = here.shorthand.span.shifted(here.place.start)
        said = [one.message for one in analysis.diagnostics_in(*span) if one.rule.slug == "jotted"]
        return Hover(span, "\n\n".join([*said, *([_after(here, *trade)] if trade else [])]) or _SHORTHAND)
    spec = tables().get(here.table.path) if here.table is not None else None
    if here.table is None or spec is None:
        return None
    span = here.table.head
    named = here.leaf.parts if here.leaf is not None else ()
    part = next((part for part in named if part.span.holds(here.offset)), None)
    if part is not None and (found := _thing(here, part.text)):
        return Hover(part.span.shifted(here.place.start), found)
    if here.leaf is not None:
        span = next(one for one in (here.leaf.key, here.leaf.span, here.leaf.whole) if one.holds(here.offset))
        parts = [_key(spec, here.leaf)]
    elif span.holds(here.offset):
        parts = [f"**{escape(spec.header)}**\n\n{spec.about}"]
    else:
        return None
    if here.leaf is not None and here.leaf.key.holds(here.offset) and spec.path == DEAL:
        parts.append(_player(here, here.leaf.name))
    elif trade is not None:
        parts.append(_after(here, *trade))
    elif spec.path == EVENTS:
        if (time := number(here.table.get("T"))) is not None:
            parts.append(_line(f"At {chips(time)} s", standing_at(analysis, time)[0]))
    elif spec.path == RESULT:
        parts.append(_payout(analysis))
    text = "\n\n".join(part for part in parts if part)
    return Hover(span.shifted(here.place.start), text) if text else None


_SHORTHAND = "A trade in shorthand: buyer, `<`, seller, a card or a suit, `@` and the price, the time: `P2<P1 S9@20 30.4`"


def _key(spec: TableSpec, leaf: Leaf) -> str:
    key = spec.key(leaf.name)
    if key is None:
        return ""
    need = "required" if key.required else "optional"
    return f"**{escape(leaf.name)}** ({TYPE_WORDS[key.type]}, {need})\n\n{key.about}"


def _thing(here: Cursor, named: str) -> str:
    """Return the hover of a card, a player or a suit."""
    if (card := read_card(named)) is not None:
        return _card(here, card)
    if named in here.analysis.context.players:
        return _player(here, named)
    return _suit(here.analysis, named) if named in suit_names() else ""


def _standing_at(here: Cursor) -> RoundState:
    """Return the state after the trade at the cursor, before the first trade in the deal, or at the end."""
    if here.trade is not None:
        return round_state(here.analysis, here.place, here.trade[0] + 1)
    return (beginning if here.is_in(*DEAL) else final)(here.analysis)


def _card(here: Cursor, card: str) -> str:
    analysis, suit = here.analysis, suit_of(card)
    record: Record = analysis.context
    lines = [f"**{suit.sign} {suit.name} {number_of(card)}**"]
    if record.goal is not None:
        lines.append(_worth(analysis, suit.name, record.goal))
    dealt = record.deal.dealt.get(card)
    nobody = "Dealt to an unknown player" if record.terms.untold.players else "Dealt to nobody"
    lines.append(f"Dealt to {code(dealt)}" if dealt else nobody if record.has_deal else "")
    in_trade = here.is_in(*TRADES)
    last = here.place if in_trade else analysis.document.place_at(len(analysis.document))
    moves = list(islice(sales(analysis, card, last), NAMED + 1))
    story = [f"- {_sale(sale)}" for sale in reversed(moves[:NAMED])]
    if len(moves) > NAMED:
        story.insert(0, "- … and others before")
    owner = (_standing_at(here) if in_trade else final(analysis)).cards.owners.get(card)
    if owner is not None and owner.sure and (moves or dealt is None):
        lines.append(f"{'Now' if in_trade else 'At the end'} {code(owner.player or '')} holds it")
    return "\n\n".join([*filter(None, lines), *(["\n".join(story)] if story else [])])


def _sale(trade: Trade) -> str:
    number = f"trade {trade.number}" if trade.number is not None else "a trade"
    time = f" at {chips(trade.time)} s" if trade.time is not None else ""
    price = f" for {chips(trade.price)}" if trade.price is not None else ""
    return f"{number}{time}: {code(trade.seller or '?')} → {code(trade.buyer or '?')}{price}"


def _worth(analysis: Analysis, suit: str, goal: str) -> str:
    """Return the value of a card of a suit by the payout rule of the table."""
    if suit != goal:
        return f"The goal suit is {goal}: this card pays nothing"
    record: Record = analysis.context
    rule = record.payout_rule(came_to(analysis))
    if not rule.per_goal_card:
        return f"Goal suit: the majority wins {rule.pot} chips"
    return f"Goal suit: each card pays {rule.per_goal_card} chips; the majority wins the rest of the pot"


def _player(here: Cursor, player: str) -> str:
    """Return the hand of a player, and a line with chips and goal cards."""
    record, now = here.analysis.context, _standing_at(here)
    if player not in now.banks:
        return ""
    net = now.nets[player]
    said = ["an unknown number of chips: a trade is unreadable"]
    if net is not None:
        said = [f"{chips(now.stake + net)} chips", f"{signed(net)} by trading"]
    held = now.cards.held(now.nets, record.goal) if record.goal is not None else None
    if held is not None and player in held:
        said.append(plural(held[player], "goal card"))
    return f"**{escape(player)}**: {hand_words(now, player) or 'no cards'}\n\n{', '.join(said)}"


def _suit(analysis: Analysis, name: str) -> str:
    record: Record = analysis.context
    suit = suit_names()[name]
    size = record.deal.distribution.get(name)
    lines = [f"**{suit.sign} {name}** ({suit.color.lower()})"]
    if size is not None:
        lines.append(f"{size} cards in the deck")
    if record.goal is not None:
        lines.append(_worth(analysis, name, record.goal).replace("this card pays", "its cards pay"))
    return "\n\n".join(lines)


def _after(here: Cursor, number: int, trade: Trade) -> str:
    """Return the chips of all players after a trade, and their cards of its suit."""
    return _line(f"After {trade.title}", round_state(here.analysis, here.place, number + 1), trade)


def _line(when: str, now: RoundState, trade: Trade | None = None) -> str:
    said = [holding_words(now, player, trade and trade.sold) for player in now.banks]
    return f"**{when}** {'; '.join(map(escape, said))}" if said else ""


def _payout(analysis: Analysis) -> str:
    """Return the computed banks, or why they are unknown."""
    end = came_to(analysis)
    if end is not None:
        return f"{computed(end)}: {escape(payout_words(end))}"
    reason = in_the_way(analysis)
    return f"The payout is unknown: {reason}" if reason else ""


def hints(language: Pfn, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the hints of trades, from the state at the start of the range on."""
    record: Record = analysis.context
    now: RoundState | None = None
    shown = placed_trades(analysis, span) if preferences.flag(TRADE_HINTS, True) else ()
    for place, index, trade in shown:
        if now is None:
            now = round_state(analysis, place, index)
        now = after(record.terms, now, trade, place)
        if trade.price is not None and record.players:
            words = [
                holding_words(now, player, trade.sold)
                for player in (trade.seller, trade.buyer)
                if player in now.banks
            ]
            if words:
                yield Hint(
                    place.start + trade.place("Price").end, "; ".join(words), TRADE_HINTS, "After this trade"
                )


def lenses(language: Pfn, analysis: Analysis) -> Iterator[Lens]:
    """Yield the number and volume of trades above the first trade, and the computed payout above the result."""
    record = record_of(analysis)
    for place, _, trade in islice(placed_trades(analysis), 1):
        first = trade.table.head.shifted(place.start)
        sums = total(analysis.aggregates)
        trades = plural(sums.count, "trade")
        gains = gained(sums, sorted(sums.nets))
        nets = [f"{player}  {UNKNOWN if net is None else signed(net)}" for player, net in gains.items()]
        text = "Gained and lost by trading\n" + "\n".join(nets) if nets else ""
        least = "at least " if sums.unknown else ""
        yield Lens(first, f"{trades}, {least}{chips(amount(sums.volume))} chips moved", text)
        seen = played(analysis).seen if sums.count <= MOST_TRADES else None
        if likely := likeliest(record.deal, seen):
            text = "\n".join(("The goal suit by each player's final knowledge", *lines(record.deal, seen)))
            yield Lens(first, f"The goal suit by each player's knowledge: {likely}", text)
    for result in islice(record.at("Result"), 1):
        if (end := came_to(analysis)) is not None:
            text = "\n".join(payout_lines(end, record.goal))
            yield Lens(result.head, f"{computed(end)}: {payout_words(end)}", text)
        elif reason := in_the_way(analysis):
            yield Lens(result.head, f"Not computed: {reason}")
