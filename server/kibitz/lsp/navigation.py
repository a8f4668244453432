"""Going about in a record: where something is named, giving it another name, and growing a selection."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from kibitz.core.answers import Mention
from kibitz.core.faults import RefusedError
from kibitz.core.values import Span
from kibitz.lsp.actions import workspace_edit
from kibitz.lsp.asking import RequestFailed, about_document
from kibitz.lsp.leaving import about_cursor
from kibitz.lsp.server import server
from kibitz.lsp.session import Session


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
@about_document
def references(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    declared = params.context.include_declaration
    places = _places(session, params.position)
    return _locations(session, places, lambda one: declared or not one.declaration)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
@about_document
def definition(session: Session, params: types.DefinitionParams) -> list[types.Location] | None:
    """Where what is named at a position is introduced."""
    return _locations(session, _places(session, params.position), lambda one: one.declaration)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
@about_cursor
def document_highlight(
    session: Session, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """All mentions; what introduces the name is shown as written, the others as read."""
    places = _places(session, params.position)
    if places is None:
        return None
    positions = session.positions_for(len(places))
    read, written = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
    return [
        types.DocumentHighlight(positions.range(*one.span), written if one.declaration else read)
        for one in places
    ]


def _places(session: Session, position: types.Position) -> list[Mention] | None:
    found = session.language.named(session.analysis, session.positions.offset(position))
    return None if found is None else list(found.places)


def _locations(
    session: Session, places: list[Mention] | None, wanted: Callable[[Mention], bool]
) -> list[types.Location] | None:
    if places is None:
        return None
    positions = session.positions_for(len(places))
    return [types.Location(session.uri, positions.range(*one.span)) for one in places if wanted(one)]


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
@about_document
def prepare_rename(
    session: Session, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    found = session.language.named(session.analysis, session.positions.offset(params.position))
    if found is None or not found.renames:
        return None
    return types.PrepareRenamePlaceholder(session.positions.range(*found.span), found.name)


@server.feature(types.TEXT_DOCUMENT_RENAME)
@about_document
def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edits. Refuses a name that won't do, with the reason."""
    offset = session.positions.offset(params.position)
    try:
        return workspace_edit(session, session.language.rename(session.analysis, offset, params.new_name))
    except RefusedError as error:
        raise RequestFailed(str(error)) from error


@server.feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
@about_document
def linked_editing_range(
    session: Session, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    found = session.language.linked(session.analysis, session.positions.offset(params.position))
    positions = session.positions_for(len(found))
    return types.LinkedEditingRanges([positions.range(*one) for one in found]) if len(found) > 1 else None


@server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
@about_document
def selection_range(session: Session, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """For each position the smallest range there, within the next, and so on to the whole document."""
    return [_selections(session, session.positions.offset(one)) for one in params.positions]


def _selections(session: Session, offset: int) -> types.SelectionRange:
    whole = Span(0, len(session.document))
    result = types.SelectionRange(session.positions.range(*whole))
    outer = whole
    for span in reversed(session.language.selections(session.analysis, offset)):
        if span != outer:
            result, outer = types.SelectionRange(session.positions.range(*span), result), span
    return result
