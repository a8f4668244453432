"""The records of the workspace folders, and the search for symbols in them.

Sessions care for open files. Other files are read for each request; only their outlines are kept until they change.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import aclosing, suppress
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.text import Encoding
from kibitz.core.words import fits
from kibitz.languages import for_path, load
from kibitz.lsp.documents.positions import Positions, path_of, uri_of
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.documents.worker import Worker
from kibitz.lsp.features import convert
from kibitz.lsp.features.background import ask
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.workspace.progress import Progress
from kibitz.project.choosing import Chosen, records
from kibitz.project.files import known_as

T = TypeVar("T")
_LISTED = {types.SymbolKind(convert.SYMBOL_KINDS[kind]) for kind in ("game", "player")}
PART = 50
"""Number of records in one piece of work."""
ENOUGH = 5.0
"""Seconds after which a search answers with the symbols that it has found. Outlines are kept, so the next search gets further."""
MOST_SYMBOLS = 300
"""Maximum number of symbols in an answer."""


@server.feature(types.WORKSPACE_SYMBOL)
async def workspace_symbol(
    ls: KibitzServer, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """Return the first symbols that fit the query, in open documents and in records of the folders.

    A client that accepts partial results gets them as they are found. In a very large workspace the search ends early, and says so once.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + ENOUGH
    found: list[types.SymbolInformation] = []
    for session in list(ls.sessions.values()):
        # A document that changes now is found by the next search.
        with suppress(JsonRpcException):
            found += _fitting(params.query, await ask(session, _outline_of, None))
    token, sent = params.partial_result_token, 0
    search = of_each(ls, open_paths(ls), partial(_in_record, ls, params.query))
    with Progress(ls, "Searching the workspace") as progress:
        async with aclosing(search):
            while len(found) < MOST_SYMBOLS and (part := await anext(search, None)) is not None:
                found += chain.from_iterable(part[0])
                progress.report(part[1])
                if token is not None and found[sent:MOST_SYMBOLS]:
                    ls.protocol.notify(types.PROGRESS, types.ProgressParams(token, found[sent:MOST_SYMBOLS]))
                    sent = len(found)
                if part[1] < 1 and loop.time() > end:
                    ls.unseen.setdefault(_STOPPED, False)
                    break
    ls.tell_unseen()
    return found[sent:MOST_SYMBOLS]


_STOPPED = (
    f"there are too many records to search all of them in {ENOUGH:g} seconds; the next search finds more"
)


def open_paths(ls: KibitzServer) -> frozenset[str]:
    """Return the paths of the open documents, however their URIs spell them."""
    return frozenset(path_of(uri) for uri in ls.sessions)


def left_out(ls: KibitzServer, path: str) -> bool:
    """Return whether a file is in one of the folders and excluded there."""
    inside = ls.folders_around(path)
    return bool(inside) and not any(Chosen(root).counts(path) for root in inside)


class Record(NamedTuple):
    """A record in a file."""

    uri: str
    path: str
    language_id: str

    @classmethod
    def at(cls, path: str) -> Record | None:
        """Return the record in a file, or None if its name is not that of a record."""
        language_id = for_path(path)
        return None if language_id is None else cls(uri_of(path), path, language_id)


def _closed(ls: KibitzServer, folder: str, but: Collection[str]) -> list[tuple[str, Record]]:
    """Return the records of a folder that are not open, each once, with their :func:`known_as`."""

    def failed(error: OSError) -> None:
        ls.unseen.setdefault(f"{error.filename}: {error.strerror}", False)

    real = cache(os.path.realpath)
    known = {known_as(path, real) for path in but}
    found: dict[str, Record] = {}
    for path, _ in records(path_of(folder), failed):
        one = Record.at(path)
        if one is not None:
            found.setdefault(known_as(path, real), one)
    return [each for each in found.items() if each[0] not in known]


async def of_each(
    ls: KibitzServer, but: Collection[str], work: Callable[[Record], T]
) -> AsyncGenerator[tuple[list[T], float], None]:
    """Yield the results of `work` for the records of the folders, some at a time, with the share that is done.

    Skip the paths in `but`. Each folder has a thread, so a slow folder delays no other folder.
    """
    ready: asyncio.Queue[list[T] | None] = asyncio.Queue()
    found = done = 0
    listed = set[str]()

    async def go(folder: str) -> None:
        nonlocal found
        worker = Worker()
        try:
            here = dict(await worker.ask(partial(_closed, ls, folder, but)))
            every = [one for name, one in here.items() if name not in listed]
            listed.update(here)
            found += len(every)
            for start in range(0, len(every), PART):
                ready.put_nowait(await worker.ask(partial(_all, work, every[start : start + PART])))
        finally:
            ready.put_nowait(None)

    tasks = [asyncio.ensure_future(go(one)) for one in ls.folders()]
    try:
        for _ in tasks:
            while (part := await ready.get()) is not None:
                done += len(part)
                yield part, done / found
        for task in tasks:
            await task
    finally:
        for task in tasks:
            task.cancel()


def _all(work: Callable[[Record], T], some: Iterable[Record]) -> list[T]:
    return [work(one) for one in some]


def _in_record(ls: KibitzServer, query: str, one: Record) -> list[types.SymbolInformation]:
    work = partial(_outline_in, ls.client.encoding, one.uri, load(one.language_id))
    return [*_fitting(query, ls.outlines.of(one.path, one.language_id, work) or ())]


def _outline_in(
    encoding: Encoding, uri: str, language: Language[Any], text: str
) -> list[types.SymbolInformation]:
    analysis = Analysis.of(language, text)
    return _outline(uri, analysis, Positions(analysis.document, encoding))


def _outline_of(snapshot: Snapshot, _: object) -> list[types.SymbolInformation]:
    return _outline(snapshot.uri, snapshot.analysis, snapshot.positions)


def _outline(uri: str, analysis: Analysis, positions: Positions) -> list[types.SymbolInformation]:
    return list(convert.flat(analysis.language.symbols(analysis), "", uri, positions))


def _fitting(query: str, found: Iterable[types.SymbolInformation]) -> Iterator[types.SymbolInformation]:
    """Yield the symbols whose names contain the characters of the query in their order.

    An empty query finds games and players, not the keys of all records.
    """
    if not query.strip():
        return (one for one in found if one.kind in _LISTED)
    return (one for one in found if fits(query, one.name))
