"""The rest of a drawing that is typed by hand."""

from __future__ import annotations

import re

from kibitz.core.analysis import Analysis
from kibitz.core.items import place_written
from kibitz.core.picture import columns

_TITLE = re.compile(r"┌[^┐\r\n]*┐")
_WORD = re.compile(r"[^ │]+")
_NUMBER = re.compile(r"\(([0-9]{1,3})\)")
_FLOOR = re.compile(r"└─*")


def drawn(analysis: Analysis, offset: int) -> str:
    """Return the rest of a drawing at the end of a line, or an empty text."""
    document = analysis.document
    place = place_written(document, offset)
    text, at = place.text, offset - place.start
    if text[:1] != "┌" or text[at : at + 1].strip("\r\n"):
        return ""
    title, *rows = text[:at].splitlines() + [""] * text[:at].endswith(("\r", "\n"))
    if not rows or not _TITLE.fullmatch(title) or any(row.startswith("└") for row in rows[:-1]):
        return ""
    return _under(rows) or _across(rows) or _to_the_frame(rows, columns(title))


def _under(rows: list[str]) -> str:
    """Return the spaces up to the next word of the line above, and the entry under it if the line shows it."""
    if len(rows) < 2 or rows[-1][:1] != "│" or not (rows[-1] + rows[-2]).replace("│", "").isascii():
        return ""
    row, above = rows[-1], rows[-2].removesuffix("│")
    # A word at the end of the line needs a space after it.
    begun = len(row) + (row[-1] not in "│ ")
    found = next((one for one in _WORD.finditer(above) if one.start() >= max(begun, 2)), None)
    if found is None or row.count("(") != row.count(")"):
        return ""
    words, column = row[1:].split(), found.start()
    numbered = words and all(word[1:-1].isdecimal() for word in words)
    linked = all(word == "()" for word in words) and found[0][0] == "(" and not found[0][1:-1].isdecimal()
    return " " * (column - len(row)) + (f"({column})" if numbered else "()" if linked else "")


def _across(rows: list[str]) -> str:
    """Return the spaces between the first player on the left and the right side, two columns after the last one at the top."""
    taken = [int(number) for row in rows[:-1] for number in _NUMBER.findall(row)]
    begins = len(rows) > 1 and not rows[-2].strip("│ ") and len(rows[-1][1:].split()) == 1
    if not taken or not begins or "(" in rows[-1] or rows[-1][-1] in "│ ":
        return ""
    return " " * (max(taken) + 2 - columns(rows[-1]))


def _to_the_frame(rows: list[str], width: int) -> str:
    """Return the rest of the last line up to the frame, in a drawing of `width` columns."""
    row = rows[-1]
    room = width - 1 - columns(row)
    if not row:
        # The first line is always empty.
        return f"│{' ' * (width - 2)}│" if len(rows) == 1 else ""
    if _FLOOR.fullmatch(row):
        return "─" * room + "┘" if room >= 0 else ""
    return " " * room + "│" if row[0] == "│" and room > 0 else ""
