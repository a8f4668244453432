"""Rules about the course of a hand: the deal, hands that have ended, whose turn it is. One referee for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.check_play import check_block, check_move, split_block
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
        self.order = (*tables[0].players, DEALER)
        self.dealt = 0
        self.found: list[Finding] = []

    def findings(self) -> list[Finding]:
        """Everything that is wrong with events and split blocks."""
        before = self.tables[0]
        for number, (entry, after) in enumerate(zip(self.entries, self.tables, strict=True)):
            if type(entry) is Event:
                self._event(number, entry, before, after)
            elif type(entry) is Split:
                self.found += check_block(number, entry, before, self._splits(number - 1))
            before = after
        return self.found

    def _event(self, number: int, event: Event, before: Table, after: Table) -> None:
        actor = event.actor
        hand = before.hand(actor, event.hand)
        if hand is None:
            self.found += self._nobody(number, event, before)
            return
        if actor == DEALER and event.hand != 1:
            change = Change("Write hand `1`", HAND, "1")
            self.found.append(Finding("dealer-hand", number, HAND, {"hand": event.hand}, changes=(change,)))
        key = (actor, hand.number)
        if hand.ended:
            self.found += self._closed(number, event, before, hand)
            return
        self.touched[key] = number
        if event.action == UNKNOWN:
            return
        now = after.hand(actor, hand.number) or hand
        if now.ended:
            self.ended[key] = number
        if is_play(event):
            self._play(Move(number, event, before, after, hand, now), key)
            return
        if not before.started:
            self._deal(number, event, hand)
        # A card that is dealt to a player and neither ends the hand nor is marked breaks no other rule.
        if now.ended or event.modifier or actor == DEALER:
            self.found += check_move(Move(number, event, before, after, hand, now))
            self._second_hidden(number, event)

    def _play(self, move: Move, key: HandId) -> None:
        """Somebody acts, or stands."""
        if move.hand.size < 2 and not move.hand.split:
            if self._first(("few", key)):
                fields = {"whose": capital(hand_name(move.before, *key)), "cards": move.hand.size}
                self.found.append(Finding("too-few-cards", move.entry, ACTOR, fields))
            return
        self.found += check_move(move)
        self.found += self._turn(move.entry, move.event, move.before, move.after)
        if move.event.action == "/":
            self.found += self._block_missing(move.entry, move.after)

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

    def _second_hidden(self, number: int, event: Event) -> None:
        if event.modifier != "?":
            return
        if self.hidden is None:
            self.hidden = number
        else:
            place = Place(self.hidden, MODIFIER, "the first hidden card")
            self.found.append(Finding("second-hidden", number, MODIFIER, related=(place,)))

    def _splits(self, number: int) -> bool:
        entry = self.entries[number] if number >= 0 else None
        return isinstance(entry, Event) and entry.action == "/"

    def _block_missing(self, number: int, after: Table) -> Iterator[Finding]:
        """A split that something else than its block follows."""
        if after.parting is None or number + 1 >= len(self.entries):
            return
        if not isinstance(self.entries[number + 1], Split):
            block = split_block(after)
            change = Change(f"Insert `{block}`", BEHIND, block)
            yield Finding("split-block-missing", number, ACTION, {"block": block}, changes=(change,))

    # The deal

    def _deal(self, number: int, event: Event, hand: Hand) -> None:
        """Two rounds, players in order and then the dealer; one of the dealer's two cards stays hidden."""
        order, dealt = self.order, self.dealt
        self.dealt += 1
        if dealt >= 2 * len(order):
            if self._first("deal"):
                change = Change("Write a hit, `^`", ACTION, "^")
                fields = {"who": seat_name(event.actor)}
                self.found.append(Finding("deal-over", number, ACTION, fields, changes=(change,)))
        elif event.actor != order[dealt % len(order)] and self._first("deal"):
            fields = {"next": seat_name(order[dealt % len(order)])}
            self.found.append(Finding("deal-order", number, ACTOR, fields))
        shown = event.modifier != "?" and not hand.hidden
        if event.actor == DEALER and hand.size == 1 and shown and self._first("faces"):
            fields = {"how": "both of the dealer's cards lie face up"}
            self.found.append(Finding("deal-faces", number, None, fields))

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
