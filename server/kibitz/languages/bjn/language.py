"""Blackjack notation as a language: thin wiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.notation import Parsed
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic
from kibitz.languages.bjn.check.report import check
from kibitz.languages.bjn.check.session import ADVICE, advised, check_stakes, follow
from kibitz.languages.bjn.game.model import HOUSE_RULES, Entry, Setup, Unread
from kibitz.languages.bjn.game.shoe import SYSTEMS, Shoe, System
from kibitz.languages.bjn.settings import SETTINGS, house_of, seats_of
from kibitz.languages.bjn.text.comments import shares
from kibitz.languages.bjn.text.cut import parse, split_points
from kibitz.languages.bjn.text.sheet import Sheet


class Facts(NamedTuple):
    """The settings that affect how records are read."""

    advice: str = "off"
    """The severity of costly decisions."""
    shared: bool = False
    """Whether hands share a shoe."""
    house: tuple[str, ...] = ()
    """The rules that hold if a setup names none."""
    empty: tuple[int, ...] = ()
    """The empty seats."""
    unit: int = 0
    """The bet of players without a comment; 0 if unknown."""
    counting: str = "hilo"
    """The counting system."""

    @classmethod
    def of(cls, preferences: Preferences) -> Facts:
        """Return the facts of settings, without unknown rules, seats and values."""
        advice, count = preferences.text("bjn.advice", ""), preferences.text("bjn.count", "")
        named = seats_of(preferences.text("bjn.empty", ""))
        seats = {int(seat) for seat in named if seat.isascii() and seat.isdigit() and len(seat) < 4}
        return cls(
            advice if advice in ADVICE else "off",
            preferences.text("bjn.shoe", "hand") == "shared",
            tuple(rule for rule in house_of(preferences.text("bjn.rules", "")) if rule in HOUSE_RULES),
            tuple(sorted(seats)),
            preferences.number("bjn.unit", 0),
            count if count in SYSTEMS else "hilo",
        )


USUAL = Facts()


class Blackjack(Language[Sheet]):
    """Session logs: each hand is on its own, from its setup to the next one."""

    id = "bjn"
    neighbours_affected = 0
    stops_at_mistake = True
    comment = ("// ", "")
    divider = "|"
    name = "Blackjack notation"
    triggers = ".|{[/"
    signature_triggers = ".|"
    conversions = ("compact", "annotated")
    settings = SETTINGS
    kinds = MappingProxyType({"action": "function", "card": "value", "outcome": "enum"})
    modifiers = ("spades", "clubs", "hearts", "diamonds", "dealer")

    def __init__(self, facts: Facts = USUAL) -> None:
        super().__init__()
        self.facts = facts
        self._checked = remembered(self._check)
        self._above = remembered(self._check_above)

    @property
    def system(self) -> System:
        """The counting system."""
        return SYSTEMS[self.facts.counting]

    def _with(self, facts: Facts) -> Language[Sheet]:
        return self.variant(facts, lambda: Blackjack(facts))

    @property
    def errors_only(self) -> Language[Sheet]:
        return self if self.facts.advice == "off" else self._with(self.facts._replace(advice="off"))

    def tailored(self, preferences: Preferences) -> Language[Sheet]:
        facts = Facts.of(preferences)
        return LANGUAGE if facts == USUAL else self._with(facts)

    def hands(self, text: str) -> Iterator[tuple[Setup, tuple[Entry, ...]]]:
        """Yield the hands of a record, each with its setup and its entries before the first unreadable one.

        This is for library users. It leaves out the text before the first setup.
        """
        for place in Document.open(self, text).places():
            sheet = self.parsed(place.text).value
            if sheet.setup:
                yield (
                    sheet.setup,
                    tuple(takewhile(lambda entry: not isinstance(entry, Unread), sheet.values[1:])),
                )

    def summarise(self, block: Block) -> object:
        return any(shares(chunk.text) for chunk in block.chunks) or None

    def context(self, summaries: Sequence[Any]) -> object:
        """Return whether hands share a shoe; the state then is that shoe."""
        return self.facts.shared or bool(summaries)

    def start(self, context: Any) -> object:
        return Shoe() if context else None

    def unknown_after(self, context: Any, state: Any) -> object:
        return Shoe(known=False) if context else None

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        return split_points(text)

    def parse(self, text: str) -> Parsed[Sheet]:
        parsed = parse(text, self.rules)
        house, empty = self.facts.house, self.facts.empty
        return Parsed(parsed.value.at_table(house, empty), parsed.problems) if house or empty else parsed

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        found = self._checked(chunk.text)
        gone: tuple[str, ...] = ()
        if context:
            here, state, more = follow(state, chunk, self.rules, lambda text: self.parsed(text).value)
            gone, found = here.gone, (*found, *more)
        if self.facts.advice == "off":
            return state, found
        return state, (*found, *advised(self.parsed(chunk.text).value, self.rules, self.facts.advice, gone))

    def _check(self, text: str) -> tuple[Diagnostic, ...]:
        return check(self.parsed(text).value, self.rules)

    def aggregate(self, context: Any, chunks: Sequence[Chunk]) -> object:
        """Return the findings of stakes above hands, with the numbers of their chunks."""
        pairs = enumerate(pairwise(chunks))
        return [(at, one) for at, (chunk, hand) in pairs for one in self._stakes(chunk, hand)]

    def finalize(
        self, document: Document, context: Any, state: Any, aggregates: Sequence[Any]
    ) -> Iterator[Diagnostic]:
        blocks = document.blocks
        for number, (block, aggregate) in enumerate(zip(blocks, aggregates, strict=True)):
            last, below = len(block.chunks) - 1, [one.chunks[0] for one in blocks[number + 1 : number + 2]]
            border = [(last, one) for hand in below for one in self._stakes(block.chunks[last], hand)]
            for at, one in (*aggregate, *border):
                start = document.block_start(number) + sum(len(chunk.text) for chunk in block.chunks[:at])
                yield one.shifted(start)

    def _stakes(self, above: Chunk, hand: Chunk) -> tuple[Diagnostic, ...]:
        """Return the findings of the stakes above a hand."""
        return self._above((above.text, hand.text)) if "//" in above.text else ()

    def _check_above(self, both: tuple[str, str]) -> tuple[Diagnostic, ...]:
        above, hand = (self.parsed(text).value for text in both)
        return tuple(check_stakes(above, self.rules, hand))


LANGUAGE = Blackjack()
