"""What the value of a key may be at a place in a record, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from math import floor
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import CompletionKind
from kibitz.core.words import plural
from kibitz.languages.pfn.check_result import BANK, outcome, written_banks
from kibitz.languages.pfn.facts import Table, number, text
from kibitz.languages.pfn.ledger import final, standing, sums_before
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.replay import Standing, chips, facts, in_order, partner, suit_names, suit_of
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.vocabulary import KeySpec, is_player


class Choice(NamedTuple):
    """A value: its text without quotes."""

    text: str
    kind: CompletionKind
    detail: str = ""


class Asked(NamedTuple):
    """The key whose value is asked for, and where."""

    reader: Reader
    analysis: Analysis
    place: Place
    key: KeySpec
    name: str
    """The key as it is written: `P1_FinalBank`."""
    table: Table | None
    trade: tuple[int, Trade] | None
    """The trade that the key is in, with its number in the chunk."""

    @property
    def record(self) -> Record:
        record: Record = self.analysis.context
        return record

    def standing(self) -> Standing:
        """How things stand before the trade."""
        return standing(self.reader, self.analysis, self.place, self.trade[0] if self.trade else 0)


def choices(asked: Asked) -> Iterator[Choice]:
    """What may stand there."""
    by_name = _BY_NAME.get(asked.name)
    by_type = _BY_TYPE.get(asked.key.type)
    if asked.name.endswith(BANK):
        yield from _bank(asked)
    elif by_name is not None and (asked.key.type != "number" or asked.trade is not None):
        yield from by_name(asked)
    elif by_type is not None:
        yield from by_type(asked)


def _players(asked: Asked) -> Iterator[Choice]:
    """The players but the other one of the trade; for a seller who owns the card, or most of the suit, first."""
    now = asked.standing()
    trade = asked.trade[1] if asked.trade else None
    other = None
    if trade is not None:
        other = trade.seller if asked.name == "Buyer" else trade.buyer
    hands = now.hands()

    def held(player: str) -> list[str]:
        cards = hands.get(player, [])
        return [card for card in cards if trade is None or trade.suit is None or suit_of(card) == trade.suit]

    players = [player for player in asked.record.players if player != other]
    if asked.name == "Seller":
        owner = now.owners.get(trade.card) if trade is not None and trade.card is not None else None
        players.sort(key=lambda player: (player != owner, -len(held(player))))
    suit = f" of {trade.suit.name}" if trade is not None and trade.suit is not None else ""
    for player in players:
        detail = f"{chips(now.banks[player])} chips, {plural(len(held(player)), 'card')}{suit}"
        yield Choice(player, "player", detail)


def _card(asked: Asked) -> Iterator[Choice]:
    """What the seller owns at that moment, of the suit if there is one; without a seller what anybody owns."""
    now = asked.standing()
    trade = asked.trade[1] if asked.trade else None
    record = asked.record
    seller = trade.seller if trade is not None else None
    known = in_order(now.owners)
    if record.frame.deal in {"none", "unclear"}:
        known = [card for card in record.deck or _all_cards() if now.owners.get(card) in {None, seller}]
    for card in known:
        owner = now.owners.get(card)
        if seller is not None and owner not in {None, seller}:
            continue
        if trade is not None and trade.suit is not None and suit_of(card) != trade.suit:
            continue
        goal = "goal suit" if suit_of(card).name == record.goal else ""
        yield Choice(card, "card", ", ".join(filter(None, [f"of {owner}" if owner else "", goal])))


def _all_cards() -> list[str]:
    return [f"{suit.letter}{number}" for suit in facts().suits for number in range(1, facts().highest + 1)]


def _deal(asked: Asked) -> Iterator[Choice]:
    """The cards that nobody has been dealt yet."""
    dealt = asked.record.dealt
    for card in asked.record.deck or _all_cards():
        if card not in dealt:
            yield Choice(card, "card", "goal suit" if suit_of(card).name == asked.record.goal else "")


def _suits(asked: Asked) -> Iterator[Choice]:
    """The four suits; in a trade that of its card first, then those that the seller holds most of."""
    first, hand = None, None
    trade = asked.trade[1] if asked.trade else None
    if trade is not None:
        first = suit_of(trade.card).name if trade.card is not None else None
        if trade.seller is not None and asked.record.frame.deal != "none":
            hand = asked.standing().hands().get(trade.seller, [])
    else:
        twelve = asked.record.twelve
        first = twelve if asked.name == "Revealed12CardSuit" else partner(twelve) if twelve else None
        if asked.name == "GoalSuit" and asked.table is not None and asked.table.path == ("Result",):
            first = asked.record.goal or first
    counts = {name: sum(suit_of(card).name == name for card in hand or ()) for name in suit_names()}
    names = sorted(suit_names(), key=lambda name: (name != first, -counts[name]))
    for name in names:
        detail = plural(counts[name], "card") if hand is not None else suit_names()[name].color.lower()
        yield Choice(name, "suit", detail)


def _colors(asked: Asked) -> Iterator[Choice]:
    twelve = asked.record.twelve
    suit = suit_names().get(asked.record.goal or twelve or "")
    colors = list(dict.fromkeys(one.color for one in facts().suits))
    for color in sorted(colors, key=lambda color: suit is None or color != suit.color):
        yield Choice(color, "value", " and ".join(one.name for one in facts().suits if one.color == color))


def _winners(asked: Asked) -> Iterator[Choice]:
    """The players who are not named yet, the richest first."""
    record = asked.record
    banks = {player: number(leaf.node) or 0 for player, leaf in written_banks(record).items()}
    leaf = record.leaf("Result", "Winners")
    named = {part.text for part in leaf.parts} if leaf is not None else set()
    for player in sorted(record.players, key=lambda player: -banks.get(player, 0)):
        if player not in named:
            yield Choice(player, "player", f"{chips(banks[player])} chips" if player in banks else "")


def _index(asked: Asked) -> Iterator[Choice]:
    before = trade_before(asked.reader, asked.analysis, asked.place, asked.trade[0] if asked.trade else 0)
    following = 1 if before is None else (before.number or 0) + 1
    yield Choice(str(following), "value", "the next trade")


def _time(asked: Asked) -> Iterator[Choice]:
    before = trade_before(asked.reader, asked.analysis, asked.place, asked.trade[0] if asked.trade else 0)
    if before is not None and before.time is not None:
        yield Choice(later(before.time), "value", f"after {chips(before.time)}")


def later(time: int | float) -> str:
    """A time above another one."""
    return f"{floor(time) + 1}.0"


def trade_before(reader: Reader, analysis: Analysis, place: Place, number: int) -> Trade | None:
    """The trade before one of a chunk, or before a chunk."""
    trades = reader.trades(place.chunk.text, ()).trades[:number]
    at: Place | None = place
    while not trades and at is not None:
        at = analysis.document.before(at)
        trades = reader.trades(at.chunk.text, ()).trades if at is not None else ()
    return trades[-1] if trades else None


def _bank(asked: Asked) -> Iterator[Choice]:
    end = outcome(asked.record, final(asked.reader, asked.analysis))
    player = asked.name.removesuffix(BANK)
    if end is not None and player in end.banks:
        yield Choice(f"{end.banks[player]:.0f}", "value", "from deal, trades and payout")


def _integer(asked: Asked) -> Iterator[Choice]:
    """The number of players, the sizes of suits that are left, counts that can be told."""
    record = asked.record
    if asked.name == "Players":
        yield from (Choice(str(count), "value", "players") for count in facts().players)
    elif asked.name in suit_names():
        left = list(facts().counts)
        for name, size in record.distribution.items():
            if name != asked.name and size in left:
                left.remove(size)
        yield from (Choice(str(size), "value", "cards") for size in dict.fromkeys(left))
    elif asked.name == "TradeCount":
        yield Choice(str(_count(asked)), "value", "trades in this record")
    elif is_player(asked.name) and record.goal is not None:
        hand = final(asked.reader, asked.analysis).hands().get(asked.name, [])
        yield Choice(str(sum(suit_of(card).name == record.goal for card in hand)), "value", "goal cards")


def _count(asked: Asked) -> int:
    document = asked.analysis.document
    return sums_before(asked.reader, asked.analysis, document.place_at(len(document)), with_it=True).count


def _date(_: Asked) -> Iterator[Choice]:
    yield Choice(date.today().isoformat(), "value", "today")


def _variant(_: Asked) -> Iterator[Choice]:
    yield Choice("Standard", "value")


def _event(asked: Asked) -> Iterator[Choice]:
    """A Resume first where a Pause is open."""
    kinds = [kind for event in asked.record.at("Events") if (kind := text(event.get("Type")))]
    paused = kinds.count("Pause") > kinds.count("Resume")
    names = ("Resume", "Pause") if paused else ("Pause", "Resume")
    about = {"Pause": "trading stops", "Resume": "trading goes on"}
    yield from (Choice(name, "value", about[name]) for name in names)


_BY_NAME: dict[str, Callable[[Asked], Iterator[Choice]]] = {
    "TradeIndex": _index, "T": _time, "GameVariant": _variant,
}  # fmt: skip
_BY_TYPE: dict[str, Callable[[Asked], Iterator[Choice]]] = {
    "player": _players, "card": _card, "cards": _deal, "suit": _suits, "color": _colors, "players": _winners,
    "integer": _integer, "date": _date, "event": _event,
}  # fmt: skip
