"""The preview next to the text."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Glyph, Preview
from kibitz.core.setting import Preferences
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import layout_of
from kibitz.languages.botc.features._shown import Shown, bag_of, shown
from kibitz.languages.botc.game.log import Grimoire

NOTHING = Preview("No grimoire is written yet.\n")


def preview(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return a preview of the grimoire nearest to the cursor, or of the last one without a cursor."""
    what = shown(analysis, offset, preferences)
    if what is None:
        return NOTHING
    if what.record.form == "bag":
        return _bag(what)
    if what.words is not None:
        return Preview(f"{what.words}\n")
    drawing = render(Grimoire(what.players), *layout_of(preferences))
    glyphs = []
    for part in drawing.parts:
        span = what.span(part.player, part.kind, part.token)
        if span is not None and not (what.hidden and part.kind == "role"):
            glyphs.append(Glyph(span, part.line, part.start, part.end))
    notes = f"{what.notes}\n" if what.notes else ""
    return Preview(f"{drawing.text}\n{notes}", tuple(glyphs))


def _bag(what: Shown) -> Preview:
    """Return the roles of a bag by team."""
    lines: list[str] = []
    glyphs: list[Glyph] = []
    for team, words in bag_of(what):
        line = f"{team:<11}"
        for word in words:
            span = word.span.shifted(what.place.start)
            glyphs.append(Glyph(span, len(lines), len(line), len(line) + len(word.text)))
            line += word.text + "  "
        lines.append(line.rstrip())
    return Preview("".join(f"{line}\n" for line in lines), tuple(glyphs))
