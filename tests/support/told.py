"""The exported rows of a record, for comparisons before and after an edit."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.rows import KINDS, Value
from kibitz.project import tables
from kibitz.project.settings import Settings

PLACE = ("line", "column")


def told(analysis: Analysis) -> list[dict[str, Value]]:
    """Return the rows of every kind of a notation, without their places."""
    return [
        {name: value for name, value in row.items() if name not in PLACE}
        for kind in KINDS
        if (rows := analysis.language.rows(kind)) is not None
        for row in tables.dictionaries(analysis, kind, rows, Settings())
    ]
