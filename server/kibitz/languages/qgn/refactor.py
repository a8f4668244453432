"""Things that can be done to a record on demand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Action, Edit, Span
from kibitz.languages.qgn.assist import head_of, is_head, read, spot, tag_spans
from kibitz.languages.qgn.head import LEGACY, REQUIRED
from kibitz.languages.qgn.model import Tag

CHARACTERS_LOOKED_AT = 4096
"""Where line ends are looked at: actions are asked for wherever the cursor goes."""


def actions(analysis: Analysis, span: Span) -> list[Action]:
    """The refactorings at a selection."""
    return [
        *_move_up(analysis, span),
        *_required_first(analysis, span),
        *_convert_legacy(analysis, span),
        *_line_ends(analysis),
    ]


def _head_tags(analysis: Analysis, span: Span) -> list[tuple[int, Tag]]:
    """The tags around a selection; none if it is not among the tags of a game."""
    place = analysis.document.place_at(span.start)
    if not is_head(place):
        return []
    items = read(analysis, place).items
    return [(place.start + start, item) for start, item in items if isinstance(item, Tag)]


def _move_up(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Moves a tag that stands among actions up behind the tags of its game."""
    here = spot(analysis, span.start)
    placed = here.placed
    if here.part.head or placed is None or not isinstance(placed.item, Tag) or not here.number:
        return
    before = here.place.start + here.part.items[here.number - 1].end
    away = Edit(before, placed.end, "")
    head = head_of(analysis.document, here.place)
    if head is not None and (tags := tag_spans(read(analysis, head), head.start)):
        yield Action("Move the tag up", (Edit(tags[-1].end, tags[-1].end, f"\n{placed.item.text}"), away))
    else:
        yield Action("Move the tag up", (Edit(0, 0, f"{placed.item.text}\n\n"), away))


def _required_first(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Puts `key` and `teams` first: the tags change places, what is between them stays."""
    tags = _head_tags(analysis, span)
    rank = {key: number for number, key in enumerate(REQUIRED)}
    wanted = sorted(tags, key=lambda tag: rank.get(tag[1].key, len(rank)))
    if wanted != tags and all(tag.sound for _, tag in tags):
        edits = tuple(
            Edit(start, start + len(old.text), new.text)
            for (start, old), (_, new) in zip(tags, wanted, strict=True)
            if old.text != new.text
        )
        yield Action("Put `key` and `teams` first", edits)


def _convert_legacy(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Writes the tags of BGN as those of QGN."""
    tags = _head_tags(analysis, span)
    present = {tag.key for _, tag in tags}
    edits = tuple(
        Edit(start + tag.key_at.start, start + tag.key_at.end, LEGACY[tag.key])
        for start, tag in tags
        if tag.key in LEGACY and LEGACY[tag.key] not in present
    )
    if edits:
        yield Action("Convert the tags to QGN", edits)


def _line_ends(analysis: Analysis) -> Iterator[Action]:
    """Writes the line ends of the whole file as LF, if it begins with others."""
    if "\r\n" in analysis.document.text(0, CHARACTERS_LOOKED_AT):
        text = analysis.document.text()
        start, end = text.index("\r\n"), text.rindex("\r\n") + 2
        yield Action("Use LF line ends", (Edit(start, end, text[start:end].replace("\r\n", "\n")),), "source")
