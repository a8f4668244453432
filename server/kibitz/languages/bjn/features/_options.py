"""The ways in which a hand may go on, each with its probability.

Most follow from the rules. The decisions of players follow basic strategy and the habits of this record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from kibitz.core.next import Option
from kibitz.core.words import listed, plural
from kibitz.languages.bjn.features.conventions import AS_SIBLING
from kibitz.languages.bjn.game import habits as case
from kibitz.languages.bjn.game.advice import chances
from kibitz.languages.bjn.game.dealer import natural
from kibitz.languages.bjn.game.decisions import signed
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.habits import Habits, drawn, play_case
from kibitz.languages.bjn.game.model import HOUSE_RULES, RANKS, SUITS, Event, Outcome, Setup
from kibitz.languages.bjn.game.play import begin, dealt, play, split_block
from kibitz.languages.bjn.game.scoring import left_by_value, left_in_shoe, outcome
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import (
    contested,
    dealer_draws,
    due,
    may_peek,
    may_stand,
    seats_to_act,
)
from kibitz.languages.bjn.text.names import card_name, card_sign, letters, seat_name, total

GOES_ON = 0.75
"""Probability of another hand after an outcome."""
USUALLY = 0.95
"""Probability of a habit that most records have."""
MOST_SURRENDERS = 4
"""Players whose surrenders are combined."""
SHOES = (52, 312, 416, 104, 208)
"""The usual numbers of cards, the likeliest first: one, six, eight, two and four decks."""
MOST_PLAYERS = 7


class Style(NamedTuple):
    """The style of a record: the text between its entries and between its hands, the next setup, and the habits of its players."""

    separator: str
    line_end: str
    between: str
    setup: Setup
    setup_text: str
    habits: Habits
    remarked: float = 0.0
    """Probability of a comment after an entry. The text after a comment is unknown."""
    varies: float = 0.0
    """Probability that the next hand has other rules at the same table."""
    latest: tuple[int, int] = (0, 0)
    """The seat and the hand that acted last, at the cursor."""


def following(table: Table, style: Style) -> Iterator[Option]:
    """Yield the options after an entry: a comment, or a separator and the next entry."""
    if style.remarked:
        yield Option("", "ends the entry", style.remarked)
    for one in entries(table, style, style.separator):
        yield one._replace(chance=one.chance * (1 - style.remarked))


def entries(table: Table, style: Style, before: str = "") -> Iterator[Option]:
    """Yield the entries that may come next, after the separator `before`."""
    if table.parting:
        if block := split_block(table):
            then = partial(following, table._replace(parting=None), style)
            yield Option(before + block, "the two hands of the split", 1.0, then)
        return
    now = due(table)
    if now is None:
        yield from _over(table, style, before)
    elif table.dealing:
        yield from _deal(table, *now, style, before)
    elif now[0] == DEALER:
        hidden = now[1].hidden
        detail = "the dealer reveals" if hidden else f"the dealer draws on {now[1].total}"
        yield _event(table, Event(DEALER, 1, "%" if hidden else "^"), style, before, detail, 1.0)
    else:
        yield from _turn(table, *now, style, before)
    for seat, hand in seats_to_act(table, style.latest) if now else ():
        if (seat, hand) != now and (table.dealing or seat != DEALER):
            modifier = "" if table.dealing else "_"
            detail = f"stands on {total(hand)}" if modifier else "gets a card"
            event = Event(seat, hand.number, modifier=modifier)
            yield _event(table, event, style, before, f"{seat_name(seat)} {detail}")


def _event(table: Table, event: Event, style: Style, before: str, detail: str, chance: float = 0.0) -> Option:
    """Return an event, or its beginning if a card follows."""
    if event.modifier in ("_", "?") and not event.action:
        return Option(f"{before}{event}", detail, chance, partial(following, play(table, event), style))
    head = f"{before}{event.actor}.{event.hand}.{event.action}."
    return Option(head, detail, chance, partial(cards, table, event, style), open=True)


def _over(table: Table, style: Style, before: str) -> Iterator[Option]:
    """Yield the outcome. A dealer who has not stood on a soft 17 draws in some houses."""
    follows, dealer = outcome(table), table.dealer
    if follows is None:
        return
    draws = 0.8 if not dealer.ended and contested(table) and dealer_draws(table, unless=True) else 0.0
    for one in outcomes(table):
        chance = 1 - draws if one.text == str(follows) else 0.0
        yield one._replace(text=before + one.text, chance=chance, then=partial(next_hand, style))
    if draws:
        yield _event(table, Event(DEALER, 1, "^"), style, before, "the dealer draws on a soft 17", draws)


def outcomes(table: Table) -> Iterator[Option]:
    """Yield the outcome by the cards, and outcomes with surrenders of players who stood on two cards."""
    follows = outcome(table)
    if follows is None:
        return
    yield Option(str(follows), letters(follows.seats), kind="outcome", aside=partial(str, "by the cards"))
    if not table.setup.surrenders or (table.dealer.blackjack and not table.setup.plays("esurr")):
        return
    stood = [seat for seat in table.players if _may_have_surrendered(table.seats[seat][0])][:MOST_SURRENDERS]
    for many in range(1, len(stood) + 1):
        for chosen in combinations(stood, many):
            of_seats = zip(table.players, follows.seats, strict=True)
            said = tuple(("r",) if seat in chosen else seats for seat, seats in of_seats)
            yield Option(str(Outcome(said)), f"{listed(map(seat_name, chosen))} surrendered", kind="outcome")


def _may_have_surrendered(hand: Hand) -> bool:
    return hand.ended == "_" and hand.size == 2 and not (hand.split or hand.blackjack)


def _deal(table: Table, seat: int, hand: Hand, style: Style, before: str) -> Iterator[Option]:
    """Yield the next card of the two rounds. The dealer has one hole card."""
    if seat != DEALER or hand.hidden or table.setup.plays("nohole"):
        yield _event(table, Event(seat, 1), style, before, f"a card for {seat_name(seat)}", 1.0)
        return
    hides = USUALLY if hand.cards else style.habits.likely(case.HOLE_FIRST, USUALLY)
    hole = Event(DEALER, 1, modifier="?")
    yield _event(table, hole, style, before, "the hole card of the dealer", hides)
    yield _event(table, Event(DEALER, 1), style, before, "the upcard of the dealer", 1 - hides)


def _turn(table: Table, seat: int, hand: Hand, style: Style, before: str) -> Iterator[Option]:
    """Yield the decisions of a player, and a blackjack that the dealer shows before."""
    peek = _peeks(table, style.habits)
    for one in _decisions(table, seat, hand, style, before):
        yield one._replace(chance=one.chance * (1 - peek))
    if may_peek(table):
        shown = _event(table, Event(DEALER, 1, "%"), style, before, "the dealer shows a blackjack", peek)
        yield shown._replace(title="The dealer has a blackjack")


def _peeks(table: Table, habits: Habits) -> float:
    """Return the probability that the dealer shows a blackjack before the first player acts, from the upcard."""
    left, bar = left_by_value(table), natural(table.up)
    if table.started or not table.dealer.hidden or bar < 0:
        return 0.0
    return habits.likely(case.PEEK, 0.6) * left[bar] / max(1, sum(left))


def _decisions(table: Table, seat: int, hand: Hand, style: Style, before: str) -> Iterator[Option]:
    """Yield the decisions of a player, or the card of a split hand."""
    habits, who = style.habits, seat_name(seat)
    if hand.split and hand.size < 2:
        aside = habits.likely(case.ASIDE, 0.1)
        for action, chance, verb in (("^", 1 - aside, "gets"), ("", aside, "is dealt")):
            event = Event(seat, hand.number, action)
            yield _event(table, event, style, before, f"{who} {verb} a second card", chance)
        return
    situation = play_case(table, hand)
    usual = habits.weighed(situation, chances(table, seat, hand))
    if drawn(hand):
        usual = _without(usual, "_", 1 - habits.likely(case.APART, 1 - USUALLY))
    for action in sorted(usual, key="^_!/".index):
        chance = usual[action]
        seen = habits.words(situation, action, usual)
        detail = f"{who} {_DOES[action].format(total(hand))}" + (f" ({seen})" if seen else "")
        event = Event(seat, hand.number, action.strip("_"), "", action.strip("^!/"))
        one = _event(table, event, style, before, detail, chance)
        if action == "/":
            # The block follows a split. An unreadable card makes it unknown.
            parted = play(table, event)
            text = style.separator.join(filter(None, (f"{before}{event}", split_block(parted))))
            then = partial(following, parted._replace(parting=None), style)
            one = one._replace(text=text, then=then, open=False)
        yield one._replace(aside=partial(_worth, table, seat, hand, action))


_DOES = {"^": "hits {}", "_": "stands on {}", "!": "doubles {}", "/": "splits {}"}


def _worth(table: Table, seat: int, hand: Hand, action: str) -> str:
    """Return the value of a decision, in bets."""
    worth = values(table, seat, hand)
    return f"worth {signed(worth[action])}" if action in worth else ""


def _without(chances: dict[str, float], choice: str, share: float) -> dict[str, float]:
    """Return the probabilities after a share of one choice has been ruled out."""
    left = {one: chance * (1 - share if one == choice else 1) for one, chance in chances.items()}
    whole = sum(left.values()) or 1.0
    return {one: chance / whole for one, chance in left.items()}


# Cards and marks


def cards(table: Table, event: Event, style: Style) -> Iterator[Option]:
    """Yield the cards that are left in the shoe for an event, or its own card. A dealer who peeks shows a blackjack."""
    hand = table.hand(event.actor, event.hand)
    if hand is None or hand.ended:
        return
    peeks = event.action == "%" and not table.started and any(one.open for _, one in table.held)
    for card, count in left_in_shoe(table).items():
        after = dealt(hand, event._replace(card=card))
        if (count and (after.blackjack or not peeks)) or card == event.card:
            yield Option(
                card,
                card_name(card),
                then=partial(_marks, table, event._replace(card=card), style),
                kind="card",
                aside=partial("{} · {} left".format, total(after), count),
                title=card_sign(card),
                cell=([*SUITS].index(card[1]), [*RANKS].index(card[0])),
            )


def _marks(table: Table, event: Event, style: Style) -> Iterator[Option]:
    """Yield the marks of a hand after its card: a bust, a stand, or none."""
    after = play(table, event)
    now = after.hand(event.actor, event.hand)
    if now is None:
        return
    if now.bust:
        marks = [("#", 1.0, f"bust with {now.pips}")]
    else:
        stands, why = _stands(table, event, now, style.habits)
        marks = [("_", stands, f"stands on {now.total}" + (f" ({why})" if why else "")), ("", 1 - stands, "")]
    for mark, chance, detail in marks:
        if chance > 0 or (mark and may_stand(table, event.actor, now)):
            then = partial(following, play(table, event._replace(modifier=mark)), style)
            aside = str if detail else partial(str, "no mark")
            yield Option(f".{mark}", detail, chance, then, kind="action", aside=aside)


def _stands(table: Table, event: Event, now: Hand, habits: Habits) -> tuple[float, str]:
    """Return the probability that an event says that the hand stands, and the reason."""
    if event.actor == DEALER:
        return _dealer_stands(play(table, event), now, habits), ""
    if event.action == "!":
        return 1.0, ""
    if now.total == 21:
        situation = case.NATURAL if now.blackjack and not event.action else case.TWENTY_ONE
        likely = 0.6 if situation is case.NATURAL else 0.9
        weighed = habits.weighed(situation, {"_": likely, "": 1 - likely})
        return weighed["_"], habits.words(situation, "_", ("_", ""))
    if event.action != "^" or now.size < 2:
        return 0.0, ""
    situation = play_case(table, now)
    plays = habits.weighed(situation, chances(play(table, event), event.actor, now))
    return plays["_"] * (1 - habits.likely(case.APART, 1 - USUALLY)), habits.words(situation, "_", plays)


def _dealer_stands(after: Table, now: Hand, habits: Habits) -> float:
    """Return the probability that the dealer stands: from 17 on, and when another card cannot change a result."""
    if now.hidden or now.size < 2:
        return 0.0
    said = after.setup.plays("s17") or after.setup.plays("h17")
    if now.soft and now.total == 17 and not said and contested(after):
        return habits.likely(case.SOFT_17, 0.6)
    if not dealer_draws(after) or not contested(after):
        return habits.likely(case.DONE, USUALLY)
    return 0.0


# Between hands


def next_hand(style: Style) -> Iterator[Option]:
    """Yield the options after an outcome: the setup of another hand at the same table, or the end of the line."""
    for one in same_table(style, "the next hand"):
        yield one._replace(text=style.between + one.text, chance=one.chance * GOES_ON)
    yield Option(style.line_end, "ends the line", 1 - GOES_ON)


def same_table(style: Style, detail: str = "") -> Iterator[Option]:
    """Yield the setup of the style: the same again, or the same table by other rules."""
    then = partial(entries, begin(style.setup), style, style.separator)
    yield Option(style.setup_text, detail, 1 - style.varies, then, kind="value")
    if style.setup.options:
        text = f"{{{style.setup.players}.{style.setup.cards}."
        yield Option(text, "the same table by other rules", style.varies, kind="value")


def usual_tables(bets: int, sibling: Setup | None) -> Iterator[Option]:
    """Yield the usual setups, with at least a player for each bet. The one of another record comes first."""
    least = min(bets, MOST_PLAYERS)
    usual = [(players, cards) for cards in SHOES for players in range(least, MOST_PLAYERS + 1)]
    first = [sibling[:2]] if sibling and sibling.players >= least else []
    for players, cards in dict.fromkeys((*first, *usual)):
        decks = plural(cards // 52, "deck") if cards % 52 == 0 else plural(cards, "card")
        why = f" · {AS_SIBLING}" if (players, cards) in first else ""
        yield Option(f"{{{players}.{cards}}}", f"{plural(players, 'player')}, {decks}{why}", kind="value")


def house_rules(typed: str, behind: str) -> Iterator[Option]:
    """Yield the rules that may follow in a typed setup. They neither repeat nor contradict those in it and `behind` the cursor."""
    last = typed.rpartition(".")[2]
    head = f"{typed}." if last in HOUSE_RULES else typed[: len(typed) - len(last)]
    before = [one for one in head.split(".")[2:] if one]
    said = (*before, *filter(None, behind.strip(".}").split(".")))
    names = [*HOUSE_RULES]
    # People write them in the usual order.
    start = names.index(before[-1]) + 1 if before and before[-1] in names else 0
    for name in (*names[start:], *names[:start]):
        if name not in said and not Setup(1, 52, (*said, name)).contradictions:
            yield Option(head + name, HOUSE_RULES[name], kind="value")
