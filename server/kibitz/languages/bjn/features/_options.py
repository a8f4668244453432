"""The place of a cursor in a hand, and the ways in which the hand may go on from there, each with its probability.

Most follow from the rules. The decisions of players follow basic strategy and the habits of this record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.items import begun, ended, unfinished
from kibitz.core.next import Option
from kibitz.core.text import LINE_BREAK
from kibitz.core.words import listed, plural
from kibitz.languages.bjn.features import conventions
from kibitz.languages.bjn.features._replayed import Replayed, replayed_before
from kibitz.languages.bjn.features.conventions import (
    AS_SIBLING,
    Habits,
    drawn,
    habits,
    play_case,
    texts_before,
    usual,
)
from kibitz.languages.bjn.game.decisions import chances, signed
from kibitz.languages.bjn.game.expectation import natural, values
from kibitz.languages.bjn.game.model import (
    DEALER,
    HOUSE_RULES,
    RANKS,
    SUITS,
    Event,
    Hand,
    Outcome,
    Setup,
    Table,
)
from kibitz.languages.bjn.game.play import (
    any_open,
    begin,
    contested,
    dealer_draws,
    dealt,
    due,
    is_play,
    left_by_value,
    left_in_shoe,
    may_peek,
    may_stand,
    outcome,
    play,
    seats_to_act,
    split_block,
)
from kibitz.languages.bjn.text.names import card_name, card_sign, letters, seat_name, total
from kibitz.languages.bjn.text.sheet import Placed, column_in

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
    stood = [
        seat
        for seat in table.players
        for hand in table.seats[seat][:1]
        if hand.ended == "_" and hand.size == 2 and not (hand.split or hand.blackjack)
    ][:MOST_SURRENDERS]
    for many in range(1, len(stood) + 1):
        for chosen in combinations(stood, many):
            of_seats = zip(table.players, follows.seats, strict=True)
            said = tuple(("r",) if seat in chosen else seats for seat, seats in of_seats)
            yield Option(str(Outcome(said)), f"{listed(map(seat_name, chosen))} surrendered", kind="outcome")


def _deal(table: Table, seat: int, hand: Hand, style: Style, before: str) -> Iterator[Option]:
    """Yield the next card of the two rounds. The dealer has one hole card."""
    if seat != DEALER or hand.hidden or table.setup.plays("nohole"):
        yield _event(table, Event(seat, 1), style, before, f"a card for {seat_name(seat)}", 1.0)
        return
    hides = USUALLY if hand.cards else style.habits.likely(conventions.HOLE_FIRST, USUALLY)
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
    return habits.likely(conventions.PEEK, 0.6) * left[bar] / max(1, sum(left))


def _decisions(table: Table, seat: int, hand: Hand, style: Style, before: str) -> Iterator[Option]:
    """Yield the decisions of a player, or the card of a split hand."""
    habits, who = style.habits, seat_name(seat)
    if hand.split and hand.size < 2:
        aside = habits.likely(conventions.ASIDE, 0.1)
        for action, chance, verb in (("^", 1 - aside, "gets"), ("", aside, "is dealt")):
            event = Event(seat, hand.number, action)
            yield _event(table, event, style, before, f"{who} {verb} a second card", chance)
        return
    situation = play_case(table, hand)
    usual = habits.weighed(situation, chances(table, seat, hand))
    if drawn(hand):
        usual = _without(usual, "_", 1 - habits.likely(conventions.APART, 1 - USUALLY))
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
    peeks = event.action == "%" and not table.started and any_open(table)
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
        situation = conventions.NATURAL if now.blackjack and not event.action else conventions.TWENTY_ONE
        likely = 0.6 if situation is conventions.NATURAL else 0.9
        weighed = habits.weighed(situation, {"_": likely, "": 1 - likely})
        return weighed["_"], habits.words(situation, "_", ("_", ""))
    if event.action != "^" or now.size < 2:
        return 0.0, ""
    situation = play_case(table, now)
    plays = habits.weighed(situation, chances(play(table, event), event.actor, now))
    return plays["_"] * (1 - habits.likely(conventions.APART, 1 - USUALLY)), habits.words(
        situation, "_", plays
    )


def _dealer_stands(after: Table, now: Hand, habits: Habits) -> float:
    """Return the probability that the dealer stands: from 17 on, and when another card cannot change a result."""
    if now.hidden or now.size < 2:
        return 0.0
    said = after.setup.plays("s17") or after.setup.plays("h17")
    if now.soft and now.total == 17 and not said and contested(after):
        return habits.likely(conventions.SOFT_17, 0.6)
    if not dealer_draws(after) or not contested(after):
        return habits.likely(conventions.DONE, USUALLY)
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
    yield Option(style.setup_text, detail, 1.0, then, kind="value")
    if style.setup.options:
        text = f"{{{style.setup.players}.{style.setup.cards}."
        yield Option(text, "the same table by other rules", kind="value")


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


COMPACT = 0.65
"""Probability that the first hand of a record is written on one line."""

TABLES_DIFFER, FORMS_DIFFER = 0.5, 0.1
"""Weights of another table, and of another form, against those of one neighbouring record."""


@dataclass(frozen=True)
class Cursor:
    """A place in a hand with a begun entry, or where one may begin."""

    analysis: Analysis
    replayed: Replayed
    offset: int

    @property
    def at(self) -> int:
        """The offset in the hand."""
        return self.offset - self.replayed.start

    @cached_property
    def placed(self) -> Placed | None:
        """The item at the cursor, or the one that ends there."""
        return unfinished(self.replayed.sheet.items, self.at)

    @cached_property
    def start(self) -> int:
        """The offset of the entry in the hand; the cursor if none has been begun."""
        return self.at if self.placed is None else self.placed.start

    @property
    def typed(self) -> str:
        """The part of the entry before the cursor."""
        return self.replayed.text[self.start : self.at]

    @cached_property
    def table(self) -> Table | None:
        """The table before the entry."""
        return self.replayed.table_before(self.replayed.start + self.start)

    @cached_property
    def before(self) -> Sequence[Placed]:
        """The entries before this one."""
        return ended(self.replayed.entries, self.start)

    @property
    def last(self) -> Placed | None:
        """The entry before this one."""
        return self.before[-1] if self.before else None

    @cached_property
    def latest(self) -> tuple[int, int]:
        """The seat and the hand that acted last."""
        plays = (
            one.value for one in reversed(self.before) if isinstance(one.value, Event) and is_play(one.value)
        )
        return next(((one.actor, one.hand) for one in plays), (0, 0))

    @property
    def divided(self) -> bool:
        """Whether a separator is between the last entry and this one."""
        gap = self.replayed.text[self.last.end if self.last else 0 : self.start]
        return self.last is None or any(sign in gap for sign in "|\r\n")

    @property
    def field_start(self) -> int:
        """The offset of the current field in the hand: after a dot or a bracket."""
        if self.placed is None or self.placed.kind == "split":
            return self.start
        if self.placed.kind == "event":
            return self.start + self.typed.rfind(".") + 1
        return self.start + 1

    @property
    def complete(self) -> bool:
        """Whether nothing can be added to the entry."""
        placed = self.placed
        if placed is None or placed.end != self.at or placed.value is None or placed.item.flaws:
            return False
        value = placed.value
        return not isinstance(value, Event) or bool(value.modifier)

    @property
    def may_end_line(self) -> bool:
        """Whether the line may end here: after an outcome, or after a complete entry if entries are on separate lines."""
        placed = self.placed
        if placed is None or not (self.complete or self._unmarked(placed)):
            return False
        return placed.kind == "outcome" or any(style.separator != "|" for style, _ in self.styles())

    def _unmarked(self, placed: Placed) -> bool:
        """Return whether the entry is an event that is complete without a modifier."""
        event = placed.value
        if placed.end != self.at or not isinstance(event, Event) or not self.typed.endswith("."):
            return False
        if event.action == "!":
            # A double needs a mark, a stand or a bust.
            return False
        after = play(self.table, event) if self.table else None
        hand = after.hand(event.actor, event.hand) if after else None
        return event.action == "/" or (bool(event.card) and hand is not None and not hand.bust)

    @property
    def in_comment(self) -> bool:
        """Whether the cursor is in a comment, or right after one."""
        items = self.replayed.sheet.items
        return any(one.kind == "comment" and one.start < self.at <= one.end for one in items)

    @property
    def compact(self) -> bool:
        """Whether the entries of the hand are surely on one line."""
        return self._compact().get(True) == 1.0

    @property
    def gap(self) -> int:
        """The number of spaces before a comment after the last entry: at least one more, or up to the column of earlier comments."""
        column = column_in(self.replayed.text, self.at)
        return max([1, *(before - column for _, before in self._remarks[-1:])])

    @property
    def remarked(self) -> float:
        """The probability of a comment after an entry."""
        former = () if self.former is None else self.former.entries
        entries = len(begun(self.replayed.entries, self.at)) + len(former)
        return len(self._remarks) / (entries + 1)

    @cached_property
    def _remarks(self) -> list[tuple[int, int]]:
        """The offsets and columns of comments after entries, in the previous hand and in this one up to the cursor."""
        ours = [one for one in self.replayed.sheet.remarks if one[0] < self.start]
        return [*(() if self.former is None else self.former.sheet.remarks), *ours]

    @property
    def writing(self) -> bool:
        """Whether the record may continue here: nothing follows in the hand, and every entry before is readable."""
        sheet = self.replayed.sheet
        if sheet.text[self.at : sheet.end_of_line(self.at)].strip() or sheet.conflicting or self.in_comment:
            return False
        if sheet.entries and sheet.entries[-1].end > self.at:
            return False
        return all(one.value for one in self.before)

    @cached_property
    def former(self) -> Replayed | None:
        """The hand before this one, if it has a setup."""
        if self.replayed.start == 0:
            return None
        before = replayed_before(self.analysis, self.replayed.start)
        return before if before.setup else None

    @property
    def former_setup(self) -> Setup | None:
        """The setup of the previous hand, or None."""
        return None if self.former is None else self.former.setup

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """The previous hands, the nearest first."""
        document = self.analysis.document
        return tuple(islice(texts_before(document, document.place_at(self.replayed.start)), RECENT))

    @cached_property
    def habits(self) -> Habits:
        """The habits in the previous hands."""
        return habits(self.analysis.language, self._texts, self.analysis.siblings)

    def styles(self) -> list[tuple[Style, float]]:
        """Return the styles that the record may have, with their probabilities. Usually there is only one."""
        whole = self.replayed.setup and not self.replayed.entries[0].item.flaws
        replayed = self.replayed if whole else self.former
        line_end = (self.former or self.replayed).sheet.line_end
        if replayed and replayed.setup:
            setup, text, likely = replayed.setup, replayed.entries[0].text.strip(), 1.0
        elif self.sibling:
            setup, likely = self.sibling
            text = str(setup)
        elif self.replayed.setup:
            setup, text, likely = self.replayed.setup, str(self.replayed.setup), 0.0
        else:
            return []
        return [
            (self._style(compact, line_end, setup, text), likely * chance)
            for compact, chance in self._compact().items()
            if chance > 0
        ]

    @property
    def sibling(self) -> tuple[Setup, float] | None:
        """The table of the neighbouring record, and the probability that this record has the same; None without one."""
        setups = [one.setup for one in self.analysis.siblings]
        return usual(setups, TABLES_DIFFER) if setups else None

    def _style(self, compact: bool, line_end: str, setup: Setup, text: str) -> Style:
        between = line_end if compact else line_end * 2
        if self.former:
            behind = self.former.text[len(self.former.text.rstrip()) :]
            between = behind if behind and not behind.strip("\r\n") else between
        divider, remarked = ("|", 0.0) if compact else (line_end, self.remarked)
        return Style(divider, line_end, between, setup, text, self.habits, remarked, self.latest)

    def _compact(self) -> dict[bool, float]:
        """Return the probabilities that the entries of the hand are on one line, or not."""
        sheet = self.replayed.sheet
        written = [one for one in sheet.entries if one.start <= self.at]
        end = written[1].start if len(written) > 1 else self.at
        if written and (gap := sheet.text[written[0].end : end]).strip(" \t"):
            return {LINE_BREAK.search(gap) is None: 1.0}
        if self.former and len(self.former.entries) > 1:
            return {self.former.sheet.compact: 1.0}
        if self.analysis.siblings:
            compact, likely = usual([one.compact for one in self.analysis.siblings], FORMS_DIFFER)
            return {compact: likely, not compact: 1 - likely}
        return {True: COMPACT, False: 1 - COMPACT}


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Return the cursor at an offset. Right before a setup, it is in the previous hand."""
    return Cursor(analysis, replayed_before(analysis, offset), offset)
