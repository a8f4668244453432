"""What a lens has to say besides its line: a message where that is one line, else a document to be read beside the record."""

from __future__ import annotations

import textwrap
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import quote, unquote

from lsprotocol import types

from kibitz.core.shown import lines
from kibitz.lsp.asking import RequestFailed
from kibitz.lsp.convert import SHOW
from kibitz.lsp.ours import SCHEME
from kibitz.lsp.server import KibitzServer, server

WIDTH = 48
"""How many columns the entries of a list may have: what stands beside a record has half a window."""
MARK = "says-"
"""What the query of the address of a text begins with. The text follows in base64: some clients escape it once more."""


@server.command(SHOW)
async def show(ls: KibitzServer, *what: object) -> None:
    """Shows a text, the first argument. The second is its title, if it has one."""
    if not what or not all(isinstance(one, str) for one in what):
        raise RequestFailed(f"{SHOW} takes a text, and its title")
    text, title = str(what[0]), str(what[-1])
    if "\n" in text and ls.client.shows and ls.client.contents:
        await ls.window_show_document_async(types.ShowDocumentParams(address(title, text), take_focus=False))
    else:
        ls.say(text)


def address(title: str, text: str) -> str:
    """The URI of a document that is a text."""
    name = quote(title.partition("\n")[0], safe="")
    return f"{SCHEME}:/{name}.txt?{MARK}{urlsafe_b64encode(text.encode()).decode()}"


def said_at(uri: str) -> str | None:
    """The text that the URI is of, in lines that can be read at a glance; None for any other URI."""
    query = unquote(uri.partition("?")[2])
    if not uri.startswith(f"{SCHEME}:") or not query.startswith(MARK):
        return None
    try:
        text = lines(urlsafe_b64decode(query.removeprefix(MARK)).decode())
    except ValueError:
        return None
    return "".join(f"{_folded(line)}\n" for line in text.rstrip("\n").split("\n"))


def _folded(line: str) -> str:
    """An entry of a numbered list in several lines, which all begin behind the number; what is drawn stays as it is."""
    number, dot, _ = line.partition(". ")
    if not dot or not number.isdecimal():
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent=" " * len(number + dot), break_long_words=False)
