"""A client with the toy notation."""

from __future__ import annotations

from typing import Any

URI = "file:///a.toy"


def initialize_params(*able: str, options: Any = None, **values: Any) -> dict[str, Any]:
    """Return the parameters of a client with the abilities that the paths name."""
    capabilities: dict[str, Any] = {}
    for path, value in [*((path, True) for path in able), *values.items()]:
        *folders, name = path.replace("__", ".").split(".")
        inner = capabilities
        for folder in folders:
            inner = inner.setdefault(folder, {})
        inner[name] = value
    return {"capabilities": capabilities, "initializationOptions": options}


def codes_of(items: list[Any]) -> list[Any]:
    return [one.get("code") for one in items]
