"""Import of the formats of public programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, groupby
from typing import Any, NamedTuple

from kibitz.core.internal_errors import RefusedError
from kibitz.core.shown import code
from kibitz.core.words import quoted
from kibitz.languages.pfn.game.figgie import facts, suit_names
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.tables import BANK

Json = Mapping[str, Any]
Counts = dict[str, int]
"""The number of cards of each suit, by its name."""
_LOGS = ("gameStateLog", "trades", "tradeHistory")
"""The keys under which figgie-genius keeps several trades."""
_AROUND = ("trade", "lastTrade", "gameState", "payload")
"""The keys of a single trade, or of an object that contains one."""
_CLOCK = re.compile(r"([0-9]{1,2}):([0-5][0-9])")
_LARGE = 10**6
_SILENCED = {"date": "PFN104", "deck": "PFN100", "result": "PFN101"}
"""The rules about facts that a log lacks."""


class _Trade(NamedTuple):
    """A trade. Unknown parts are None. The suit is its letter."""

    buyer: int | None
    seller: int | None
    suit: str | None
    price: int | str | None
    time: int | None


def imported(language: Pfn, text: str) -> str | None:
    """Return the record of a log of CodeClash's Figgie engine or of a figgie-genius file, or None for other texts.

    Raise RefusedError if the log is invalid, with the expected value.
    """
    of_engine, of_table = '"initial_hands"' in text, '"buyer"' in text and '"seller"' in text
    if not (of_engine or of_table) or not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return None
    try:
        log = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"this log is not JSON: {error}") from error
    engine = isinstance(log, dict) and "initial_hands" in log
    return "".join(f"{line}\n" for line in (_of_engine(log) if engine else _of_table([*_kept(log, {})])))


# The engine


def _of_engine(log: Json) -> Iterator[str]:
    count = _number(log.get("num_players"), "`num_players`", facts().players)
    if not isinstance(log.get("events"), list):
        raise RefusedError("`events` is not a list")
    events = [one for one in log["events"] if isinstance(one, dict)]
    ticks = [_number(one.get("tick", one.get("turn")), "a tick", range(_LARGE)) for one in events]
    made = [(one, tick) for one, tick in zip(events, ticks, strict=True) if one.get("type") == "trade"]
    trades = [_of_event(one, tick, count) for one, tick in made]
    deck, hands = _by_suit(log.get("suit_counts"), "`suit_counts`"), _hands(log, "initial_hands", count)
    goal = _suit(log.get("goal_suit"), "`goal_suit`")
    when, scores = _when(log.get("timestamp")), log.get("scores")
    given = [(player, _dict(scores).get(str(player))) for player in range(count) if scores]
    won = {
        f"P{player + 1}": _number(one, f"the score of player {player}", range(-_LARGE, _LARGE))
        for player, one in given
    }
    yield "# Imported from a log of CodeClash's Figgie engine. Each tick counts as one second; trades of one tick keep their order."
    yield "# The log has no numbers of cards. Bids and asks are left out."
    yield from _missing(*([] if when else ["date"]), *([] if won else ["result"]))
    name = re.sub(r"\D", "", str(log.get("timestamp")))[:20]
    game = {"Title": "CodeClash Figgie", "GameID": f"CodeClash-{name}" if name else None, "Players": count}
    yield write.table("[FiggieGame]", {**game, "Date": when, "GameDuration": max(ticks, default=0) + 1})
    yield "\n" + write.table("[DeckSetup]", write.deck(goal))
    yield "\n" + write.table("[DeckSetup.Distribution]", deck)
    yield "\n" + write.table("[Deal]", {f"P{at}": _counts(hand) for at, hand in enumerate(hands, 1)})
    yield from _lines(trades)
    if won:
        suits = {"Revealed12CardSuit": max(deck, key=lambda suit: deck[suit]), "GoalSuit": goal}
        banks = {player + BANK: facts().chips + one for player, one in won.items()}
        winners = [player for player, one in won.items() if one == max(won.values())]
        yield "\n" + write.table("[Result]", {**suits, **banks, "Winners": winners})
    if won and log.get("final_hands"):
        held = {f"P{at}": hand[goal] for at, hand in enumerate(_hands(log, "final_hands", count), 1)}
        yield "\n" + write.table("[Result.GoalCounts]", held)


def _of_event(event: Json, tick: int, count: int) -> _Trade:
    what = f"the trade of tick {tick}"
    buyer, seller = (
        _number(event.get(key), f"the {key} in {what}", range(count)) for key in ("buyer", "seller")
    )
    price = _number(event.get("price"), f"the price in {what}", range(_LARGE))
    suit = suit_names()[_suit(event.get("suit"), f"the suit in {what}")]
    return _Trade(buyer, seller, suit.letter, price, tick)


def _hands(log: Json, key: str, count: int) -> list[Counts]:
    hands = log.get(key)
    if not isinstance(hands, dict) or set(hands) != {str(player) for player in range(count)}:
        raise RefusedError(f"{code(key)} has no hand for each of the players 0 to {count - 1}")
    return [_by_suit(hands[str(player)], f"the hand of player {player}") for player in range(count)]


def _when(timestamp: object) -> str | None:
    try:
        return datetime.fromisoformat(str(timestamp)).isoformat(timespec="seconds")
    except ValueError:
        return None


# The table


def _kept(value: object, state: Json) -> Iterator[tuple[Json, Json]]:
    """Yield the trades in a figgie-genius file, each with the state of its table."""
    if isinstance(value, list):
        for one in value:
            yield from _kept(one, state)
    elif isinstance(value, dict) and "buyer" in value:
        yield value, state
    elif isinstance(value, dict):
        logs = (value[key] for key in _LOGS if isinstance(value.get(key), list))
        around = (value[key] for key in _AROUND if value.get(key))
        yield from _kept(next(chain(logs, around), None), value if "players" in value else state)


def _of_table(kept: Sequence[tuple[Json, Json]]) -> Iterator[str]:
    if not kept:
        raise RefusedError("this log has no trade: a trade has a `buyer`, a `suit`, a `seller` and a `price`")
    infos = [_dict(state.get("gameInfo")) for _, state in kept]
    rounds = list(dict.fromkeys(_plain(info["round"]) for info in infos if info.get("round")))
    if len(rounds) > 1:
        raise RefusedError(
            f"this log goes over several rounds, {quoted(rounds)}, and a record has one: leave one in it"
        )
    kept, times = _in_order(kept)
    seen = [_players(state) for _, state in kept]
    first = next((one for one in seen if one), [])
    names = [name for name, _ in sorted(first, key=lambda one: not one[1].get("isUser"))]
    names += [name for trade, _ in kept for key in ("buyer", "seller") if (name := _name(trade.get(key)))]
    seats = {name: seat for seat, name in enumerate(dict.fromkeys(names))}
    count = max(len(seats), min(facts().players))
    _number(count, "the number of players", facts().players)
    trades = []
    for (trade, _), time in zip(kept, times, strict=True):
        buyer, seller = (seats.get(_name(trade.get(key))) for key in ("buyer", "seller"))
        suit, price = suit_names().get(str(trade.get("suit")).capitalize()), str(trade.get("price"))
        known = re.fullmatch("[0-9]{1,6}", price) is not None
        trades.append(_Trade(buyer, seller, suit and suit.letter, price if known else None, time))
    yield "# Imported from figgie-genius, which watched a table on figgie.com. Trades of one second keep their order."
    yield from (f"# P{seat + 1} is {name}" for name, seat in seats.items())
    yield from _missing("date", "deck", "result")
    title = " ".join(_plain(infos[0].get(key)) for key in ("gameName", "round")).strip()
    game = {"Title": title or None, "Players": count, "GameDuration": facts().seconds}
    yield write.table("[FiggieGame]", game)
    if hand := _dealt(seen[0], trades[0], count):
        yield "\n" + write.table("[Deal]", {"P1": _counts(hand)})
    yield from _lines(trades)


def _in_order(kept: Sequence[tuple[Json, Json]]) -> tuple[Sequence[tuple[Json, Json]], Sequence[int | None]]:
    """Return the trades in order of time, and their times. The program writes the newest one first.

    If all trades have the same time, they were read from the page at once, and the times are unknown.
    """
    times = [_passed(trade.get("time")) for trade, _ in kept]
    told = [time for time in times if time is not None]
    if len(told) > 1 and len(set(told)) == 1:
        times = [None] * len(kept)
    elif told and told[0] < told[-1]:
        return kept, times
    return kept[::-1], times[::-1]


def _passed(clock: object) -> int | None:
    """Return the seconds since the start of the round from the time left, or None."""
    found = _CLOCK.fullmatch(str(clock).strip())
    passed = facts().seconds - 60 * int(found[1]) - int(found[2]) if found else -1
    return passed if passed >= 0 else None


def _players(state: Json) -> list[tuple[str, Json]]:
    players = state.get("players")
    players = _dict(players).get("players", players)
    named = ((_name(one), one) for one in (players if isinstance(players, list) else ()) if _dict(one))
    return [(name, one) for name, one in named if name]


def _name(player: object) -> str:
    """Return the name of a player, or an empty string if it was not visible."""
    found = player.get("name") if isinstance(player, dict) else player
    return "" if found == "N/A" else _plain(found)


def _dealt(players: Sequence[tuple[str, Json]], first: _Trade, count: int) -> Counts:
    """Return the dealt own hand: the hand after the first trade, with this trade undone. Return nothing if it is incomplete."""
    own = next((one.get("hand") for _, one in players if one.get("isUser")), None)
    try:
        hand = _by_suit(own, "the own hand")
    except RefusedError:
        return {}
    for name, suit in suit_names().items():
        if suit.letter == first.suit:
            hand[name] += (first.seller == 0) - (first.buyer == 0)
    whole = sum(hand.values()) == facts().cards // count and min(hand.values()) >= 0
    return hand if whole else {}


# Shared by both formats


def _missing(*parts: str) -> Iterator[str]:
    """Yield comments that list missing facts and silence their rules."""
    if parts:
        yield f"# Unknown: {', '.join(f'the {one}' for one in parts)}."
        yield f"# kibitz: ignore {', '.join(_SILENCED[one] for one in parts)}"


def _counts(hand: Counts) -> str:
    """Return a hand in counts: `4s3c2h1d`."""
    return "".join(f"{count}{suit_names()[name].letter.lower()}" for name, count in hand.items() if count)


def _lines(trades: Iterable[_Trade]) -> Iterator[str]:
    """Yield the trades in shorthand. Trades of the same second get fractions, because times must ascend."""
    yield ""
    for time, together in groupby(trades, key=lambda one: one.time):
        same = list(together)
        for number, one in enumerate(same):
            places = len(str(len(same) - 1))
            when = "" if time is None else f" {time}.{number:0{places}}" if number else f" {time}"
            card = "" if one.suit is None else f" {one.suit.lower()}"
            price = "" if one.price is None else f"@{one.price}"
            buyer, seller = ("" if seat is None else seat + 1 for seat in one[:2])
            line = f"{buyer}<{seller}{card}{price}{when}"
            yield "# an unreadable trade" if line == "<" else line


def _dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _plain(name: object) -> str:
    """Return a name on one line, without characters that could make it a comment for kibitz."""
    return "".join(one for one in str(name or "") if one.isprintable() and one != ":").strip()


def _number(value: object, what: str, among: Sequence[int]) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in among:
        raise RefusedError(
            f"{what} is {_shown(value)}: it should be a whole number from {among[0]} to {among[-1]}"
        )
    return value


def _shown(value: object) -> str:
    return "missing" if value is None else code(str(value))


def _suit(value: object, what: str) -> str:
    """Return the name of a suit. Raise RefusedError for other values."""
    names = [name.lower() for name in suit_names()]
    if str(value).lower() not in names:
        raise RefusedError(f"{what} is {_shown(value)}: it should be one of {quoted(names)}")
    return str(value).capitalize()


def _by_suit(value: object, what: str) -> Counts:
    found = {str(key).capitalize(): count for key, count in _dict(value).items()}
    if set(found) != {*suit_names()}:
        raise RefusedError(f"{what} has no count for each of the suits {quoted(suit_names())}")
    return {
        name: _number(found[name], f"{what}: {name}", range(facts().highest + 1)) for name in suit_names()
    }
