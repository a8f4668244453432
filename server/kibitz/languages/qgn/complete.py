"""Completion: tags and their values, teams in turn with their actions, details."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Completion, Span
from kibitz.languages.qgn import replay
from kibitz.languages.qgn.assist import Spot, previous_action, read, spot, state_at
from kibitz.languages.qgn.check import State
from kibitz.languages.qgn.games import Field, Kind, known_games
from kibitz.languages.qgn.head import SEPARATOR, facts
from kibitz.languages.qgn.hover import TAGS
from kibitz.languages.qgn.model import Action, Comment, Part, Tag

CHUNKS_READ = 40
"""From how many chunks before the cursor the letters of an unknown game's actions are gathered."""


def complete(analysis: Analysis, offset: int) -> Sequence[Completion]:
    """What may be typed at `offset`."""
    here = spot(analysis, offset)
    placed = here.placed
    if placed is not None and placed.start < offset:
        item, at = placed.item, offset - placed.start
        if isinstance(item, Tag) and (at < len(item.text) or not item.text.endswith("]")):
            return list(_in_tag(here, item, placed.start, at))
        if isinstance(item, Comment) and (
            at < len(item.text) or not item.closed or item.text.startswith("//")
        ):
            return []
        if isinstance(item, Action):
            return list(_in_action(analysis, here, item, placed.start, offset))
    word = _word(analysis, offset)
    if analysis.document.text(word.start, offset).strip("0123456789"):
        return []
    return [*_actions(analysis, here, word, offset), *(_new_tags(here, word) if here.part.head else ())]


def _word(analysis: Analysis, offset: int) -> Span:
    """The word around an offset."""
    start, end = offset, offset
    while start > 0 and (before := analysis.document.text(start - 1, start)).isalnum() and before.isascii():
        start -= 1
    return Span(start, end)


# Tags


def _new_tags(here: Spot, word: Span) -> Iterator[Completion]:
    """Whole tags that are not there yet."""
    if word.start < word.end:
        return
    for key in _keys(here.part):
        value, plain = _value(key, here.part)
        yield Completion(
            f'[{key} "…"]', word, f'[{key} "{value}"]', "tag", documentation=TAGS.get(key, ""), filter=f"[{key}",
            snippet=True, plain=f'[{key} "{plain}"]',
        )  # fmt: skip


def _keys(part: Part, without: Tag | None = None) -> list[str]:
    """The keys of tags that are not there yet, the necessary ones first."""
    told = facts(part)
    present = {item.key for _, item in part.items if isinstance(item, Tag) and item is not without}
    wanted = ["key", "teams", *(told.known.tags if told.known else ("variant", "seed")), "completed", "date"]
    return [key for key in dict.fromkeys(wanted) if key not in present]


def _value(key: str, part: Part) -> tuple[str, str]:
    """The value of a new tag as a snippet and as plain text."""
    told = facts(part)
    if key == "teams":
        names = "abcdefgh"[: told.known.least if told.known else 2]
        return SEPARATOR.join(
            f"${{{number}:{name}}}" for number, name in enumerate(names, 1)
        ), SEPARATOR.join(names)
    if key == "date":
        return (today := f"{date.today():%m-%d-%Y}"), today
    values = [text for text, _ in _values(key, part)]
    if values:
        return "${1|" + ",".join(values) + "|}", values[0]
    return "${1}", ""


def _values(key: str, part: Part) -> list[tuple[str, str]]:
    """The values that a tag may have, with what is said of each."""
    if key == "key":
        return [(name, f"{_range(known.least, known.most)} teams") for name, known in known_games().items()]
    known = facts(part).known
    if key == "variant" and known is not None:
        return [(variant, f"variant of {known.key}") for variant in known.variants]
    if key == "completed":
        return [("false", "the game goes on"), ("true", "the game is over")]
    if key == "date":
        return [(f"{date.today():%m-%d-%Y}", "today")]
    return []


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _in_tag(here: Spot, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """The key, up to the end of its word, or the value."""
    if tag.key_at.holds(at) or not tag.key:
        yield from _tag_keys(here, tag, start, at)
    elif tag.value_at.start <= at <= tag.value_at.end and tag.text[tag.value_at.start - 1] in "\"'":
        for value, detail in _values(tag.key, here.part):
            yield Completion(value, tag.value_at.shifted(start), value, "value", detail)


def _tag_keys(here: Spot, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    valued = tag.value or '"' in tag.text
    span = (tag.key_at if tag.key else Span(at, at)).shifted(start)
    closed = tag.text.endswith("]")
    for key in _keys(here.part, tag):
        value, plain = _value(key, here.part)
        end = "" if closed else "]"
        yield Completion(
            key, span, key if valued else f'{key} "{value}"{end}', "key", documentation=TAGS.get(key, ""),
            snippet=not valued, plain="" if valued else f'{key} "{plain}"{end}',
        )  # fmt: skip


# Actions


def _in_action(
    analysis: Analysis, here: Spot, action: Action, start: int, offset: int
) -> Iterator[Completion]:
    """The team and letter of an action, or the detail that the cursor is in."""
    ampersand = action.text.find("&")
    at = offset - start
    if ampersand < 0 or at <= ampersand:
        whole = Span(start, start + (len(action.text) if ampersand < 0 else ampersand))
        if "\n" not in analysis.document.text(*whole) and "\r" not in analysis.document.text(*whole):
            yield from _actions(analysis, here, whole, start, with_details=ampersand < 0)
        return
    for number, detail in enumerate(action.details):
        if detail.at.start <= at <= detail.at.end:
            state = state_at(analysis, here.place, here.part, start)
            kind = state.known.kinds.get(action.sign) if state.known else None
            if kind is not None and (field := kind.field(number)) is not None:
                given = [one.text for one in action.details[:number]]
                for value in _legal(state, field, given):
                    meaning = field.meaning(value)
                    detail_text = field.name if meaning == value else f"{field.name}: {meaning}"
                    yield Completion(value, detail.at.shifted(start), value, "value", detail_text)
            return


def _legal(state: State, field: Field, given: Sequence[str]) -> Sequence[str]:
    """What a detail may be after those before it: on a board, only what is free."""
    if state.board is None:
        return field.values()
    free = [tuple(map(str, cell)) for cell in replay.free(state.board)]
    return list(dict.fromkeys(cell[len(given)] for cell in free if cell[: len(given)] == tuple(given)))


def _actions(
    analysis: Analysis, here: Spot, span: Span, offset: int, with_details: bool = True
) -> Iterator[Completion]:
    """The next actions: the team whose turn it is comes first."""
    state = state_at(analysis, here.place, here.part, offset)
    teams = state.teams or ()
    last = previous_action(analysis, here.place, here.part, offset)
    letters = _letters(analysis, here, state)
    for index in _in_turn(state, len(teams), last):
        if state.board is not None and state.known is not None and with_details:
            letter = next(iter(state.known.kinds))
            for cell in replay.free(state.board):
                text = f"{index}{letter}&{'.'.join(map(str, cell))}"
                yield Completion(text, span, text, "action", teams[index])
            continue
        for letter, kind in letters:
            text, snippet = f"{index}{letter}", _snippet(kind) if kind and with_details else ""
            detail = f"{teams[index]}: {kind.name}" if kind else teams[index]
            yield Completion(
                text, span, text + snippet, "action", detail, snippet=bool(snippet), plain=text + _plain(kind) if snippet else "",
                documentation=", ".join(field.name for field in kind.fields) if kind else "",
            )  # fmt: skip


def _in_turn(state: State, count: int, last: Action | None) -> list[int]:
    """The teams, from the one whose turn it probably is; of a strict rotation only that one."""
    if not count:
        return []
    turn = (last.index + 1) % count if last else 0
    if isinstance(state.course, (replay.Board, replay.Rotation)):
        turn = state.course.turn
    if state.known is not None and state.known.turns:
        return [turn]
    return [(turn + number) % count for number in range(count)]


def _letters(analysis: Analysis, here: Spot, state: State) -> list[tuple[str, Kind | None]]:
    """The letters of a known game, or those used before the cursor, the most frequent first."""
    if state.known is not None:
        return [(letter, kind) for letter, kind in state.known.kinds.items()]
    used: Counter[str] = Counter()
    at: Place | None = here.place
    for _ in range(CHUNKS_READ):
        if at is None:
            break
        part = read(analysis, at)
        used.update(item.sign for _, item in part.items if isinstance(item, Action) and item.sign)
        if part.head:
            break
        at = analysis.document.before(at)
    return [(letter, None) for letter, _ in used.most_common()] or [("a", None)]


def _snippet(kind: Kind) -> str:
    """The details as a snippet, with the names of the fields as placeholders."""
    if not kind.fields:
        return ""
    due = kind.fields[: max(kind.counts)]
    return "&" + ".".join(_place(number, field) for number, field in enumerate(due, 1))


def _place(number: int, field: Field) -> str:
    values = field.values()
    return f"${{{number}|{','.join(values)}|}}" if 0 < len(values) <= 20 else f"${{{number}:{field.name}}}"


def _plain(kind: Kind | None) -> str:
    return "&" if kind and kind.fields else ""
