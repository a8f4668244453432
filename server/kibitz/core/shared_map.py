"""An immutable map: :func:`put` returns a new one that shares all but a few dozen entries with the old one.

Small maps are plain dictionaries. A larger one is a tree that branches by the bits of the hash. Its shape depends only on its
entries. So two maps compare equal whatever the order was, and quickly if they share parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, Union

V = TypeVar("V")

SharedMap = Union[dict[str, V], tuple["SharedMap[V]", ...]]  # noqa: UP007 - a string can't be used with `|`.

SMALL = 32
"""Greatest number of entries of a dictionary before it is split."""
_BITS = 4
_WAYS = 1 << _BITS
_DEEPEST = 15
"""Number of hash digits. Keys with equal digits share a dictionary of any size."""


def get(names: SharedMap[V], key: str) -> V | None:
    """Return the value of a key, or None."""
    code = hash(key)
    while isinstance(names, tuple):
        names = names[code % _WAYS]
        code >>= _BITS
    return names.get(key)


def entries(names: SharedMap[V]) -> Iterator[tuple[str, V]]:
    """Yield all keys with their values, in no particular order."""
    if isinstance(names, tuple):
        for way in names:
            yield from entries(way)
    else:
        yield from names.items()


def put(names: SharedMap[V], key: str, value: V) -> SharedMap[V]:
    """Return the map with one more entry, or with another value for a key."""
    return _put(names, key, value, hash(key), 0)


def _put(names: SharedMap[V], key: str, value: V, code: int, depth: int) -> SharedMap[V]:
    if isinstance(names, tuple):
        way = code % _WAYS
        changed = _put(names[way], key, value, code >> _BITS, depth + 1)
        return (*names[:way], changed, *names[way + 1 :])
    more = {**names, key: value}
    return _split(more, depth) if len(more) > SMALL and depth < _DEEPEST else more


def _split(names: dict[str, V], depth: int) -> SharedMap[V]:
    ways: list[dict[str, V]] = [{} for _ in range(_WAYS)]
    for key, value in names.items():
        ways[(hash(key) >> depth * _BITS) % _WAYS][key] = value
    return tuple(_split(way, depth + 1) if len(way) > SMALL and depth < _DEEPEST else way for way in ways)
