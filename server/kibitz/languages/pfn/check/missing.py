"""Tables that are missing, filled in as far as the rest of the record tells: what a fix writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.game.figgie import PayoutRule, facts, partner, suit_names
from kibitz.languages.pfn.game.outcome import Outcome, paid_by
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.keys import BANK, tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import DECK, GAME, SIZES


def with_deck(found: Iterable[Diagnostic], record: Record) -> Iterator[Diagnostic]:
    """The findings; those of a missing deck with the fix that writes it as the whole deal proves it."""
    for one in found:
        lacks_deck = one.rule.slug == "missing-table" and not any(record.at(*DECK))
        lacks_sizes = one.rule.slug == "missing-key" and _is_about_sizes(one, record)
        above = next(record.at(*(DECK if lacks_sizes else GAME)), None) if lacks_deck or lacks_sizes else None
        sizes = _sizes(record) if above is not None else {}
        if above is None or not sizes:
            yield one
            continue
        said = [write.table("[DeckSetup.Distribution]", sizes)]
        if lacks_deck:
            said.insert(0, _deck(sizes))
        yield one._replace(
            fixes=(_added("`[DeckSetup]`" if lacks_deck else "`[DeckSetup.Distribution]`", above.end, said),)
        )


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
        fixes = [_added(f"`[Result]`, {_way(way)}", at, [_result(record, paid_by(end, way))]) for way in ways]
        yield one._replace(fixes=tuple(fixes))


def _way(rule: PayoutRule) -> str:
    """How goal cards are paid, in the title of a fix: before there are banks, only the writer knows."""
    return "as the rules pay" if rule.ante else f"{rule.pot} chips for the most goal cards"


def _is_about_sizes(found: Diagnostic, record: Record) -> bool:
    """Whether the deck lacks its sizes and nothing else is missed with them."""
    deck = next(record.at(*DECK), None)
    keys = [key.name for key in tables()[DECK].keys if key.required]
    lacking = [name for name in keys if record.leaf(*DECK, name) is None]
    return (
        deck is not None
        and found.span == deck.head
        and lacking == ["Distribution"]
        and not any(record.at(*SIZES))
    )


def _added(title: str, at: int, said: Sequence[str]) -> Fix:
    return Fix.of(f"Add {title}", at, at, "".join(f"\n\n{table}" for table in said))


def _sizes(record: Record) -> Mapping[str, int]:
    """The sizes of the suits as a whole deck that was dealt proves them."""
    sizes = record.deal.counts
    return sizes if sorted(sizes.values()) == sorted(facts().counts) and not record.deal.variant else {}


def _deck(sizes: Mapping[str, int]) -> str:
    goal = partner(max(sizes, key=lambda name: sizes[name])) or ""
    return write.table("[DeckSetup]", {"GoalSuitColor": suit_names()[goal].color, "GoalSuit": goal})


def _result(record: Record, end: Outcome) -> str:
    banks = {player + BANK: round(bank) for player, bank in end.banks.items()}
    suits = {"Revealed12CardSuit": record.deal.twelve, "GoalSuit": record.goal}
    return write.table("[Result]", {**suits, **banks, "Winners": end.winners})
