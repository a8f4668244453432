"""Things that can be done to a record on demand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Action, Edit, Span
from kibitz.languages.qgn.assist import game_at, read, spot, tag_spans
from kibitz.languages.qgn.head import LEGACY, REQUIRED
from kibitz.languages.qgn.model import Tag


def actions(analysis: Analysis, span: Span) -> list[Action]:
    """The refactorings at a selection."""
    return [
        *_move_up(analysis, span),
        *_required_first(analysis, span),
        *_convert_legacy(analysis, span),
        *_line_ends(analysis),
    ]


def _head_tags(analysis: Analysis, span: Span) -> list[tuple[int, Tag]]:
    """The tags of the game around a selection, if they can all be read and the selection is among them."""
    head = game_at(analysis.document, span.start).head
    if head is None or head.end < span.start:
        return []
    items = read(analysis, head).items
    return [(head.start + start, item) for start, item in items if isinstance(item, Tag)]


def _move_up(analysis: Analysis, span: Span) -> Iterator[Action]:
    """Moves a tag that stands among actions up behind the tags of its game."""
    here = spot(analysis, span.start)
    placed, game = here.placed, game_at(analysis.document, span.start)
    if here.part.head or placed is None or not isinstance(placed.item, Tag) or not here.number:
        return
    before = here.place.start + here.part.items[here.number - 1].end
    away = Edit(before, placed.end, "")
    tags = tag_spans(read(analysis, game.head), game.head.start) if game.head else []
    if tags:
        yield Action("Move the tag up", (Edit(tags[-1].end, tags[-1].end, f"\n{placed.item.text}"), away))
    else:
        yield Action("Move the tag up", (Edit(game.start, game.start, f"{placed.item.text}\n\n"), away))


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
    """Writes the line ends of the whole file as LF."""
    text = analysis.document.text()
    if "\r\n" in text:
        start, end = text.index("\r\n"), text.rindex("\r\n") + 2
        yield Action("Use LF line ends", (Edit(start, end, text[start:end].replace("\r\n", "\n")),), "source")
