"""A record in another form, for a client's clipboard. The record itself does not change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import RefusedError
from kibitz.core.language import Language
from kibitz.core.setting import VIEW, Preferences
from kibitz.languages import IDS, load
from kibitz.lsp.documents.positions import position_in
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.features.background import RequestFailed, ask
from kibitz.lsp.server import KibitzServer, server

IN_FORM = "kibitz.inForm"
"""The command that returns a record, or any text in a notation, in another form."""
PICTURE = "picture"
"""The form of every notation: its preview, in a code block."""
RECORD = "record"
"""The form of a log of another program: a record is made of it."""
LONGEST_UNOPENED = 1_000_000
"""Maximum length in characters of a text that is in no open document."""


class _Asked(NamedTuple):
    to: str
    position: types.Position | None


@server.command(IN_FORM)
async def in_form(ls: KibitzServer, asked: Any = None, *_: object) -> str:
    """Return a text in the form `to`.

    The text is the open record `uri`, up to `position` if that is given, or any `text` in a `language`.
    """
    asked = asked if isinstance(asked, Mapping) else {}
    to, uri, text, language_id = (asked.get(name) for name in ("to", "uri", "text", "language"))
    if isinstance(to, str) and isinstance(uri, str) and (session := ls.sessions.get(uri)):
        return str(await ask(session, _record, _Asked(to, position_in(asked.get("position")))))
    if isinstance(to, str) and isinstance(text, str) and language_id in IDS and len(text) <= LONGEST_UNOPENED:
        return await in_thread(lambda: _converted(load(language_id), text, to))
    raise JsonRpcInvalidParams(
        f"{IN_FORM} takes a form `to`, and the `uri` of an open record or a `text` with its `language`"
    )


def _converted(language: Language[Any], text: str, to: str) -> str:
    if to != RECORD:
        return _written(Analysis.of(language, text), to)
    try:
        record = language.imported(text)
    except RefusedError as error:
        raise RequestFailed(str(error)) from error
    if record is None:
        raise RequestFailed(f"this is nothing that a program keeps of a game in {language.name}")
    return record


def _record(snapshot: Snapshot, asked: _Asked) -> str:
    analysis, preferences = snapshot.analysis, snapshot.settings.preferences
    offset = None if asked.position is None else snapshot.positions.offset(asked.position)
    if asked.to == PICTURE:
        bare = Preferences({**preferences.values, VIEW: PICTURE})
        return f"```\n{snapshot.language.preview(analysis, offset, bare).text.rstrip()}\n```\n"
    if offset is not None:
        place = snapshot.document.place_at(offset)
        analysis = Analysis.of(snapshot.language, snapshot.document.text(0, place.start + len(place.text)))
    return _written(analysis, asked.to, preferences)


def _written(analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
    language = analysis.language
    if to not in language.conversions:
        raise JsonRpcInvalidParams(f"{language.name} has no form named `{to}`")
    try:
        return str(language.convert(analysis, to, preferences))
    except RefusedError as error:
        raise RequestFailed(str(error)) from error
