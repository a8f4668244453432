"""The preview of a round: hands by suit and cash, now or at the end, and the price of each suit over time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview, Telling
from kibitz.core.picture import Canvas, Cell
from kibitz.core.setting import HIDDEN, WIDTH, Preferences
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    EMPTY_CELL,
    UNKNOWN,
    WINS,
    Point,
    Scale,
    bank_words,
    came_to,
    cells,
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
from kibitz.languages.pfn.game.figgie import Number, chips, facts
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record

COLUMNS = 80
LEVELS = "▁▂▃▄▅▆▇█"


def preview(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return the round after the trade at an offset, or at the end of the record."""
    record = record_of(analysis)
    title, now, until, *_ = moment(analysis, offset)
    ends, hidden = until == len(analysis.document), preferences.flag(HIDDEN, False)
    canvas = Canvas[Span]()
    for line in (*filter(None, [record.title]), title, ""):
        canvas.write(line)
    _hands(canvas, record, now, record.winners if ends else (), hidden)
    width = max(preferences.number(WIDTH, COLUMNS), 40)
    chart = _chart([*points(analysis, until)], lasting(analysis), width)
    for line in (*(_result(analysis, record) if ends and not hidden else ()), *chart):
        canvas.write(line)
    return canvas.preview()


def _hands(canvas: Canvas[Span], record: Record, now: RoundState, won: Collection[str], hidden: bool) -> None:
    """Draw a row for each player: cards by suit and goal cards, if they are not hidden, and cash."""
    suits = [] if hidden else suits_shown(now)
    shown = None if hidden else record.goal
    head = [
        "",
        *(suit.sign if suit else UNKNOWN for suit in suits),
        *(["goal"] if shown else []),
        "chips",
        "",
    ]
    rows: list[list[Cell[Span]]] = [[*head]]
    for player, bank in now.banks.items():
        leaf, has = record.leaf("Deal", player), now.hands.get(player, ())
        row: list[Cell[Span]] = [(player, leaf.key) if leaf else player]
        for suit in suits:
            held_ = cells(now, player, has, suit)
            row.append(
                [(words, place) if (place := record.dealt_at.get(card)) else words for words, card in held_]
                or EMPTY_CELL
            )
        goal = [held(now, player, shown)] if shown else []
        rows.append([*row, *goal, bank_words(bank), WINS if player in won else ""])
    if len(rows) == 1:
        canvas.write("No players are known yet.")
    else:
        canvas.table(rows, right=range(len(suits) + 1, len(head)))


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
            title = "Trades" if one.time is None else f"Minute {int(one.time // MINUTE) + 1}"
            words = [trade_words(one), *_beliefs(analysis, after, hidden)]
        elif step.start == deal:
            title, words = "The deal", [*_beliefs(analysis, seen[0], hidden)]
        else:
            title, words = "The result", [f"{player}: {won}" for player, won in payout.items()]
            words = [*_written(analysis)] if hidden else words
        told.append(Telling(title, tuple(words)))
    return told


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
