"""The files beside records that these name, such as the script of a game: read here, for notations see no files."""

from __future__ import annotations

import os

from kibitz.core.answers import Companion
from kibitz.lsp.folders import inside
from kibitz.lsp.making import Accompanied
from kibitz.lsp.positions import path_of
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.project.files import beside


def accompany(ls: KibitzServer, session: Session, anew: bool = False) -> bool:
    """Reads what the record of a session names if it names others than before, or `anew`; tells whether that is news.

    Only what lies in a folder that the client has opened is read.
    """
    view = session.view
    names = view.language.companions(view.document)
    known = session.latest("companions")
    if not anew and {*names} == {*known}:
        return False
    found = _read(ls, session, names)
    if found == known:
        return False
    session.take(Accompanied(found))
    return True


def _read(ls: KibitzServer, session: Session, names: tuple[str, ...]) -> dict[str, Companion]:
    if not session.uri.startswith("file:"):
        return {name: Companion(problem=_UNSAVED) for name in names}
    path = path_of(session.uri)
    if not inside(ls, os.path.dirname(path)):
        return {name: Companion(problem=_OUTSIDE) for name in names}
    return beside(path, names)


_UNSAVED = "the record has no file yet, so there is nothing beside it"
_OUTSIDE = "not read, because the record lies in no folder that is open in the editor"
