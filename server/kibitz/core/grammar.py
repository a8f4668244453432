"""Grammars from the `.lark` files. They read whole texts, and return trees or one problem.

Lark compiles them. Texts are read with Lark's tables, which also say what is wrong.

A language cuts a chunk into its items with the terminals of its grammar, and parses item by item. So a broken item never
spoils another one, and each has its own report.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING
from zlib import crc32

from kibitz.core import tables
from kibitz.core.memory import unreadable
from kibitz.core.recogniser import END as END
from kibitz.core.recogniser import Recogniser
from kibitz.core.recogniser import Unreadable as Unreadable
from kibitz.core.tables import Tables
from kibitz.core.trees import Tree
from kibitz.core.words import listed

if TYPE_CHECKING:
    from lark import Lark


class Grammar:
    """One `.lark` file."""

    def __init__(self, name: str, starts: tuple[str, ...], most: int = sys.maxsize) -> None:
        """Read a grammar. `name` is that of the file, without suffix; `starts` are the rules for :meth:`parse`. It does not read
        texts of more than `most` terminals to the end.
        """
        self.name = name
        self.starts = starts
        self._most = most

    @cached_property
    def _lark(self) -> Lark:
        # Imported here, because only a changed grammar needs it, and importing it takes as long as checking a record.
        from lark import Lark

        return Lark(
            _read(f"{self.name}.lark"),
            parser="lalr",
            lexer="contextual",
            start=list(self.starts),
            maybe_placeholders=True,
            import_paths=[folder()],
        )

    @cached_property
    def tables(self) -> Tables:
        """Return the stored tables, or new ones if the grammar has just changed."""
        path = f"{self.name}.json"
        found = (
            tables.read(_read(path), source(self.name))
            if os.path.exists(os.path.join(folder(), path))
            else None
        )
        if found is not None and found.starts.keys() >= {*self.starts}:
            return found
        return self.made

    @property
    def made(self) -> Tables:
        """Return the tables as Lark makes them now."""
        return tables.of(self._lark)

    @cached_property
    def _recogniser(self) -> Recogniser:
        return Recogniser(self.tables, self._most)

    def pattern(self, terminal: str) -> re.Pattern[str]:
        """Return the regular expression of a terminal, so that no syntax is written twice.

        Raises KeyError for an unknown terminal.
        """
        return re.compile(self.tables.terminals[terminal])

    def parse(self, text: str, start: str) -> Tree | Unreadable:
        """Return the tree of a text by the rule `start`, or the first place where it cannot be read."""
        found = self._recogniser.read(text, start)
        if isinstance(found, Unreadable):
            unreadable(text)
        return found

    def tree(self, text: str, start: str) -> Tree | None:
        """Return the tree of a text, or None if it cannot be read."""
        found = self._recogniser.read(text, start)
        return found if isinstance(found, Tree) else None


@cache
def folder() -> str:
    """Return the folder of the grammars: in the package if it is installed, next to it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "grammars")
    return (
        inside
        if os.path.isdir(inside)
        else os.path.join(os.path.dirname(os.path.dirname(package)), "grammars")
    )


@cache
def source(name: str) -> str:
    """Return a text that changes when a grammar or one of its imports changes."""
    text = _read(f"{name}.lark")
    imported = (source(one) for one in sorted({*_IMPORT.findall(text)}))
    return f"{crc32(chr(0).join((text, *imported)).encode()):08x}"


_IMPORT = re.compile(r"^%import \.(\w+)", re.MULTILINE)


@cache
def sources() -> str:
    """Return a text that changes when any grammar changes."""
    texts = [_read(name) for name in sorted(os.listdir(folder())) if name.endswith(".lark")]
    return f"{crc32(chr(0).join(texts).encode()):08x}"


def _read(name: str) -> str:
    with open(os.path.join(folder(), name), encoding="utf-8") as file:
        return file.read()


def describe(expected: Iterable[str], words: Mapping[str, str]) -> str:
    """The expected terminals as a phrase, in the order of `words`: "a card such as `as` or the end".

    Terminals that `words` does not name are left out.
    """
    wanted = set(expected)
    phrases = list(dict.fromkeys(phrase for name, phrase in words.items() if name in wanted))
    return listed(phrases, "or")
