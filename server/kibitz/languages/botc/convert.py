"""The whole record in another form: drawings as lines, lines as drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.formatting import apply
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit
from kibitz.languages.botc import write
from kibitz.languages.botc.drawing import MOST_DRAWN, render
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.settings import CONVERSIONS
from kibitz.languages.botc.spot import sheet_at

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document


def convert(analysis: Analysis, to: str) -> str:
    """Every grimoire in the form `to`; bags and comments stay.

    Raises ValueError where a grimoire can't be read, or can't be drawn because so many sit in it.
    """
    if to not in CONVERSIONS:
        raise ValueError(f"grimoires have no form named `{to}`: choose `line` or `drawing`")
    edits = []
    for place in analysis.document.places():
        record = sheet_at(analysis.document, place).record
        if record is None or record.form in (to, "bag"):
            continue
        line = analysis.document.position_at(place.start, "utf-32").line + 1
        if not record.sound:
            raise ValueError(f"the grimoire in line {line} can't be converted before its errors are mended")
        if to == "drawing" and len(record.entries) > MOST_DRAWN:
            raise ValueError(
                f"the grimoire in line {line} has more than {MOST_DRAWN} players: it can't be drawn"
            )
        edits.append(conversion(analysis, place, record))
    return apply(analysis.document.text(), edits)


def conversion(analysis: Analysis, place: Place, record: Record) -> Edit:
    """The edit that writes one grimoire in its other form. Comments inside it come to stand before it."""
    start, end = record.span.shifted(place.start)
    if record.form == "drawing":
        return Edit(start, end, write.line(record.grimoire))
    document = analysis.document
    inside = [span for span in sheet_at(document, place).comments if span.end < record.span.end]
    lines = [place.chunk.text[span.start : span.end] for span in inside]
    lines.append(render(record.grimoire).text)
    line_start = document.line_start(document.position_at(start, "utf-32").line)
    if document.text(line_start, start).strip():
        lines.insert(0, "")
    else:
        start = line_start
    behind = document.text(end, document.line_end(document.position_at(end, "utf-32").line))
    if behind.strip():
        lines.append("")
    return Edit(
        start, end + len(behind) - len(behind.lstrip()), "\n".join(lines).replace("\n", line_end_of(document))
    )


def line_end_of(document: Document) -> str:
    """How a document ends its lines: as the first that it has."""
    found = LINE_BREAK.search(document.block(0).chunks[0].text) or LINE_BREAK.search(document.text(0, 4096))
    return found[0] if found else "\n"
