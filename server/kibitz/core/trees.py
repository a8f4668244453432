"""Trees of tokens, as a grammar makes them of a text: light ones, so that reading needs nothing of Lark."""

from __future__ import annotations

from collections.abc import Callable, Iterator


class Token(str):
    """A piece of text with the name of its terminal and its offsets."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    @classmethod
    def of(cls, text: str, kind: str, start: int, end: int) -> Token:
        """The token of a text between two offsets."""
        token = cls(text[start:end])
        token.type, token.start_pos, token.end_pos = kind, start, end
        return token


class Tree:
    """What a rule matched: the name of the rule, or of its alternative, and what its parts matched.

    A part is a tree, a token, or None for something optional that is not there.
    """

    __slots__ = ("children", "data")

    def __init__(self, data: str, children: list[Token | Tree]) -> None:
        self.data = data
        self.children = children

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and (self.data, self.children) == (other.data, other.children)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r})"

    def iter_subtrees(self) -> Iterator[Tree]:
        """All trees in this one and itself, each after those in it."""
        found = [self]
        for tree in found:
            found += [child for child in tree.children if isinstance(child, Tree)]
        return reversed(found)

    def scan_values(self, wanted: Callable[[object], bool]) -> Iterator[Token]:
        """The tokens in the tree that are wanted, in the order of the text."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.scan_values(wanted)
            elif wanted(child):
                yield child
