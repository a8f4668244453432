"""A record as a page that steps through it: one file without references.

Each part of the previews is stored once, and each step as the numbers of its parts. So hundreds of steps stay small. If a notation
has secrets, the page can switch to the public view. The public page of a record contains only that: no text, no findings, and no
places of the text, whose distances would reveal secrets.
"""

from __future__ import annotations

import json
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.data import read_data
from kibitz.core.internal_errors import RefusedError
from kibitz.core.picture import displayed
from kibitz.core.preview import pictured
from kibitz.core.scene import Scene
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.shown import escaped, signs
from kibitz.core.svg import Part, classes, part, style
from kibitz.core.values import Diagnostic, Span

_BUTTONS = """\
<button id="first" type="button" aria-label="First" title="First">|◁</button>\
<button id="previous" type="button" aria-label="Previous" title="Previous">◁</button>\
<button id="play" type="button" aria-label="Play" title="Play">▶</button>\
<button id="next" type="button" aria-label="Next" title="Next">▷</button>\
<button id="last" type="button" aria-label="Last" title="Last">▷|</button>"""
_SPEEDS = '<option value="2000">slow</option><option value="1000" selected>normal</option><option value="400">fast</option>'
Json = dict[str, Any]


def replay(
    analysis: Analysis,
    title: str,
    preferences: Preferences,
    findings: Sequence[Diagnostic] = (),
    public: bool = False,
) -> str:
    """Return the page. Raises RefusedError with a message for people if the public view is wanted and the notation has no secrets."""
    language = analysis.language
    hides = HIDDEN in {setting.name for setting in language.settings}
    if public and not hides:
        raise RefusedError(f"{language.name}: nothing in it is hidden from some players only")
    everybodys = Preferences({**preferences.values, HIDDEN: True})

    @cache
    def found_in(span: Span) -> list[Diagnostic]:
        return [one for one in findings if span.start <= one.span.start <= span.end]

    steps: list[Span] = list(language.steps(analysis))
    offsets: list[int | None] = [step.start for step in steps] or [None]
    seen = [everybodys] if public else [preferences, everybodys] if hides else [preferences]
    views = [[pictured(analysis, offset, one, found_in) for offset in offsets] for one in seen]
    data: Json = {"views": [_pictures(scenes, public) for scenes in views]}
    for view, one in zip(data["views"], seen, strict=True):
        for step, telling in zip(view["steps"], language.story(analysis, one), strict=False):
            step |= {"chapter": displayed(telling.chapter), "told": list(map(displayed, telling.lines))}
    if data["views"][0] == data["views"][-1]:
        # Every player sees the whole preview.
        del data["views"][1:]
    if not public:
        text = signs(analysis.document.text())
        spans = steps or [Span(0, len(text))]
        data |= {
            "spans": spans,
            "text": text,
            "findings": [_finding(one, spans) for one in findings],
        }
    return _page(title, data, style(classes(scene for scenes in views for scene in scenes)), public)


def _pictures(scenes: Sequence[Scene], public: bool) -> Json:
    """Return each part of the previews once, each of its places once, and the steps as numbers of these."""
    inner: dict[str, int] = {}
    placed: dict[Part, int] = {}
    steps: list[Json] = []
    written = cache(part)
    for scene in scenes:
        shown = (item._replace(span=None if public else item.span, place="") for item in scene.items)
        steps.append(
            {
                "width": round(scene.width, 1),
                "height": round(scene.height, 1),
                "title": displayed(scene.title),
                "parts": [placed.setdefault(written(item), len(placed)) for item in shown],
            }
        )
    places = [[inner.setdefault(one.inner, len(inner)), one.place] for one in placed]
    return {"inner": list(inner), "placed": places, "steps": steps}


def _finding(one: Diagnostic, steps: Sequence[Span]) -> Json:
    number = bisect_right([step.start for step in steps], one.span.start) - 1
    return {
        "span": one.span,
        "severity": one.severity.name.lower(),
        "code": one.rule.code,
        "message": one.message,
        "step": max(number, 0),
    }


def _page(title: str, data: Json, look: str, public: bool) -> str:
    script, own = (read_data("kibitz.core", f"player.{kind}") for kind in ("js", "css"))
    code = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{code}'; base-uri 'none'; form-action 'none'"
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    name = escaped(displayed(title))
    record = (
        '<details id="record" open><summary>The record</summary><pre id="text" tabindex="0" aria-label="The record"></pre>'
        '<ul id="findings"></ul></details>'
    )
    switch = '<button id="switch" type="button" aria-pressed="false" hidden>As everybody sees it</button>'
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>{own}{look}</style>
</head>
<body>
<header>
<h1>{name}</h1>
{_BUTTONS}
<input id="slider" type="range" min="0" value="0" aria-label="Step">
<output id="count"></output>
<select id="speed" aria-label="Speed">{_SPEEDS}</select>
{"" if public else switch}
</header>
<main>
<svg id="picture" class="kibitz" role="group" xmlns="http://www.w3.org/2000/svg"></svg>
<aside><nav id="story" aria-label="What happens" hidden></nav>{"" if public else record}</aside>
</main>
<p id="said" role="status" style="position:absolute;left:-9999px"></p>
<script type="application/json" id="data">{written}</script>
<script>{script}</script>
</body>
</html>
"""
