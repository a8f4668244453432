"""The rules of a notation: one row of `rules.toml` each, from which everything about a rule comes.

The table `[blocks]` at its top says where in the notation's folder the rules are checked: `BJN2 = "check/cards"` for all
codes that begin so, the longest beginning first.

A row has `code`, `slug`, `severity`, `message` (with `{fields}`), `why` (what the rule of the game or of the
notation is, and whose) and `example` (a record, or a part of one, that breaks it). `certain` says when a finding is
certain while somebody is typing, see :mod:`kibitz.core.calm`: at once (`now`), when the entry has been left that it
touches (`entry`), or when something stands behind in the record (`record`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import tomli

from kibitz.core.data import read_data
from kibitz.core.values import Rule, Severity


class Rules:
    """All rules of one notation, by slug and by code."""

    def __init__(self, package: str) -> None:
        """Reads `rules.toml` of a package such as `kibitz.languages.bjn`.

        Raises ValueError where two rows share a code or a slug, and where one lacks a field.
        """
        source = tomli.loads(read_data(package, "rules.toml"))
        language = package.rpartition(".")[2]
        self.blocks: Mapping[str, str] = source.get("blocks", {})
        """Which module of the notation's folder checks the codes that begin so: `{"BJN2": "check/cards"}`."""
        self._by_name: dict[str, Rule] = {}
        self._rules: list[Rule] = []
        for row in source["rule"]:
            if missing := [one for one in _FIELDS if one not in row]:
                raise ValueError(f"{package}: {row.get('code', 'a rule')} lacks `{missing[0]}` in rules.toml")
            rule = Rule(**{**row, "severity": Severity[row["severity"].upper()], "language": language})
            if rule.code in self._by_name or rule.slug in self._by_name:
                raise ValueError(f"{package}: {rule.code} {rule.slug} stands twice in rules.toml")
            self._by_name[rule.code] = self._by_name[rule.slug] = rule
            self._rules.append(rule)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __getitem__(self, name: str) -> Rule:
        """The rule with a slug or a code. Raises KeyError."""
        return self._by_name[name]

    def get(self, name: str) -> Rule | None:
        return self._by_name.get(name)

    def module(self, code: str) -> str | None:
        """The module that checks a rule, as a path below the notation's folder without its suffix."""
        return next(
            (self.blocks[code[:size]] for size in range(len(code), 0, -1) if code[:size] in self.blocks), None
        )


_FIELDS = [one for one in Rule._fields if one not in Rule._field_defaults]


@cache
def general() -> Rules:
    """The rules that are of no notation."""
    return Rules("kibitz")
