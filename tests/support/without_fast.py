"""Disable `fast/` of every notation: every answer is that the fast path does not know.

Import it before kibitz. `tests/core/test_fast.py` runs all cases so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

FAST = re.compile(r"kibitz\.languages\.\w+\.fast(\.\w+)?")
asked: set[str] = set()
"""The modules that would have been loaded."""


class Unknown:
    """An object that returns None, and has every attribute."""

    def __call__(self, *_: object, **__: object) -> None:
        return None

    def __getattr__(self, name: str) -> Unknown:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class Away(ModuleType):
    """A module in which nothing is known."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Unknown()


class Finder(MetaPathFinder, Loader):
    """Finds nothing but modules of `fast/`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self, is_package=True) if FAST.fullmatch(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        asked.add(spec.name)
        return Away(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


assert not [name for name in sys.modules if FAST.fullmatch(name)], "import this before kibitz"
sys.meta_path.insert(0, Finder())
