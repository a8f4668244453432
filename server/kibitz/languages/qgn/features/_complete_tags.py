"""Completion of tags: whole ones that are not there yet, their keys, their values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.answers import Completion, as_snippet
from kibitz.core.values import Span
from kibitz.core.words import brief, shortened
from kibitz.languages.qgn.features._jotted import SINGLE
from kibitz.languages.qgn.features._tags import BESIDE, Heading
from kibitz.languages.qgn.features.hover import TAGS
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds.quill import words
from kibitz.languages.qgn.game.kinds.quill.cards import all_cards
from kibitz.languages.qgn.text.head import DECKS, REQUIRED, SEPARATOR
from kibitz.languages.qgn.text.model import Tag


def new_tags(heading: Heading, word: Span) -> Iterator[Completion]:
    """Whole tags that are not there yet."""
    if word.start < word.end:
        return
    due = heading.due()
    if due[: len(REQUIRED)] == list(REQUIRED):
        yield from blocks(heading, word, "")
    for key in due:
        value, plain = _snippet(heading, key)
        yield Completion(
            f'[{key} "…"]', word, f'[{key} "{value}"]', "tag", _why(heading, key), documentation=TAGS.get(key, ""), filter=f"[{key}",
            snippet=True, plain=f'[{key} "{plain}"]',
        )  # fmt: skip


def blocks(heading: Heading, word: Span, typed: str) -> Iterator[Completion]:
    """All tags of a game at once: those of the game before, and what each game needs, by their numbers or by the name of the game."""
    earlier, games = heading.earlier, heading.games
    found = [(earlier.latest("key"), earlier.order, _BEFORE[earlier.beside])] if earlier.heads else []
    for key, why in heading.values("key").items():
        tags = [*REQUIRED, *(tag for tag in NEEDED if key in games and tag in games[key].tags)]
        found += [(key, tags, why)] if (key, tags) not in [one[:2] for one in found] else []
    for number, (key, tags, why) in zip(SINGLE, found, strict=False):
        if not typed or typed == number or key.lower().startswith(typed.lower()):
            text = plain = ""
            for tag in tags:
                value, bare = (as_snippet(key), key) if tag == "key" else _snippet(heading, tag, key)
                first = len(_STOP.findall(text))
                value = _STOP.sub(lambda stop, first=first: f"${{{int(stop[1]) + first}", value)  # type: ignore[misc]
                text, plain = f'{text}[{tag} "{value}"]\n', f'{plain}[{tag} "{bare}"]\n'
            yield Completion(
                f'[key "{key}"] …', word, text, "tag", f"{number} · {why}", filter=number if typed == number else typed + key[len(typed) :], snippet=True, plain=plain
            )  # fmt: skip


NEEDED = ("seed", "Decks")
"""The tags that a game may need besides, if it has them."""
_PARTING = re.compile(f"{SEPARATOR}|{DECKS}")
_STOP = re.compile(r"(?<!\\)\$\{(\d+)")
_BEFORE = {False: "all tags as in the game before", True: f"all tags {BESIDE}"}


def in_tag(heading: Heading, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """The key, up to the end of its word, or the value."""
    if tag.key_at.holds(at) or not tag.key:
        yield from _keys(heading, tag, start, at)
    elif tag.value_at.start <= at <= tag.value_at.end and tag.text[tag.value_at.start - 1] in "\"'":
        begun = tag.text[tag.value_at.start : at]
        for value, detail in heading.values(tag.key, begun).items():
            # A value that stands there already would only take the Enter key away.
            if value != tag.value or at < tag.value_at.end:
                yield Completion(value, tag.value_at.shifted(start), value, "value", detail)
        known = heading.known
        if tag.key == "Decks" and known is not None and known.deck:
            yield from _cards(known, tag, start, at)


def _cards(known: Known, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """The cards of a deck by their ids or names, each with what parts it from the next one where one is due, and the deck before
    once more."""
    before, behind = tag.text[tag.value_at.start : at], tag.text[at : tag.value_at.end]
    *done, deck = before.split(DECKS)
    *cards, typed = deck.split(SEPARATOR)
    rest = _PARTING.split(behind)[0]
    span = Span(at - len(typed), at + len(rest)).shifted(start)
    if done and not cards and not typed and not behind:
        yield Completion(shortened(done[0]), span, done[0], "value", "the same cards")
    parting = SEPARATOR if len(cards) + 1 < known.deck else "" if done else DECKS
    end = parting if rest == behind else ""
    for card in map(all_cards().__getitem__, sorted(known.deck_cards)):
        by = next((name for name in (card.id, card.name) if name.lower().startswith(typed.lower())), None)
        if by is not None:
            yield Completion(
                card.id, span, card.id + end, "value", f"{card.name}: {words.about(card)}", filter=by
            )


def quoted_values(heading: Heading, tag: Tag, offset: int) -> Iterator[Completion]:
    """The values of a tag that has none yet, in their quotes, with its bracket if that isn't there."""
    end = "" if tag.text.endswith("]") else "]"
    for value, detail in heading.values(tag.key).items():
        text = f'"{value}"{end}'
        yield Completion(text, Span(offset, offset), text, "value", detail)


def _keys(heading: Heading, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    valued = tag.value or '"' in tag.text
    span = (tag.key_at if tag.key else Span(at, at)).shifted(start)
    end = "" if tag.text.endswith("]") else "]"
    if tag.text[span.end - start :].strip(" ") == "]" and not valued:
        # A bracket that the editor has closed is written anew, so that the cursor ends behind the tag.
        span, end = Span(span.start, start + len(tag.text)), "]"
    for key in heading.due(without=tag):
        if key == tag.key and valued:
            continue
        value, plain = _snippet(heading, key)
        yield Completion(
            key, span, key if valued else f'{key} "{value}"{end}', "key", _why(heading, key), documentation=TAGS.get(key, ""),
            snippet=not valued, plain="" if valued else f'{key} "{plain}"{end}',
        )  # fmt: skip


def _why(heading: Heading, key: str) -> str:
    """What a tag is for, and why it is offered where that isn't plain from the record."""
    earlier = heading.earlier
    about = brief(TAGS[key]) if key in TAGS else f"“{shortened(earlier.latest(key))}”"
    if key not in earlier.order:
        return about
    return f"{about} · {BESIDE if earlier.beside else 'as in the game before'}"


def _snippet(heading: Heading, tag: str, key: str = "") -> tuple[str, str]:
    """The value of a new tag as a snippet and as plain text. `key`: of the game, if it has no such tag yet."""
    values = [*heading.values(tag, game=key)]
    if tag in {"teams", "date"}:
        # Choices are parted by commas, and most days are not today.
        return f"${{1:{as_snippet(values[0])}}}", values[0]
    if values:
        return "${1|" + ",".join(map(_escaped, values)) + "|}", values[0]
    return "${1}", ""


def _escaped(text: str) -> str:
    """Text for one of the choices at a place in a snippet."""
    return as_snippet(text).translate({ord(sign): f"\\{sign}" for sign in ",|"})
