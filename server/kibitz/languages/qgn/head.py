"""The head of a game: what its tags say, and the rules about them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.core.words import nearest, plural
from kibitz.languages.qgn.games import Known, known_games, same_but_for_case
from kibitz.languages.qgn.items import shown
from kibitz.languages.qgn.model import Part, Tag

LEGACY = {
    "Game": "key",
    "Teams": "teams",
    "Variant": "variant",
    "Seed": "seed",
    "Completed": "completed",
    "Date": "date",
}
"""The tags of BGN, as the notation was called before, and their names of today."""
REQUIRED = ("key", "teams")
SEPARATOR = ", "
_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})", re.ASCII)


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


def facts(part: Part) -> Facts:
    """What a head says."""
    tags = winning(part)
    key = tags["key"][1].value if "key" in tags else None
    if "teams" not in tags:
        return Facts(key, None, False, None, known_games().get(key or ""))
    start, tag = tags["teams"]
    names = tuple(tag.value.split(SEPARATOR)) if tag.value else None
    glued = names is not None and any("," in name for name in names)
    return Facts(key, names, glued, tag.value_at.shifted(start), known_games().get(key or ""))


def check(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """What the rules say of a head."""
    tags = winning(part)
    yield from _missing(part, tags, rules)
    yield from _legacy(part, rules)
    yield from _duplicates(part, rules)
    for key, (start, tag) in tags.items():
        if key in REQUIRED and not tag.value and tag.sound:
            role = "names the game" if key == "key" else "names the teams"
            yield rules["empty-tag"].at(start, start + len(tag.text), key=tag.key, role=role)
        elif tag.value and key not in LEGACY:
            for problem in _value(key, tag.value, tags, rules):
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


def _legacy(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """One diagnostic for a record of the older form, one for each older tag among new ones."""
    old = [(start, item) for start, item in part.items if isinstance(item, Tag) and item.key in LEGACY]
    present = {item.key for _, item in part.items if isinstance(item, Tag)}
    rename = {
        start: Edit(start + item.key_at.start, start + item.key_at.end, LEGACY[item.key])
        for start, item in old
        if LEGACY[item.key] not in present
    }
    needed = [(start, item) for start, item in old if LEGACY[item.key] in REQUIRED and start in rename]
    if needed:
        start, item = needed[0]
        fix = Fix("convert the record to QGN", tuple(rename.values()))
        yield rules["legacy-record"].at(
            *item.key_at.shifted(start), old=item.key, new=LEGACY[item.key], fixes=[fix]
        )
        return
    for start, item in old:
        fixes = [Fix(f"write `{LEGACY[item.key]}`", (rename[start],))] if start in rename else []
        yield rules["legacy-tag"].at(
            *item.key_at.shifted(start), old=item.key, new=LEGACY[item.key], fixes=fixes,
            tags=frozenset({"deprecated"}),
        )  # fmt: skip


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


def _value(key: str, value: str, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    """What is wrong with the value of a tag, relative to the value."""
    known = known_games().get(tags["key"][1].value) if "key" in tags else None
    if key == "key" and (name := same_but_for_case(value)) is not None:
        fix = Fix(f"write `{name}`", (Edit(0, len(value), name),))
        yield rules["game-name-case"].at(0, len(value), key=shown(value), known=name, fixes=[fix])
    elif key == "teams":
        yield from _teams(value, known, rules)
    elif key == "completed" and value not in {"true", "false"}:
        wanted = "`true` or `false`"
        fixes = [Fix(f"write `{value.lower()}`", (Edit(0, len(value), value.lower()),))]
        yield rules["tag-value"].at(
            0,
            len(value),
            key=key,
            expected=wanted,
            value=shown(value),
            fixes=fixes if value.lower() in {"true", "false"} else [],
        )
    elif key == "seed" and not re.fullmatch("[+-]?[0-9]+", value):
        yield rules["tag-value"].at(0, len(value), key=key, expected="a whole number", value=shown(value))
    elif key == "date":
        yield from _date(value, rules)
    elif key == "variant" and known is not None and known.variants and value not in known.variants:
        listed = ", ".join(f"`{one}`" for one in known.variants)
        near = nearest(value, known.variants)
        fixes = [Fix(f"write `{near}`", (Edit(0, len(value), near),))] if near else []
        yield rules["unknown-variant"].at(
            0, len(value), game=f"`{known.key}`", variant=shown(value), known=listed, fixes=fixes
        )


def _teams(value: str, known: Known | None, rules: Rules) -> Iterator[Diagnostic]:
    names = value.split(SEPARATOR)
    spans = team_spans(value)
    if any("," in name or name != name.strip() for name in names):
        good = SEPARATOR.join(name.strip() for name in value.split(",") if name.strip())
        glued = next((name for name in names if "," in name), None)
        effect = f"`{shown(glued)}` is one team" if glued else "the blanks become part of a name"
        yield rules["teams-separator"].at(
            0,
            len(value),
            effect=effect,
            fixes=[Fix(f"write `{shown(good)}`", (Edit(0, len(value), good),))] if good else [],
        )
        return
    first: dict[str, int] = {}
    good = SEPARATOR.join(filter(None, names))
    for index, (name, span) in enumerate(zip(names, spans, strict=True)):
        if not name:
            fixes = [Fix(f"write `{shown(good)}`", (Edit(0, len(value), good),))] if good else []
            yield rules["empty-team"].at(*span, index=index, fixes=fixes)
        elif name in first:
            related = [Related(spans[first[name]], f"team {first[name]}")]
            yield rules["same-team"].at(
                *span, team=shown(name), first=first[name], second=index, related=related
            )
        first.setdefault(name, index)
    if known is not None and not known.least <= len(names) <= known.most:
        wanted = str(known.least) if known.least == known.most else f"{known.least} to {known.most}"
        yield rules["team-count"].at(
            0, len(value), game=f"`{known.key}`", wanted=f"{wanted} teams", count=plural(len(names), "team")
        )


def team_spans(value: str) -> list[Span]:
    """Where the names of the teams stand in the value of `teams`."""
    spans, at = [], 0
    for name in value.split(SEPARATOR):
        spans.append(Span(at, at + len(name)))
        at += len(name) + len(SEPARATOR)
    return spans


def _date(value: str, rules: Rules) -> Iterator[Diagnostic]:
    found = _DATE.fullmatch(value)
    if found is None:
        yield rules["date"].at(
            0, len(value), value=shown(value), problem="it is month, day and year, MM-DD-YYYY"
        )
        return
    meanings = _meanings([int(found[1]), int(found[3]), int(found[4])], len(found[1]) == 4)
    good = [f"{one.month:02}-{one.day:02}-{one.year:04}" for one in meanings]
    if value in good:
        return
    problem = "it is month, day and year, MM-DD-YYYY" if good else "there is no such day"
    if len(found[1]) < 4 and len(found[4]) < 4:
        problem = "the year has four digits"
    fixes = [Fix(f"write `{good[0]}`", (Edit(0, len(value), good[0]),))] if len(good) == 1 else []
    yield rules["date"].at(0, len(value), value=shown(value), problem=problem, fixes=fixes)


def _meanings(numbers: list[int], year_first: bool) -> list[date]:
    """The days that three numbers may be: year, month, day, or month and day in any order, then the year."""
    first, second, third = numbers
    orders = [(first, second, third)] if year_first else [(third, first, second), (third, second, first)]
    # Years of two digits say too little.
    return list(dict.fromkeys(date(*one) for one in orders if one[0] >= 1000 and _is_day(*one)))


def _is_day(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
