"""What the user wants: the editor's settings over those of the nearest settings file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from urllib.parse import urlsplit

from pygls.uris import to_fs_path

from kibitz.lsp.protocol import Protocol
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json
from kibitz.settings import FILE, PROJECT_FILE, Settings, SettingsError, flattened, for_path, forget

SECTION = "kibitz"
logger = logging.getLogger("kibitz")


class Configuration:
    """The settings of the editor, and the way to those of a document."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.editor: dict[str, object] = {}
        self._warned: set[str] = set()

    def take(self, values: Json) -> None:
        """Takes over what an editor says: the section `kibitz`, or an object that holds it."""
        if isinstance(values, dict):
            inner = values.get(SECTION, values)
            self.editor = flattened(inner) if isinstance(inner, dict) else {}
            self.protocol.tracer.set(self.editor.get("trace"))

    async def fetch(self) -> None:
        """Asks the editor, if it can be asked."""
        if self.protocol.client.configuration:
            answer = await self.protocol.ask("workspace/configuration", {"items": [{"section": SECTION}]})
            self.take(answer[0] if isinstance(answer, list) and answer else None)

    def register(self) -> None:
        """Asks to be told when settings change, of an editor that tells only when asked."""
        wanted: dict[str, Json] = {
            "workspace/didChangeConfiguration": {"section": SECTION},
            "workspace/didChangeWatchedFiles": {
                "watchers": [{"globPattern": f"**/{name}"} for name in (FILE, PROJECT_FILE)]
            },
        }
        registrations = [
            {"id": method, "method": method, "registerOptions": options}
            for method, options in wanted.items()
            if method in self.protocol.client.registers
        ]
        if registrations:
            self.protocol.ask("client/registerCapability", {"registrations": registrations})

    def forget(self) -> None:
        """Has the settings files read again."""
        forget()
        self._warned.clear()

    def of(self, session: Session) -> Settings:
        """The settings of a document."""
        filed = self._filed(session.uri)
        defaults = {setting.name: setting.default for setting in session.language.settings}
        return Settings.of({**filed, **_chosen(self.editor, filed, defaults)})

    def _filed(self, uri: str) -> Mapping[str, object]:
        path = to_fs_path(uri) if urlsplit(uri).scheme == "file" else None
        if path is None:
            return {}
        try:
            return for_path(path).preferences.values
        except SettingsError as error:
            if str(error) not in self._warned:
                self._warned.add(str(error))
                self.protocol.say("window/showMessage", {"type": 2, "message": str(error)})
            return {}


def _chosen(
    editor: Mapping[str, object], filed: Mapping[str, object], defaults: Mapping[str, object]
) -> Json:
    """What the user has chosen in the editor. Editors that know our settings send the defaults, too: they say nothing."""
    return {
        name: value
        for name, value in editor.items()
        if not (name in filed and (value == defaults.get(name) or value is None or value == []))
    }
