"""Values of the core as JSON of the protocol, and positions both ways.

Answers are plain dictionaries: building and writing the objects of lsprotocol takes five to eight times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kibitz.core.values import (
    Completion,
    Diagnostic,
    Edit,
    Fold,
    Glyph,
    Hint,
    Hover,
    Lens,
    SemanticToken,
    Signature,
    Symbol,
    SymbolKind,
)  # fmt: skip
from kibitz.lsp.capabilities import SHOW, TOKEN_MODIFIERS, TOKEN_TYPES
from kibitz.lsp.client import Client
from kibitz.lsp.positions import Positions
from kibitz.lsp.transport import Json

COMPLETION_KINDS: dict[str, int] = {
    "action": 3, "card": 12, "key": 10, "outcome": 13, "player": 6, "role": 7, "snippet": 15, "suit": 20, "tag": 14,
    "token": 20, "value": 12,
}  # fmt: skip
SYMBOL_KINDS: dict[SymbolKind, int] = {
    "game": 5, "section": 3, "list": 18, "player": 13, "event": 24, "key": 20, "value": 15,
}  # fmt: skip
TAGS = {"unnecessary": 1, "deprecated": 2}
_TYPE = {name: number for number, name in enumerate(TOKEN_TYPES)}
_BIT = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def diagnostic(one: Diagnostic, uri: str, positions: Positions, client: Client) -> Json:
    item = {
        "range": positions.range(*one.span),
        "severity": int(one.severity),
        "code": one.rule.code,
        "codeDescription": {"href": one.rule.url},
        "source": "kibitz",
        "message": one.message,
    }
    if one.tags:
        item["tags"] = sorted(TAGS[tag] for tag in one.tags)
    if one.related and "relatedInformation" in client.pushes:
        item["relatedInformation"] = [
            {"location": {"uri": uri, "range": positions.range(*other.span)}, "message": other.message}
            for other in one.related
        ]
    return item


def note(message: str) -> Json:
    """A diagnostic about the diagnostics, at the top of the document."""
    start = {"line": 0, "character": 0}
    return {"range": {"start": start, "end": start}, "severity": 3, "source": "kibitz", "message": message}


def hover(found: Hover, positions: Positions, client: Client) -> Json:
    return {"contents": markup(found.markdown, client.hovers), "range": positions.range(*found.span)}


def markup(markdown: str, formats: Sequence[str]) -> Json:
    """Markdown, or for clients that can't show it the same without its signs."""
    if "markdown" in formats:
        return {"kind": "markdown", "value": markdown}
    plain = _SIGNS.sub(r"\1", markdown)
    return {"kind": "plaintext", "value": plain} if "plaintext" in formats else plain


_SIGNS = re.compile(r"\\([\\`*_{}\[\]<>()#+!|~&])|\*\*|`+|^#+ |^\|? ?-{3,}[-| ]*\n", re.MULTILINE)


def completion(item: Completion, rank: int, place: Json, client: Client) -> Json:
    """An item that replaces the range `place`; `rank` is its number: clients sort by what they are told to sort by."""
    snippet = item.snippet and client.snippets
    text = item.text if snippet or not item.snippet else item.plain
    result = {
        "label": item.label,
        "kind": COMPLETION_KINDS[item.kind],
        "sortText": f"{rank:05}",
        "filterText": item.sought,
        "textEdit": {"range": place, "newText": text},
        "insertTextFormat": 2 if snippet else 1,
    }
    if item.detail:
        result["detail"] = item.detail
    if item.documentation:
        result["documentation"] = markup(item.documentation, client.documentation)
    if item.commit and client.commits:
        result["commitCharacters"] = list(item.commit)
    if item.deprecated:
        result["tags"] = [1]
    return result


def signature(found: Signature, client: Client) -> Json:
    """The form in the one shape that all clients understand: labels as text."""
    form: Json = {
        "label": found.label,
        "parameters": [
            {"label": one.label, "documentation": markup(one.documentation, client.signatures)}
            for one in found.parameters
        ],
    }
    if found.documentation:
        form["documentation"] = markup(found.documentation, client.signatures)
    return {"signatures": [form], "activeSignature": 0, "activeParameter": found.active}


def edits(found: Iterable[Edit], positions: Positions) -> Json:
    return [
        {"range": positions.range(one.start, one.end), "newText": one.text}
        for one in _sayable(found, positions)
    ]


def _sayable(found: Iterable[Edit], positions: Positions) -> list[Edit]:
    """The same edits, but none begins or ends between `\\r` and `\\n`: no position is there."""
    result: list[Edit] = []
    for one in sorted(found, key=lambda edit: (edit.start, edit.end)):
        start, text = one.start, one.text
        if positions.within_break(start):
            if result and result[-1].end > start:
                # The edit before ended here, too, and has taken over the `\n`.
                last = result.pop()
                start, text = last.start, last.text[:-1] + text
            else:
                start, text = start - 1, "\r" + text
        result.append(
            Edit(start, one.end + 1, text + "\n")
            if positions.within_break(one.end)
            else Edit(start, one.end, text)
        )
    return result


def symbols(found: Sequence[Symbol], uri: str, positions: Positions, client: Client) -> Json:
    if client.hierarchy:
        return [_symbol(one, positions) for one in found]
    return list(flat(found, "", uri, positions))


def _symbol(one: Symbol, positions: Positions) -> Json:
    result = {
        "name": one.name.strip() or "…",
        "kind": SYMBOL_KINDS[one.kind],
        "range": positions.range(*one.span),
        "selectionRange": positions.range(*one.selection),
    }
    if one.detail:
        result["detail"] = one.detail
    if one.children:
        result["children"] = [_symbol(child, positions) for child in one.children]
    return result


def flat(found: Iterable[Symbol], container: str, uri: str, positions: Positions) -> Iterator[Json]:
    """An outline as a list of places, each with the name of what it is in."""
    for one in found:
        name = one.name.strip() or "…"
        location = {"uri": uri, "range": positions.range(*one.span)}
        yield {"name": name, "kind": SYMBOL_KINDS[one.kind], "location": location, "containerName": container}
        yield from flat(one.children, name, uri, positions)


def folds(found: Iterable[Fold], positions: Positions, limit: int | None) -> Json:
    """The folds of more than one line, at most `limit`; those behind them are not even looked for."""
    lines = ((positions.line(one.start), positions.line(one.end), one.kind) for one in found)
    tall = ({"startLine": start, "endLine": end, "kind": kind} for start, end, kind in lines if start < end)
    return list(islice(tall, limit))


def tokens(found: Iterable[SemanticToken], positions: Positions) -> list[int]:
    """Five numbers a token: lines and columns further on, length, type, modifiers. What spans lines is cut short."""
    data: list[int] = []
    last_line = last_column = 0
    for start, end, kind, modifiers in found:
        line, column = positions.pair(start)
        end_line, end_column = positions.pair(end)
        if end_line != line:
            end_column = positions.pair(positions.document.line_end(line))[1]
        if end_column <= column or (line, column) < (last_line, last_column):
            continue
        data += (
            line - last_line, column - last_column if line == last_line else column, end_column - column,
            _TYPE[kind], sum(_BIT[name] for name in modifiers),
        )  # fmt: skip
        last_line, last_column = line, column
    return data


def token_edits(old: list[int], new: list[int]) -> Json:
    """What turns one answer into another, as one edit, or none."""
    if old == new:
        return []
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    return [{"start": head, "deleteCount": len(old) - head - tail, "data": new[head : len(new) - tail]}]


def _common(one: list[int], other: list[int]) -> int:
    """The length of the longest common start, found by halving: that is done where lists compare quickly."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def hint(one: Hint, positions: Positions) -> Json:
    result = {"position": positions.position(one.offset), "label": one.text, "paddingLeft": True}
    if one.tooltip:
        result["tooltip"] = one.tooltip
    return result


def lens(one: Lens, positions: Positions) -> Json:
    """Without more to say a lens is a line of text: its command has no name."""
    command: Json = {"title": one.title, "command": ""}
    if one.text:
        command = {"title": one.title, "command": SHOW, "arguments": [one.text]}
    return {"range": positions.range(*one.span), "command": command}


def glyph(one: Glyph, positions: Positions) -> Json:
    return {"range": positions.range(*one.span), "line": one.line, "start": one.start, "end": one.end}
