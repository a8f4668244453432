"""Trades in their usual form, a line for each key, walked over without being read statement by statement.

The walk ends before the first trade that is written in another way or may break a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from kibitz.core.chunks import Chunk
from kibitz.core.notation import Leap
from kibitz.core.shared_map import SharedMap, get, put
from kibitz.core.values import Span
from kibitz.languages.pfn.check.state import State
from kibitz.languages.pfn.check.tally import Flow, Tally
from kibitz.languages.pfn.check.trades import Last, Round, Said
from kibitz.languages.pfn.fast import form
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.game.play import Cards, Holder
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import LARGEST, TRADES
from kibitz.languages.pfn.text.terms import Source, Terms
from kibitz.languages.pfn.text.trades import Sold, Usual
from kibitz.languages.pfn.toml.defined import Names, completed
from kibitz.languages.pfn.toml.names import INSIDE_VALUES, Name

LONGEST = 1000
"""No trade with more code points than this is tried."""
LINES = form.KEYS + 2
"""The lines of a trade: its header, its seven keys, and what is behind them."""


def usual(text: str) -> Usual | None:
    """What a chunk says if it is a trade in its usual form; None where that is not so, or something may be wrong."""
    lines = text.split("\n", LINES - 1)
    if (
        len(lines) != LINES
        or len(text) > LONGEST
        or not form.is_header(lines[0])
        or not form.is_rest(lines[8])
    ):
        return None
    found = Usual(
        form.index(lines[1]), form.time(lines[2]), form.buyer(lines[3]), form.seller(lines[4]),
        form.sold(lines[5], lines[6]), form.price(lines[7]),
    )  # fmt: skip
    if not (found.number and found.buyer and found.seller and found.price and found.sold.card):
        return None
    return found if 0 <= found.time <= LARGEST and found.buyer != found.seller else None


def leap(record: Record, state: State, chunks: Sequence[Chunk]) -> Leap | None:
    """See :meth:`kibitz.core.language.Language.leap`."""
    if usual(chunks[0].text) is None or not (state.round.traded or record.terms.deal != "none"):
        return None
    before = _names_before(state.names, record)
    if before is None:
        return None
    walk = _Walk(record.terms, state.round)
    walk.over(chunks)
    if not walk.count:
        return None
    names = _names_behind(before, chunks[walk.count - 1], state.names.strange)
    return Leap(State(names, walk.round(chunks)), walk.count, walk.tally())


def _names_before(names: Names, record: Record) -> Name | None:
    """What is defined where another trade begins, the first one perhaps; None where there may be a clash."""
    last = get(names.root.names, TRADES[0])
    if names.path == TRADES:
        return None if last is None or last.kind != "tables" else names.root
    return completed(names.root, names.path, record.contested) if last is None and names.path else None


def _names_behind(before: Name, last: Chunk, strange: int) -> Names:
    """What is defined behind some trades in a row.

    None of them can clash with anything, and of all elements of a list only the last one counts.
    """
    lengths = tuple(map(len, last.text.split("\n", LINES - 1)[: LINES - 1]))
    trade = Name("tables", _NAME, last.anchor, _keys_defined(lengths))
    return Names(before._replace(names=put(before.names, TRADES[0], trade)), TRADES, strange=strange)


_NAME = Span(2, 2 + len(TRADES[0]))
"""The name in the header of a trade."""


@lru_cache(form.LINES_KEPT)
def _keys_defined(lengths: tuple[int, ...]) -> SharedMap[Name]:
    """What the keys of a trade define, the same object for all with lines of the same lengths."""
    starts = accumulate([length + 1 for length in lengths])
    keys = [key.name for key in tables()[TRADES].keys]
    return {
        key: Name("value", Span(start, start + len(key)), None, INSIDE_VALUES)
        for key, start in zip(keys, starts, strict=False)
    }


class _Walk:
    """What the trades walked over come to."""

    def __init__(self, terms: Terms, before: Round) -> None:
        self.terms, self.before = terms, before
        self.count, self.first, self.volume = 0, 0, 0
        self.time: Number = -1.0 if before.last is None else before.last.time
        self.nets: dict[str, int] = {}
        self.lows: dict[str, int] = {}
        self.said: Said = (None, None, None, None)
        """What the last of them says."""
        self.bought: dict[str, tuple[str, int, Sold]] = {}
        """The cards that changed hands, with the buyer of each, the number of its last trade, and how it is written."""

    def over(self, chunks: Sequence[Chunk]) -> None:
        """Walks as far as it can."""
        terms, nets, lows, bought = self.terms, self.nets, self.lows, self.bought
        owners, plays, pauses = self.before.cards.owners, set(terms.players), terms.pauses
        due, before, end = 0, self.time, LARGEST if terms.duration is None else terms.duration
        for number, chunk in enumerate(chunks):
            trade = usual(chunk.text)
            if trade is None:
                return
            index, time, buyer, seller, sold, price = trade
            if (
                (due and index != due)
                or not before < time <= end
                or buyer not in plays
                or seller not in plays
            ):
                return
            if pauses and any(pause.holds(time) for pause in pauses):
                return
            card = sold.card
            if card in bought:
                if bought[card][0] != seller:
                    return
            elif (owner := owners.get(card)) is None or owner.player != seller or owner.others:
                return
            bought[card] = buyer, number, sold
            nets[seller] = nets.get(seller, 0) + price
            left = nets[buyer] = nets.get(buyer, 0) - price
            if left < lows.get(buyer, 0):
                lows[buyer] = left
            self.volume += price
            self.first = self.first or index
            due, before, self.count = index + 1, time, number + 1
            self.said = index, buyer, seller, card

    def round(self, chunks: Sequence[Chunk]) -> Round:
        """How the round stands behind them."""
        owners = dict(self.before.cards.owners)
        for card, (buyer, number, sold) in self.bought.items():
            chunk = chunks[number]
            # Nothing but its line reads like this: the strings before it hold no quotes.
            at = chunk.text.index(sold.line)
            span = Span(at + sold.start, at + sold.end)
            owners[card] = Holder(buyer, Source(chunk.anchor, span), False)
        last = chunks[self.count - 1]
        line = last.text.split("\n", 3)[2]
        place = Span(*form.place("T", line)).shifted(last.text.index(line))
        written = last.text[place.start : place.end]
        time = int(written) if written.isdecimal() else form.time(line)
        return Round(
            Last(time, last.anchor, place, self.said),
            True,
            Cards(owners, self.before.cards.unseen),
            self.before.late,
            self.before.strained,
        )

    def tally(self) -> Tally:
        """Their sums."""
        flows = {player: Flow(net, self.lows.get(player, 0)) for player, net in self.nets.items()}
        return Tally(self.count, self.volume, frozenset(), flows, self.first, self.first + self.count - 1)
