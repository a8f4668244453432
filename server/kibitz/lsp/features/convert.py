"""Values of the core as objects of the protocol.

Answers with very many parts are plain JSON: see :func:`plain`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import get_args

from lsprotocol import types

from kibitz.core.answers import (
    Completion,
    CompletionKind,
    Drawn,
    Fold,
    Hint,
    Hover,
    Lens,
    SemanticToken,
    Signature,
    Symbol,
    SymbolKind,
    TokenType,
    as_snippet,
)
from kibitz.core.chunks import common_ends
from kibitz.core.shown import lines, visible
from kibitz.core.text import LINE_BREAK, Encoding, units
from kibitz.core.values import Diagnostic, Edit, Severity, Span
from kibitz.lsp.documents.positions import Positions
from kibitz.lsp.features.markdown import aligned
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.converter import Json, Plain
from kibitz.lsp.transport.legend import TOKEN_MODIFIERS

SHOW = "kibitz.show"
"""The command that shows the long text of a lens."""
COMPLETION_KINDS = {
    kind: types.CompletionItemKind[kind[0].upper() + kind[1:]] for kind in get_args(CompletionKind)
}
"""The kinds of the core. The names in a notation map to these (`Language.kinds`)."""
SYMBOL_KINDS: dict[SymbolKind, int] = {
    "game": 5, "section": 3, "list": 18, "player": 13, "event": 24, "key": 20, "value": 15,
}  # fmt: skip
TAGS = {"unnecessary": 1, "deprecated": 2}

TOKEN_TYPES: tuple[TokenType, ...] = get_args(TokenType)
"""The types of the legend of semantic tokens, which the numbers in them mean."""
_TYPE = {name: number for number, name in enumerate(TOKEN_TYPES)}
_BIT = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def diagnostic(one: Diagnostic, uri: str, positions: Positions, client: Client) -> Json:
    """Return a diagnostic as plain JSON, because diagnostics come with every key."""
    found: Json = {
        "range": range_(positions, *one.span),
        "message": one.message,
        "severity": int(one.severity),
        "code": one.rule.code,
        "codeDescription": {"href": one.rule.url},
        "source": "kibitz",
    }
    if one.tags:
        found["tags"] = sorted(TAGS[tag] for tag in one.tags)
    if one.related and client.related:
        found["relatedInformation"] = [
            {
                "location": {"uri": uri, "range": range_(positions, *other.span)},
                "message": visible(other.message),
            }
            for other in one.related
        ]
    return found


def note(message: str) -> Json:
    """Return a diagnostic about the diagnostics, at the top of the document."""
    start = {"line": 0, "character": 0}
    severity = int(Severity.INFORMATION)
    return {
        "range": {"start": start, "end": start}, "message": message, "severity": severity, "source": "kibitz"
    }  # fmt: skip


def hover(found: Hover, positions: Positions, client: Client) -> types.Hover:
    markdown = _ROW.sub(_spaced, found.markdown) if client.crams else aligned(found.markdown)
    return types.Hover(markup(markdown, client.hovers), positions.range(*found.span))


_ROW = re.compile(r"^\|(?! *---).*", re.MULTILINE)


def _spaced(row: re.Match[str]) -> str:
    """Return a row of a Markdown table with gaps between its columns."""
    return row[0].replace(" | ", " | &nbsp;&nbsp; ")


Markup = types.MarkupContent | str


def markup(markdown: str, formats: Sequence[str]) -> Markup:
    """Return Markdown, or plain text for clients that cannot show Markdown."""
    markdown = lines(markdown)
    if "markdown" in formats:
        return types.MarkupContent(types.MarkupKind.Markdown, markdown)
    simple = aligned(_SIGNS.sub(r"\1", markdown))
    return types.MarkupContent(types.MarkupKind.PlainText, simple) if "plaintext" in formats else simple


_SIGNS = re.compile(r"\\([\\`*_{}\[\]<>()#+!|~&$@:.])|\*\*|`+|^#+ |^\|? ?-{3,}[-| ]*\n", re.MULTILINE)


def completion(
    item: Completion, kind: str, rank: int, place: types.Range, client: Client
) -> types.CompletionItem:
    """Return an item that replaces the range `place`, with the kind that editors show.

    `rank` is the number by which clients sort the items.
    """
    text = item.text if client.snippets or not item.snippet else item.plain
    snippet, detail = item.snippet and client.snippets, visible(item.detail)
    if client.snippets and not snippet and LINE_BREAK.search(text):
        # The menus of some editors write one line at most; their snippets have as many as they like.
        text, snippet = as_snippet(text), True
    return types.CompletionItem(
        visible(item.label),
        label_details=types.CompletionItemLabelDetails(description=detail)
        if detail and client.explains
        else None,
        kind=COMPLETION_KINDS[kind],
        sort_text=f"{rank:05}",
        filter_text=item.sought,
        text_edit=types.TextEdit(place, text),
        insert_text_format=types.InsertTextFormat.Snippet if snippet else types.InsertTextFormat.PlainText,
        detail=detail or None,
        documentation=markup(item.documentation, client.documentation) if item.documentation else None,
        tags=[types.CompletionItemTag.Deprecated] if item.deprecated else None,
    )


def signature(found: Signature, client: Client) -> types.SignatureHelp:
    """Return the form in the shape that all clients understand: labels as text."""
    form = types.SignatureInformation(
        visible(found.label),
        markup(found.documentation, client.signatures) if found.documentation else None,
        [
            types.ParameterInformation(visible(one.label), markup(one.documentation, client.signatures))
            for one in found.parameters
        ],
        # lsprotocol writes nothing as null here, which says that no parameter is the active one.
        active_parameter=found.active,
    )
    return types.SignatureHelp([form], active_signature=0, active_parameter=found.active)


def edits(found: Iterable[Edit], positions: Positions) -> list[types.TextEdit]:
    return [
        types.TextEdit(positions.range(one.start, one.end), one.text) for one in _sayable(found, positions)
    ]


def plain_edits(found: Iterable[Edit], positions: Positions) -> Json:
    """Return edits as plain JSON."""
    return [
        {"range": range_(positions, one.start, one.end), "newText": one.text}
        for one in _sayable(found, positions)
    ]


def _sayable(found: Iterable[Edit], positions: Positions) -> list[Edit]:
    """Return the same edits, except that none begins or ends between `\\r` and `\\n`, which has no position."""
    result: list[Edit] = []
    for one in sorted(found, key=lambda edit: (edit.start, edit.end)):
        start, text = one.start, one.text
        if positions.within_break(start):
            if result and result[-1].end > start:
                # The edit before also ended here, and has taken over the `\r`.
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


def symbols(
    found: Sequence[Symbol], uri: str, positions: Positions, client: Client
) -> Plain | list[types.SymbolInformation]:
    if client.hierarchy:
        return Plain([_symbol(one, positions) for one in found])
    return list(flat(found, "", uri, positions))


def _symbol(one: Symbol, positions: Positions) -> Json:
    result = {
        "name": visible(one.name.strip()) or "…",
        "kind": SYMBOL_KINDS[one.kind],
        "range": range_(positions, *one.span),
        "selectionRange": range_(positions, *one.selection),
    }
    if one.detail:
        result["detail"] = visible(one.detail)
    if one.children:
        result["children"] = [_symbol(child, positions) for child in one.children]
    return result


def range_(positions: Positions, start: int, end: int) -> Json:
    (line, column), (end_line, end_column) = positions.pairs(start, end)
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


def flat(
    found: Iterable[Symbol], container: str, uri: str, positions: Positions
) -> Iterator[types.SymbolInformation]:
    """Yield an outline as a flat list of places, each with the name of its parent."""
    for one in found:
        name = visible(one.name.strip()) or "…"
        location = types.Location(uri, positions.range(*one.span))
        yield types.SymbolInformation(
            location, name, types.SymbolKind(SYMBOL_KINDS[one.kind]), container_name=container
        )
        yield from flat(one.children, name, uri, positions)


def folds(found: Iterable[Fold], positions: Positions, limit: int | None) -> list[types.FoldingRange]:
    """Return the folds of more than one line, at most `limit`. Later folds are not looked for."""
    lines = ((positions.line(one.start), positions.line(one.end), one.kind) for one in found)
    tall = (types.FoldingRange(start, end, kind=kind) for start, end, kind in lines if start < end)
    return list(islice(tall, limit))


def tokens(found: Iterable[SemanticToken], text: str, encoding: Encoding) -> list[int]:
    """Return five numbers per token of a text: line and column distance, length, type, modifiers. Tokens end with their line."""
    data: list[int] = []
    last_line = last_column = 0
    breaks = [*LINE_BREAK.finditer(text)]
    starts = [0, *(one.end() for one in breaks)]
    ends = [*(one.start() for one in breaks), len(text)]
    for start, end, kind, modifiers in found:
        line = bisect_right(starts, start) - 1
        end = min(end, ends[line])
        column, length = units(text[starts[line] : start], encoding), units(text[start:end], encoding)
        if end <= start or (line, column) < (last_line, last_column):
            continue
        data += (
            line - last_line, column - last_column if line == last_line else column, length,
            _TYPE[kind], _bits(modifiers),
        )  # fmt: skip
        last_line, last_column = line, column
    return data


@cache
def _bits(modifiers: frozenset[str]) -> int:
    return sum(_BIT[name] for name in modifiers)


def token_edits(old: list[int], new: list[int]) -> list[types.SemanticTokensEdit]:
    """Return the edit from one answer to another, or none."""
    if old == new:
        return []
    head, tail = common_ends(old, new)
    return [types.SemanticTokensEdit(head, len(old) - head - tail, new[head : len(new) - tail])]


def hint(one: Hint, positions: Positions) -> types.InlayHint:
    return types.InlayHint(
        positions.position(one.offset),
        visible(one.text),
        tooltip=lines(one.tooltip) or None,
        padding_left=True,
    )


def lens(one: Lens, positions: Positions) -> types.CodeLens:
    """Return a lens. One without a long text is only a title: its command has no name."""
    title = visible(one.title)
    more = [one.text, title.partition(":")[0]] if one.text else None
    command = types.Command(title, SHOW if more else "", lines(one.tooltip) or None, more)
    return types.CodeLens(positions.range(*one.span), command)


def glyph(one: Drawn[Span], positions: Positions, modifiers: Sequence[str] = ()) -> Json:
    place: Json = {
        "range": range_(positions, *one.source),
        "line": one.line,
        "start": one.start,
        "end": one.end,
    }
    return {**place, "modifiers": list(modifiers)} if modifiers else place


def place(offset: int, positions: Positions) -> Json:
    """Return a position as plain JSON."""
    line, character = positions.pair(offset)
    return {"line": line, "character": character}
