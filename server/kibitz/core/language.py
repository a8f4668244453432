"""A language: a notation with what helps people to write it, which is answered from analyses with frozen values.

A language is a singleton without state. No method raises, whatever the text is; where one does all the same, the answer
is that of a notation without it (:mod:`kibitz.core.faults`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from kibitz.core.answers import MODIFIERS, Companion, CompletionKind
from kibitz.core.document import Document
from kibitz.core.features import Features
from kibitz.core.notation import Notation
from kibitz.core.setting import Preferences, Setting

V = TypeVar("V")

VARIANTS = 8
"""So many variants of a notation are kept, see :meth:`Language.variant`."""


class Language(Features[V]):
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

    def tailored(self, preferences: Preferences) -> Language[V]:
        """The notation as the user's own facts extend it (games that only they play), or itself where there are none.

        Equal facts give the same object. Whatever of them is wrong is passed over.
        """
        return self

    def companions(self, document: Document) -> tuple[str, ...]:
        """The names of the files beside a record that say more of it, as it names them; asked for after each edit.

        Whoever knows where the record lies reads them (:func:`kibitz.project.files.beside`): a notation sees no file.
        """
        return ()

    def accompanied(self, companions: Mapping[str, Companion]) -> Language[V]:
        """The notation for a record beside which these files lie, by their names. Equal ones give the same object.

        Only :meth:`Notation.context` may depend on them, so that a document need not be read anew.
        """
        return self


def token_modifiers(languages: Iterable[Language[Any]]) -> tuple[str, ...]:
    """The modifiers of tokens of all notations, each once: the legend that clients are told."""
    own = (modifier for language in languages for modifier in language.modifiers)
    return tuple(dict.fromkeys([*MODIFIERS, *own]))
