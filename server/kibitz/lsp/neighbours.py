"""What open records may learn from those beside them, see :meth:`kibitz.core.language.Language.customs`.

Beside a record are the others of its notation in its folder, and in the folders beside that, as far as the workspace
goes: rounds of one evening, evenings of one table. Near is what is near by name, since names hold dates and numbers; of
two that are equally near the earlier one comes first.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.files import records_in
from kibitz.lsp import aside
from kibitz.lsp.closed import Closed
from kibitz.lsp.folders import Folders, path_of
from kibitz.lsp.session import Session

MOST = 12
"""From how many records at the most one learns."""
FOLDERS = 12
"""How many folders beside its own are looked into."""
LONG = 200_000
"""From how many bytes on a record is not read for this."""
UNSAVED = "\U0010ffff"
"""The name of what has no file yet: it stands behind all others, next to the latest."""


class Neighbours:
    """Keeps the open records informed."""

    def __init__(self, folders: Folders, sessions: dict[str, Session]) -> None:
        self._folders = folders
        self._sessions = sessions
        self._closed = Closed[Any](LONG, lambda _, analysis: analysis.language.customs(analysis))
        self._looking = self._again = False

    async def look(self) -> None:
        """Looks around for every open record. To be done when one was opened, closed or saved."""
        self._again = True
        if self._looking:
            return
        self._looking = True
        try:
            while self._again:
                self._again = False
                await self._look()
        finally:
            self._looking = False

    async def _look(self) -> None:
        roots = [os.path.normpath(path) for path in self._folders.paths()]
        sessions = list(self._sessions.values())
        # Typing goes on meanwhile: the thread sees what is known now.
        known = {path_of(one.uri): one.analysis for one in sessions if one.checking.done}
        asked = {one: _Asked(one, roots) for one in sessions}
        found = await aside.in_thread(lambda: {one: self._beside(what, known) for one, what in asked.items()})
        for session, beside in found.items():
            session.learn(beside)

    def _beside(self, asked: _Asked, known: dict[str, Analysis]) -> tuple[Any, ...]:
        customs = (self._customs(path, asked.language, known.get(path)) for path in asked.paths())
        return tuple(islice((one for one in customs if one is not None), MOST))

    def _customs(self, path: str, language: Language[Any], analysis: Analysis | None) -> Any:
        """Those of a record: as it stands in the editor, if it is open."""
        if analysis is None:
            return self._closed.of(path, language)
        return language.customs(analysis) if len(analysis.document) < LONG else None


class _Asked:
    """An open record that looks for others."""

    def __init__(self, session: Session, roots: list[str]) -> None:
        saved = session.uri.startswith("file:")
        self.path = path_of(session.uri) if saved else os.path.join(roots[0], UNSAVED)
        self.language = session.language
        self.roots = roots

    def paths(self) -> Iterator[str]:
        """The paths of the records beside it, the nearest first."""
        folder, name = os.path.split(self.path)
        if self._inside(folder):
            yield from self._records(folder, name)
            above, own = os.path.split(folder)
            if self._inside(above):
                for other in islice(nearest(own, _folders(above)), FOLDERS):
                    yield from self._records(os.path.join(above, other), UNSAVED)

    def _inside(self, folder: str) -> bool:
        return any(folder == root or folder.startswith(os.path.join(root, "")) for root in self.roots)

    def _records(self, folder: str, name: str) -> Iterator[str]:
        names = (one for one, language_id in records_in(folder) if language_id == self.language.id)
        return (os.path.join(folder, one) for one in nearest(name, names))


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [one.name for one in entries if one.is_dir() and not one.name.startswith(".")]
    except OSError:
        return []


def nearest(name: str, names: Iterable[str]) -> Iterator[str]:
    """Other names by how many stand between them and `name` in their order; the one before comes first."""
    others = sorted(one for one in names if one != name)
    at = bisect_left(others, name)
    pairs = zip_longest(reversed(others[:at]), others[at:])
    return (one for one in chain.from_iterable(pairs) if one is not None)
