"""One player of a one-line grimoire, read by itself, so that a broken one spoils no other.

Entries are remembered by their texts: a log repeats most of them.
"""

from __future__ import annotations

from kibitz.core.memory import remembered
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.botc.text.grammar import GRAMMAR
from kibitz.languages.botc.text.mend import mend
from kibitz.languages.botc.text.nodes import Entry, Word


@remembered
def read_entry(text: str) -> tuple[Entry, Diagnostic | None]:
    """One entry, and what is wrong with it; offsets count from its start."""
    tree = GRAMMAR.parse(text, "entry")
    return (_entry(tree, text), None) if isinstance(tree, Tree) else mend(text, tree)


def _entry(tree: Tree, text: str) -> Entry:
    state = _inside(tree)[0]
    name, role, *rest = _inside(state)
    tokens = tuple(_word(text, token) for tokens in rest for token in _inside(tokens))
    dead = state.data != "living"
    return Entry(
        _word(text, name), _word(text, role), tokens, dead, state.data == "spent", Span(0, len(text))
    )


def _inside(tree: Tree) -> list[Tree]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _word(text: str, tree: Tree) -> Word:
    parts = [child for child in tree.children if isinstance(child, Token)]
    start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
    return Word(text[start:end], start, end)
