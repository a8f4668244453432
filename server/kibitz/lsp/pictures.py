"""The picture beside the text, in the form that a client wants it."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import partial
from reprlib import repr as shortly
from typing import Any, cast, get_args
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from kibitz.core.calm import calm
from kibitz.core.marks import pictured
from kibitz.core.page import page
from kibitz.core.player import replay
from kibitz.core.setting import CIRCLE, LAYOUT, Preferences
from kibitz.core.svg import Theme, svg
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Span
from kibitz.lsp import convert
from kibitz.lsp.asking import about_document, ask, not_short
from kibitz.lsp.colours import modifiers
from kibitz.lsp.converter import Plain
from kibitz.lsp.ours import PREVIEW, SCHEME, PreviewParams
from kibitz.lsp.positions import path_of, position_in
from kibitz.lsp.said import said_at
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.stage import places_of, plays, timeline
from kibitz.lsp.view import View
from kibitz.project.settable import problems
from kibitz.project.settings import select, wanted

PAUSE = 0.1
"""Seconds after a change until the client is told that a picture is another one."""
SHOW_PREVIEW = "kibitz.preview"
"""Opens the picture of a record, in clients that show documents of servers."""
TEXT, SVG, HTML, REPLAY = "text", "svg", "html", "replay"
FORMATS = (TEXT, SVG, HTML, REPLAY)
THEMES: tuple[str, ...] = get_args(Theme)
NEAR = 6
"""What is so many characters away still belongs to a place: an event of a hand is not much longer."""
STEPS = ("first", "previous", "next", "last")


def picture(view: View, params: PreviewParams) -> Plain:
    """The picture of the record, at a position if one is given; options in the request count more than settings.

    The spans of a text tell where each glyph is, what it stands for and of what team, suit and so on that is (the
    modifiers of its semantic token), and, where what can be done is asked for, its place; those of an SVG, what its elements with `data-span` stand for, one after the other;
    `here` are the numbers of those that belong to the position.
    """
    offset = None if params.position is None else view.positions.offset(params.position)
    preferences = preferences_of(view, params)
    form = _one_of("format", params.format or TEXT, FORMATS)
    answer: dict[str, object] = {"version": view.version, "layouts": layouts(view)}
    if params.step is not None:
        offset = _stepped(view, offset, _one_of("step", params.step, STEPS))
        answer["position"] = None if offset is None else convert.place(offset, view.positions)
    language, analysis = view.language, view.analysis
    if params.taken is not None:
        answer |= plays(view, offset, params.taken)
    if params.timeline:
        answer["timeline"] = timeline(view, preferences, _counting(view, analysis.diagnostics()))
    theme = cast(Theme, _one_of("theme", params.theme or THEMES[0], THEMES))
    if form == SVG:
        scene = pictured(analysis, offset, preferences, partial(_said, view))
        spans = [item.span for item in scene.items if item.span is not None]
        positions = view.positions_for(len(spans))
        told = [convert.source(span, positions) for span in spans]
        here = _here(view, spans, offset)
        return convert.plain({**answer, "svg": svg(scene, theme), "spans": told, "here": here})
    if form == REPLAY:
        findings = select(analysis.diagnostics(), view.settings)
        return convert.plain({**answer, "html": replay(analysis, _base(view.uri), preferences, findings)})
    found = language.preview(analysis, offset, preferences)
    if form == HTML:
        scene = pictured(analysis, offset, preferences, partial(_said, view))
        return convert.plain({**answer, "html": page(scene, found.text, _base(view.uri), theme)})
    positions = view.positions_for(len(found.glyphs))
    looks = modifiers(analysis, [one.span.start for one in found.glyphs])
    lines = found.text.split("\n")
    spans_of_text = [
        convert.glyph(
            one,
            positions,
            _shown(looks.get(one.span.start, frozenset()), lines[one.line][one.start : one.end]),
        )
        for one in found.glyphs
    ]
    if params.taken is not None:
        places = places_of(language.scene(analysis, offset, preferences))
        for told_of, one in zip(spans_of_text, found.glyphs, strict=True):
            told_of |= {"place": places[one.span]} if one.span in places else {}
    here = _here(view, [one.span for one in found.glyphs], offset)
    return convert.plain({**answer, "text": found.text, "spans": spans_of_text, "here": here})


def _said(view: View, span: Span) -> list[Diagnostic]:
    """What is wrong at a stretch, but for what typing on may cure."""
    return _counting(view, view.analysis.diagnostics_in(*span))


def _counting(view: View, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those findings that count and that typing on does not cure."""
    chosen, now = select(found, view.settings), view.writing
    return chosen if now is None else calm(chosen, now)


def _takes_long(view: View, params: PreviewParams) -> bool:
    """Whether the record is not short, or its pictures at all steps are wanted."""
    return not_short(view, params) or params.format == REPLAY


server.feature(PREVIEW)(about_document(picture, _takes_long))


def _shown(looks: frozenset[str], drawn: str) -> Sequence[str]:
    """The modifiers of what is drawn: of the dead the words are struck through, not the numbers of their seats."""
    word = any(letter.isalpha() for letter in drawn)
    return [one for one in sorted(looks) if word or one != "deprecated"]


def _here(view: View, spans: Sequence[Span], offset: int | None) -> list[int]:
    """The numbers of the smallest stretch that a place touches, else of one close by on its line."""
    if offset is None:
        return []
    far = {span: found for span in set(spans) if (found := _distance(view, span, offset)) is not None}
    nearest = min(far, key=far.__getitem__, default=None)
    return [number for number, span in enumerate(spans) if span == nearest]


def _distance(view: View, span: Span, offset: int) -> tuple[int, int] | None:
    """How far a place is from a stretch, and the extent of one that it touches; None if it is too far away."""
    gap = max(span.start - offset, offset - span.end, 0)
    if gap == 0:
        return 0, span.end - span.start
    near = gap <= NEAR and view.document.text(min(offset, span.end), max(offset, span.start))
    return (gap, span.start) if near and not LINE_BREAK.search(near) else None


def layouts(view: View) -> list[str]:
    """The layouts that a picture of the record may have, for menus; most notations have only one."""
    return [
        choice
        for setting in view.language.settings
        if setting.name == LAYOUT
        for choice in (CIRCLE, *setting.choices)
    ]


def preferences_of(view: View, params: PreviewParams) -> Preferences:
    """What is set, and before it what is asked for. Raises JsonRpcInvalidParams for what can't be set."""
    known = {one.name: one for one in view.language.settings}
    asked = wanted(params.layout, params.width, params.view)
    for problem in problems({name: asked[name] for name in asked if name in known}, known.values()):
        raise JsonRpcInvalidParams(problem)
    return Preferences({**view.settings.preferences.values, **asked})


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise JsonRpcInvalidParams(f"{what} must be one of {', '.join(known)}, not {shortly(value)}")
    return value


def _stepped(view: View, offset: int | None, step: str) -> int | None:
    """Where the picture is that somebody wants to go to; where they are if there is none."""
    steps: list[Span] = list(view.language.steps(view.analysis))
    if not steps:
        return offset
    starts = [one.start for one in steps]
    here = len(starts) if offset is None else offset
    # Right at the beginning of a step is at that step.
    number = {
        "first": 0,
        "previous": max(bisect_right(starts, here) - 2, 0),
        "next": bisect_right(starts, here),
        "last": len(starts) - 1,
    }[step]
    return starts[min(number, len(starts) - 1)]


# The text picture as a document of its own, for clients that show those of servers (LSP 3.18)


def address(uri: str, position: types.Position | None = None) -> str:
    """The URI of the picture of a record: of all of it, or as it stood at a position."""
    asked = {"of": uri} if position is None else {"of": uri, "at": f"{position.line}:{position.character}"}
    # A client may call a record whatever it likes.
    return f"{SCHEME}:/{quote(_base(uri))}.txt?{urlencode(asked, errors='surrogatepass')}"


def meant_by(uri: str) -> tuple[str, types.Position | None] | None:
    """The record that the URI of a picture is of, and where; None for any other URI."""
    try:
        parts = urlsplit(uri)
        # Some clients escape what stands behind the question mark once more.
        query = parts.query if "=" in parts.query else unquote(parts.query)
        asked = parse_qs(query, errors="surrogatepass")
    except ValueError:
        return None
    if parts.scheme != SCHEME or "of" not in asked:
        return None
    line, _, character = asked.get("at", [""])[0].partition(":")
    sound = line.isdecimal() and character.isdecimal() and max(len(line), len(character)) < 10
    return asked["of"][0], types.Position(int(line), int(character)) if sound else None


def _base(uri: str) -> str:
    """What people call a record: the name of its file."""
    return path_of(uri).replace("\\", "/").rpartition("/")[2]


@server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
async def text_document_content(
    ls: KibitzServer, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """What stands at an address: a text, or the picture of a record. What changes in that later is told by asking the client to look again."""
    if (text := said_at(params.uri)) is not None:
        return types.TextDocumentContentResult(text)
    found = meant_by(params.uri)
    session = None if found is None else ls.sessions.get(found[0])
    if found is None or session is None:
        return types.TextDocumentContentResult("The record is not open.\n")
    asked = PreviewParams(types.TextDocumentIdentifier(found[0]), found[1])
    answer: Any = (await ask(session, picture, asked)).value
    ls.pictures.setdefault(found[0], set()).add(params.uri)
    return types.TextDocumentContentResult(answer["text"])


@server.command(SHOW_PREVIEW)
async def show_preview(ls: KibitzServer, *arguments: Any) -> str | None:
    """Opens the picture of a record, whose URI is the first argument; at a position, if that is the second.

    Gives the address, which whoever can't be asked to show documents may open by itself.
    """
    uri = arguments[0] if arguments else None
    if not isinstance(uri, str) or uri not in ls.sessions:
        raise JsonRpcInvalidParams(f"{SHOW_PREVIEW} takes the URI of an open record")
    found = address(uri, position_in(arguments[1]) if len(arguments) > 1 else None)
    if ls.client.shows:
        await ls.window_show_document_async(types.ShowDocumentParams(found, take_focus=False))
    return found


def refresh(ls: KibitzServer, uri: str) -> None:
    """Has the client look again at the pictures of a record that it has been given, once the typist pauses."""
    if ls.pictures.get(uri) and uri not in ls.outdated:
        ls.outdated.add(uri)
        asyncio.get_running_loop().call_later(PAUSE, _refresh, ls, uri)


def _refresh(ls: KibitzServer, uri: str) -> None:
    ls.outdated.discard(uri)
    for shown in sorted(ls.pictures.get(uri, ())):
        params = types.TextDocumentContentRefreshParams(shown)
        ls.protocol.send_request(types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH, params)
    if uri not in ls.sessions:
        ls.pictures.pop(uri, None)
