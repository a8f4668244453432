"""Where chunks begin and end, and the parts of one.

A chunk begins at every `[`, `{` and drawing, so it holds at most one record. Its parts are cut with the terminals of
the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kibitz.core.cut import Border
from kibitz.core.items import CONFLICT, alternatives, at_line_start
from kibitz.languages.botc.text.grammar import LOOSE, terminal

_OPENING = frozenset({"whole", "run", "open"})
_WITHIN = re.compile(r"[\w:*~(,]")
"""What a player is written with, but for its end."""


def split(text: str) -> Iterator[Border]:
    """See :meth:`kibitz.core.language.Language.split`."""
    loose, opened = re.compile(LOOSE), False
    for found in _borders().finditer(text):
        kind = found.lastgroup
        if opened and kind in _OPENING and _WITHIN.match(text, found.start() - 1):
            # In the middle of a player, as in `[Ali{ce:imp]`: nobody begins a grimoire there.
            opened = kind != "whole"
        elif kind == "whole" or kind == "drawing":
            opened = False
            yield Border(found.start(), hard=True)
        elif kind == "open" or kind == "run":
            opened = True
            yield Border(found.start(), hard=True)
        elif kind == "close":
            opened = False
        elif kind == "line" and not opened and not loose.match(text, found.end()):
            yield Border(found.end(), hard=False)


@cache
def _borders() -> re.Pattern[str]:
    return alternatives(
        skipped=f"{terminal('COMMENT')}|{at_line_start(terminal(CONFLICT))}",
        drawing=terminal("DRAWING"),
        # With its line end, behind which a border would be of no use.
        whole=rf"(?:\[[^\[\]{{}}\r\n]*\]|\{{[^\[\]{{}}\r\n]*\}})(?:{terminal('LINE_BREAK')})?",
        # Brackets with nothing in them are a mistake, and one chunk: a file of a million must not be a million chunks.
        run=r"[\[{]+(?=[\[{])",
        open=r"[\[{]",
        close=r"[\]}]",
        line=terminal("LINE_BREAK"),
    )


@cache
def parts() -> re.Pattern[str]:
    """One part of a chunk, wherever it stands: the name of the group that matches is its kind."""
    return alternatives(
        comment=terminal("COMMENT"),
        conflict=at_line_start(terminal(CONFLICT)),
        blank=r"[^\S\r\n]+|[\r\n]+",
        close=r"[\]}]",
        comma=",",
        junk=r"[)\[{]",
        part=terminal("PART"),
    )
