"""The table as text: the dealer on top, the players below, with the place in the record of every card."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Glyph, Preview, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.model import CARD, MODIFIER, Event, Outcome
from kibitz.languages.bjn.game.play import Hand
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.names import result_name, seat_title, signs, standing

_TITLE, _TURN, _OTHER = 18, "▸ ", "  "


def picture_of(replayed: Replayed) -> str:
    """The table at the end of a hand."""
    return Painter().table(replayed, len(replayed.tables) - 1).preview().text


Drawn = tuple[str, Span | None]
"""A piece of a line, and where in the record it comes from."""


class Painter:
    """Collects the lines of a picture, and where its glyphs come from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.glyphs: list[Glyph] = []

    def preview(self) -> Preview:
        return Preview("\n".join(self.lines) + "\n" if self.lines else "", tuple(self.glyphs))

    def table(self, replayed: Replayed, number: int) -> Painter:
        """Adds the table after an entry of a hand."""
        if self.lines:
            self.lines.append("")
        if replayed.setup is None:
            self.lines += ["This hand has no setup that can be read."] if replayed.sheet.written else []
            return self
        table = replayed.tables[number]
        left = max(0, table.setup.shoe - table.dealt)
        facts = f"{plural(table.setup.players, 'player')} · {plural(left, 'card')} left of {table.setup.shoe}"
        self._line([(facts, replayed.span(replayed.sheet.entries[0].span))])
        sources = _Sources(replayed, number)
        said = replayed.sheet.entries[number].item.value
        results = said.seats if isinstance(said, Outcome) else ()
        now = turn(table) if not results else None
        hands = [
            (seat, index, hand) for seat, row in enumerate(table.seats) for index, hand in enumerate(row)
        ]
        width = max(sum(len(sign) + 1 for sign in signs(hand)) for _, _, hand in hands)
        for seat, index, hand in hands:
            if seat == 1 and index == 0:
                self.lines.append("")
            its_turn = now == (seat, hand.number)
            facts = ", ".join(filter(None, [standing(hand), result_name(_letter(results, seat, index))]))
            self._hand(seat_title(table, seat, hand), its_turn, _drawn(seat, hand, sources), width, facts)
        if not replayed.sheet.whole and number == len(replayed.tables) - 1:
            self.lines += ["", "What comes after this can't be read."]
        return self

    def _hand(self, title: str, its_turn: bool, cards: list[Drawn], width: int, facts: str) -> None:
        parts: list[Drawn] = [((_TURN if its_turn else _OTHER) + f"{title:<{_TITLE}}", None)]
        for card in cards:
            parts += [card, (" ", None)]
        drawn = sum(len(text) + 1 for text, _ in cards)
        self._line([*parts, (" " * (width - drawn + 1) + facts, None)])

    def _line(self, parts: list[Drawn]) -> None:
        at = 0
        for text, span in parts:
            if span is not None:
                self.glyphs.append(Glyph(span, len(self.lines), at, at + len(text)))
            at += len(text)
        self.lines.append("".join(text for text, _ in parts).rstrip())


def _drawn(seat: int, hand: Hand, sources: _Sources) -> list[Drawn]:
    """The cards of a hand with their places, the hidden one first."""
    cards = ["?"] * hand.hidden + list(hand.cards)
    return [(sign, sources.take(seat, card)) for sign, card in zip(signs(hand), cards, strict=True)]


class _Sources:
    """Where in the record the cards of a table are dealt."""

    def __init__(self, replayed: Replayed, number: int) -> None:
        self.places: dict[tuple[int, str], list[Span]] = {}
        for seat, card, span in _cards(replayed, number):
            self.places.setdefault((seat, card), []).append(span)

    def take(self, seat: int, card: str) -> Span | None:
        """The next place where a seat gets a card."""
        spans = self.places.get((seat, card))
        return spans.pop(0) if spans else None


def _cards(replayed: Replayed, number: int) -> Iterator[tuple[int, str, Span]]:
    for placed in replayed.sheet.entries[: number + 1]:
        event = placed.item.value
        if isinstance(event, Event):
            if event.modifier == "?":
                yield event.actor, "?", replayed.span(placed.field(MODIFIER))
            elif event.card:
                yield event.actor, event.card, replayed.span(placed.field(CARD))


def _letter(results: tuple[tuple[str, ...], ...], seat: int, index: int) -> str:
    if not 0 < seat <= len(results) or index >= len(results[seat - 1]):
        return ""
    return results[seat - 1][index]
