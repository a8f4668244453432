"""The long text of a lens: one line is a message, several lines are a document."""

from __future__ import annotations

import textwrap
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import quote, unquote

from lsprotocol import types

from kibitz.core.shown import lines
from kibitz.lsp.features.background import RequestFailed
from kibitz.lsp.features.convert import SHOW
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.messages import SCHEME

WIDTH = 48
"""Maximum width of list entries in columns: the document has half a window."""


@server.command(SHOW)
async def show(ls: KibitzServer, *what: object) -> None:
    """Show a text, the first argument. The second is its title, if it has one."""
    if not what or not all(isinstance(one, str) for one in what):
        raise RequestFailed(f"{SHOW} takes a text, and its title")
    text, title = str(what[0]), str(what[-1])
    if "\n" in text and ls.client.shows and ls.client.contents:
        await ls.window_show_document_async(types.ShowDocumentParams(address(title, text), take_focus=False))
    else:
        ls.say(text)


def address(title: str, text: str) -> str:
    """Return the URI of a document that contains a text in Base64, because some clients escape the query again."""
    name = quote(title.partition("\n")[0], safe="")
    return f"{SCHEME}:/{name}.txt?{urlsafe_b64encode(text.encode()).decode()}"


@server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
def text_document_content(
    _: KibitzServer, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """Return the text at an address, in short lines."""
    try:
        text = lines(urlsafe_b64decode(unquote(params.uri.partition("?")[2])).decode())
    except ValueError as error:
        raise RequestFailed("this is not the address of a text") from error
    folded = "".join(f"{_folded(line)}\n" for line in text.rstrip("\n").split("\n"))
    return types.TextDocumentContentResult(folded)


def _folded(line: str) -> str:
    """Return a list entry in several lines with a hanging indent. Drawings stay as they are."""
    number, dot, _ = line.partition(". ")
    if not dot or not number.isdecimal():
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent=" " * len(number + dot), break_long_words=False)
