"""BOT15: what the rules say of the lines at the head of a file, which name its script."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Diagnostic, Fix
from kibitz.core.words import shortened
from kibitz.languages.botc.check.words import check_role
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.rulebook import report
from kibitz.languages.botc.text.script import badly_said, misspelt, unknown

SHOWN = 60
"""So many characters of a script are shown."""


def check_script(text: str, script: Script) -> Iterator[Diagnostic]:
    """The characters that the lines of a chunk name, and the script."""
    for word in unknown(text, script):
        yield from check_role(word)
    for word, name in misspelt(text):
        fix, reason = Fix.write(word.span, name), f"no edition is called so; did you mean `{name}`?"
        yield report("script-unread", word.span, fix, script=shortened(word.text, SHOWN), reason=reason)
    for word in badly_said(text, script):
        # Where something of it is known, the rest may be newer than our list of characters.
        shown, mild = shortened(word.text, SHOWN), bool(script.roles)
        yield report("script-unread", word.span, mild=mild, script=shown, reason=script.problem)
