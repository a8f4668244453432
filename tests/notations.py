"""What the tests and benchmarks that all notations share ask of one: the names in its module `testing`.

`server/kibitz/languages/<id>/testing.py` is the only place where a notation says anything for them. Shared tests name no
notation: they take each of `kibitz.languages.IDS` and what stands here.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Protocol, cast


class Notation(Protocol):
    """The module of a notation. Names in capitals are constants."""

    PREFIX: str
    """The letters that its codes begin with."""
    STARTS: tuple[str, ...]
    """The rules of its grammar that describe what stands in a record by itself; records are made from them."""
    READ_BY: tuple[str, ...]
    """The rules of its grammar by which items are read: both ways of reading must agree on them."""
    HOSTILE: str
    """A record with tags and links of HTML and Markdown in all its words. Something can be hovered over in it."""
    NAMED: str
    """A record in which `{0}` stands wherever people give names."""
    OTHER_NAMES: tuple[str, ...]
    """Names that may be given by renaming; empty where nothing can be renamed."""
    GENERAL: str
    """The suffix of the general format that its records are in (`toml`); empty where it has a form of its own."""
    LINE_END: str
    """The line end that formatting writes; empty where it keeps that of the file."""
    COMMENTED: tuple[str, str]
    """A record with comments, and without them."""
    KEYSTROKE: tuple[str, str]
    """What is typed over in each chunk of :meth:`chunks`, and what is typed: the state is soon the old one again."""
    TYPED_ON: tuple[str, ...]
    """What somebody may type behind an item of completion. If nothing is wrong behind one, typing on cures what was."""
    TYPED_ON_IN: tuple[tuple[str, tuple[str, ...]], ...]
    """The same on lines that begin with a text, where another list holds: `(("[", (…)),)`; empty for none."""
    WRITTEN_LATER: frozenset[str]
    """The slugs of rules that miss something which may stand behind the place where it is missed."""
    HARMLESS: tuple[str, str]
    """A beginning, and an item that may be accepted behind it."""
    HARMFUL: tuple[str, str]
    """A beginning, and an item behind which something is wrong whatever is typed on."""
    KEYS: float
    """Keys a character at most that a record takes with completion: what has been reached and a little more."""
    TEXT_ONLY: str
    """An expression of the words that only the text picture has, where a picture shows instead what they mean."""
    KEYS_TRIED: int
    """Over how many records that is tried."""

    def record(self, rng: Random) -> str:
        """A legal record as people write them, laid out as formatting does it."""

    def short(self, rng: Random, first: bool) -> str:
        """One short enough for keys in real editors; the `first` one is the same kind of record each time."""

    def long(self, characters: int, seed: int = 1) -> str | None:
        """One record of at least so many characters, another one for each seed; None where such a file is records one after the other."""

    def chunks(self, count: int) -> str:
        """A record of at least so many chunks, in nearly all of which the text of KEYSTROKE stands."""


def notation(language_id: str) -> Notation:
    """What a notation says for the shared tests."""
    return cast(Notation, import_module(f"kibitz.languages.{language_id}.testing"))
