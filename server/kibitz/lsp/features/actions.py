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
from kibitz.core.shown import visible
from kibitz.core.suppressing import suppression_edit
from kibitz.core.values import Diagnostic, Edit, Severity, Span
from kibitz.lsp.diagnostics.publishing import selected
from kibitz.lsp.documents.positions import position_in
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.features.background import ask, background
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.json_text import Written, written

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll"
SILENCE = "kibitz.silence"
"""The kind of suppression. It is not a quick fix, so that the only quick fix still needs one key."""
KINDS = (QUICK_FIX, FIX_ALL, SILENCE, "refactor.rewrite", "refactor.inline", "refactor.extract", "source")
"""The kinds of code actions, with their subkinds."""
GO = "kibitz.go"
ALL_SAFE = "Fix all that is safe to fix"
OFFERED = 20
"""Number of findings at a range for which fixes are offered."""


@background(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=True),
    at_cursor=True,
)
def code_action(snapshot: Snapshot, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions of the requested kinds at a range, the likeliest first.

    Without a kind, return actions of all kinds. A resolve request then computes all safe fixes.
    """
    only, span = params.context.only, snapshot.positions.span(params.range)
    found: list[types.CodeAction] = []
    if _wanted(QUICK_FIX, only):
        found += _fixes(snapshot, span)
    actions = [*snapshot.language.actions(snapshot.analysis, span)]
    cures = {one.title for one in found}
    found += [
        types.CodeAction(
            visible(one.title),
            one.kind,
            edit=workspace_edit(snapshot, one.edits),
            command=_following(snapshot, one),
        )
        for one in actions
        if _wanted(one.kind, only) and (only is not None or visible(one.title) not in cures)
        if not one.asked or one.kind in (only or ())
    ]
    if _wanted(SILENCE, only):
        found += _silences(snapshot, span)
    if _named(FIX_ALL, only):
        found += _fix_all(snapshot)
    elif snapshot.client.resolves and _wanted(FIX_ALL, only) and _safe_at(snapshot, span):
        found.append(types.CodeAction(ALL_SAFE, FIX_ALL, data=snapshot.uri))
    return found


@server.feature(types.CODE_ACTION_RESOLVE)
async def resolve(ls: KibitzServer, action: types.CodeAction) -> types.CodeAction | Written:
    """Return an action with its edit: all safe fixes of the current record."""
    session = None if action.edit or not isinstance(action.data, str) else ls.sessions.get(action.data)
    return action if session is None else await ask(session, _resolved, action)


def _resolved(snapshot: Snapshot, action: types.CodeAction) -> Written:
    found = _fix_all(snapshot)
    return written(evolve(action, edit=found[0].edit if found else workspace_edit(snapshot, ())))


def _following(snapshot: Snapshot, action: Action) -> types.Command | None:
    """Return the command that moves the cursor after an action, if the client can show documents."""
    if action.cursor is None or not snapshot.client.shows:
        return None
    place = snapshot.position_after(action.edits, action.cursor)
    return types.Command("Go there", GO, arguments=[snapshot.uri, place])


@server.command(GO)
async def go(ls: KibitzServer, uri: Any = None, position: Any = None, *_: object) -> None:
    """Move the cursor to a position of an open record."""
    place = position_in(position)
    if not isinstance(uri, str) or uri not in ls.sessions or place is None:
        raise JsonRpcInvalidParams(f"{GO} takes the URI of an open record and a position")
    selection = types.Range(place, place)
    ls.window_show_document(types.ShowDocumentParams(uri, take_focus=True, selection=selection))


def _wanted(kind: str, only: Sequence[object] | None) -> bool:
    """Return whether a kind is asked for: `refactor` includes `refactor.rewrite`."""
    return only is None or any(
        isinstance(one, str) and f"{kind}.".startswith(one and f"{one}.")
        for one in (getattr(one, "value", one) for one in only)
    )


def _named(kind: str, only: Sequence[object] | None) -> bool:
    """Return whether a kind is requested by its name, and not only because every kind is."""
    return only is not None and "" not in only and _wanted(kind, only)


def _about(snapshot: Snapshot, span: Span) -> list[Diagnostic]:
    """Return the findings at a range, then those that refer to it."""
    analysis = snapshot.analysis
    here = analysis.diagnostics_in(*span)
    every = analysis.diagnostics() if analysis.count <= GONE_OVER else []
    there = [
        one
        for one in every
        if one.severity <= Severity.WARNING and any(other.span.touches(span) for other in one.related)
    ]
    return selected(snapshot, [*here, *(one for one in there if one not in here)])


def _fixes(snapshot: Snapshot, span: Span) -> list[types.CodeAction]:
    """Return the fixes of findings at a range, and those of other findings that edit the range, each once."""
    found: dict[tuple[Edit, ...], types.CodeAction] = {}
    for one in offered(snapshot.analysis, _about(snapshot, span)[:OFFERED], span):
        item = convert.diagnostic(one, snapshot.uri, snapshot.positions, snapshot.client)
        for way in one.fixes:
            action = found.setdefault(
                way.edits,
                types.CodeAction(
                    visible(way.title),
                    QUICK_FIX,
                    [],
                    is_preferred=False,
                    edit=workspace_edit(snapshot, way.edits),
                ),
            )
            action.diagnostics = [*(action.diagnostics or ()), item]
            action.is_preferred = action.is_preferred or way is one.preferred
    return list(found.values())


def _silences(snapshot: Snapshot, span: Span) -> Iterator[types.CodeAction]:
    """Yield the actions that insert comments to suppress findings at a range."""
    here = selected(snapshot, snapshot.analysis.diagnostics_in(*span))[:OFFERED]
    for code, found in groupby(sorted(here, key=lambda one: one.rule.code), lambda one: one.rule.code):
        some = list(found)
        if edit := suppression_edit(snapshot.analysis, some[0]):
            items = [
                convert.diagnostic(one, snapshot.uri, snapshot.positions, snapshot.client) for one in some
            ]
            change = workspace_edit(snapshot, [edit])
            yield types.CodeAction(f"Silence {code} here", SILENCE, items, edit=change)


def _safe_at(snapshot: Snapshot, span: Span) -> bool:
    """Return whether a finding at a range has a safe fix."""
    found = selected(snapshot, snapshot.analysis.diagnostics_in(*span))
    return any(fix.safe for one in found for fix in one.fixes)


def _fix_all(snapshot: Snapshot) -> list[types.CodeAction]:
    fixed, count = fix_all(snapshot.analysis, partial(selected, snapshot))
    if not count:
        return []
    old, new = snapshot.document.text(), fixed.document.text()
    edit = workspace_edit(snapshot, minimal(old, Edit(0, len(old), new)))
    return [types.CodeAction(ALL_SAFE, FIX_ALL, edit=edit)]


def workspace_edit(snapshot: Snapshot, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """Return edits as a workspace edit, for the current version of the document if the client supports that."""
    changes = convert.edits(edits, snapshot.positions)
    if not snapshot.client.versions:
        return types.WorkspaceEdit({snapshot.uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(snapshot.uri, snapshot.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
