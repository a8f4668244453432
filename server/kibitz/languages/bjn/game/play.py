"""The game itself: the table after each entry of a hand. No positions, no text; usable as a library.

    >>> from kibitz.languages.bjn.game.model import Event, Setup
    >>> table = begin(Setup(1, 52))
    >>> for card in ("as", "9d"):
    ...     table = play(table, Event(1, 1, "", card))
    >>> table.hand(1, 1).label
    'soft 20'

A table accepts any entry as well as it can, and never complains. The rules do that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.model import (
    DEALER,
    DECK,
    DOUBLED,
    HANDS,
    PIPS,
    SEATS,
    SPLIT_TO,
    UNKNOWN,
    Entry,
    Event,
    Hand,
    Outcome,
    Setup,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.shoe import on_table

# The outcome


def result(hand: Hand, dealer: Hand) -> str | None:
    """Return `w`, `l` or `p` by the totals, `r` for a surrender, or None if the totals are unknown.

    A bust hand loses even if the dealer is bust too. A blackjack beats every other 21. Equal totals push.
    """
    if not hand.known:
        return None
    if hand.bust:
        return "l"
    if hand.ended == "r":
        return "r"
    one = dealer.hidden or dealer.size < 2
    if hand.blackjack and one and dealer.known and PIPS.get("".join(dealer.cards[:1]), 1) not in (1, 10):
        # The dealer can't have a blackjack with this upcard.
        return "w"
    if not dealer.known or dealer.hidden or dealer.size < 2:
        return None
    if hand.blackjack or dealer.blackjack:
        return "p" if hand.blackjack and dealer.blackjack else "w" if hand.blackjack else "l"
    if dealer.bust or hand.total > dealer.total:
        return "w"
    return "p" if hand.total == dealer.total else "l"


def result_of(table: Table, hand: Hand) -> str | None:
    """Return the result of a hand at a table, or None. Only early surrenders save half the bet against a blackjack."""
    if hand.ended == "r" and table.dealer.blackjack and not table.setup.plays("esurr"):
        return "l"
    return result(hand, table.dealer)


def outcome(table: Table) -> Outcome | None:
    """Return the outcome by the totals, or None while some are unknown."""
    seats: list[tuple[str, ...]] = []
    for seat in table.players:
        letters = [result_of(table, hand) for hand in table.seats[seat]]
        known = tuple([letter for letter in letters if letter])
        if len(known) < len(letters):
            return None
        seats.append(known)
    return Outcome(tuple(seats)) if seats else None


def gain(hand: Hand | None, letter: str, bet: int, blackjack: float = 1.5, *, even: bool = False) -> float:
    """Return the win of a hand, in bets: a blackjack pays 3:2 or 6:5, and 1:1 for even money."""
    if even and hand and hand.blackjack:
        return 1
    if hand and hand.blackjack and letter == "w":
        return blackjack
    return bet * {"w": 1, "l": -1, "r": -0.5}.get(letter, 0)


# The shoe


def left_in_shoe(table: Table) -> dict[str, int]:
    """Return the number of unseen cards of each kind."""
    seen = Counter(on_table(table))
    return {card: max(0, table.setup.decks - seen[card]) for card in DECK}


def left_by_value(table: Table) -> tuple[int, ...]:
    """Return the number of unseen cards with the values 1, 2, … 10."""
    decks, cards = table.setup.decks, on_table(table)
    left = [4 * decks] * 9 + [16 * decks]
    if len({*cards}) < len(cards):
        # A card can't have gone more often than the decks hold it.
        cards = [card for card, times in Counter(cards).items() for _ in range(min(times, decks))]
    for card in cards:
        if card in PIPS:
            left[PIPS[card] - 1] -= 1
    return tuple(left)


def bust_chance(table: Table, hand: Hand) -> float:
    """Return the probability that one more card busts a hand, given the seen cards."""
    left = left_by_value(table)
    return sum(left[max(0, 21 - hand.pips) :]) / max(1, sum(left))


# The stakes: bets in money, insurance and even money

INSURANCE = 0.5
"""The stake of an insurance, in bets; it pays 2:1."""


class Wager(NamedTuple):
    """The stakes in a comment: a `bet`, an `insurance` or `even money`."""

    what: str
    numbers: tuple[float, ...] = ()
    """The amounts of a bet, one for all players or one for each; otherwise the seats, none for all players."""
    seat: int = 0
    """The seat of the wager, 0 if it names none."""


class Stakes(NamedTuple):
    """The stakes of a hand."""

    bets: Mapping[int, float]
    """The money of each seat's bet, if it is known."""
    insured: frozenset[int] = frozenset()
    even: frozenset[int] = frozenset()
    """The seats that took even money for a blackjack."""


def staked(wagers: Iterable[Wager], players: Sequence[int], unit: float) -> Stakes:
    """Return the stakes of a hand; `unit` is the bet of players without a comment, 0 if it is unknown."""
    bets = dict.fromkeys(players, unit) if unit else {}
    beside: dict[str, set[int]] = {"insurance": set(), "even money": set()}
    for what, numbers, seat in wagers:
        if what != "bet":
            beside[what].update([seat] if seat else map(int, numbers) if numbers else players)
        elif numbers and (seat or len(numbers) == 1):
            bets.update(dict.fromkeys([seat] if seat else players, numbers[0]))
        else:
            bets.update(zip(players, numbers, strict=False))
    return Stakes(bets, frozenset(beside["insurance"]), frozenset(beside["even money"]))


def insurance(dealer: Hand) -> float:
    """Return the win of an insurance, in bets, or nothing while the dealer's cards are unknown."""
    if dealer.hidden or not dealer.known or dealer.size < 2:
        return 0.0
    return 2 * INSURANCE if dealer.blackjack else -INSURANCE


def single(number: int, card: str, split: bool = True) -> Hand:
    """Return a hand of one card, usually after a split."""
    return Hand(number, (card,), PIPS.get(card, 0), card[0] == "a", split=split, known=card != UNKNOWN)


def parted(table: Table, seat: int, hand: Hand) -> Table:
    """Return the table after a split: each card begins a hand, and the second one gets the next free number."""
    table = table._replace(started=True, parting=None)
    cards = hand.cards if hand.known else (*hand.cards, UNKNOWN, UNKNOWN)[:2]
    if seat == DEALER or len(cards) != 2 or len(table.seats[seat]) >= HANDS:
        return table
    number = max(one.number for one in table.seats[seat]) + 1
    parts = tuple(
        single(one, card)._replace(known=hand.known)
        for one, card in zip((hand.number, number), cards, strict=True)
    )
    others = (one for one in table.seats[seat] if one is not hand)
    return seated(table, seat, *others, *parts)._replace(parting=(seat, hand.number, number))


def seated(table: Table, seat: int, *hands: Hand) -> Table:
    """Return the table with other hands at a seat, sorted by number."""
    mine = tuple(sorted(hands, key=lambda hand: hand.number))
    return table._replace(seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


def splitting(table: Table, split: Split) -> Iterator[tuple[int, Hand]]:
    """Yield the hands that a split block may split: those with its cards and its first number."""
    for seat, hand in table.held:
        if hand.number == split.hands[0] and not hand.ended and sorted(hand.cards) == sorted(split.cards):
            yield seat, hand


def named(table: Table, split: Split) -> Table:
    """Return the table after a split block, which assigns the two cards to hands."""
    if table.parting is None:
        # The record lacks the split itself.
        meant = next(iter(splitting(table, split)), None)
        table = table if meant is None else parted(table, *meant)
    if table.parting is None:
        return table
    seat, first, second = table.parting
    others = [hand for hand in table.seats[seat] if hand.number not in (first, second)]
    taken = {hand.number for hand in others}
    numbers = split.hands if len({*split.hands} - taken) == 2 else (first, second)
    parts = (single(number, card) for number, card in zip(numbers, split.cards, strict=True))
    return seated(table, seat, *others, *parts)._replace(parting=None)


def split_block(table: Table) -> str:
    """Return the block for the split just made, or an empty text without a split or if its cards are unknown."""
    if table.parting is None:
        return ""
    seat, *numbers = table.parting
    hands = {hand.number: hand for hand in table.seats[seat]}
    cards = (hands[numbers[0]].cards[0], hands[numbers[1]].cards[0])
    return "" if UNKNOWN in cards else str(Split((numbers[0], numbers[1]), cards))


def begin(setup: Setup, gone: tuple[str, ...] = (), entries: Sequence[Entry] = ()) -> Table:
    """Return the table before the deal, after some cards have gone from the shoe.

    `entries` are the known ones of the hand. They show which seats are empty, and who surrenders.
    """
    none = (Hand(1),)
    seats = (none,) * (min(setup.players, SEATS) + 1)
    empty = _empty(setup, len(seats), entries)
    return Table(setup, seats, gone=gone, empty=empty, given_up=_given_up(setup, len(seats), empty, entries))


def _empty(setup: Setup, seats: int, entries: Sequence[Entry]) -> frozenset[int]:
    """Return the empty seats: those that settings name, or those without a card once a deal has passed them by."""
    held: set[int] = set()
    for entry in entries:
        if type(entry) is Event or (type(entry) is Unread and entry.kind == "event"):
            held.add(entry.actor)
    if -1 in held:
        return frozenset()
    said = {*range(1, seats)} if DEALER in held and len(held) > 1 else {*setup.empty}
    nobody = frozenset(said - held)
    return nobody if len(nobody) < seats - 1 else frozenset()


def _given_up(setup: Setup, seats: int, empty: frozenset[int], entries: Sequence[Entry]) -> frozenset[int]:
    """Return the seats that surrender; a seat with split hands can't."""
    outcome = entries[-1] if entries and setup.surrenders else None
    if type(outcome) is not Outcome:
        return frozenset()
    held = [seat for seat in range(1, seats) if seat not in empty]
    return frozenset(seat for seat, said in zip(held, outcome.seats, strict=False) if said == ("r",))


def tables(setup: Setup, entries: Sequence[Entry], gone: tuple[str, ...] = ()) -> Iterator[Table]:
    """Yield the table after each entry."""
    table = begin(setup, gone, entries)
    for entry in entries:
        table = play(table, entry)
        yield table


def play(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry. It does not change if the hand does not exist or has ended."""
    if type(entry) is not Event:
        if type(entry) is Unread:
            return _lost(table, entry)
        return named(table, entry) if type(entry) is Split else table
    seat, action = entry.actor, entry.action
    hand = table.hand(seat, entry.hand)
    if hand is None:
        return table._replace(parting=None) if table.parting else table
    if (said := meant(entry, hand)) is not entry:
        entry, action = said, said.action
        if action == "%" and (entry.modifier == "#") != dealt(hand, entry).bust:
            # This is not the hole card: the record lacks the reveal.
            hand = hand._replace(hidden=False, known=False)
            table = seated(table, seat, hand)
    started = table.started or is_play(entry)
    if hand.ended:
        return table._replace(started=started, parting=None)
    if action == "/":
        return parted(table, seat, hand)
    after = _by_the_house(table, seat, dealt(hand, entry))
    seats = table.seats
    mine = (after,) if len(seats[seat]) == 1 else tuple(after if one is hand else one for one in seats[seat])
    seats = (*seats[:seat], mine, *seats[seat + 1 :])
    revealed = table.revealed or action == "%"
    return Table(table.setup, seats, started, revealed, None, table.gone, table.empty, table.given_up)


def _by_the_house(table: Table, seat: int, hand: Hand) -> Hand:
    """Return a hand after the house rules: a stand may be a surrender, and split aces may get no more cards."""
    if hand.ended == "_" and seat in table.given_up and hand.size == 2 and not (hand.split or hand.blackjack):
        return hand._replace(ended="r")
    if hand.split and hand.size == 2 and hand.cards[0][0] == "a" and table.setup.plays("one"):
        return hand._replace(full=True)
    return hand


def _lost(table: Table, entry: Unread) -> Table:
    """Return the table after an unreadable entry. The open hands that it may be about become unknown."""
    if entry.kind != "event":
        return table._replace(parting=None) if entry.kind == "split" else table
    seats = list(table.seats)
    if entry.actor == -1:
        # Seats without cards share one object, so the result is computed once for all of them.
        unlike = {id(hands): hands for hands in seats}
        after = {key: _unknown(hands, entry.hand) for key, hands in unlike.items()}
        seats = [after[id(hands)] for hands in seats]
    elif entry.actor < len(seats):
        seats[entry.actor] = _unknown(seats[entry.actor], entry.hand)
    return table._replace(seats=tuple(seats), parting=None)


def _unknown(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """Return the hands of a seat with the one of this number unknown, or all if it is -1. Ended hands do not change."""
    return tuple(
        [
            hand._replace(known=False)
            if hand.known and not hand.ended and number in (hand.number, -1)
            else hand
            for hand in hands
        ]
    )


def meant(event: Event, hand: Hand) -> Event:
    """Return the likely meaning of an event without an action, or the event itself.

    A third card is a hit. A card that the dealer shows before the reveal is the hole card. An empty event of the dealer deals it.
    """
    if event.actor == DEALER and not any(event[2:]) and hand.size < 2 and not hand.hidden:
        return event._replace(modifier="?")
    if not event.card or event.action not in ("", "^") or event.modifier == "?" or hand.size < 2:
        return event
    if event.actor == DEALER and hand.hidden:
        # An unreadable entry may have been the reveal.
        return event._replace(action="%") if hand.known else event
    return event if event.action else event._replace(action="^")


def is_play(event: Event) -> bool:
    """Return whether an event is more than a dealt card: an action or a stand."""
    return bool(event.action) or not (event.card or event.modifier == "?")


def dealt(hand: Hand, event: Event) -> Hand:
    """Return the hand after an event other than a split."""
    number, cards, pips, ace, hidden, _, split, known, _ = hand
    _, _, action, card, mark = event
    if mark == "?":
        return Hand(number, cards, pips, ace, True, "", split, known)
    if card:
        cards = (*cards, card)
        pips += PIPS.get(card, 0)
        ace = ace or card[0] == "a"
        known = known and card != UNKNOWN
    hidden = hidden and action != "%"
    known = known and UNKNOWN not in (action, mark) and bool(card or action not in {"^", "!", "%"})
    # A hand with a hole card has not finished.
    ended = "" if hidden or mark == UNKNOWN else mark or ("!" if action == "!" else "")
    if (known and pips > 21) or len(cards) > 21:
        ended = "#"
    return Hand(number, cards, pips, ace, hidden, ended, split, known)


def due(table: Table) -> tuple[int, Hand] | None:
    """Return the seat and the hand of the next event, or None at the end of the hand.

    First come two rounds of cards, players in order and then the dealer. Then each hand of each seat acts in order, the dealer last.
    """
    if not table.started:
        for size in (0, 1):
            for seat in (*table.players, DEALER):
                hand = table.seats[seat][0]
                if hand.size <= size and (seat != DEALER or size < table.opening):
                    return seat, hand
    if not table.dealer.blackjack:
        # A blackjack of the dealer ends the hand.
        for seat, hand in table.held:
            if hand.open:
                return seat, hand
    return None if dealer_is_done(table) else (DEALER, table.dealer)


def turn(table: Table) -> tuple[int, int] | None:
    """Return the seat and the number of the hand of the next event, or None at the end of the hand."""
    now = due(table)
    return now and (now[0], now[1].number)


def seats_to_act(table: Table, latest: tuple[int, int]) -> Iterator[tuple[int, Hand]]:
    """Yield the seats that may have the next event, with their hands; the one whose turn it is comes first.

    During the deal, they are the seats that lack a card. Later, a player may still mark a 21 as standing or surrender early, and a
    dealer may show a blackjack. `latest` is the seat and hand that acted last.
    """
    if now := due(table):
        yield now
    if table.dealing:
        firsts = ((seat, table.seats[seat][0]) for seat in (*table.players, DEALER))
        yield from (one for one in firsts if one[1].size < 2 and one != now)
        return
    if table.dealer.hidden:
        yield from unmarked(table, latest)
        if table.setup.plays("esurr"):
            # Players surrender early in any order.
            yield from (one for one in table.held if one != now and may_surrender(table, *one))
        if now != (DEALER, table.dealer) and may_peek(table):
            yield DEALER, table.dealer


def unmarked(table: Table, latest: tuple[int, int]) -> Iterator[tuple[int, Hand]]:
    """Yield the hands with a 21 that may still be marked as standing; the mark is optional."""
    now = turn(table)
    end = now if now and now[0] != DEALER else (len(table.seats), 0)
    for seat, hand in table.held:
        if hand.total == 21 and hand.size >= 2 and not hand.ended and latest <= (seat, hand.number) < end:
            yield seat, hand


def may_peek(table: Table) -> bool:
    """Return whether the dealer may have a blackjack and show it before the players act."""
    return table.dealer.hidden and not table.started and table.up in {1, 10}


def dealer_is_done(table: Table) -> bool:
    """Return whether the dealer has stood, is bust, or need not draw."""
    dealer = table.dealer
    if dealer.hidden:
        return False
    if dealer.size < 2:
        # A dealer without a hole card stops if no hand depends on the draw.
        return table.setup.plays("nohole") and table.started and outcome(table) is not None
    return bool(dealer.ended) or not (dealer_draws(table) and contested(table))


def dealer_draws(table: Table, *, unless: bool = False) -> bool:
    """Return whether the dealer draws on the current total.

    `unless` is the answer for a soft 17 if the setup names no rule for it.
    """
    dealer = table.dealer
    if dealer.soft and dealer.total == 17:
        return table.setup.plays("h17") or (unless and not table.setup.plays("s17"))
    return dealer.total < 17


def any_open(table: Table) -> bool:
    """Return whether a player has a hand that can still be played."""
    return any(hand.open for _, hand in table.held)


def contested(table: Table, *, surely: bool = False) -> bool:
    """Return whether the dealer's total matters to a hand: one that is neither bust, a blackjack nor a surrender.

    With `surely`, unknown hands do not count.
    """
    return any(
        not (hand.bust or hand.blackjack or hand.ended == "r") and (hand.known or not surely)
        for _, hand in table.held
    )


def legal_actions(table: Table, seat: int, hand: Hand) -> str:
    """Return the legal actions of a hand, the likeliest first.

    A double needs exactly two cards, a split two of equal value. The dealer only reveals and draws.
    """
    if table.dealing and turn(table):
        return ""
    if not (hand.open or (hand.full and not hand.ended)):
        return ""
    if seat == DEALER:
        return "%" if hand.hidden else "^"
    return "".join(
        action for action in "^!/" if not (hand.full if action == "^" else forbids(table, seat, hand, action))
    )


def forbids(table: Table, seat: int, hand: Hand, action: str) -> str:
    """Return why a player must not double `!` or split `/`: a house rule, the number of `cards`, or their `values`.

    The result is empty if the rules allow it.
    """
    setup, cards = table.setup, hand.cards
    if action == "!":
        if hand.split and setup.plays("nodas"):
            return "nodas"
        if len(cards) != 2:
            return "cards"
        limit = setup.first(DOUBLED)
        return limit if limit and hand.total not in DOUBLED[limit] else "one" if hand.full else ""
    if len(cards) != 2:
        return "cards"
    if PIPS.get(cards[0]) != PIPS.get(cards[1]):
        return "values"
    limit = setup.first(SPLIT_TO)
    if limit and len(table.seats[seat]) >= SPLIT_TO[limit]:
        return limit
    return "norsa" if hand.split and cards[0][0] == "a" and setup.plays("norsa") else ""


def more_splits(table: Table, seat: int, hand: Hand) -> int:
    """Return how many splits the rules allow the hands of a pair after it is split."""
    if hand.cards[0][0] == "a" and table.setup.plays("norsa"):
        return 0
    most = SPLIT_TO.get(table.setup.first(SPLIT_TO), USUAL_HANDS)
    return max(0, most - len(table.seats[seat]) - 1)


USUAL_HANDS = SPLIT_TO["sp4"]
"""The number of hands that the value of a split assumes if no rule names one: that of most houses."""


def in_order(actor: int) -> int:
    """Return the place of a seat in the order of play: the dealer comes after all players."""
    return _LAST if actor == DEALER else actor


_LAST = 1_000_000


def may_stand(table: Table, seat: int, hand: Hand) -> bool:
    """Return whether a hand may end with `_`, a stand. A double may as well.

    The dealer may stop below 17 only if no result depends on it.
    """
    if hand.size < 2 or hand.hidden or hand.ended not in ("", "!"):
        return False
    if seat != DEALER or not contested(table):
        return True
    return hand.total > 17 or (hand.total == 17 and not (hand.soft and table.setup.plays("h17")))


def may_surrender(table: Table, seat: int, hand: Hand) -> bool:
    """Return whether the house lets a player give up two cards, which is written as a stand."""
    allowed = table.setup.surrenders and seat != DEALER and hand.size == 2
    return allowed and hand.open and not (hand.split or table.dealing)


def finished(table: Table) -> bool:
    """Return whether only the outcome can follow."""
    return table.started and turn(table) is None and outcome(table) is not None
