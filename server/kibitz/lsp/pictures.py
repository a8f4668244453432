"""The picture beside the text, in the form that a client wants it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from typing import cast, get_args

from kibitz.core.page import page
from kibitz.core.svg import Theme, svg
from kibitz.core.values import Preferences, Span
from kibitz.lsp import convert
from kibitz.lsp.asking import RequestFailed, about_document, not_short
from kibitz.lsp.converter import Plain
from kibitz.lsp.positions import path_of
from kibitz.lsp.protocol import PREVIEW, PreviewParams
from kibitz.lsp.server import server
from kibitz.lsp.session import Session
from kibitz.settings import wanted

TEXT, SVG, HTML = "text", "svg", "html"
FORMATS = (TEXT, SVG, HTML)
THEMES: tuple[str, ...] = get_args(Theme)
STEPS = ("first", "previous", "next", "last")


@server.feature(PREVIEW)
@partial(about_document, takes_long=not_short)
def preview(session: Session, params: PreviewParams) -> Plain:
    """The picture of the record, at a position if one is given; options in the request count more than settings.

    The spans of a text tell where each glyph is and what it stands for; those of an SVG, what its elements with
    `data-span` stand for, one after the other.
    """
    offset = None if params.position is None else session.positions.offset(params.position)
    preferences = preferences_of(session, params)
    form = _one_of("format", params.format or TEXT, FORMATS)
    answer: dict[str, object] = {"version": session.version}
    if params.step is not None:
        offset = _stepped(session, offset, _one_of("step", params.step, STEPS))
        answer["position"] = None if offset is None else convert.place(offset, session.positions)
    language, analysis = session.language, session.analysis
    if form == SVG:
        scene = language.scene(analysis, offset, preferences)
        spans = [item.span for item in scene.items if item.span is not None]
        positions = session.positions_for(len(spans))
        theme = cast(Theme, _one_of("theme", params.theme or THEMES[0], THEMES))
        told = [convert.source(span, positions) for span in spans]
        return convert.plain({**answer, "svg": svg(scene, theme), "spans": told})
    found = language.preview(analysis, offset, preferences)
    if form == HTML:
        scene = language.scene(analysis, offset, preferences)
        return convert.plain({**answer, "html": page(scene, found.text, name_of(session))})
    positions = session.positions_for(len(found.glyphs))
    spans_of_text = [convert.glyph(one, positions) for one in found.glyphs]
    return convert.plain({**answer, "text": found.text, "spans": spans_of_text})


def preferences_of(session: Session, params: PreviewParams) -> Preferences:
    """What is set, and before it what is asked for."""
    asked = wanted(params.layout, params.width, params.view)
    return Preferences({**session.settings.preferences.values, **asked})


def name_of(session: Session) -> str:
    """What people call the record: the name of its file."""
    return path_of(session.uri).replace("\\", "/").rpartition("/")[2]


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise RequestFailed(f"{what} must be one of {', '.join(known)}, not {value[:40]!r}")
    return value


def _stepped(session: Session, offset: int | None, step: str) -> int | None:
    """Where the picture is that somebody wants to go to; where they are if there is none."""
    steps: list[Span] = list(session.language.steps(session.analysis))
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
