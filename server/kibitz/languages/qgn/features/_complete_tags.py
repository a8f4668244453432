"""Completion of tags: whole ones that are not there yet, their keys, their values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.core.words import brief, shortened
from kibitz.languages.qgn.features._cursor import Cursor, games_of
from kibitz.languages.qgn.features._tags import BESIDE, Earlier, earlier_heads, keys_due, values_of
from kibitz.languages.qgn.features.hover import TAGS
from kibitz.languages.qgn.text.head import REQUIRED, SEPARATOR, read_head
from kibitz.languages.qgn.text.model import Tag


def new_tags(analysis: Analysis, here: Cursor, word: Span) -> Iterator[Completion]:
    """Whole tags that are not there yet."""
    if word.start < word.end:
        return
    earlier = earlier_heads(analysis, here.place)
    due = keys_due(here.part, games_of(analysis), earlier)
    if due[: len(REQUIRED)] == list(REQUIRED):
        yield _both(analysis, here, word)
    for key in due:
        value, plain = _snippet(analysis, here, key)
        yield Completion(
            f'[{key} "…"]', word, f'[{key} "{value}"]', "tag", _why(earlier, key), documentation=TAGS.get(key, ""), filter=f"[{key}",
            snippet=True, plain=f'[{key} "{plain}"]',
        )  # fmt: skip


def _both(analysis: Analysis, here: Cursor, word: Span) -> Completion:
    """The two tags that every game needs."""
    (key, plain_key), (teams, plain_teams) = (_snippet(analysis, here, one) for one in REQUIRED)
    # The stops of the second value count on from the first.
    teams = re.sub(r"\$\{(\d+):", lambda found: f"${{{int(found[1]) + 1}:", teams)
    return Completion(
        '[key "…"] [teams "…"]', word, f'[key "{key}"]\n[teams "{teams}"]\n', "tag", "what every game needs",
        filter="[key", snippet=True, plain=f'[key "{plain_key}"]\n[teams "{plain_teams}"]\n',
    )  # fmt: skip


def in_tag(analysis: Analysis, here: Cursor, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """The key, up to the end of its word, or the value."""
    if tag.key_at.holds(at) or not tag.key:
        yield from _keys(analysis, here, tag, start, at)
    elif tag.value_at.start <= at <= tag.value_at.end and tag.text[tag.value_at.start - 1] in "\"'":
        begun = tag.text[tag.value_at.start : at]
        for value, detail in _values(analysis, here, tag.key, begun):
            # A value that stands there already would only take the Enter key away.
            if value != tag.value or at < tag.value_at.end:
                yield Completion(value, tag.value_at.shifted(start), value, "value", detail)


def quoted_values(analysis: Analysis, here: Cursor, tag: Tag, offset: int) -> Iterator[Completion]:
    """The values of a tag that has none yet, in their quotes, with its bracket if that isn't there."""
    end = "" if tag.text.endswith("]") else "]"
    for value, detail in _values(analysis, here, tag.key):
        text = f'"{value}"{end}'
        yield Completion(text, Span(offset, offset), text, "value", detail)


def _keys(analysis: Analysis, here: Cursor, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    valued = tag.value or '"' in tag.text
    span = (tag.key_at if tag.key else Span(at, at)).shifted(start)
    end = "" if tag.text.endswith("]") else "]"
    if tag.text[span.end - start :].strip(" ") == "]" and not valued:
        # A bracket that the editor has closed is written anew, so that the cursor ends behind the tag.
        span, end = Span(span.start, start + len(tag.text)), "]"
    earlier = earlier_heads(analysis, here.place)
    for key in keys_due(here.part, games_of(analysis), earlier, tag):
        if key == tag.key and valued:
            continue
        value, plain = _snippet(analysis, here, key)
        yield Completion(
            key, span, key if valued else f'{key} "{value}"{end}', "key", _why(earlier, key), documentation=TAGS.get(key, ""),
            snippet=not valued, plain="" if valued else f'{key} "{plain}"{end}',
        )  # fmt: skip


def _values(analysis: Analysis, here: Cursor, key: str, begun: str = "") -> list[tuple[str, str]]:
    earlier, rules = earlier_heads(analysis, here.place), analysis.language.rules
    return values_of(key, here.part, games_of(analysis), earlier, rules, begun)


def _why(earlier: Earlier, key: str) -> str:
    """What a tag is for, and why it is offered where that isn't plain from the record."""
    about = brief(TAGS[key]) if key in TAGS else f"“{shortened(earlier.latest(key), 40)}”"
    if key not in earlier.order:
        return about
    return f"{about} · {BESIDE if earlier.beside else 'as in the game before'}"


def _snippet(analysis: Analysis, here: Cursor, key: str) -> tuple[str, str]:
    """The value of a new tag as a snippet and as plain text."""
    values = [text for text, _ in _values(analysis, here, key)]
    if key == "teams" and not values:
        known = read_head(here.part, games_of(analysis)).known
        names = "abcdefgh"[: known.least if known else 2]
        stops = [f"${{{number}:{name}}}" for number, name in enumerate(names, 1)]
        return SEPARATOR.join(stops), SEPARATOR.join(names)
    if key in {"teams", "date"}:
        # Choices are parted by commas, and most days are not today.
        return f"${{1:{_escaped(values[0])}}}", values[0]
    if values:
        return "${1|" + ",".join(map(_escaped, values)) + "|}", values[0]
    return "${1}", ""


def _escaped(text: str) -> str:
    """Text for a place in a snippet."""
    for sign in "\\$},|":
        text = text.replace(sign, f"\\{sign}")
    return text
