"""What the tests and benchmarks that all notations share ask of one: the names in its module `testing`.

`server/kibitz/languages/<id>/testing.py` is the only place where a notation says anything for them. Shared tests name no
notation: they take each of `kibitz.languages.IDS` and what stands here.
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
    """What a notation says for the shared tests. Names in capitals are constants.

    The first six it has to say; what of the others it does not say is as it stands here.
    """

    KEYSTROKE: tuple[str, str]
    """What is typed over in each chunk of :meth:`chunks`, and what is typed: the state is soon the old one again."""
    TYPED_ON: tuple[str, ...]
    """What somebody may type behind an item of completion. If nothing is wrong behind one, typing on cures what was."""
    HARMLESS: tuple[str, str]
    """A beginning, and an item that may be accepted behind it."""
    HARMFUL: tuple[str, str]
    """A beginning, and an item behind which something is wrong whatever is typed on."""
    NAMED: str
    """A record in which `{0}` stands wherever people give names, in a comment if nowhere else."""

    def record(self, rng: Random) -> str:
        """A legal record as people write them, laid out as formatting does it."""
        raise NotImplementedError

    # What has a value by itself

    OTHER_NAMES: tuple[str, ...] = ()
    """Names that may be given by renaming; empty where nothing can be renamed."""
    GENERAL = ""
    """The suffix of the general format that its records are in (`toml`); empty where it has a form of its own."""
    LINE_END = ""
    """The line end that formatting writes; empty where it keeps that of the file."""
    TYPED_ON_IN: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """TYPED_ON on lines that begin with a text, where another list holds: `(("[", (…)),)`."""
    WRITTEN_LATER = frozenset[str]()
    """The slugs of rules that miss something which may stand behind the place where it is missed."""
    KEYS = 1.0
    """Keys a character at most that a record takes with completion: what has been reached and a little more."""
    KEYS_TRIED = 1
    """Over how many records that is tried."""
    TEXT_ONLY = ""
    """An expression of the words that only the text picture has, where a picture shows instead what they mean."""
    SETTINGS: Mapping[str, object] = {}
    """With these, every rule may be told."""
    FORGIVING = False
    """Whether a record with a slip is mostly another one in which nothing is wrong, so that no repair can be expected."""

    def __init__(self, language_id: str) -> None:
        self._id = language_id
        vars(self).update(vars(import_module(f"kibitz.languages.{language_id}.testing")))

    @property
    def lacking(self) -> list[str]:
        """The names that it has to say and does not."""
        needed = [name for name in Notation.__annotations__ if not hasattr(Notation, name)]
        return [name for name in (*needed, "record") if name not in vars(self)]

    @cached_property
    def PREFIX(self) -> str:  # noqa: N802 - it stands for a constant.
        """The letters that its codes begin with: the first three of its id."""
        return self._id[:3].upper()

    @cached_property
    def STARTS(self) -> tuple[str, ...]:  # noqa: N802
        """The rules of its grammar that describe what stands in a record by itself; records are made from them."""
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
        """One short enough for keys in real editors; the `first` one is the same kind of record each time."""
        return self.record(rng)

    def typed(self, rng: Random) -> str:
        """One by which it is measured how many keys records take; by itself any."""
        return self.record(rng)

    def long(self, characters: int, seed: int = 1) -> str | None:
        """One record of at least so many characters, another one for each seed; None where such a file is records one after the other."""
        return None

    def chunks(self, count: int) -> str:
        """A record of at least so many chunks, in nearly all of which the text of KEYSTROKE stands."""
        record = self.record(Random(1))
        chunks = len([*Document.open(load(self._id), record * 20).places()])
        return record * (20 * count // chunks + 20)


@cache
def notation(language_id: str) -> Notation:
    """What a notation says for the shared tests."""
    return Notation(language_id)
