"""The table that is being filled in, as a form: its keys, and the one at the cursor."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Parameter, Signature
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at
from kibitz.languages.pfn.features._form import form_at
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import TYPE_WORDS, TableSpec, tables


def signature(language: Pfn, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form at an offset, or None outside of the tables of PFN."""
    here = cursor_at(analysis, offset)
    spec = tables().get(here.table.path) if here.table is not None else None
    if here.table is None or spec is None:
        return None
    names = form_at(here).names(spec.path)
    if not names:
        return None
    active = _active(here, names)
    parameters = tuple(Parameter(name, _about(spec, name)) for name in names)
    return Signature(f"{spec.header} {', '.join(names)}", parameters, names.index(active), spec.about)


def _active(here: Cursor, names: list[str]) -> str:
    """Return the key on the line of the cursor, or the first missing one."""
    leaves = here.table.leaves if here.table is not None else ()
    source = here.source
    for leaf in leaves:
        on_line = leaf.whole.start <= here.offset and "\n" not in source[leaf.whole.end : here.offset]
        if on_line and leaf.name in names:
            return leaf.name
    there = {leaf.name for leaf in leaves}
    return next((name for name in names if name not in there), names[-1])


def _about(spec: TableSpec, name: str) -> str:
    key = spec.key(name)
    return "" if key is None else f"{TYPE_WORDS[key.type]}. {key.about}"
