"""A language: a notation with everything that helps people to write it, answered from analyses with frozen values.

A language is a singleton without state. No method raises for any text. If one raises, its answer is the default of a notation
without it (:mod:`kibitz.core.internal_errors`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from kibitz.core.answers import MODIFIERS, CompletionKind, IncludedFile
from kibitz.core.document import Document
from kibitz.core.features import Features
from kibitz.core.notation import Notation
from kibitz.core.setting import Preferences, Setting

V = TypeVar("V")

VARIANTS = 8
"""Number of variants of a notation that are kept, see :meth:`Language.variant`."""


class Language(Features[V]):
    """A notation with everything that helps people to write it."""

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
        self._variants: dict[Hashable, Language[V]] = {}

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


def token_modifiers(languages: Iterable[Language[Any]]) -> tuple[str, ...]:
    """Return the token modifiers of all notations, each once: the legend for clients."""
    own = (modifier for language in languages for modifier in language.modifiers)
    return tuple(dict.fromkeys([*MODIFIERS, *own]))
