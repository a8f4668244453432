"""Rules about the course of a hand: the deal, hands that have ended, whose turn it is. One referee for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.check_play import check_block, check_move, split_block, too_few
from kibitz.languages.bjn.findings import BEHIND, Change, Finding, Move, Place, capital, hand_name, seat_name
from kibitz.languages.bjn.model import ACTION, ACTOR, HAND, MODIFIER, UNKNOWN, Entry, Event, Split
from kibitz.languages.bjn.replay import DEALER, Hand, Table, is_play
from kibitz.languages.bjn.turns import dealer_has_blackjack

HandId = tuple[int, int]
_LAST = 1_000_000
"""The seat that the dealer has in the order of play."""


class Referee:
    """Follows a hand from entry to entry; one mistake is reported once."""

    def __init__(self, entries: Sequence[Entry], tables: Sequence[Table]) -> None:
        """`tables` are those after each entry."""
        self.entries = entries
        self.tables = tables
        self.ended: dict[HandId, int] = {}
        self.touched: dict[HandId, int] = {}
        self.reported: set[object] = set()
        self.latest: HandId = (0, 0)
        self.hidden: int | None = None

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong with events and split blocks."""
        before = self.tables[0]
        for number, entry in enumerate(self.entries):
            after = self.tables[number]
            if type(entry) is Event:
                yield from self._event(number, entry, before, after)
            elif type(entry) is Split:
                yield from check_block(number, entry, before, self._splits(number - 1))
            before = after

    def _event(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        hand = before.hand(event.actor, event.hand)
        if hand is None:
            yield from self._nobody(number, event, before)
            return
        if event.actor == DEALER and event.hand != 1:
            change = Change("Write hand `1`", HAND, "1")
            yield Finding("dealer-hand", number, HAND, {"hand": event.hand}, changes=(change,))
        key = (event.actor, hand.number)
        if hand.ended:
            yield from self._closed(number, event, before, hand)
            return
        self.touched[key] = number
        if event.action == UNKNOWN:
            return
        playing = is_play(event)
        if too_few(hand, playing):
            if self._first(("few", key)):
                whose = capital(hand_name(before, *key))
                yield Finding("too-few-cards", number, ACTOR, {"whose": whose, "cards": hand.size})
        else:
            now = after.hand(event.actor, hand.number) or hand
            yield from check_move(Move(number, event, before, after, hand, now))
            yield from (
                self._turn(number, event, before, after) if playing else self._deal(number, event, before)
            )
            yield from self._block_missing(number, event, after)
            if now.ended:
                self.ended[key] = number
        yield from self._second_hidden(number, event)

    def _first(self, cause: object) -> bool:
        """Whether a cause has not been reported yet."""
        if cause in self.reported:
            return False
        self.reported.add(cause)
        return True

    def _nobody(self, number: int, event: Event, before: Table) -> Iterator[Finding]:
        """An actor or a hand that isn't there."""
        players = len(before.seats) - 1
        if event.actor > players:
            if before.setup.players == players and self._first(("actor", event.actor)):
                change = Change(f"Set the table for {event.actor} players", 0, str(event.actor), entry=0)
                fields = {"actor": event.actor, "players": players}
                yield Finding(
                    "unknown-actor", number, ACTOR, fields, changes=(change,) if event.actor < 10 else ()
                )
        elif event.hand < 1:
            yield Finding(
                "hand-number", number, HAND, {"hand": event.hand}, changes=(Change("Write `1`", HAND, "1"),)
            )
        elif self._first(("hand", event.actor, event.hand)):
            what = {"who": capital(seat_name(event.actor)), "hand": event.hand}
            yield Finding("no-such-hand", number, HAND, what)

    def _closed(self, number: int, event: Event, before: Table, hand: Hand) -> Iterator[Finding]:
        key = (event.actor, hand.number)
        if self._first(("closed", key)):
            place = Place(self.ended.get(key, 0), MODIFIER, "it ended here")
            how = {"_": "stood", "#": "was bust", "$": "had a blackjack"}.get(hand.ended, "was doubled")
            fields = {"whose": capital(hand_name(before, *key)), "how": how}
            yield Finding("hand-closed", number, None, fields, (place,))

    def _second_hidden(self, number: int, event: Event) -> Iterator[Finding]:
        if event.modifier == "?":
            if self.hidden is not None:
                place = Place(self.hidden, MODIFIER, "the first hidden card")
                yield Finding("second-hidden", number, MODIFIER, related=(place,))
            else:
                self.hidden = number

    def _splits(self, number: int) -> bool:
        entry = self.entries[number] if number >= 0 else None
        return isinstance(entry, Event) and entry.action == "/"

    def _block_missing(self, number: int, event: Event, after: Table) -> Iterator[Finding]:
        if event.action != "/" or after.parting is None or number + 1 >= len(self.entries):
            return
        if not isinstance(self.entries[number + 1], Split):
            block = split_block(after)
            yield Finding(
                "split-block-missing", number, ACTION, {"block": block},
                changes=(Change(f"Insert `{block}`", BEHIND, block),),
            )  # fmt: skip

    # The deal

    def _deal(self, number: int, event: Event, before: Table) -> Iterator[Finding]:
        """Two rounds, players in order and then the dealer; one of the dealer's two cards stays hidden."""
        if before.started:
            return
        players = len(before.seats) - 1
        order = [*range(1, players + 1), DEALER] * 2
        if before.dealt >= len(order):
            if self._first("deal"):
                change = Change("Write a hit, `^`", ACTION, "^")
                yield Finding("deal-over", number, ACTION, {"who": seat_name(event.actor)}, changes=(change,))
        elif event.actor != order[before.dealt] and self._first("deal"):
            yield Finding("deal-order", number, ACTOR, {"next": seat_name(order[before.dealt])})
        dealer = before.dealer
        shown = event.modifier != "?" and not dealer.hidden
        if event.actor == DEALER and dealer.size == 1 and shown and self._first("faces"):
            yield Finding("deal-faces", number, None, {"how": "both of the dealer's cards lie face up"})

    # Turns

    def _turn(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        """Seats act in ascending order, hands of a seat, too; the dealer comes last."""
        key = (event.actor or _LAST, event.hand if event.actor else 1)
        if not before.started and before.dealer.size < 2 and self._first("faces"):
            yield Finding("deal-faces", number, None, {"how": "play begins before the dealer has two cards"})
        if event.actor and dealer_has_blackjack(before):
            if self._first("blackjack"):
                place = Place(self.touched.get((DEALER, 1), 0), None, "the blackjack")
                yield Finding("dealer-blackjack", number, ACTOR, {"who": seat_name(event.actor)}, (place,))
        elif key > self.latest:
            if event.actor or not dealer_has_blackjack(after):
                yield from self._skipped(number, event, before, key)
            self.latest = key
        elif key < self.latest and self._first(key):
            who = seat_name(event.actor)
            last = seat_name(self.latest[0] % _LAST)
            what = (
                f"{who} acts after {last}" if last != who else f"{who} plays hand {key[1]} after a later one"
            )
            yield Finding("turn-order", number, ACTOR, {"what": what})

    def _skipped(self, number: int, event: Event, before: Table, key: HandId) -> Iterator[Finding]:
        for seat in before.players:
            for hand in before.seats[seat]:
                if (seat, hand.number) >= key:
                    return
                if hand.open and (seat, hand.number) >= self.latest and self._first((seat, hand.number)):
                    whose = hand_name(before, seat, hand.number)
                    who = f"hand {key[1]}" if seat == event.actor else seat_name(event.actor)
                    what = f"{who} acts while {whose} ({hand.label}) is open"
                    touched = self.touched.get((seat, hand.number))
                    related = () if touched is None else (Place(touched, None, f"{whose} was here"),)
                    yield Finding("turn-order", number, ACTOR, {"what": what}, related)
                    return
