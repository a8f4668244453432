"""The small tables of a record in their usual form, in which nothing is wrong, told from their texts alone.

They are read as everywhere, and judged by the same rules of the game; only where each thing stands is not worked out,
which takes most of the time and is needed for messages only. Whatever is unusual is left to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from kibitz.core.rules import Rules
from kibitz.languages.pfn.check.game import date_problem
from kibitz.languages.pfn.check.tables import OWN_KEYS, fits
from kibitz.languages.pfn.game.figgie import Number, deck, facts, partner, read_card, suit_names
from kibitz.languages.pfn.text.keys import BANK, PLAYER, tables
from kibitz.languages.pfn.text.tables import Leaf, Path
from kibitz.languages.pfn.toml.model import Comment, KeyValue
from kibitz.languages.pfn.toml.statements import read

KEPT = 2048
"""Of so many lines it is remembered what they say."""
SMALL = 8
"""No record has as many tables that are no trades."""

Said = Mapping[str, object]
"""The values of a table by their keys."""


class UnusualError(Exception):
    """Something may have to be said, or is written in another way."""


def are_clean(texts: Iterable[str], rules: Rules) -> bool:
    """Whether there is nothing to say of the small tables of a record, whatever the trades are."""
    small: dict[Path, Said] = {}
    try:
        for text in texts:
            sure("\\" not in text)
            read_into(small, text.replace("\r\n", "\n"), rules)
        Setup(small)
    except UnusualError:
        return False
    return True


def sure(holds: object) -> None:
    """Raises :class:`UnusualError` where something does not hold."""
    if not holds:
        raise UnusualError


def read_into(small: dict[Path, Said], text: str, rules: Rules) -> None:
    """The tables in a text, which begins with one."""
    before, *pieces = f"\n{text}".split("\n[")
    sure(not before.strip(" \t\n"))
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
    sure(len(said) == len(pairs) and said.keys() >= _required(path))
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
    sure(not problems)
    if isinstance(statement, Comment):
        return None
    if not isinstance(statement, KeyValue) or statement.value is None or len(statement.key.parts) > 1:
        raise UnusualError
    name, node = statement.key.parts[0], statement.value
    key = tables()[path].key(name)
    sure(key is not None or path in OWN_KEYS)
    sure(key is None or (fits(key.type, Leaf(name, node, statement, 0, 0)) and key.type != "table"))
    return name, node.value


class Setup:
    """The small tables of a round. Raises :class:`UnusualError` where anything may have to be said of them."""

    def __init__(self, small: Mapping[Path, Said]) -> None:
        game = small.get(("FiggieGame",), {})
        sure(game.get("Players") in facts().players and _is_plain(game))
        self.small = small
        self.duration = number(game["GameDuration"])
        self.players = [f"P{number + 1}" for number in range(int(str(game["Players"])))]
        self.twelve, self.goal, sizes = _suits(small)
        self.owners = self._dealt(sizes)
        self.result = small.get(("Result",), {})
        self.banks = self._banks(self.result)
        winners = self.result["Winners"]
        self.winners = set(winners) if isinstance(winners, list) else set()
        sure(isinstance(winners, list) and len(winners) == len(self.winners) > 0)
        sure(self.winners <= set(self.players))

    def _dealt(self, sizes: tuple[tuple[str, int], ...]) -> dict[str, str]:
        """The whole deck, dealt to all players in equal parts."""
        hands = self.small.get(("Deal",), {})
        sure(hands.keys() == set(self.players))
        owners: dict[str, str] = {}
        for player, hand in hands.items():
            cards = [read_card(piece.strip()) for piece in hand.split(",")] if isinstance(hand, str) else []
            sure(len(cards) * len(hands) == facts().cards)
            owners.update((card, player) for card in cards if card is not None)
        sure(owners.keys() == set(deck(sizes)))
        return owners

    def _banks(self, result: Said) -> dict[str, int]:
        """The final banks as they are written."""
        sure(result and result["Revealed12CardSuit"] == self.twelve and result["GoalSuit"] == self.goal)
        banks = {name.removesuffix(BANK): bank for name, bank in result.items() if name.endswith(BANK)}
        written = {player: bank for player, bank in banks.items() if isinstance(bank, int)}
        sure(banks.keys() == written.keys() == set(self.players))
        return written


def _is_plain(game: Said) -> bool:
    """Whether nothing can be said of FiggieGame: it is a round of the standard game on a day of the calendar."""
    day, variant = game["Date"], game.get("GameVariant", "Standard")
    return (
        isinstance(day, str) and _is_day(day) and variant == "Standard" and number(game["GameDuration"]) > 0
    )


@lru_cache(KEPT)
def _is_day(written: str) -> bool:
    return date_problem(written) is None


def _suits(small: Mapping[Path, Said]) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """The suit of twelve, the goal suit, and the sizes of all."""
    said, sizes = small.get(("DeckSetup",), {}), small.get(("DeckSetup", "Distribution"), {})
    known = {name: size for name in suit_names() if isinstance(size := sizes.get(name), int)}
    sure(said and len(known) == len(sizes) and sorted(known.values()) == sorted(facts().counts))
    twelve = max(known, key=lambda name: known[name])
    goal = partner(twelve) or ""
    sure(said["GoalSuit"] == goal and said["GoalSuitColor"] == suit_names()[goal].color)
    return twelve, goal, tuple(known.items())


def number(value: object) -> Number:
    return value if isinstance(value, (int, float)) else -1
