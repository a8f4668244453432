"""The facts about a notation that shared tests and benchmarks need: the names in its module `testing`.

`server/kibitz/languages/<id>/testing.py` is the only place for them. Shared tests name no notation: they take each of
`kibitz.languages.IDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module
from random import Random

from kibitz.core.document import Document
from kibitz.core.grammar import Grammar
from kibitz.languages import load


class Notation:
    """The facts about a notation. Names in capitals are constants.

    The first six are required. The others have defaults.
    """

    KEYSTROKE: tuple[str, str]
    """A text in each chunk of :meth:`chunks`, and its replacement. The state soon equals the old one again after it."""
    TYPED_ON: tuple[str, ...]
    """Texts that a user may type after an item of completion. If nothing is wrong after one of them, typing on removes the finding."""
    HARMLESS: tuple[str, str]
    """A beginning, and a good item after it."""
    HARMFUL: tuple[str, str]
    """A beginning, and an item that leads to an error with any further text."""
    NAMED: str
    """A record with `{0}` at each place of a name, or in a comment."""

    def record(self, rng: Random) -> str:
        """Return a legal record in the format of people and of the formatter."""
        raise NotImplementedError

    # Facts with a default

    OTHER_NAMES: tuple[str, ...] = ()
    """Names that may be given by renaming; empty where nothing can be renamed."""
    GENERAL = ""
    """The suffix of the general format that its records are in (`toml`); empty where it has a form of its own."""
    LINE_END = ""
    """The line end that formatting writes; empty where it keeps that of the file."""
    TYPED_ON_IN: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """TYPED_ON on lines that begin with a text, where another list holds: `(("[", (…)),)`."""
    WRITTEN_LATER = frozenset[str]()
    """The slugs of rules about something missing that may still follow."""
    KEYS = 1.0
    """Greatest number of keys for each character of a record, with completion."""
    KEYS_TRIED = 1
    """Over how many records that is tried."""
    TEXT_ONLY = ""
    """An expression for words that only the text preview has."""
    SETTINGS: Mapping[str, object] = {}
    """Settings with which every rule may fire."""
    FORGIVING = False
    """Whether most slips lead to another legal record, so that no repair is possible."""

    def __init__(self, language_id: str) -> None:
        self._id = language_id
        vars(self).update(vars(import_module(f"kibitz.languages.{language_id}.testing")))

    @property
    def lacking(self) -> list[str]:
        """Return the required names that are missing."""
        needed = [name for name in Notation.__annotations__ if not hasattr(Notation, name)]
        return [name for name in (*needed, "record") if name not in vars(self)]

    @cached_property
    def PREFIX(self) -> str:  # noqa: N802 - it stands for a constant.
        """The letters that its codes begin with: the first three of its id."""
        return self._id[:3].upper()

    @cached_property
    def STARTS(self) -> tuple[str, ...]:  # noqa: N802
        """The rules of its grammar for whole parts of a record. Tests make records from them."""
        return (*Grammar(self._id, ()).tables.starts,)

    @cached_property
    def HOSTILE(self) -> str:  # noqa: N802
        """A record with tags and links of HTML and Markdown in all its words. Something can be hovered over in it."""
        return self._commented("<img src=x onerror=alert(1)> <b> [x](http://evil)")[0]

    @cached_property
    def COMMENTED(self) -> tuple[str, str]:  # noqa: N802
        """A record with comments, and without them."""
        return self._commented("a note")

    def _commented(self, said: str) -> tuple[str, str]:
        record, (opener, closer) = self.record(Random(1)), load(self._id).comment
        return f"{record}{opener}{said}{closer}\n", record

    def short(self, rng: Random, first: bool) -> str:
        """Return a record that is short enough for keys in real editors; the `first` one is always of the same kind."""
        return self.record(rng)

    def typed(self, rng: Random) -> str:
        """Return a record for counting keys; by default any record."""
        return self.record(rng)

    def long(self, characters: int, seed: int = 1) -> str | None:
        """Return a record with a least number of code points, another one for each seed, or None if such a file has several records."""
        return None

    def chunks(self, count: int) -> str:
        """Return a record with a least number of chunks. Nearly all of them contain the text of KEYSTROKE."""
        record = self.record(Random(1))
        chunks = len([*Document.open(load(self._id), record * 20).places()])
        return record * (20 * count // chunks + 20)


@cache
def notation(language_id: str) -> Notation:
    """Return the facts about a notation."""
    return Notation(language_id)
