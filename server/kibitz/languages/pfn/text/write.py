"""Values, keys and tables as a record writes them. No text that is written so has anything in it that would be escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


def value(said: object) -> str:
    """A value: `"P1"`, `["P1", "P2"]`, `12.5`."""
    if isinstance(said, (list, tuple)):
        return f"[{', '.join(map(value, said))}]"
    return f'"{said}"' if isinstance(said, str) else str(said)


def pairs(said: Mapping[str, object]) -> Iterator[str]:
    """Keys with their values, on a line each; those of which nothing is known are left out."""
    return (f"{key} = {value(one)}" for key, one in said.items() if one is not None)


def table(header: str, said: Mapping[str, object]) -> str:
    """A table with its header, without the line end behind it."""
    return "\n".join([header, *pairs(said)])


def array(names: Iterable[str]) -> str:
    """Players or other names: `["P1", "P2"]`."""
    return value([*names])
