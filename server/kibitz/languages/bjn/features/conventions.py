"""The usual choices of players and the style of a record, for itself and for neighbouring records.

Every prediction begins with the general probabilities. The choices in the latest hands weigh more the more often they occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import CACHED_RECORDS, RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import latest, remembered
from kibitz.languages.bjn.check.setup import check_setup
from kibitz.languages.bjn.game.decisions import shown
from kibitz.languages.bjn.game.model import DEALER, Entry, Event, Hand, Setup, Table
from kibitz.languages.bjn.game.play import begin, play
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.sheet import Sheet

PRIOR = 3.0
"""Weight of the general probabilities, in hands."""


class Case(NamedTuple):
    """A situation with a choice: the kind of choice, and its circumstances."""

    kind: str
    about: str = ""


Decided = tuple[Case, str]
"""A situation, and the choice in it."""

NATURAL = Case("natural")
"""Whether a dealt blackjack is marked with `_`."""
TWENTY_ONE = Case("21")
"""Whether a drawn 21 is marked with `_`."""
APART = Case("apart")
"""Whether a stand after a draw is an event of its own (yes) or part of the card's event (no)."""
ASIDE = Case("aside")
"""Whether the second card of a split hand comes without a `^` (yes)."""
PEEK = Case("peek")
"""Whether the dealer shows a blackjack before the players act."""
HOLE_FIRST = Case("hole")
"""Whether the dealer's first card is the hole card."""
DONE = Case("done")
"""Whether the dealer's last card is marked with `_`."""
SOFT_17 = Case("soft 17")
"""Whether the dealer stands on a soft 17."""
YES, NO = "yes", "no"


class Habits:
    """The counts of decisions in some hands."""

    def __init__(self, hands: Iterable[Mapping[Decided, int]] = (), elsewhere: Habits | None = None) -> None:
        """Count the results of :func:`decisions`. The habits `elsewhere` replace the general probabilities."""
        self._hands = tuple(hands)
        self._elsewhere = elsewhere

    @cached_property
    def seen(self) -> Counter[Decided]:
        """The counts of choices."""
        seen: Counter[Decided] = Counter()
        for hand in self._hands:
            seen.update(hand)
        return seen

    def weighed(self, case: Case, chances: Mapping[str, float]) -> dict[str, float]:
        """Return the probabilities of choices, corrected by the choices in this record. Their sum does not change."""
        if self._elsewhere:
            chances = self._elsewhere.weighed(case, chances)
        seen = {choice: self.seen[case, choice] for choice in chances}
        total = sum(seen.values())
        if not total:
            return dict(chances)
        whole = sum(chances.values())
        return {
            choice: (PRIOR * chance + seen[choice] * whole) / (PRIOR + total)
            for choice, chance in chances.items()
        }

    def likely(self, case: Case, chance: float) -> float:
        """Return the probability of :data:`YES`, given the general one."""
        return self.weighed(case, {YES: chance, NO: 1 - chance})[YES]

    def words(self, case: Case, choice: str, choices: Iterable[str], where: str = "here") -> str:
        """Return `7 of 9 times here`, or an empty text if the situation has not occurred."""
        total = sum(self.seen[case, one] for one in {choice, *choices})
        if not total and self._elsewhere:
            return self._elsewhere.words(case, choice, choices, "beside this record")
        return f"{self.seen[case, choice]} of {total} times {where}" if total else ""


def play_case(table: Table, hand: Hand) -> Case:
    """Return the situation of a player who decides: the hand, and whether the upcard is low."""
    pair = len(hand.cards) == 2 and hand.cards[0][0] == hand.cards[1][0]
    kind = f"pair of {hand.cards[0][0]}" if pair else hand.label
    return Case(kind, "low" if 2 <= shown(table) <= 6 else "high")


def drawn(hand: Hand) -> bool:
    """Return whether the latest card of a hand was drawn, so that its event could contain a stand."""
    return len(hand.cards) > (1 if hand.split else 2)


def decisions(setup: Setup, entries: Sequence[Entry]) -> Counter[Decided]:
    """Return the decisions of a hand with their situations."""
    seen: Counter[Decided] = Counter()
    table = begin(setup)
    for entry in entries:
        after = play(table, entry)
        if isinstance(entry, Event):
            hand, now = (one.hand(entry.actor, entry.hand) for one in (table, after))
            if hand and now and now.known and not hand.ended:
                tell = _dealer if entry.actor == DEALER else _player
                tell(seen, entry, table, hand, now)
        table = after
    return seen


def _player(seen: Counter[Decided], event: Event, table: Table, hand: Hand, now: Hand) -> None:
    if hand.split and hand.size == 1 and event.card:
        seen[ASIDE, NO if event.action else YES] += 1
    elif event.card and not event.action and now.blackjack:
        seen[NATURAL, event.modifier] += 1
    elif event.action or not event.card:
        choice = event.action or "_"
        if choice == "_" and drawn(hand):
            seen[APART, YES] += 1
        if hand.total != 21:
            seen[play_case(table, hand), choice] += 1
    if event.card and event.action == "^" and not now.bust:
        if now.total == 21:
            seen[TWENTY_ONE, event.modifier] += 1
        elif event.modifier == "_":
            seen[APART, NO] += 1
            seen[play_case(table, now), "_"] += 1


def _dealer(seen: Counter[Decided], event: Event, table: Table, hand: Hand, now: Hand) -> None:
    if not table.started and not event.action:
        if not hand.size:
            seen[HOLE_FIRST, YES if event.modifier == "?" else NO] += 1
    elif event.action == "%" and now.blackjack:
        seen[PEEK, NO if table.started else YES] += 1
    if now.size > 1 and not now.hidden and not now.bust:
        if now.soft and now.total == 17:
            seen[SOFT_17, YES if event.modifier == "_" else NO] += 1
        elif now.total >= 17:
            seen[DONE, YES if event.modifier == "_" else NO] += 1


AS_SIBLING = "as in the record beside this one"

T = TypeVar("T")


class Conventions(NamedTuple):
    """The table and the form of the last hand of a record, and the decisions in its latest hands."""

    setup: Setup
    compact: bool
    seen: tuple[tuple[Decided, int], ...]


def conventions(language: Blackjack, analysis: Analysis) -> Conventions | None:
    """Return the table, form and decisions of a record, or None if no recent hand has a valid setup."""
    document = analysis.document
    last = document.place_at(len(document))
    texts = [last.text, *islice(texts_before(document, last), RECENT - 1)]
    for text in texts:
        sheet: Sheet = analysis.language.parsed(text).value
        if (setup := sheet.setup) and len(sheet.entries) > 1 and not any(check_setup(setup, ())):
            seen = habits(analysis.language, tuple(texts)).seen
            return Conventions(setup, sheet.compact, tuple(sorted(seen.items())))
    return None


def usual(choices: Sequence[T], doubt: float) -> tuple[T, float]:
    """Return the choice of the nearest record, and its probability here. Agreement of the others raises it.

    `doubt` is the weight of unknown records that differ, in records.
    """
    return choices[0], choices.count(choices[0]) / (len(choices) + doubt)


def texts_before(document: Document, place: Place) -> Iterator[str]:
    """Return the chunks before one, the nearest first."""
    return (before.text for before in islice(document.until(place), 1, None))


@latest(CACHED_RECORDS)
def habits(language: Language[Any], texts: tuple[str, ...], siblings: tuple[Conventions, ...] = ()) -> Habits:
    """Return the habits of some hands; those of neighbouring records fill the gaps."""
    elsewhere = Habits([dict(one.seen) for one in siblings]) if siblings else None
    return Habits([_decided(language, text) for text in texts], elsewhere)


@remembered
def _decided(language: Language[Any], text: str) -> dict[Decided, int]:
    """Return the decisions of a hand. They are cached, because every keystroke needs them again."""
    sheet: Sheet = language.parsed(text).value
    return {} if sheet.setup is None else decisions(sheet.setup, sheet.values)
