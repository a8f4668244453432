"""The table that is being filled in, as a form: its keys, and the one at the cursor."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Parameter, Signature
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.features._here import Spot, spot_at, trade_at
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.keys import TYPE_WORDS, TableSpec, tables


def signature(language: Pfn, analysis: Analysis, offset: int) -> Signature | None:
    """The form at an offset; None outside of the tables that PFN knows."""
    reader = language.reader
    spot = spot_at(reader, analysis, offset)
    spec = tables().get(spot.table.path) if spot.table is not None else None
    if spot.table is None or spec is None:
        return None
    trade = trade_at(reader, spot)
    names = Form(reader, analysis, spot.place, trade[0] if trade is not None else 0).names(spec.path)
    if not names:
        return None
    active = _active(spot, names)
    parameters = tuple(Parameter(name, _about(spec, name)) for name in names)
    return Signature(f"{spec.header} {', '.join(names)}", parameters, names.index(active), spec.about)


def _active(spot: Spot, names: list[str]) -> str:
    """The key on the line of the cursor, or the first one that is missing."""
    leaves = spot.table.leaves if spot.table is not None else ()
    source = spot.place.chunk.text
    for leaf in leaves:
        here = leaf.whole.start <= spot.offset and "\n" not in source[leaf.whole.end : spot.offset]
        if here and leaf.name in names:
            return leaf.name
    there = {leaf.name for leaf in leaves}
    return next((name for name in names if name not in there), names[-1])


def _about(spec: TableSpec, name: str) -> str:
    key = spec.key(name)
    return "" if key is None else f"{TYPE_WORDS[key.type]}. {key.about}"
