"""The head of a game: what its tags say, and the rules about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.qgn import legacy, tag_values
from kibitz.languages.qgn.games import Games, Known
from kibitz.languages.qgn.items import shown
from kibitz.languages.qgn.legacy import LEGACY, REQUIRED
from kibitz.languages.qgn.model import Part, Tag
from kibitz.languages.qgn.tag_values import SEPARATOR


class Facts(NamedTuple):
    """What the tags of a game say."""

    key: str | None
    teams: tuple[str, ...] | None
    """Their names, None where there is no such tag or it is empty."""
    glued: bool
    """Whether several teams look like one for want of a blank."""
    teams_at: Span | None
    """The value of the tag `teams`."""
    known: Known | None


def winning(part: Part) -> dict[str, tuple[int, Tag]]:
    """The tags that count, by their names of today, with where they start: the last of each."""
    found: dict[str, tuple[int, Tag]] = {}
    for start, item in part.items:
        if isinstance(item, Tag) and item.key:
            found[item.key] = (start, item)
    for old, new in LEGACY.items():
        if old in found and new not in found:
            found[new] = found[old]
    return found


@lru_cache(maxsize=1024)
def facts(part: Part, games: Games) -> Facts:
    """What a head says. The games that kibitz knows are those of QGN, not of BGN."""
    tags = winning(part)
    key, known = None, None
    if "key" in tags:
        key = tags["key"][1].value
        known = games.get(key) if tags["key"][1].key == "key" else None
    if "teams" not in tags:
        return Facts(key, None, False, None, known)
    start, tag = tags["teams"]
    names = tuple(tag.value.split(SEPARATOR)) if tag.value else None
    glued = names is not None and any("," in name for name in names)
    return Facts(key, names, glued, tag.value_at.shifted(start), known)


def check(part: Part, rules: Rules, games: Games) -> Iterator[Diagnostic]:
    """What the rules say of a head."""
    tags = winning(part)
    yield from _missing(part, tags, rules)
    yield from legacy.check(part, rules)
    if legacy.is_legacy(part):
        # Once it is converted there is time for the rest.
        return
    yield from _duplicates(part, rules)
    known = games.get(tags["key"][1].value) if "key" in tags else None
    for key, (start, tag) in tags.items():
        if key in REQUIRED and not tag.value and tag.sound:
            role = "names the game" if key == "key" else "names the teams"
            yield rules["empty-tag"].at(start, start + len(tag.text), key=tag.key, role=role)
        elif tag.value and key not in LEGACY:
            for problem in tag_values.check(key, tag.value, known, rules, games):
                yield problem.shifted(start + tag.value_at.start)


def missing(names: list[str], at: int, end: int, behind: str, rules: Rules) -> Diagnostic:
    """The diagnostic of required tags that are not there; its fix writes them at `at`, with `behind` behind them."""
    examples = {"key": '[key "name"]', "teams": '[teams "a, b"]'}
    text = "".join(f"{examples[name]}\n" for name in names) + behind
    listed = " and no ".join(f"tag `{name}`" for name in names)
    fix = Fix("add " + " and ".join(f"`{name}`" for name in names), (Edit(at, at, text),))
    return rules["missing-tag"].at(at, end, missing=listed, fixes=[fix])


def _missing(part: Part, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    names = [name for name in REQUIRED if name not in tags]
    if not names:
        return
    first = next(
        (one for one in part.items if isinstance(one.item, Tag)), part.items[0] if part.items else None
    )
    if first is None:
        yield missing(names, 0, 0, "", rules)
    elif names == ["teams"]:
        key_start, key = tags["key"]
        behind = key_start + len(key.text)
        fix = Fix("add `teams`", (Edit(behind, behind, '\n[teams "a, b"]'),))
        yield rules["missing-tag"].at(first.start, first.end, missing="tag `teams`", fixes=[fix])
    else:
        yield missing(names, first.start, first.end, "", rules)


def _duplicates(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    for number, placed in enumerate(part.items):
        tag = placed.item
        if not isinstance(tag, Tag) or not tag.key:
            continue
        if (before := seen.get(tag.key)) is not None:
            first = part.items[before]
            related = [Related(Span(first.start, first.end), "it stands here, too")]
            away = Edit(first.start, part.items[before + 1].start, "")
            fix = Fix("delete the one before", (away,))
            yield rules["duplicate-tag"].at(
                placed.start, placed.end, key=shown(tag.key), related=related, fixes=[fix]
            )
        seen[tag.key] = number
