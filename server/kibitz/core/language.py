"""A language: a notation with what helps people to write it, which is answered from analyses with frozen values.

A language is a singleton without state. No method raises, whatever the text is; where one does all the same, the answer
is that of a notation without it (:mod:`kibitz.core.faults`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from kibitz.core.analysis import Analysis
from kibitz.core.answers import (
    MODIFIERS,
    Action,
    Companion,
    Completion,
    CompletionKind,
    Fold,
    Ghost,
    Hint,
    Hover,
    Lens,
    Named,
    Preview,
    SemanticToken,
    Signature,
    Symbol,
)
from kibitz.core.counting import Tally
from kibitz.core.document import Document
from kibitz.core.faults import Fault, RefusedError, as_far_as, note
from kibitz.core.notation import Notation
from kibitz.core.rows import Kind, Rows
from kibitz.core.scene import Scene, written
from kibitz.core.setting import Preferences, Setting
from kibitz.core.values import Diagnostic, Edit, Fix, Span

if TYPE_CHECKING:
    from kibitz.core.candidates import Candidate

V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


def _feature(method: F) -> F:
    """A method that `features/<its name>.py` of a notation answers, which is loaded when it is first asked for.

    Where there is no such module, or kibitz fails in it, the method's own answer counts.
    """
    name = method.__name__

    @wraps(method)
    def ask(self: Language[Any], *arguments: Any) -> Any:
        try:
            if (own := self.feature(name)) is not None:
                found = own(self, *arguments)
                return as_far_as(found) if isinstance(found, Iterator) else found
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


VARIANTS = 8
"""So many variants of a notation are kept, see :meth:`Language.variant`."""


class Language(Notation[V]):
    """A notation with all that helps people to write it."""

    triggers: ClassVar[str] = ""
    """The characters after which an editor asks for completions by itself."""
    signature_triggers: ClassVar[str] = ""
    """The characters after which an editor asks for the signature by itself."""
    typing_triggers: ClassVar[str] = ""
    """The characters after which an editor asks what follows from them, see :meth:`typed`."""
    conversions: ClassVar[tuple[str, ...]] = ()
    """The names that :meth:`convert` takes."""
    settings: ClassVar[tuple[Setting, ...]] = ()
    kinds: ClassVar[Mapping[str, CompletionKind]] = MappingProxyType({})
    """The notation's own kinds of completions, and as what editors show them: `{"card": "value"}`."""
    modifiers: ClassVar[tuple[str, ...]] = ()
    """The notation's own modifiers of tokens, which clients may colour: suits, teams."""
    spared = Notation.spared | {"accompanied", "companions", "tailored"}

    def __init__(self) -> None:
        super().__init__()
        self._features: dict[str, Callable[..., Any] | None] = {}
        self._variants: dict[Hashable, Language[V]] = {}

    def variant(self, facts: Hashable, make: Callable[[], Language[V]]) -> Language[V]:
        """The notation as some facts make it another one, the same object for equal facts.

        The latest of them are kept: an editor may have several folders open, and each its own facts.
        """
        if facts not in self._variants:
            if len(self._variants) >= VARIANTS:
                self._variants.clear()
            self._variants[facts] = make()
        return self._variants[facts]

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

    def tailored(self, preferences: Preferences) -> Language[V]:
        """The notation as the user's own facts extend it (games that only they play), or itself where there are none.

        Equal facts give the same object. Whatever of them is wrong is passed over.
        """
        return self

    def companions(self, document: Document) -> tuple[str, ...]:
        """The names of the files beside a record that say more of it, as it names them; asked for after each edit.

        Whoever knows where the record lies reads them (:func:`kibitz.files.beside`): a notation sees no file.
        """
        return ()

    def accompanied(self, companions: Mapping[str, Companion]) -> Language[V]:
        """The notation for a record beside which these files lie, by their names. Equal ones give the same object.

        Only :meth:`Notation.context` may depend on them, so that a document need not be read anew.
        """
        return self

    # Features; offsets are those of the document. Each is answered by the function of its name in the module of its
    # name in the notation's folder `features/`, which takes the same arguments, the language itself first. What stands
    # here is the answer of a notation that has no such module.

    @_feature
    def entry(self, analysis: Analysis, offset: int) -> Span:
        """What is being written at `offset`, up to where a writer goes on to something else: an event, a statement.

        A finding that is certain by entry waits until it has been left. `offset` lies within it or at its end.
        """
        return self.record(analysis, offset)

    @_feature
    def record(self, analysis: Analysis, offset: int) -> Span:
        """The record that is being written at `offset`, if nothing but blanks and comments stands behind that in it.

        In a file of several (hands, games) the one at `offset`. What is missing in it may still come: a finding that is
        certain by record waits. Where anything stands behind `offset`, the record ends there: `Span(offset, offset)`.
        """
        return Span(offset, offset)

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
        return ()

    @_feature
    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        """The outline."""
        return ()

    @_feature
    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        """What can be folded away. Found as they are asked for: editors take only the first thousands."""
        return ()

    @_feature
    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        """Tokens for colouring within a range, in order, not overlapping; a few outside it do no harm.

        Those of a chunk depend on its text only, so that they can be kept with it.
        """
        return ()

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
        """
        return ()

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
    def evidence(self, analysis: Analysis, span: Span) -> Iterable[Span]:
        """What is written in a range by itself and tells of the play, but is no part of it: outcomes, banks, blocks, house rules.

        Only what can be read. It is never clear that such a thing was meant otherwise: it bears witness against a slip.
        """
        return ()

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

    # Counting

    @_feature
    def rows(self, kind: Kind) -> Rows | None:
        """The rows that records are exported as, one an event or one a record; None where the notation has none."""
        return None

    @_feature
    def stats(self) -> Sequence[Tally]:
        """What is counted over many records: tables, those first that people look at first."""
        return ()

    @_feature
    def schema(self) -> dict[str, object] | None:
        """A JSON schema of records for other tools; None where the notation is not one of a general format."""
        return None


def token_modifiers(languages: Iterable[Language[Any]]) -> tuple[str, ...]:
    """The modifiers of tokens of all notations, each once: the legend that clients are told."""
    own = (modifier for language in languages for modifier in language.modifiers)
    return tuple(dict.fromkeys([*MODIFIERS, *own]))
