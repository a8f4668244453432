"""The scene of a round: hands by suit as cards, chips, and prices over time.

A shape keeps its place when the round goes on, because scales cover the whole record. So a replay contains each line
once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Anchor, Circle, Item, Path, Rect, Scene, Shape, Text, fit, measure, paragraph
from kibitz.core.scene import suit as sign_of
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    MOST_TRADES,
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
    moment,
    payout_words_of,
    points,
    spread,
    stretch,
    suits_shown,
    trade_words,
    trades,
)
from kibitz.languages.pfn.game.figgie import Suit, chips, facts
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.trades import Trade

WIDTH, EDGE = 660.0, 20.0
"""Pixels. In a panel of 580 the smallest text has 11 pixels."""
HEIGHT = 190.0
LEFT, RIGHT = EDGE + 40, WIDTH - 210
LABEL = 13.0
"""Font size of the axes, the smallest one."""
LINES = {"S": "edge-ink", "C": "edge-ink dashed", "H": "edge-red", "D": "edge-red dashed"}
CROWD = 60
"""Trades up to which their signs have full size."""
CARD = (21.0, 29.0)
STEP = 22.5
NAME, GOAL, CHIPS, PAID = 96.0, 44.0, 56.0, 120.0
"""The widths of the columns without cards."""
HEAD = 34.0

Drawn = tuple[list[Item], float]
"""Items, and how high they are together."""


def scene(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """Return the round after the trade at an offset, or at the end of the record; without hands if they are hidden."""
    record, hidden = record_of(analysis), preferences.flag(HIDDEN, False)
    title, now, until, trade, _ = moment(analysis, offset)
    named = record.leaf("FiggieGame", "Title")
    items: list[Item] = []
    y = 16.0
    if game := record.title:
        y += 20
        name = fit(0, 0, game, WIDTH - 2 * EDGE, 20, "start", "ink bold")
        items.append(Item(game, (name,), EDGE, y, named.whole if named else None))
    when, height = paragraph(title, EDGE, y + 22, WIDTH - 2 * EDGE, 16, "dim", 22)
    items.append(when)
    y += height
    paid: dict[str, str] = {}
    won: Collection[str] = ()
    if hidden and trade is not None:
        said, height = paragraph(trade_words(trade), EDGE, y + 20, WIDTH - 2 * EDGE, 15)
        items.append(said)
        y += height
    if hidden and until == len(analysis.document):
        won, paid = record.winners, {one: chips(bank) for one, bank in record.written_banks.items()}
    elif until == len(analysis.document):
        won = record.winners
        if reason := in_the_way(analysis):
            reason = f"Values marked ? are unknown: {reason}."
            why, height = paragraph(reason, EDGE, y + 20, WIDTH - 2 * EDGE, 15)
            items.append(why)
            y += height
        end = came_to(analysis)
        if end is not None and any(record.at("Result")):
            paid = payout_words_of(end)
    drawn, height = hands(record, now, Ended(paid, won, hidden), trade)
    items += [item._replace(y=item.y + y + 16) for item in drawn]
    y += 16 + height
    drawn, height = prices(analysis, until)
    items += [item._replace(y=item.y + y + 14) for item in drawn]
    y += 14 + height if drawn else 0
    return Scene(f"Figgie: {title}", WIDTH, y + 16, tuple(items))


# Hands


class _Column(NamedTuple):
    """A column of cards; without a suit, of the cards of unknown suit."""

    suit: Suit | None
    left: float
    width: float

    @property
    def per_line(self) -> int:
        return max(1, int((self.width - 8) / STEP))


class Ended(NamedTuple):
    """The end of a round. Before the end it is empty."""

    paid: Mapping[str, str]
    """The payout of each player, in words."""
    winners: Collection[str]
    hidden: bool = False
    """Whether hands are hidden, and the payout is the final bank as written."""


class _Figures(NamedTuple):
    """A column of numbers."""

    head: str
    what: str
    """The name of the items. `{}` is the player."""
    width: float
    words: Mapping[str, str]
    """By player."""


def hands(record: Record, now: RoundState, ended: Ended, trade: Trade | None) -> tuple[list[Item], float]:
    """Return the table of hands and its height, with an arrow from the seller to the buyer of a trade."""
    if not now.banks:
        return [Item("No players are known yet.", (Text(EDGE, 16, "No players are known yet."),))], 30
    figures = [*_figures(record, now, ended)]
    suits = [] if ended.hidden else suits_shown(now)
    width = (WIDTH - 2 * EDGE - NAME - sum(one.width for one in figures)) / max(len(suits), 1)
    columns = [_Column(one, EDGE + NAME + at * width, width) for at, one in enumerate(suits)]
    numbers = EDGE + NAME + width * len(suits)
    rows: list[Item] = []
    middles: dict[str, float] = {}
    y = HEAD
    for player in now.banks:
        won = player in ended.winners
        drawn, height = _row(record, now, player, columns, y, won)
        rows += [Item("", (Rect(EDGE, y, WIDTH - 2 * EDGE, 1, "soft-grey"),)), *drawn]
        middle, right = y + height / 2 + 5, numbers
        middles[player] = y + height / 2
        if won:
            badge = Rect(0, 0, 50, 20, "soft-gold", 10), Text(25, 14.5, WINS, 14, "middle", "ink bold")
            rows.append(Item(f"{player} {WINS}", badge, EDGE + 42, middle - 15))
        for _, what, wide, words in figures:
            right += wide
            if player in words:
                name = f"{what.format(player)}: {words[player]}"
                text = fit(0, 0, words[player], max(CHIPS - 8, wide - 10), 16, "end", "ink")
                rows.append(Item(name, (text,), right - 6, middle))
        y += height
    return [*_head(record, columns, figures, numbers, y), *rows, *_arrow(trade, columns, middles)], y


def _figures(record: Record, now: RoundState, ended: Ended) -> Iterator[_Figures]:
    """Yield the columns of goal cards, chips and payouts, if they are known."""
    if record.goal and not ended.hidden:
        yield _Figures(
            "goal", "goal cards", GOAL, {player: held(now, player, record.goal) for player in now.banks}
        )
    yield _Figures("chips", "chips", CHIPS, {player: bank_words(bank) for player, bank in now.banks.items()})
    if ended.paid:
        what = "final bank" if ended.hidden else "payout"
        yield _Figures(what, f"{what} of {{}}", PAID, ended.paid)


def _arrow(trade: Trade | None, columns: list[_Column], middles: Mapping[str, float]) -> Iterator[Item]:
    """Yield the arrow of a trade along the column of its suit, from the row of the seller to that of the buyer."""
    suit = trade and trade.sold
    x = next((column.left + 8 for column in columns if column.suit == suit), None)
    start, end = (
        (middles.get(player or "") for player in (trade.seller, trade.buyer)) if trade else (None, None)
    )
    if trade is None or x is None or start is None or end is None or start == end:
        return
    down = 1 if end > start else -1
    line = Path(f"M{x:.0f} {start:.1f}V{end - 8 * down:.1f}", "hollow edge-blue thick")
    head = Path(f"M-7 {-10 * down}L7 {-10 * down}L0 0Z", "fill-blue", x, end)
    shapes = (Circle(x, start, 4, "fill-blue"), line, head)
    yield Item(f"from {trade.seller} to {trade.buyer}", shapes, classes="trade")


def _head(
    record: Record, columns: list[_Column], figures: Sequence[_Figures], right: float, bottom: float
) -> Iterator[Item]:
    """Yield the signs of the suits. The goal suit has a star, and its column a background."""
    for suit, left, width in columns:
        middle = left + width / 2
        goal = suit is not None and suit.name == record.goal
        shapes: list[Shape] = [Rect(left + 1, 0, width - 2, bottom, "soft-gold", 8)] if goal else []
        if suit is None:
            shapes.append(Text(middle, 23, UNKNOWN, 18, "middle", "ink bold"))
        else:
            shapes.append(sign_of(suit.letter, middle - (25 if goal else 0), 17, 20, colour(suit)))
        if goal:
            shapes.append(Text(middle - 12, 22, "★ goal", 13, "start", "ink bold"))
        name = (
            "cards of an unknown suit" if suit is None else f"{suit.name}{', the goal suit' if goal else ''}"
        )
        yield Item(name, tuple(shapes), classes="goal" if goal else "")
    for one in figures:
        right += one.width
        yield Item("", (Text(right - 6, 22, one.head, 14, "end", "dim"),))


def _row(
    record: Record, now: RoundState, player: str, columns: list[_Column], y: float, won: bool
) -> tuple[list[Item], float]:
    """Return the name and the cards of a player, and the height of the row."""
    has = now.hands.get(player, ())
    drawn = [[*cells(now, player, has, column.suit)] for column in columns]
    lines = max([1, *(-(-len(cell) // column.per_line) for cell, column in zip(drawn, columns, strict=True))])
    height = lines * (CARD[1] + 4) + 8
    leaf = record.leaf("Deal", player)
    name = fit(0, 0, player, 36 if won else NAME - 12, 16, "start", "ink bold")
    span = leaf.key if leaf is not None else None
    found = [Item(player, (name,), EDGE + 4, y + height / 2 + 5, span, place=player)]
    for cell, column in zip(drawn, columns, strict=True):
        where = pile(player, column.suit) if column.suit is not None else ""
        across = min(len(cell), column.per_line)
        left = column.left + (column.width - across * STEP + STEP - CARD[0]) / 2
        for number, (words, card) in enumerate(cell):
            line, place = divmod(number, column.per_line)
            top = y + 6 + line * (CARD[1] + 4)
            found.append(_card(words, card, column.suit, left + place * STEP, top, record.dealt_at.get(card)))
            found[-1] = found[-1]._replace(place=where)
    return found, height


def pile(player: str, suit: Suit) -> str:
    """Return the place of a player's cards of a suit: `P1 S`."""
    return f"{player} {suit.letter}"


def _card(words: str, card: str, suit: Suit | None, x: float, y: float, span: Span | None) -> Item:
    size = min(15.0, 15 * (CARD[0] - 3) / max(measure(words, 15), 1))
    colour = "onlight" if suit is None or suit.color == "Black" else "redlight"
    text = Text(CARD[0] / 2, 19.5, words, size, "middle", f"{colour} bold")
    name = f"{suit.name if suit else 'card'} {words}"
    return Item(name, (Rect(0, 0, *CARD, "card", 4), text), x, y, span, "card")


# Prices


def colour(suit: Suit) -> str:
    """Return the colour of a suit."""
    return "fill-ink" if suit.color == "Black" else "fill-red"


def prices(analysis: Analysis, until: int) -> Drawn:
    """Return the price chart up to an offset and its height: a line for each suit, its sign at each trade."""
    # The chart of a very long round shows its latest trades.
    end = until if len(trades(analysis)) > MOST_TRADES else len(analysis.document)
    everything = [*points(analysis, end)]
    shown = [point for point in everything if point.span.start < until]
    if not shown:
        return [], 0
    times = lasting(analysis)
    across = Scale(*times, LEFT + 8, RIGHT - 8)
    down = Scale(0, max(*[point.price for point in everything], 1), 34 + HEIGHT, 44)
    words = f"Prices {stretch(times)}"
    items = [Item(words, (Text(EDGE, 18, words, 16, "start", "ink bold"),)), _frame(across, down)]
    items += _lines(shown, across, down, 8.0 if len(everything) > CROWD else 12.0)
    items += _legend(shown)
    return items, HEIGHT + 64


def _frame(across: Scale, down: Scale) -> Item:
    """Return the axes with their labels."""
    right = RIGHT - LEFT
    lines = "".join(f"M{LEFT:.0f} {down(down.most * part / 4):.1f}h{right:.0f}" for part in range(5))
    shapes: list[Shape] = [Path(lines, "line")]
    for quarter in (0, 2, 4):
        price = down.most * quarter / 4
        shapes.append(fit(LEFT - 6, down(price) + 5, chips(price), 38, LABEL, "end", "dim"))
    for part, anchor in _ANCHORS.items():
        time = across.least + (across.most - across.least) * part
        if part == 0 or across.most > across.least:
            shapes.append(Text(across(time), down.start + 20, f"{chips(time)} s", LABEL, anchor, "dim"))
    return Item("", tuple(shapes))


_ANCHORS: dict[float, Anchor] = {0: "start", 0.5: "middle", 1: "end"}


def _lines(shown: list[Point], across: Scale, down: Scale, size: float) -> Iterator[Item]:
    last: dict[Suit, tuple[float, float]] = {}
    for number, (time, price, suit, span) in enumerate(shown):
        x, y = across(time), down(price)
        shapes: list[Shape] = []
        if (before := last.get(suit)) is not None:
            line = f"M{before[0]:.1f} {before[1]:.1f}L{x:.1f} {y:.1f}"
            shapes.append(Path(line, f"hollow {LINES[suit.letter]}"))
        shapes.append(sign_of(suit.letter, x, y, size, colour(suit)))
        if number == len(shown) - 1:
            shapes.append(Path("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", "hollow edge-gold thick", x, y))
        last[suit] = x, y
        name = f"{suit.name} for {chips(price)} at {chips(time)} s"
        yield Item(name, tuple(shapes), span=span, classes="price")


def _legend(shown: list[Point]) -> Iterator[Item]:
    """Yield the price range of each suit."""
    y = 54.0
    for suit in facts().suits:
        mine = [point.price for point in shown if point.suit == suit]
        if mine:
            words = spread(mine)
            line = Path("M0 0h34", f"hollow {LINES[suit.letter]} thick", 0, -5)
            name = Text(44, 0, suit.name, 15, "start", "ink bold")
            shapes = (line, sign_of(suit.letter, 17, -5, 16, colour(suit)), name, fit(44, 18, words, 140, 14))
            yield Item(f"{suit.name}: {words}", shapes, RIGHT + 14, y)
        y += 46
