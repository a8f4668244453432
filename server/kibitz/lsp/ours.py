"""The messages that are ours: what pygls is told of them, so that it reads them like those of the protocol."""

from __future__ import annotations

from typing import Any

import attrs
from lsprotocol import types

PREVIEW = "kibitz/preview"
"""The one request that is ours."""
LEFT = "kibitz/left"
"""Told by a client when the writer turns away from a document."""
STATUS = "kibitz/status"
"""Told to a client that asks for it: how much is wrong with a document, and how much of it waits."""
SCHEME = "kibitz"
"""The scheme of the documents that are ours: pictures."""

_TEXT = attrs.validators.optional(attrs.validators.instance_of(str))
_TEXTS = attrs.validators.optional(
    attrs.validators.deep_iterable(attrs.validators.instance_of(str), attrs.validators.instance_of(list))
)
_FLAG = attrs.validators.optional(attrs.validators.instance_of(bool))
_NUMBER = attrs.validators.optional(attrs.validators.instance_of(int))


@attrs.define
class PreviewParams:
    """What somebody wants to see a picture of."""

    text_document: types.TextDocumentIdentifier
    position: types.Position | None = None
    layout: str | None = attrs.field(default=None, validator=_TEXT)
    width: int | None = attrs.field(default=None, validator=_NUMBER)
    view: str | None = attrs.field(default=None, validator=_TEXT)
    format: str | None = attrs.field(default=None, validator=_TEXT)
    """`text`, `svg` or `html`."""
    theme: str | None = attrs.field(default=None, validator=_TEXT)
    """Of an SVG: `auto`, `light` or `dark`."""
    step: str | None = attrs.field(default=None, validator=_TEXT)
    """`first`, `previous`, `next` or `last`: the picture at that step of the record, seen from the position."""
    taken: list[str] | None = attrs.field(default=None, validator=_TEXTS)
    """The keys of the plays that have been taken, for whoever writes by the picture: the answer then has `plays`."""
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


OURS: dict[str, type[Any]] = {PREVIEW: PreviewRequest, LEFT: LeftNotification}
