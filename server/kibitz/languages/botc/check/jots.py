"""BOT16: what is jotted down of what happens next, where it names nobody."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Diagnostic
from kibitz.languages.botc.game.jots import Jot, UnclearError, played
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.game.phase import titles
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.read import Sheet
from kibitz.languages.botc.text.rulebook import report


def check_jots(
    sheet: Sheet, text: str, players: tuple[Player, ...] | None, script: Script
) -> Iterator[Diagnostic]:
    """The jots of a chunk, by who sits in the grimoire before; None where nobody knows that."""
    state = list(players or ())
    for span in sheet.jots:
        jot = Jot.of(text[slice(*span)])
        if jot is None:
            continue
        night = [title.phase for title in titles(text[: span.start])][-1:] != ["day"]
        try:
            if players is not None or jot.lacks:
                state = played(state, [jot], night, script=script)
        except UnclearError as error:
            nobody = "no grimoire is before it, so that nobody knows who is meant"
            # What is not written yet is no slip.
            found = str(error) if players or jot.lacks else nobody
            yield report("jot-unclear", span, mild=bool(jot.lacks), found=found)
        else:
            yield report("jotted", span, does=jot.does)
