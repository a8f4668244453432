"""What is wrong with something that is nearly a date or a time, and what was meant by it."""

from __future__ import annotations

import re

_FORM = re.compile(
    r"(?:(?P<year>[0-9]+)[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2}))?"
    r"(?:(?:(?<=[0-9])[Tt ])?(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2})(?::(?P<second>[0-9]{1,2}))?"
    r"(?P<fraction>\.[0-9]*)?(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{1,2}):?(?P<minutes>[0-9]{1,2})?)?)?"
)
_LIMITS = {
    "year": (1, 9999, "a year has four digits"), "month": (1, 12, "months go from 01 to 12"),
    "day": (1, 31, "days go from 01 to 31"), "hour": (0, 23, "hours go from 00 to 23"),
    "minute": (0, 59, "minutes go from 00 to 59"), "second": (0, 59, "seconds go from 00 to 59"),
    "hours": (0, 23, "the hours of an offset go from 00 to 23"),
    "minutes": (0, 59, "the minutes of an offset go from 00 to 59"),
}  # fmt: skip


def out_of_range(written: str) -> str | None:
    """Which part of a date or time is a number that it can't be, in words."""
    found = _FORM.fullmatch(written)
    if found is None:
        return None
    for part, (low, high, words) in _LIMITS.items():
        if found[part] is not None and not low <= int(found[part]) <= high:
            return words
    return None


def meant(written: str) -> str:
    """The date or time in the form of TOML if only zeros or separators are wrong; else an empty string."""
    found = _FORM.fullmatch(written)
    if found is None or out_of_range(written) or (found["year"] is not None and len(found["year"]) != 4):
        return ""
    day = "-".join(found[part].zfill(2) for part in ("year", "month", "day")) if found["year"] else ""
    if found["hour"] is None:
        return day
    clock = ":".join((found[part] or "00").zfill(2) for part in ("hour", "minute", "second"))
    fraction = (found["fraction"] or "").removesuffix(".")
    zone = found["zone"] or ""
    if found["sign"]:
        zone = found["sign"] + found["hours"].zfill(2) + ":" + (found["minutes"] or "00").zfill(2)
    return "T".join(filter(None, [day, clock + fraction + (zone if day else "")]))
