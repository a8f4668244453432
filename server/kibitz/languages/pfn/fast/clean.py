"""Whole records in which nothing is wrong, told from their values, which are the same however they are written.

An archive is thousands of short records, most of them clean. What tomli makes of one is judged by the same rules of the
game; only where each thing stands is not worked out, which takes most of the time and is needed for messages only.
Whatever is unusual is left to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from kibitz.core.memory import remembered
from kibitz.languages.pfn.check.events import KNOWN
from kibitz.languages.pfn.check.game import date_problem
from kibitz.languages.pfn.check.tables import OWN_KEYS, fits
from kibitz.languages.pfn.check.tally import amount, milli
from kibitz.languages.pfn.fast.trade import Walk, by_values
from kibitz.languages.pfn.game.figgie import Number, deck, facts, partner, spellings, suit_names
from kibitz.languages.pfn.game.outcome import end_of, most_goal_cards, wrong_banks
from kibitz.languages.pfn.game.round import Deal, Pause, pauses_among
from kibitz.languages.pfn.text.keys import BANK, PLAYER, tables
from kibitz.languages.pfn.text.tables import DEAL, DECK, EVENTS, GAME, RESULT, SIZES, TRADES, Path
from kibitz.languages.pfn.text.trades import Ended
from kibitz.languages.pfn.toml.values import values

Said = Mapping[str, object]
"""The values of a table by their keys."""


class UnusualError(Exception):
    """Something may have to be said."""


def ended(text: str, payout: str) -> Ended | None:
    """A record of which there is nothing to say; None for others."""
    try:
        if (said := values(text)) is None:
            return None
        setup = _Setup(_tables(said))
        return _ended(setup, _list(said.get(TRADES[0])), _pauses(said, setup.duration), payout)
    except UnusualError:
        return None


def _sure(holds: object) -> None:
    """Raises :class:`UnusualError` where something does not hold."""
    if not holds:
        raise UnusualError


def _tables(said: Said, path: Path = ()) -> dict[Path, Said]:
    """The small tables by their paths, if each has all keys that it must have, and no others."""
    found: dict[Path, Said] = {}
    for name, value in said.items():
        if (spec := tables().get((*path, name))) is None:
            _sure(_is_right(path, name, value))
        elif not spec.array and isinstance(value, dict):
            found[spec.path] = value
            found.update(_tables(value, spec.path))
        else:
            _sure(spec.path in {TRADES, EVENTS} and isinstance(value, list))
    _sure(said.keys() >= _required(path))
    return found


def _is_right(path: Path, name: str, value: object) -> bool:
    """Whether a table may have a key with a value."""
    wanted = _type(path, name)
    return wanted is not None and (not wanted or fits(wanted, value))


@remembered
def _type(path: Path, name: str) -> str | None:
    """The type that a key of a table wants, nothing where its own rules say so; None where there is no such key."""
    key = tables()[path].key(name) if path else None
    return key.type if key is not None else "" if path in OWN_KEYS else None


@cache
def _required(path: Path) -> frozenset[str]:
    keys = tables()[path].keys if path else ()
    return frozenset(key.name for key in keys if key.required and PLAYER not in key.name)


class _Setup:
    """The small tables of a round. Raises :class:`UnusualError` where anything may have to be said of them."""

    def __init__(self, small: Mapping[Path, Said]) -> None:
        game, self.result = small.get(GAME, {}), small.get(RESULT, {})
        _sure(game.get("Players") in facts().players and _is_plain(game))
        self.small = small
        self.duration = _number(game["GameDuration"])
        self.players = [f"P{number + 1}" for number in range(int(str(game["Players"])))]
        self.twelve, self.goal, self.sizes = _suits(small)
        self.owners = self._dealt()
        self.banks = self._banks()
        winners = _list(self.result["Winners"])
        self.winners = set(winners)
        _sure(len(winners) == len(self.winners) > 0)
        _sure(self.winners <= set(self.players))

    def _dealt(self) -> dict[str, str]:
        """The whole deck, dealt to all players in equal parts."""
        hands = self.small.get(DEAL, {})
        _sure(hands.keys() == set(self.players))
        owners: dict[str, str] = {}
        for player, hand in hands.items():
            pieces = [one.strip() for one in hand.split(",")] if isinstance(hand, str) else _list(hand)
            _sure(len(pieces) * len(hands) == facts().cards)
            owners.update(dict.fromkeys(filter(None, map(spellings().get, pieces)), player))
        _sure(owners.keys() == set(deck(self.sizes)))
        return owners

    def _banks(self) -> dict[str, int]:
        """The final banks as they are written."""
        result, suits = self.result, (self.twelve, self.goal)
        _sure(result and (result["Revealed12CardSuit"], result["GoalSuit"]) == suits)
        banks = {name.removesuffix(BANK): bank for name, bank in result.items() if name.endswith(BANK)}
        written = {player: bank for player, bank in banks.items() if isinstance(bank, int)}
        _sure(banks.keys() == written.keys() == set(self.players))
        return written


def _is_plain(game: Said) -> bool:
    """Whether nothing can be said of FiggieGame: it is a round of the standard game on a day of the calendar."""
    day, variant = game["Date"], game.get("GameVariant", "Standard")
    return (
        isinstance(day, str) and _is_day(day) and variant == "Standard" and _number(game["GameDuration"]) > 0
    )


@remembered
def _is_day(written: str) -> bool:
    return date_problem(written) is None


def _suits(small: Mapping[Path, Said]) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """The suit of twelve, the goal suit, and the sizes of all."""
    said, sizes = small.get(DECK, {}), small.get(SIZES, {})
    known = {name: size for name in suit_names() if isinstance(size := sizes.get(name), int)}
    _sure(said and len(known) == len(sizes) and sorted(known.values()) == sorted(facts().counts))
    twelve = max(known, key=lambda name: known[name])
    goal = partner(twelve) or ""
    _sure(said["GoalSuit"] == goal and said["GoalSuitColor"] == suit_names()[goal].color)
    return twelve, goal, tuple(known.items())


def _pauses(said: Said, duration: Number) -> Iterator[Pause]:
    """The pauses of a round, one behind the other, each with its end, and nothing else that needs to be said of its events."""
    moments: dict[Number, str] = {}
    events = _list(said.get(EVENTS[0]))
    for event in events:
        _sure(isinstance(event, dict) and event.keys() >= _required(EVENTS))
        _sure(all(_is_right(EVENTS, *pair) for pair in event.items()))
        moments[at := _number(event["T"])] = kind = event["Type"]
        _sure(kind in KNOWN and 0 <= at <= duration)
    kinds = [moments[at] for at in sorted(moments) if moments[at] in KNOWN[:2]]
    _sure(len(moments) == len(events) and kinds == [*KNOWN[:2]] * (len(kinds) // 2))
    return pauses_among(moments.items())


def _ended(setup: _Setup, trades: Sequence[object], pauses: Iterable[Pause], payout: str) -> Ended:
    """The end, if the result is what the round comes to by one of the ways to pay for goal cards."""
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
    _sure(setup.winners == (richest if end.rule.ante else holders) and setup.winners & holders)
    # What programs add to the result.
    _sure(setup.result.get("TradeCount", walk.count) == walk.count)
    _sure(_number(setup.result.get("FinalTradingTime", walk.time)) >= walk.time)
    counts = setup.small.get((*RESULT, "GoalCounts"), {})
    _sure(all(held.get(player) == count for player, count in counts.items()))
    deal = Deal(None, len(held), dict(setup.sizes), setup.goal)
    return Ended(deal, setup.duration, made, nets, end)


def _list(value: object) -> Sequence[Any]:
    """A value that is a list, as the types of keys have been seen to be right."""
    return value if isinstance(value, list) else ()


def _number(value: object) -> Number:
    return value if isinstance(value, (int, float)) else -1
