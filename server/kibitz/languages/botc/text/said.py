"""JSON that anybody may have written, taken as far as it is what it should be."""

from __future__ import annotations

import json
from typing import Any

from kibitz.core.faults import RefusedError

Json = dict[str, Any]


def load(text: str, what: str = "") -> Any:
    """The value of a text; None for what is no JSON, or RefusedError where it has to be `what`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if what:
            raise RefusedError(f"this is {what}: {error}") from error
        return None


def as_dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def dicts(value: object) -> list[Json]:
    """The objects of a list."""
    return [one for one in as_list(value) if isinstance(one, dict)]


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def in_lines(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def one_line(text: object) -> str:
    return " ".join(str(text).split())
