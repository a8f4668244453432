"""Lenient conversion of messages to objects of lsprotocol: minor errors of a client do no harm."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, override
from lsprotocol import types
from pygls.protocol import default_converter
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage

from kibitz.core.text import Position
from kibitz.lsp.transport.messages import Change, Edited

Json = Any
"""A value of JSON, as the json module reads and writes it."""

FARTHEST = 2**31 - 1
"""The largest number of a line or column that the protocol knows."""


class Plain(NamedTuple):
    """A part of an answer that is JSON already, so that lsprotocol need not convert it. The outline of a long record takes a third of the time."""

    value: Json


@cache
def converter() -> Converter:
    """Return the converter for all servers of this process: making one takes some milliseconds."""
    one: Converter = default_converter()  # type: ignore[no-untyped-call]
    one.register_unstructure_hook(Plain, lambda plain: plain.value)
    # Ours are JSON already, see :func:`kibitz.lsp.features.convert.diagnostic`; those that a client gives back with an action stay so.
    one.register_structure_hook(types.Diagnostic, lambda diagnostic, _: diagnostic)
    one.register_unstructure_hook(types.Diagnostic, lambda diagnostic: diagnostic)
    for kind in (str, int, bool, float):
        # The validators of lsprotocol refuse other types. cattrs would turn a null into a text.
        one.register_structure_hook(kind, _unchanged)
    for kind in vars(types).values():
        if inspect.isclass(kind) and issubclass(kind, Enum):
            # One hook for all classes would give way to the hook of cattrs.
            one.register_structure_hook(kind, _member)
    one.register_structure_hook_factory(_is_lenient, lambda kind: _lenient(one, kind))
    strict = one.get_structure_hook(types.InitializeParams)
    one.register_structure_hook(
        types.InitializeParams, lambda value, kind: strict({"capabilities": {}, **value}, kind)
    )
    one.register_structure_hook(types.Position, _position)
    # Without this, cattrs would generate the code for each type with a position in it.
    one.register_unstructure_hook(types.Position, _position_in_json)
    one.register_unstructure_hook(
        types.Range,
        lambda span: {"start": _position_in_json(span.start), "end": _position_in_json(span.end)},
    )
    one.register_structure_hook(Edited, _edited)
    for message in (JsonRPCRequestMessage, JsonRPCResponseMessage, JsonRPCNotification):
        one.register_structure_hook(message, _message)
    return one


DEFAULTS: dict[Any, dict[str, Json]] = {
    types.FormattingOptions: {"tabSize": 4, "insertSpaces": True},
    types.CodeActionContext: {"diagnostics": []},
    types.CompletionContext: {"triggerKind": 1},
    types.InlineCompletionContext: {"triggerKind": 2},
    types.ReferenceContext: {"includeDeclaration": True},
    types.SignatureHelpContext: {"triggerKind": 1, "isRetrigger": False},
}
"""Options of requests with their required members: an error in them costs no answer."""


def _unchanged(value: Json, _: type) -> Json:
    return value


def _member(value: Json, kind: type[Enum]) -> Json:
    """Return the member of an enumeration. An unknown value is returned as it is."""
    try:
        return kind(value)
    except ValueError:
        return value


def _is_lenient(kind: Any) -> bool:
    """Return whether a type has capabilities or options."""
    return kind in DEFAULTS or (attrs.has(kind) and kind.__name__.endswith("ClientCapabilities"))


def _lenient(one: Converter, kind: type) -> Callable[[Json, type], Any]:
    """Return a function that keeps the readable members of an object, and leaves out the others."""
    names = {field.name: override(rename=in_json(field.name)) for field in attrs.fields(kind)}
    strict: Callable[[Json, type], Any] = make_dict_structure_fn(kind, one, **names)  # type: ignore[arg-type]

    def structure(value: Json, _: type) -> Any:
        try:
            return strict(value, kind)
        except Exception:
            kept = dict(DEFAULTS.get(kind, {}))
        for name, member in value.items() if isinstance(value, dict) else ():
            with suppress(Exception):
                strict({**kept, name: member}, kind)
                kept[name] = member
        return strict(kept, kind)

    return structure


def in_json(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _position(value: Json, _: object = None) -> types.Position:
    return types.Position(*_place(value))


def _position_in_json(place: types.Position) -> Json:
    return {"line": place.line, "character": place.character}


def _place(value: Json) -> Position:
    return Position(_count(value["line"]), _count(value["character"]))


def _count(number: Json) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is not the number of a line or column")
    return min(max(number, 0), FARTHEST)


def _edited(value: Json, _: type) -> Edited:
    """Return a change, also without a version number: a change must not be lost."""
    params = value["params"]
    document = params["textDocument"]
    version = document.get("version")
    return Edited(
        _text(document["uri"]),
        version if isinstance(version, int) else None,
        [_change(one) for one in params["contentChanges"]],
        params,
    )


def _change(value: Json) -> Change:
    range_ = value.get("range")
    place = None if range_ is None else (_place(range_["start"]), _place(range_["end"]))
    return Change(_text(value["text"]), place)


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is not text")
    return value


def _message(value: Json, kind: type) -> Any:
    """Return a message that lsprotocol does not know. Its contents stay JSON."""
    return kind(**{one.name: value.get(one.name) for one in attrs.fields(kind)})
