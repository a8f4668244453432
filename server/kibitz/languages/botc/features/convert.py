"""The whole record in another form: drawings as lines, lines as drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.formatting import apply
from kibitz.languages.botc.drawing.render import MOST_DRAWN
from kibitz.languages.botc.features._cursor import sheet_at
from kibitz.languages.botc.features._forms import conversion

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.languages.botc.language import Botc


def convert(language: Botc, analysis: Analysis, to: str) -> str:
    """Every grimoire in the form `to`; bags and comments stay.

    Raises ValueError where a grimoire can't be read, or can't be drawn because so many sit in it.
    """
    if to not in language.conversions:
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
        edits.append(conversion(analysis.document, place, record))
    return apply(analysis.document.text(), edits)
