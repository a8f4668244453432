"""Tables that are missing, filled in as far as the rest of the record tells: what a fix writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.game.figgie import PayoutRule, facts, partner
from kibitz.languages.pfn.game.outcome import Outcome, paid_by
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import DECK, GAME, SIZES, Path


def deck(record: Record, path: Path) -> list[Fix]:
    """The fix that writes the deck, or only its sizes, behind the table above it, as the whole deal proves them."""
    above = next(record.at(*(GAME if path == DECK else DECK)), None) if path in {DECK, SIZES} else None
    sizes = record.deal.counts
    if above is None or record.deal.variant or sorted(sizes.values()) != sorted(facts().counts):
        return []
    goal = partner(max(sizes, key=lambda name: sizes[name])) or ""
    head = [write.table("[DeckSetup]", write.deck(goal))] if path == DECK else []
    said = [*head, write.table("[DeckSetup.Distribution]", sizes)]
    return [_added(f"`{tables()[path].header}`", above.end, said)]


def with_result(
    found: Iterable[Diagnostic], document: Document, record: Record, end: Outcome | None
) -> Iterator[Diagnostic]:
    """The findings, with offsets of the document; that of a missing result with the fix that writes it at the end."""
    for one in found:
        if one.rule.slug != "missing-result" or end is None:
            yield one
            continue
        last = document.place_at(len(document))
        at = last.start + len(last.text.rstrip())
        ways = facts().paying(record.payout)
        fixes = [
            _added(
                f"`[Result]`, {_way(way)}", at, [write.table("[Result]", record.result(paid_by(end, way)))]
            )
            for way in ways
        ]
        yield one._replace(fixes=tuple(fixes))


def _way(rule: PayoutRule) -> str:
    """How goal cards are paid, in the title of a fix: before there are banks, only the writer knows."""
    return "as the rules pay" if rule.ante else f"{rule.pot} chips for the most goal cards"


def _added(title: str, at: int, said: Sequence[str]) -> Fix:
    return Fix.of(f"Add {title}", at, at, "".join(f"\n\n{table}" for table in said))
