"""The parts of a chunk of a game: tags, actions with their details, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kibitz.core.answers import SemanticToken, TokenType
from kibitz.core.memory import remembered
from kibitz.core.parts import Part
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.languages.qgn.check.values import team_spans
from kibitz.languages.qgn.features._cursor import rounds
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text import model
from kibitz.languages.qgn.text.head import is_legacy, winning
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action, Comment, Tag
from kibitz.languages.qgn.text.record import tag_block

_FIXED = ("key", "variant", "seed", "completed")
"""The tags of the play itself: the game, its start, and whether it is over."""


def parts(language: Qgn, text: str) -> Iterator[Part]:
    """Yield the parts of a chunk."""
    said: model.Part = language.parsed(text).value
    tags = winning(said) if said.head else {}
    # A converted tag of an older record has the same meaning.
    fixed = {tags[key][0] for key in _FIXED if key in tags and not is_legacy(said)}
    if (block := tag_block(said)) is not None:
        yield Part(block, folds=True)
    played = [(Span(start, start + len(action.text)), action) for start, action in said.actions]
    if played:
        yield Part(played[0][0], inner=partial(_inner, played))
    for placed in said.items:
        item = placed.item
        if isinstance(item, Comment):
            yield Part(placed.span, "comment", folds=True)
        elif isinstance(item, Tag):
            yield Part(placed.span)
            yield from _tag(placed.start, item, placed.start in fixed)
        elif isinstance(item, Action) and item.sign:
            yield Part(placed.span, step=True, fields=_fields(item.text, language.rules))
        else:
            yield Part(placed.span)


def _tag(at: int, tag: Tag, fixed: bool) -> Iterator[Part]:
    yield Part(tag.key_at.shifted(at), "property" if tag.key else None)
    yield Part(tag.value_at.shifted(at), fixed_fact=fixed)
    start, end = tag.value_at
    if tag.text[start - 1 : start] in {'"', "'"} and start > tag.key_at.start:
        closed = tag.text[end : end + 1] == tag.text[start - 1]
        start, end = start - 1, end + closed
    yield Part(Span(start, end).shifted(at), "string" if start < end else None)
    if tag.key == "teams":
        yield from (Part(span.shifted(at + tag.value_at.start)) for span in team_spans(tag.value))


def _inner(played: list[tuple[Span, Action]]) -> Iterator[Part]:
    """Yield the rounds of a chunk, and the parts of actions that selections find."""
    yield from (Part(Span(group[0][0].start, group[-1][0].end)) for _, group in rounds(played))
    for (at, _), action in played:
        yield Part(Span(at, at + action.sign_at.end))
        if action.details:
            yield Part(Span(action.details[0].at.start, action.details[-1].at.end).shifted(at))


@remembered
def _fields(text: str, rules: Rules) -> tuple[SemanticToken, ...]:
    """Return the coloured words of an action, relative to it; actions repeat."""
    action = read_action(text, rules)
    found = [SemanticToken(*action.index_at, "variable"), SemanticToken(*action.sign_at, "function")]
    if action.ampersand is not None:
        mark = text.index("&", action.ampersand.start)
        found.append(SemanticToken(mark, mark + 1, "operator"))
    for detail in action.details:
        if detail.text:
            kind: TokenType = "number" if detail.text.isdecimal() else "parameter"
            found.append(SemanticToken(*detail.at, kind))
    return tuple(found)
