"""What was likely meant: one mistake is told once, and the hand is judged on as if it had not been made.

Somebody who mistypes one field of an event may break several rules at once. Where a hand breaks more than one, small
changes at the places of what was found are tried; the one after which the fewest rules are broken is taken for what
was meant. Its finding is told, what else followed from the mistake is not, and where the change can be written it is
offered as a fix. A fix after which more is wrong than before is not offered at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.bounds import PROBLEMS
from kibitz.core.interest import look
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Severity
from kibitz.languages.bjn.check.finding import Change, Finding
from kibitz.languages.bjn.check.meant import Lines, applied, changes, lines_of, of_record, replaced, unknowns
from kibitz.languages.bjn.check.referee import judge
from kibitz.languages.bjn.check.setup import within
from kibitz.languages.bjn.game.model import Entry, Event, Unread
from kibitz.languages.bjn.text.sheet import Item, Sheet

MOST_ENTRIES = 400
"""Nobody plays hands with more entries: of such a one everything is told as it is found."""
MOST_FOLLOWED = 4000
"""Entries behind so many are not judged: each key in them would judge all of them anew."""
MOST_CAUSES = 4
"""So many mistakes of a hand are told apart from what follows from them."""
MOST_CHANGES, MOST_FIXES = 8, 3
"""So many changes are tried, and so many offered as fixes of a finding."""
MOST_LOOKED_AT = 4
"""At so many findings a change is tried."""
MOST_JUDGED = 4_000
"""So many entries are judged to find out what was meant, and as many to try fixes: a tenth of a second of work. Hands in
which that is not enough are not played; what is not found out by then is told as it is found, and not offered."""


Cause = tuple[str, int]
"""The rule and the entry of a finding."""


@remembered
def findings(sheet: Sheet, rules: Rules) -> tuple[Finding, ...]:
    """What is wrong with a hand, without what follows from other mistakes, and what mends it."""
    search = _Search(rules)
    found = _told(sheet, search)
    if len(sheet.entries) > MOST_ENTRIES:
        return tuple(found)
    causes, lines = search.causes(found), lines_of(sheet)
    search.begin()
    return tuple([_with_fixes(search, lines, one, causes) for one in found])


def told(sheet: Sheet, rules: Rules) -> Sequence[Finding]:
    """The same with what may mend it, whether it does or not: to find that out takes as long again."""
    return _told(sheet, _Search(rules))


def _told(sheet: Sheet, search: _Search) -> list[Finding]:
    first = sheet.entries[0].item
    if first.kind == "setup" and first.value is None:
        return []
    if misplaced := within(sheet.values):
        return misplaced
    return _as_found(sheet) if len(sheet.entries) > MOST_ENTRIES else list(search.explained(lines_of(sheet)))


def as_they_show(sheet: Sheet, _: Rules) -> list[Finding]:
    """What is wrong with a hand, one mistake as often as it shows, without what may mend it."""
    return [one._replace(changes=()) for one in within(sheet.values) or _as_found(sheet)]


def _as_found(sheet: Sheet) -> list[Finding]:
    followed = sheet.values[:MOST_FOLLOWED]
    found = islice(judge(followed), PROBLEMS)
    # The outcome may stand behind what is followed.
    return [one for one in found if len(followed) == len(sheet.values) or one.slug != "outcome-missing"]


def _with_fixes(search: _Search, lines: Lines, one: Finding, causes: set[Cause]) -> Finding:
    """A finding with those of its changes only that mend it and spoil nothing."""
    if not one.changes or one.slug in _ALONE:
        return one
    allowed = causes - {(one.slug, one.entry)}
    broken = len(search.serious(search.judged(lines)))
    fixes: list[Change] = []
    for change in one.changes[:MOST_CHANGES]:
        after = applied(lines, one.entry, change)
        if after and len(fixes) < MOST_FIXES and not search.over:
            written = tuple(line._replace(changed=False) for line in after)
            # What mends a mistake breaks no more rules than before; to find that out takes no search.
            if search.fewer(written, broken + 1) and search.tells_only(allowed, written) and not search.over:
                fixes.append(change)
    return one._replace(changes=tuple(fixes))


class _Search:
    """Tries changes of a hand."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._left = MOST_JUDGED
        self._judged: dict[tuple[Entry, ...], list[Finding]] = {}
        self._fewest: dict[tuple[Entry, ...], int] = {}
        """Of entries that were judged in part only: so many errors and warnings there are at least."""

    def begin(self) -> None:
        """Another search begins, which knows what this one has judged."""
        self._left = MOST_JUDGED

    @property
    def over(self) -> bool:
        """Whether so much has been tried that the search ends."""
        return self._left <= 0

    def judged(self, lines: Lines) -> list[Finding]:
        """What is wrong with some lines, one mistake as often as it shows."""
        entries = tuple([line.entry for line in lines])
        if entries not in self._judged:
            self.fewer(lines, PROBLEMS + 1)
        return self._judged[entries]

    def fewer(self, lines: Lines, most: int) -> bool:
        """Whether less than so many errors and warnings are found in some lines."""
        entries = tuple([line.entry for line in lines])
        if (found := self._judged.get(entries)) is not None:
            return len(self.serious(found)) < most
        if self._fewest.get(entries, 0) >= most:
            return False
        look()
        self._left -= len(lines)
        found, serious = [], 0
        for one in islice(judge(entries), PROBLEMS):
            found.append(one)
            serious += self._severity(one) <= Severity.WARNING
            if serious >= most:
                self._fewest[entries] = most
                return False
        self._judged[entries] = found
        return True

    def serious(self, found: Sequence[Finding]) -> list[Finding]:
        """The errors and warnings of some findings."""
        return [one for one in found if self._severity(one) <= Severity.WARNING]

    def _severity(self, one: Finding) -> Severity:
        return self._rules[one.slug].severity if one.severity is None else one.severity

    def around_flaws(self, lines: Lines, found: list[Finding]) -> tuple[Lines, list[Finding]]:
        """The lines with those that are written wrongly taken for unknown, if that explains what is wrong elsewhere."""
        flawed = [number for number, line in enumerate(lines) if number and self._flawed(line.item)]
        for number in flawed[:MOST_LOOKED_AT]:
            known = lines[number].entry
            seat = known[:2] if isinstance(known, (Event, Unread)) else (-1, -1)
            for entry in (Unread(*seat), Unread()):
                meant = replaced(lines, number, entry)
                if self.fewer(meant, len(self.serious(found))):
                    lines, found = meant, self.judged(meant)
        return lines, found

    def _flawed(self, item: Item) -> bool:
        return any(self._rules[flaw.slug].severity is Severity.ERROR for flaw in item.flaws)

    def explained(self, lines: Lines) -> Iterator[Finding]:
        """What is told of some lines: a finding for each mistake, with all changes that may mend it."""
        entries: set[int] = set()
        lines, found = self.around_flaws(lines, self.judged(lines))
        while len(self.serious(found)) > 1 and len(entries) < MOST_CAUSES and not self.over:
            best = self.best(lines, found)
            if best is None:
                break
            one, meant = best
            one = of_record(lines, one)
            entries.add(one.entry)
            yield one
            lines, found = meant, self.judged(meant)
        rest = [of_record(lines, one) for one in found if not lines[one.entry].changed]
        # Whether everybody has finished, nobody knows before the mistakes are mended.
        rest = [one for one in rest if not entries or one.slug != "outcome-missing"]
        yield from (one for one in rest if one.entry not in entries)

    def tells_only(self, causes: set[Cause], lines: Lines) -> bool:
        """Whether no errors and warnings but some are told of some lines."""
        if self.causes(self.judged(lines)) <= causes:
            return True
        return all((one.slug, one.entry) in causes for one in self.explained(lines) if self.serious([one]))

    def causes(self, found: Sequence[Finding]) -> set[Cause]:
        """The errors and warnings that are told."""
        return {(one.slug, one.entry) for one in self.serious(found)}

    def best(self, lines: Lines, found: Sequence[Finding]) -> tuple[Finding, Lines] | None:
        """The finding that explains most of the others, with the lines as they were meant; None if none explains any."""
        fewest, best = len(self.serious(found)) - 1, None
        for one, change, meant in self._tried(lines, found):
            if self.fewer(meant, fewest):
                fewest, best = len(self.serious(self.judged(meant))), (one, change, meant)
            if not fewest or self.over:
                break
        if best is None:
            return None
        one, change, meant = best
        if not self.serious([one]):
            # What follows from it is worse than the finding itself.
            one = one._replace(severity=Severity.WARNING)
        if change:
            others = [other for other in one.changes if other[1:4] != change[1:4]]
            one = one._replace(changes=(change, *others))
        return one, meant

    def _tried(
        self, lines: Lines, found: Sequence[Finding]
    ) -> Iterator[tuple[Finding, Change | None, Lines]]:
        places = sorted(found, key=lambda one: one.entry)
        places = [one for one in places if self._explains(one)][:MOST_LOOKED_AT]
        entries = [line.entry for line in lines]
        for one in places:
            for change in (*one.changes, *changes(entries, one)):
                if meant := applied(lines, one.entry, change):
                    yield one, change, meant
        for one in places:
            for number, entry in unknowns(entries, one):
                yield one, None, replaced(lines, number, entry)

    def _explains(self, one: Finding) -> bool:
        """Whether what was found may come of a mistake from which more follows. Of :data:`_FOLLOWS` none does."""
        return one.slug == "deal-order" or bool(self.serious([one]) and one.slug not in _FOLLOWS)


_FOLLOWS = frozenset({"outcome-total", "outcome-bust", "double-open"})
"""What only follows: an outcome, and that a double is not marked on which the hand plays on."""
_ALONE = frozenset({"setup-second", "setup-missing"})
"""Their fixes make other hands of this one."""
