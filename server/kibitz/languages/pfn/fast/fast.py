"""Fast paths for trades with which nothing is wrong: removing this folder changes no answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from kibitz.core.bounds import SHORT
from kibitz.core.chunks import Chunk
from kibitz.core.notation import Clean, Skip
from kibitz.core.values import Span
from kibitz.languages.pfn.check.state import State, date_problem, most_lost
from kibitz.languages.pfn.check.sums import KNOWN, MINUTES, Aggregate, amount, milli
from kibitz.languages.pfn.check.tables import OWN_KEYS, fits
from kibitz.languages.pfn.check.trades import Last, Round, key_of
from kibitz.languages.pfn.game.figgie import (
    Number,
    deck,
    end_of,
    facts,
    is_deck,
    is_seat,
    most_goal_cards,
    partner,
    spellings,
    suit_names,
    suit_of,
    wrong_banks,
)
from kibitz.languages.pfn.game.play import Holder
from kibitz.languages.pfn.game.round import Deal, Pause, pauses_among
from kibitz.languages.pfn.text.record import TRADES_HEADER, Reader, Record
from kibitz.languages.pfn.text.tables import (
    BANK,
    DEAL,
    DECK,
    EVENTS,
    GAME,
    LARGEST,
    PLAYER,
    RESULT,
    SIZES,
    TRADES,
    Path,
    Source,
    tables,
)
from kibitz.languages.pfn.text.trades import Ended, Usual
from kibitz.languages.pfn.toml.read import values

_NUMBERS = frozenset({int, float})


def usual(text: str) -> Usual | None:
    """Return the trade of a chunk, or None if a rule may report it."""
    if len(text) > SHORT or not text.startswith(TRADES_HEADER) or '"""' in text or "'''" in text:
        return None
    said = values(text) or {}
    trades = _list(said.get(TRADES[0]))
    return by_values(trades[0]) if len(said) == len(trades) == 1 else None


def by_values(key_of: object) -> Usual | None:
    """Return the trade with some values by their keys, or None if a rule may report it."""
    if not isinstance(key_of, dict) or len(key_of) != len(tables()[TRADES].keys):
        return None
    try:
        number, time, buyer, seller = key_of["TradeIndex"], key_of["T"], key_of["Buyer"], key_of["Seller"]
        price, card = key_of["Price"], _cards()[key_of["Suit"], key_of["Card"]]
    except (KeyError, TypeError):  # A list can't be looked up.
        return None
    if type(number) is not int or type(time) not in _NUMBERS or type(price) not in _NUMBERS:
        return None
    if type(buyer) is not str or type(seller) is not str or buyer == seller:
        return None
    if not (0 < number <= LARGEST and 0 <= time <= LARGEST and 0 < price < facts().dear):
        return None
    return Usual(number, time, buyer, seller, card, milli(price))


class Walk:
    """The sums of consecutive trades, up to the first one that a rule may report."""

    def __init__(
        self,
        owners: dict[str, str],
        players: Collection[str],
        end: Number,
        pauses: Iterable[Pause] = (),
        since: Number = -1.0,
    ) -> None:
        """`owners` is the owner of each card; it changes with the trades. All trades are after `since` and not after `end`."""
        self.owners, self.players, self.end, self.pauses = owners, players, end, [*pauses]
        self.count, self.first, self.volume = 0, 0, 0
        self.time = since
        """The time of the last trade."""
        self.since: Number | None = None
        """The time of the first trade, or None before it."""
        self.last: Usual | None = None
        self.nets: dict[str, int] = {}
        """The gain of each player with a trade, in thousandths of chips."""
        self.lows: dict[str, int] = {}
        """The lowest gain of each player on the way if it is negative, in thousandths of chips."""
        self.sold: dict[str, int] = {}
        """The cards that changed hands, with the number of the last trade of each."""

    def over(self, trades: Iterable[Usual | None]) -> None:
        """Walk over the trades up to the first one that needs a full check."""
        owners, nets, lows, players = self.owners, self.nets, self.lows, self.players
        due, before, end = 0, self.time, self.end
        for count, trade in enumerate(trades):
            if trade is None:
                return
            index, time, buyer, seller, card, price = trade
            if (due and index != due) or not before < time <= end or owners.get(card) != seller:
                return
            if buyer not in players or seller not in players or any(one.holds(time) for one in self.pauses):
                return
            owners[card] = buyer
            self.sold[card] = count
            nets[seller] = nets.get(seller, 0) + price
            left = nets[buyer] = nets.get(buyer, 0) - price
            if left < lows.get(buyer, 0):
                lows[buyer] = left
            self.volume += price
            self.first = self.first or index
            self.since = time if self.since is None else self.since
            due, before, self.count = index + 1, time, count + 1
            self.time, self.last = time, trade


@cache
def _cards() -> Mapping[tuple[str, str], str]:
    """Return the cards by the name of their suit and the text of the card, in every spelling."""
    return {(suit_of(card).name, written): card for written, card in spellings().items()}


def skip_clean(reader: Reader, record: Record, state: State, chunks: Sequence[Chunk]) -> Skip | None:
    """See :meth:`kibitz.core.language.Language.skip_clean`."""
    terms, before = record.terms, state.round
    if reader.usual(chunks[0].text) is None or not (before.traded or terms.deal != "none"):
        return None
    if before.cards.untold.numbers:
        # Each trade changes the counts of hands.
        return None
    owners = {card: one.player for card, one in before.cards.owners.items() if one.player and one.sure}
    end = LARGEST if terms.duration is None else terms.duration
    walk = Walk(owners, terms.players, end, terms.pauses, -1.0 if before.last is None else before.last.time)
    walk.over(reader.usual(chunk.text) for chunk in chunks)
    if not walk.count:
        return None
    last = walk.first + walk.count - 1
    unknown = frozenset[str]()
    sums = Aggregate(
        walk.count,
        walk.volume,
        unknown,
        walk.nets,
        walk.lows,
        walk.first,
        last,
        since=walk.since,
        until=walk.time,
    )
    return Skip(State(TRADES, _round(reader, before, walk, chunks)), walk.count, sums)


_CARD = re.compile(r"""^Card = ("[^"\\\n]*")""", re.MULTILINE)


def _round(reader: Reader, before: Round, walk: Walk, chunks: Sequence[Chunk]) -> Round:
    """Return the state of the round after the trades of a walk."""
    owners = dict(before.cards.owners)
    for card, number in walk.sold.items():
        chunk = chunks[number]
        found = _CARD.search(chunk.text)
        span = Span(*found.span(1)) if found else reader.trades(chunk.text, ())[0].place("Card")
        source = Source(chunk.anchor, span)
        owners[card] = Holder(walk.owners[card], source, False)
    chunk = chunks[walk.count - 1]
    (trade,) = reader.trades(chunk.text, ())
    last = Last(walk.time, chunk.anchor, trade.place("T"), key_of(trade))
    due = before.due + walk.count if trade.number is None else trade.number + 1
    cards = before.cards._replace(owners=owners)
    return before._replace(last=last, traded=True, cards=cards, due=due, spare="")


Said = Mapping[str, object]
"""The values of a table by their keys."""


class UnusualError(Exception):
    """A rule may report something."""


def ended(text: str, reader: Reader) -> Clean | None:
    """Return a round without errors or warnings, or None if a rule may report one."""
    try:
        if (key_of := values(text)) is None:
            return None
        setup = _Setup(_tables(key_of))
        end = _ended(setup, _list(key_of.get(TRADES[0])), _pauses(key_of, setup.duration), reader.payout)
        if setup.winners & {*most_goal_cards(end.end.paid)}:
            return Clean(end)
        found = [*_WINNERS.finditer(text)]
        # Otherwise the winners are not written in the usual way.
        _sure(len(found) == 1 and '"""' not in text and "'''" not in text)
        return Clean(end, [most_lost(reader.rules(), Span(*found[0].span(1)), end.end)])
    except UnusualError:
        return None


_WINNERS = re.compile(r"^Winners[ \t]*=[ \t]*(\[[^\[\]\n#]*\])[ \t]*\r?$", re.MULTILINE)


def _sure(holds: object) -> None:
    """Raise :class:`UnusualError` if a condition is false."""
    if not holds:
        raise UnusualError


def _tables(key_of: Said, path: Path = ()) -> dict[Path, Said]:
    """Return the small tables by their paths. Raise UnusualError if keys are missing or unknown."""
    found: dict[Path, Said] = {}
    for name, value in key_of.items():
        if (spec := tables().get((*path, name))) is None:
            _sure(_is_right(path, name, value))
        elif not spec.array and isinstance(value, dict):
            found[spec.path] = value
            found.update(_tables(value, spec.path))
        else:
            _sure(spec.path in {TRADES, EVENTS} and isinstance(value, list))
    _sure(key_of.keys() >= _required(path))
    return found


def _is_right(path: Path, name: str, value: object) -> bool:
    """Return whether a table may have a key with a value."""
    key = tables()[path].key(name) if path else None
    return path in OWN_KEYS if key is None else fits(key.type, value)


@cache
def _required(path: Path) -> frozenset[str]:
    keys = tables()[path].keys if path else ()
    return frozenset(key.name for key in keys if key.required and PLAYER not in key.name)


class _Setup:
    """The small tables of a round. Raises :class:`UnusualError` if a rule may report something in them."""

    def __init__(self, small: Mapping[Path, Said]) -> None:
        game, self.result = small.get(GAME, {}), small.get(RESULT, {})
        _sure(game.get("Players") in facts().players and _is_plain(game))
        self.small = small
        self.duration = _number(game["GameDuration"])
        names = [name.removesuffix(BANK) for name in self.result if name.endswith(BANK)]
        seats = [f"P{number + 1}" for number in range(int(str(game["Players"])))]
        self.players = seats if any(map(is_seat, names)) else names
        self.twelve, self.goal, self.sizes = _suits(small)
        self.owners = self._dealt()
        self.banks = self._banks()
        winners = _list(self.result["Winners"])
        self.winners = set(winners)
        _sure(len(winners) == len(self.winners) > 0)
        _sure(self.winners <= set(self.players))

    def _dealt(self) -> dict[str, str]:
        """Return the owner of each card. Raise UnusualError unless the whole deck is dealt in equal hands to all players."""
        hands = self.small.get(DEAL, {})
        _sure(hands.keys() == set(self.players) and len(hands) == self.small[GAME]["Players"])
        owners: dict[str, str] = {}
        for player, hand in hands.items():
            pieces = [one.strip() for one in hand.split(",")] if isinstance(hand, str) else _list(hand)
            _sure(len(pieces) * len(hands) == facts().cards)
            owners.update(dict.fromkeys(filter(None, map(spellings().get, pieces)), player))
        _sure(owners.keys() == set(deck(self.sizes)))
        return owners

    def _banks(self) -> dict[str, int]:
        """Return the final banks as they are written. Raise UnusualError if one is missing or not a whole number."""
        result, suits = self.result, (self.twelve, self.goal)
        _sure(result and (result["Revealed12CardSuit"], result["GoalSuit"]) == suits)
        banks = {name.removesuffix(BANK): bank for name, bank in result.items() if name.endswith(BANK)}
        written = {player: bank for player, bank in banks.items() if isinstance(bank, int)}
        _sure(banks.keys() == written.keys() == set(self.players))
        return written


def _is_plain(game: Said) -> bool:
    """Return whether no rule can report FiggieGame: a standard round on a real date."""
    day, variant = game["Date"], game.get("GameVariant", "Standard")
    return (
        isinstance(day, str)
        and date_problem(day) is None
        and variant == "Standard"
        and _number(game["GameDuration"]) >= MINUTES
    )


def _suits(small: Mapping[Path, Said]) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """Return the suit of 12 cards, the goal suit, and the sizes of all suits. Raise UnusualError if they disagree."""
    key_of, sizes = small.get(DECK, {}), small.get(SIZES, {})
    known = {name: size for name in suit_names() if isinstance(size := sizes.get(name), int)}
    _sure(key_of and len(known) == len(sizes) and is_deck(known.values()))
    twelve = max(known, key=lambda name: known[name])
    goal = partner(twelve) or ""
    _sure(key_of["GoalSuit"] == goal and key_of["GoalSuitColor"] == suit_names()[goal].color)
    return twelve, goal, tuple(known.items())


def _pauses(key_of: Said, duration: Number) -> Iterator[Pause]:
    """Return the pauses of a round in order. Raise UnusualError if a rule may report an event."""
    moments: dict[Number, str] = {}
    events = _list(key_of.get(EVENTS[0]))
    for event in events:
        _sure(isinstance(event, dict) and event.keys() >= _required(EVENTS))
        _sure(all(_is_right(EVENTS, *pair) for pair in event.items()))
        moments[at := _number(event["T"])] = kind = event["Type"]
        _sure(kind in KNOWN and 0 <= at <= duration)
    kinds = [moments[at] for at in sorted(moments) if moments[at] in KNOWN[:2]]
    _sure(len(moments) == len(events) and kinds == [*KNOWN[:2]] * (len(kinds) // 2))
    return pauses_among(moments.items())


def _ended(setup: _Setup, trades: Sequence[object], pauses: Iterable[Pause], payout: str) -> Ended:
    """Return the end, if one of the payout rules leads to the result."""
    walk = Walk(setup.owners, setup.players, setup.duration, pauses)
    made = [trade for trade in map(by_values, trades) if trade is not None]
    walk.over(made)
    _sure(walk.count == len(trades) and walk.first == 1)
    letter = suit_names()[setup.goal].letter
    held = dict.fromkeys(setup.players, 0)
    for card, player in setup.owners.items():
        held[player] += card[0] == letter
    nets = {player: amount(walk.nets.get(player, 0)) for player in setup.players}
    ends = (end_of(rule, held, nets) for rule in facts().paying(payout))
    end = next((one for one in ends if not wrong_banks(setup.banks, one.banks)), None)
    if end is None:
        raise UnusualError
    _sure(milli(end.rule.stake(len(held))) + min(walk.lows.values(), default=0) >= 0)
    most, holders = max(setup.banks.values()), set(most_goal_cards(end.paid))
    richest = {player for player, bank in setup.banks.items() if bank == most}
    _sure(setup.winners == (richest if end.rule.ante else holders))
    # Programs add these keys to the result.
    _sure(setup.result.get("TradeCount", walk.count) == walk.count)
    _sure(_number(setup.result.get("FinalTradingTime", walk.time)) >= walk.time)
    counts = setup.small.get((*RESULT, "GoalCounts"), {})
    _sure(all(held.get(player) == count for player, count in counts.items()))
    deal = Deal(None, len(held), dict(setup.sizes), setup.goal)
    return Ended(deal, setup.duration, made, nets, end)


def _list(value: object) -> Sequence[Any]:
    """Return the value if it is a list, or an empty list."""
    return value if isinstance(value, list) else ()


def _number(value: object) -> Number:
    return value if isinstance(value, (int, float)) else -1
