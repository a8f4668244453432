"""Trees of tokens. They are light, so that reading needs nothing of Lark."""

from __future__ import annotations

from collections.abc import Iterator


class Token(str):
    """A piece of text with the name of its terminal and its offsets."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    @classmethod
    def of(cls, text: str, kind: str, start: int, end: int) -> Token:
        """Return the token of a text between two offsets."""
        token = cls(text[start:end])
        token.type, token.start_pos, token.end_pos = kind, start, end
        return token


class Tree:
    """The tree of a rule, or of one of its alternatives: its name and its parts.

    A part is a tree, a token, or None for something optional that is missing.
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
        """Yield all trees in this one, each after its own parts, and this one last."""
        found = [self]
        for tree in found:
            found += [child for child in tree.children if isinstance(child, Tree)]
        return reversed(found)

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens of the tree, in the order of the text."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.tokens()
            elif child is not None:
                yield child
