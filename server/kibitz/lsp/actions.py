"""Code actions: the fixes of diagnostics, all safe ones at once, and the refactorings of the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.fixing import fix_all
from kibitz.core.formatting import minimal
from kibitz.core.values import Edit, Span
from kibitz.lsp import convert
from kibitz.lsp.capabilities import FIX_ALL, QUICK_FIX
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json
from kibitz.settings import select

LONG = 100_000
"""From how many characters on all safe fixes are gathered only where somebody asks for them by their kind."""


def code_actions(session: Session, span: Span, only: Sequence[Json] | None) -> list[Json]:
    """What can be done at a range, of the kinds in `only`, the likeliest first.

    If that is None, of every kind; but all safe fixes are then gathered only where there is something to fix.
    """
    found: list[Json] = []
    if _wanted(QUICK_FIX, only):
        found += _fixes(session, span)
    fixable = bool(found) and len(session.document) < LONG
    found += [
        {"title": one.title, "kind": one.kind, "edit": workspace_edit(session, one.edits)}
        for one in session.language.actions(session.analysis, span)
        if _wanted(one.kind, only)
    ]
    if _wanted(FIX_ALL, only) and (fixable or only is not None):
        found += _fix_all(session)
    return found


def _wanted(kind: str, only: Sequence[Json] | None) -> bool:
    """Kinds are paths: `refactor` asks for `refactor.rewrite`, too."""
    return only is None or any(
        isinstance(one, str) and f"{kind}.".startswith(one and f"{one}.") for one in only
    )


def _fixes(session: Session, span: Span) -> Iterator[Json]:
    for one in select(session.analysis.diagnostics_in(*span), session.settings):
        item = convert.diagnostic(one, session.uri, session.positions, session.client)
        preferred = next((way for way in one.fixes if way.safe), None)
        for way in one.fixes:
            yield {
                "title": way.title,
                "kind": QUICK_FIX,
                "diagnostics": [item],
                "isPreferred": way is preferred,
                "edit": workspace_edit(session, way.edits),
            }


def _fix_all(session: Session) -> list[Json]:
    fixed, count = fix_all(session.analysis, lambda found: select(found, session.settings))
    if not count:
        return []
    old, new = session.document.text(), fixed.document.text()
    edits = minimal(old, Edit(0, len(old), new))
    return [{"title": "Fix all that is safe to fix", "kind": FIX_ALL, "edit": workspace_edit(session, edits)}]


def workspace_edit(session: Session, edits: Sequence[Edit]) -> Json:
    """Edits of the document, for its version of now where the client understands that."""
    changes = convert.edits(edits, session.positions_for(len(edits)))
    if not session.client.versions:
        return {"changes": {session.uri: changes}}
    return {
        "documentChanges": [
            {"textDocument": {"uri": session.uri, "version": session.version}, "edits": changes}
        ]
    }
