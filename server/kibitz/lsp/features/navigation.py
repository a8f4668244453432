"""Navigation in a record: definitions, mentions, renaming, and growing a selection."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from kibitz.core.answers import Mention
from kibitz.core.internal_errors import RefusedError
from kibitz.core.values import Span
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.features.actions import workspace_edit
from kibitz.lsp.features.background import RequestFailed, background
from kibitz.lsp.transport.converter import Plain


@background(types.TEXT_DOCUMENT_REFERENCES)
def references(snapshot: Snapshot, params: types.ReferenceParams) -> Plain | None:
    declared = params.context.include_declaration
    places = _places(snapshot, params.position)
    return _locations(snapshot, places, lambda one: declared or not one.declaration)


@background(types.TEXT_DOCUMENT_DEFINITION)
def definition(snapshot: Snapshot, params: types.DefinitionParams) -> Plain | None:
    """Return the place that introduces the name at a position."""
    return _locations(snapshot, _places(snapshot, params.position), lambda one: one.declaration)


@background(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, at_cursor=True)
def document_highlight(
    snapshot: Snapshot, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """Return all mentions: the definition as written, the others as read."""
    places = _places(snapshot, params.position)
    if places is None:
        return None
    read, written = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
    return [
        types.DocumentHighlight(snapshot.positions.range(*one.span), written if one.declaration else read)
        for one in places
    ]


def _places(snapshot: Snapshot, position: types.Position) -> list[Mention] | None:
    found = snapshot.language.named(snapshot.analysis, snapshot.positions.offset(position))
    return None if found is None else list(found.places)


def _locations(
    snapshot: Snapshot, places: list[Mention] | None, wanted: Callable[[Mention], bool]
) -> Plain | None:
    if places is None:
        return None
    return Plain(
        [
            {"uri": snapshot.uri, "range": convert.range_(snapshot.positions, *one.span)}
            for one in places
            if wanted(one)
        ]
    )


@background(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(
    snapshot: Snapshot, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    found = snapshot.language.named(snapshot.analysis, snapshot.positions.offset(params.position))
    if found is None or not found.renames:
        return None
    return types.PrepareRenamePlaceholder(snapshot.positions.range(*found.span), found.name)


@background(types.TEXT_DOCUMENT_RENAME)
def rename(snapshot: Snapshot, params: types.RenameParams) -> types.WorkspaceEdit:
    """Return the edits. Refuse an impossible name, with the reason."""
    offset = snapshot.positions.offset(params.position)
    try:
        return workspace_edit(snapshot, snapshot.language.rename(snapshot.analysis, offset, params.new_name))
    except RefusedError as error:
        raise RequestFailed(str(error)) from error


@background(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
def linked_editing_range(
    snapshot: Snapshot, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    found = snapshot.language.linked(snapshot.analysis, snapshot.positions.offset(params.position))
    ranges = [snapshot.positions.range(*one) for one in found]
    return types.LinkedEditingRanges(ranges) if len(ranges) > 1 else None


@background(types.TEXT_DOCUMENT_SELECTION_RANGE)
def selection_range(snapshot: Snapshot, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """Return for each position the smallest range, within the next larger one, up to the whole document."""
    return [_selections(snapshot, snapshot.positions.offset(one)) for one in params.positions]


def _selections(snapshot: Snapshot, offset: int) -> types.SelectionRange:
    whole = Span(0, len(snapshot.document))
    result = types.SelectionRange(snapshot.positions.range(*whole))
    outer = whole
    for span in reversed(snapshot.language.selections(snapshot.analysis, offset)):
        if span != outer:
            result, outer = types.SelectionRange(snapshot.positions.range(*span), result), span
    return result
