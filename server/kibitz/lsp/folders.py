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
from kibitz.files import UnreadableError, below, read
from kibitz.languages import load
from kibitz.lsp import aside, convert
from kibitz.lsp.positions import LineTable
from kibitz.lsp.protocol import Protocol, RequestError
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

LONG = 1_000_000
"""From how many bytes on a file is searched only while it is open: a session log takes seconds to read."""
MANY = 300
"""How many symbols one answer holds; who wants others types more of their name."""

Entry = tuple[str, Json]
"""A name in lower case, and what the client is told of it."""


class Folders:
    """What is below the folders that the client has opened."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self._outlines: dict[str, tuple[os.stat_result, list[Entry]]] = {}

    def records(self, but: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """The URI, the path and the notation of every record whose URI is not in `but`."""
        workspace = self.protocol.workspace
        for folder in list(workspace.folders) or [workspace.root_uri]:
            for path, language_id in below(_path(folder), lambda _: None):
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
        for uri, path, language_id in self.records(open_ones):
            yield from _fitting(query, self._outline(uri, path, language_id))

    def _outline(self, uri: str, path: str, language_id: str) -> list[Entry]:
        """The outline of a file, read again only when the file has changed."""
        try:
            state = os.stat(path)
            known = self._outlines.get(path)
            if known is not None and (known[0].st_mtime_ns, known[0].st_size) == (
                state.st_mtime_ns,
                state.st_size,
            ):
                return known[1]
            text = read(path) if state.st_size < LONG else ""
        except (OSError, UnreadableError):
            return []
        analysis = Analysis.of(load(language_id), text)
        entries = _outline(uri, analysis, LineTable(analysis.document, self.protocol.client.encoding))
        self._outlines[path] = (state, entries)
        return entries


def _entries(session: Session, _: Json) -> list[Entry]:
    return _outline(session.uri, session.analysis, session.table)


def _outline(uri: str, analysis: Analysis, positions: LineTable) -> list[Entry]:
    found = analysis.language.symbols(analysis)
    return [(str(one["name"]).casefold(), one) for one in convert.flat(found, "", uri, positions)]


def _path(uri: str | None) -> str:
    """A folder's path; what is no folder of this machine has nothing below it."""
    return (uri and to_fs_path(uri)) or os.devnull


def _fitting(query: str, entries: Iterable[Entry]) -> Iterator[Json]:
    """The entries in whose names the characters of the query occur in their order, as editors search."""
    wanted = query.casefold().replace(" ", "")
    return (one for name, one in entries if _fits(wanted, name))


def _fits(wanted: str, name: str) -> bool:
    at = 0
    for character in wanted:
        at = name.find(character, at) + 1
        if not at:
            return False
    return True
