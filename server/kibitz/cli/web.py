"""`kibitz web`: serve the page of `editors/web/` for a browser on this machine.

The page is a separate package, `kibitz-web`, because its Python is larger than all of kibitz.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

from kibitz.cli.console import UserError

HOST = "127.0.0.1"
"""The host: this machine only."""
NAMES = (HOST, "localhost")
"""The allowed host names. A request for another name may come from a stranger's page (DNS rebinding)."""
POLICY = "policy.txt"
"""The file of the page that holds its content security policy, which workers need from the server."""
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
"""The types that browsers require. Some systems have wrong types for these suffixes."""


def run(arguments: Namespace) -> int:
    """Serve until the user interrupts."""
    folder = page()
    with open(os.path.join(folder, POLICY), encoding="utf-8") as file:
        handler = partial(Handler, directory=folder, policy=file.read().strip())
    try:
        server = Server((HOST, arguments.port), handler)
    except OSError as error:
        raise UserError(
            f"cannot listen on {HOST}:{arguments.port}: {error.strerror or error}; choose another --port"
        ) from error
    with server:
        print(f"kibitz is at http://{HOST}:{server.server_port}/ (press Ctrl+C to end)", flush=True)
        server.serve_forever()
    return 0


def page() -> str:
    """Return the folder of the page: that of the package, or the latest build in a clone."""
    found = find_spec("kibitz_web")
    places = list(found.submodule_search_locations or ()) if found is not None else []
    here = os.path.abspath(__file__)
    for _ in range(4):
        here = os.path.dirname(here)
    places.append(os.path.join(here, "editors", "web", "dist"))
    for place in places:
        if os.path.exists(os.path.join(place, POLICY)):
            return place
    raise UserError(
        "the page is not installed. In a clone, run: npm --prefix editors/web ci &&"
        " npm --prefix editors/web run build && pip install ./editors/web"
    )


class Server(ThreadingHTTPServer):
    """Handles a browser that goes away in the middle of a file."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of the page. Browsers ask for each again, so they see a new version at once."""

    extensions_map = TYPES

    def __init__(self, *arguments: object, policy: str, **options: object) -> None:
        self._policy = policy
        super().__init__(*arguments, **options)  # type: ignore[arg-type]

    def send_head(self) -> Any:
        """Return the wanted file, or None after a refusal."""
        if not re.fullmatch(rf"({'|'.join(map(re.escape, NAMES))})(:\d+)?", self.headers.get("Host", "")):
            self.send_error(HTTPStatus.FORBIDDEN, explain=f"kibitz answers to {' and '.join(NAMES)} only.")
            return None
        try:
            return super().send_head()
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST, explain="No file has such a name.")
            return None

    def list_directory(self, path: Any) -> None:
        """Refuse to list a folder."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self._policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is that of the base.
        """Log nothing."""
