"""Trades with which nothing is wrong by themselves, walked over as far as nothing is wrong with them together.

The walk ends before the first trade that is written in another way or may break a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.chunks import Chunk
from kibitz.core.notation import Leap
from kibitz.languages.pfn.check.state import State
from kibitz.languages.pfn.check.tally import Tally
from kibitz.languages.pfn.check.trades import Last, Round, said
from kibitz.languages.pfn.fast.trade import Walk, place
from kibitz.languages.pfn.game.play import Holder
from kibitz.languages.pfn.text.keys import lists
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import LARGEST, TRADES, Source
from kibitz.languages.pfn.toml import defined


def leap(reader: Reader, record: Record, state: State, chunks: Sequence[Chunk]) -> Leap | None:
    """See :meth:`kibitz.core.language.Language.leap`."""
    terms, before = record.terms, state.round
    if reader.usual(chunks[0].text) is None or not (before.traded or terms.deal != "none"):
        return None
    if before.cards.untold.numbers:
        # How many cards of a suit somebody has changes with every trade.
        return None
    owners = {card: one.player for card, one in before.cards.owners.items() if one.player and one.sure}
    end = LARGEST if terms.duration is None else terms.duration
    walk = Walk(owners, terms.players, end, terms.pauses, -1.0 if before.last is None else before.last.time)
    walk.over(reader.usual(chunk.text) for chunk in chunks)
    if not walk.count:
        return None
    last = chunks[walk.count - 1]
    # None of them can clash with another one, and of all elements of a list only the last one counts.
    names, problems = defined.step(
        state.names, last, reader.section(last.text), reader.rules(), record.contested, lists()
    )
    if problems or names.path != TRADES:
        return None
    return Leap(State(names, _round(reader, before, walk, chunks)), walk.count, _tally(walk))


def _round(reader: Reader, before: Round, walk: Walk, chunks: Sequence[Chunk]) -> Round:
    """How the round stands behind the trades that were walked over."""
    owners = dict(before.cards.owners)
    for card, number in walk.sold.items():
        chunk = chunks[number]
        source = Source(chunk.anchor, place(chunk.text, "Card"))
        owners[card] = Holder(walk.owners[card], source, False)
    chunk = chunks[walk.count - 1]
    (trade,) = reader.trades(chunk.text, ())
    last = Last(walk.time, chunk.anchor, trade.place("T"), said(trade))
    due = before.due + walk.count if trade.number is None else trade.number + 1
    return before._replace(last=last, traded=True, cards=before.cards._replace(owners=owners), due=due)


def _tally(walk: Walk) -> Tally:
    """Their sums."""
    last = walk.first + walk.count - 1
    sums = walk.count, walk.volume, frozenset[str](), walk.nets, walk.lows, walk.first, last
    return Tally(*sums, since=walk.since, until=walk.time)
