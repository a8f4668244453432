"""The preview of a round: hands by suit and cash, now or at the end, and the price of each suit over time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Glyph, Preview, Telling
from kibitz.core.setting import HIDDEN, WIDTH, Preferences
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    EMPTY_CELL,
    UNKNOWN,
    WINS,
    Point,
    Scale,
    bank_words,
    came_to,
    hand_cell,
    held,
    in_the_way,
    lasting,
    likeliest,
    moment,
    payout_lines,
    payout_words_of,
    played,
    points,
    spread,
    stretch,
    suits_shown,
    trade_words,
)
from kibitz.languages.pfn.features.parts import steps
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, chips, facts, number_of
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record

COLUMNS = 80
LEVELS = "▁▂▃▄▅▆▇█"


def preview(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return the round after the trade at an offset, or at the end of the record."""
    record = record_of(analysis)
    width = max(preferences.number(WIDTH, COLUMNS), 40)
    title, now, until, *_ = moment(analysis, offset)
    lines = [record.title] if record.title else []
    lines += [title, ""]
    ends, hidden = until == len(analysis.document), preferences.flag(HIDDEN, False)
    rows = _rows(record, now, record.winners if ends else (), hidden)
    glyphs = tuple(_glyphs(record, now, rows, len(lines), hidden))
    lines += [row for _, row in rows]
    if ends and not hidden:
        lines += _result(analysis, record)
    shown = list(points(analysis, until))
    times = lasting(analysis)
    lines += _chart(shown, times, width)
    return Preview("\n".join(line.rstrip() for line in lines).rstrip() + "\n", glyphs)


def _glyphs(
    record: Record, now: RoundState, rows: list[tuple[str, str]], first: int, hidden: bool
) -> Iterator[Glyph]:
    """Yield the places of players and cards in the preview, with their places in the deal."""
    dealt, hands = record.dealt_at, now.hands
    for line, (player, row) in enumerate(rows, first):
        leaf = record.leaf("Deal", player) if player else None
        if leaf is not None:
            yield Glyph(leaf.key, line, 0, len(player))
        at = len(player)
        for card in hands.get(player, []) if player and not hidden else []:
            number = str(number_of(card))
            at = row.index(number, at)
            if card in dealt:
                yield Glyph(dealt[card], line, at, at + len(number))
            at += len(number)


def _rows(record: Record, now: RoundState, won: Collection[str], hidden: bool) -> list[tuple[str, str]]:
    """Return a head and a row for each player: cards by suit and goal cards, if they are not hidden, and cash."""
    suits = [] if hidden else suits_shown(now)
    signs = [suit.sign if suit else UNKNOWN for suit in suits]
    shown = None if hidden else record.goal
    rows = [["", *signs, *(["goal"] if shown else []), "chips", ""]]
    for player, bank in now.banks.items():
        cells = [hand_cell(now, player, suit) or EMPTY_CELL for suit in suits]
        goal = [held(now, player, shown)] if shown else []
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
    """Yield the payout of a round with a complete deal, or why it is unknown."""
    end = came_to(analysis)
    if reason := in_the_way(analysis):
        yield ""
        yield f"Values marked ? are unknown: {reason}."
    if end is None or not any(record.at("Result")):
        return
    yield ""
    yield from payout_lines(end, record.goal)


def _chart(prices: list[Point], times: tuple[Number, Number], width: int) -> Iterator[str]:
    """Yield a line for each suit: the last price of each period, as bars."""
    if not prices:
        return
    top = max(max(point.price for point in prices), 1)
    columns = width - 18
    across, up = Scale(*times, 0, columns - 1), Scale(0, top, 0, len(LEVELS))
    yield ""
    yield f"Prices {stretch(times)}"
    for suit in facts().suits:
        mine = [point for point in prices if point.suit == suit]
        if not mine:
            continue
        bars = [" "] * columns
        for point in mine:
            bars[int(across(point.time))] = LEVELS[min(max(int(up(point.price)), 0), len(LEVELS) - 1)]
        yield f"{suit.sign} {''.join(bars)}  {spread([point.price for point in mine])}"


MINUTE = 60


def story(language: Pfn, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
    """Describe each step, or return nothing if the round has too many trades or none."""
    made = played(analysis)
    seen = made.sights
    if len(seen) < 2:
        return ()
    hidden = preferences.flag(HIDDEN, False)
    by_place = {one.span.start: (one, after) for one, after in zip(made.trades, seen[1:], strict=True)}
    deal = next((table.head.start for table in record_of(analysis).at("Deal")), None)
    end = came_to(analysis)
    payout = payout_words_of(end) if end else {}
    told = []
    for step in steps(language, analysis):
        if step.start in by_place:
            one, after = by_place[step.start]
            words = (trade_words(one), *_beliefs(analysis, after, hidden))
            told.append(Telling(_minute(one.time), words))
        elif step.start == deal:
            told.append(Telling("The deal", tuple(_beliefs(analysis, seen[0], hidden))))
        else:
            told.append(
                Telling(
                    "The result",
                    tuple(
                        _written(analysis) if hidden else [f"{one}: {words}" for one, words in payout.items()]
                    ),
                )
            )
    return told


def _minute(time: Number | None) -> str:
    return "Trades" if time is None else f"Minute {int(time // MINUTE) + 1}"


def _beliefs(analysis: Analysis, seen: Seen | None, hidden: bool) -> Iterator[str]:
    if likely := likeliest(analysis.context.deal, seen, hidden=hidden):
        yield f"The goal suit by each player's knowledge: {likely}"


def _written(analysis: Analysis) -> Iterator[str]:
    """Yield the result as the record has it."""
    record = record_of(analysis)
    for name in ("Revealed12CardSuit", "GoalSuit"):
        if suit := record.suit("Result", name):
            yield f"{'The goal suit' if name == 'GoalSuit' else 'The suit of 12 cards'}: {suit}"
    for player, bank in record.written_banks.items():
        yield f"{player}: {chips(bank)}{', wins' if player in record.winners else ''}"
