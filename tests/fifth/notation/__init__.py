"""The toy notation: `tests/toy.py` as a fifth one beside the others."""

from kibitz.languages.toy.language import Words

LANGUAGE = Words()
