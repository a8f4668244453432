"""The settings of blackjack notation, by their full names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.setting import HIDDEN, HIDING, Setting
from kibitz.core.words import did_you_mean, nearest, shortened
from kibitz.languages.bjn.check.session import ADVICE
from kibitz.languages.bjn.game.model import HOUSE_RULES, SEATS, Setup
from kibitz.languages.bjn.game.shoe import SYSTEMS
from kibitz.languages.bjn.text.sheet import STYLES


def house_of(value: str) -> tuple[str, ...]:
    """Return the house rules in a setting, with any separators. Unknown rules stay."""
    return tuple(re.findall(r"[^.,;\s]+", value))


def seats_of(value: str) -> tuple[str, ...]:
    """Return the seats in a setting, as they are written."""
    return tuple(re.findall(r"[^,;\s]+", value))


def _wrong_rules(value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield "must be a string, such as `h17.das`"
        return
    named = house_of(value)
    for name in named:
        if name not in HOUSE_RULES:
            yield f"`{shortened(name)}` is not a house rule{did_you_mean(nearest(name[:40], [*HOUSE_RULES]))}"
    for both in Setup(1, 0, named).contradictions:
        one, other = sorted(both, key=named.index)
        yield f"`{one}` and `{other}` contradict each other"


def _wrong_seats(value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield "must be a string, such as `2,5`"
        return
    for seat in seats_of(value):
        if not re.fullmatch("[0-9]{1,3}", seat) or not 1 <= int(seat) <= SEATS:
            yield f"`{shortened(seat)}` is not a seat from 1 to {SEATS}"


SETTINGS = (
    Setting(
        "format.bjn.style",
        "keep",
        "The form of hands after formatting",
        STYLES,
        ("the form that each hand has", "a hand on one line", "one event on each line, with its meaning"),
    ),
    Setting("inlayHints.totals", True, "The total after each event of a hand in annotated form"),
    Setting("inlayHints.compactTotals", False, "The total after each event of a hand in compact form"),
    Setting("inlayHints.count", True, "The count after each hand, if hands share a shoe"),
    Setting(HIDDEN, False, HIDING),
    Setting(
        "bjn.shoe",
        "hand",
        "Whether the hands of a record share a shoe",
        ("hand", "shared"),
        (
            "each hand is dealt from full decks, unless the record has a comment `// shoe` or `// shuffle`",
            "all hands are dealt from one shoe until `// shuffle`",
        ),
    ),
    Setting(
        "bjn.rules",
        "",
        f"The house rules if the setup names none, separated by dots: {', '.join(HOUSE_RULES)}",
        mistakes=_wrong_rules,
    ),
    Setting(
        "bjn.unit",
        0,
        "The bet of players without a comment `// bet 25`; 0 if unknown",
    ),
    Setting(
        "bjn.count",
        "hilo",
        "The counting system",
        tuple(SYSTEMS),
        tuple(system.name for system in SYSTEMS.values()),
    ),
    Setting(
        "bjn.empty",
        "",
        "The empty seats, separated by commas; a seat without events is always empty",
        mistakes=_wrong_seats,
    ),
    Setting(
        "bjn.advice",
        "off",
        "The severity of decisions that cost more than 0.01 bets",
        tuple(ADVICE),
        ("not reported", "a hint", "an information in the list of problems"),
    ),
)
