"""Which tags a game still needs and what they may say, in the order in which people write them: from the format, from
the games that are known, and from the games before in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.words import plural
from kibitz.languages.qgn.assist import head_of, read
from kibitz.languages.qgn.games import Games
from kibitz.languages.qgn.head import facts
from kibitz.languages.qgn.legacy import REQUIRED
from kibitz.languages.qgn.model import Part, Tag

GAMES_READ = 8
"""From how many games before the habits of a file are learned."""
CHUNKS_READ = 60


def earlier_heads(analysis: Analysis, place: Place) -> list[Part]:
    """The heads of the games before, the nearest first."""
    found: list[Part] = []
    at = head_of(analysis.document, place)
    before = analysis.document.before(at) if at is not None else None
    for _ in range(CHUNKS_READ):
        if before is None or len(found) >= GAMES_READ:
            break
        part = read(analysis, before)
        if part.head:
            found.append(part)
        before = analysis.document.before(before)
    return found


def tags_of(part: Part) -> list[Tag]:
    return [item for _, item in part.items if isinstance(item, Tag) and item.key]


def keys_due(part: Part, games: Games, earlier: Sequence[Part], without: Tag | None = None) -> list[str]:
    """The keys of tags that are not there yet, the necessary ones first, then those of the game before."""
    known = facts(part, games).known
    present = {tag.key for tag in tags_of(part) if tag is not without}
    habit = [tag.key for tag in tags_of(earlier[0])] if earlier else []
    usual = known.tags if known else ("variant", "seed")
    return [
        key for key in dict.fromkeys([*REQUIRED, *habit, *usual, "completed", "date"]) if key not in present
    ]


def values_of(key: str, part: Part, games: Games, earlier: Sequence[Part]) -> list[tuple[str, str]]:
    """The values that a tag may have, the likeliest first, with what is said of each."""
    known = facts(part, games).known
    used = Counter(
        tag.value for one in reversed(earlier) for tag in tags_of(one) if tag.key == key and tag.value
    )
    found: dict[str, str] = {}
    if key == "key":
        found = {name: f"{game.team_count} teams" for name, game in games.items()}
    elif key == "variant" and known is not None:
        found = dict.fromkeys(known.variants, f"variant of {known.key}")
    elif key == "completed":
        found = {"true": "the game is over", "false": "the game goes on"}
    elif key == "date":
        found = {f"{date.today():%m-%d-%Y}": "today"}
    habits = (
        {text: f"{plural(count, 'game')} before" for text, count in used.most_common()}
        if key != "seed"
        else {}
    )
    return [(text, _joined(found.get(text, ""), habits.get(text, ""))) for text in (habits | found)]


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
