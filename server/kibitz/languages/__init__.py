"""The notations. Each is loaded when it is first asked for; no language knows another."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.core.language import Language

IDS = ("pfn", "bjn", "botc", "qgn")
"""The language ids, which are the suffixes of files, too. A notation is a package here whose `language.py` has a `LANGUAGE`."""


@cache
def load(language_id: str) -> Language[Any]:
    """The language with an id. Raises KeyError for an unknown one."""
    if language_id not in IDS:
        raise KeyError(language_id)
    language: Language[Any] = import_module(f"kibitz.languages.{language_id}.language").LANGUAGE
    return language


def for_path(path: str) -> str | None:
    """The language id for a file's name or URI, by its suffix; None if it is of no notation."""
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    return suffix if suffix in IDS else None
