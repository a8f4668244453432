"""Renaming of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.faults import RefusedError
from kibitz.core.shown import code
from kibitz.core.values import Edit
from kibitz.languages.pfn.features.named import everywhere, mention_at
from kibitz.languages.pfn.game.figgie import is_player
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.shorthand import has_jots


def rename(language: Pfn, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Gives the player at an offset another number. A player who has that number gets the old one in exchange.

    Raises RefusedError where there is no player, for names that players don't have, and where one of the two is written
    so that more than the name would change.
    """
    mention = mention_at(analysis, offset)
    if mention is None or mention.kind != "player":
        raise RefusedError(
            "only players can be renamed in a round of Figgie: put the cursor on one, such as `P1`"
        )
    name = name.strip()
    if not is_player(name):
        raise RefusedError(f"players are called P1, P2 and so on, not {code(name)}")
    players = analysis.context.players
    for one in (name, mention.name):
        if analysis.context.deal.count == len(players) and one not in players:
            raise RefusedError(f"{code(one)} does not play: the players are {', '.join(map(code, players))}")
    if name == mention.name:
        return ()
    edits = [*_edits(analysis, mention.name, name), *_edits(analysis, name, mention.name)]
    return sorted(edits, key=lambda edit: edit.start)


def _edits(analysis: Analysis, old: str, new: str) -> Iterator[Edit]:
    document = analysis.document
    for one in everywhere(analysis, "player", old):
        line = document.position_at(one.span.start, "utf-32").line
        if not one.plain:
            raise RefusedError(
                f"write {old} in line {line + 1} plainly first, without escapes and triple quotes"
            )
        # In a journal players may be told by their numbers.
        written = document.text(*one.span)
        name = new.removeprefix("P") if written.isdecimal() else new
        before = document.text(document.line_start(line), one.span.start)
        behind = document.text(one.span.end, document.line_end(line))
        if has_jots(f"{before}{written}{behind}") and not has_jots(f"{before}{name}{behind}"):
            raise RefusedError(
                f"write out the trade in line {line + 1} first: on a line no player is called {code(new)}"
            )
        yield Edit(*one.span, name)
