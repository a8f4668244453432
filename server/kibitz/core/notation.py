"""A notation: how kibitz reads and checks it.

It is a singleton without state: it takes texts and chunks, and returns frozen values. No method raises for any text. A
method that raises has an internal error, which costs its answer and nothing else (:mod:`kibitz.core.internal_errors`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.internal_errors import ONLY_SYNTAX, contained, finding, record_error
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[V]):
    """The value of a chunk and the problems of its unreadable parts. Offsets are relative to the chunk."""

    value: V
    problems: tuple[Diagnostic, ...] = ()


class Clean(NamedTuple):
    """A record whose text alone proves that these are all findings."""

    value: Any
    """The value that tables of sums take instead of an analysis."""
    findings: Sequence[Diagnostic] = ()
    """Informations and hints without fixes, in order, with offsets of the text."""


@dataclass(frozen=True, slots=True)
class Skip:
    """The result of skipping clean chunks: `count` chunks from the first on are clean.

    For example, the third of five hands has a card twice. Asked for all five, :meth:`Notation.skip_clean` returns `Leap(state, 2)`,
    with the state before the third hand. Core steps over that hand, which finds the mistake, and asks for the other two:
    `Leap(state, 2)` again. So the block takes two skips and one step. A notation that must step over the very first chunk
    returns `Leap(state, 0)`.
    """

    state: Any
    """The state after them."""
    count: int
    aggregate: Any = None
    """The :meth:`Notation.aggregate` of them, if it is known already."""


class Notation(ABC, Generic[V]):
    """The methods that core needs of a notation."""

    id: ClassVar[str]
    """The language id of editors, which is also the suffix of files, without its dot."""
    name: ClassVar[str]
    """The name for people."""
    closers: ClassVar[tuple[str, ...]] = ()
    """The closing strings that :meth:`split` asks `rest` for. None of them holds a line end."""
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    """The begin and the end of a comment."""
    divider: ClassVar[str] = "\n"
    """The text that separates entries, as a line break does."""
    chunk_size: ClassVar[int] = 0
    """The number of code points after which a chunk ends at the next soft split point."""
    neighbours_affected: ClassVar[int | None] = None
    """The number of chunks before and after its own in which a mistake may show, if each chunk is a record.

    None if the whole document is one record. With 0, the findings of :meth:`step` hold wherever the chunk is, if the state is None.
    """

    stops_at_mistake: ClassVar[bool] = False
    """Whether the check of a game ends at its first mistake without a clear repair, so that the rest of the game is unknown."""
    spared: ClassVar[frozenset[str]] = frozenset(
        {"clean", "errors_only", "skip_clean", "stepped", "unknown_after"}
    )
    """Methods that are only faster or more exact than those that they override. If one raises, the overridden one answers."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in cls.spared & vars(cls).keys():
            usual = next((vars(one)[name] for one in cls.__mro__[1:] if name in vars(one)), None)
            if usual is not None:
                setattr(cls, name, contained(vars(cls)[name], usual))

    def __init__(self) -> None:
        self.parsed: Callable[[str], Parsed[V]] = remembered(self.parse)
        """A cached :meth:`parse`, so that equal chunks share their values."""
        self._rules: Rules | None = None

    @property
    def package(self) -> str:
        """The package of the notation, with the folders that server/ARCHITECTURE.md lists."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def rules(self) -> Rules:
        """The rules of the notation, read on first use."""
        if self._rules is None:
            self._rules = Rules(self.package)
        return self._rules

    @property
    def errors_only(self) -> Notation[V]:
        """The notation for trying many texts: it finds the same errors and warnings, but may leave out other findings."""
        return self

    # Reading

    def begins_record(self, text: str) -> bool:
        """Return whether a record begins with a chunk. The first chunk of a document begins one in any case."""
        return self.neighbours_affected is not None

    @abstractmethod
    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        """Yield the split points of a text that begins at one, in ascending order. Its start and end are optional.

        A split point may depend on the text before it and on the text up to the next one, but not on more. If something that
        may span lines has no closer in `text`, the method must ask `rest(closer)`. If that is true, it returns at once, and gets
        more text. If not, the unclosed part ends with its own line.
        """

    @abstractmethod
    def parse(self, text: str) -> Parsed[V]:
        """Read one chunk; unreadable parts become problems at their places. Callers use :attr:`parsed`, which caches."""

    # Checking: a fold over the chunks

    def clean(self, text: str) -> Clean | None:
        """Return a record in which its text alone proves that no rule reports an error or a warning, or else None.

        `kibitz check` and `kibitz stats` ask this first, because most records of an archive are clean. It must agree with the full
        check and be several times as fast.
        """
        return None

    def summarise(self, block: Block) -> object:
        """Return the facts of a block that :meth:`context` needs, or None. They are kept with the block."""
        return None

    def context(self, summaries: Sequence[Any]) -> object:
        """Return facts that rules need anywhere in the document, from the summaries that are not None.

        If the context is equal (==) after an edit, results are kept.
        """
        return None

    def start(self, context: Any) -> object:
        """Return the state before the first chunk. States are frozen values that can be compared."""
        return None

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        """Return the state after a chunk, and the findings of the rules from 100 on, relative to the chunk.

        The caller adds the problems of :meth:`parse`.
        """
        return state, ()

    def stepped(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        """Return :meth:`step` with the problems of :meth:`parse`. After an internal error, report it and return an unknown state."""
        problems: Sequence[Diagnostic] = ()
        check_cancelled()
        if chunk.fault:
            return self.unknown_after(context, state), (finding(chunk.text, chunk.fault),)
        try:
            problems = self.parsed(chunk.text).problems
            after, found = self.step(context, state, chunk)
        except Exception as error:
            fault = record_error(error)
            # A chunk that is skipped among others has to be skipped alone as well.
            if (skip := self.skip_clean(context, state, (chunk,))).count:
                return skip.state, ()
            return self.unknown_after(context, state), (*problems, finding(chunk.text, fault.summary))
        return after, (*problems, *found) if problems or found else ()

    def unknown_after(self, context: Any, state: Any) -> object:
        """Return the state after a chunk of which nothing is known, from the state before it.

        Everything that the chunk may have changed is unknown then, so that it leads to no false finding.
        """
        return self.start(context)

    def skip_clean(self, context: Any, state: Any, chunks: tuple[Chunk, ...]) -> Skip:
        """Return the result of many steps at once, up to the first chunk that needs a step.

        The state must be the same as after these steps, and skipping must be faster. The method may refuse any chunk: core
        steps over that one and asks again.
        """
        return Skip(state, 0)

    def aggregate(self, context: Any, chunks: Sequence[Chunk]) -> object:
        """Return the sum of a block's chunks for :meth:`finalize`, whatever the state is, or None."""
        return None

    def finalize(
        self, document: Document, context: Any, state: Any, aggregates: Sequence[Any]
    ) -> Iterable[Diagnostic]:
        """Yield the findings that need the whole document, with offsets of the document. An empty document is not asked.

        `tallies` are those of the blocks.
        """
        return ()


class Syntax(Notation[V]):
    """A notation that is only read. The facts that its rules need are unknown, so no rule applies."""

    def __init__(self, notation: Notation[V]) -> None:
        super().__init__()
        self.parsed = notation.parsed

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        raise NotImplementedError("its documents are cut by the notation itself")

    def parse(self, text: str) -> Parsed[V]:
        return self.parsed(text)

    def stepped(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        fault = chunk.fault
        try:
            if not fault:
                return None, self.parsed(chunk.text).problems
        except Exception as error:
            fault = record_error(error).summary
        return None, (finding(chunk.text, fault, ONLY_SYNTAX),)
