"""The settings of the user: those of the editor, by folder, over those of settings files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.values import Diagnostic
from kibitz.languages import IDS
from kibitz.lsp.diagnostics.checking import check
from kibitz.lsp.documents.positions import Positions, path_of, uri_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import ConfigChanged
from kibitz.lsp.features import convert
from kibitz.lsp.server import KibitzServer, server
from kibitz.project import settings as files
from kibitz.project.files import INCLUDED
from kibitz.project.settable import flattened
from kibitz.project.settings import FILE, PROJECT_FILE, Settings

SECTION = "kibitz"
GENERAL = ""
"""The scope of the general settings: that of the first folder."""


@server.feature(types.INITIALIZED)
def initialized(ls: KibitzServer, _: types.InitializedParams) -> None:
    """Note that the client is ready for requests."""
    registrations = [
        types.Registration(method, method, options)
        for method, options in WANTED.items()
        if method in ls.client.registers
    ]
    if registrations:
        ls.client_register_capability(types.RegistrationParams(registrations))
    ls.ready = True
    ls.start(follow(ls))


WANTED: dict[str, Any] = {
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: types.DidChangeConfigurationRegistrationOptions(SECTION),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: types.DidChangeWatchedFilesRegistrationOptions(
        [
            types.FileSystemWatcher(f"**/{name}")
            for name in (FILE, PROJECT_FILE, "*.{" + ",".join(IDS) + "}", f"*{INCLUDED}")
        ]
    ),
}
"""Registrations that editors need to report changes."""


@server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
def did_change_configuration(ls: KibitzServer, params: types.DidChangeConfigurationParams) -> None:
    if not ls.client.configuration:
        take(ls, GENERAL, params.settings)
    heed_files(ls)
    ls.start(follow(ls))


async def follow(ls: KibitzServer) -> None:
    """Ask the editor for its settings, and check every open document with them."""
    await fetch(ls, [GENERAL, *(scope_of(uri) for uri in ls.sessions)])
    apply(ls)


async def fetch(ls: KibitzServer, scopes: Iterable[str]) -> None:
    """Ask for the settings of some scopes, if the editor supports that."""
    if not (ls.client.configuration and ls.ready):
        return
    wanted = list(dict.fromkeys(scopes))
    first = next(iter(ls.folders()), None)
    asked = [types.ConfigurationItem(scope or first, SECTION) for scope in wanted]
    with suppress(JsonRpcException):
        answer = await ls.workspace_configuration_async(types.ConfigurationParams(asked))
        for scope, values in zip(wanted, answer or ()):  # noqa: B905 - who answers less is not asked again.
            take(ls, scope, values)


def take(ls: KibitzServer, scope: str, values: object) -> None:
    """Store the settings that an editor sends: the section `kibitz`, or an object that contains it."""
    if isinstance(values, Mapping):
        inner = values.get(SECTION, values)
        ls.wishes[scope] = flattened(inner) if isinstance(inner, Mapping) else {}
        if scope == GENERAL:
            with suppress(ValueError):
                ls.protocol.trace = types.TraceValue(ls.wishes[scope].get("trace", ls.protocol.trace))


def scope_of(uri: str) -> str:
    """Return the scope of the settings of a document. One without a file belongs to the first folder."""
    return GENERAL if uri.startswith("untitled:") else uri


async def opened(ls: KibitzServer, session: Session) -> None:
    """Ask for the settings of a document that was just opened, and apply them."""
    scope = scope_of(session.uri)
    if scope != GENERAL:
        await fetch(ls, [scope])
        apply(ls)


def apply(ls: KibitzServer) -> None:
    """Apply the current settings to every open document."""
    changed = False
    for session in ls.sessions.values():
        show_mistakes(ls, session.uri, session.snapshot.language)
        settings = settings_of(ls, session.uri, session.snapshot.language)
        if settings != session.latest("settings"):
            session.take(ConfigChanged(settings))
            changed = True
            check(ls, session)
    if changed:
        ls.reports.forget()
        ls.refresh(*ls.client.refreshes)


def settings_of(ls: KibitzServer, uri: str, language: Language[Any]) -> Settings:
    """Return the settings of a document, in any thread: those of the first folder until the editor sends others."""
    found = _filed(uri)
    filed = {} if found is None else found.parsed.settings.preferences.values
    defaults = {setting.name: setting.default for setting in language.settings}
    chosen = ls.wishes.get(scope_of(uri), ls.wishes.get(GENERAL, {}))
    settings = Settings.of({**filed, **_chosen(chosen, filed, defaults)})
    path = path_of(uri) if uri.startswith("file:") else ""
    return settings.of_file(path, os.path.dirname(files.filed(path).path or "")) if path else settings


def forget(ls: KibitzServer) -> None:
    """Read the settings files again at their next use."""
    files.forget()
    for path in [path for path in ls.mistaken if not os.path.exists(path)]:
        del ls.mistaken[path]
        ls.publish(uri_of(path), [])


def heed_files(ls: KibitzServer) -> None:
    """Read the settings files again if the client does not watch files."""
    if types.WORKSPACE_DID_CHANGE_WATCHED_FILES not in ls.client.registers:
        forget(ls)
        apply(ls)


def show_mistakes(ls: KibitzServer, uri: str, language: Language[Any]) -> None:
    """Publish the errors in the settings file of a document. Only the event loop may call this."""
    found = _filed(uri)
    if found is not None and found.path is not None and (found.path in ls.mistaken or found.parsed.problems):
        # Only the lines of the document count, so any notation will do.
        _tell_of(ls, found.path, found.parsed.diagnostics, Document.open(language, found.text))


def _filed(uri: str) -> files.Filed | None:
    return files.filed(path_of(uri)) if uri.startswith("file:") else None


def _tell_of(ls: KibitzServer, path: str, problems: Sequence[Diagnostic], document: Document) -> None:
    """Show the errors of a settings file at their place, and once as a message."""
    said = "\n".join(one.message for one in problems)
    if ls.mistaken.get(path, "") != said:
        ls.mistaken[path] = said
        uri = uri_of(path)
        positions = Positions(document, ls.client.encoding)
        ls.publish(uri, [convert.diagnostic(one, uri, positions, ls.client) for one in problems])
        if said:
            # Editors shorten long texts, so the mistake comes first.
            ls.say(f"{said} ({path})", types.MessageType.Warning)


def _chosen(
    editor: Mapping[str, object], filed: Mapping[str, object], defaults: Mapping[str, object]
) -> dict[str, object]:
    """Return the settings that differ from the defaults, because some editors send all of them."""
    return {
        name: value
        for name, value in editor.items()
        if not (name in filed and (value == defaults.get(name) or value is None or value == []))
    }
