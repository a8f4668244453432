"""The records of the workspace folders: found by name of what is in them, and checked all at once.

Files that are open in the editor are the sessions' business. The others are read when somebody asks, and never kept:
only their outlines are, until the file changes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from pygls.uris import from_fs_path, to_fs_path

from kibitz.core.analysis import Analysis
from kibitz.core.words import fits
from kibitz.files import below
from kibitz.languages import load
from kibitz.lsp import aside, convert
from kibitz.lsp.closed import Closed
from kibitz.lsp.positions import LineTable
from kibitz.lsp.protocol import Protocol, RequestError
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

LONG = 1_000_000
"""From how many bytes on a file is searched only while it is open: a session log takes seconds to read."""
MANY = 300
"""How many symbols one answer holds; who wants others types more of their name."""

Entry = tuple[str, Json]
"""A name, and what the client is told of it."""


class Folders:
    """What is below the folders that the client has opened."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self._outlines = Closed(LONG, self._entries)

    def paths(self) -> list[str]:
        """The folders, none where a file was opened by itself."""
        return [path_of(uri) for uri in self.protocol.pygls.folders() if uri is not None]

    def records(self, but: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """The URI, the path and the notation of every record whose URI is not in `but`."""
        for folder in self.paths():
            for path, language_id in below(folder, lambda _: None):
                uri = from_fs_path(path)
                if uri is not None and uri not in but:
                    yield uri, path, language_id

    async def symbols(self, query: str, sessions: Collection[Session]) -> list[Json]:
        """What is named in open documents and in the records of the folders, where `query` fits the name."""
        found: list[Json] = []
        for session in list(sessions):
            # What is being changed just now is found the next time.
            with suppress(RequestError):
                found += _fitting(query, await aside.answer(session, _entries, None))
        if len(found) < MANY:
            found += await aside.in_thread(lambda: list(self._closed(query, {one.uri for one in sessions})))
        return found[:MANY]

    def _closed(self, query: str, open_ones: Collection[str]) -> Iterator[Json]:
        for _, path, language_id in self.records(open_ones):
            yield from _fitting(query, self._outlines.of(path, load(language_id)) or ())

    def _entries(self, path: str, analysis: Analysis) -> list[Entry]:
        table = LineTable(analysis.document, self.protocol.client.encoding)
        return _outline(from_fs_path(path) or "", analysis, table)


def _entries(session: Session, _: Json) -> list[Entry]:
    return _outline(session.uri, session.analysis, session.table)


def _outline(uri: str, analysis: Analysis, positions: LineTable) -> list[Entry]:
    found = analysis.language.symbols(analysis)
    return [(str(one["name"]), one) for one in convert.flat(found, "", uri, positions)]


def path_of(uri: str | None) -> str:
    """The path of a file or folder; what is none of this machine has nothing below it."""
    return (uri and to_fs_path(uri)) or os.devnull


def _fitting(query: str, entries: Iterable[Entry]) -> Iterator[Json]:
    """The entries in whose names the characters of the query occur in their order, as editors search."""
    return (one for name, one in entries if fits(query, name))
