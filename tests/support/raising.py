"""Notations whose methods raise, for the tests of internal errors."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

import case
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.chunks import MARKER, Block, Chunk
from kibitz.core.document import Document
from kibitz.core.internal_errors import RefusedError
from kibitz.core.language import Language
from kibitz.core.memory import forget
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Span
from kibitz.languages import IDS, load
from notations import notation


def hooks(language: Language[Any]) -> list[str]:
    """Return the methods that a notation overrides, without its features."""
    own = {
        name
        for one in type(language).__mro__
        if one.__module__.startswith("kibitz.languages")
        for name in vars(one)
    }
    return sorted(
        name
        for name in own & {*dir(Language)}
        if not name.startswith("_")
        and (
            inspect.isfunction(found := inspect.getattr_static(language, name)) or isinstance(found, property)
        )
        and name != "rules"
    )


def features(language: Language[Any]) -> list[str]:
    asked = [name for name, it in vars(Language).items() if hasattr(it, "__wrapped__")]
    return sorted(name for name in asked if language.feature(name) is not None)


HOOKS = [(one, name) for one in IDS for name in hooks(load(one))]


def concerns(target: str, arguments: Iterable[Any]) -> bool:
    """Return whether a hook gets a chunk with a text. Hooks without texts always count."""
    texts = [text for one in arguments for text in _texts(one)]
    return not texts or any(target in text for text in texts)


def _texts(one: Any) -> list[str]:
    if isinstance(one, str):
        return [one]
    if isinstance(one, Chunk):
        return [one.text]
    if isinstance(one, Block):
        return [chunk.text for chunk in one.chunks]
    if isinstance(one, Document):
        return [one.text()]
    if isinstance(one, tuple) and one and isinstance(one[0], Chunk):
        return [chunk.text for chunk in one]
    return []


@contextmanager
def raising(
    language_id: str, hook: str, target: str, error: type[BaseException] = KeyError
) -> Iterator[None]:
    """Make one hook of a notation raise for a text."""
    language = load(language_id)
    own = inspect.getattr_static(language, hook)

    def ask(self: Any, *arguments: Any) -> Any:
        if concerns(target, arguments):
            raise error("a fault")
        return own(self, *arguments)

    def split(self: Any, text: str, rest: Callable[[str], bool]) -> Iterator[Any]:
        for border in own(self, text, rest):
            if target in text[: border.offset]:
                raise error("a fault")
            yield border

    def read(_: Any) -> Any:
        raise error("a fault")

    made = property(read) if isinstance(own, property) else split if hook == "split" else ask
    before = type(language)
    language.__class__ = type("Raising", (before,), {hook: made, "__module__": before.__module__})
    _forget(language)
    try:
        yield
    finally:
        language.__class__ = before
        _forget(language)


def _forget(language: Language[Any]) -> None:
    """Empty the caches, which would hide the error."""
    forget()
    language._variants.clear()


@contextmanager
def features_raising(language_id: str, *names: str, after: int = 0) -> Iterator[None]:
    """Make features of a notation raise. Those that yield answers raise after some of them."""
    language = load(language_id)
    own = {name: language.feature(name) for name in names}

    def broken(name: str) -> Callable[..., Any]:
        answer = own[name]

        def lazily(*arguments: Any) -> Iterator[Any]:
            yield from islice(answer(*arguments) if answer else (), after)
            raise KeyError("a fault")

        def ask(*_: Any) -> Any:
            raise KeyError("a fault")

        return lazily if after else ask

    language._features.update({name: broken(name) for name in names})
    try:
        yield
    finally:
        language._features.update(own)
        # Parts are cached.
        forget()


def targets(language_id: str, text: str) -> list[tuple[int, str]]:
    """The first chunk of a record, one in its middle, and the last one."""
    places = list(Document.open(load(language_id), text).places())
    return [(one.start, one.chunk.text) for one in (places[0], places[len(places) // 2], places[-1])]


ABOUT_CHUNKS = {"parse", "split", "step", "summarise", "aggregate"}
"""The hooks that get chunks. An error costs their answer."""


def asked(language: Language[Any], name: str, text: str) -> object:
    """Return the answer of a feature, or the reason of its refusal."""
    analysis = Analysis.of(language, text)
    finding = next(iter(analysis.diagnostics()), None)
    values: dict[str, Any] = {
        "analysis": analysis, "offset": len(text) // 2, "span": Span(0, len(text)), "preferences": Preferences(),
        "character": "\n", "name": "x", "to": "compact", "document": analysis.document, "text": text,
        "finding": finding, "kind": "events", "taken": (),
    }  # fmt: skip
    takes = [*inspect.signature(getattr(Language, name)).parameters][1:]
    try:
        found = getattr(language, name)(*(values[one] for one in takes))
        return list(found) if isinstance(found, Iterator) else found
    except RefusedError as error:
        return str(error)


RECORDS = 3
"""Records of each notation in which each hook raises."""


@cache
def records(language_id: str) -> list[str]:
    """Some records of several chunks: those of the cases in which most is wrong, and a sound one.

    Comments that silence are found by the colours of a notation, and are lost with them.
    """
    texts = [case.read(path).text for path in sorted((CASES / language_id / "check").glob("*.case"))]
    analyses = [
        Analysis.of(load(language_id), text) for text in texts if len(text) < 3000 and MARKER not in text
    ]
    several = [one for one in analyses if len(list(one.document.places())) > 2]
    worst = sorted(several, key=lambda one: one.count, reverse=True)[: RECORDS - 1]
    return [*(one.document.text() for one in worst), notation(language_id).record(random.Random(1))]


def found_in(language_id: str, text: str) -> list[Diagnostic]:
    return Analysis.of(load(language_id), text).diagnostics()
