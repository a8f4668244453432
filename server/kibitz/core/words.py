"""Small things that messages and Markdown need in every notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that somebody who wrote `word` probably meant, or None."""
    # Here, because nothing is misspelt in most records.
    from difflib import get_close_matches

    folded = {choice.casefold(): choice for choice in choices}
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=0.7)
    return folded[found[0]] if found else None


def fits(typed: str, text: str) -> bool:
    """Whether the characters of `typed` occur in a text in their order, as editors search; blanks and case don't count."""
    text, at = text.casefold(), 0
    for character in typed.casefold():
        if character not in " \t":
            at = text.find(character, at) + 1
            if not at:
                return False
    return True


def plural(count: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""What begins or ends markup, and what makes a link of a bare address."""


def escape(text: str) -> str:
    """Text of a record for Markdown: it can't become markup, a link or HTML there, and stays on its line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Text of a record as a Markdown code span."""
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{' '.join(text.split())}{pad}{ticks}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table. The cells must be Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
