"""Costly decisions of players: those with a lower expectation than the best play, if the setting asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages.bjn.game.model import ACTION, MODIFIER
from kibitz.languages.bjn.game.play import tables
from kibitz.languages.bjn.text.names import capital
from kibitz.languages.bjn.text.sheet import Sheet

ADVICE = {"off": None, "hint": Severity.HINT, "information": Severity.INFORMATION}
"""The severities of costly decisions by the values of the setting `bjn.advice`."""


def advised(sheet: Sheet, rules: Rules, advice: str, gone: tuple[str, ...] = ()) -> Iterator[Diagnostic]:
    """Yield the costly decisions of a hand, after some cards have gone from the shoe, if the setting asks for them."""
    severity = ADVICE.get(advice)
    if severity is None or sheet.conflicting or sheet.setup is None:
        return
    # Imported here, because the setting is off by default.
    from kibitz.languages.bjn.game.decisions import OTHERS, SLIGHT, decided, signed

    for one in decided(sheet.values, list(tables(sheet.setup, sheet.values, gone))):
        if one.cost > SLIGHT:
            field = MODIFIER if one.chosen in "_r" else ACTION
            yield rules["costly"].at(
                *sheet.entries[one.entry].field(field),
                severity=severity,
                situation=capital(one.situation),
                value=signed(one.values[one.chosen]),
                better=f"{OTHERS[one.best]} gives {signed(one.values[one.best])}",
                cost=f"{one.cost:.2f}",
            )
