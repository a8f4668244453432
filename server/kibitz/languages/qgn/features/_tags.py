"""Which tags a game still needs and what they may say, in the order in which people write them: from the format, from
the games that are known, and from the games before in the file, or in the records beside it."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import islice, zip_longest
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.rules import Rules
from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.qgn.check import values as tag_values
from kibitz.languages.qgn.features._cursor import Cursor, games_of, read
from kibitz.languages.qgn.features.customs import GAMES_READ, Customs, Tags, tags_to_repeat
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.head import LEGACY, REQUIRED, SEPARATOR, read_head
from kibitz.languages.qgn.text.model import Item, Part
from kibitz.languages.qgn.text.record import head_of, is_head

YEARS = 3
"""In so many years, this one and those before, games are taken to have been played that are written now."""
TEAMS = ("red", "blue", "green", "yellow", "orange", "pink", "purple", "teal")
SIDES = ("white", "black")
BESIDE = "as in the record beside this one"


class Earlier(NamedTuple):
    """What was written in heads before."""

    heads: tuple[Tags, ...] = ()
    """The nearest first."""
    beside: bool = False
    """Whether they are those of other records, because this one has none."""

    @property
    def order(self) -> list[str]:
        """The keys in the nearest head."""
        return [key for key, _ in self.heads[0]] if self.heads else []

    def latest(self, key: str) -> str:
        """What the nearest head says under a key."""
        return dict(self.heads[0]).get(key, "") if self.heads else ""


def earlier_heads(analysis: Analysis, place: Place) -> Earlier:
    """The heads of the games before; where there are none, those of the records beside this one."""
    head = head_of(analysis.document, place)
    before = islice(analysis.document.until(head), 1, RECENT + 1) if head is not None else ()
    found = islice(
        filter(None, (tags_to_repeat(read(analysis, at)) for at in before if is_head(at))), GAMES_READ
    )
    if heads := tuple(found):
        return Earlier(heads)
    others = [head for one in analysis.neighbours if isinstance(one, Customs) for head in one.heads]
    return Earlier(tuple(others[:GAMES_READ]), bool(others))


class Heading(NamedTuple):
    """The head of a game, and what it may be about."""

    part: Part
    games: Games
    rules: Rules
    earlier: Earlier

    @property
    def known(self) -> Known | None:
        return read_head(self.part, self.games).known

    def due(self, without: Item | None = None) -> list[str]:
        """The keys of tags that are not there yet, the necessary ones first, then those of the game before."""
        present = {LEGACY.get(tag.key, tag.key) for _, tag in self.part.tags if tag is not without}
        usual = self.known.tags if self.known else ("variant", "seed")
        due = dict.fromkeys([*REQUIRED, *self.earlier.order, *usual, "completed", "date"])
        return [key for key in due if key not in present]

    def values(self, key: str, begun: str = "", game: str = "") -> dict[str, str]:
        """The values that a tag may have, the likeliest first, with what is said of each; `begun` is what of it stands
        there. `game`: the key of the game, if the head does not have it yet."""
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
        habits = {text: _habit(self.earlier, key, text, count) for text, count in used.most_common()}
        # A day that has been begun is hardly one of those before.
        texts = found | habits if begun and key == "date" else habits | found
        return {text: ", ".join(filter(None, [found.get(text), habits.get(text)])) for text in texts}

    def _is_sound(self, key: str, value: str, known: Known | None) -> bool:
        wrong = tag_values.check(key, value, known, self.rules, self.games)
        return all(one.severity > Severity.WARNING for one in wrong)


def heading_at(analysis: Analysis, here: Cursor) -> Heading:
    """The head of the game at a place."""
    return Heading(
        here.part, games_of(analysis), analysis.language.rules, earlier_heads(analysis, here.place)
    )


def _days(begun: str, used: Counter[str]) -> dict[str, str]:
    """Today, or the day whose month and day are written in the latest years and in those that were written before."""
    today = date.today()
    years = dict.fromkeys([*(f"{today.year - ago}" for ago in range(YEARS)), *(text[-4:] for text in used)])
    days = [f"{begun[:5]}-{year}" for year in years] if len(begun) in {5, 6} else []
    sound = [day for day in days if tag_values.iso_date(day) and day.startswith(begun)]
    return {day: f"the day in {day[-4:]}" for day in sound} | {f"{today:%m-%d-%Y}": "today"}


def _game(game: Known) -> str:
    """How many play a game, and what they do."""
    return f"{game.team_count} teams: {', '.join(kind.name for kind in game.kinds.values())}"


def _habit(earlier: Earlier, key: str, value: str, count: int) -> str:
    """How often a tag has said something, and how far back it did so first."""
    back = next(number for number, head in enumerate(earlier.heads) if (key, value) in head)
    if earlier.beside:
        return f"{BESIDE}, {plural(back + 1, 'game')} back" if back else BESIDE
    return f"{plural(count, 'game')} before" + (
        f", not in the last {back}" if back > 1 else ", not in the last" if back else ""
    )
