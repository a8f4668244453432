"""Refactorings: renumber and sort the trades, fill in the deck and the result, sort as the specification does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.values import Action, Edit, Span
from kibitz.languages.pfn.check_result import BANK, outcome
from kibitz.languages.pfn.facts import Leaf
from kibitz.languages.pfn.ledger import final
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.replay import partner, suit_names
from kibitz.languages.pfn.spot import placed_trades, record_of, spot_at
from kibitz.languages.pfn.trade_actions import sort_tables, trade_actions


def actions(reader: Reader, analysis: Analysis, span: Span) -> Sequence[Action]:
    """What can be done at a selection: to the trades where one is touched, to the other tables in the same way."""
    record = record_of(analysis)
    found: list[Action] = []
    if next(placed_trades(reader, analysis, span), None) is not None:
        found += trade_actions(reader, analysis)
    touched = {
        table.path[:1] for table in record.tables if table.head.start <= span.end and span.start <= table.end
    }
    here = spot_at(reader, analysis, span.start).table
    if here is not None:
        touched.add(here.path[:1])
    if ("DeckSetup",) in touched:
        found += _deck(record)
    if ("Result",) in touched:
        found += _result(reader, analysis, record)
    return [*found, *sort_tables(analysis)]


class Filler:
    """Edits that give keys of a table their values: in the place of those that are there, or behind the last one."""

    def __init__(self, record: Record, *path: str) -> None:
        self.record = record
        self.path = path
        self.edits: list[Edit] = []
        self.lines: list[str] = []

    def set(self, name: str, value: str) -> None:
        """Gives a key its value, written as TOML, if it has another one or none."""
        leaf = self.record.leaf(*self.path, name)
        if leaf is None:
            self.lines.append(f"\n{name} = {value}")
        elif not _says(leaf, value):
            after = leaf.key.end if leaf.node is None else leaf.span.end
            start = leaf.key.start if leaf.node is None else leaf.span.start
            text = f"{leaf.pair.key.name} = {value}" if leaf.node is None else value
            self.edits.append(Edit(start, max(after, leaf.whole.end if leaf.node is None else after), text))

    def action(self, title: str) -> Iterator[Action]:
        """The action, if it changes anything."""
        table = next((one for one in self.record.at(*self.path) if one.header is not None), None)
        edits = list(self.edits)
        if self.lines and table is not None:
            edits.append(Edit(table.end, table.end, "".join(self.lines)))
        if edits:
            yield Action(title, tuple(sorted(edits, key=lambda edit: edit.start)))


def _says(leaf: Leaf, value: str) -> bool:
    """Whether a leaf has a value already, whatever quotes it is written in."""
    node = leaf.node
    if node is None:
        return False
    if node.kind == "array":
        return "[" + ", ".join(f'"{item.value}"' for item in node.items) + "]" == value
    return (f'"{node.value}"' if node.kind == "string" else str(node.value)) == value


def _deck(record: Record) -> Iterator[Action]:
    """GoalSuit and its colour from the distribution."""
    goal = partner(record.twelve) if record.twelve is not None else None
    if goal is not None:
        fill = Filler(record, "DeckSetup")
        fill.set("GoalSuitColor", f'"{suit_names()[goal].color}"')
        fill.set("GoalSuit", f'"{goal}"')
        yield from fill.action("Set the goal suit from the distribution")


def _result(reader: Reader, analysis: Analysis, record: Record) -> Iterator[Action]:
    """The suits from the deck; banks and winners from deal, trades and payout, or the winners from the banks."""
    fill = Filler(record, "Result")
    if record.twelve is not None:
        fill.set("Revealed12CardSuit", f'"{record.twelve}"')
    if record.goal is not None:
        fill.set("GoalSuit", f'"{record.goal}"')
    yield from fill.action("Set the suits of the result from the deck")
    end = outcome(record, final(reader, analysis))
    if end is not None:
        for player, bank in end.banks.items():
            fill.set(player + BANK, f"{bank:.0f}")
        top = max(end.banks.values())
        fill.set("Winners", _array([player for player, bank in end.banks.items() if bank == top]))
        yield from fill.action("Fill in the result from the trades")


def _array(players: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{player}"' for player in players) + "]"
