"""Hands as rows: one for each card, action and result, or one a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Kind, Record, Row, Rows, Said
from kibitz.languages.bjn.features._shoe import shoes
from kibitz.languages.bjn.game.model import Outcome, Setup
from kibitz.languages.bjn.game.session import Played, played
from kibitz.languages.bjn.game.stakes import Wager
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.rows import Around, hand_rows, sheets
from kibitz.languages.bjn.text.sheet import Sheet
from kibitz.languages.bjn.text.stakes import wagers

EVENTS = (
    Column("seat", "integer", "the player, from 1; 0 is the dealer"),
    Column("hand", "integer", "which hand of the seat: 1 before any split"),
    Column(
        "action",
        "string",
        "`deal`, `hit`, `stand`, `double`, `split`, `part` (a hand that a split made), `reveal`, or `outcome`, "
        "which has one row for each hand of a player, written or following from the totals, and `insurance` behind them",
    ),
    Column("card", "string", "the card of the event, such as `as`; `?` is face down"),
    Column("mark", "string", "how the record marks the hand: `stand`, `bust`, `blackjack`"),
    Column(
        "cards",
        "string",
        "the cards of the hand behind the event, with blanks between them; `?` is face down, `??` can't be read",
    ),
    Column("total", "integer", "what they come to, an ace as eleven where that does not bust the hand"),
    Column("soft", "boolean", "whether an ace counts eleven"),
    Column(
        "options", "string", "what the rules let the hand do at the event, with blanks: `hit stand double`"
    ),
    Column("result", "string", "`win`, `loss`, `push` or `surrender`; of an outcome"),
    Column(
        "bet", "number", "the bets on the hand: 2 where it was doubled, 0.5 of an insurance; of an outcome"
    ),
    Column(
        "units",
        "number",
        "the bets won, by the cards alone, a blackjack paid 3:2, or as the setup says, and 1:1 for even money; of an outcome",
    ),
    Column(
        "staked", "number", "the money on it, where a comment `// bet 25` or the setting `bjn.unit` tells"
    ),
    Column("money", "number", "the money won with it"),
    Column(
        "running", "integer", "the running count before the event, by `bjn.count`, where hands share a shoe"
    ),
    Column("true", "number", "what of that falls to each deck of which nothing has been seen; nothing of KO"),
    Column("penetration", "number", "the part of the shoe that has been dealt before the event, from 0 to 1"),
    Column(
        "value",
        "number",
        "the expected win, in bets, of what a player decided; where `bjn.advice` is not `off`",
    ),
    Column("best", "string", "the play with the highest expected win"),
    Column("best_value", "number", "that win"),
)
HANDS = (
    Column("players", "integer", "how many players sit at the table"),
    Column("shoe", "integer", "how many cards the shoe holds"),
    Column("rules", "string", "the rules of the house that the setup names, with blanks between them"),
    Column("dealer", "string", "the dealer's cards in the end, with blanks between them"),
    Column("dealer_total", "integer", "what they come to"),
    Column("dealer_bust", "boolean", "whether that is a bust"),
    Column("outcome", "string", "the results of all hands as the notation has them: `l/l,p,w`"),
    Column("won", "integer", "how many hands of the players won; none of these where there is no outcome"),
    Column("lost", "integer", "how many lost"),
    Column("pushed", "integer", "how many pushed"),
    Column("surrendered", "integer", "how many were surrendered"),
    Column("naturals", "integer", "how many were a blackjack"),
    Column("busts", "integer", "how many were bust"),
    Column("doubles", "integer", "how many were doubled"),
    Column("splits", "integer", "how many splits there were"),
    Column(
        "units",
        "number",
        "the bets that the players won together, a blackjack paid 3:2, or as the setup says, insurance with them",
    ),
    Column(
        "staked",
        "number",
        "the money that they bet, where a comment `// bet 25` or the setting `bjn.unit` tells",
    ),
    Column("money", "number", "the money that they won with it"),
)


PARTS = (5, 1, 8, 6)
"""The event, the cards behind it, what they come to, what it was decided by."""


def rows(language: Blackjack, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _events, PARTS), "records": EACH_HAND}.get(kind)


def _events(analysis: Analysis) -> Iterator[Record]:
    language, above = analysis.language, list[Wager]()
    system = language.system if analysis.context else None
    weighs = language.advice != "off"
    plain = system is None and not weighs
    for place, shoe in shoes(analysis):
        found: Iterable[Row] | None = None
        if plain and not above:
            found = language.quick_rows(place.start, place.chunk.text)
        if found is None:
            sheet: Sheet = language.parsed(place.chunk.text).value
            said, (here, above) = above, wagers(sheet)
            if not sheet.values or not isinstance(sheet.values[0], Setup):
                continue
            gone = shoe.gone if shoe is not None else ()
            around = Around((*said, *here), language.unit, gone, system if shoe is not None else None, weighs)
            found = hand_rows(place.start, sheet.values[0], sheet, around)
        yield Record(place.start, found)


class Told(NamedTuple):
    """A hand, as the one row of its record and as it was played."""

    start: int
    row: Row
    played: Played


@kept_with
def hands(analysis: Analysis) -> Sequence[Told]:
    """The hands, each replayed once. Kept: several tables are made of them."""
    gone = {place.start: shoe.gone for place, shoe in shoes(analysis) if shoe} if analysis.context else {}
    return [_hand(*one, analysis.language.unit, gone.get(one[0], ())) for one in sheets(analysis)]


def _hands(analysis: Analysis) -> Iterator[Record]:
    return (Record(one.start, [one.row]) for one in hands(analysis))


def _hand(
    start: int, sheet: Sheet, setup: Setup, wagers: Sequence[Wager], unit: int, gone: tuple[str, ...]
) -> Told:
    here = played(setup, sheet.values, wagers, unit, gone)
    dealer = here.dealer
    known = dealer.known and not dealer.hidden and dealer.size > 1
    written = next((one for one in sheet.values if isinstance(one, Outcome)), None)
    sums: list[int | float | None] = [None] * 9
    if here.finished:
        names = ("won", "lost", "pushed", "surrendered", "naturals", "busts", "doubles", "splits", "units")
        sums = [sum(getattr(seat, name) for seat in here.seats) for name in names]
    money: list[float | None] = [None, None]
    if any(seat.staked for seat in here.seats):
        money = [sum(seat.staked for seat in here.seats), sum(seat.money for seat in here.seats)]
    said = Said(
        setup.players,
        setup.shoe,
        " ".join(setup.rules),
        " ".join(dealer.cards),
        dealer.total if known else None,
        dealer.bust if known else None,
        str(written)[1:-1] if written else None,
        *sums,
        *money,
    )
    first = sheet.entries[0]
    return Told(start, (start + first.start, start + first.end, (said,)), here)


EACH_HAND = Rows(HANDS, _hands)
