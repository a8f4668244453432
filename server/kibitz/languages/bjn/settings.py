"""The settings of blackjack notation, by their full names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.setting import HIDDEN, HIDING, Setting
from kibitz.core.words import did_you_mean, nearest, shortened
from kibitz.languages.bjn.check.advice import ADVICE
from kibitz.languages.bjn.game.counting import SYSTEMS
from kibitz.languages.bjn.game.model import HOUSE_RULES, Setup
from kibitz.languages.bjn.game.table import SEATS
from kibitz.languages.bjn.text.write import STYLES


def house_of(value: str) -> tuple[str, ...]:
    """The rules of the house that a setting names, whatever divides them; what is none of them is among them."""
    return tuple(re.findall(r"[^.,;\s]+", value))


def seats_of(value: str) -> tuple[str, ...]:
    """The seats that a setting names, as they are written."""
    return tuple(re.findall(r"[^,;\s]+", value))


def _wrong_rules(value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield "must be a string, such as `h17.das`"
        return
    named = house_of(value)
    for name in named:
        if name not in HOUSE_RULES:
            yield f"`{shortened(name)}` is no rule of a house{did_you_mean(nearest(name[:40], [*HOUSE_RULES]))}"
    for both in Setup(1, 0, named).contradictions:
        one, other = sorted(both, key=named.index)
        yield f"`{one}` and `{other}` can't both hold"


def _wrong_seats(value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield "must be a string, such as `2,5`"
        return
    for seat in seats_of(value):
        if not re.fullmatch("[0-9]{1,3}", seat) or not 1 <= int(seat) <= SEATS:
            yield f"`{shortened(seat)}` is no seat: they are numbered from 1 to {SEATS}"


SETTINGS = (
    Setting(
        "format.bjn.style",
        "keep",
        "The form that formatting gives each hand",
        STYLES,
        ("the one it has", "a hand on one line", "an event on each line, with what it means"),
    ),
    Setting("inlayHints.totals", True, "The total after each event of a hand that is written line by line"),
    Setting("inlayHints.compactTotals", False, "The total after each event of a hand on one line"),
    Setting("inlayHints.count", True, "The count after each hand of a shoe of several hands"),
    Setting(HIDDEN, False, HIDING),
    Setting(
        "bjn.shoe",
        "hand",
        "Whether hands that follow one another share a shoe",
        ("hand", "shared"),
        (
            "each hand is dealt from full decks, unless a comment `// shoe` or `// shuffle` stands in the record",
            "hands of as many cards are dealt from the same ones until `// shuffle`",
        ),
    ),
    Setting(
        "bjn.rules",
        "",
        f"The rules of the house where the setup names none, with dots between them: {', '.join(HOUSE_RULES)}",
        mistakes=_wrong_rules,
    ),
    Setting(
        "bjn.unit",
        0,
        "The money that a player bets of whom no comment `// bet 25` tells; 0 where nobody knows",
    ),
    Setting(
        "bjn.count",
        "hilo",
        "How cards are counted",
        tuple(SYSTEMS),
        tuple(system.name for system in SYSTEMS.values()),
    ),
    Setting(
        "bjn.empty",
        "",
        "The seats that nobody holds, with commas between them; a seat without any event is empty in any case",
        mistakes=_wrong_seats,
    ),
    Setting(
        "bjn.advice",
        "off",
        "How decisions are marked that give away more than 0.01",
        tuple(ADVICE),
        ("not at all", "quietly, as a hint", "as an information, which stands among the problems"),
    ),
)
