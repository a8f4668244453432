"""The toy as a language: thin wiring."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from kibitz.languages.toy.check.repeats import check
from kibitz.languages.toy.text.read import read
from kibitz.languages.toy.text.toy import Lines, Toy

from kibitz.core.chunks import Chunk
from kibitz.core.notation import Parsed
from kibitz.core.values import Diagnostic


class Words(Toy):
    """Lines of words. No word may follow itself."""

    comment = ("(", ")")
    triggers = "#"
    kinds = MappingProxyType({"word": "value"})
    modifiers = ("first",)

    def parse(self, text: str) -> Parsed[Lines]:
        lines = super().parse(text).value
        return Parsed(lines, tuple(read(text, self.rules)))

    def start(self, context: Any) -> Any:
        return ""

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        return check(state, chunk.text, self.rules)


LANGUAGE = Words()
