"""Formatting: each hand keeps its form, or all get one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

from kibitz.core.document import Document, line_end_of
from kibitz.core.notation import Parsed
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Severity, Span
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.cut import split_points
from kibitz.languages.bjn.text.sheet import Sheet, form, laid_out, written


def layout(language: Blackjack, document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """Yield each hand with a new layout, without those that have errors."""
    style = preferences.text("format.bjn.style", "keep")
    line_end = line_end_of(document)
    for place in document.places(*span):
        if place.end < len(document) and _settled(place.text, line_end, style):
            continue
        parsed: Parsed[Sheet] = document.language.parsed(place.text)
        if all(problem.severity is not Severity.ERROR for problem in parsed.problems):
            sheet = parsed.value
            if sum(placed.kind == "setup" for placed in sheet.entries) > 1:
                # On a line of its own, the second setup would begin another hand.
                continue
            text = laid_out(sheet, form(sheet, style), line_end)
            last = place.end == len(document)
            yield Edit(place.start, place.end, text.rstrip() + line_end if last and text else text)


def _settled(text: str, line_end: str, style: str) -> bool:
    """Return whether a hand surely has this layout already; it has no comments or spaces.

    Most hands of a session log are such. An empty line may follow.
    """
    words = text.split()
    if text[0] != "{" or "//" in text or not text.endswith(line_end):
        return False
    if len(words) == 1:
        tidy = "||" not in text and words[0][-1] != "|" and style != "annotated"
    else:
        tidy = "|" not in text and style != "compact"
    written = line_end.join(words) + line_end
    return tidy and (text == written or text == written + line_end)


def meaning(language: Blackjack, text: str) -> Hashable:
    """Return the entries and comments in order, and the borders of hands."""
    starts = [0, *(split_point.offset for split_point in split_points(text) if split_point.offset), len(text)]
    hands = [text[start:end] for start, end in pairwise(starts)]
    said = (
        tuple([(item.kind, written(item)) for item in language.parsed(hand).value.contents]) for hand in hands
    )
    return tuple(hand for hand in said if hand)
