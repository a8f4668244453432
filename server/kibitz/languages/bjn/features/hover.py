"""Hovers: the meaning of a field, and the table after an event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.bounds import GONE_OVER, LENSES
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.setting import Preferences
from kibitz.core.shown import code, escape
from kibitz.core.values import Severity, Span
from kibitz.core.words import often, plural, table
from kibitz.languages.bjn.features._replayed import (
    Replayed,
    all_replayed,
    first_hands,
    picture_of,
    replayed_at,
    replayed_of,
)
from kibitz.languages.bjn.game.decisions import SLIGHT, decided
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTIONS,
    ACTOR,
    CARD,
    DEALER,
    HAND,
    HOUSE_RULES,
    MODIFIER,
    MODIFIERS,
    RESULTS,
    UNKNOWN,
    Event,
    Outcome,
    Setup,
    Split,
)
from kibitz.languages.bjn.game.play import Wager, bust_chance, due, left_in_shoe, more_splits, result_of
from kibitz.languages.bjn.game.session import Seat, Session, played, together
from kibitz.languages.bjn.game.shoe import HILO, Shoe
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.comments import GONE, MARKS, mark_at
from kibitz.languages.bjn.text.names import (
    card_name,
    held,
    letters,
    reason,
    seat_name,
    seat_title,
    short,
    standing,
)
from kibitz.languages.bjn.text.sheet import Placed, Sheet

_ACTION_WORDS = {
    "^": "asks for another card",
    "!": "doubles the bet for exactly one more card",
    "/": "makes two hands of a pair",
    "%": "turns over the hole card",
}
_MODIFIER_WORDS = {
    "_": "the hand takes no more cards",
    "#": "the total is over 21, and the hand has lost",
    "?": "the dealer's hole card, face down",
    "$": "an ace and a ten-valued card, dealt; read as a stand",
}


def hover(language: object, analysis: Analysis, offset: int) -> Hover | None:
    """Return the meaning of the field at `offset`, with one line about the table."""
    replayed = replayed_at(analysis, offset)
    placed = replayed.item_at(offset)
    if placed and (mark := mark_at(replayed.text, offset - replayed.start)):
        return Hover(replayed.span(mark.span), f"{code(f'// {mark.name}')}: {MARKS.get(mark.name, GONE)}")
    if placed is None or placed.value is None:
        return None
    number = placed.field_at(offset - replayed.start)
    span = placed.field(number) if number is not None else placed.span
    at = replayed.entries.index(placed)
    lines = [*_facts(replayed, at, number)]
    if number == CARD and isinstance(event := placed.value, Event) and event.card:
        lines += _elsewhere(analysis.document, replayed, placed, event.card)
    lines += [*_worth(replayed, at), *_unchecked(analysis, replayed, placed), *_after(replayed, at)]
    return Hover(replayed.span(span), "\n\n".join(lines)) if lines else None


def _facts(replayed: Replayed, at: int, number: int | None) -> Iterator[str]:
    value = replayed.entries[at].value
    if isinstance(value, Setup):
        decks = f" ({plural(value.cards // 52, 'deck')})" if value.cards % 52 == 0 and value.cards else ""
        yield f"**Setup:** {plural(value.players, 'player')}, {plural(value.cards, 'card')}{decks}"
        if known := [option for option in value.rules if option in HOUSE_RULES]:
            yield "\n".join(f"- {code(option)}: {HOUSE_RULES[option]}" for option in known)
        if others := [option for option in value.options if option not in HOUSE_RULES]:
            yield f"Further rules, kept as they are: {escape('.'.join(others))}"
    elif isinstance(value, Event):
        yield from _field_facts(replayed, at, value, number)
    elif isinstance(value, Split):
        cards = " and ".join(
            f"{card_name(card)} in hand {hand}" for hand, card in zip(value.hands, value.cards, strict=True)
        )
        yield f"**Split:** {cards}. Both cards were dealt before."
    elif isinstance(value, Outcome):
        yield from _outcome(replayed, value)


def _field_facts(replayed: Replayed, at: int, event: Event, number: int | None) -> Iterator[str]:
    who = seat_name(event.actor)
    if number == CARD and event.card:
        yield f"**{card_name(event.card).capitalize()}** for {who}"
    elif number == ACTION and event.action in ACTIONS:
        yield f"{code(event.action)} **{ACTIONS[event.action].capitalize()}:** {_ACTION_WORDS[event.action]}"
    elif number == MODIFIER and event.modifier in MODIFIERS:
        name = MODIFIERS[event.modifier].capitalize()
        yield f"{code(event.modifier)} **{name}:** {_MODIFIER_WORDS[event.modifier]}"
    elif number == HAND:
        yield f"**Hand {event.hand}** of {who}"
    else:
        said = "" if number == ACTOR else replayed.in_words(at)
        yield f"**{said or who.capitalize()}**"


def _elsewhere(document: Document, replayed: Replayed, placed: Placed, card: str) -> Iterator[str]:
    """Yield the other places of a card in the hand, with their lines, and its number left in the shoe."""
    others = [
        other for other in replayed.entries
        if isinstance(value := other.value, Event) and value.card == card and other.start != placed.start
    ]  # fmt: skip
    here = _line(document, replayed, placed)
    if others:
        lines = [(other, _line(document, replayed, other)) for other in others[:8]]
        yield "Also in " + ", ".join(
            code(other.text) + (f" (line {line})" if line != here else "") for other, line in lines
        )
    if earlier := replayed.gone.count(card):
        yield f"Dealt {often(earlier)} in earlier hands of the shoe"
    after = replayed.table_before(replayed.start + placed.end)
    if after and card != UNKNOWN:
        left = left_in_shoe(after).get(card, 0)
        yield f"{left or 'None'} left in the shoe"


def _line(document: Document, replayed: Replayed, placed: Placed) -> int:
    """Return the number of the line of an entry, from 1."""
    return document.position_at(replayed.start + placed.start, "utf-8").line + 1


def _outcome(replayed: Replayed, said: Outcome) -> Iterator[str]:
    """Yield a table with the reason of each letter."""
    if not replayed.tables:
        return
    final = replayed.tables[-1]
    rows = []
    for seat, results in zip(final.players, said.seats, strict=False):
        for hand, letter in zip(final.seats[seat], results, strict=False):
            right = result_of(final, hand)
            why = "the dealer's total is not known" if right is None else reason(hand, final.dealer)
            if right and right != letter:
                why += f": that is a {RESULTS[right]}"
            rows.append((seat_title(final, seat, hand), RESULTS[letter], why))
    yield "**Outcome**\n\n" + table(("seat", "result", "why"), rows)


def _worth(replayed: Replayed, number: int) -> Iterator[str]:
    """Yield the values of the decisions of an event."""
    event = replayed.values[number]
    if replayed.tables and number and isinstance(event, Event):
        for one in decided((event, event), (replayed.tables[number - 1],) * 2):
            if one.values:
                hands = len(one.table.seats[one.seat]) + 1 + more_splits(one.table, one.seat, one.hand)
                yield f"{one} (splits: {hands} hands at most)" if "/" in one.values else str(one)


def _unchecked(analysis: Analysis, replayed: Replayed, placed: Placed) -> Iterator[str]:
    """Yield a note if an event is not checked because an earlier one is wrong."""
    for one in analysis.diagnostics_in(*replayed.span(Span(0, placed.start))):
        before = replayed.sheet.at(one.span.start - replayed.start)
        if one.severity <= Severity.WARNING and before and before.value and before.end <= placed.start:
            yield f"Not checked: {code(before.text)} before it is wrong"
            return


def _after(replayed: Replayed, number: int) -> Iterator[str]:
    """Yield one line about the table after an event or a split: the hand, the shoe, and who is next."""
    value = replayed.entries[number].value
    if not isinstance(value, (Event, Split)) or not replayed.tables:
        return
    after = replayed.tables[number]
    event = value if isinstance(value, Event) else replayed.values[number - 1]
    hand = after.hand(event.actor, event.hand) if isinstance(event, Event) else None
    facts = [held(after, event.actor, hand)] if isinstance(event, Event) and hand else []
    facts.append(f"{plural(max(0, after.setup.shoe - after.dealt), 'card')} left")
    if now := due(after):
        seat, turn = now
        facts.append(f"next: {'the dealer' if seat == DEALER else seat_title(after, seat, turn).lower()}")
        if turn == hand and turn.size >= 2 and not turn.hidden:
            facts.append(f"a hit busts with {bust_chance(after, turn):.0%}")
    yield " · ".join(facts)


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the total after each event; for compact hands only if a setting asks for it."""
    kinds = {True: ("compactTotals", False), False: ("totals", True)}
    wanted = {compact: preferences.flag(f"inlayHints.{kind}", on) for compact, (kind, on) in kinds.items()}
    if not (any(wanted.values()) or analysis.context):
        return
    count = 0
    for place in analysis.document.places(*span):
        if (
            not wanted[True]
            and place.chunk.size("breaks") == 1
            and place.text[-1] in "\r\n"
            and not analysis.context
        ):
            continue
        replayed = replayed_of(analysis, place)
        if replayed.count and preferences.flag("inlayHints.count", True) and replayed.outcome:
            yield Hint(replayed.start + replayed.entries[-1].end, str(replayed.count), "count")
        if wanted[replayed.sheet.compact]:
            kind = kinds[replayed.sheet.compact][0]
            if count == GONE_OVER:
                yield Hint(place.start, "no totals from here on: too many hands at once", kind)
                return
            count += 1
            yield from (hint for hint in _totals(replayed, kind) if span.holds(hint.offset))


def _totals(replayed: Replayed, kind: str) -> Iterator[Hint]:
    for placed, now in zip(replayed.entries, replayed.tables, strict=False):
        event = placed.value
        if isinstance(event, Event) and event.action != "/":
            hand = now.hand(event.actor, event.hand)
            if hand and hand.size >= 2 and hand.known:
                yield Hint(replayed.start + placed.end, standing(hand), kind)


MOST_SUMMED = 2000
"""Most hands in the sums of a session."""


def lenses(language: Blackjack, analysis: Analysis) -> Iterator[Lens]:
    """Yield a lens above each hand, such as `3 players · dealer 21 · l/l, p, w`. A click shows the table at its end."""
    hands, count = first_hands(analysis.document, LENSES + 1)
    if 1 < count <= MOST_SUMMED:
        yield from _session(analysis)
    before = {hand.start: hand.shoe for hand in all_replayed(analysis)} if analysis.context else {}
    for place in hands[:LENSES]:
        shoe = before.get(place.start)
        if found := _lens_facts(analysis.language, place.text, shoe and shoe._replace(sources=())):
            start, end, title, table = found
            yield Lens(Span(place.start + start, place.start + end), title, table)
    if count > LENSES:
        rest = hands[LENSES]
        title = f"{count - LENSES:,} more hands: the lines above hands end here"
        yield Lens(Span(rest.start, rest.start + 1), title)


def _session(analysis: Analysis) -> Iterator[Lens]:
    """Yield the units of each seat over all hands."""
    numbers = together(
        _numbers(analysis.language, hand.text, hand.gone, (*hand.wagers,)) for hand in all_replayed(analysis)
    )
    if numbers.hands > 1:
        seats = [f"player {at} {_won(seat)}" for at, seat in enumerate(numbers.seats, start=1) if seat.hands]
        facts = [f"{numbers.hands} hands", f"dealer bust {numbers.dealer_busts}", *seats]
        given = sum(seat.given_away for seat in numbers.seats)
        facts += [f"decisions gave away {given:.2f}"] if given >= SLIGHT else []
        yield Lens(Span(0, 0), " · ".join(facts))


def _won(seat: Seat) -> str:
    """Return the results of a seat: `+2.5 (3 won, 1 lost, 1 pushed)`."""
    units = f"{seat.units:+g}".replace("-", "−")
    return f"{units} ({seat.won} won, {seat.lost} lost, {seat.pushed} pushed)"


@remembered
def _numbers(language: Language[Any], text: str, gone: tuple[str, ...], stakes: tuple[Wager, ...]) -> Session:
    """Return the numbers of a hand, after some cards have gone from the shoe."""
    sheet: Sheet = language.parsed(text).value
    if sheet.setup is None:
        return Session()
    return played(sheet.setup, sheet.values, stakes, gone=gone).session(weighed=True)


@remembered
def _lens_facts(language: Language[Any], text: str, shoe: Shoe | None) -> tuple[int, int, str, str] | None:
    """Return the place of a hand's setup, its facts and the final table, or None. It is cached, because editors ask for all hands again."""
    system = language.system if isinstance(language, Blackjack) else HILO
    replayed = Replayed(0, language.parsed(text).value, shoe, system)
    if replayed.setup is None:
        return None
    dealer, said = replayed.tables[-1].dealer, replayed.outcome
    facts = [
        plural(replayed.setup.players, "player"),
        f"dealer {short(dealer)}" if dealer.size > 1 and dealer.known and not dealer.hidden else "",
        letters(said.seats) if said else "unfinished",
    ]
    return *replayed.entries[0].span, " · ".join(filter(None, facts)), picture_of(replayed)
