"""The tags of a game: missing, repeated and older ones, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import accumulate, islice

from kibitz.core.bounds import STRANGE
from kibitz.core.memory import WORDS, latest
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import nearest, plural, quoted
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.items import Junk, Part, Tag, shown
from kibitz.languages.qgn.text.record import (
    LEGACY,
    REQUIRED,
    SEPARATOR,
    decks_of,
    is_legacy,
    seed_of,
    tag_spans,
    value_at,
    winning,
)

_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})", re.ASCII)


def check_value(
    key: str, value: str, known: Known | None, rules: Rules, games: Games
) -> Iterator[Diagnostic]:
    """Yield the findings in the value of a tag, relative to the value."""
    whole = Span(0, len(value))
    if key == "key" and (name := games.meant(value)) is not None:
        yield rules["game-name-case"].at(
            *whole, key=shown(value), known=name, fixes=[write(whole, value, name)]
        )
    elif key == "key" and value not in games:
        yield rules["own-game"].at(*whole, key=shown(value))
    elif key == "teams":
        yield from _teams(value, known, rules)
    elif key == "completed" and value not in {"true", "false"}:
        fixes = [write(whole, value, value.lower())] if value.lower() in {"true", "false"} else []
        expected = "`true` or `false`"
        yield rules["tag-value"].at(*whole, key=key, expected=expected, value=shown(value), fixes=fixes)
    elif key == "seed" and seed_of(value) is None:
        expected = "a whole number"
        if re.fullmatch("[+-]?[0-9]+", value):
            expected += " of at most 64 bits, which is all that the game server can read"
        yield rules["tag-value"].at(*whole, key=key, expected=expected, value=shown(value))
    elif key == "date":
        yield from _date(value, rules)
    elif key == "variant" and known is not None and known.variants and value not in known.variants:
        listed = ", ".join(f"`{one}`" for one in known.variants)
        # Without the tag, the game has the first variant.
        near = nearest(value, known.variants) if value else known.variants[0]
        yield rules["unknown-variant"].at(
            *whole,
            game=f"`{known.key}`",
            variant=shown(value),
            known=listed,
            fixes=[write(whole, value, near)] if near else [],
        )


@latest(WORDS)
def value_findings(
    key: str, value: str, known: Known | None, rules: Rules, games: Games
) -> tuple[Diagnostic, ...]:
    """Return the findings of :func:`check_value`. Cached, because values repeat all over an archive."""
    return tuple(check_value(key, value, known, rules, games))


def write(span: Span, old: str, text: str) -> Fix:
    """Return the fix that replaces a text by another one."""
    return Fix.of(f"Change `{shown(old)}` to `{text}`" if old else f"Add `{text}`", *span, text)


def _teams(value: str, known: Known | None, rules: Rules) -> Iterator[Diagnostic]:
    names, spans, whole = value.split(SEPARATOR), team_spans(value), Span(0, len(value))
    good = SEPARATOR.join(name.strip() for name in value.split(",") if name.strip())
    fixes = [Fix.of(f"Change `{shown(value)}` to `{shown(good)}`", *whole, good)] if good else []
    if any("," in name or name != name.strip() for name in names):
        glued = next((name for name in names if "," in name), None)
        effect = f"`{shown(glued)}` is one team" if glued else "the spaces become part of a name"
        yield rules["teams-separator"].at(*whole, effect=effect, fixes=fixes)
        return
    first: dict[str, int] = {}
    for index, (name, span) in enumerate(zip(names, spans, strict=True)):
        if not name:
            yield rules["empty-team"].at(*span, index=index, fixes=fixes)
        elif name in first:
            related = [Related(spans[first[name]], f"team {first[name]}")]
            yield rules["same-team"].at(
                *span, team=shown(name), first=first[name], second=index, related=related
            )
        first.setdefault(name, index)
    if known is not None and not known.least <= len(names) <= known.most:
        wanted, count = f"{known.team_count} teams", plural(len(names), "team")
        yield rules["team-count"].at(*whole, game=f"`{known.key}`", wanted=wanted, count=count)


def team_spans(value: str) -> list[Span]:
    """Return the spans of the teams' names in the value of `teams`."""
    names = value.split(SEPARATOR)
    ends = accumulate(len(name) + len(SEPARATOR) for name in names)
    return [Span(-len(name), 0).shifted(end - len(SEPARATOR)) for name, end in zip(names, ends, strict=True)]


def iso_date(value: str) -> str | None:
    """Return the day of a date tag as in ISO 8601, or None if it is not a valid date."""
    found = re.fullmatch("([0-9]{2})-([0-9]{2})-([0-9]{4})", value)
    day = found and _day(int(found[3]), int(found[1]), int(found[2]))
    return day.isoformat() if day else None


def _date(value: str, rules: Rules) -> Iterator[Diagnostic]:
    found, whole, good = _DATE.fullmatch(value), Span(0, len(value)), list[str]()
    problem = "it is month, day and year, MM-DD-YYYY"
    if found is not None:
        meanings = _meanings([int(found[1]), int(found[3]), int(found[4])], len(found[1]) == 4)
        good = [f"{one.month:02}-{one.day:02}-{one.year:04}" for one in meanings]
        if value in good:
            return
        if len(found[1]) < 4 and len(found[4]) < 4:
            problem = "the year has four digits"
        elif not good:
            problem = "there is no such day"
    fixes = [write(whole, value, good[0])] if len(good) == 1 else []
    yield rules["date"].at(*whole, value=shown(value), problem=problem, fixes=fixes)


def _meanings(numbers: list[int], year_first: bool) -> list[date]:
    """Return the possible dates of three numbers: year, month, day, or month and day in any order, then the year."""
    first, second, third = numbers
    orders = [(first, second, third)] if year_first else [(third, first, second), (third, second, first)]
    return list(dict.fromkeys(filter(None, (_day(*one) for one in orders))))


def _day(year: int, month: int, day: int) -> date | None:
    """Return a day, or None if there is none. A year of two digits is ambiguous."""
    try:
        return date(year, month, day) if year >= 1000 else None
    except ValueError:
        return None


OTHERS = ("id", "kind", "mode", "event")
"""Valid tags that resemble other tags."""
EXAMPLES = {"key": '[key "name"]', "teams": '[teams "a, b"]'}


def check(part: Part, rules: Rules, games: Games) -> Iterator[Diagnostic]:
    """Yield the findings in a head."""
    tags = winning(part)
    # The unread part may hold the missing tag.
    whole = not any(isinstance(item, Junk) and item.unread for _, item in part.items[-1:])
    if whole:
        yield from _missing(part, tags, rules)
    yield from _legacy(part, rules)
    if is_legacy(part):
        # Report the rest after the conversion.
        return
    yield from _duplicates(part, rules)
    known = games.get(tags["key"][1].value) if "key" in tags else None
    misspelt = [*_misspelt(tags, known.tags if known is not None else (), rules)]
    seed = next((one for one in misspelt if one.fixes[0].edits[0].text == "seed"), None)
    if whole and known is not None and known.deck:
        yield from _decks(known, tags, rules)
    elif whole and known is not None and known.replay and "seed" not in tags:
        lost = rules["no-seed"].at(*value_at(tags, "key"), game=f"`{known.key}`")
        if seed is not None:
            misspelt.remove(seed)
            related = (Related(seed.span, "this may be it"),)
            lost = lost._replace(severity=Severity.WARNING, related=related, fixes=seed.fixes)
        yield lost
    yield from misspelt
    for key, (start, tag) in tags.items():
        if key in REQUIRED and not tag.value and tag.sound:
            role = "names the game" if key == "key" else "names the teams"
            yield rules["empty-tag"].at(start, start + len(tag.text), key=tag.key, role=role)
        elif (tag.value or key == "variant") and key not in LEGACY:
            for problem in value_findings(key, tag.value, known, rules, games):
                yield problem.shifted(start + tag.value_at.start)


def _decks(known: Known, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    """Yield the fault of the decks of a game, or its missing seed."""
    at, problem = value_at(tags, "key"), ""
    if lacking := [f"`{name}`" for name in ("seed", "Decks") if name not in tags]:
        problem = f"there is no tag {' and no tag '.join(lacking)}"
    else:
        at = value_at(tags, "Decks")
        _, problem = decks_of(tags["Decks"][1].value, known)
    if problem:
        yield rules["decks"].at(*at, problem=problem, game=f"`{known.key}`", size=known.deck)


def missing(names: list[str], at: int, end: int, behind: str, rules: Rules) -> Diagnostic:
    """Return the finding of missing required tags. Its fix writes them at `at`, followed by `behind`."""
    text = "".join(f"{EXAMPLES[name]}\n" for name in names) + behind
    listed = " and no ".join(f"tag `{name}`" for name in names)
    fix = Fix.of(f"Add {quoted(names)}", at, at, text)
    return rules["missing-tag"].at(at, end, missing=listed, fixes=[fix])


def _missing(part: Part, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    names = [name for name in REQUIRED if name not in tags]
    spans = [*tag_spans(part), *(placed.span for placed in part.items), Span(0, 0)]
    if names == ["teams"]:
        start, key = tags["key"]
        behind = start + len(key.text)
        fix = Fix.of("Add `teams`", behind, behind, f"\n{EXAMPLES['teams']}")
        yield rules["missing-tag"].at(*spans[0], missing="tag `teams`", fixes=[fix])
    elif names:
        yield missing(names, *spans[0], "", rules)


def _misspelt(
    tags: Mapping[str, tuple[int, Tag]], usual: Sequence[str], rules: Rules
) -> Iterator[Diagnostic]:
    """Yield the tags that are probably typos of missing tags."""
    known = [*REQUIRED, "completed", "date", "seed", "variant", *usual]
    for key, (start, tag) in islice(tags.items(), STRANGE):
        near = nearest(key, known) if key not in {*known, *LEGACY, *OTHERS} else None
        if near is not None and near not in tags:
            at = tag.key_at.shifted(start)
            yield rules["tag-name"].at(*at, key=shown(key), known=near, fixes=[write(at, key, near)])


def _duplicates(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    for number, placed in enumerate(part.items):
        tag = placed.item
        if not isinstance(tag, Tag) or not tag.key:
            continue
        if (before := seen.get(tag.key)) is not None:
            first = part.items[before]
            related = [Related(first.span, "it also occurs here")]
            away = Edit(first.start, part.items[before + 1].start, "")
            fix = Fix("Remove the earlier tag", (away,))
            yield rules["duplicate-tag"].at(*placed.span, key=shown(tag.key), related=related, fixes=[fix])
        seen[tag.key] = number


def _legacy(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """Yield one finding for a whole older record, or one for each older tag among new ones."""
    old = [(start, tag) for start, tag in part.tags if tag.key in LEGACY]
    if is_legacy(part):
        start, item = next(one for one in old if LEGACY[one[1].key] in REQUIRED)
        yield rules["legacy-record"].at(*item.key_at.shifted(start), old=item.key, new=LEGACY[item.key])
        return
    for start, item in old:
        new, at = LEGACY[item.key], item.key_at.shifted(start)
        fixes = [write(at, item.key, new)] if new not in part.keys else []
        yield rules["legacy-tag"].at(*at, old=item.key, new=new, fixes=fixes, tags=frozenset({"deprecated"}))
