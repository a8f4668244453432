"""Small functions for messages and Markdown that every notation needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.core.slips import one_slip_away


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice that a word is a typo of, or None.

    >>> nearest("ravenkbeper", ["raven", "ravenkeeper"]), nearest("ipm", ["imp", "spy"]), nearest("xyz", ["imp"])
    ('ravenkeeper', 'imp', None)
    """
    # Imported here, because most records have no misspelt word.
    from difflib import get_close_matches

    folded, word = {choice.casefold(): choice for choice in choices}, word.casefold()
    shared = {one: sum(map({*word}.__contains__, one)) for one in folded}
    # The others have too few letters in common.
    near = [one for one, count in shared.items() if 20 * count >= 7 * (len(one) + len(word))]
    found = get_close_matches(word, near, n=1, cutoff=0.7)
    if not found and len(word) > 2:
        # One typo changes much of a short word.
        found = [one for one, count in shared.items() if count >= len(one) - 1 and one_slip_away(word, one)]
    return folded[found[0]] if len(found) == 1 else None


def fits(typed: str, text: str) -> bool:
    """Return whether the characters of `typed` occur in a text in order, as editors search. Spaces and case do not count."""
    text, at = text.casefold(), 0
    for character in typed.casefold():
        if character not in " \t":
            at = text.find(character, at) + 1
            if not at:
                return False
    return True


def did_you_mean(near: str | None) -> str:
    """Return the end of a message about an unknown name: the probable name, if there is one.

    >>> did_you_mean("libra"), did_you_mean(None)
    ('; did you mean `libra`?', '')
    """
    return f"; did you mean `{near}`?" if near else ""


def listed(phrases: Iterable[str], joint: str = "and") -> str:
    """Return phrases as one.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    *others, last = tuple(phrases) or ("",)
    return f"{', '.join(others)} {joint} {last}" if others else last


def quoted(words: Iterable[str], joint: str = "and") -> str:
    """Return words of a record as a phrase: `` `a`, `b` and `c` ``."""
    return listed((f"`{word}`" for word in words), joint)


def shortened(text: str, most: int = 40) -> str:
    """Return a text of a record, shortened to a number of characters for a message.

    >>> shortened("kibitz", 6), shortened("kibitzer", 6)
    ('kibitz', 'kibit…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def brief(text: str, most: int = 48) -> str:
    """Return the detail of a list item: the first sentence, or its first words up to a number of characters.

    >>> brief("Kills nightly. Dies by day."), brief("Kills nightly; by day, too.", 16)
    ('Kills nightly', 'Kills nightly…')
    """
    bare = text.partition(". ")[0].removesuffix(".")
    return bare if len(bare) <= most else bare[:most].rpartition(" ")[0].rstrip(",;:(") + "…"


def plural(count: int, word: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def often(count: int) -> str:
    """Return `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table. The cells must be Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
