"""Whole records in their usual form in which nothing is wrong, told from their texts alone.

An archive is thousands of short records, most of them clean. What is read of one here is read as everywhere, and judged
by the same rules of the game; only where each thing stands is not worked out, which takes most of the time and is needed
for messages only. Whatever is unusual is left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import lt

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.pfn.check.game import date_problem
from kibitz.languages.pfn.check.outcome import Outcome, end_of, wrong_banks
from kibitz.languages.pfn.check.result import most_lost
from kibitz.languages.pfn.check.tables import OWN_KEYS, fits
from kibitz.languages.pfn.check.tally import amount, milli
from kibitz.languages.pfn.fast import form
from kibitz.languages.pfn.game.figgie import Number, deck, facts, partner, read_card, suit_names
from kibitz.languages.pfn.game.payout import most_goal_cards
from kibitz.languages.pfn.text.keys import BANK, PLAYER, tables
from kibitz.languages.pfn.text.tables import Leaf, Path
from kibitz.languages.pfn.toml.model import Comment, KeyValue
from kibitz.languages.pfn.toml.statements import read

KEPT = 8192
"""Of so many lines it is remembered what they say."""
SMALL = 8
"""No record has as many tables that are no trades."""

Said = Mapping[str, object]
"""The values of a table by their keys."""
Lines = Sequence[str]
"""The lines of one key in all trades."""


class UnusualError(Exception):
    """Something may have to be said, or is written in another way."""


def found(text: str, rules: Rules, payout: str) -> Sequence[Diagnostic] | None:
    """What there is to say of a record: that whoever had most goal cards lost, or nothing. None: that is not known."""
    try:
        small, trades = _split(text.replace("\r\n", "\n"), rules)
        end = _Round(_Setup(small), trades).end(payout)
        return () if end is None else (most_lost(rules, _winners(text), end),)
    except UnusualError:
        return None


def are_clean(texts: Iterable[str], rules: Rules) -> bool:
    """Whether there is nothing to say of the small tables of a record, whatever the trades are."""
    small: dict[Path, Said] = {}
    try:
        for text in texts:
            _sure("\\" not in text)
            _read_into(small, text.replace("\r\n", "\n"), rules)
        _Setup(small)
    except UnusualError:
        return False
    return True


def _winners(text: str) -> Span:
    """Where the winners stand: behind the only line that begins so."""
    places = [place.end() for place in re.finditer(r"(?m)^[ \t]*Winners[ \t]*=[ \t]*", text)]
    _sure(len(places) == 1)
    return Span(places[0], text.index("]", places[0]) + 1)


def _sure(holds: object) -> None:
    if not holds:
        raise UnusualError


def _split(text: str, rules: Rules) -> tuple[dict[Path, Said], list[Lines]]:
    """The small tables by their paths, and the lines of the trades, key by key."""
    _sure("\\" not in text)
    before, *trades = f"\n{text}\n".split(f"\n{form.HEADER}\n")
    rows = [trade.split("\n", form.KEYS) for trade in trades]
    _sure(min(map(len, rows), default=0) > form.KEYS)
    *columns, behind = zip(*rows, strict=True)
    small: dict[Path, Said] = {}
    for others in (before, *behind):
        if others:
            _read_into(small, others, rules)
    return small, columns


def _read_into(small: dict[Path, Said], text: str, rules: Rules) -> None:
    """The tables in a text, which begins with one."""
    before, *pieces = f"\n{text}".split("\n[")
    _sure(not before.strip(" \t\n"))
    for piece in pieces:
        header, *lines = piece.split("\n")
        path = _paths().get(header)
        if path is None or path in small or len(small) > SMALL:
            raise UnusualError
        small[path] = _said(path, lines, rules)


@cache
def _paths() -> Mapping[str, Path]:
    """The tables by their headers without the first bracket."""
    return {spec.header[1:]: path for path, spec in tables().items() if not spec.array}


def _said(path: Path, lines: Iterable[str], rules: Rules) -> Said:
    """What a table says, if it has all keys that it must have, and each once."""
    pairs = [pair for line in lines if (pair := _pair(path, line, rules)) is not None]
    said = dict(pairs)
    _sure(len(said) == len(pairs) and said.keys() >= _required(path))
    return said


@cache
def _required(path: Path) -> frozenset[str]:
    keys = tables()[path].keys
    return frozenset(
        key.name for key in keys if key.required and PLAYER not in key.name and key.type != "table"
    )


@lru_cache(KEPT)
def _pair(path: Path, line: str, rules: Rules) -> tuple[str, object] | None:
    """What a line of a table says; None for one without a statement."""
    if not (line := line.strip(" \t")):
        return None
    statement, problems = read(line, rules)
    _sure(not problems)
    if isinstance(statement, Comment):
        return None
    if not isinstance(statement, KeyValue) or statement.value is None or len(statement.key.parts) > 1:
        raise UnusualError
    name, node = statement.key.parts[0], statement.value
    key = tables()[path].key(name)
    _sure(key is not None or path in OWN_KEYS)
    _sure(key is None or (fits(key.type, Leaf(name, node, statement, 0, 0)) and key.type != "table"))
    return name, node.value


class _Setup:
    """The small tables of a round. Raises :class:`UnusualError` where anything may have to be said of them."""

    def __init__(self, small: Mapping[Path, Said]) -> None:
        game = small.get(("FiggieGame",), {})
        _sure(game.get("Players") in facts().players and _is_plain(game))
        self.small = small
        self.duration = _number(game["GameDuration"])
        self.players = [f"P{number + 1}" for number in range(int(str(game["Players"])))]
        self.twelve, self.goal, sizes = _suits(small)
        self.owners = self._dealt(sizes)
        self.result = small.get(("Result",), {})
        self.banks = self._banks(self.result)
        winners = self.result["Winners"]
        self.winners = set(winners) if isinstance(winners, list) else set()
        _sure(isinstance(winners, list) and len(winners) == len(self.winners) > 0)
        _sure(self.winners <= set(self.players))

    def _dealt(self, sizes: tuple[tuple[str, int], ...]) -> dict[str, str]:
        """The whole deck, dealt to all players in equal parts."""
        hands = self.small.get(("Deal",), {})
        _sure(hands.keys() == set(self.players))
        owners: dict[str, str] = {}
        for player, hand in hands.items():
            cards = [read_card(piece.strip()) for piece in hand.split(",")] if isinstance(hand, str) else []
            _sure(len(cards) * len(hands) == facts().cards)
            owners.update((card, player) for card in cards if card is not None)
        _sure(owners.keys() == set(deck(sizes)))
        return owners

    def _banks(self, result: Said) -> dict[str, int]:
        """The final banks as they are written."""
        _sure(result and result["Revealed12CardSuit"] == self.twelve and result["GoalSuit"] == self.goal)
        banks = {name.removesuffix(BANK): bank for name, bank in result.items() if name.endswith(BANK)}
        written = {player: bank for player, bank in banks.items() if isinstance(bank, int)}
        _sure(banks.keys() == written.keys() == set(self.players))
        return written


class _Round:
    """A round, from its deal to its end. Each step raises :class:`UnusualError` where anything may have to be said."""

    def __init__(self, setup: _Setup, trades: Sequence[Lines]) -> None:
        self.setup = setup
        self.nets = dict.fromkeys(setup.players, 0)
        """What each player has gained, in thousandths of chips."""
        self.low = 0
        """The least that anybody had gained on the way."""
        self.count, self.time = self._trade(trades, setup.duration)

    def _trade(self, trades: Sequence[Lines], end: Number) -> tuple[int, Number]:
        """How many trades there are, and when the last one was."""
        numbers, at, buyers, sellers, suits, cards, prices = trades
        times = [-1.0, *map(form.time, at)]
        _sure([*map(form.index, numbers)] == [*range(1, len(at) + 1)])
        _sure(all(map(lt, times, times[1:])) and times[-1] <= end)
        owners, nets, low = self.setup.owners, self.nets, 0
        for buyer, seller, sold, price in zip(
            map(form.buyer, buyers), map(form.seller, sellers), map(form.sold, suits, cards), map(form.price, prices),
            strict=True,
        ):  # fmt: skip
            card = sold.card
            if owners.get(card) != seller or buyer == seller or buyer not in nets or not price:
                raise UnusualError
            owners[card] = buyer
            nets[seller] += price
            left = nets[buyer] = nets[buyer] - price
            if left < low:
                low = left
        self.low = low
        return len(at), times[-1]

    def end(self, payout: str) -> Outcome | None:
        """The result, by one of the ways to pay for goal cards; given where who had most of them lost."""
        setup = self.setup
        letter = suit_names()[setup.goal].letter
        held = dict.fromkeys(setup.players, 0)
        for card, player in setup.owners.items():
            held[player] += card[0] == letter
        nets = {player: amount(net) for player, net in self.nets.items()}
        rules = [rule for rule in facts().payouts if payout in {"detect", rule.name}]
        ends = (end_of(rule, held, nets) for rule in rules)
        end = next((one for one in ends if not wrong_banks(setup.banks, one.banks)), None)
        if end is None or milli(end.rule.stake(len(held))) + self.low < 0:
            raise UnusualError
        named, holders = setup.winners, set(most_goal_cards(end.paid))
        most = max(setup.banks.values())
        richest = {player for player, bank in setup.banks.items() if bank == most}
        _sure(named == (richest if end.rule.ante else holders))
        self._counts(setup.result, held)
        return None if named & holders else end

    def _counts(self, result: Said, held: Mapping[str, int]) -> None:
        """What programs add to the result."""
        _sure(result.get("TradeCount", self.count) == self.count)
        _sure(_number(result.get("FinalTradingTime", self.time)) >= self.time)
        counts = self.setup.small.get(("Result", "GoalCounts"), {})
        _sure(all(held.get(player) == count for player, count in counts.items()))


def _is_plain(game: Said) -> bool:
    """Whether nothing can be said of FiggieGame: it is a round of the standard game on a day of the calendar."""
    day, variant = game["Date"], game.get("GameVariant", "Standard")
    return (
        isinstance(day, str) and _is_day(day) and variant == "Standard" and _number(game["GameDuration"]) > 0
    )


@lru_cache(KEPT)
def _is_day(written: str) -> bool:
    return date_problem(written) is None


def _suits(small: Mapping[Path, Said]) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """The suit of twelve, the goal suit, and the sizes of all."""
    said, sizes = small.get(("DeckSetup",), {}), small.get(("DeckSetup", "Distribution"), {})
    known = {name: size for name in suit_names() if isinstance(size := sizes.get(name), int)}
    _sure(said and len(known) == len(sizes) and sorted(known.values()) == sorted(facts().counts))
    twelve = max(known, key=lambda name: known[name])
    goal = partner(twelve) or ""
    _sure(said["GoalSuit"] == goal and said["GoalSuitColor"] == suit_names()[goal].color)
    return twelve, goal, tuple(known.items())


def _number(value: object) -> Number:
    return value if isinstance(value, (int, float)) else -1
