"""The rules of a notation: one row of `rules.toml` each.

The table `[blocks]` at its top names the module that checks a code: `BJN2 = "check/cards"` for all codes that begin with BJN2. The
longest beginning counts.

A row has these fields:

- `code`, `slug` and `severity`
- `message`, with `{fields}`
- `why`: the rule of the game or of the notation, and its source
- `example`: a record, or a part of one, that breaks the rule
- `report_when`: when to report a finding while the user types, see :mod:`kibitz.core.while_typing`. `now` is at once, `entry` is after the user
  has left the touched entry, and `record` is when something follows in the record.
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
        """Read `rules.toml` of a package such as `kibitz.languages.bjn`.

        Raises ValueError if two rows share a code or a slug, or if one lacks a field.
        """
        source = tomli.loads(read_data(package, "rules.toml"))
        language = package.rpartition(".")[2]
        self.blocks: Mapping[str, str] = source.get("blocks", {})
        """The module of the notation that checks the codes with a beginning: `{"BJN2": "check/cards"}`."""
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
        """Return the rule with a slug or a code. Raises KeyError."""
        return self._by_name[name]

    def get(self, name: str) -> Rule | None:
        return self._by_name.get(name)

    def module(self, code: str) -> str | None:
        """Return the module that checks a rule, as a path below the folder of the notation without its suffix, or None."""
        return next(
            (self.blocks[code[:size]] for size in range(len(code), 0, -1) if code[:size] in self.blocks), None
        )


_FIELDS = [one for one in Rule._fields if one not in Rule._field_defaults]


@cache
def general() -> Rules:
    """Return the rules that belong to no notation."""
    return Rules("kibitz")
