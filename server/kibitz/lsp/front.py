"""The answer to `initialize` before anything of the server is loaded: that takes several times as long.

Only a request that is as it should be is answered here. The server itself looks at whatever else comes first.
"""

from __future__ import annotations

from kibitz.lsp.capabilities import answer
from kibitz.lsp.client import Client
from kibitz.lsp.transport import Json

METHOD = "initialize"


def greeting(message: Json) -> Json:
    """The answer to a first message, None where it is no request to initialize or anything about it is odd."""
    if (
        isinstance(message, dict)
        and (message.get("jsonrpc"), message.get("method")) == ("2.0", METHOD)
        and isinstance(message.get("id"), (int, str))
        and odd(message.get("params")) is None
    ):
        return {"jsonrpc": "2.0", "id": message["id"], "result": answer(Client.of(message["params"]))}
    return None


def odd(params: Json) -> str | None:
    """What is wrong with the parameters of `initialize`, None where nothing is that anybody would miss."""
    if not isinstance(params, dict):
        return "initialize needs an object"
    for name in ("rootUri", "rootPath"):
        if not isinstance(params.get(name), (str, type(None))):
            return f"`{name}` is no string"
    folders = params.get("workspaceFolders")
    if folders is not None and not (isinstance(folders, list) and all(map(_is_folder, folders))):
        return "`workspaceFolders` is no list of folders"
    return None


def _is_folder(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in ("uri", "name"))
