"""The features of a language: what helps people to write its records, answered from analyses with frozen values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

from kibitz.core import parts
from kibitz.core.analysis import Analysis
from kibitz.core.answers import (
    Action,
    Completion,
    Fold,
    Ghost,
    Hint,
    Hover,
    Lens,
    Named,
    Play,
    Preview,
    SemanticToken,
    Signature,
    Symbol,
    Telling,
    plays_of,
)
from kibitz.core.counting import Figure, Tally, times
from kibitz.core.document import Document
from kibitz.core.faults import Fault, RefusedError, as_far_as, note
from kibitz.core.items import lines_of, place_written, unfinished
from kibitz.core.memory import remembered
from kibitz.core.notation import Notation
from kibitz.core.parts import Part
from kibitz.core.rows import Kind, Rows
from kibitz.core.scene import Scene, written
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Edit, Fix, Span

if TYPE_CHECKING:
    from kibitz.core.candidates import Candidate

V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


def _feature(method: F) -> F:
    """A method that `features/<its name>.py` of a notation answers, which is loaded when it is first asked for.

    Where there is no such module, or kibitz fails in it, the method's own answer counts. A feature may yield its answers one by
    one: where the method declares a sequence, that is made of them.
    """
    name, listed = method.__name__, method.__annotations__["return"].startswith("Sequence")

    @wraps(method)
    def ask(self: Features[Any], *arguments: Any) -> Any:
        try:
            if (own := self.feature(name)) is not None:
                found = own(self, *arguments)
                if not isinstance(found, Iterator):
                    return found
                coming = as_far_as(found)
                return tuple(coming) if listed else coming
        except RefusedError:
            raise
        except Exception as error:
            return _instead(method, (self, *arguments), note(error))
        return method(self, *arguments)

    return cast(F, ask)


def _instead(method: Callable[..., Any], arguments: Sequence[Any], fault: Fault) -> Any:
    """The answer of a notation that has no such feature. What it refuses then, it refuses because kibitz failed."""
    try:
        return method(*arguments)
    except RefusedError as error:
        raise RefusedError(f"kibitz failed here ({fault.summary}): nothing is changed") from error


class Features(Notation[V]):
    """A notation and what its folder `features/` answers."""

    def __init__(self) -> None:
        super().__init__()
        self._features: dict[str, Callable[..., Any] | None] = {}
        self.parts_of: Callable[[str], Sequence[Part]] = remembered(self.parts)
        """:meth:`parts`, remembering the latest texts."""

    def feature(self, name: str) -> Callable[..., Any] | None:
        """The function that answers a feature, None where the notation has none."""
        if not self.package:
            # A notation of one module has no folder.
            return None
        if name not in self._features:
            module = f"{self.package}.features.{name}"
            try:
                self._features[name] = getattr(import_module(module), name)
            except ModuleNotFoundError as error:
                # What a feature itself fails to import is a mistake in it.
                if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                    raise
                self._features[name] = None
        return self._features[name]

    def items(self, text: str) -> Iterable[Span]:
        """What is written as one thing each in a chunk (moves, events, words), in order, relative to the chunk.

        Mistaken ones, too. The entry that is being written and the steps of a record come from them: its lines, where a
        notation says nothing else.
        """
        return lines_of(text, Span(0, len(text)))

    @_feature
    def parts(self, text: str) -> Sequence[Part]:
        """Return the parts of a chunk, see :mod:`kibitz.core.parts`. Ask :attr:`parts_of`, which remembers them."""
        return ()

    # Offsets are those of the document. Each is answered by the function of its name in the module of its
    # name in the notation's folder `features/`, which takes the same arguments, the language itself first. What stands
    # here is the answer of a notation that has no such module.

    @_feature
    def entry(self, analysis: Analysis, offset: int) -> Span:
        """What is being written at `offset`, up to where a writer goes on to something else: an event, a statement.

        A finding that is certain by entry waits until it has been left. `offset` lies within it or at its end: by itself
        one of the :meth:`items`.
        """
        place = place_written(analysis.document, offset)
        found = unfinished([*self.items(place.text)], offset - place.start)
        return Span(offset, offset) if found is None else found.shifted(place.start)

    @_feature
    def record(self, analysis: Analysis, offset: int) -> Span:
        """The record that is being written at `offset`, if nothing but blanks and comments stands behind that in it.

        In a file of several (hands, games) the one at `offset`. What is missing in it may still come: a finding that is
        certain by record waits. Where anything stands behind `offset`, the record ends there: `Span(offset, offset)`.
        By itself it is all of the document, or the chunk where each is a record by itself (:attr:`reach`).
        """
        place = place_written(analysis.document, offset)
        rest = analysis.document.since(place) if self.reach is None else (place,)
        if any(one.text[max(offset - one.start, 0) :].strip() for one in rest):
            return Span(offset, offset)
        return Span(0 if self.reach is None else place.start, offset)

    @_feature
    def jots(self, document: Document) -> Collection[str]:
        """What is jotted down in a record and awaits its form, as the slugs of the rules that say so: formatting applies the safe
        fixes of their findings. Nothing where nothing is, which is asked whenever a record is laid out."""
        return ()

    @_feature
    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        """What is at `offset`, explained."""
        return None

    @_feature
    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        """What may be typed at `offset`, the likeliest first."""
        return ()

    @_feature
    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        """The form that is being filled in at `offset`."""
        return None

    @_feature
    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        """What is likely to be typed at `offset` as a whole, the likeliest first; nothing where that is a mere guess."""
        return ()

    @_feature
    def customs(self, analysis: Analysis) -> object:
        """What the records beside this one may learn from it: names, tags, habits; None for nothing.

        A small frozen value, asked for seldom: whoever writes finds those of other records in
        :attr:`Analysis.neighbours`.
        """
        return None

    @_feature
    def typed(
        self, analysis: Analysis, offset: int, character: str, preferences: Preferences
    ) -> Sequence[Edit]:
        """What follows from typing one of :attr:`typing_triggers`, which stands before `offset`.

        Only what the writer would have typed anyway, nothing that may have to be deleted.
        """
        return ()

    @_feature
    def named(self, analysis: Analysis, offset: int) -> Named | None:
        """What is named at `offset`, with all places that name it."""
        return None

    @_feature
    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        """Gives what is named at `offset` another name, wherever it is named.

        Raises RefusedError, with a message for people, where the name won't do.
        """
        raise RefusedError(f"{self.name} has nothing to rename here")

    @_feature
    def linked(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        """The places with equal texts that are to change together while the one at `offset` is being typed."""
        return ()

    @_feature
    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        """What a selection at `offset` grows to, from the smallest on, each within the next; all hold `offset`."""
        return parts.selections(self, analysis.document, offset)

    @_feature
    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        """The outline."""
        return tuple(parts.symbols(self, analysis.document))

    @_feature
    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        """Yield the folds, as they are asked for: editors take only the first thousands."""
        return parts.folds(self, analysis.document)

    @_feature
    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        """Tokens for colouring within a range, in order, not overlapping; a few outside it do no harm.

        Those of a chunk depend on its text only, so that they can be kept with it.
        """
        return parts.tokens(self, analysis.document.places(*span))

    @_feature
    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        """The picture of the record, or of the state of the game at `offset`."""
        return Preview("")

    @_feature
    def scene(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
        """The same as :meth:`preview` to be looked at: shapes, and what they stand for."""
        return written(self.preview(analysis, offset, preferences), self.name)

    @_feature
    def steps(self, analysis: Analysis) -> Iterable[Span]:
        """What happens in the record, one thing after the other: hands' entries, grimoires, trades, actions.

        At each of them there is a picture, that of the moment in which it has happened; pictures are stepped through so.
        By itself the :meth:`parts` that are steps, or the :meth:`items` of a notation that lists no parts.
        """
        if self.feature("parts"):
            yield from parts.steps(self, analysis.document.places())
            return
        for place in analysis.document.places():
            yield from (one.shifted(place.start) for one in self.items(place.text))

    @_feature
    def story(self, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
        """What happens at each of the :meth:`steps`, in words: as many as there are, or nothing.

        Where `preferences` hide what not everybody may see, nothing comes of that: records that differ in nothing else have
        equal stories.
        """
        return ()

    @_feature
    def plays(self, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Sequence[Play]:
        """What can be done in the picture of the record as it stands at `offset`, or at its end, the likeliest first.

        `taken` are the keys of the plays that led here, the first one first. What is done is written where what is drawn ends:
        behind the step at `offset`, or at the end of the record. By itself it is what completion offers there, in a list.
        """
        at = len(analysis.document) if offset is None else offset
        return [*plays_of(self.complete(analysis, at))]

    @_feature
    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        """Refactorings at a selection."""
        return ()

    @_feature
    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        """Inlay hints within a range; all kinds that `preferences` turn on."""
        return ()

    @_feature
    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        """Facts above lines."""
        return ()

    @_feature
    def candidates(self, analysis: Analysis, finding: Diagnostic) -> Iterable[Fix | Candidate]:
        """What may have been meant where a finding is, or where what led to it is: what only the game tells.

        Slips of the pen and the fixes of the finding are tried without that. :mod:`kibitz.core.repair` replays each and
        drops what the rest of the record does not bear out, so that a guess does no harm. A fix is as unlikely as a slip that
        changes as much; where it is one thing that goes wrong at once, a candidate says how unlikely that is.
        """
        return ()

    @_feature
    def fixed_facts(self, analysis: Analysis, span: Span) -> Iterable[Span]:
        """Yield the facts around a range that tell of the play without being a part of it: outcomes, banks, house rules.

        Only those that can be read. A repair that changes one is never clear.
        """
        return parts.fixed_facts(self, analysis.document, span.start)

    # Writing

    @_feature
    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        """How the record should be laid out: replacements of whole stretches, in order, not overlapping.

        Only those that touch `span` are asked for; others are ignored. What can't be read must be left out of them.
        The caller proves each replacement with :meth:`meaning`.
        """
        return ()

    @_feature
    def meaning(self, text: str) -> Hashable:
        """What must survive formatting: everything but layout, comments included, of a stretch of text."""
        return text

    @_feature
    def convert(self, analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
        """The whole record in another form, one of :attr:`conversions`, laid out as `preferences` say.

        Raises RefusedError, with a message for people, where something in the record can't be said in that form.
        """
        raise RefusedError(f"{self.name} has no form named {to!r}")

    @_feature
    def imported(self, text: str) -> str | None:
        """A record of what another program keeps of a game: a log, a state. None for a text that is nothing of the kind.

        What the program does not know stays away. Raises RefusedError, with a message for people, where it can't be read.
        """
        return None

    # Counting

    @_feature
    def rows(self, kind: Kind) -> Rows | None:
        """The rows of a kind that records are exported as; None where the notation has none."""
        return None

    @_feature
    def stats(self) -> Sequence[Tally]:
        """What is counted over many records: tables, those first that people look at first.

        By itself how often each word of a column of the events stands there.
        """
        if (rows := self.rows("events")) is None:
            return ()
        words = [one.name for one in rows.columns if one.type == "string"]
        often = (Figure("times", times),)
        return tuple(Tally(one.capitalize(), rows, (one,), often) for one in words)

    @_feature
    def schema(self) -> dict[str, object] | None:
        """A JSON schema of records for other tools; None where the notation is not one of a general format."""
        return None
