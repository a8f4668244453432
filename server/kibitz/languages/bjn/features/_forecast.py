"""What is likely to be written next: whole entries up to the next card that nobody can foresee. No positions.

A forecast is a search: from where the writer is, each way to go on has a chance, and the likeliest ways are followed
until a card has to be known. The rules leave much of a hand no choice; the rest is usual advice and habits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from kibitz.languages.bjn.game import habits as case
from kibitz.languages.bjn.game.advice import chances
from kibitz.languages.bjn.game.dealer import natural
from kibitz.languages.bjn.game.habits import Habits, drawn, play_case
from kibitz.languages.bjn.game.model import Event, Setup
from kibitz.languages.bjn.game.play import begin, play, split_block
from kibitz.languages.bjn.game.scoring import left_by_value, outcome
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import contested, dealer_draws, due
from kibitz.languages.bjn.text.names import letters, seat_name

LIKELY = 0.5
"""What is more likely than this may be shown without being asked for."""
MOST_STEPS = 40
"""A search takes so many steps at the most."""
LEAST = 0.01
"""What is less likely than this is not followed."""
OTHER_RULES = "the same table by other rules"
GOES_ON = 0.75
"""How likely another hand follows."""


class Form(NamedTuple):
    """How a record is written: what stands between entries and between hands, and the setup of the next hand.

    `remarked` is how likely a comment follows an entry on its line: what comes behind it can't be foreseen. `varies` is how
    likely the next hand has another setup, of the same players and cards by other rules.
    """

    separator: str
    line_end: str
    between: str
    setup: Setup
    setup_text: str
    remarked: float = 0.0
    varies: float = 0.0

    def setups(self, path: Path, before: str, chance: float, note: str) -> Iterator[Node]:
        """The setup of the next hand behind a path: the same again, or the same table by other rules."""
        yield Node(path.then(before + self.setup_text, chance * (1 - self.varies), note), begin(self.setup))
        if self.varies:
            again = f"{before}{{{self.setup.players}.{self.setup.cards}."
            yield Node(path.then(again, chance * self.varies, OTHER_RULES), None)


class Path(NamedTuple):
    """A way to go on. `sure` is how much of the text is more likely than not."""

    text: str = ""
    chance: float = 1.0
    notes: tuple[str, ...] = ()
    sure: int = 0

    def scaled(self, by: float) -> Path:
        """The path with another chance."""
        chance = self.chance * by
        return self._replace(chance=chance, sure=len(self.text) if chance >= LIKELY else 0)

    def then(self, text: str, chance: float, note: str = "") -> Path:
        """One step further."""
        chance *= self.chance
        whole = self.text + text
        sure = len(whole) if chance >= LIKELY else self.sure
        return Path(whole, chance, (*self.notes, note) if note else self.notes, sure)


class Node(NamedTuple):
    """A path and the table at its end; without a table it ends there. `divided`: the separator stands already."""

    path: Path
    table: Table | None
    divided: bool = False


def forecast(start: Iterable[Node], form: Form, habits: Habits, most: int) -> list[Path]:
    """The likeliest paths, the likeliest first."""
    number = count()
    queue: list[tuple[float, int, Node]] = []
    for node in start:
        heappush(queue, (-node.path.chance, next(number), node))
    found: list[Path] = []
    for _ in range(MOST_STEPS):
        if not queue or len(found) == most:
            break
        _, _, node = heappop(queue)
        if node.table is None:
            found.append(node.path)
            continue
        for further in _further(node.path, node.table, node.divided, form, habits):
            if further.path.chance >= LEAST:
                heappush(queue, (-further.path.chance, next(number), further))
    return found


def _further(path: Path, table: Table, divided: bool, form: Form, habits: Habits) -> Iterator[Node]:
    """The entries that may follow an entry, or an outcome after which the next hand begins."""
    separator = "" if divided else form.separator
    if path.text and not divided and form.remarked:
        yield Node(path.then("", form.remarked), None)
        path = path.then("", 1 - form.remarked)
    for option in entries(table, habits):
        further = path.then(separator + option.text, option.chance, option.note)
        if option.ends:
            yield from next_hand(further, form)
        else:
            yield Node(further, option.table)


def next_hand(path: Path, form: Form) -> Iterator[Node]:
    """Behind an outcome: the setup of another hand at the same table, or the end of the line."""
    yield from form.setups(path, form.between, GOES_ON, "the next hand")
    yield Node(path.then(form.line_end, 1 - GOES_ON), None)


def after_card(path: Path, table: Table, event: Event, habits: Habits) -> Iterator[Node]:
    """Behind the card of an event: how it may be marked."""
    for option in marks(table, event, habits):
        yield Node(path.then("." + option.text, option.chance, option.note), option.table)


# The ways in which a hand may go on by one entry, or an event by its modifier, with their chances: most follow from the
# rules, and what players decide is guessed from what is usually advised and from what was done in this record.

USUALLY = 0.95


class Option(NamedTuple):
    """A piece of text that may follow. Without a table it stops where a card has to be written; `ends` the hand."""

    text: str
    chance: float
    note: str = ""
    table: Table | None = None
    ends: bool = False


# Entries


def entries(table: Table, habits: Habits) -> Iterator[Option]:
    """What may follow between two entries."""
    if block := split_block(table):
        yield Option(block, 1.0, "", table._replace(parting=None))
        return
    now = due(table)
    if now is None:
        yield from _over(table)
        return
    seat, hand = now
    if table.dealing:
        yield from _dealt(seat, table, hand, habits)
    elif seat == DEALER:
        yield _dealer(hand)
    else:
        if peek := _peeks(table, habits):
            yield Option("0.1.%.", peek, "the dealer shows a blackjack")
        for option in _decided(table, seat, hand, habits):
            yield option._replace(chance=option.chance * (1 - peek))


def _over(table: Table) -> Iterator[Option]:
    """The outcome. A dealer who has not stood on a soft 17 draws on, where that is the rule of the house."""
    follows, dealer = outcome(table), table.dealer
    if follows is None:
        return
    draws = 0.8 if not dealer.ended and contested(table) and dealer_draws(table, unless=True) else 0.0
    yield Option(str(follows), 1 - draws, letters(follows.seats), ends=True)
    if draws:
        yield Option("0.1.^.", draws, "the dealer draws on a soft 17")


def _dealt(seat: int, table: Table, hand: Hand, habits: Habits) -> Iterator[Option]:
    """One of the two rounds; one of the dealer's cards is hidden."""
    if seat != DEALER or hand.hidden or table.setup.plays("nohole"):
        yield Option(f"{seat}.1..", 1.0, f"a card for {seat_name(seat)}")
        return
    hides = USUALLY if hand.cards else habits.likely(case.HOLE_FIRST, USUALLY)
    event = Event(DEALER, 1, "", "", "?")
    yield Option(str(event), hides, "a hidden card for the dealer", play(table, event))
    yield Option("0.1..", 1 - hides, "an open card for the dealer")


def _dealer(hand: Hand) -> Option:
    if hand.hidden:
        return Option("0.1.%.", 1.0, "the dealer reveals")
    return Option("0.1.^.", 1.0, f"the dealer draws on {hand.total}")


def _peeks(table: Table, habits: Habits) -> float:
    """How likely the dealer shows a blackjack before anybody acts: that depends on what lies open."""
    left, bar = left_by_value(table), natural(table.up)
    if table.started or not table.dealer.hidden or bar < 0:
        return 0.0
    return habits.likely(case.PEEK, 0.6) * left[bar] / max(1, sum(left))


def _decided(table: Table, seat: int, hand: Hand, habits: Habits) -> Iterator[Option]:
    """What a player may do, the card of a split hand included."""
    head, who = f"{seat}.{hand.number}.", seat_name(seat)
    if hand.split and hand.size < 2:
        aside = habits.likely(case.ASIDE, 0.1)
        yield Option(f"{head}^.", 1 - aside, f"{who} gets a second card")
        yield Option(f"{head}.", aside, f"{who} gets a second card")
        return
    situation = play_case(table, hand)
    usual = habits.weighed(situation, chances(table, seat, hand))
    if drawn(hand):
        usual = without(usual, "_", 1 - habits.likely(case.APART, 1 - USUALLY))
    for action, chance in usual.items():
        seen = habits.words(situation, action, usual)
        note = f"{who} {_DOES[action].format(hand.total)}" + (f" ({seen})" if seen else "")
        if action in "_/":
            event = Event(seat, hand.number, action.strip("_"), "", action.strip("/"))
            yield Option(str(event), chance, note, play(table, event))
        else:
            yield Option(f"{head}{action}.", chance, note)


_DOES = {"^": "hits {}", "_": "stands on {}", "!": "doubles {}", "/": "splits"}


def without(chances: dict[str, float], choice: str, share: float) -> dict[str, float]:
    """Chances after a share of one choice has been ruled out."""
    left = {one: chance * (1 - share if one == choice else 1) for one, chance in chances.items()}
    whole = sum(left.values()) or 1.0
    return {one: chance / whole for one, chance in left.items()}


# Modifiers


def marks(table: Table, event: Event, habits: Habits) -> Iterator[Option]:
    """How an event with its card may be marked, and the table after it."""
    now = play(table, event).hand(event.actor, event.hand)
    if now is None:
        return
    for mark, chance, note in _marked(table, event, now, habits):
        if chance > 0:
            marked = event._replace(modifier=mark)
            yield Option(mark, chance, note, play(table, marked))


def _marked(table: Table, event: Event, now: Hand, habits: Habits) -> Iterator[tuple[str, float, str]]:
    if now.bust:
        yield "#", 1.0, f"bust with {now.pips}"
        return
    stands, why = _stands(table, event, now, habits)
    yield "_", stands, f"stands on {now.total}" + (f" ({why})" if why else "")
    yield "", 1 - stands, ""


def _stands(table: Table, event: Event, now: Hand, habits: Habits) -> tuple[float, str]:
    """The chance that an event says that the hand stands, and what speaks for it."""
    if event.actor == DEALER:
        return _dealer_stands(play(table, event), now, habits), ""
    if event.action == "!":
        return 1.0, ""
    if now.total == 21:
        situation = case.NATURAL if now.blackjack and not event.action else case.TWENTY_ONE
        likely = 0.6 if situation is case.NATURAL else 0.9
        return habits.weighed(situation, {"_": likely, "": 1 - likely})["_"], habits.words(
            situation, "_", ("_", "")
        )
    if event.action != "^" or now.size < 2:
        return 0.0, ""
    situation = play_case(table, now)
    plays = habits.weighed(situation, chances(play(table, event), event.actor, now))
    return plays["_"] * (1 - habits.likely(case.APART, 1 - USUALLY)), habits.words(situation, "_", plays)


def _dealer_stands(after: Table, now: Hand, habits: Habits) -> float:
    """From 17 on the dealer stands, and below it as long as nobody can win or lose by it."""
    if now.hidden or now.size < 2:
        return 0.0
    said = after.setup.plays("s17") or after.setup.plays("h17")
    if now.soft and now.total == 17 and not said and contested(after):
        return habits.likely(case.SOFT_17, 0.6)
    if not dealer_draws(after) or not contested(after):
        return habits.likely(case.DONE, USUALLY)
    return 0.0
