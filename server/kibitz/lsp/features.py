"""What a document can be asked. Each handler looks up, asks the core, and converts; none knows a notation."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.values import Preferences
from kibitz.lsp import convert, navigation, writing
from kibitz.lsp.actions import code_actions
from kibitz.lsp.positions import text_member
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

Feature = Callable[[Session, Json], Json]

TOKENS_UP_TO = 2_000_000
"""Up to how many characters a document is coloured as a whole; a longer one only where it is looked at."""
PREVIEW = "kibitz/preview"


def hover(session: Session, params: Json) -> Json:
    found = session.language.hover(session.analysis, session.offset(params))
    return found and convert.hover(found, session.positions, session.client)


def document_symbol(session: Session, _: Json) -> Json:
    found = session.language.symbols(session.analysis)
    return convert.symbols(found, session.uri, session.table, session.client)


def folding_range(session: Session, _: Json) -> Json:
    limit = session.client.folds
    positions = session.table if limit is None else session.positions_for(limit)
    return convert.folds(session.language.folds(session.analysis), positions, limit)


def tokens_full(session: Session, _: Json) -> Json:
    if len(session.document) > TOKENS_UP_TO:
        return None
    data = session.colours.all(session.analysis, session.client.encoding)
    name = str(session.version)
    session.tokens.clear()
    session.tokens[name] = data
    return {"resultId": name, "data": data}


def tokens_delta(session: Session, params: Json) -> Json:
    old = session.tokens.get(text_member(params, "previousResultId"))
    answer = tokens_full(session, params)
    if answer is None or old is None:
        return answer
    return {"resultId": answer["resultId"], "edits": convert.token_edits(old, answer["data"])}


def tokens_range(session: Session, params: Json) -> Json:
    span = session.span(params)
    found = session.language.tokens(session.analysis, span)
    return {"data": convert.tokens(found, session.table_of(span))}


def code_action(session: Session, params: Json) -> Json:
    """Fixes of what is wrong at a range, refactorings there, and all safe fixes at once; only the kinds asked for."""
    context = params.get("context")
    only = context.get("only") if isinstance(context, dict) else None
    return code_actions(session, session.span(params), only if isinstance(only, list) else None)


def inlay_hint(session: Session, params: Json) -> Json:
    span = session.span(params)
    found = session.language.hints(session.analysis, span, session.settings.preferences)
    positions = session.table_of(span)
    return [convert.hint(one, positions) for one in found]


def code_lens(session: Session, _: Json) -> Json:
    found = session.language.lenses(session.analysis)
    positions = session.positions_for(len(found))
    return [convert.lens(one, positions) for one in found]


def preview(session: Session, params: Json) -> Json:
    """The picture of the record, at a position if one is given; options in the request count more than settings."""
    offset = None if params.get("position") is None else session.offset(params)
    chosen = {f"preview.{name}": params[name] for name in ("layout", "width") if params.get(name) is not None}
    preferences = Preferences({**session.settings.preferences.values, **chosen})
    found = session.language.preview(session.analysis, offset, preferences)
    positions = session.positions_for(len(found.glyphs))
    spans = [convert.glyph(one, positions) for one in found.glyphs]
    return {"text": found.text, "spans": spans, "version": session.version}


FEATURES: dict[str, Feature] = {
    "textDocument/hover": hover,
    "textDocument/completion": writing.completion,
    "textDocument/signatureHelp": writing.signature_help,
    "textDocument/inlineCompletion": writing.inline_completion,
    "textDocument/formatting": writing.formatting,
    "textDocument/rangeFormatting": writing.range_formatting,
    "textDocument/onTypeFormatting": writing.on_type_formatting,
    "textDocument/references": navigation.references,
    "textDocument/definition": navigation.definition,
    "textDocument/documentHighlight": navigation.document_highlight,
    "textDocument/prepareRename": navigation.prepare_rename,
    "textDocument/rename": navigation.rename,
    "textDocument/linkedEditingRange": navigation.linked_editing_range,
    "textDocument/selectionRange": navigation.selection_range,
    "textDocument/documentSymbol": document_symbol,
    "textDocument/foldingRange": folding_range,
    "textDocument/semanticTokens/full": tokens_full,
    "textDocument/semanticTokens/full/delta": tokens_delta,
    "textDocument/semanticTokens/range": tokens_range,
    "textDocument/codeAction": code_action,
    "textDocument/inlayHint": inlay_hint,
    "textDocument/codeLens": code_lens,
    PREVIEW: preview,
}
