"""The data files of packages. `importlib.resources` would do the same, and takes as long to import as all of core."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import get_data
from typing import Any


def read_data(module: str, name: str) -> str:
    """The text of a file beside a module or in a package. Raises FileNotFoundError where there is none."""
    data = get_data(module, name)
    if data is None:
        raise FileNotFoundError(f"{module}: {name}")
    return data.decode("utf-8")


def frozen(value: Any) -> Any:
    """What was read from TOML or JSON, with tuples in the place of lists."""
    if isinstance(value, Mapping):
        return {name: frozen(one) for name, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value
