"""Code actions: the fixes of diagnostics, all safe ones at once, and the refactorings of the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from attrs import evolve
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from kibitz.core.answers import Action
from kibitz.core.bounds import GONE_OVER
from kibitz.core.fixing import fix_all, offered
from kibitz.core.formatting import minimal
from kibitz.core.repair import is_known
from kibitz.core.shown import visible
from kibitz.core.silencing import silencing
from kibitz.core.values import Diagnostic, Edit, Severity, Span
from kibitz.lsp import convert
from kibitz.lsp.asking import ask, not_short
from kibitz.lsp.leaving import about_cursor
from kibitz.lsp.positions import position_in
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.view import View
from kibitz.lsp.written import Written, written
from kibitz.project.settings import select

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll"
SILENCE = "kibitz.silence"
"""No fix: one key that mends what is wrong at the cursor, as editors have it for the only fix, shall not have to ask which."""
KINDS = (QUICK_FIX, FIX_ALL, SILENCE, "refactor.rewrite", "refactor.inline", "refactor.extract", "source")
"""The kinds of code actions, each with all that are below it."""
GO = "kibitz.go"
ALL_SAFE = "Fix all that is safe to fix"
OFFERED = 20
"""Of so many findings at a range the fixes are offered: nobody looks through more, and each is proven."""


def _takes_long(view: View, params: types.CodeActionParams) -> bool:
    """Whether it is still to be found out what was meant, or the document is long."""
    only = params.context.only
    return (
        not_short(view, params)
        or _named(FIX_ALL, only)
        or (
            _wanted(QUICK_FIX, only)
            and not all(
                is_known(view.analysis, one) for one in _about(view, view.positions.span(params.range))
            )
        )
    )


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=True)
)
@partial(about_cursor, takes_long=_takes_long)
def code_action(view: View, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done at a range, the likeliest first, of the kinds asked for.

    Where none is named, of every kind; what all safe fixes come to is then worked out only when somebody has chosen them.
    """
    only, span = params.context.only, view.positions.span(params.range)
    found: list[types.CodeAction] = []
    if _wanted(QUICK_FIX, only):
        found += _fixes(view, span)
    actions = [*view.language.actions(view.analysis, span)]
    cures = {one.title for one in found}
    found += [
        types.CodeAction(
            visible(one.title), one.kind, edit=workspace_edit(view, one.edits), command=_following(view, one)
        )
        for one in actions
        if _wanted(one.kind, only) and (only is not None or visible(one.title) not in cures)
        if not one.asked or one.kind in (only or ())
    ]
    if _wanted(SILENCE, only):
        found += _silences(view, span)
    if _named(FIX_ALL, only):
        found += _fix_all(view)
    elif view.client.resolves and _wanted(FIX_ALL, only) and _safe_at(view, span):
        found.append(types.CodeAction(ALL_SAFE, FIX_ALL, data=view.uri))
    return found


@server.feature(types.CODE_ACTION_RESOLVE)
async def resolve(ls: KibitzServer, action: types.CodeAction) -> types.CodeAction | Written:
    """What an action that was offered does, if it does not say so: all safe fixes, of the record as it is now."""
    session = None if action.edit or not isinstance(action.data, str) else ls.sessions.get(action.data)
    return action if session is None else await ask(session, _resolved, action, lambda *_: True)


def _resolved(view: View, action: types.CodeAction) -> Written:
    found = _fix_all(view)
    return written(evolve(action, edit=found[0].edit if found else workspace_edit(view, ())))


def _following(view: View, action: Action) -> types.Command | None:
    """What takes the cursor to where an action has it go, in a client that can be asked to."""
    if action.cursor is None or not view.client.shows:
        return None
    place = view.position_after(action.edits, action.cursor)
    return types.Command("Go there", GO, arguments=[view.uri, place])


@server.command(GO)
async def go(ls: KibitzServer, *arguments: Any) -> None:
    """Takes the cursor to a position (the second argument) of an open record, whose URI is the first one."""
    uri = arguments[0] if arguments else None
    place = position_in(arguments[1]) if len(arguments) > 1 else None
    if not isinstance(uri, str) or uri not in ls.sessions or place is None:
        raise JsonRpcInvalidParams(f"{GO} takes the URI of an open record and a position")
    selection = types.Range(place, place)
    ls.window_show_document(types.ShowDocumentParams(uri, take_focus=True, selection=selection))


def _wanted(kind: str, only: Sequence[object] | None) -> bool:
    """Kinds are paths: `refactor` asks for `refactor.rewrite`, too."""
    return only is None or any(
        isinstance(one, str) and f"{kind}.".startswith(one and f"{one}.")
        for one in (getattr(one, "value", one) for one in only)
    )


def _named(kind: str, only: Sequence[object] | None) -> bool:
    """Whether a kind is asked for by its name, not only because every kind is."""
    return only is not None and "" not in only and _wanted(kind, only)


def _about(view: View, span: Span) -> list[Diagnostic]:
    """What is wrong at a range, and then what refers to it: what is wrong there may be a mistake here."""
    analysis = view.analysis
    here = analysis.diagnostics_in(*span)
    every = analysis.diagnostics() if analysis.count <= GONE_OVER else []
    there = [
        one
        for one in every
        if one.severity <= Severity.WARNING and any(other.span.touches(span) for other in one.related)
    ]
    return select([*here, *(one for one in there if one not in here)], view.settings)


def _fixes(view: View, span: Span) -> list[types.CodeAction]:
    """Return the fixes of findings at a range, and those of other findings that edit the range, each once."""
    found: dict[tuple[Edit, ...], types.CodeAction] = {}
    for one in offered(view.analysis, _about(view, span)[:OFFERED], span):
        item = convert.diagnostic(one, view.uri, view.positions, view.client)
        for way in one.fixes:
            action = found.setdefault(
                way.edits,
                types.CodeAction(
                    visible(way.title),
                    QUICK_FIX,
                    [],
                    is_preferred=False,
                    edit=workspace_edit(view, way.edits),
                ),
            )
            action.diagnostics = [*(action.diagnostics or ()), item]
            action.is_preferred = action.is_preferred or way is one.preferred
    return list(found.values())


def _silences(view: View, span: Span) -> Iterator[types.CodeAction]:
    """The comments that silence what is wrong at a range."""
    here = select(view.analysis.diagnostics_in(*span), view.settings)[:OFFERED]
    for code, found in groupby(sorted(here, key=lambda one: one.rule.code), lambda one: one.rule.code):
        some = list(found)
        if edit := silencing(view.analysis, some[0]):
            items = [convert.diagnostic(one, view.uri, view.positions, view.client) for one in some]
            change = workspace_edit(view, [edit])
            yield types.CodeAction(f"Silence {code} here", SILENCE, items, edit=change)


def _safe_at(view: View, span: Span) -> bool:
    """Whether a safe fix is at hand at a range."""
    found = select(view.analysis.diagnostics_in(*span), view.settings)
    return any(fix.safe for one in found for fix in one.fixes)


def _fix_all(view: View) -> list[types.CodeAction]:
    fixed, count = fix_all(view.analysis, lambda found: select(found, view.settings))
    if not count:
        return []
    old, new = view.document.text(), fixed.document.text()
    edit = workspace_edit(view, minimal(old, Edit(0, len(old), new)))
    return [types.CodeAction(ALL_SAFE, FIX_ALL, edit=edit)]


def workspace_edit(view: View, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """Edits of the document, for its version of now where the client understands that."""
    changes = convert.edits(edits, view.positions_for(len(edits)))
    if not view.client.versions:
        return types.WorkspaceEdit({view.uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(view.uri, view.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
