"""Where chunks begin and end, and reading what stands in one.

A chunk begins at every `[`, `{` and drawing, so it holds at most one record. Its parts are cut with the terminals of
the grammar; an entry is read by itself and remembered by its text, because a log repeats most of its entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from kibitz.core.language import Border
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.botc.gist import halves
from kibitz.languages.botc.grammar import GRAMMAR, LINE_START, LOOSE, alternatives, terminal
from kibitz.languages.botc.nodes import Entry, Word
from kibitz.languages.botc.repair import mend


def split(text: str) -> Iterator[Border]:
    """See :meth:`kibitz.core.language.Language.split`."""
    loose, opened = re.compile(LOOSE), False
    for found in _borders().finditer(text):
        kind = found.lastgroup
        if kind == "whole" or kind == "drawing":
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
        skipped=f"{terminal('COMMENT')}|{LINE_START}{terminal('CONFLICT')}",
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
        conflict=LINE_START + terminal("CONFLICT"),
        blank=r"[^\S\r\n]+|[\r\n]+",
        close=r"[\]}]",
        comma=",",
        junk=r"[)\[{]",
        part=terminal("PART"),
    )


@lru_cache(maxsize=16384)
def read_entry(text: str) -> tuple[Entry, Diagnostic | None]:
    """One entry, and what is wrong with it; offsets count from its start."""
    quick = _quick_entry(text)
    return (quick, None) if quick else read_thoroughly(text)


def read_thoroughly(text: str) -> tuple[Entry, Diagnostic | None]:
    """The same by the grammar."""
    tree = GRAMMAR.parse(text, "entry")
    return (_entry(tree, text), None) if isinstance(tree, Tree) else mend(text, tree)


def _quick_entry(text: str) -> Entry | None:
    """An entry without blanks in it, ten times as quick as by the rules of the grammar; None for what these may explain."""
    colon = text.find(":")
    before, behind = halves()
    who, held = before.fullmatch(text, 0, colon), behind.fullmatch(text, colon + 1)
    if colon < 0 or who is None or held is None or (who["dead"] is None) != (held["dead"] is None):
        return None
    tokens, listed = [], held["tokens"]
    if listed:
        at = held.start("tokens")
        for token in listed.split(","):
            tokens.append(Word(token, at, at + len(token)))
            at += len(token) + 1
    name, role = Word(who["name"], *who.span("name")), Word(held["role"], *held.span("role"))
    dead, spent = who["dead"] is not None, who["spent"] is not None
    return Entry(name, role, tuple(tokens), dead, spent, Span(0, len(text)))


def _entry(tree: Tree, text: str) -> Entry:
    state = _inside(tree)[0]
    name, role, *rest = _inside(state)
    tokens = tuple(_word(text, token) for tokens in rest for token in _inside(tokens))
    dead = state.data != "living"
    return Entry(
        _word(text, name), _word(text, role), tokens, dead, state.data == "spent", Span(0, len(text))
    )


def _inside(tree: Tree) -> list[Tree]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _word(text: str, tree: Tree) -> Word:
    parts = [child for child in tree.children if isinstance(child, Token)]
    start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
    return Word(text[start:end], start, end)
