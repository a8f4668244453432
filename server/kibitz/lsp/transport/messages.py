"""The messages that are ours, and the one that is read in our own way: what pygls is told of them, so that it reads them like the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs
from lsprotocol import types

from kibitz.core.text import Position

PREVIEW = "kibitz/preview"
"""The one request that is ours."""
LEFT = "kibitz/left"
"""Sent by a client when the user leaves a document."""
STATUS = "kibitz/status"
"""Told to a client that asks for it: how much is wrong with a document, and how much of it waits."""
SCHEME = "kibitz"
"""The scheme of the documents of the server: previews and texts."""

_TEXT = attrs.validators.optional(attrs.validators.instance_of(str))
_TEXTS = attrs.validators.optional(
    attrs.validators.deep_iterable(attrs.validators.instance_of(str), attrs.validators.instance_of(list))
)
_FLAG = attrs.validators.optional(attrs.validators.instance_of(bool))
_NUMBER = attrs.validators.optional(attrs.validators.instance_of(int))


@attrs.define
class PreviewParams:
    """The parameters of a preview."""

    text_document: types.TextDocumentIdentifier
    position: types.Position | None = None
    layout: str | None = attrs.field(default=None, validator=_TEXT)
    width: int | None = attrs.field(default=None, validator=_NUMBER)
    view: str | None = attrs.field(default=None, validator=_TEXT)
    format: str | None = attrs.field(default=None, validator=_TEXT)
    """`text`, `svg` or `html`."""
    theme: str | None = attrs.field(default=None, validator=_TEXT)
    """The theme of an SVG: `auto`, `light` or `dark`."""
    step: str | None = attrs.field(default=None, validator=_TEXT)
    """The step of the record relative to the position: `first`, `previous`, `next` or `last`."""
    taken: list[str] | None = attrs.field(default=None, validator=_TEXTS)
    """The keys of the plays that have been taken. With them, the answer has `plays`."""
    timeline: bool | None = attrs.field(default=None, validator=_FLAG)
    """Whether the answer shall tell what the steps of the record are: `timeline`."""


@attrs.define
class PreviewRequest:
    """A message of lsprotocol's kind."""

    id: Any
    params: PreviewParams
    method: str = PREVIEW
    jsonrpc: str = "2.0"


@attrs.define
class LeftParams:
    """Which document."""

    text_document: types.TextDocumentIdentifier


@attrs.define
class LeftNotification:
    """A message of lsprotocol's kind."""

    params: LeftParams
    method: str = LEFT
    jsonrpc: str = "2.0"


class Change(NamedTuple):
    """The new text of a range, or of the whole document without a range."""

    text: str
    place: tuple[Position, Position] | None = None
    """From where to where, both clamped to the document."""


class Edited(NamedTuple):
    """A `didChange`. It comes with every key, and to make objects of lsprotocol of it takes a tenth of what a key does."""

    uri: str
    version: int | None
    """None where the client does not number its versions."""
    changes: Sequence[Change]
    params: Any
    """All of that as it came."""
    method: str = types.TEXT_DOCUMENT_DID_CHANGE


OURS: dict[str, type[Any]] = {
    PREVIEW: PreviewRequest,
    LEFT: LeftNotification,
    types.TEXT_DOCUMENT_DID_CHANGE: Edited,
}
