"""The completion of an editor with one open document: edits, and the offers at the cursor.

It talks to a server process over pipes, or to the handlers of the server in this process, which is faster and gives the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from lsp_client import Json, RawClient, recorded

CLIENT = "vscode-1.139.1-lc11.0.0"
"""The editor that speaks: it takes snippets and ghost text."""
SHOWN = 5
"""Items of a list that a person sees without scrolling."""
INVOKED, AUTOMATIC = 1, 2
"""CompletionTriggerKind, and InlineCompletionTriggerKind: because of a key."""
COMPLETION, INLINE = "textDocument/completion", "textDocument/inlineCompletion"
OPEN, CHANGE, CLOSE = "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"


class Piped(RawClient):
    """A server process of its own, as an editor starts it."""

    def __init__(self, ghosts: bool = True) -> None:
        super().__init__(limit=24 * 3600)
        self.ghosts = ghosts
        self.capabilities = self.initialize(recorded(CLIENT))["capabilities"]

    def __enter__(self) -> Piped:
        return self

    def offers_inline(self) -> bool:
        """Whether it requests ghost text."""
        return self.ghosts and "inlineCompletionProvider" in self.capabilities


class Direct:
    """The server in this process."""

    def __init__(self, ghosts: bool = True) -> None:
        from lsp_direct import Direct as Conversation

        self._conversation = Conversation()
        # No folder is open, so there are no other records to learn from.
        nothing = {"workspaceFolders": None, "rootUri": None, "rootPath": None, "processId": None}
        answer = self._conversation.request("initialize", {**recorded(CLIENT), **nothing})
        self.ghosts = ghosts
        self.capabilities = answer["capabilities"]
        self.request, self.notify = self._conversation.request, self._conversation.notify

    def __enter__(self) -> Direct:
        return self

    def __exit__(self, *_: object) -> None:
        self._conversation.close()

    def offers_inline(self) -> bool:
        """Whether it requests ghost text."""
        return self.ghosts and "inlineCompletionProvider" in self.capabilities


@dataclass(frozen=True)
class Offer:
    """An offer that one key accepts: `text` replaces the stretch between two offsets."""

    label: str
    start: int
    end: int
    text: str
    snippet: bool = False
    number: str = ""
    """The number of the item in a list with numbers. A user may type it."""

    def applied(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


class Desk:
    """One document and a cursor. Offsets are code points."""

    _numbers = count(1)

    def __init__(self, server: Piped | Direct, language: str, text: str = "") -> None:
        self.server = server
        self.language = language
        self.text = self._told = text
        self.cursor = len(text)
        self._popup = lru_cache(maxsize=30)(self._ranked)
        self.uri = f"file:///typist/{next(self._numbers)}.{language}"
        self._version = 1
        self._inline = server.offers_inline()
        item = {"uri": self.uri, "languageId": language, "version": 1, "text": text}
        server.notify(OPEN, {"textDocument": item})

    def close(self) -> None:
        self.server.notify(CLOSE, {"textDocument": {"uri": self.uri}})

    def become(self, text: str, cursor: int) -> None:
        """Replace the document. The server gets the change with the next request."""
        self.text, self.cursor = text, cursor

    def _ask(self, method: str, kind: int = INVOKED) -> Json:
        """Send a request about the cursor, after the smallest edit since the last one."""
        now, before = self.text, self._told
        if now != before:
            start = _common(now, before)
            tail = _common(now[start:][::-1], before[start:][::-1])
            range_ = {"start": _position(before, start), "end": _position(before, len(before) - tail)}
            self.change({"range": range_, "text": now[start : len(now) - tail]})
            self._told = now
        return self.server.request(method, self.at(_position(now, self.cursor), kind))

    def change(self, change: Json) -> None:
        """Send an edit to the server."""
        self._version += 1
        document = {"uri": self.uri, "version": self._version}
        self.server.notify(CHANGE, {"textDocument": document, "contentChanges": [change]})

    def at(self, position: Json, kind: int = INVOKED) -> Json:
        """The parameters of a question about a place."""
        context = {"triggerKind": kind}
        return {"textDocument": {"uri": self.uri}, "position": position, "context": context}

    def items(self, limit: int | None = SHOWN) -> list[Offer]:
        """Return the first items of the list: those that fit the word before the cursor, best fit first.

        At a place that was asked a moment ago, return the same items.
        """
        return self._popup(self.text, self.cursor)[:limit]

    def _ranked(self, *_: object) -> list[Offer]:
        answer = self._ask(COMPLETION)
        found = answer["items"] if isinstance(answer, dict) else answer or []
        ranked = []
        spans: dict[tuple[int, ...], tuple[int, int]] = {}
        for item in found:
            range_ = item["textEdit"]["range"]
            place = (*range_["start"].values(), *range_["end"].values())
            if place not in spans:
                spans[place] = self._offset(range_["start"]), self._offset(range_["end"])
            start, end = spans[place]
            fits = fit(self.text[start : self.cursor], item.get("filterText", item["label"]))
            if fits is not None:
                ranked.append(((fits, item.get("sortText", item["label"])), item, start, end))
        ranked.sort(key=lambda one: one[0])
        return [_offer(item, start, end) for _, item, start, end in ranked]

    def ghost(self) -> Offer | None:
        """Return the text that is shown after the cursor, or None."""
        if not self._inline:
            return None
        answer = self._ask(INLINE, AUTOMATIC)
        found = answer["items"] if isinstance(answer, dict) else answer or []
        if not found:
            return None
        text = found[0]["insertText"]
        snippet = isinstance(text, dict)
        range_ = found[0].get("range")
        start, end = (self._offset(range_[at]) for at in ("start", "end")) if range_ else (self.cursor,) * 2
        text = text["value"] if snippet else text
        # An editor shows only continuations of the text before the cursor.
        fits = text.startswith(self.text[start : self.cursor])
        return Offer("ghost", start, end, text, snippet) if fits else None

    def _offset(self, position: Json) -> int:
        here = _position(self.text, self.cursor)
        if position == here:
            return self.cursor
        start = 0
        for _ in range(position["line"]):
            start = self.text.index("\n", start) + 1
        line = self.text[start:].partition("\n")[0].encode("utf-16-le")
        return start + len(line[: 2 * position["character"]].decode("utf-16-le"))


def _position(text: str, offset: int) -> Json:
    start = text.rfind("\n", 0, offset) + 1
    column = len(text[start:offset].encode("utf-16-le")) // 2
    return {"line": text.count("\n", 0, offset), "character": column}


def _common(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if one[:middle] == other[:middle] else (least, middle - 1)
    return least


def fit(word: str, text: str) -> int | None:
    """Return how well an item fits the typed text: 0 if it begins so, except for case; 1 if it has the letters in order; or None."""
    if text.startswith(word):
        return 0
    low, wanted = text.casefold(), word.casefold()
    if low.startswith(wanted):
        return 1
    rest = iter(low)
    return 2 if all(letter in rest for letter in wanted) else None


def _offer(item: dict[str, Any], start: int, end: int) -> Offer:
    said = item.get("labelDetails", {}).get("description") or item.get("detail") or ""
    number, dot, _ = said.partition(" · ")
    return Offer(
        item["label"],
        start,
        end,
        item["textEdit"]["newText"],
        item.get("insertTextFormat") == 2,
        number if dot and number.isalnum() and len(number) < 3 else "",
    )
