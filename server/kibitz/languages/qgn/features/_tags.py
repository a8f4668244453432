"""The missing tags of a game and their likely values, in the usual order.

They come from the format, the known games, earlier games in the file, and sibling records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import islice, zip_longest
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, as_snippet
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.rules import Rules
from kibitz.core.values import Severity, Span
from kibitz.core.words import brief, plural, shortened
from kibitz.languages.qgn.check import tags
from kibitz.languages.qgn.features._history import Cursor, games_of, read
from kibitz.languages.qgn.features._options import SINGLE
from kibitz.languages.qgn.features.conventions import GAMES_READ, Conventions, Tags, tags_to_repeat
from kibitz.languages.qgn.features.hover import TAGS
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.game.kinds.quill.play import about as about_card
from kibitz.languages.qgn.game.kinds.quill.table import all_cards
from kibitz.languages.qgn.text.items import Item, Part, Tag
from kibitz.languages.qgn.text.record import DECKS, LEGACY, REQUIRED, SEPARATOR, head_of, is_head, read_head


def new_tags(heading: Heading, word: Span) -> Iterator[Completion]:
    """Yield the missing tags, complete with values."""
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
    """Yield all tags of a game at once, by number or by the name of the game.

    They are the tags of the previous game, or the tags that each game needs.
    """
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
"""Additional tags that some games need."""
_PARTING = re.compile(f"{SEPARATOR}|{DECKS}")
_STOP = re.compile(r"(?<!\\)\$\{(\d+)")
BESIDE = "as in the record beside this one"
_BEFORE = {False: "all tags as in the game before", True: f"all tags {BESIDE}"}


def in_tag(heading: Heading, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """Yield completions of the key, up to the end of its word, or of the value."""
    if tag.key_at.holds(at) or not tag.key:
        yield from _keys(heading, tag, start, at)
    elif tag.value_at.start <= at <= tag.value_at.end and tag.text[tag.value_at.start - 1] in "\"'":
        begun = tag.text[tag.value_at.start : at]
        for value, detail in heading.values(tag.key, begun).items():
            # An offer of the present value would only block the Enter key.
            if value != tag.value or at < tag.value_at.end:
                yield Completion(value, tag.value_at.shifted(start), value, "value", detail)
        known = heading.known
        if tag.key == "Decks" and known is not None and known.deck:
            yield from _cards(known, tag, start, at)


def _cards(known: Known, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    """Yield the cards of a deck by id or name, each with a separator if more cards follow. An empty second deck can
    repeat the first.
    """
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
                card.id, span, card.id + end, "value", f"{card.name}: {about_card(card)}", filter=by
            )


def quoted_values(heading: Heading, tag: Tag, offset: int) -> Iterator[Completion]:
    """Yield the quoted values of a tag without a value, with a bracket if it is missing."""
    end = "" if tag.text.endswith("]") else "]"
    for value, detail in heading.values(tag.key).items():
        text = f'"{value}"{end}'
        yield Completion(text, Span(offset, offset), text, "value", detail)


def _keys(heading: Heading, tag: Tag, start: int, at: int) -> Iterator[Completion]:
    valued = tag.value or '"' in tag.text
    span = (tag.key_at if tag.key else Span(at, at)).shifted(start)
    end = "" if tag.text.endswith("]") else "]"
    if tag.text[span.end - start :].strip(" ") == "]" and not valued:
        # Replace a bracket that the editor has closed, so that the cursor ends after the tag.
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
    """Return the purpose of a tag, and the reason for offering it if the record does not show that."""
    earlier = heading.earlier
    about = brief(TAGS[key]) if key in TAGS else f"“{shortened(earlier.latest(key))}”"
    if key not in earlier.order:
        return about
    return f"{about} · {BESIDE if earlier.beside else 'as in the game before'}"


def _snippet(heading: Heading, tag: str, key: str = "") -> tuple[str, str]:
    """Return the value of a new tag as a snippet and as plain text. `key` is the game if the head has no such tag yet."""
    values = [*heading.values(tag, game=key)]
    if tag in {"teams", "date"}:
        # Commas separate choices, and most dates are not today.
        return f"${{1:{as_snippet(values[0])}}}", values[0]
    if values:
        return "${1|" + ",".join(map(_escaped, values)) + "|}", values[0]
    return "${1}", ""


def _escaped(text: str) -> str:
    """Escape a text for one of the choices in a snippet."""
    return as_snippet(text).translate({ord(sign): f"\\{sign}" for sign in ",|"})


YEARS = 3
"""Number of years that completion of dates offers, up to the current one."""
TEAMS = ("red", "blue", "green", "yellow", "orange", "pink", "purple", "teal")
SIDES = ("white", "black")


class Earlier(NamedTuple):
    """The tags of earlier heads."""

    heads: tuple[Tags, ...] = ()
    """The tags of each head, nearest first."""
    beside: bool = False
    """Whether the heads are of sibling records, because this one has none."""

    @property
    def order(self) -> list[str]:
        """Return the keys of the nearest head."""
        return [key for key, _ in self.heads[0]] if self.heads else []

    def latest(self, key: str) -> str:
        """Return the value of a key in the nearest head, or nothing."""
        return dict(self.heads[0]).get(key, "") if self.heads else ""


def earlier_heads(analysis: Analysis, place: Place) -> Earlier:
    """Return the heads of the earlier games, or those of sibling records if there are none."""
    head = head_of(analysis.document, place)
    before = islice(analysis.document.until(head), 1, RECENT + 1) if head is not None else ()
    found = islice(
        filter(None, (tags_to_repeat(read(analysis, at)) for at in before if is_head(at))), GAMES_READ
    )
    if heads := tuple(found):
        return Earlier(heads)
    others = [head for one in analysis.siblings if isinstance(one, Conventions) for head in one.heads]
    return Earlier(tuple(others[:GAMES_READ]), bool(others))


class Heading(NamedTuple):
    """The head of a game, and the context of its completions."""

    part: Part
    games: Games
    rules: Rules
    earlier: Earlier

    @property
    def known(self) -> Known | None:
        return read_head(self.part, self.games).known

    def due(self, without: Item | None = None) -> list[str]:
        """Return the keys of the missing tags: first the required ones, then those of the previous game."""
        present = {LEGACY.get(tag.key, tag.key) for _, tag in self.part.tags if tag is not without}
        usual = self.known.tags if self.known else ("variant", "seed")
        due = dict.fromkeys([*REQUIRED, *self.earlier.order, *usual, "completed", "date"])
        return [key for key in due if key not in present]

    def values(self, key: str, begun: str = "", game: str = "") -> dict[str, str]:
        """Return the likely values of a tag, best first, each with its reason.

        `begun` is the text of the value before the cursor. `game` is the key of the game if the head has none yet.
        """
        known = self.games.get(game) or self.known
        used = Counter(
            value
            for head in self.earlier.heads
            for one, value in head
            if one == key != "seed" and self._is_sound(key, value, known)
        )
        found: dict[str, str] = {}
        if key == "key":
            found = {name: _game(game) for name, game in self.games.items()}
        elif key == "variant" and known is not None:
            found = {
                name: words or f"variant {number} of {known.key}"
                for number, (name, words) in enumerate(zip_longest(known.variants, known.variant_words), 1)
            }
        elif key == "completed":
            found = {"true": "the game is over", "false": "the game goes on"}
        elif key == "date":
            found = _days(begun, used)
        elif key == "teams":
            least = known.least if known is not None else len(SIDES)
            found = {SEPARATOR.join(TEAMS[:least]): f"{plural(least, 'team')} by their colours"}
            found |= {SEPARATOR.join(SIDES): "two sides"} if least == len(SIDES) else {}
        habits = {
            text: BESIDE if self.earlier.beside else f"{plural(count, 'game')} before"
            for text, count in used.most_common()
        }
        # A date that is partly typed is rarely an earlier date.
        texts = found | habits if begun and key == "date" else habits | found
        return {text: ", ".join(filter(None, [found.get(text), habits.get(text)])) for text in texts}

    def _is_sound(self, key: str, value: str, known: Known | None) -> bool:
        wrong = tags.check_value(key, value, known, self.rules, self.games)
        return all(one.severity > Severity.WARNING for one in wrong)


def heading_at(analysis: Analysis, here: Cursor) -> Heading:
    """Return the head of the game at a place."""
    return Heading(
        here.part, games_of(analysis), analysis.language.rules, earlier_heads(analysis, here.place)
    )


def _days(begun: str, used: Counter[str]) -> dict[str, str]:
    """Return today, or the days of recent years with the month and day that are already typed."""
    today = date.today()
    years = dict.fromkeys([*(f"{today.year - ago}" for ago in range(YEARS)), *(text[-4:] for text in used)])
    days = [f"{begun[:5]}-{year}" for year in years] if len(begun) in {5, 6} else []
    sound = [day for day in days if tags.iso_date(day) and day.startswith(begun)]
    return {day: f"the day in {day[-4:]}" for day in sound} | {f"{today:%m-%d-%Y}": "today"}


def _game(game: Known) -> str:
    """Return the number of teams of a game and its actions, in words."""
    return f"{game.team_count} teams: {', '.join(kind.name for kind in game.kinds.values())}"
