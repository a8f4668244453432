"""The picture of a round: hands by suit and cash, now or at the end, and the price of each suit over time."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Glyph, Preview
from kibitz.core.setting import WIDTH, Preferences
from kibitz.languages.pfn.check.sums import total
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    EMPTY_CELL,
    MOST_TRADES,
    UNKNOWN,
    WINS,
    bank_words,
    came_to,
    hand_cell,
    held,
    in_the_way,
    moment,
    payout_lines,
    points,
    suits_shown,
    trades,
)
from kibitz.languages.pfn.game.figgie import chips, facts, number_of
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import text

COLUMNS = 80
LEVELS = "▁▂▃▄▅▆▇█"


def preview(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """The round after the trade at an offset; without one as it stands at the end of the record."""
    record = record_of(analysis)
    width = max(preferences.number(WIDTH, COLUMNS), 40)
    title, now, until, *_ = moment(analysis, offset)
    game = text(record.leaf("FiggieGame", "Title"))
    lines = [" ".join(game.split())] if game else []
    lines += [title, ""]
    ends = until == len(analysis.document)
    rows = _rows(record, now, record.winners if ends else ())
    glyphs = tuple(_glyphs(record, now, rows, len(lines)))
    lines += [row for _, row in rows]
    if ends:
        lines += _result(analysis, record)
    lines += _chart(analysis, until, width - 18)
    return Preview("\n".join(line.rstrip() for line in lines).rstrip() + "\n", glyphs)


def _glyphs(record: Record, now: Standing, rows: list[tuple[str, str]], first: int) -> Iterator[Glyph]:
    """Where players and cards are drawn, with their places in the deal."""
    dealt, hands = record.dealt_at, now.hands
    for line, (player, row) in enumerate(rows, first):
        leaf = record.leaf("Deal", player) if player else None
        if leaf is not None:
            yield Glyph(leaf.key, line, 0, len(player))
        at = len(player)
        for card in hands.get(player, []) if player else []:
            number = str(number_of(card))
            at = row.index(number, at)
            if card in dealt:
                yield Glyph(dealt[card], line, at, at + len(number))
            at += len(number)


def _rows(record: Record, now: Standing, won: Collection[str]) -> list[tuple[str, str]]:
    """A row for each player under a head: cards by suit, goal cards, cash."""
    suits = suits_shown(now)
    signs = [suit.sign if suit else UNKNOWN for suit in suits]
    rows = [["", *signs, *(["goal"] if record.goal else []), "chips", ""]]
    for player, bank in now.banks.items():
        cells = [hand_cell(now, player, suit) or EMPTY_CELL for suit in suits]
        goal = [held(now, player, record.goal)] if record.goal else []
        rows.append([player, *cells, *goal, bank_words(bank), WINS if player in won else ""])
    if len(rows) == 1:
        return [("", "No players are known yet.")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = len(suits) + 1
    return [
        (row[0], "  ".join(
            cell.rjust(width) if column >= numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ))
        for row in rows
    ]  # fmt: skip


def _result(analysis: Analysis, record: Record) -> Iterator[str]:
    """The payout of a round whose deal is complete."""
    end = came_to(analysis)
    if reason := in_the_way(analysis):
        yield ""
        yield f"What is marked ? is not known: {reason}."
    if end is None or not any(record.at("Result")):
        return
    yield ""
    yield from payout_lines(end, record.goal)


def _chart(analysis: Analysis, until: int, columns: int) -> Iterator[str]:
    """Yield a line for each suit: the last price in each stretch of time, as bars."""
    prices = list(points(analysis, until))
    if not prices:
        return
    every = trades(analysis) if total(analysis.tallies).count <= MOST_TRADES else ()
    times = [0, *(one.time for one in prices), *(one.time for one in every if one.time is not None)]
    first, last = min(times), max(analysis.context.terms.duration or 0, *times)
    across = (columns - 1) / ((last - first) or 1)
    up = len(LEVELS) / max(*[point.price for point in prices], 1)
    yield ""
    yield f"Prices from {chips(first)} to {chips(last)} s"
    for suit in facts().suits:
        mine = [point for point in prices if point.suit == suit]
        if not mine:
            continue
        bars = [" "] * columns
        for point in mine:
            level = min(max(int(point.price * up), 0), len(LEVELS) - 1)
            bars[int((point.time - first) * across)] = LEVELS[level]
        low, high = (chips(end(point.price for point in mine)) for end in (min, max))
        spread = low if low == high else f"{low}–{high}"
        yield f"{suit.sign} {''.join(bars)}  {spread}, last {chips(mine[-1].price)}"
