"""All rules, with and without a notation."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import general
from kibitz.core.values import Rule
from kibitz.languages import IDS, load

UNREADABLE = "KIB001"
SETTINGS = "KIB002"


def every() -> Iterator[Rule]:
    """Yield all rules, notation by notation, and then those without one."""
    for one in IDS:
        yield from load(one).rules
    yield from general()


def by_code(code: str) -> Rule:
    """Return the rule with a code, which must exist."""
    return next(rule for rule in every() if rule.code == code)
