"""Going about in a record: where something is named, giving it another name, and growing a selection."""

from __future__ import annotations

from kibitz.core.values import Place, Span
from kibitz.lsp.actions import workspace_edit
from kibitz.lsp.positions import member, text_member
from kibitz.lsp.protocol import REQUEST_FAILED, MalformedError, RequestError
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

READ, WRITE = 2, 3
"""The kinds of highlights: a mention, and what introduces the name."""


def references(session: Session, params: Json) -> Json:
    context = params.get("context")
    declared = isinstance(context, dict) and context.get("includeDeclaration") is not False
    places = _places(session, params)
    return places and _locations(session, [one for one in places if declared or not one.declaration])


def definition(session: Session, params: Json) -> Json:
    """Where what is named at a position is introduced."""
    places = _places(session, params)
    return places and _locations(session, [one for one in places if one.declaration])


def document_highlight(session: Session, params: Json) -> Json:
    places = _places(session, params)
    positions = session.positions_for(len(places or ()))
    return places and [
        {"range": positions.range(*one.span), "kind": WRITE if one.declaration else READ} for one in places
    ]


def _places(session: Session, params: Json) -> list[Place] | None:
    found = session.language.named(session.analysis, session.offset(params))
    return None if found is None else list(found.places)


def _locations(session: Session, places: list[Place]) -> Json:
    positions = session.positions_for(len(places))
    return [{"uri": session.uri, "range": positions.range(*one.span)} for one in places]


def prepare_rename(session: Session, params: Json) -> Json:
    found = session.language.named(session.analysis, session.offset(params))
    if found is None or not found.renames:
        return None
    return {"range": session.positions.range(*found.span), "placeholder": found.name}


def rename(session: Session, params: Json) -> Json:
    """The edits. Refuses a name that won't do, with the reason."""
    offset, name = session.offset(params), text_member(params, "newName")
    try:
        return workspace_edit(session, session.language.rename(session.analysis, offset, name))
    except ValueError as error:
        raise RequestError(REQUEST_FAILED, str(error)) from error


def linked_editing_range(session: Session, params: Json) -> Json:
    found = session.language.linked(session.analysis, session.offset(params))
    positions = session.positions_for(len(found))
    return {"ranges": [positions.range(*one) for one in found]} if len(found) > 1 else None


def selection_range(session: Session, params: Json) -> Json:
    """For each position the smallest range there, within the next, and so on to the whole document."""
    wanted = member(params, "positions")
    if not isinstance(wanted, list):
        raise MalformedError("`positions` is not a list")
    return [_selections(session, session.positions.offset(one)) for one in wanted]


def _selections(session: Session, offset: int) -> Json:
    spans = [*session.language.selections(session.analysis, offset), session.whole]
    result: Json = None
    outer: Span | None = None
    for span in reversed(spans):
        if span != outer:
            inner = {"range": session.positions.range(*span)}
            result = inner if result is None else {**inner, "parent": result}
            outer = span
    return result
