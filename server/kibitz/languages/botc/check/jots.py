"""BOT16: what is jotted down of what happens next, where it names nobody."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Diagnostic, Severity
from kibitz.languages.botc.game.jots import Jot, UnclearError, played
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.game.phase import titles
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text.read import Sheet
from kibitz.languages.botc.text.rulebook import rules


def check_jots(
    sheet: Sheet, text: str, players: tuple[Player, ...] | None, script: Script = UNSAID
) -> Iterator[Diagnostic]:
    """The jots of a chunk, by who sits in the grimoire before; None where nobody knows that."""
    state = list(players or ())
    for start, end in sheet.jots:
        jot = Jot.of(text[start:end])
        if jot is None:
            continue
        night = [title.phase for title in titles(text[:start])][-1:] != ["day"]
        try:
            state = state if players is None and not jot.lacks else played(state, [jot], night, script=script)
        except UnclearError as error:
            found = (
                str(error)
                if players or jot.lacks
                else "no grimoire is before it, so that nobody knows who is meant"
            )
            # What is not written yet is no slip.
            severity = Severity.INFORMATION if jot.lacks else None
            yield rules()["jot-unclear"].at(start, end, severity=severity, found=found)
        else:
            yield rules()["jotted"].at(start, end, does=jot.does)
