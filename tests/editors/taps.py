"""Whole records that are written by moves of the preview: the moves one after the other, and the resulting record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.games import figgie
from kibitz.languages import load

Chosen = Callable[[Sequence[Play]], Play | None]
"""Chooses a move, or None if that is enough."""


class Tap(NamedTuple):
    """A tap of the user."""

    place: str
    """Its place in the preview, or empty for a move in the list."""
    title: str
    alone: bool
    """Whether its place has no other move."""


class Plan(NamedTuple):
    """The moves that write a record."""

    name: str
    before: str
    """The text at the start."""
    changes: Sequence[Sequence[Tap]]
    """The taps of each change."""
    text: str
    """The record that comes of it."""

    @property
    def formatted(self) -> str:
        """The record as it is saved."""
        language = load(self.name.partition(".")[2])
        return apply(self.text, format_document(Analysis.of(language, self.text).document, Preferences()))


def planned(name: str, before: str, choices: Iterator[Chosen], most: int | None = None) -> Plan:
    """Return a record to which each choice adds a change, with all its taps, until one chooses nothing, or their number is reached."""
    language, text, offset = load(name.partition(".")[2]), before, len(before.rstrip())
    changes = list[list[Tap]]()
    for choose in islice(choices, most):
        way, taken = list[Tap](), list[Play]()
        while not taken or not taken[-1].edits:
            keys = tuple(one.key for one in taken)
            offered: Sequence[Play] = language.plays(Analysis.of(language, text), offset, keys)
            play = choose(offered)
            if play is None:
                return Plan(name, before, changes, text)
            taken.append(play)
            way.append(Tap(play.place, play.title, sum(one.place == play.place for one in offered) == 1))
        changes.append(way)
        last = taken[-1]
        longer = apply(text, last.edits)
        behind = max(edit.end for edit in last.edits) + len(longer) - len(text)
        offset, text = behind if last.cursor is None else last.cursor, longer
    return Plan(name, before, changes, text)


def game(most: int | None = None) -> Plan:
    """A game of onitama: from pawn to square, and the card where there are two."""
    head, chance = '[key "onitama"]\n[teams "red, blue"]\n[seed "7"]\n', random.Random(1)

    def choose(offered: Sequence[Play]) -> Play | None:
        return chance.choice(offered) if offered else None

    return planned("tapped.qgn", head, _again(choose), most)


def hand(most: int | None = None) -> Plan:
    """A hand of blackjack with a split."""

    def choose(offered: Sequence[Play]) -> Play | None:
        if any("next hand" in one.title for one in offered):
            return None
        said = [one for word in ("splits", "stands") for one in offered if word in one.title]
        return said[0] if said else offered[len(offered) // 2]

    return planned("tapped.bjn", "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.", _again(choose), most)


def night(most: int | None = None) -> Plan:
    """A night of eight players."""
    town = "Ann:chef Bob:empath Cid:monk Dee:mayor Eve:soldier Fay:poisoner Gus:imp Hal:virgin"
    changes = (
        ("Bob,", "Token", "Add poisoner:poisoned"),
        ("Next grimoire",),
        ("Dee,", "Token", "Add monk:safe"),
        ("Hal,", "Kill Hal"),
        ("Eve,", "Kill Eve"),
    )
    return planned("tapped.botc", f"# Night 1\n[{town}]\n", map(_by_titles, changes), most)


def trades(most: int | None = None) -> Plan:
    """Ten trades of Figgie."""
    chance = random.Random(3)

    def choose(offered: Sequence[Play]) -> Play | None:
        return chance.choice([one for one in offered if "sells" in one.title] or offered)

    return planned("tapped.pfn", figgie.deal(1).record, iter([choose] * 10), most)


BRIEF = 4
"""Number of changes if another test makes all of them on the same stage."""
PLANS = {"game": game, "hand": hand, "night": night, "trades": trades}
MOST = {"game": 1.5, "hand": 1.5, "night": 3, "trades": 4}
"""Greatest number of taps for a change."""


def _again(choose: Chosen) -> Iterator[Chosen]:
    while True:
        yield choose


def _by_titles(titles: Sequence[str]) -> Chosen:
    """Return a choice of the moves with these beginnings, one after the other."""
    rest = iter(titles)

    def choose(offered: Sequence[Play]) -> Play | None:
        begun = next(rest)
        return next(one for one in offered if one.title.startswith(begun))

    return choose
