"""The games themselves, for programs: :mod:`.figgie`, :mod:`.blackjack`, :mod:`.clocktower` and :mod:`.quibbble`.

They are the very classes with which records are checked, and know neither grammars nor editors. All values are frozen. A position
tells what is `legal`; `play` answers the position behind, or raises :class:`IllegalError`, which says why. The `record` of a game is its
text in the notation that kibitz checks; `str()` and notebooks show its picture. What is listed in server/docs/library.md stays; the rest may change.
:mod:`.reading` finds the games of records.
"""

from __future__ import annotations

from typing import Literal


class IllegalError(ValueError):
    """The rules of the game do not allow it; the message says why."""


class Pictured:
    """What has a record has a picture. Only who asks for it loads what draws."""

    notation = ""

    @property
    def record(self) -> str:
        """The text of the game in its notation."""
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
