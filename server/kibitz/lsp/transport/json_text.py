"""Answers as JSON text, written by the thread that finds them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.lsp.transport.converter import Json, converter

PART = 1000
"""Number of numbers that are written at once."""


class Written(NamedTuple):
    """An answer as JSON."""

    text: str
    remarks: Sequence[str] = ()
    """Remarks for a client that traces."""


def written(answer: Any) -> Written:
    """Return an answer, of lsprotocol objects or plain, as pygls would write it."""
    return (
        answer if isinstance(answer, Written) else Written("".join(_parts(converter().unstructure(answer))))
    )


def _parts(value: Json) -> Iterator[str]:
    """Yield the text in short parts, because the json module blocks all other threads during a call."""
    if isinstance(value, dict) and any(isinstance(member, list) for member in value.values()):
        before = "{"
        for name, member in value.items():
            yield f"{before}{json.dumps(name)}: "
            yield from _parts(member)
            before = ", "
        yield "}"
    elif not isinstance(value, list) or not value:
        yield json.dumps(value)
    elif isinstance(value[0], (dict, list)):
        before = "["
        for one in value:
            yield before
            yield from _parts(one)
            before = ", "
        yield "]"
    else:
        slices = (value[at : at + PART] for at in range(0, len(value), PART))
        yield f"[{', '.join(json.dumps(one)[1:-1] for one in slices)}]"
