"""The files that records name, such as the script of a game. Notations never read files."""

from __future__ import annotations

import os

from kibitz.core.answers import IncludedFile
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import IncludesChanged
from kibitz.lsp.server import KibitzServer
from kibitz.project.files import beside


def read_included_files(ls: KibitzServer, session: Session) -> bool:
    """Read the files that a record names, and return whether they have changed.

    Only files in a folder that the client has opened are read.
    """
    snapshot = session.snapshot
    found = _read(ls, session, snapshot.language.included_files(snapshot.document))
    if found == session.latest("included_files"):
        return False
    session.take(IncludesChanged(found))
    return True


def _read(ls: KibitzServer, session: Session, names: tuple[str, ...]) -> dict[str, IncludedFile]:
    if not session.uri.startswith("file:"):
        return {name: IncludedFile(problem=_UNSAVED) for name in names}
    path = path_of(session.uri)
    if not ls.is_inside(os.path.dirname(path)):
        return {name: IncludedFile(problem=_OUTSIDE) for name in names}
    return beside(path, names)


_UNSAVED = "the record is not saved yet, so no file can be beside it"
_OUTSIDE = "not read, because no open folder of the editor contains the record"
