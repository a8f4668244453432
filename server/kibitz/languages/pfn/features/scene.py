"""The scene of a round: hands by suit as cards, and chips."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Circle, Item, Path, Rect, Scene, Shape, Text, fit, measure, paragraph
from kibitz.core.setting import Preferences
from kibitz.core.suits import suit as sign_of
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    UNKNOWN,
    WINS,
    bank_words,
    came_to,
    cells,
    held,
    in_the_way,
    moment,
    payout_words_of,
    suits_shown,
)
from kibitz.languages.pfn.game.figgie import Suit
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import text
from kibitz.languages.pfn.text.trades import Trade

WIDTH, EDGE = 820.0, 20.0
CARD = (23.0, 29.0)
STEP = 27.0
NAME, GOAL, CHIPS, PAID = 100.0, 50.0, 66.0, 142.0
"""The widths of the columns without cards."""
HEAD = 34.0


def scene(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """The round after the trade at an offset; without one as it stands at the end of the record."""
    record = record_of(analysis)
    title, now, until, trade, _ = moment(analysis, offset)
    named = record.leaf("FiggieGame", "Title")
    game = " ".join((text(named) or "").split())
    items: list[Item] = []
    y = 16.0
    if game:
        y += 20
        name = fit(0, 0, game, WIDTH - 2 * EDGE, 20, "start", "ink bold")
        items.append(Item(game, (name,), EDGE, y, named.whole if named else None))
    when, height = paragraph(title, EDGE, y + 22, WIDTH - 2 * EDGE, 16, "dim", 22)
    items.append(when)
    y += height
    paid: dict[str, str] = {}
    won: Collection[str] = ()
    if until == len(analysis.document):
        won = record.winners
        if reason := in_the_way(analysis):
            said = f"What is marked ? is not known: {reason}."
            why, height = paragraph(said, EDGE, y + 20, WIDTH - 2 * EDGE, 15)
            items.append(why)
            y += height
        end = came_to(analysis)
        if end is not None and any(record.at("Result")):
            paid = payout_words_of(end)
    drawn, height = hands(record, now, Ended(paid, won), trade)
    items += [item._replace(y=item.y + y + 16) for item in drawn]
    y += 16 + height
    return Scene(f"Figgie: {title}", WIDTH, y + 16, tuple(items))


# Hands


class _Column(NamedTuple):
    """A column of cards; without a suit, of those of which not even that is known."""

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


class _Figures(NamedTuple):
    """A column of numbers."""

    head: str
    what: str
    """The name of the items. `{}` is the player."""
    width: float
    words: Mapping[str, str]
    """By player."""


def hands(record: Record, now: Standing, ended: Ended, trade: Trade | None) -> tuple[list[Item], float]:
    """The table of hands and how high it is; with an arrow from the seller to the buyer of a trade."""
    if not now.banks:
        return [Item("No players are known yet.", (Text(EDGE, 16, "No players are known yet."),))], 30
    figures = [*_figures(record, now, ended)]
    suits = suits_shown(now)
    width = (WIDTH - 2 * EDGE - NAME - sum(one.width for one in figures)) / len(suits)
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


def _figures(record: Record, now: Standing, ended: Ended) -> Iterator[_Figures]:
    """Goal cards, chips, and what is paid, as far as there is any."""
    if record.goal:
        yield _Figures(
            "goal", "goal cards", GOAL, {player: held(now, player, record.goal) for player in now.banks}
        )
    yield _Figures("chips", "chips", CHIPS, {player: bank_words(bank) for player, bank in now.banks.items()})
    if ended.paid:
        yield _Figures("payout", "payout of {}", PAID, ended.paid)


def _arrow(trade: Trade | None, columns: list[_Column], middles: Mapping[str, float]) -> Iterator[Item]:
    """Where a card has gone: down or up its column, from the row of the seller to that of the buyer."""
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
    """The signs of the suits; that of the goal suit is starred, and its column has a ground."""
    for suit, left, width in columns:
        middle = left + width / 2
        goal = suit is not None and suit.name == record.goal
        shapes: list[Shape] = [Rect(left + 1, 0, width - 2, bottom, "soft-gold", 8)] if goal else []
        if suit is None:
            shapes.append(Text(middle, 23, UNKNOWN, 18, "middle", "ink bold"))
        else:
            shapes.append(sign_of(suit.letter, middle - (22 if goal else 0), 17, 20, colour(suit)))
        if goal:
            shapes.append(Text(middle - 6, 22, "★ goal", 14, "start", "ink bold"))
        name = (
            "cards of an unknown suit" if suit is None else f"{suit.name}{', the goal suit' if goal else ''}"
        )
        yield Item(name, tuple(shapes), classes="goal" if goal else "")
    for one in figures:
        right += one.width
        yield Item("", (Text(right - 6, 22, one.head, 14, "end", "dim"),))


def _row(
    record: Record, now: Standing, player: str, columns: list[_Column], y: float, won: bool
) -> tuple[list[Item], float]:
    """The name and the cards of a player, and how high that is."""
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


def colour(suit: Suit) -> str:
    """Return the colour of a suit."""
    return "fill-ink" if suit.color == "Black" else "fill-red"
