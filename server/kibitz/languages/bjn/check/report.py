"""Follows a hand from entry to entry and its turns, asks the rules, and places their findings in the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from kibitz.core.bounds import PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.bjn.check import moves, outcome, setup
from kibitz.languages.bjn.check.finding import (
    APART,
    BEFORE,
    BEHIND,
    HIT,
    REMOVED,
    WHOLE,
    Change,
    Finding,
    FirstOnly,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.check.session import check_directives, check_stakes
from kibitz.languages.bjn.check.setup import within
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTOR,
    DEALER,
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
from kibitz.languages.bjn.game.play import begin, in_order, is_play, meant, play
from kibitz.languages.bjn.text.names import hand_name, seat_name, title_of
from kibitz.languages.bjn.text.sheet import Item, Sheet, behind


def check_unasked(number: int, event: Event) -> Iterator[Finding]:
    """Yield the finding of a card without a hit, for a hand that has two cards."""
    yield find("deal-over", number, ACTION, HIT, who=seat_name(event.actor))


class Deal:
    """Follows a deal, and reports an unusual order once and unusual faces once."""

    def __init__(self, before: Table) -> None:
        self.order = (*before.players, DEALER)
        self.cards = len(before.players) * 2 + before.opening
        self.dealt = 0
        self.first = FirstOnly()

    def card(self, number: int, event: Event, hand: Hand) -> Iterator[Finding]:
        """Yield the findings of a dealt card."""
        order, dealt = self.order, self.dealt
        self.dealt += 1
        if dealt < self.cards and event.actor != order[dealt % len(order)] and self.first("order"):
            yield find("deal-order", number, ACTOR, next=seat_name(order[dealt % len(order)]))
        shown = event.modifier != "?" and not hand.hidden
        if event.actor == DEALER and hand.size == 1 and shown and self.first("faces"):
            yield find("deal-faces", number, how="both of the dealer's cards lie face up")

    def unread(self, before: Table) -> None:
        """Take note of an unreadable entry, which may have dealt a card to any hand."""
        if not before.started:
            self.first |= {"order", "faces"}

    def ends(self, number: int, before: Table) -> Iterator[Finding]:
        """Yield the finding of a dealer with too few cards when play begins."""
        if not before.started and before.dealer.size < before.opening and self.first("faces"):
            yield find("deal-faces", number, how="play begins before the dealer has two cards")


HandId = tuple[int, int]


def check_needless(move: Move) -> Iterator[Finding]:
    """Yield the finding of a player who draws on 21."""
    hand = move.hand
    if move.event.actor != DEALER and hand.known and hand.total == 21 and (hand.blackjack or not hand.soft):
        yield find("hit-on-21", move.entry, ACTION, label="a blackjack" if hand.blackjack else "21")


class Turns:
    """Follows the turns: seats and their hands act in ascending order, and the dealer comes last."""

    def __init__(self, entries: Sequence[Entry], touched: Mapping[HandId, int]) -> None:
        """Follow `entries`; `touched` are the latest entry about each hand."""
        self.entries = entries
        self.touched = touched
        self.latest: HandId = (0, 0)
        self.early: set[HandId] = set()
        """The hands that acted too early: they may go on, and others may act after them."""
        self.first = FirstOnly()

    def acts(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        """Yield the finding of a seat or hand that acts out of turn."""
        key = (in_order(event.actor), event.hand if event.actor else 1)
        if key in self.early:
            return
        if key > self.latest:
            skipped = event.actor or not after.dealer.blackjack
            found = list(self._skipped(number, event, before, key)) if skipped else []
            yield from found
            if found:
                self.early.add(key)
            else:
                self.latest = key
        elif key < self.latest and self.first(key):
            who = seat_name(event.actor)
            last = seat_name(self.latest[0] % in_order(DEALER))
            what = (
                f"{who} acts after {last}" if last != who else f"{who} plays hand {key[1]} after a later one"
            )
            split = Severity.INFORMATION if last == who else None
            yield find("turn-order", number, ACTOR, severity=split, what=what)

    def _skipped(self, number: int, event: Event, before: Table, key: HandId) -> Iterator[Finding]:
        for seat, hand in before.held:
            here = seat, hand.number
            if here >= key:
                return
            if hand.open and hand.known and here >= self.latest and self.first(here):
                whose = hand_name(before, *here)
                who = f"hand {key[1]}" if seat == event.actor else seat_name(event.actor)
                what = f"{who} acts while {whose} ({hand.label}) is open"
                touched = self.touched.get(here)
                related = () if touched is None else (Place(touched, None, f"{whose} was here"),)
                stand = f"{seat}.{hand.number}..._"
                insert = Change(f"Add `{stand}`: {whose} stands", BEFORE, stand)
                write = Change(f"Change `{event.actor}` to `{seat}`, whose turn it is", ACTOR, str(seat))
                changes = (*self._moved(number, here, event), insert, write)
                # Houses play the hands of a split in either order.
                split = Severity.INFORMATION if seat == event.actor else None
                yield find("turn-order", number, ACTOR, *changes, severity=split, related=related, what=what)
                return

    def _moved(self, number: int, open_hand: HandId, event: Event) -> Iterator[Change]:
        """Yield the move of an event to the place after the latest event of the hand whose turn it is."""
        later = [
            at
            for at, entry in enumerate(self.entries)
            if at > number and isinstance(entry, Event) and entry[:2] == open_hand
        ]
        if later:
            removed = Change("", REMOVED, "", entry=number)
            title = f"Move it after `{self.entries[later[-1]]}`"
            yield Change(title, BEHIND, str(event), entry=later[-1], more=(removed,))


def judge(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the findings of a hand; it must have at least one entry."""
    first = entries[0]
    if not isinstance(first, Setup):
        if not isinstance(first, Unread) or first.kind != "setup":
            yield setup.missing(entries)
        return
    yield from setup.check_setup(first, entries, setup.cards_shown(entries))
    length = setup.length(entries)
    if length < len(entries):
        yield from setup.surplus(entries, length)
        entries = entries[:length]
    yield from setup.check_cards(first, entries)
    referee = Referee(entries, first)
    yield from referee.findings()
    yield from outcome.check_outcome(entries, referee.table)


class Referee:
    """Follows events and split blocks; one mistake is reported once."""

    def __init__(self, entries: Sequence[Entry], setup: Setup) -> None:
        self.entries = entries
        self.table = begin(setup, (), entries)
        """The table after the entries that have been judged."""
        self.ended: dict[HandId, int] = {}
        self.touched: dict[HandId, int] = {}
        self.first = FirstOnly()
        self.hidden: int | None = None
        self.played: int | None = None
        """The first play of a player."""
        self.deal = Deal(self.table)
        self.turns = Turns(entries, self.touched)

    def findings(self) -> Iterator[Finding]:
        """Yield the findings of events and split blocks."""
        for number, entry in enumerate(self.entries):
            before = self.table
            after = self.table = play(before, entry)
            if type(entry) is Event:
                yield from self._event(number, entry, before, after)
            elif type(entry) is Split:
                yield from moves.check_block(number, entry, before, self._splits(number - 1))
            elif isinstance(entry, Unread) and entry.kind == "event":
                self.deal.unread(before)

    def _event(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        hand = before.hand(event.actor, event.hand)
        if hand is None:
            yield from self._nobody(number, event, before)
            return
        yield from setup.check_dealer_hand(number, event)
        key = (event.actor, hand.number)
        if event.action == "%" and event.actor != DEALER:
            yield from setup.check_reveal(Move(number, event, before, after, hand, hand))
            return
        if hand.ended:
            if self.first(("closed", key)):
                ended = self.ended.get(key, 0)
                doubled = isinstance(last := self.entries[ended], Event) and last.action == "!"
                yield moves.closed(number, event, before, hand, ended, doubled=doubled)
            return
        self.touched[key] = number
        if UNKNOWN in (event.action, event.modifier):
            self.deal.unread(before)
            return
        now = after.hand(event.actor, hand.number) or hand
        if (said := meant(event, hand)) is not event:
            if said.modifier == "?":
                yield from setup.check_said(Move(number, event, before, after, hand, now))
            elif said.action == "%":
                yield from setup.check_hidden(number, event)
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
        """Yield the finding of an actor or a hand that does not exist."""
        players = len(before.seats) - 1
        if event.actor > players:
            if before.setup.players == players and self.first(("actor", event.actor)):
                yield from setup.check_actor(number, event, before)
        elif event.hand < 1:
            yield from setup.check_actor(number, event, before)
        elif self.first(("hand", event.actor, event.hand)):
            yield moves.missing(number, event)

    def _card(self, move: Move) -> Iterator[Finding]:
        """Yield the findings of a dealt card."""
        number, event = move.entry, move.event
        if not move.before.started:
            yield from self.deal.card(number, event, move.hand)
        # A card that is dealt to a player and neither ends the hand nor is marked breaks no other rule.
        if move.now.ended or event.modifier or event.actor == DEALER:
            yield from check_move(move)
            if event.modifier == "?" and self.hidden is None:
                self.hidden = number
                yield from moves.check_hole(move)
            elif event.modifier == "?" and self.hidden is not None:
                yield setup.second_hidden(number, self.hidden)

    def _play(self, move: Move) -> Iterator[Finding]:
        """Yield the findings of an action or a stand."""
        number, event, before, after, hand, _ = move
        if hand.size < (2 if event.actor else before.opening) and not hand.split:
            if hand.known and self.first(("few", event.actor, hand.number)):
                yield moves.too_few(move)
            return
        yield from check_move(move)
        yield from self.deal.ends(number, before)
        if event.actor == DEALER:
            yield from moves.check_peek(move, self.played)
        elif self.played is None:
            if self._gives_up_early(move):
                # An early surrender does not wait for others, nor for the dealer.
                return
            self.played = number
        if not (event.actor and before.dealer.blackjack):
            yield from self.turns.acts(number, event, before, after)
        elif self.first("blackjack"):
            yield moves.after_blackjack(number, event, self.touched.get((DEALER, 1), 0))
        if event.action == "/":
            yield from moves.check_block_missing(number, self.entries, after)

    def _gives_up_early(self, move: Move) -> bool:
        """Return whether a player may have surrendered before the dealer peeks."""
        stands = move.hand.size == 2 and not (move.event.action or move.hand.split)
        said = move.now.ended == "r" or not isinstance(self.entries[-1], Outcome)
        return stands and said and move.before.setup.plays("esurr")

    def _splits(self, number: int) -> bool:
        """Return whether an entry is a split, or may be one."""
        entry = self.entries[number]
        return isinstance(entry, Unread) or (isinstance(entry, Event) and entry.action in ("/", UNKNOWN))


def check_move(move: Move) -> Iterator[Finding]:
    """Yield the findings of an event on a hand that exists and has not ended."""
    action = move.event.action
    if action == "/":
        yield from moves.check_split(move)
        return
    if action == "%" and (wrong := list(setup.check_reveal(move))):
        yield from wrong
        return
    yield from setup.check_said(move)
    yield from setup.check_card(move)
    if action == "^":
        yield from check_needless(move)
        yield from moves.check_aces(move)
    elif action == "!":
        yield from moves.check_double(move)
    if move.event.actor == DEALER:
        yield from moves.check_dealer(move)
    yield from moves.check_mark(move)


MOST_FOLLOWED = 4000
"""Entries of a hand that are judged. Each keystroke judges all of them again."""


def check(sheet: Sheet, rules: Rules) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules from 100 on, relative to the sheet.

    A hand is judged up to its first mistake. The rest depends on the right reading, which core finds by replay.
    """
    return (*_of_entries(sheet, rules), *check_stakes(sheet, rules), *check_directives(sheet, rules))


def _of_entries(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    setup = sheet.entries[0].item if sheet.entries else None
    if setup is None or sheet.conflicting or (setup.kind == "setup" and setup.value is None):
        return []
    found = within(sheet.values) or _up_to_unread(sheet, rules)
    told = [
        (one.entry, _diagnostic(sheet, one, rules))
        for one in found
        if not sheet.entries[one.entry].item.unfinished
    ]
    return _first_mistake(sorted(told, key=lambda one: one[0]))


def _up_to_unread(sheet: Sheet, rules: Rules) -> list[Finding]:
    """Return the findings before the first entry with an error: the rest depends on its right reading."""
    found = islice(judge(sheet.values[:MOST_FOLLOWED]), PROBLEMS)
    flawed = (number for number, one in enumerate(sheet.entries) if _is_flawed(one.item, rules))
    end = next(flawed, len(sheet.entries))
    return [one for one in found if one.entry < end]


def _first_mistake(found: Sequence[tuple[int, Diagnostic]]) -> list[Diagnostic]:
    """Return the first error or warning of some findings with their entries, and the informations and hints before it.

    The others are its `behind`: they count when it is silenced.
    """
    for number, (entry, mistake) in enumerate(found):
        if mistake.severity <= Severity.WARNING:
            before = [one for at, one in found[:number] if at < entry]
            behind = _first_mistake(found[number + 1 :])
            return sorted([*before, mistake._replace(behind=tuple(behind))], key=lambda one: one.span)
    return sorted((one for _, one in found), key=lambda one: one.span)


def _is_flawed(item: Item, rules: Rules) -> bool:
    """Return whether an item has an error without a safe fix. With one, the meaning of the item is clear."""
    errors = (flaw for flaw in item.flaws if rules[flaw.slug].severity is Severity.ERROR)
    return not all(any(fix.safe for fix in flaw.fixes) for flaw in errors)


def _diagnostic(sheet: Sheet, finding: Finding, rules: Rules) -> Diagnostic:
    return rules[finding.slug].at(
        *_place(sheet, finding.entry, finding.field),
        severity=finding.severity,
        related=[
            Related(_place(sheet, other.entry, other.field), other.message) for other in finding.related
        ],
        fixes=[fix for change in finding.changes if (fix := _fix(sheet, finding, change))],
        **finding.fields,
    )


def _place(sheet: Sheet, entry: int, field: int | None) -> Span:
    """Return the place of a field, or of the entry if the field is empty."""
    placed = sheet.entries[entry]
    span = placed.field(field)
    return span if span.end > span.start else placed.span


def _fix(sheet: Sheet, finding: Finding, change: Change) -> Fix | None:
    edits = [_edit(sheet, *part) for part in change.parts(finding.entry)]
    made = sorted(edit for edit in edits if edit)
    if len(made) < len(edits):
        return None
    return Fix(change.title or title_of(sheet.text, made[0]), tuple(made), change.safe)


def _edit(sheet: Sheet, number: int, change: Change) -> Edit | None:
    placed = sheet.entries[number]
    separator = "|" if sheet.compact else sheet.line_end
    if change.field >= len(placed.item.fields):
        return None
    if change.field == BEFORE:
        return Edit(placed.start, placed.start, change.text + separator)
    if change.field == BEHIND:
        return behind(sheet, placed.end, change.text)
    if change.field == WHOLE:
        return Edit(*placed.span, change.text)
    if change.field in {REMOVED, APART}:
        before = sheet.entries[max(0, number - 1)]
        text = sheet.line_end if change.field == APART else ""
        return Edit(before.end, placed.start if change.field == APART else placed.end, text)
    return Edit(*placed.field(change.field), change.text)
