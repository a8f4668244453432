"""The data files of packages. `importlib.resources` would do the same, and takes as long to import as all of core."""

from __future__ import annotations

from pkgutil import get_data


def read_data(module: str, name: str) -> str:
    """The text of a file beside a module or in a package. Raises FileNotFoundError where there is none."""
    data = get_data(module, name)
    if data is None:
        raise FileNotFoundError(f"{module}: {name}")
    return data.decode("utf-8")
