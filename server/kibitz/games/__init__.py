"""The games as a library: :mod:`.figgie`, :mod:`.blackjack`, :mod:`.clocktower` and :mod:`.quibbble`.

kibitz checks records with the same classes, which know neither grammars nor editors. All values are frozen. A position lists
the `legal` moves, and `play` returns the next position, or raises :class:`IllegalError` with the reason. The `record` of a game is its
text in the notation; `str()` and notebooks show its preview. The names in server/docs/library.md are stable; the rest may change.
:mod:`.reading` finds the games of records.
"""

from __future__ import annotations

from typing import Literal


class IllegalError(ValueError):
    """A move that the rules of the game do not allow. The message has the reason."""


class Pictured:
    """A game with a record, and so with a preview. The code that draws is loaded on first use."""

    notation = ""

    @property
    def record(self) -> str:
        """Return the text of the game in its notation."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self._drawn("text")

    def _repr_svg_(self) -> str:
        return self._drawn("svg")

    def _drawn(self, form: Literal["text", "svg"]) -> str:
        from kibitz.core.analysis import Analysis
        from kibitz.core.setting import Preferences
        from kibitz.core.svg import svg
        from kibitz.languages import load

        language = load(self.notation)
        analysis = Analysis.of(language, self.record)
        if form == "svg":
            return svg(language.scene(analysis, None, Preferences()), "auto")
        return language.preview(analysis, None, Preferences()).text
