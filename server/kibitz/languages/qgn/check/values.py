"""The values of tags, and the rules about them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from itertools import accumulate

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Related, Span
from kibitz.core.words import nearest, plural
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.head import SEPARATOR, seed_of
from kibitz.languages.qgn.text.items import shown

_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})", re.ASCII)


def check(key: str, value: str, known: Known | None, rules: Rules, games: Games) -> Iterator[Diagnostic]:
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
    if found is None or int(found[3]) < 1000 or not _is_day(int(found[3]), int(found[1]), int(found[2])):
        return None
    return f"{found[3]}-{found[1]}-{found[2]}"


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
    # A year of two digits is ambiguous.
    return list(dict.fromkeys(date(*one) for one in orders if one[0] >= 1000 and _is_day(*one)))


def _is_day(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
