"""Follows a hand from entry to entry, and asks the rules of each block of codes: one referee for each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.check import cards, dealer, doubles, events, hands, outcome, setup, splits
from kibitz.languages.bjn.check.deal import Deal, check_unasked
from kibitz.languages.bjn.check.finding import Finding, Move, Once
from kibitz.languages.bjn.check.turns import HandId, Turns, check_needless
from kibitz.languages.bjn.game.model import UNKNOWN, Entry, Event, Outcome, Setup, Split, Unread
from kibitz.languages.bjn.game.play import begin, is_play, meant, play
from kibitz.languages.bjn.game.table import DEALER, Table


def judge(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Everything that the rules of the game and of the notation say of a hand, of which there are some entries."""
    first = entries[0]
    if not isinstance(first, Setup):
        if not isinstance(first, Unread) or first.kind != "setup":
            yield setup.missing(entries)
        return
    yield from setup.check_setup(first, cards.cards_shown(entries))
    length = setup.length(entries)
    if length < len(entries):
        yield from setup.surplus(entries, length)
        entries = entries[:length]
    yield from cards.check_cards(first, entries)
    referee = Referee(entries, first)
    yield from referee.findings()
    yield from outcome.check_outcome(entries, referee.table)


class Referee:
    """Follows events and split blocks; one mistake is reported once."""

    def __init__(self, entries: Sequence[Entry], setup: Setup) -> None:
        self.entries = entries
        self.table = begin(setup, (), entries)
        """What lies on the table, as far as has been judged."""
        self.ended: dict[HandId, int] = {}
        self.touched: dict[HandId, int] = {}
        self.first = Once()
        self.hidden: int | None = None
        self.played: int | None = None
        """The first play of a player."""
        self.deal = Deal(self.table)
        self.turns = Turns(entries, self.touched)

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong with events and split blocks."""
        for number, entry in enumerate(self.entries):
            before = self.table
            after = self.table = play(before, entry)
            if type(entry) is Event:
                yield from self._event(number, entry, before, after)
            elif type(entry) is Split:
                yield from splits.check_block(number, entry, before, self._splits(number - 1))
            elif isinstance(entry, Unread) and entry.kind == "event":
                self.deal.unread(before)

    def _event(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        hand = before.hand(event.actor, event.hand)
        if hand is None:
            yield from self._nobody(number, event, before)
            return
        yield from events.check_dealer_hand(number, event)
        key = (event.actor, hand.number)
        if event.action == "%" and event.actor != DEALER:
            yield from cards.check_reveal(Move(number, event, before, after, hand, hand))
            return
        if hand.ended:
            if self.first(("closed", key)):
                ended = self.ended.get(key, 0)
                doubled = isinstance(last := self.entries[ended], Event) and last.action == "!"
                yield hands.closed(number, event, before, hand, ended, doubled=doubled)
            return
        self.touched[key] = number
        if UNKNOWN in (event.action, event.modifier):
            self.deal.unread(before)
            return
        now = after.hand(event.actor, hand.number) or hand
        if (said := meant(event, hand)) is not event:
            if said.modifier == "?":
                yield from events.check_said(Move(number, event, before, after, hand, now))
            elif said.action == "%":
                yield from cards.check_hidden(number, event)
            else:
                yield from check_unasked(number, event)
            event = said
        if now.ended:
            self.ended[key] = number
        move = Move(number, event, before, after, hand, now)
        if is_play(event):
            yield from self._play(move)
        else:
            yield from self._card(move)

    def _nobody(self, number: int, event: Event, before: Table) -> Iterator[Finding]:
        """An actor or a hand that isn't there."""
        players = len(before.seats) - 1
        if event.actor > players:
            if before.setup.players == players and self.first(("actor", event.actor)):
                yield from events.check_actor(number, event, before)
        elif event.hand < 1:
            yield from events.check_actor(number, event, before)
        elif self.first(("hand", event.actor, event.hand)):
            yield hands.missing(number, event)

    def _card(self, move: Move) -> Iterator[Finding]:
        """Somebody is dealt a card."""
        number, event = move.entry, move.event
        if not move.before.started:
            yield from self.deal.card(number, event, move.hand)
        # A card that is dealt to a player and neither ends the hand nor is marked breaks no other rule.
        if move.now.ended or event.modifier or event.actor == DEALER:
            yield from check_move(move)
            if event.modifier == "?" and self.hidden is None:
                self.hidden = number
                yield from dealer.check_hole(move)
            elif event.modifier == "?" and self.hidden is not None:
                yield cards.second_hidden(number, self.hidden)

    def _play(self, move: Move) -> Iterator[Finding]:
        """Somebody acts, or stands."""
        number, event, before, after, hand, _ = move
        if hand.size < (2 if event.actor else before.opening) and not hand.split:
            if hand.known and self.first(("few", event.actor, hand.number)):
                yield hands.too_few(move)
            return
        yield from check_move(move)
        yield from self.deal.ends(number, before)
        if event.actor == DEALER:
            yield from dealer.check_peek(move, self.played)
        elif self.played is None:
            if self._gives_up_early(move):
                # Whoever does so need not wait for others, nor does the dealer look before.
                return
            self.played = number
        if not (event.actor and before.dealer.blackjack):
            yield from self.turns.acts(number, event, before, after)
        elif self.first("blackjack"):
            yield dealer.after_blackjack(number, event, self.touched.get((DEALER, 1), 0))
        if event.action == "/":
            yield from splits.check_block_missing(number, self.entries, after)

    def _gives_up_early(self, move: Move) -> bool:
        """Whether somebody surrenders before the dealer looks; as long as there is no outcome that may be."""
        stands = move.hand.size == 2 and not (move.event.action or move.hand.split)
        said = move.now.ended == "r" or not isinstance(self.entries[-1], Outcome)
        return stands and said and move.before.setup.plays("esurr")

    def _splits(self, number: int) -> bool:
        """Whether an entry is a split, or may be one."""
        entry = self.entries[number]
        return isinstance(entry, Unread) or (isinstance(entry, Event) and entry.action in ("/", UNKNOWN))


def check_move(move: Move) -> Iterator[Finding]:
    """What is wrong with an event on a hand that is there and has not ended."""
    action = move.event.action
    if action == "/":
        yield from splits.check_split(move)
        return
    if action == "%" and (wrong := list(cards.check_reveal(move))):
        yield from wrong
        return
    yield from events.check_said(move)
    yield from cards.check_card(move)
    if action == "^":
        yield from check_needless(move)
        yield from splits.check_aces(move)
    elif action == "!":
        yield from doubles.check_double(move)
    if move.event.actor == DEALER:
        yield from dealer.check_dealer(move)
    yield from hands.check_mark(move)
