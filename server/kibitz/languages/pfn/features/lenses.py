"""Facts above lines: the number and volume of trades, and the computed payout."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Lens
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import amount, gained, total
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.features._round import (
    UNKNOWN,
    came_to,
    computed,
    in_the_way,
    likeliest,
    lines,
    payout_lines,
    payout_words,
    played,
)
from kibitz.languages.pfn.game.figgie import chips, signed
from kibitz.languages.pfn.language import Pfn


def lenses(language: Pfn, analysis: Analysis) -> Iterator[Lens]:
    """Yield the number and volume of trades above the first trade, and the computed payout above the result."""
    record = record_of(analysis)
    for place, _, trade in islice(placed_trades(analysis), 1):
        first = trade.table.head.shifted(place.start)
        sums = total(analysis.aggregates)
        trades = plural(sums.count, "trade")
        gains = gained(sums, sorted(sums.nets))
        nets = [f"{player}  {UNKNOWN if net is None else signed(net)}" for player, net in gains.items()]
        text = "Gained and lost by trading\n" + "\n".join(nets) if nets else ""
        least = "at least " if sums.unknown else ""
        yield Lens(first, f"{trades}, {least}{chips(amount(sums.volume))} chips moved", text)
        seen = played(analysis).seen
        if likely := likeliest(record.deal, seen):
            text = "\n".join(("The goal suit by each player's final knowledge", *lines(record.deal, seen)))
            yield Lens(first, f"The goal suit by each player's knowledge: {likely}", text)
    for result in islice(record.at("Result"), 1):
        if (end := came_to(analysis)) is not None:
            text = "\n".join(payout_lines(end, record.goal))
            yield Lens(result.head, f"{computed(end)}: {payout_words(end)}", text)
        elif reason := in_the_way(analysis):
            yield Lens(result.head, f"Not computed: {reason}")
