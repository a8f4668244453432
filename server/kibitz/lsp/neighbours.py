"""What open records may learn from those beside them, see :meth:`kibitz.core.language.Language.customs`.

Beside a record are the others of its notation in its folder, as they were saved. Near is what is near by name, since
names hold dates and numbers; of two that are equally near the earlier one comes first.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.lsp.folders import inside
from kibitz.lsp.making import Learnt
from kibitz.lsp.positions import path_of
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.worker import in_thread
from kibitz.project.files import records_in

MOST = 12
"""From how many records at the most one learns."""
UNSAVED = "\U0010ffff"
"""The name of what has no file yet: it stands behind all others in the first folder, next to the latest."""


def look_around(ls: KibitzServer, uri: str) -> None:
    """Has the open records of a folder learn, where one has been opened or saved."""
    folder = os.path.dirname(_path(ls, uri))
    for session in ls.sessions.values():
        if os.path.dirname(_path(ls, session.uri)) == folder and inside(ls, folder):
            ls.start(_learn(ls, session))


async def _learn(ls: KibitzServer, session: Session) -> None:
    path, language = _path(ls, session.uri), session.view.language
    session.take(Learnt(await in_thread(lambda: _beside(ls, path, language))))


def _beside(ls: KibitzServer, path: str, language: Language[Any]) -> tuple[Any, ...]:
    def work(text: str) -> Any:
        return language.customs(Analysis.of(language, text))

    folder, name = os.path.split(path)
    names = (one for one, language_id in records_in(folder) if language_id == language.id)
    found = (ls.customs.of(os.path.join(folder, one), language, work) for one in nearest(name, names))
    return tuple(islice((one for one in found if one is not None), MOST))


def _path(ls: KibitzServer, uri: str) -> str:
    first = next(iter(ls.folders()), None)
    return path_of(uri) if uri.startswith("file:") or first is None else os.path.join(path_of(first), UNSAVED)


def nearest(name: str, names: Iterable[str]) -> Iterator[str]:
    """Other names by how many stand between them and `name` in their order; the one before comes first."""
    others = sorted(one for one in names if one != name)
    at = bisect_left(others, name)
    pairs = zip_longest(reversed(others[:at]), others[at:])
    return (one for one in chain.from_iterable(pairs) if one is not None)
