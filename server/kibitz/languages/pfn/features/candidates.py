"""What may have been meant: what the deck, the cards, the sums and the trades beside demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import CANDIDATES
from kibitz.core.candidates import Candidate
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.features import _wrong_setup as setup
from kibitz.languages.pfn.features import _wrong_text as lines
from kibitz.languages.pfn.features import _wrong_trades as trades
from kibitz.languages.pfn.features._wrong import Candidates, Wrong
from kibitz.languages.pfn.language import Pfn

_BY_RULE: Mapping[str, Sequence[Callable[[Wrong], Candidates]]] = {
    "bank-differs": [trades.sums],
    "card-dealt-twice": [setup.dealt_twice],
    "card-not-owned": [trades.stands_twice],
    "card-suit": [trades.suit],
    "deal-to-nobody": [setup.handless],
    "distribution-counts": [setup.sizes],
    "event-value": [setup.event_types],
    "game-duration": [setup.duration],
    "goal-color": [setup.goal_suits],
    "goal-suit": [setup.goal_suits],
    "missing-key": [lines.missing_key],
    "no-value": [lines.stray, lines.no_value],
    "no-winner": [setup.winners],
    "not-closed": [lines.closers],
    "not-a-card": [setup.cards, trades.card],
    "price-zero": [trades.sums],
    "result-goal-suit": [setup.goal_suits],
    "same-player": [trades.buyer],
    "syntax": [lines.header, lines.equals, lines.closers, lines.stray],
    "time-after-end": [setup.duration],
    "time-order": [trades.stands_twice, trades.order, trades.times],
    "trade-index-order": [trades.order, trades.numbers],
    "trade-index-repeated": [trades.stands_twice, trades.numbers],
    "unknown-color": [setup.goal_suits],
    "unknown-winner": [setup.winners],
}
"""By the slugs of rules."""


def candidates(language: Pfn, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
    """See :meth:`kibitz.core.language.Language.candidates`."""
    wrong = Wrong(analysis, finding)
    for known in _BY_RULE.get(finding.rule.slug, ()):
        yield from islice(known(wrong), CANDIDATES)
