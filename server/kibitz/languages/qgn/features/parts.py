"""The parts of a chunk of a game: tags, actions with their details, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken, Symbol, TokenType
from kibitz.core.bounds import SHORT, SYMBOLS
from kibitz.core.memory import remembered
from kibitz.core.parts import Part
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.check.tags import team_spans
from kibitz.languages.qgn.features._history import actions, begun_at, read, rounds, told_by
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text import items
from kibitz.languages.qgn.text.items import Action, Comment, Tag, read_action
from kibitz.languages.qgn.text.record import (
    Game,
    Head,
    game_at,
    games,
    is_head,
    is_legacy,
    tag_block,
    tag_spans,
    winning,
)

_FIXED = ("key", "variant", "seed", "completed")
"""The tags of the play itself: the game, its start, and whether it is over."""


def parts(language: Qgn, text: str) -> Iterator[Part]:
    """Yield the parts of a chunk."""
    said: items.Part = language.parsed(text).value
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


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the item at an offset or directly before it; an open comment holds all text after it."""
    opened = _open_comment(analysis, offset)
    if opened is not None:
        return Span(opened, offset)
    written = begun_at(analysis, offset)
    if written is None:
        return Span(offset, offset)
    # A tag is open until its bracket and may contain spaces.
    opened_tag = isinstance(written.item, Tag) and not written.item.text.endswith("]")
    going_on = offset <= written.end or opened_tag
    return Span(written.start, max(written.end, offset)) if going_on else Span(offset, offset)


def _open_comment(analysis: Analysis, offset: int) -> int | None:
    """Return the start of the comment that is still open at an offset in the same game, or None."""
    for at in analysis.document.until(analysis.document.place_at(offset)):
        for start, item in reversed(read(analysis, at).items):
            if isinstance(item, Comment) and at.start + start < offset:
                # Only a brace or `/*` can be open.
                return None if item.closed else at.start + start
        if is_head(at) or at.start <= offset - SHORT:
            return None
    return None


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the game at an offset if only comments follow in it, or an empty span."""
    game = game_at(analysis.document, analysis.document.place_at(offset))
    for place in game.places:
        for start, item in read(analysis, place).items if place.end > offset else ():
            if place.start + start >= offset and not isinstance(item, Comment):
                return Span(offset, offset)
    return Span(game.start, game.last.end)


SYMBOLS_OF_ACTIONS = 50_000
"""Maximum document length, in code points, for an outline with actions; longer ones list only games."""


def symbols(language: object, analysis: Analysis) -> Iterator[Symbol]:
    """Yield the games with their tags, and their actions by rounds."""
    document = analysis.document
    deep = len(document) <= SYMBOLS_OF_ACTIONS
    for number, game in enumerate(games(document)):
        if number == SYMBOLS:
            name = f"{sum(1 for _ in games(document)) - number:,} more games"
            rest = Span(game.start, len(document))
            yield Symbol(name, "", "game", rest, rest.first)
            return
        if game.start < game.end:
            yield _game(analysis, game, deep)


def _game(analysis: Analysis, game: Game, deep: bool) -> Symbol:
    part, told = read(analysis, game.head), told_by(analysis, game.head)
    first = next(iter(tag_spans(part)), Span(0, 0)).shifted(game.start)
    children = (*_tags(game, part), *_rounds(analysis, game, told)) if deep else ()
    return Symbol(
        (told.key or "").strip() or "game",
        ", ".join(told.teams),
        "game",
        Span(game.start, game.end),
        first,
        children,
    )


def _tags(game: Game, part: items.Part) -> Iterator[Symbol]:
    for start, tag in part.tags:
        if tag.key:
            span = Span(start, start + len(tag.text)).shifted(game.start)
            yield Symbol(tag.key.strip() or "tag", tag.value, "key", span, tag.key_at.shifted(span.start))


def _rounds(analysis: Analysis, game: Game, told: Head) -> Iterator[Symbol]:
    for number, group in rounds(actions(analysis, game.actions)):
        children = [Symbol(one.plain, _deed(told, one), "event", span, span) for span, one in group]
        span = Span(group[0][0].start, group[-1][0].end)
        yield Symbol(
            f"round {number}", plural(len(group), "action"), "section", span, group[0][0], tuple(children)
        )


def _deed(told: Head, action: Action) -> str:
    """Return the team and the kind of an action, or nothing if the game is unknown."""
    kind = told.known.kinds.get(action.sign) if told.known else None
    team = "".join(told.teams[action.index : action.index + 1])
    return ": ".join(filter(None, [team, kind.name])) if kind else ""
