"""The messages of kibitz, and `didChange`, which kibitz reads itself. pygls reads the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs
from lsprotocol import types

from kibitz.core.text import Position

PREVIEW = "kibitz/preview"
"""The request for a preview, the only request of kibitz."""
LEFT = "kibitz/left"
"""Sent by a client when the user leaves a document."""
STATUS = "kibitz/status"
"""Sent to a client that wants it: the numbers of findings of a document, and of those that wait."""
SCHEME = "kibitz"
"""The scheme of the documents of the server, which are texts of lenses."""

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
    """Whether the answer has a `timeline` with the steps of the record."""


@attrs.define
class PreviewRequest:
    """The request as a message of lsprotocol."""

    id: Any
    params: PreviewParams
    method: str = PREVIEW
    jsonrpc: str = "2.0"


@attrs.define
class LeftParams:
    """The parameters of `kibitz/left`."""

    text_document: types.TextDocumentIdentifier


@attrs.define
class LeftNotification:
    """The request as a message of lsprotocol."""

    params: LeftParams
    method: str = LEFT
    jsonrpc: str = "2.0"


class Change(NamedTuple):
    """The new text of a range, or of the whole document without a range."""

    text: str
    place: tuple[Position, Position] | None = None
    """Start and end of the range, both clamped to the document."""


class Edited(NamedTuple):
    """A `didChange`. It comes with every key, and making objects of lsprotocol takes a tenth of the time of a key."""

    uri: str
    version: int | None
    """The version, or None if the client does not number versions."""
    changes: Sequence[Change]
    params: Any
    """The parameters as they came."""
    method: str = types.TEXT_DOCUMENT_DID_CHANGE


OURS: dict[str, type[Any]] = {
    PREVIEW: PreviewRequest,
    LEFT: LeftNotification,
    types.TEXT_DOCUMENT_DID_CHANGE: Edited,
}
