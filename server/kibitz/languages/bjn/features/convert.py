"""Conversion of a whole record to another form."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.document import line_end_of
from kibitz.core.internal_errors import RefusedError
from kibitz.core.setting import Preferences
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.sheet import Sheet, converted


def convert(language: Blackjack, analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
    """Return the whole record in one form. In the compact form, comments between the entries of a hand move above it.

    Raises RefusedError if a hand can't be read.
    """
    document = analysis.document
    line_end = line_end_of(document)
    texts: list[str] = []
    for place in document.places():
        sheet: Sheet = document.language.parsed(place.text).value
        if not sheet.readable:
            line = document.position_at(place.start, "utf-32").line + 1
            raise RefusedError(
                f"The hand on line {line} can't be read, so it can't be converted; check it first"
            )
        text = converted(sheet, "compact" if to == "compact" else "annotated", line_end)
        if to == "annotated" and texts and sheet.entries and not texts[-1].endswith(line_end * 2):
            texts.append(line_end)
        texts.append(text)
    return "".join(texts)
