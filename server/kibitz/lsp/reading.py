"""What helps with reading a record: hovers, outline, colours, hints and lenses."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from lsprotocol import types

from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.calm import calm
from kibitz.core.faults import attempt
from kibitz.core.repair import is_known, meant
from kibitz.core.shown import escape
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.lsp import colours, convert
from kibitz.lsp.asking import Noted, about_document, not_short
from kibitz.lsp.converter import Plain
from kibitz.lsp.legend import TOKEN_MODIFIERS
from kibitz.lsp.server import server
from kibitz.lsp.telling import told
from kibitz.lsp.view import View
from kibitz.project.settings import select

TOKENS_UP_TO = 2_000_000
"""Up to how many characters a document is coloured as a whole; a longer one only where it is looked at."""
BEGINNING = (
    "Completion writes it: Ctrl+Space in most editors, Ctrl-X Ctrl-O in Vim and Neovim, C-M-i in Emacs."
)
LEGEND = types.SemanticTokensLegend(convert.TOKEN_TYPES, TOKEN_MODIFIERS)


def _wrong(view: View, offset: int) -> list[Diagnostic]:
    """What is wrong at a place and has been told."""
    there = view.analysis.diagnostics_in(offset, offset)
    found = select([one for one in there if one.severity <= Severity.WARNING], view.settings)
    now = view.writing if found else None
    return found if now is None else calm(found, now)


def _has_to_replay(view: View, params: types.HoverParams) -> bool:
    wrong = _wrong(view, view.positions.offset(params.position))
    return not_short(view, params) or not all(is_known(view.analysis, one) for one in wrong)


@server.feature(types.TEXT_DOCUMENT_HOVER)
@partial(about_document, takes_long=_has_to_replay)
def hover(view: View, params: types.HoverParams) -> types.Hover | None:
    """What stands at a place, and what was probably meant where that is wrong and one repair alone fits the record."""
    offset = view.positions.offset(params.position)
    found = view.language.hover(view.analysis, offset)
    wrong = _wrong(view, offset)
    if wrong and (way := attempt(lambda: meant(view.analysis, wrong), None)) is not None:
        span, known = found or (wrong[0].span, "")
        found = Hover(span, f"{known}\n\n**Probably:** {escape(way.title)}".lstrip())
    return found and convert.hover(found, view.positions, view.client)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
@about_document
def document_symbol(view: View, _: types.DocumentSymbolParams) -> Plain | list[types.SymbolInformation]:
    found = view.language.symbols(view.analysis)
    return convert.symbols(found, view.uri, view.table, view.client)


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
@about_document
def folding_range(view: View, _: types.FoldingRangeParams) -> list[types.FoldingRange]:
    limit = view.client.folds
    positions = view.table if limit is None else view.positions_for(limit)
    return convert.folds(view.language.folds(view.analysis), positions, limit)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
@about_document
def tokens_full(view: View, _: types.SemanticTokensParams) -> Noted | None:
    new = _tokens(view)
    return new and Noted(types.SemanticTokens(new.data, new.name), new)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
@about_document
def tokens_delta(view: View, params: types.SemanticTokensDeltaParams) -> Noted | None:
    old, new = view.answered(Coloured), _tokens(view)
    if new is None or old is None or old.name != params.previous_result_id:
        return new and Noted(types.SemanticTokens(new.data, new.name), new)
    return Noted(types.SemanticTokensDelta(convert.token_edits(old.data, new.data), new.name), new)


class Coloured(NamedTuple):
    """Semantic tokens by their name."""

    name: str
    data: list[int]


def _tokens(view: View) -> Coloured | None:
    if len(view.document) > TOKENS_UP_TO:
        return None
    return Coloured(f"{view.changed}", colours.tokens(view.analysis, view.client.encoding))


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
@about_document
def tokens_range(view: View, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    span = view.positions.span(params.range)
    found = view.language.tokens(view.analysis, span)
    return types.SemanticTokens(convert.tokens(found, view.table_of(span)))


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
@about_document
def inlay_hint(view: View, params: types.InlayHintParams) -> list[types.InlayHint]:
    span = view.positions.span(params.range)
    found = view.language.hints(view.analysis, span, view.settings.preferences)
    positions = view.table_of(span)
    return [convert.hint(one, positions) for one in (*_beginning(view), *found)]


def _beginning(view: View) -> list[Hint]:
    """In an empty record, which somebody has just made: what it may begin with, and how to get that."""
    if not view.document.blank:
        return []
    offered = view.language.complete(view.analysis, len(view.document))
    return [Hint(0, f"begin with {offered[0].label}", "beginning", BEGINNING)] if offered else []


def _always(_: View, __: types.CodeLensParams) -> bool:
    """The odds of thirty hands alone take a quarter of a second."""
    return True


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
@partial(about_document, takes_long=_always)
def code_lens(view: View, _: types.CodeLensParams) -> list[types.CodeLens]:
    found = view.language.lenses(view.analysis)
    positions = view.positions_for(len(found))
    lenses = [convert.lens(one, positions) for one in found]
    now = view.writing
    if now is not None and told(view).held and not view.document.blank:
        # Where nothing is said yet of what is wrong, somebody may want to know why.
        start = (
            now.record.start if now.record.start < now.record.end or now.entry is None else now.entry.start
        )
        if not any(one.span.start == start and one.title.endswith("unfinished") for one in found):
            lenses.append(convert.lens(Lens(Span(start, start), "unfinished"), view.positions))
    return lenses
