"""Features for reading a record: hovers, outline, semantic tokens, hints and lenses."""

from __future__ import annotations

from itertools import count

from lsprotocol import types

from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.internal_errors import attempt
from kibitz.core.repair import meant
from kibitz.core.shown import escape
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.lsp.diagnostics.publishing import diagnostics_of, reported
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert, semantic_tokens
from kibitz.lsp.features.background import background
from kibitz.lsp.transport.converter import Plain
from kibitz.lsp.transport.legend import TOKEN_MODIFIERS

TOKENS_UP_TO = 2_000_000
"""Greatest length in characters of a document that is coloured as a whole. In a longer one only the visible part is coloured."""
BEGINNING = (
    "Completion writes it: Ctrl+Space in most editors, Ctrl-X Ctrl-O in Vim and Neovim, C-M-i in Emacs."
)
LEGEND = types.SemanticTokensLegend(convert.TOKEN_TYPES, TOKEN_MODIFIERS)


def _wrong(snapshot: Snapshot, offset: int) -> list[Diagnostic]:
    """Return the published errors and warnings at an offset."""
    there = snapshot.analysis.diagnostics_in(offset, offset)
    return reported(snapshot, [one for one in there if one.severity <= Severity.WARNING])


@background(types.TEXT_DOCUMENT_HOVER)
def hover(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """Return the hover at a place, with the likely fix of an error if only one fits the record."""
    offset = snapshot.positions.offset(params.position)
    found = snapshot.language.hover(snapshot.analysis, offset)
    wrong = _wrong(snapshot, offset)
    if wrong and (way := attempt(lambda: meant(snapshot.analysis, wrong), None)) is not None:
        span, known = found or (wrong[0].span, "")
        found = Hover(span, f"{known}\n\n**Probably:** {escape(way.title)}".lstrip())
    return found and convert.hover(found, snapshot.positions, snapshot.client)


@background(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(
    snapshot: Snapshot, _: types.DocumentSymbolParams
) -> Plain | list[types.SymbolInformation]:
    found = snapshot.language.symbols(snapshot.analysis)
    return convert.symbols(found, snapshot.uri, snapshot.positions, snapshot.client)


@background(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding_range(snapshot: Snapshot, _: types.FoldingRangeParams) -> list[types.FoldingRange]:
    found = snapshot.language.folds(snapshot.analysis)
    return convert.folds(found, snapshot.positions, snapshot.client.folds)


@background(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
@background(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
def tokens_full(
    snapshot: Snapshot, params: types.SemanticTokensParams | types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """Return the tokens, or the edit that leads to them from those that the client has."""
    if len(snapshot.document) > TOKENS_UP_TO:
        return None
    name, new = str(next(_names)), semantic_tokens.tokens(snapshot.analysis, snapshot.client.encoding)
    old = snapshot.tokens.get(getattr(params, "previous_result_id", ""))
    snapshot.tokens.clear()
    snapshot.tokens[name] = new
    if old is None:
        return types.SemanticTokens(new, name)
    return types.SemanticTokensDelta(convert.token_edits(old, new), name)


_names = count()


@background(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
def tokens_range(snapshot: Snapshot, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    span = snapshot.positions.span(params.range)
    return types.SemanticTokens(semantic_tokens.tokens(snapshot.analysis, snapshot.client.encoding, span))


@background(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(snapshot: Snapshot, params: types.InlayHintParams) -> list[types.InlayHint]:
    span = snapshot.positions.span(params.range)
    found = snapshot.language.hints(snapshot.analysis, span, snapshot.settings.preferences)
    return [convert.hint(one, snapshot.positions) for one in (*_beginning(snapshot), *found)]


def _beginning(snapshot: Snapshot) -> list[Hint]:
    """Return the hint of an empty record: its usual beginning."""
    if not snapshot.document.blank:
        return []
    offered = snapshot.language.complete(snapshot.analysis, len(snapshot.document))
    return [Hint(0, f"begin with {offered[0].label}", "beginning", BEGINNING)] if offered else []


@background(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(snapshot: Snapshot, _: types.CodeLensParams) -> list[types.CodeLens]:
    found = snapshot.language.lenses(snapshot.analysis)
    lenses = [convert.lens(one, snapshot.positions) for one in found]
    now = snapshot.writing
    if now is not None and diagnostics_of(snapshot).pending and not snapshot.document.blank:
        # The user may wonder why nothing is reported yet.
        start = (
            now.record.start if now.record.start < now.record.end or now.entry is None else now.entry.start
        )
        if not any(one.span.start == start and one.title.endswith("unfinished") for one in found):
            lenses.append(convert.lens(Lens(Span(start, start), "unfinished"), snapshot.positions))
    return lenses
