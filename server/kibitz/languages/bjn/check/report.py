"""Follows a hand from entry to entry and its turns, asks the rules, and places their findings in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.bounds import CALM, MENDED, PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.bjn.check import moves, outcome, setup
from kibitz.languages.bjn.check.finding import (
    APART,
    BEFORE,
    BEHIND,
    FIRST_HAND,
    MOVED,
    REMOVE,
    REMOVED,
    WHOLE,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.check.session import check_directives, check_stakes
from kibitz.languages.bjn.check.setup import within
from kibitz.languages.bjn.game.model import (
    ACTOR,
    DEALER,
    HAND,
    MODIFIER,
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


def judge(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield the findings of a hand; it must have at least one entry."""
    first = entries[0]
    if not isinstance(first, Setup):
        if not isinstance(first, Unread) or first.kind != "setup":
            yield setup.missing(entries)
        return
    length = setup.length(entries)
    if length < len(entries):
        yield from setup.surplus(entries, length)
        entries = entries[:length]
    yield from setup.check_setup(first, entries)
    referee = Referee(entries, first)
    yield from referee.findings()
    yield from outcome.check_outcome(entries, referee.table)


HandId = tuple[int, int]


class Referee:
    """Follows events and split blocks in their order of play."""

    def __init__(self, entries: Sequence[Entry], setup: Setup) -> None:
        self.entries = entries
        self.table = begin(setup, (), entries)
        """The table after the entries that have been judged."""
        self.touched: dict[HandId, int] = {}
        """The latest entry about each hand."""
        self.latest: HandId = (0, 0)
        """The place in the order of play of the latest hand that acted."""
        self.deal = [DEALER, *reversed(self.table.players)] * 2
        """The seats that have not got their cards yet, the next one last."""
        if self.table.opening == 1:
            del self.deal[0]
        self.told = set[object]()
        """The unusual orders that have been reported: each is reported once."""
        self.hidden: int | None = None
        self.played: int | None = None
        """The first play of a player."""

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
                self._unread(before)

    def _unread(self, before: Table) -> None:
        """Take note of an unreadable entry, which may have dealt a card to any hand."""
        if not before.started:
            self.told |= {"order", "faces"}

    def _new(self, cause: object) -> bool:
        """Return whether a cause is new, and remember it."""
        new = cause not in self.told
        self.told.add(cause)
        return new

    def _event(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        hand = before.hand(event.actor, event.hand)
        if hand is None or (event.actor != DEALER and event.hand != hand.number):
            yield from moves.nobody(number, event, before)
        if hand is None:
            return
        if event.actor == DEALER and event.hand != 1:
            yield find("dealer-hand", number, HAND, FIRST_HAND, hand=event.hand)
        key = (event.actor, hand.number)
        move = Move(number, event, before, after, hand, after.hand(*key) or hand)
        if event.action == "%" and event.actor and (wrong := moves.reveal(move)):
            yield wrong
            return
        if hand.ended:
            ended = self.touched.get(key, 0)
            yield moves.closed(move, ended, self.entries[ended])
            return
        self.touched[key] = number
        if UNKNOWN in (event.action, event.modifier):
            self._unread(before)
            return
        if (said := meant(event, hand)) is not event:
            yield moves.check_meant(move, said)
            move = move._replace(event=said)
        yield from self._play(move) if is_play(said) else self._card(move)

    def _card(self, move: Move) -> Iterator[Finding]:
        """Yield the findings of a dealt card."""
        event, before = move.event, move.before
        hides = event.modifier == "?"
        if (
            not before.started
            and self.deal
            and event.actor != (due := self.deal.pop())
            and self._new("order")
        ):
            yield move.find("deal-order", ACTOR, next=seat_name(due))
        if move.dealers and not before.started and move.hand.size == 1 and not (hides or move.hand.hidden):
            yield from self._faces(move, "both of the dealer's cards lie face up")
        # A card that is dealt to a player and neither ends the hand nor is marked breaks no other rule.
        if move.now.ended or event.modifier or move.dealers:
            yield from moves.check_move(move)
        if hides and self.hidden is not None:
            place = Place(self.hidden, MODIFIER, "the first hole card")
            yield move.find("second-hidden", MODIFIER, related=(place,))
        elif hides:
            self.hidden = move.entry
            if move.setup.plays("nohole"):
                yield move.find("house-rule", MODIFIER, what="A hole card is dealt", option="nohole")

    def _faces(self, move: Move, how: str) -> Iterator[Finding]:
        if self._new("faces"):
            yield move.find("deal-faces", how=how)

    def _play(self, move: Move) -> Iterator[Finding]:
        """Yield the findings of an action or a stand."""
        number, event, before, after, hand, _ = move
        if hand.size < (2 if event.actor else before.opening) and not hand.split:
            if hand.known:
                yield move.find("too-few-cards", ACTOR, whose=move.whose, cards=hand.size)
            return
        yield from moves.check_move(move)
        if not before.started and before.dealer.size < before.opening:
            yield from self._faces(move, "play begins before the dealer has two cards")
        if move.dealers:
            yield from moves.check_peek(move, self.played)
        elif self.played is None:
            if self._gives_up_early(move):
                # An early surrender does not wait for others, nor for the dealer.
                return
            self.played = number
        if event.actor and before.dealer.blackjack:
            place = Place(self.touched.get((DEALER, 1), 0), None, "the blackjack")
            yield move.find("dealer-blackjack", ACTOR, related=(place,), who=move.who)
        else:
            yield from self._turn(move)
        if event.action == "/":
            yield from moves.check_block_missing(number, self.entries, after)

    def _turn(self, move: Move) -> Iterator[Finding]:
        """Yield the finding of a seat or hand that acts out of turn: they act in ascending order, and the dealer comes last."""
        event, before = move.event, move.before
        key = (in_order(event.actor), move.hand.number)
        if key == self.latest:
            return
        early = (one for one in before.held if one[1].open and one[1].known and (one[0], one[1].number) < key)
        waits = None if move.dealers and move.after.dealer.blackjack else next(early, None)
        last, self.latest = self.latest, max(self.latest, key)
        if waits and self._new((waits[0], waits[1].number)):
            yield self._skips(move, *waits)
        elif key < last and not (waits or move.hand.open):
            other = seat_name(last[0] % in_order(DEALER))
            what = f"{move.who} acts after {other}"
            if other == move.who:
                what = f"{move.who} plays hand {key[1]} after a later one"
            yield move.find("turn-order", ACTOR, severity=_of_splits(other == move.who), what=what)

    def _skips(self, move: Move, seat: int, hand: Hand) -> Finding:
        """Return the finding of an event before the turn of an open hand has ended."""
        key, actor = (seat, hand.number), move.event.actor
        whose = hand_name(move.before, *key)
        who = f"hand {move.hand.number}" if seat == actor else move.who
        touched, stand = self.touched.get(key), f"{seat}.{hand.number}..._"
        related = () if touched is None else (Place(touched, None, f"{whose} was here"),)
        later = [
            at
            for at, one in enumerate(self.entries)
            if at > move.entry and isinstance(one, Event) and one[:2] == key
        ]
        changes = [
            Change(MOVED, str(move.event), f"Move it after `{self.entries[at]}`", at) for at in later[-1:]
        ]
        insert = Change(BEFORE, stand, f"Add `{stand}`: {whose} stands")
        write = Change(ACTOR, str(seat), f"Change `{actor}` to `{seat}`, whose turn it is")
        what = f"{who} acts while {whose} ({hand.label}) is open"
        severity = _of_splits(seat == actor)
        return move.find(
            "turn-order", ACTOR, *changes, insert, write, severity=severity, related=related, what=what
        )

    def _gives_up_early(self, move: Move) -> bool:
        """Return whether a player may have surrendered before the dealer peeks."""
        stands = move.hand.size == 2 and not (move.event.action or move.hand.split)
        said = move.now.ended == "r" or not isinstance(self.entries[-1], Outcome)
        return stands and said and move.setup.plays("esurr")

    def _splits(self, number: int) -> bool:
        """Return whether an entry is a split, or may be one."""
        entry = self.entries[number]
        return isinstance(entry, Unread) or (isinstance(entry, Event) and entry.action in ("/", UNKNOWN))


def _of_splits(same: bool) -> Severity | None:
    """Return the severity of a turn. Houses play the hands of one player in either order."""
    return Severity.INFORMATION if same else None


MOST_FOLLOWED = 4000
"""Entries of a hand that are judged. Each keystroke judges all of them again."""


def check(sheet: Sheet, rules: Rules) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules from 100 on, relative to the sheet.

    After a mistake with a clear repair, the check goes on from the repaired entry. After any other mistake, the rest is unknown.
    """
    return (*_of_entries(sheet, rules), *check_stakes(sheet, rules), *check_directives(sheet, rules))


Told = tuple[int, bool, Diagnostic | None]
"""The number of an entry, whether its repair is clear, and its finding, or None if it is unreadable."""


def _of_entries(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    setup = sheet.entries[0].item if sheet.entries else None
    if setup is None or sheet.conflicting or (setup.kind == "setup" and setup.value is None):
        return []
    told = list[Told]()
    for number, placed in enumerate(sheet.entries):
        if _is_flawed(placed.item, rules):
            clear = placed.item.clear and len(told) < MENDED
            told.append((number, clear, None))
            if not clear:
                break
    for one in within(sheet.values) or islice(judge(sheet.values[:MOST_FOLLOWED]), PROBLEMS):
        if not sheet.entries[one.entry].item.unfinished:
            told.append((one.entry, one.is_clear, _diagnostic(sheet, one, rules)))
    return sorted(_followed(sorted(told, key=lambda one: one[0])), key=lambda one: one.span)


def _followed(told: Sequence[Told]) -> list[Diagnostic]:
    """Return the findings up to the first mistake without a clear repair.

    A repair is clear only if the next entries have no mistake. The later findings are the `behind` of the mistake: they count
    when it is silenced.
    """
    found = list[Diagnostic]()
    for number, (entry, clear, one) in enumerate(told):
        if one is None or one.severity <= Severity.WARNING:
            found = [other for at, _, other in told[:number] if other and at < entry]
            rest = told[number + 1 :]
            near = [other for at, _, other in rest if at <= entry + CALM]
            goes_on = clear and all(other and other.severity > Severity.WARNING for other in near)
            later = _followed(rest[len(near) :] if goes_on else rest)
            if one is not None:
                found.append(one if goes_on else one._replace(behind=tuple(later)))
            return [*found, *later] if goes_on else found
        found.append(one)
    return found


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
    number = finding.entry if change.entry is None else change.entry
    edits = [_edit(sheet, number, change)]
    if change.field == MOVED:
        edits.append(_edit(sheet, finding.entry, REMOVE))
    made = sorted(edit for edit in edits if edit)
    return Fix(change.title or title_of(sheet.text, made[0]), tuple(made)) if made else None


def _edit(sheet: Sheet, number: int, change: Change) -> Edit | None:
    placed = sheet.entries[number]
    separator = "|" if sheet.compact else sheet.line_end
    if change.field >= len(placed.item.fields):
        return None
    if change.field == BEFORE:
        return Edit(placed.start, placed.start, change.text + separator)
    if change.field in {BEHIND, MOVED}:
        return behind(sheet, placed.end, change.text)
    if change.field == WHOLE:
        return Edit(*placed.span, change.text)
    if change.field in {REMOVED, APART}:
        before = sheet.entries[max(0, number - 1)]
        text = sheet.line_end if change.field == APART else ""
        return Edit(before.end, placed.start if change.field == APART else placed.end, text)
    return Edit(*placed.field(change.field), change.text)
