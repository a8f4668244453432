"""The data files of packages. Importing `importlib.resources` would take as long as importing all of core."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import get_data
from typing import Any


def read_data(module: str, name: str) -> str:
    """Return the text of a file next to a module or in a package. Raises FileNotFoundError if there is none."""
    data = get_data(module, name)
    if data is None:
        raise FileNotFoundError(f"{module}: {name}")
    return data.decode("utf-8")


def frozen(value: Any) -> Any:
    """Return a value from TOML or JSON with tuples instead of lists."""
    if isinstance(value, Mapping):
        return {name: frozen(one) for name, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value
