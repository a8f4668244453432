"""What helps with reading a record: hovers, outline, colours, hints and lenses."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.calm import calm
from kibitz.core.faults import attempt
from kibitz.core.repair import meant
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.core.words import escape
from kibitz.lsp import colours, convert
from kibitz.lsp.asking import about_document, not_short
from kibitz.lsp.converter import Plain
from kibitz.lsp.legend import TOKEN_MODIFIERS
from kibitz.lsp.server import server
from kibitz.lsp.session import Session
from kibitz.lsp.telling import told as told_of
from kibitz.settings import select

TOKENS_UP_TO = 2_000_000
"""Up to how many characters a document is coloured as a whole; a longer one only where it is looked at."""
BEGINNING = (
    "Completion writes it: Ctrl+Space in most editors, Ctrl-X Ctrl-O in Vim and Neovim, C-M-i in Emacs."
)
BUDGET = 75
"""So many milliseconds of work find out for a hover what was probably meant; 0: hovers say nothing of that."""
LEGEND = types.SemanticTokensLegend(convert.TOKEN_TYPES, TOKEN_MODIFIERS)


def _wrong(session: Session, offset: int) -> list[Diagnostic]:
    """What is wrong at a place and has been told, if there is time to find out what was meant."""
    told = session.analysis.diagnostics_in(offset, offset) if BUDGET else ()
    found = select([one for one in told if one.severity <= Severity.WARNING], session.settings)
    now = session.writing if found else None
    return found if now is None else calm(found, now)


def _has_to_replay(session: Session, params: types.HoverParams) -> bool:
    return not_short(session, params) or bool(_wrong(session, session.positions.offset(params.position)))


@server.feature(types.TEXT_DOCUMENT_HOVER)
@partial(about_document, takes_long=_has_to_replay)
def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """What stands at a place, and what was probably meant where that is wrong and one repair alone fits the record."""
    offset = session.positions.offset(params.position)
    found = session.language.hover(session.analysis, offset)
    wrong = _wrong(session, offset)
    if wrong and (way := attempt(lambda: meant(session.analysis, wrong, BUDGET), None)) is not None:
        span, known = found or (wrong[0].span, "")
        found = Hover(span, f"{known}\n\n**Probably:** {escape(way.title)}".lstrip())
    return found and convert.hover(found, session.positions, session.client)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
@about_document
def document_symbol(session: Session, _: types.DocumentSymbolParams) -> Plain | list[types.SymbolInformation]:
    found = session.language.symbols(session.analysis)
    return convert.symbols(found, session.uri, session.table, session.client)


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
@about_document
def folding_range(session: Session, _: types.FoldingRangeParams) -> list[types.FoldingRange]:
    limit = session.client.folds
    positions = session.table if limit is None else session.positions_for(limit)
    return convert.folds(session.language.folds(session.analysis), positions, limit)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
@about_document
def tokens_full(session: Session, _: types.SemanticTokensParams) -> types.SemanticTokens | None:
    return _tokens(session)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
@about_document
def tokens_delta(
    session: Session, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    old = session.tokens.get(params.previous_result_id)
    new = _tokens(session)
    if new is None or old is None:
        return new
    return types.SemanticTokensDelta(convert.token_edits(old, list(new.data)), new.result_id)


def _tokens(session: Session) -> types.SemanticTokens | None:
    if len(session.document) > TOKENS_UP_TO:
        return None
    data = colours.tokens(session.analysis, session.client.encoding)
    name = f"{session.changed}"
    session.tokens.clear()
    session.tokens[name] = data
    return types.SemanticTokens(data, name)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
@about_document
def tokens_range(session: Session, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    span = session.positions.span(params.range)
    found = session.language.tokens(session.analysis, span)
    return types.SemanticTokens(convert.tokens(found, session.table_of(span)))


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
@about_document
def inlay_hint(session: Session, params: types.InlayHintParams) -> list[types.InlayHint]:
    span = session.positions.span(params.range)
    found = session.language.hints(session.analysis, span, session.settings.preferences)
    positions = session.table_of(span)
    return [convert.hint(one, positions) for one in (*_beginning(session), *found)]


def _beginning(session: Session) -> list[Hint]:
    """In an empty record, which somebody has just made: what it may begin with, and how to get that."""
    if not session.document.blank:
        return []
    offered = session.language.complete(session.analysis, len(session.document))
    return [Hint(0, f"begin with {offered[0].label}", "beginning", BEGINNING)] if offered else []


def _always(_: Session, __: types.CodeLensParams) -> bool:
    """The odds of thirty hands alone take a quarter of a second."""
    return True


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
@partial(about_document, takes_long=_always)
def code_lens(session: Session, _: types.CodeLensParams) -> list[types.CodeLens]:
    found = session.language.lenses(session.analysis)
    positions = session.positions_for(len(found))
    told = [convert.lens(one, positions) for one in found]
    now = session.writing
    if now is not None and told_of(session).held and not session.document.blank:
        # Where nothing is said yet of what is wrong, somebody may want to know why.
        start = (
            now.record.start if now.record.start < now.record.end or now.entry is None else now.entry.start
        )
        if not any(one.span.start == start and one.title.endswith("unfinished") for one in found):
            told.append(convert.lens(Lens(Span(start, start), "unfinished"), session.positions))
    return told
