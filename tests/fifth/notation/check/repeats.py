"""The one rule of the toy: no word follows on itself."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.toy.text.read import words

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic


def check(last: str, text: str, rules: Rules) -> tuple[str, Sequence[Diagnostic]]:
    """Return the last word of a chunk, and the findings about words after the `last` one."""
    found = []
    for span in words(text):
        if text[slice(*span)] == last:
            found.append(rules["repeated"].at(*span, word=last))
        last = text[slice(*span)]
    return last, found
