"""Going about in a record: where something is named, giving it another name, and growing a selection."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from kibitz.core.answers import Mention
from kibitz.core.faults import RefusedError
from kibitz.core.values import Span
from kibitz.lsp import convert
from kibitz.lsp.actions import workspace_edit
from kibitz.lsp.asking import RequestFailed, background
from kibitz.lsp.converter import Plain
from kibitz.lsp.view import View


@background(types.TEXT_DOCUMENT_REFERENCES)
def references(view: View, params: types.ReferenceParams) -> Plain | None:
    declared = params.context.include_declaration
    places = _places(view, params.position)
    return _locations(view, places, lambda one: declared or not one.declaration)


@background(types.TEXT_DOCUMENT_DEFINITION)
def definition(view: View, params: types.DefinitionParams) -> Plain | None:
    """Where what is named at a position is introduced."""
    return _locations(view, _places(view, params.position), lambda one: one.declaration)


@background(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, at_cursor=True)
def document_highlight(
    view: View, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """All mentions; what introduces the name is shown as written, the others as read."""
    places = _places(view, params.position)
    if places is None:
        return None
    positions = view.positions_for(len(places))
    read, written = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
    return [
        types.DocumentHighlight(positions.range(*one.span), written if one.declaration else read)
        for one in places
    ]


def _places(view: View, position: types.Position) -> list[Mention] | None:
    found = view.language.named(view.analysis, view.positions.offset(position))
    return None if found is None else list(found.places)


def _locations(view: View, places: list[Mention] | None, wanted: Callable[[Mention], bool]) -> Plain | None:
    if places is None:
        return None
    positions = view.positions_for(len(places))
    return convert.plain(
        [{"uri": view.uri, "range": convert.range_(positions, *one.span)} for one in places if wanted(one)]
    )


@background(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(view: View, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    found = view.language.named(view.analysis, view.positions.offset(params.position))
    if found is None or not found.renames:
        return None
    return types.PrepareRenamePlaceholder(view.positions.range(*found.span), found.name)


@background(types.TEXT_DOCUMENT_RENAME)
def rename(view: View, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edits. Refuses a name that won't do, with the reason."""
    offset = view.positions.offset(params.position)
    try:
        return workspace_edit(view, view.language.rename(view.analysis, offset, params.new_name))
    except RefusedError as error:
        raise RequestFailed(str(error)) from error


@background(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
def linked_editing_range(
    view: View, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    found = view.language.linked(view.analysis, view.positions.offset(params.position))
    positions = view.positions_for(len(found))
    return types.LinkedEditingRanges([positions.range(*one) for one in found]) if len(found) > 1 else None


@background(types.TEXT_DOCUMENT_SELECTION_RANGE)
def selection_range(view: View, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """For each position the smallest range there, within the next, and so on to the whole document."""
    return [_selections(view, view.positions.offset(one)) for one in params.positions]


def _selections(view: View, offset: int) -> types.SelectionRange:
    whole = Span(0, len(view.document))
    result = types.SelectionRange(view.positions.range(*whole))
    outer = whole
    for span in reversed(view.language.selections(view.analysis, offset)):
        if span != outer:
            result, outer = types.SelectionRange(view.positions.range(*span), result), span
    return result
