"""Candidate repairs beyond typos."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import CANDIDATES
from kibitz.core.candidates import Candidate
from kibitz.core.edit import edit as edited
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages.pfn.features import _wrong
from kibitz.languages.pfn.features._wrong import LIKELY, SURE, Candidates, Wrong, change, due
from kibitz.languages.pfn.game.figgie import chips, facts, read_card, suit_names, suit_of, wrong_banks
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import meant_table, tables


def candidates(language: Pfn, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
    """See :meth:`kibitz.core.language.Language.candidates`."""
    wrong = Wrong(analysis, finding)
    for known in _BY_RULE.get(finding.rule.slug, ()):
        yield from islice(known(wrong), CANDIDATES)


_EQUALS = re.compile(r"(?m)^([ \t]*[\w.-]+)?(?<=[\w.-])([ \t]*=[ \t]*)(?=\S)")
_ALMOST = re.compile(
    r"(?<![\w.-])(?P<key>[\w.-]+)(?P<gap>[ \t]*[:;~-]?[ \t]*)(?=[\"'\[{0-9+-]|true\b|false\b)"
)
_KEY = re.compile(r"([\w-]+)[ \t]*=([ \t]*)")
_CARD = re.compile(r"""\bCard[ \t]*=[ \t]*["']([^"']*)["']""")
_COMMENT = re.compile(r"[ \t]*#[^\n]*?(?=\r?\n)")
_STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_BEGINS = re.compile(r"(?m)^[ \t]*(?:\[|[\w.-]+[ \t]*=)")
STRAY = 2
"""A line of so few characters has been typed by mistake."""


def equals(wrong: Wrong) -> Candidates:
    """Write a missing `=`, or replace a wrong sign by it, with the spaces of the other keys."""
    start, line = wrong.line
    at = wrong.finding.span.shifted(-start)
    for found in _ALMOST.finditer(line):
        first, last = found.span("gap")
        if found["gap"] and found.start() <= at.end and at.start <= last:
            text = _equals_behind(wrong, found["key"])
            yield change("", SURE, Edit(first + start, last + start, text))


def _equals_behind(wrong: Wrong, key: str) -> str:
    """Return the `=` after a key in the style of a table: in the column above, or with equal spaces."""
    found = list(_EQUALS.finditer(wrong.here.source))
    columns = {len(one[0].rstrip("= \t")) + one[2].index("=") for one in found if one[1]}
    behind = Counter([one[2].partition("=")[2] for one in found])
    gaps = Counter([one[2] for one in found])
    if len(gaps) > 1 and len(columns) == 1:
        return " " * (columns.pop() - len(key)) + "=" + max(behind, key=lambda one: behind[one])
    return max(gaps, key=lambda one: gaps[one], default=" = ")


def closers(wrong: Wrong) -> Candidates:
    """Write the missing bracket at the end of a line, or on a line of its own before the rest."""
    source, begin = wrong.here.source, wrong.here.place.start
    start, own = wrong.line
    for at, line in (wrong.line_at(start - 1), (start, own)):
        bare = _STRING.sub(lambda one: "x" * len(one[0]), line).partition("#")[0].rstrip(", \t")
        for opener, closer in ("{}", "[]"):
            if bare.count(opener) == bare.count(closer) + 1:
                end, gap = at + len(bare), " " if f"{opener} " in bare else ""
                yield change("", SURE, Edit(end, end, gap + closer))
        if bare.endswith("["):
            found = _BEGINS.search(source, at - begin + len(line))
            end = begin + len(source[: found.start() if found else None].rstrip())
            yield change("", SURE, Edit(end, end, "\r\n]" if "\r\n" in source else "\n]"))


def header(wrong: Wrong) -> Candidates:
    """Write the brackets of a header that lacks some."""
    start, line = wrong.line
    name = line.partition("#")[0].strip(" \t[]")
    spec = tables().get(tuple(name.split(".")))
    if spec is not None and "=" not in line:
        at = start + line.index(name)
        first, last = start + len(line) - len(line.lstrip(" \t")), at + len(name)
        last += len(line[last - start :]) - len(line[last - start :].lstrip("]"))
        yield change("", SURE, Edit(first, last, spec.header))


def misspelt_header(wrong: Wrong) -> Candidates:
    """Write the name of the table that a header with other signs is meant to open."""
    name = wrong.text(wrong.finding.span)
    meant = meant_table((name,)) if wrong.line[1].lstrip(" \t").startswith("[") else None
    if meant is not None:
        yield change("", SURE, Edit(*wrong.finding.span, meant[0]))


def key_above(wrong: Wrong) -> Candidates:
    """Move a key below the header that follows it."""
    start, line = wrong.line
    end = start + len(line)
    document = wrong.analysis.document
    rest = document.text(end, min(end + HEADER_WITHIN, len(document)))
    if (found := _NEXT_HEADER.match(rest)) is not None:
        name = tables().get(tuple(found[2].strip("[] \t").split(".")))
        if name is not None and name.key(line.partition("=")[0].strip(" \t\"'")) is not None:
            edit = Edit(start, end + found.end(), found[2] + found[1] + line)
            yield change(f"Move the key below `{name.header}`", SURE, edit)


_NEXT_HEADER = re.compile(r"(\r?\n)([ \t]*\[[^\r\n#]*\][ \t]*)(?=\r?\n|\Z)")
HEADER_WITHIN = 80
"""Code points in which the header after a line ends."""


def stray(wrong: Wrong) -> Candidates:
    """Remove a line with one or two characters."""
    start, line = wrong.line
    if 0 < len(line.strip()) <= STRAY:
        end = start + len(line)
        behind = wrong.text(Span(end, end + 2))
        end += 2 if behind == "\r\n" else behind.startswith("\n")
        yield change(f"Remove the line `{line.strip()}`", SURE, Edit(start, end, ""))


def no_value(wrong: Wrong) -> Candidates:
    """Write the missing value of a key if the record determines it."""
    start, source = wrong.here.place.start, wrong.here.source
    found = _KEY.match(source, wrong.finding.span.start - start)
    if found is not None:
        first, last = found.span(2)
        gap = _equals_behind(wrong, found[1]).partition("=")[2]
        span = Span(first, first if source[last : last + 1] == "#" else last).shifted(start)
        yield from _written(wrong, found[1], span, gap, "")


def missing_key(wrong: Wrong) -> Candidates:
    """Add a key that a trade lacks, if the trade before or after it has the key."""
    at = wrong.number
    if at is None:
        return
    one = wrong.trades[at]
    for other in (*wrong.trades[max(at - 1, 0) : at], *wrong.trades[at + 1 : at + 2]):
        for before, leaf in pairwise(other.trade.table.leaves):
            own = one.trade.table.get(before.name)
            if one.trade.table.get(leaf.name) is None and own is not None:
                gap = _COMMENT.sub("", other.source[before.span.end : leaf.span.start])
                end = one.start + (own.whole.end if "\n" in gap else own.span.end)
                yield from _written(wrong, leaf.name, Span(end, end), gap, f"Add `{leaf.name} = ")
                return


def _written(wrong: Wrong, name: str, span: Span, before: str, title: str) -> Candidates:
    """Write a key with each of its possible values after some text."""
    for value in _values(wrong, name, Edit(*span, before + "0")):
        yield change(title and f"{title}{value}`", LIKELY, Edit(*span, before + value))


def _values(wrong: Wrong, name: str, naught: Edit) -> Iterator[str]:
    """Yield the possible values of a key, as TOML; `naught` sets it to 0."""
    trade = wrong.trade.trade if wrong.trade else None
    if name == "Price":
        yield from _price(wrong, naught)
    elif name == "Suit":
        card = _card_beside(wrong, naught.start) if trade is None else trade.card
        yield from () if card is None else (f'"{suit_of(card).name}"',)
    elif name in {"Buyer", "Seller"} and trade is not None:
        other = trade.seller if name == "Buyer" else trade.buyer
        yield from (f'"{player}"' for player in wrong.record.players if player != other)
    elif name == "TradeIndex" and wrong.number is not None:
        yield str(due(wrong, wrong.number))
    elif name in suit_names():
        yield from _size(wrong, name)


def _card_beside(wrong: Wrong, offset: int) -> str | None:
    """Return the card in the braces of an unreadable trade, or None."""
    start, line = wrong.line_at(offset)
    before, behind = line[: offset - start].rpartition("{")[2], line[offset - start :].partition("}")[0]
    found = _CARD.search(before + behind)
    return None if found is None else read_card(found[1])


def _size(wrong: Wrong, name: str) -> Iterator[str]:
    """Yield the size that the other suits leave."""
    others = {suit: size for suit, size in wrong.record.deal.distribution.items() if suit != name}
    if len(others) == len(facts().suits) - 1:
        yield str(facts().cards - sum(others.values()))


def _price(wrong: Wrong, naught: Edit) -> Iterator[str]:
    """Yield the price that corrects the banks: their difference if the price is 0."""
    document = edited(wrong.analysis.document, *naught)
    free = Wrong(checked(document, wrong.analysis), wrong.finding)
    if (end := free.outcome) is not None:
        written = free.record.written_banks
        off = {abs(written[player] - end.banks[player]) for player in wrong_banks(written, end.banks)}
        if len(off) == 1:
            yield chips(off.pop())


_BY_RULE: Mapping[str, Sequence[Callable[[Wrong], Candidates]]] = {
    "bank-differs": [_wrong.sums],
    "bank-of-nobody": [_wrong.unnamed],
    "bad-key": [misspelt_header],
    "card-dealt-twice": [_wrong.dealt_twice],
    "card-not-owned": [_wrong.stands_twice, _wrong.swapped_hands],
    "card-suit": [_wrong.suit],
    "deal-to-nobody": [key_above, _wrong.unnamed],
    "duplicate-key": [key_above],
    "event-value": [_wrong.event_types],
    "game-duration": [_wrong.duration],
    "goal-color": [_wrong.goal_suits],
    "goal-suit": [_wrong.goal_suits],
    "missing-key": [missing_key],
    "no-value": [stray, no_value],
    "no-winner": [_wrong.winners],
    "not-closed": [closers],
    "not-a-card": [_wrong.cards, _wrong.card],
    "price-zero": [_wrong.sums],
    "result-goal-suit": [_wrong.goal_suits],
    "same-player": [_wrong.buyer],
    "syntax": [header, equals, closers, stray],
    "time-after-end": [_wrong.duration],
    "time-order": [_wrong.stands_twice, _wrong.order, _wrong.times],
    "trade-index-order": [_wrong.order, _wrong.numbers],
    "trade-index-repeated": [_wrong.stands_twice, _wrong.numbers],
    "unequal-hands": [_wrong.moved_card],
    "unknown-color": [_wrong.goal_suits],
    "unknown-key": [key_above],
    "unknown-winner": [_wrong.winners],
}
"""By the slugs of rules."""
