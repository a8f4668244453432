"""A language: a notation with everything that helps people to write it, answered from analyses with frozen values.

A language is a singleton without state. No method raises for any text. If one raises, its answer is the default of a notation
without it (:mod:`kibitz.core.internal_errors`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from kibitz.core import parts
from kibitz.core.analysis import Analysis
from kibitz.core.answers import (
    MODIFIERS,
    Action,
    Completion,
    CompletionKind,
    Fold,
    Ghost,
    Hint,
    Hover,
    IncludedFile,
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
from kibitz.core.document import Document
from kibitz.core.internal_errors import InternalError, RefusedError, as_far_as, record_error
from kibitz.core.items import lines_of, place_written, unfinished
from kibitz.core.memory import remembered
from kibitz.core.notation import Notation
from kibitz.core.parts import Part
from kibitz.core.rows import Kind, Rows
from kibitz.core.setting import Preferences, Setting
from kibitz.core.values import Diagnostic, Edit, Fix, Span

if TYPE_CHECKING:  # A check loads none of them.
    from kibitz.core.candidates import Candidate
    from kibitz.core.counting import Tally
    from kibitz.core.next import Next
    from kibitz.core.scene import Scene

V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])

VARIANTS = 8
"""Number of variants of a notation that are kept, see :meth:`Language.variant`."""


MODULES = MappingProxyType(
    {
        "complete": "next",
        "entry": "parts",
        "fixed_facts": "parts",
        "folds": "parts",
        "hints": "hover",
        "imported": "convert",
        "lenses": "hover",
        "linked": "named",
        "meaning": "layout",
        "name_at": "named",
        "plays": "next",
        "predict": "next",
        "record": "parts",
        "rename": "named",
        "schema": "rows",
        "selections": "parts",
        "shorthand_slugs": "layout",
        "signature": "next",
        "stats": "rows",
        "steps": "parts",
        "story": "preview",
        "symbols": "parts",
        "tokens": "parts",
        "typed": "next",
    }
)
"""The module of `features/` that answers a feature, if it is not the module of the feature's name."""


def _feature(method: F) -> F:
    """Make a method ask the function of its name in the folder `features/` of a notation, see :data:`MODULES`.

    The module is loaded when it is first needed. If there is no such function, or if it raises, the method's own answer counts. A
    function may yield its answers; if the method declares a sequence, the answer becomes one.
    """
    name, listed = method.__name__, method.__annotations__["return"].startswith("Sequence")

    @wraps(method)
    def ask(self: Language[Any], *arguments: Any) -> Any:
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
            return _instead(method, (self, *arguments), record_error(error))
        return method(self, *arguments)

    return cast(F, ask)


def _instead(method: Callable[..., Any], arguments: Sequence[Any], fault: InternalError) -> Any:
    """Return the answer of a notation without this feature.

    If that answer is a refusal, raise a refusal that blames the internal error instead.
    """
    try:
        return method(*arguments)
    except RefusedError as error:
        raise RefusedError(f"kibitz failed here ({fault.summary}): nothing is changed") from error


class Language(Notation[V]):
    """A notation together with the answers of its folder `features/`."""

    triggers: ClassVar[str] = ""
    """The characters after which an editor asks for completions by itself."""
    signature_triggers: ClassVar[str] = ""
    """The characters after which an editor asks for the signature by itself."""
    typing_triggers: ClassVar[str] = ""
    """The characters after which an editor asks for follow-up edits, see :meth:`typed`."""
    conversions: ClassVar[tuple[str, ...]] = ()
    """The names that :meth:`convert` takes."""
    settings: ClassVar[tuple[Setting, ...]] = ()
    kinds: ClassVar[Mapping[str, CompletionKind]] = MappingProxyType({})
    """The notation's own kinds of completions, and how editors show them: `{"card": "value"}`."""
    modifiers: ClassVar[tuple[str, ...]] = ()
    """The notation's own modifiers of tokens, which clients may colour: suits, teams."""
    spared = Notation.spared | {"accompanied", "included_files", "tailored"}

    def __init__(self) -> None:
        super().__init__()
        self._features: dict[str, Callable[..., Any] | None] = {}
        self._variants: dict[Hashable, Language[V]] = {}
        self.parts_of: Callable[[str], Sequence[Part]] = remembered(self.parts)
        """A cached :meth:`parts`."""

    def variant(self, facts: Hashable, make: Callable[[], Language[V]]) -> Language[V]:
        """Return a variant of the notation for some facts: the same object for equal facts.

        The latest variants are kept, because an editor may have several folders open, each with its own facts.
        """
        if facts not in self._variants:
            if len(self._variants) >= VARIANTS:
                self._variants.clear()
            self._variants[facts] = make()
        return self._variants[facts]

    def tailored(self, preferences: Preferences) -> Language[V]:
        """Return the notation with the user's own facts, such as games that only they play, or itself without any.

        Equal facts give the same object. Wrong facts are ignored.
        """
        return self

    def included_files(self, document: Document) -> tuple[str, ...]:
        """Return the names of the files next to a record that add to it, as the record names them. They are asked for after each edit.

        The caller reads them (:func:`kibitz.project.files.beside`), because a notation sees no files.
        """
        return ()

    def accompanied(self, included_files: Mapping[str, IncludedFile]) -> Language[V]:
        """Return the notation for a record with these included files, by their names. Equal ones give the same object.

        Only :meth:`Notation.context` may depend on them, so that a document need not be read again.
        """
        return self

    def feature(self, name: str) -> Callable[..., Any] | None:
        """Return the function that answers a feature, or None if the notation has none."""
        if not self.package:
            # A notation of one module has no folder.
            return None
        if name not in self._features:
            module = f"{self.package}.features.{MODULES.get(name, name)}"
            try:
                own = getattr(import_module(module), name, None)
                # The module may import a function of this name.
                self._features[name] = own if getattr(own, "__module__", "") == module else None
            except ModuleNotFoundError as error:
                # A failed import within the feature is a bug.
                if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                    raise
                self._features[name] = None
        return self._features[name]

    def items(self, text: str) -> Iterable[Span]:
        """Yield the items of a chunk in order, relative to the chunk: moves, events, words. Each is written as one thing.

        Items with mistakes count too. The entry at the cursor and the steps of a record are made of items. By default, each line
        is an item.
        """
        return lines_of(text, Span(0, len(text)))

    @_feature
    def parts(self, text: str) -> Sequence[Part]:
        """Return the parts of a chunk, see :mod:`kibitz.core.parts`. Callers use :attr:`parts_of`, which caches them."""
        return ()

    # Offsets are those of the document. The function of the same name in `features/` of a notation answers each feature, with the
    # language as its first argument. The methods below are the answers of notations without such a function.

    @_feature
    def entry(self, analysis: Analysis, offset: int) -> Span:
        """Return the entry at an offset, such as an event or a statement. The user edits it until the cursor leaves it.

        A finding whose rule reports by `entry` waits until then. The offset is within the entry or at its end. By default, the
        entry is one of the :meth:`items`.
        """
        place = place_written(analysis.document, offset)
        found = unfinished([*self.items(place.text)], offset - place.start)
        return Span(offset, offset) if found is None else found.shifted(place.start)

    @_feature
    def record(self, analysis: Analysis, offset: int) -> Span:
        """Return the record at an offset if only spaces and comments follow in it, or else `Span(offset, offset)`.

        A finding whose rule reports by `record` waits while the record may still grow. In a file of several hands or games, the
        record is one of them. By default it is the whole document, or the chunk if each chunk is a record (:attr:`neighbours_affected`).
        """
        place = place_written(analysis.document, offset)
        rest = analysis.document.since(place) if self.neighbours_affected is None else (place,)
        if any(one.text[max(offset - one.start, 0) :].strip() for one in rest):
            return Span(offset, offset)
        return Span(0 if self.neighbours_affected is None else place.start, offset)

    @_feature
    def shorthand_slugs(self, document: Document) -> Collection[str]:
        """Return the slugs of the rules about shorthand that the document contains, or none.

        Formatting applies the safe fixes of their findings.
        """
        return ()

    @_feature
    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        """Return an explanation of the text at an offset, or None."""
        return None

    @_feature
    def next(self, analysis: Analysis, offset: int) -> Next | None:
        """Return what may be written next at an offset, or None. See :mod:`kibitz.core.next`."""
        return None

    @_feature
    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        """Return the items that the user may type at an offset, the likeliest first: by default, those of :meth:`next`."""
        from kibitz.core.next import items

        return tuple(items(now)) if (now := self.next(analysis, offset)) else ()

    @_feature
    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        """Return the form that the user fills in at an offset, or None."""
        return None

    @_feature
    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        """Return whole texts that probably follow at an offset, the likeliest first; none if it would be a mere guess.

        By default, that is the likeliest text of :meth:`next`.
        """
        from kibitz.core.next import ghosts

        return tuple(ghosts(now)) if (now := self.next(analysis, offset)) else ()

    @_feature
    def conventions(self, analysis: Analysis) -> object:
        """Return the habits of this record that others may learn from, such as names and tags, or None.

        The answer is a small frozen value, and rarely asked for. Completion finds the habits of other records in
        :attr:`Analysis.siblings`.
        """
        return None

    @_feature
    def typed(
        self, analysis: Analysis, offset: int, character: str, preferences: Preferences
    ) -> Sequence[Edit]:
        """Return the edits that follow from a typed character, one of :attr:`typing_triggers`, just before an offset.

        They add only text that the user would type anyway, so nothing has to be deleted.
        """
        return ()

    @_feature
    def named(self, analysis: Analysis, offset: int) -> Named | None:
        """Return the name at an offset with all its places, or None."""
        return None

    @_feature
    def name_at(self, analysis: Analysis, offset: int) -> Named | None:
        """Return the name at an offset, perhaps without its places: a search asks for many names."""
        found: Named | None = self.named(analysis, offset)
        return found

    @_feature
    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        """Return the edits that rename the thing at an offset everywhere.

        Raises RefusedError with a message for people if the new name is not possible.
        """
        raise RefusedError(f"{self.name} has nothing to rename here")

    @_feature
    def linked(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        """Return the places with the same text that change together while the user types at an offset."""
        return ()

    @_feature
    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        """Return the ranges that a selection at an offset grows to, from the smallest on. Each is within the next."""
        return parts.selections(self, analysis.document, offset)

    @_feature
    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        """Return the outline of the document."""
        return tuple(parts.symbols(self, analysis.document))

    @_feature
    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        """Yield the folds one by one, because editors take only the first thousands."""
        return parts.folds(self, analysis.document)

    @_feature
    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        """Yield the tokens of a range for colouring, in order and without overlaps. A few outside the range do no harm.

        The tokens of a chunk depend only on its text, so that they can be cached with it.
        """
        return parts.tokens(self, analysis.document.places(*span))

    @_feature
    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        """Return the preview of the record as text, or of the state of the game at an offset."""
        return Preview("")

    @_feature
    def scene(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
        """Return the same preview as shapes, each with its meaning."""
        from kibitz.core.scene import written

        return written(self.preview(analysis, offset, preferences), self.name)

    @_feature
    def steps(self, analysis: Analysis) -> Iterable[Span]:
        """Yield the steps of the record in order: the entries of a hand, grimoires, trades, actions.

        A replay shows a preview after each of them. By default, steps are the :meth:`parts` that say so, or the :meth:`items` of a
        notation without parts.
        """
        if self.feature("parts"):
            yield from parts.steps(self, analysis.document.places())
            return
        for place in analysis.document.places():
            yield from (one.shifted(place.start) for one in self.items(place.text))

    @_feature
    def story(self, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
        """Return a description of each of the :meth:`steps`, or nothing.

        If `preferences` hide secrets, the descriptions do not depend on them: two records that differ only in secrets have
        equal stories.
        """
        return ()

    @_feature
    def plays(self, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Sequence[Play]:
        """Return the moves that the user can make in the preview at an offset, or at the end of the record, the likeliest first.

        `taken` are the keys of the plays that led here, in order. A move is written after the step at the offset, or at the end
        of the record. By default, the moves are those of :meth:`next`, or else the items of completion, in a list.
        """
        from kibitz.core.next import plays

        at = len(analysis.document) if offset is None else offset
        if (now := self.next(analysis, at)) is None:
            return [*plays_of(self.complete(analysis, at))]
        return [*plays(now.options, taken, lambda text: (Edit(*now.span, text[now.head :]),))]

    @_feature
    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        """Return the refactorings for a selection."""
        return ()

    @_feature
    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        """Return the inlay hints of a range, of all kinds that `preferences` turn on."""
        return ()

    @_feature
    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        """Return the facts to show above lines."""
        return ()

    @_feature
    def candidates(self, analysis: Analysis, finding: Diagnostic) -> Iterable[Fix | Candidate]:
        """Yield ideas for what was meant at a finding, or at its cause: ideas that need to know the game.

        Typos and the fixes of the finding's rule are tried in any case. :mod:`kibitz.core.repair` replays each idea and drops
        those that the rest of the record contradicts, so a guess does no harm. A fix is as unlikely as a typo that changes as
        much text. A candidate states its own likelihood, which helps if one mistake changes much text at once.
        """
        return ()

    @_feature
    def fixed_facts(self, analysis: Analysis, span: Span) -> Iterable[Span]:
        """Yield the facts around a range that report the play without being a part of it: outcomes, banks, house rules.

        Only readable ones count. A repair that changes one is never clear.
        """
        return parts.fixed_facts(self, analysis.document, span.start)

    # Writing

    @_feature
    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        """Yield the edits that format the record: replacements of whole stretches, in order and without overlaps.

        The caller ignores edits that do not touch `span`, and proves the others with :meth:`meaning`. The edits must leave out
        unreadable text.
        """
        return ()

    @_feature
    def meaning(self, text: str) -> Hashable:
        """Return everything that a stretch of text says, comments included. Formatting must keep it."""
        return text

    @_feature
    def convert(self, analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
        """Return the whole record in another form, one of :attr:`conversions`, formatted by `preferences`.

        Raises RefusedError with a message for people if the form cannot express something in the record.
        """
        raise RefusedError(f"{self.name} has no form named {to!r}")

    @_feature
    def imported(self, text: str) -> str | None:
        """Return a record made from the data of another program, such as a log, or None for an unknown kind of text.

        The record leaves out facts that the program does not know. Raises RefusedError with a message for people if the data
        cannot be read.
        """
        return None

    # Counting

    @_feature
    def rows(self, kind: Kind) -> Rows | None:
        """Return the exported rows of a kind, or None if the notation has none."""
        return None

    @_feature
    def stats(self) -> Sequence[Tally]:
        """Return the tables of `kibitz stats`, the most interesting first.

        By default they count the words in a column of the events.
        """
        from kibitz.core.counting import Figure, Tally, times

        if (rows := self.rows("events")) is None:
            return ()
        words = [one.name for one in rows.columns if one.type == "string"]
        often = (Figure("times", times),)
        return tuple(Tally(one.capitalize(), rows, (one,), often) for one in words)

    @_feature
    def schema(self) -> dict[str, object] | None:
        """Return a JSON schema of records for other tools, or None if the notation has a format of its own."""
        return None


def token_modifiers(languages: Iterable[Language[Any]]) -> tuple[str, ...]:
    """Return the token modifiers of all notations, each once: the legend for clients."""
    own = (modifier for language in languages for modifier in language.modifiers)
    return tuple(dict.fromkeys([*MODIFIERS, *own]))
