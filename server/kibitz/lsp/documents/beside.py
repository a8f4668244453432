"""Other files of the folder of a record: those that it names, and its siblings. Notations never read files."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.answers import IncludedFile
from kibitz.core.language import Language
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import IncludesChanged, SiblingsChanged
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.server import KibitzServer
from kibitz.project.files import beside, records_in


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
    if not ls.folders_around(os.path.dirname(path)):
        return {name: IncludedFile(problem=_OUTSIDE) for name in names}
    return beside(path, names)


_UNSAVED = "the record is not saved yet, so no file can be beside it"
_OUTSIDE = "not read, because no open folder of the editor contains the record"


SIBLINGS_READ = 12
"""Number of records from which a record learns."""
UNSAVED = "\U0010ffff"
"""The name of a record without a file: it sorts after all others in the first folder."""


def learn_from_siblings(ls: KibitzServer, uri: str) -> None:
    """Let the open records of a folder learn, because a record there was opened or saved."""
    folder = os.path.dirname(_path(ls, uri))
    for session in ls.sessions.values():
        if os.path.dirname(_path(ls, session.uri)) == folder and ls.folders_around(folder):
            ls.start(_learn(ls, session))


async def _learn(ls: KibitzServer, session: Session) -> None:
    path, language = _path(ls, session.uri), session.snapshot.language
    session.take(SiblingsChanged(await in_thread(lambda: _beside(ls, path, language))))


def _beside(ls: KibitzServer, path: str, language: Language[Any]) -> tuple[Any, ...]:
    def work(text: str) -> Any:
        return language.conventions(Analysis.of(language, text))

    folder, name = os.path.split(path)
    names = (one for one, language_id in records_in(folder) if language_id == language.id)
    found = (ls.conventions.of(os.path.join(folder, one), language, work) for one in nearest(name, names))
    return tuple(islice((one for one in found if one is not None), SIBLINGS_READ))


def _path(ls: KibitzServer, uri: str) -> str:
    first = next(iter(ls.folders()), None)
    return path_of(uri) if uri.startswith("file:") or first is None else os.path.join(path_of(first), UNSAVED)


def nearest(name: str, names: Iterable[str]) -> Iterator[str]:
    """Return other names, the nearest in alphabetical order first; of two, the earlier one."""
    others = sorted(one for one in names if one != name)
    at = bisect_left(others, name)
    pairs = zip_longest(reversed(others[:at]), others[at:])
    return (one for one in chain.from_iterable(pairs) if one is not None)
