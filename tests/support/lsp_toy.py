"""A toy notation with every feature, and a server for it: tests of the server without a real notation."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from types import ModuleType

import kibitz.languages
from kibitz.core.analysis import Analysis
from kibitz.core.answers import (
    Action,
    Completion,
    Drawn,
    Fold,
    Ghost,
    Hint,
    Hover,
    Lens,
    Mention,
    Named,
    Parameter,
    Preview,
    SemanticToken,
    Signature,
    Symbol,
)
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.internal_errors import RefusedError
from kibitz.core.setting import Preferences, Setting
from kibitz.core.values import Diagnostic, Edit, Fix, Rule, Severity, Span
from toy import REPEATED, UNCLOSED, Toy

SHOUTED = Rule("TOY101", "shouted", Severity.INFORMATION, "`{word}` is shouted", "", "", "now")
WORD = re.compile(r"\w+")


class LspToy(Toy):
    """Words have hovers, tokens and symbols; words in capitals a diagnostic with a safe and an unsafe fix."""

    triggers = "."
    signature_triggers = "("
    typing_triggers = "|"
    settings = (Setting("format.toy.blank", " ", "what stands between words"),)

    def feature(self, name: str) -> None:
        """Return None: it has no folder of features."""

    @property
    def rules(self) -> tuple[Rule, ...]:  # type: ignore[override]
        return (REPEATED, UNCLOSED, SHOUTED)

    def step(self, context: object, state: object, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        state, found = super().step(context, state, chunk)  # type: ignore[arg-type]
        shouted = [word for word in WORD.finditer(chunk.text) if len(word[0]) > 1 and word[0].isupper()]
        return state, [*found, *(self._shouted(word) for word in shouted)]

    def _shouted(self, word: re.Match[str]) -> Diagnostic:
        fixes = [
            Fix("Drop it", (Edit(word.start(), word.end(), ""),)),
            Fix("Whisper", (Edit(word.start(), word.end(), word[0].lower()),), safe=True),
        ]
        return SHOUTED.at(*word.span(), word=word[0], fixes=fixes, tags=frozenset({"deprecated"}))

    def _words(self, analysis: Analysis, span: Span | None = None) -> Iterable[re.Match[str]]:
        text = analysis.document.text()
        return WORD.finditer(text, *(span or ()))

    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        for word in self._words(analysis):
            if word.start() <= offset <= word.end():
                return Hover(Span(*word.span()), f"**{word[0]}**")
        if "BOOM" in analysis.document.text():
            raise RuntimeError("a bug")
        return None

    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        words = [word for word in self._words(analysis) if word.start() <= offset <= word.end()]
        span = Span(*words[0].span()) if words else Span(offset, offset)
        return [
            Completion("zebra", span, "zebra", "value", detail="first", documentation="*striped*"),
            Completion("ape", span, "ape(${1:x})", "snippet", snippet=True, plain="ape", deprecated=True),
        ]

    def conventions(self, analysis: Analysis) -> object:
        """The first word."""
        return next((word[0] for word in self._words(analysis)), None)

    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        fields = (Parameter("word", "any *word*"), Parameter("end"))
        return Signature("word end", fields, 1, "a line") if offset else None

    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        return [Ghost(Span(offset, offset), " ".join(["", "again", *analysis.siblings]))]

    def typed(
        self, analysis: Analysis, offset: int, character: str, preferences: Preferences
    ) -> Sequence[Edit]:
        return [Edit(offset, offset, "(")]

    def named(self, analysis: Analysis, offset: int) -> Named | None:
        words = list(self._words(analysis))
        for word in words:
            if word.start() <= offset <= word.end():
                same = [Span(*one.span()) for one in words if one[0] == word[0]]
                places = tuple(Mention(span, span == same[0]) for span in same)
                return Named(word[0], Span(*word.span()), places, renames=word[0].islower())
        return None

    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        found = self.named(analysis, offset)
        if found is None or not name.isalpha():
            raise RefusedError(f"`{name}` is not a word")
        return [Edit(*place.span, name) for place in found.places]

    def linked(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        found = self.named(analysis, offset)
        return [place.span for place in found.places] if found else []

    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        found = self.named(analysis, offset)
        return [found.span, found.span] if found else []

    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        return [
            Symbol(word[0], "a word", "value", Span(*word.span()), Span(*word.span()), (
                Symbol(" ", "", "key", Span(*word.span()), Span(*word.span())),
            ))
            for word in self._words(analysis)
        ]  # fmt: skip

    def folds(self, analysis: Analysis) -> Sequence[Fold]:
        return [Fold(0, len(analysis.document)), Fold(0, 0, "comment")]

    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        for word in self._words(analysis, span):
            modifiers = frozenset({"dealer"} if word[0].isupper() else ())
            yield SemanticToken(word.start(), word.end(), "keyword", modifiers)

    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        text = f"{len(analysis.document)} {offset} {preferences.text('preview.layout', 'auto')}"
        return Preview(text, (Drawn(Span(0, 1), 0, 0, 1),))

    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        return [Action("Turn round", (Edit(*span, analysis.document.text(*span)[::-1]),))]

    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        if not preferences.flag("inlayHints.length", True):
            return []
        return [Hint(word.end(), str(len(word[0])), "length", "tip") for word in self._words(analysis, span)]

    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        return [Lens(Span(0, 0), "a lens"), Lens(Span(0, 0), "another", "more to say")]

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        for place in document.places():
            text = re.sub(" +", preferences.text("format.toy.blank", " "), place.chunk.text)
            yield Edit(place.start, place.end, text)

    def meaning(self, text: str) -> str:
        return re.sub("[ _]+", " ", text)


LANGUAGE = LspToy()


def register() -> None:
    """Add the toy to the notations. Call this before the server is imported."""
    module = ModuleType("kibitz.languages.toy.language")
    module.LANGUAGE = LANGUAGE  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    kibitz.languages.IDS = (*kibitz.languages.IDS, "toy")  # type: ignore[assignment]


if __name__ == "__main__":
    register()
    from kibitz.lsp.main import main

    sys.exit(main())
