"""Help with writing: completion, the form being filled in, what comes next, and formatting."""

from __future__ import annotations

from kibitz.core.formatting import format_document
from kibitz.core.values import Span
from kibitz.core.words import fits
from kibitz.lsp import convert
from kibitz.lsp.positions import text_member
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json


def completion(session: Session, params: Json) -> Json:
    if not _wanted(params, session.language.triggers):
        return None
    offset = session.offset(params)
    found = session.language.complete(session.analysis, offset)
    # Nearly all items replace the same span; finding its position would be most of the work.
    spans = {one.span for one in found}
    there = {span: session.document.text(*span) for span in spans}
    typed = {span: session.document.text(span.start, offset) for span in spans}
    ranges = {span: session.positions.range(*span) for span in spans}
    # An item that changes nothing helps nobody, and many editors would put it first. One that does not go with what has
    # been typed no editor shows.
    helpful = [one for one in found if one.text != there[one.span] and fits(typed[one.span], one.sought)]
    items = [
        convert.completion(one, rank, ranges[one.span], session.client) for rank, one in enumerate(helpful)
    ]
    # What is likely depends on all that has been typed, so a list is good for one key only.
    return {"isIncomplete": True, "items": items}


def _wanted(params: Json, triggers: str) -> bool:
    """False where an editor asks by itself after a character that only another notation cares for."""
    context = params.get("context")
    typed = context.get("triggerCharacter") if isinstance(context, dict) else None
    return not isinstance(typed, str) or typed in triggers


def signature_help(session: Session, params: Json) -> Json:
    if not _wanted(params, session.language.signature_triggers):
        return None
    found = session.language.signature(session.analysis, session.offset(params))
    return found and convert.signature(found, session.client)


def inline_completion(session: Session, params: Json) -> Json:
    found = session.language.predict(session.analysis, session.offset(params))
    return [{"insertText": one.text, "range": session.positions.range(*one.span)} for one in found]


def on_type_formatting(session: Session, params: Json) -> Json:
    """What follows from a character that was typed."""
    offset, character = session.offset(params), text_member(params, "ch")
    if character not in session.language.typing_triggers:
        return None
    found = session.language.typed(session.analysis, offset, character, session.settings.preferences)
    return convert.edits(found, session.positions)


def formatting(session: Session, _: Json) -> Json:
    return _formatted(session, None)


def range_formatting(session: Session, params: Json) -> Json:
    return _formatted(session, session.span(params))


def _formatted(session: Session, span: Span | None) -> Json:
    found = format_document(session.document, session.settings.preferences, span)
    return convert.edits(found, session.positions_for(len(found)))
