"""Rules about a session: the stakes in comments, the shoe of several hands, and costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.core.bounds import RELATED
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Related, Severity
from kibitz.core.words import plural, shortened
from kibitz.languages.bjn.game.model import (
    ACTION,
    CARD,
    DEALER,
    MODIFIER,
    UNKNOWN,
    Entry,
    Event,
    Setup,
    Table,
)
from kibitz.languages.bjn.game.play import Wager, tables
from kibitz.languages.bjn.game.shoe import Shoe, card_seen, unseen, why_shuffled
from kibitz.languages.bjn.text.comments import behind, placed_wagers, unclear
from kibitz.languages.bjn.text.names import capital, card_name, seat_name, short
from kibitz.languages.bjn.text.sheet import Sheet


def check_directives(sheet: Sheet, rules: Rules) -> Iterator[Diagnostic]:
    """Yield the directives in comments that are not understood."""
    for placed, found in unclear(sheet) if "//" in sheet.text else ():
        span, problem = (
            found.span.shifted(placed.start),
            f"`{found.name}` takes plain numbers, such as `10, 20`",
        )
        fixes = (
            [Fix.of(f"Change `{found.wrong}` to `{found.meant}`", *span, found.meant)] if found.meant else []
        )
        problem = f"did you mean `{found.meant}`?" if found.meant else problem
        yield rules["directive"].at(*span, fixes=fixes, written=shortened(found.wrong), problem=problem)


def check_stakes(sheet: Sheet, rules: Rules, following: Sheet | None = None) -> Iterator[Diagnostic]:
    """Yield the findings of the comments about stakes in a sheet.

    With `following`, check the comments below the sheet's hand instead: they are about the hand of `following`.
    """
    hand = following or sheet
    if sheet.conflicting or hand.setup is None:
        return
    found = [one for one in placed_wagers(sheet) if one.below == (following is not None)]
    if not found:
        return
    *_, table = tables(hand.setup, hand.values)
    up = _open_card(hand.values)
    for one in found:
        for slug, fields in _wrong(one.wager, table, up):
            yield rules[slug].at(*one.span, **fields)


def _wrong(wager: Wager, table: Table, up: str) -> Iterator[tuple[str, dict[str, Any]]]:
    players = table.players
    if wager.what == "bet":
        if not wager.seat and len(wager.numbers) > max(len(players), 1):
            bets = plural(len(wager.numbers), "bet")
            yield "bets", {"wrong": f"There are {bets}, and {plural(len(players), 'player')} to bet"}
        return
    seats = [int(number) for number in wager.numbers if number == int(number)]
    seats = [wager.seat] if wager.seat else seats
    for seat in seats:
        if seat not in players:
            yield "bets", {"wrong": f"No player has seat {seat}"}
    if up and up[0] != "a":
        yield "no-ace", {"what": capital(wager.what), "card": card_name(up)}
    elif up and wager.what == "even money":
        for seat in seats:
            hand = table.hand(seat, 1)
            if seat in players and hand and hand.size > 1 and hand.known and not hand.blackjack:
                yield "even-money", {"who": seat_name(seat), "have": short(hand)}


def _open_card(values: Sequence[Entry]) -> str:
    """Return the dealer's upcard, an ace if one of several is; empty if it is unknown."""
    own = [
        one
        for one in values
        if isinstance(one, Event) and one.actor == DEALER and not one.action and one.card
    ]
    aces = [one.card for one in own if one.card[0] == "a"]
    cards = aces or [one.card for one in own]
    return cards[0] if cards and UNKNOWN not in cards else ""


class Passed(NamedTuple):
    """A hand in its shoe."""

    before: Shoe
    """The shoe from which it is dealt: a full one if it can come from no other."""
    after: Shoe
    why: str = ""
    """The reason why it is not the shoe of the previous hand; empty if it may be."""

    @property
    def shared(self) -> Shoe | None:
        """The shoe before the hand, if it is known."""
        return self.before if self.before.known else None


def passed(shoe: Shoe, entries: Sequence[Entry], chunk: Chunk) -> Passed:
    """Return the hand of a chunk in its shoe, given the shoe after the previous hand."""
    setup = entries[0] if entries else None
    if not isinstance(setup, Setup):
        return Passed(shoe, shoe)
    if setup.shoe != shoe.cards:
        # Another number of cards is another shoe. Comments before the first hand are about the shoe of that hand.
        shoe = shoe._replace(cards=setup.shoe) if not shoe.cards else Shoe(setup.shoe)
    seen = [(number, card) for number, entry in enumerate(entries) if (card := card_seen(entry))]
    sources = [(chunk.anchor, chunk.text, number) for number, _ in seen]
    taken = [card for _, card in seen], sources, unseen(entries)
    fresh = shoe.fresh.used(*taken)
    if not fresh.possible or not shoe.known:
        return Passed(shoe._replace(known=False), fresh._replace(known=False))
    after = shoe.used(*taken)
    why = why_shuffled(shoe, after) if shoe.dealt else ""
    return Passed(shoe.fresh, fresh, why) if why else Passed(shoe, after)


def follow(
    shoe: Shoe, chunk: Chunk, rules: Rules, read: Callable[[str], Sheet]
) -> tuple[Shoe, Shoe, tuple[Diagnostic, ...]]:
    """Return the shoe before the hand of a chunk, the shoe after the chunk, and the findings of the hand.

    `read` parses the text of a hand.
    """
    here = passed(shoe, (sheet := read(chunk.text)).values, chunk)
    found = (_missing(shoe, here, sheet, rules, read),) if here.why and not sheet.conflicting else ()
    return here.shared or Shoe(), behind(here.after, chunk.text), found


def _missing(
    shoe: Shoe, here: Passed, sheet: Sheet, rules: Rules, read: Callable[[str], Sheet]
) -> Diagnostic:
    """Return the finding of a missing shuffle, at the card that shows it."""
    both = shoe.used(here.after.seen, here.after.sources)
    card = "" if 0 < shoe.cut < shoe.dealt else both.repeated
    came = zip(shoe.sources, shoe.seen, strict=True)
    # The cards of a comment `// gone` have no places.
    places = [place for place, other in came if place and other == card]
    earlier = shoe.seen.count(card)
    own = [place for place, other in zip(here.after.sources, here.after.seen, strict=True) if other == card]
    at = sheet.entries[own[max(0, both.decks - earlier)][2]].field(CARD) if card else sheet.entries[0].span
    related = tuple(
        Related(read(text).entries[number].field(CARD), "it came here", chunk)
        for chunk, text, number in places[:RELATED]
    )
    start = sheet.entries[0].start
    fix = Fix.of("Add `// shuffle` above this hand", start, start, f"// shuffle{sheet.line_end}")
    return rules["shuffle-missing"].at(*at, why=here.why, related=related, fixes=[fix])


ADVICE = {"off": None, "hint": Severity.HINT, "information": Severity.INFORMATION}
"""The severities of costly decisions by the values of the setting `bjn.advice`."""


def advised(sheet: Sheet, rules: Rules, advice: str, gone: tuple[str, ...] = ()) -> Iterator[Diagnostic]:
    """Yield the costly decisions of a hand, after some cards have gone from the shoe, if the setting asks for them."""
    severity = ADVICE.get(advice)
    if severity is None or sheet.conflicting or sheet.setup is None:
        return
    # Imported here, because the setting is off by default.
    from kibitz.languages.bjn.game.decisions import OTHERS, SLIGHT, decided, signed

    for one in decided(sheet.values, list(tables(sheet.setup, sheet.values, gone))):
        if one.cost > SLIGHT:
            field = MODIFIER if one.chosen in "_r" else ACTION
            yield rules["costly"].at(
                *sheet.entries[one.entry].field(field),
                severity=severity,
                situation=capital(one.situation),
                value=signed(one.values[one.chosen]),
                better=f"{OTHERS[one.best]} gives {signed(one.values[one.best])}",
                cost=f"{one.cost:.2f}",
            )
