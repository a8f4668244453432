"""Code lenses above a hand with its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Lens
from kibitz.core.bounds import LENSES
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, first_hands, shoes
from kibitz.languages.bjn.features._seen import picture_of
from kibitz.languages.bjn.game.counting import HILO
from kibitz.languages.bjn.game.decisions import SLIGHT
from kibitz.languages.bjn.game.scoring import Wager
from kibitz.languages.bjn.game.session import Seat, Session, played, together
from kibitz.languages.bjn.game.shoe import Shoe
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.comments import wagers
from kibitz.languages.bjn.text.names import letters, short
from kibitz.languages.bjn.text.sheet import Sheet

MOST_SUMMED = 2000
"""Most hands in the sums of a session."""


def lenses(language: Blackjack, analysis: Analysis) -> Iterator[Lens]:
    """Yield a lens above each hand, such as `3 players · dealer 21 · l/l, p, w`. A click shows the table at its end."""
    hands, count = first_hands(analysis.document, LENSES + 1)
    if 1 < count <= MOST_SUMMED:
        yield from _session(analysis)
    before = {place.start: shoe for place, shoe in shoes(analysis)} if analysis.context else {}
    for place in hands[:LENSES]:
        shoe = before.get(place.start)
        if found := _facts(analysis.language, place.text, shoe and shoe._replace(sources=())):
            start, end, title, table = found
            yield Lens(Span(place.start + start, place.start + end), title, table)
    if count > LENSES:
        rest = hands[LENSES]
        title = f"{count - LENSES:,} more hands: the lines above hands end here"
        yield Lens(Span(rest.start, rest.start + 1), title)


def _session(analysis: Analysis) -> Iterator[Lens]:
    """Yield the units of each seat over all hands."""
    numbers = together(_each(analysis))
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


def _each(analysis: Analysis) -> Iterator[Session]:
    """Yield the numbers of each hand, with the stakes in comments."""
    above: Sequence[Wager] = ()
    for place, shoe in shoes(analysis):
        here, below = wagers(analysis.language.parsed(place.text).value)
        yield _numbers(analysis.language, place.text, shoe.gone if shoe else (), (*above, *here))
        above = below


@remembered
def _numbers(language: Language[Any], text: str, gone: tuple[str, ...], stakes: tuple[Wager, ...]) -> Session:
    """Return the numbers of a hand, after some cards have gone from the shoe."""
    sheet: Sheet = language.parsed(text).value
    if sheet.setup is None:
        return Session()
    return played(sheet.setup, sheet.values, stakes, gone=gone).session(weighed=True)


@remembered
def _facts(language: Language[Any], text: str, shoe: Shoe | None) -> tuple[int, int, str, str] | None:
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
