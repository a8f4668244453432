"""The colours of tags, actions and comments."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken
from kibitz.core.items import lines_of
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.text.model import Action, Comment, Tag


def tokens(language: object, analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """The colours of tags, actions and comments."""
    for place in analysis.document.places(*span):
        for start, item in read(analysis, place).items:
            at = place.start + start
            if isinstance(item, Tag):
                yield from _tag_tokens(item, at)
            elif isinstance(item, Action):
                yield from _action_tokens(item, at)
            elif isinstance(item, Comment):
                spans = lines_of(item.text, Span(0, len(item.text)))
                yield from (SemanticToken(*span.shifted(at), "comment") for span in spans)


def _tag_tokens(tag: Tag, at: int) -> Iterator[SemanticToken]:
    if tag.key:
        yield SemanticToken(*tag.key_at.shifted(at), "property")
    start, end = tag.value_at
    if tag.text[start - 1 : start] in {'"', "'"} and start > tag.key_at.start:
        closed = tag.text[end : end + 1] == tag.text[start - 1]
        start, end = start - 1, end + closed
    if start < end:
        yield SemanticToken(at + start, at + end, "string")


def _action_tokens(action: Action, at: int) -> Iterator[SemanticToken]:
    if not action.sign:
        return
    yield SemanticToken(*action.index_at.shifted(at), "variable")
    yield SemanticToken(*action.sign_at.shifted(at), "function")
    if action.ampersand is not None:
        mark = at + action.text.index("&", action.ampersand.start)
        yield SemanticToken(mark, mark + 1, "operator")
    for detail in action.details:
        if detail.text:
            yield SemanticToken(*detail.at.shifted(at), "number" if detail.text.isdecimal() else "parameter")
