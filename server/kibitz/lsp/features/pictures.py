"""Previews of a record in the form that a client asks for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from reprlib import repr as shortly
from typing import cast, get_args

from pygls.exceptions import JsonRpcInvalidParams

from kibitz.core.player import replay
from kibitz.core.preview import page, pictured
from kibitz.core.setting import CIRCLE, LAYOUT, Preferences
from kibitz.core.svg import Theme, svg
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Span
from kibitz.lsp.diagnostics.publishing import reported, selected
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.features.background import background
from kibitz.lsp.features.semantic_tokens import modifiers
from kibitz.lsp.features.stage import places_of, plays, timeline
from kibitz.lsp.transport.converter import Plain
from kibitz.lsp.transport.messages import PREVIEW, PreviewParams
from kibitz.project.settable import problems
from kibitz.project.settings import wanted

TEXT, SVG, HTML, REPLAY = "text", "svg", "html", "replay"
FORMATS = (TEXT, SVG, HTML, REPLAY)
THEMES: tuple[str, ...] = get_args(Theme)
NEAR = 6
"""Number of characters within which a place belongs to an event."""
STEPS = ("first", "previous", "next", "last")


@background(PREVIEW)
def picture(snapshot: Snapshot, params: PreviewParams) -> Plain:
    """Return the preview of the record, at a position if there is one. Options of the request win over settings.

    `spans` has the source of each glyph, or of each element with `data-span` in an SVG.
    `here` has the numbers of those at the position.
    """
    offset = None if params.position is None else snapshot.positions.offset(params.position)
    preferences = preferences_of(snapshot, params)
    form = _one_of("format", params.format or TEXT, FORMATS)
    answer: dict[str, object] = {"version": snapshot.version, "layouts": layouts(snapshot)}
    if params.step is not None:
        offset = _stepped(snapshot, offset, _one_of("step", params.step, STEPS))
        answer["position"] = None if offset is None else convert.place(offset, snapshot.positions)
    language, analysis = snapshot.language, snapshot.analysis
    if params.taken is not None:
        answer["plays"] = plays(snapshot, offset, params.taken)
    if params.timeline:
        answer["timeline"] = timeline(snapshot, preferences, reported(snapshot, analysis.diagnostics()))
    theme = cast(Theme, _one_of("theme", params.theme or THEMES[0], THEMES))
    if form == REPLAY:
        findings = selected(snapshot, analysis.diagnostics())
        return Plain({**answer, "html": replay(analysis, _base(snapshot.uri), preferences, findings)})
    if form != TEXT:
        scene = pictured(analysis, offset, preferences, partial(_reported, snapshot))
        if form == HTML:
            text = language.preview(analysis, offset, preferences).text
            return Plain({**answer, "html": page(scene, text, _base(snapshot.uri), theme)})
        spans = [item.span for item in scene.items if item.span is not None]
        told = [{"range": convert.range_(snapshot.positions, *span)} for span in spans]
        here = _here(snapshot, spans, offset)
        return Plain({**answer, "svg": svg(scene, theme), "spans": told, "here": here})
    found = language.preview(analysis, offset, preferences)
    looks = modifiers(analysis, [one.source.start for one in found.glyphs])
    lines = found.text.split("\n")
    spans_of_text = [
        convert.glyph(
            one,
            snapshot.positions,
            _shown(looks.get(one.source.start, frozenset()), lines[one.line][one.start : one.end]),
        )
        for one in found.glyphs
    ]
    if params.taken is not None:
        places = places_of(language.scene(analysis, offset, preferences))
        for told_of, one in zip(spans_of_text, found.glyphs, strict=True):
            told_of |= {"place": places[one.source]} if one.source in places else {}
    here = _here(snapshot, [one.source for one in found.glyphs], offset)
    return Plain({**answer, "text": found.text, "spans": spans_of_text, "here": here})


def _reported(snapshot: Snapshot, span: Span) -> list[Diagnostic]:
    """Return the findings in a span, without those that wait while the user types."""
    return reported(snapshot, snapshot.analysis.diagnostics_in(*span))


def _shown(looks: frozenset[str], drawn: str) -> Sequence[str]:
    """Return the modifiers of a glyph. Words of dead players are struck through, numbers of seats are not."""
    word = any(letter.isalpha() for letter in drawn)
    return [one for one in sorted(looks) if word or one != "deprecated"]


def _here(snapshot: Snapshot, spans: Sequence[Span], offset: int | None) -> list[int]:
    """Return the numbers of the smallest stretch at a place, or else of one close by on its line."""
    if offset is None:
        return []
    far = {span: found for span in set(spans) if (found := _distance(snapshot, span, offset)) is not None}
    nearest = min(far, key=far.__getitem__, default=None)
    return [number for number, span in enumerate(spans) if span == nearest]


def _distance(snapshot: Snapshot, span: Span, offset: int) -> tuple[int, int] | None:
    """Return the distance of a span, and its length if it touches the offset, or None if it is too far away."""
    gap = max(span.start - offset, offset - span.end, 0)
    if gap == 0:
        return 0, span.end - span.start
    near = gap <= NEAR and snapshot.document.text(min(offset, span.end), max(offset, span.start))
    return (gap, span.start) if near and not LINE_BREAK.search(near) else None


def layouts(snapshot: Snapshot) -> list[str]:
    """Return the layouts that a preview may have, for menus. Most notations have only one."""
    return [
        choice
        for setting in snapshot.language.settings
        if setting.name == LAYOUT
        for choice in (CIRCLE, *setting.choices)
    ]


def preferences_of(snapshot: Snapshot, params: PreviewParams) -> Preferences:
    """Return the settings with the options of the request. Raises JsonRpcInvalidParams for unknown values."""
    known = {one.name: one for one in snapshot.language.settings}
    asked = wanted(params.layout, params.width, params.view)
    for problem in problems({name: asked[name] for name in asked if name in known}, known.values()):
        raise JsonRpcInvalidParams(problem)
    return Preferences({**snapshot.settings.preferences.values, **asked})


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise JsonRpcInvalidParams(f"{what} must be one of {', '.join(known)}, not {shortly(value)}")
    return value


def _stepped(snapshot: Snapshot, offset: int | None, step: str) -> int | None:
    """Return the offset after a step, or the same offset if there are no steps."""
    steps: list[Span] = list(snapshot.language.steps(snapshot.analysis))
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


def _base(uri: str) -> str:
    """Return the name of the file of a record, with `?` for bytes that are not UTF-8."""
    name = path_of(uri).replace("\\", "/").rpartition("/")[2]
    return name.encode("utf-8", "replace").decode("utf-8")
