"""The options at a cursor: an action, or its next detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_letters, digits

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, Parameter, Play, Signature, plays_of
from kibitz.core.items import begun, place_written
from kibitz.core.next import Next, items
from kibitz.core.next import plays as core_plays
from kibitz.core.shown import code, escape
from kibitz.core.text import count_breaks
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.features._history import (
    History,
    begun_at,
    column_at,
    cursor_at,
    history_at,
    read,
    state_at,
)
from kibitz.languages.qgn.features._options import WHOLE, Pen, actions, each_choice, legal, parted, parting
from kibitz.languages.qgn.features._tags import blocks, heading_at, in_tag, new_tags, quoted_values
from kibitz.languages.qgn.game.games import Field, Kind
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.items import Action, Junk, Tag, read_action
from kibitz.languages.qgn.text.read import BLANKS
from kibitz.languages.qgn.text.record import is_head


def next(language: object, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.language.Language.next`."""
    here, document = cursor_at(analysis, offset), analysis.document
    placed = here.placed if here.placed and here.placed.start < offset else None
    start = placed.start if placed else offset
    typed, rest = document.text(start, offset), document.text(offset, placed.end) if placed else ""
    if placed and not isinstance(placed.item, Action if rest else (Action, Junk)):
        return None
    head = max(typed.rfind("&"), typed.rfind(".")) + 1
    if rest:
        # Items replace the field at the cursor.
        typed = typed[:head]
    field = min(rest.partition(sign)[0] for sign in "&.")
    if field[:1].isspace():
        return None
    history = history_at(analysis, here.place, start)
    pen = Pen(
        analysis.language.rules, column_at(analysis, start), last=not rest and _is_last(analysis, offset)
    )
    options = tuple(actions(history, pen, typed, 1 if rest else WHOLE))
    span, divider = Span(start + head, offset + len(field)), "&." if rest else ""
    return Next(options, span, typed, head, divider, predicts=False)


def _is_last(analysis: Analysis, offset: int) -> bool:
    """Return whether nothing but spaces follows in a game."""
    document, place = analysis.document, analysis.document.place_at(offset)
    after = document.after(place)
    follows = after is not None and after.chunk.text[:1].isdigit()
    return not (document.text(offset, place.end).strip(BLANKS) or follows)


def complete(language: Qgn, analysis: Analysis, offset: int) -> Iterable[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    here, text = cursor_at(analysis, offset), analysis.document.text
    placed = here.placed if here.placed and here.placed.start < offset else None
    word = text(here.place.start, offset)
    word = word[len(word.rstrip(ascii_letters + digits)) :]
    if word and not text(0, offset - len(word)).strip(BLANKS):
        # In an empty record it is a number from its list, or a game.
        return blocks(heading_at(analysis, here), Span(offset - len(word), offset), word)
    if waiting := _without_value(analysis, offset):
        return quoted_values(heading_at(analysis, here), waiting, offset)
    if placed and isinstance(placed.item, Tag):
        if offset == placed.end and placed.item.text.endswith("]"):
            # The next tag begins a line.
            return ()
        return in_tag(heading_at(analysis, here), placed.item, placed.start, offset - placed.start)
    actions = items(now) if (now := language.next(analysis, offset)) else ()
    if placed or not here.part.head:
        return actions
    tags = new_tags(heading_at(analysis, here), Span(offset, offset))
    # An empty line separates the actions from the tags.
    parted = count_breaks(text(max(offset - 4, 0), offset)) > 1
    return [*actions, *tags] if parted else [*tags, *actions]


def _without_value(analysis: Analysis, offset: int) -> Tag | None:
    """Return the tag without a value whose key is before a place, with only spaces between them, or None."""
    last = begun_at(analysis, offset)
    if (
        last is None
        or not isinstance(tag := last.item, Tag)
        or not tag.key
        or tag.value_at.start > tag.key_at.end
    ):
        return None
    between = analysis.document.text(last.start + tag.key_at.end, offset)
    return tag if between and not between.strip(" \t") else None


def plays(language: object, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the legal actions of the team to move, and the actions that any team may do, or the completions of an empty record."""
    document = analysis.document
    at, history = _moment(analysis, len(document) if offset is None else offset + 1)
    if history.turn is None:
        if not taken and (offset is None or document.blank):
            yield from plays_of(analysis.language.complete(analysis, min(at, len(document))))
        return
    before, column = begun_at(analysis, at), column_at(analysis, at)

    def write(text: str) -> tuple[Edit]:
        gap = "\n" if history.actions else "\n\n"
        if before is not None and isinstance(before.item, Action):
            gap = parting(column, len(text))
        return (Edit(at, at, gap + text),)

    options = parted(history, Pen(analysis.language.rules), legal(history) or (), 1, each_choice)
    yield from core_plays(options, taken, write)


def _moment(analysis: Analysis, offset: int) -> tuple[int, History]:
    """Return the place of the next action, after all items before an offset, and the position there. If the offset is
    in a head, the place is after all tags.
    """
    last = place_written(analysis.document, offset)
    if is_head(last):
        offset = max(offset, last.end)
    for here in analysis.document.until(last):
        if items := begun(read(analysis, here).items, offset - here.start):
            return here.start + items[-1].end, history_at(analysis, here, offset)
    return offset, history_at(analysis, here, offset)


def signature(language: object, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form of the action at the cursor in a known game, or None outside of details."""
    here = cursor_at(analysis, offset)
    if not here.placed or not isinstance(here.placed.item, Action):
        return None
    writing = read_action(analysis.document.text(here.placed.start, offset), analysis.language.rules)
    state = state_at(analysis, here.place, here.placed.start)
    kind = state.kind(writing.sign)
    if not writing.ampersand or kind is None or not kind.fields:
        return None
    number = len(writing.details) - 1
    last = len(kind.fields) - 1
    if number > last and not kind.more:
        return None
    who = state.teams[writing.index] if writing.index < len(state.teams) else ""
    label = f"{writing.index}{writing.sign}&" + ".".join(_labels(kind))
    parameters = tuple(
        Parameter(name, _about(field)) for name, field in zip(_labels(kind), kind.fields, strict=True)
    )
    about = " · ".join(escape(one) for one in (who, kind.name) if one)
    return Signature(label, parameters, min(number, last), about)


def _labels(kind: Kind) -> list[str]:
    """Return the names of the details.

    Editors search the label from the left, so no name may be part of an earlier one.
    """
    names: list[str] = []
    for field in kind.fields:
        name = f"{{{field.name}}}"
        names.append(name if name not in names else f"{{{field.name} {len(names) + 1}}}")
    if kind.more:
        names[-1] += "…"
    return names


def _about(field: Field) -> str:
    """Return the possible values of a detail, with the meanings of its words."""
    if field.words:
        return ", ".join(
            f"{code(choice)} {escape(word)}" for choice, word in zip(field.choices, field.words, strict=True)
        )
    return field.described
