"""Blackjack notation as a language: thin wiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import Border
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import Memory
from kibitz.core.notation import Leap, Parsed
from kibitz.core.rows import Listed
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic
from kibitz.languages.bjn.check.advice import ADVICE, advised
from kibitz.languages.bjn.check.report import check, read
from kibitz.languages.bjn.check.shoe import follow, passed
from kibitz.languages.bjn.check.stakes import check_above
from kibitz.languages.bjn.fast import rows as fast_rows
from kibitz.languages.bjn.fast.clean import clean, taken
from kibitz.languages.bjn.game.counting import HILO, SYSTEMS, System
from kibitz.languages.bjn.game.model import HOUSE_RULES, Entry, Setup, Unread
from kibitz.languages.bjn.game.shoe import Shoe
from kibitz.languages.bjn.settings import BANKROLL, SETTINGS, house_of, seats_of
from kibitz.languages.bjn.text.cut import borders, parse
from kibitz.languages.bjn.text.sheet import Sheet
from kibitz.languages.bjn.text.shoe import behind, shares


class At(NamedTuple):
    """A table as far as setups that say nothing leave it open: its rules, and the seats that nobody holds."""

    house: tuple[str, ...] = ()
    empty: tuple[int, ...] = ()

    @classmethod
    def of(cls, rules: str, empty: str) -> At:
        """The table that settings tell of; what is no rule and no seat is left out."""
        seats = {int(seat) for seat in seats_of(empty) if seat.isascii() and seat.isdigit() and len(seat) < 4}
        return cls(tuple(rule for rule in house_of(rules) if rule in HOUSE_RULES), tuple(sorted(seats)))


NOWHERE = At()


class Blackjack(Language[Sheet]):
    """Session logs: each hand stands alone, from its setup to the next one."""

    id = "bjn"
    reach = 0
    comment = ("// ", "")
    divider = "|"
    name = "Blackjack notation"
    triggers = ".|{[/"
    signature_triggers = ".|"
    conversions = ("compact", "annotated")
    settings = SETTINGS
    kinds = MappingProxyType({"action": "function", "card": "value", "outcome": "enum", "player": "variable"})
    modifiers = ("spades", "clubs", "hearts", "diamonds", "dealer")

    def __init__(
        self,
        advice: str = "off",
        shared: bool = False,
        at: At = NOWHERE,
        unit: int = 0,
        system: System = HILO,
        bankroll: int = 0,
        explains: bool = True,
    ) -> None:
        """`advice` says how decisions are marked that cost something, `shared` whether hands share a shoe, `at` which table
        it is as far as setups do not say, `unit` what players bet of whom nothing is said, `system` how cards are counted, `bankroll`
        what somebody may lose; 0 where nobody says.

        `explains` says whether what follows from a mistake is told apart from it, and what may mend it.
        """
        super().__init__()
        self.advice, self.shared, self.at, self.unit, self.explains = advice, shared, at, unit, explains
        self.system, self.bankroll = system, bankroll
        self._checked = Memory(self._check).__getitem__
        self._above = Memory(self._check_above).__getitem__

    @property
    def hasty(self) -> Language[Sheet]:
        return self.variant(
            "hasty", lambda: Blackjack("off", self.shared, self.at, self.unit, explains=False)
        )

    def tailored(self, preferences: Preferences) -> Language[Sheet]:
        advice, shared = (
            preferences.text("bjn.advice", "off"),
            preferences.text("bjn.shoe", "hand") == "shared",
        )
        at = At.of(preferences.text("bjn.rules", ""), preferences.text("bjn.empty", ""))
        advice = advice if advice in ADVICE else "off"
        count = preferences.text("bjn.count", "hilo")
        count = count if count in SYSTEMS else "hilo"
        unit, bankroll = preferences.number("bjn.unit", 0), preferences.number("bjn.bankroll", 0, BANKROLL)
        if (advice, shared, at, unit, count, bankroll) == ("off", False, NOWHERE, 0, "hilo", 0):
            return LANGUAGE
        return self.variant(
            (advice, shared, at, unit, count, bankroll),
            lambda: Blackjack(advice, shared, at, unit, SYSTEMS[count], bankroll),
        )

    def hands(self, text: str) -> Iterator[tuple[Setup, tuple[Entry, ...]]]:
        """The hands of a record, each with its setup and the entries up to the first one that can't be read.

        For those who use kibitz as a library; what stands before the first setup is left out.
        """
        for place in Document.open(self, text).places():
            entries = self.parsed(place.chunk.text).value.values
            if entries and isinstance(setup := entries[0], Setup):
                yield setup, tuple(takewhile(lambda entry: not isinstance(entry, Unread), entries[1:]))

    def quick_rows(self, start: int, text: str) -> Listed | None:
        """The rows of a hand at an offset, where its text alone tells them."""
        return fast_rows.rows_of(start, text) if self.at == NOWHERE and not self.unit else None

    def summarise(self, block: Block) -> object:
        return any(shares(chunk.text) for chunk in block.chunks) or None

    def context(self, summaries: Sequence[Any]) -> object:
        """Whether hands share a shoe, which is what the state is then."""
        return self.shared or bool(summaries)

    def apart(self, context: Any) -> bool:
        return not context

    def start(self, context: Any) -> object:
        return Shoe() if context else None

    def lost(self, context: Any, state: Any) -> object:
        return Shoe(known=False) if context else None

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return borders(text)

    def parse(self, text: str) -> Parsed[Sheet]:
        parsed = read(text, self.rules) if self.explains else parse(text, self.rules)
        return parsed if self.at == NOWHERE else Parsed(parsed.value.at_table(*self.at), parsed.problems)

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        found = () if clean(chunk.text, self.at.house) else self._checked(chunk.text)
        gone: tuple[str, ...] = ()
        if context:
            here, state, more = follow(state, chunk, self.rules, lambda text: self.parsed(text).value)
            gone, found = here.gone, (*found, *more)
        if self.advice == "off":
            return state, found
        return state, (*found, *advised(self.parsed(chunk.text).value, self.rules, self.advice, gone))

    def _check(self, text: str) -> tuple[Diagnostic, ...]:
        return check(self.parsed(text).value, self.rules, self.explains)

    def tally(self, context: Any, chunks: Sequence[Chunk]) -> object:
        """What is wrong with the stakes that stand above hands, with the numbers of their chunks."""
        pairs = enumerate(pairwise(chunks))
        return [(at, one) for at, (chunk, hand) in pairs for one in self._stakes(chunk, hand)]

    def finish(
        self, document: Document, context: Any, state: Any, tallies: Sequence[Any]
    ) -> Sequence[Diagnostic]:
        found, blocks = list[Diagnostic](), document.blocks
        for number, (block, tally) in enumerate(zip(blocks, tallies, strict=True)):
            last, below = len(block.chunks) - 1, [one.chunks[0] for one in blocks[number + 1 : number + 2]]
            border = [(last, one) for hand in below for one in self._stakes(block.chunks[last], hand)]
            for at, one in (*tally, *border):
                start = document.block_start(number) + sum(len(chunk.text) for chunk in block.chunks[:at])
                found.append(one.shifted(start))
        return found

    def _stakes(self, above: Chunk, hand: Chunk) -> tuple[Diagnostic, ...]:
        """What is wrong with the stakes that stand above a hand."""
        return self._above((above.text, hand.text)) if "//" in above.text else ()

    def _check_above(self, both: tuple[str, str]) -> tuple[Diagnostic, ...]:
        above, hand = (self.parsed(text).value for text in both)
        return tuple(check_above(above, hand, self.rules))

    def leap(self, context: Any, state: Any, chunks: tuple[Chunk, ...]) -> Leap:
        count = 0
        for chunk in chunks if self.advice == "off" else ():
            if not clean(chunk.text, self.at.house):
                break
            if context:
                here = passed(state, taken(chunk.text), chunk)
                if here.why:
                    break
                state = behind(here.after, chunk.text)
            count += 1
        return Leap(state, count)


LANGUAGE = Blackjack()
