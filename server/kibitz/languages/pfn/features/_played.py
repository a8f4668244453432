"""What came of a round, as tables of sums tell it: by its analysis, or by its values alone where there is nothing to say of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Record, Rows, Said, declared
from kibitz.core.values import Span
from kibitz.languages.pfn.features._beliefs import MOST_TRADES
from kibitz.languages.pfn.features._standing import came_to, final
from kibitz.languages.pfn.features._trades import Made, trades
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, PayoutRule
from kibitz.languages.pfn.game.outcome import Outcome
from kibitz.languages.pfn.game.round import Deal
from kibitz.languages.pfn.text.trades import Ended


@dataclass(frozen=True)
class Played:
    """A round. What is not known is None."""

    deal: Deal
    duration: Number | None
    trades: Sequence[Made]
    nets: Mapping[str, Number | None]
    """What each player has gained by trading."""
    end: Outcome | None
    rule: PayoutRule

    @cached_property
    def seen(self) -> Seen | None:
        """What everybody has seen in the end; None where the trades are too many."""
        seen = Seen.nothing(self.deal.players) if len(self.trades) <= MOST_TRADES else None
        for trade in self.trades:
            seen = seen and seen.after(trade.move)
        return seen

    def chance(self, player: str | None = None) -> float | None:
        """How likely the goal suit is in the end, from 0 to 1, to a player, or to a spectator; None where that can't be known."""
        goal, beliefs = self.deal.goal, self.deal.beliefs(self.seen, player)
        return None if goal is None or beliefs is None else beliefs.chance(goal)


@kept_with
def played(about: Analysis | Ended) -> Played:
    """A round, with its trades nowhere if that is by its values."""
    if isinstance(about, Ended):
        made = [Made.usual(one, Span(0, 0)) for one in about.trades]
        return Played(about.deal, about.duration, made, about.nets, about.end, about.end.rule)
    record, end = about.context, came_to(about)
    rule = record.payout_rule(end)
    return Played(record.deal, record.terms.duration, trades(about), final(about).nets, end, rule)


def told_of(table: str, said: Callable[[Played], Iterable[Said]]) -> Rows:
    """Rows that are made for tables of sums: nobody asks where they stand."""

    def records(about: Analysis | Ended) -> Iterator[Record]:
        yield Record(0, ((0, 0, (one,)) for one in said(played(about))))

    return Rows(declared("kibitz.languages.pfn", table), records)
