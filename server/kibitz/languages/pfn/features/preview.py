"""The picture of a round: hands by suit and cash, now or at the end, and the price of each suit over time."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Glyph, Preview
from kibitz.core.setting import WIDTH, Preferences
from kibitz.languages.pfn.features._beliefs import percent
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._payout import payout_lines
from kibitz.languages.pfn.features._round import CHANCE, Point, learning, moment, points, progress
from kibitz.languages.pfn.features._shown import (
    EMPTY_CELL,
    UNKNOWN,
    bank_words,
    hand_cell,
    has_unknown_suits,
    held,
)
from kibitz.languages.pfn.features._standing import came_to, in_the_way
from kibitz.languages.pfn.game.figgie import Number, Suit, chips, facts, number_of, signed
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import text

COLUMNS = 80
LEVELS = "▁▂▃▄▅▆▇█"


def preview(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """The round after the trade at an offset; without one as it stands at the end of the record."""
    reader = language.reader
    record = record_of(analysis)
    width = max(preferences.number(WIDTH, COLUMNS), 40)
    title, now, until = moment(reader, analysis, offset)
    game = text(record.leaf("FiggieGame", "Title"))
    lines = [" ".join(game.split())] if game else []
    lines += [title, ""]
    rows = _rows(record, now)
    glyphs = tuple(_glyphs(record, now, rows, len(lines)))
    lines += [row for _, row in rows]
    if until == len(analysis.document):
        lines += _result(reader, analysis, record)
    lines += _chart(list(points(reader, analysis, until)), width)
    lines += _progress(reader, analysis, record, until, width)
    lines += _learning(reader, analysis, until, width)
    return Preview("\n".join(line.rstrip() for line in lines).rstrip() + "\n", glyphs)


def _glyphs(record: Record, now: Standing, rows: list[tuple[str, str]], first: int) -> Iterator[Glyph]:
    """Where players and cards are drawn, with their places in the deal."""
    dealt = {card: part.span for hand in record.hands for part, card in hand.cards if card is not None}
    hands = now.hands
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


def _rows(record: Record, now: Standing) -> list[tuple[str, str]]:
    """A row for each player under a head: cards by suit, goal cards, cash."""
    suits: list[Suit | None] = [*facts().suits, *([None] if has_unknown_suits(now) else [])]
    signs = [suit.sign if suit else UNKNOWN for suit in suits]
    rows = [["", *signs, *(["goal"] if record.goal else []), "chips"]]
    for player, bank in now.banks.items():
        cells = [hand_cell(now, player, suit) or EMPTY_CELL for suit in suits]
        goal = [held(now, player, record.goal)] if record.goal else []
        rows.append([player, *cells, *goal, bank_words(bank)])
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


def _result(reader: Reader, analysis: Analysis, record: Record) -> Iterator[str]:
    """The payout of a round whose deal is complete."""
    end = came_to(analysis)
    if reason := in_the_way(reader, analysis):
        yield ""
        yield f"What is marked ? is not known: {reason}."
    if end is None or not any(record.at("Result")):
        return
    yield ""
    yield from payout_lines(end, record.goal)


def _chart(prices: list[Point], width: int) -> Iterator[str]:
    """A line for each suit: the last price in each stretch of time, as bars."""
    if not prices:
        return
    start, end = min(point.time for point in prices), max(point.time for point in prices)
    top = max(max(point.price for point in prices), 1)
    columns = width - 18
    yield ""
    yield f"Prices from {chips(start)} to {chips(end)} s"
    for suit in facts().suits:
        mine = [point for point in prices if point.suit == suit]
        if not mine:
            continue
        bars = [" "] * columns
        for point in mine:
            column = int((point.time - start) / ((end - start) or 1) * (columns - 1))
            bars[column] = LEVELS[min(max(int(point.price / top * len(LEVELS)), 0), len(LEVELS) - 1)]
        low, high = min(point.price for point in mine), max(point.price for point in mine)
        spread = chips(low) if low == high else f"{chips(low)}–{chips(high)}"
        yield f"{suit.sign} {''.join(bars)}  {spread}, last {chips(mine[-1].price)}"


def _progress(reader: Reader, analysis: Analysis, record: Record, until: int, width: int) -> Iterator[str]:
    """How many goal cards each player had over time, and what each had gained by trading."""
    if not (sold := progress(reader, analysis, until)):
        return
    times = [one.trade.time or 0 for one in sold]
    held: dict[str, list[Number]] = {
        player: [(one.held or {})[player] for one in sold] for player in record.players
    }
    nets: dict[str, list[Number]] = {
        player: [one.nets[player] or 0 for one in sold] for player in record.players
    }
    columns = width - 18
    yield ""
    yield f"Goal cards from {chips(times[0])} to {chips(times[-1])} s"
    for player, values in held.items():
        yield f"{player} {_bars(times, values, held, columns)}  {chips(values[-1])}"
    yield ""
    yield f"Gained by trading from {chips(times[0])} to {chips(times[-1])} s"
    for player, values in nets.items():
        yield f"{player} {_bars(times, values, nets, columns)}  {signed(values[-1])}"


def _learning(reader: Reader, analysis: Analysis, until: int, width: int) -> Iterator[str]:
    """How likely the goal suit was over time, to each by what it had seen."""
    sold, chances = learning(reader, analysis, until)
    if not chances:
        return
    times = [one.trade.time or 0 for one in sold]
    yield ""
    yield f"{CHANCE} from {chips(times[0])} to {chips(times[-1])} s"
    columns = width - 18
    for name, values in chances.items():
        bars = _bars(times, [*values], {"": [0, 1]}, columns - len(name) + 2)
        yield f"{name} {bars}  {percent(values[-1])}"


def _bars(times: list[Number], values: list[Number], rows: dict[str, list[Number]], columns: int) -> str:
    """A value over time, between the least and the most of all rows; it stays until it changes."""
    least, most = min(map(min, rows.values())), max(map(max, rows.values()))
    span, bars, number = (times[-1] - times[0]) or 1, "", 0
    for column in range(columns):
        while number + 1 < len(times) and (times[number + 1] - times[0]) / span * (columns - 1) <= column:
            number += 1
        level = int((values[number] - least) / ((most - least) or 1) * (len(LEVELS) - 1))
        bars += LEVELS[level]
    return bars
