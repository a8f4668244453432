"""A notation: how it is read and checked.

It is a singleton without state. It gets texts and chunks, and answers with frozen values. No method raises, whatever the
text is; one that does all the same has a fault, which costs its answer and nothing else (:mod:`kibitz.core.faults`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import Border
from kibitz.core.document import Document
from kibitz.core.faults import ONLY_SYNTAX, contained, finding, note
from kibitz.core.interest import look
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[V]):
    """What a chunk says, and what of it could not be read; offsets are relative to the chunk."""

    value: V
    problems: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Leap:
    """How far a leap came: over `count` chunks from the first on, of none of which there is anything to say.

    Of five hands the third has a card twice. Asked for all of them, :meth:`Notation.leap` answers `Leap(state, 2)`, with
    the state in which the third hand is reached. Core steps over that hand, which says what is wrong with it, and asks
    for the other two: `Leap(state, 2)` again, and the block is done with two leaps and one step. A notation that must look
    at the very first chunk answers `Leap(state, 0)`.
    """

    state: Any
    """The state behind them."""
    count: int
    tally: Any = None
    """What :meth:`Notation.tally` says of them, where that is known at once."""


class Notation(ABC, Generic[V]):
    """What the core asks of a notation; the cutting of texts asks for less, see :class:`kibitz.core.cut.Splitter`."""

    id: ClassVar[str]
    """The language id of editors, which is the suffix of files without its dot, too."""
    name: ClassVar[str]
    """What people call it."""
    closers: ClassVar[tuple[str, ...]] = ()
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    """What a comment begins and ends with."""
    divider: ClassVar[str] = "\n"
    """What divides entries as a line break does."""
    chunk_size: ClassVar[int] = 0
    reach: ClassVar[int | None] = None
    """How many chunks before and behind its own a mistake may show in, where each is a record by itself; None where all of a
    document is one record. With 0 :meth:`step` ignores its state: what it says of a chunk holds wherever that stands, as far as :meth:`apart` says so."""

    stops_at_mistake: ClassVar[bool] = False
    """Whether the check of a game ends at its first mistake, so that the rest of the game is unknown."""
    spared: ClassVar[frozenset[str]] = frozenset({"apart", "clean", "hasty", "leap", "lost"})
    """The methods without which nothing is lost: where one of them fails, the one that it has overridden answers."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in cls.spared & vars(cls).keys():
            usual = next((vars(one)[name] for one in cls.__mro__[1:] if name in vars(one)), None)
            if usual is not None:
                setattr(cls, name, contained(vars(cls)[name], usual))

    def __init__(self) -> None:
        self.parsed: Callable[[str], Parsed[V]] = remembered(self.parse)
        """:meth:`parse`, remembering the latest texts: equal chunks share what they say."""
        self._rules: Rules | None = None

    @property
    def package(self) -> str:
        """The package of the notation, which has the rooms that server/ARCHITECTURE.md lists."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def rules(self) -> Rules:
        """The rules of the notation, read when they are first needed."""
        if self._rules is None:
            self._rules = Rules(self.package)
        return self._rules

    @property
    def hasty(self) -> Notation[V]:
        """The notation for trying many texts, of which it says what is wrong, and no more.

        It may tell one mistake as often as it shows, need not offer fixes, and may say nothing of what follows a mistake.
        What it remembers is its own.
        """
        return self

    # Reading

    def begins_record(self, text: str) -> bool:
        """Return whether a record begins with a chunk; the first chunk of a document begins one in any case."""
        return self.reach is not None

    @abstractmethod
    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        """The borders of a text, see :meth:`kibitz.core.cut.Splitter.split`."""

    @abstractmethod
    def parse(self, text: str) -> Parsed[V]:
        """Reads one chunk; what can't be read becomes problems, each at its place. Use :attr:`parsed` instead."""

    # Checking: a fold over the chunks

    def clean(self, text: str) -> Any:
        """What the text of one record alone tells, of which there is nothing to say; None where there may be.

        Asked where nobody wants more than the findings, or tables of sums: an archive is thousands of records, most of them
        clean. The fold finds nothing in them; this must be several times as quick. Rows that are made for tables
        (:class:`kibitz.core.counting.Tally`) are told of it as of an analysis.
        """
        return None

    def summarise(self, block: Block) -> object:
        """What :meth:`context` needs of a block; kept with the block, None for nothing."""
        return None

    def context(self, summaries: Sequence[Any]) -> object:
        """Facts that rules need wherever they stand in the document, from the summaries that are not None.

        Compared with ==: an equal context lets results be kept.
        """
        return None

    def start(self, context: Any) -> object:
        """The state before the first chunk. States are frozen values, compared with ==."""
        return None

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        """The state after a chunk and what the rules from 100 on say of the chunk, relative to it.

        The problems of :meth:`parse` are added by the caller.
        """
        return state, ()

    def stepped(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        """:meth:`step` with the problems of :meth:`parse`; where kibitz fails, that is said and nothing known of what comes."""
        problems: Sequence[Diagnostic] = ()
        look()
        if chunk.fault:
            return self.lost(context, state), (finding(chunk.text, chunk.fault),)
        try:
            problems = self.parsed(chunk.text).problems
            after, found = self.step(context, state, chunk)
        except Exception as error:
            fault = note(error)
            # What a leap passes over has to be passed over by itself, too.
            if (leap := self.leap(context, state, (chunk,))).count:
                return leap.state, ()
            return self.lost(context, state), (*problems, finding(chunk.text, fault.summary))
        return after, (*problems, *found) if problems or found else ()

    def apart(self, context: Any) -> bool:
        """Whether, within a context, :meth:`step` surely ignores its state; only asked where :attr:`reach` is 0."""
        return False

    def lost(self, context: Any, state: Any) -> object:
        """The state behind a chunk of which nothing is known, not even what it is, from the state before it.

        Nothing may be said because of it that is not so: what that chunk may have changed is unknown.
        """
        return self.start(context)

    def leap(self, context: Any, state: Any, chunks: tuple[Chunk, ...]) -> Leap:
        """Many steps at once, as far as nothing is wrong: where the next chunk must be looked at closely, it ends.

        Up to there it must give the state that the steps give, quicker than they do; it may refuse any chunk. Core leaps,
        steps over the chunk that was refused, and leaps on.
        """
        return Leap(state, 0)

    def tally(self, context: Any, chunks: Sequence[Chunk]) -> object:
        """What :meth:`finish` adds up over the document, of the chunks of a block, whatever the state; None for nothing."""
        return None

    def finish(
        self, document: Document, context: Any, state: Any, tallies: Sequence[Any]
    ) -> Iterable[Diagnostic]:
        """What can be said only at the end of the document, with offsets of the document. Of a blank one nobody asks it.

        `tallies` are those of the blocks.
        """
        return ()


class Syntax(Notation[V]):
    """A notation of whose rules nobody asks: what they rest on is unknown. What can't be read is told."""

    def __init__(self, notation: Notation[V]) -> None:
        super().__init__()
        self.parsed = notation.parsed

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        raise NotImplementedError("only who has been cut is checked")

    def parse(self, text: str) -> Parsed[V]:
        return self.parsed(text)

    def stepped(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        fault = chunk.fault
        try:
            if not fault:
                return None, self.parsed(chunk.text).problems
        except Exception as error:
            fault = note(error).summary
        return None, (finding(chunk.text, fault, ONLY_SYNTAX),)
