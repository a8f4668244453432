"""Players, cards and suits that may stand at a place: by ownership, and by who trades most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kibitz.core.bounds import RECENT
from kibitz.core.words import plural
from kibitz.languages.pfn.features._field import Choice, Field
from kibitz.languages.pfn.game.figgie import chips, facts, in_order, number_of, partner, suit_names, suit_of
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade


def players(field: Field) -> Iterator[Choice]:
    """The players but the other one of the trade; behind a name that is typed, both of them at once."""
    other = "Seller" if field.name == "Buyer" else "Buyer"
    both = field.typed in field.players and field.lacks(other)
    written = field.table.get(other) if field.table is not None else None
    role, taken = (other, field.typed) if both else (field.name, written and written.plain.text)
    ranked, alone = _ranked(field, role, taken), "" if both else field.then()
    told = told_apart(field, {player: _holding(field, role, player) for player in ranked})
    for player in ranked:
        if both:
            then = field.then((field.name, field.typed), (other, player))
            yield Choice(
                field.typed, "player", told[player], then, f"{field.typed}, {other.lower()} {player}"
            )
        else:
            yield Choice(player, "player", told[player], alone)


def told_apart(field: Field, words: dict[str, str]) -> dict[str, str]:
    """What is said of each player; where it is the same of several, with which of the players each is."""
    shared = {text for text, count in Counter(words.values()).items() if count > 1}
    places = {player: number for number, player in enumerate(field.players, 1)}
    of = len(places)
    return {
        player: ", ".join(filter(None, [text, f"player {places.get(player, 0)} of {of}"]))
        if text in shared
        else text
        for player, text in words.items()
    }


def _ranked(field: Field, role: str, other: str | None) -> list[str]:
    """Who may buy or sell: for a seller who owns the card, or most of the suit, first; then who does so most often."""
    counts = Counter(_by(role, one) for one in field.form.trades(RECENT))
    players = [player for player in field.players if player != other]
    if role == "Buyer":
        return sorted(players, key=lambda player: -counts[player])
    trade, known = field.trade, field.record.terms.deal == "full"
    holder = field.form.standing.cards.owners.get(trade.card or "")
    owner = holder.player if holder is not None else None
    held = {player: len(_held(field, player)) for player in players}
    able = [player for player in players if held[player] or not known]
    return sorted(
        able or players,
        key=lambda player: (
            player != owner, -held[player] if trade.suit else 0, -counts[player], -held[player],
        ),
    )  # fmt: skip


def _by(role: str, trade: Trade) -> str | None:
    return trade.buyer if role == "Buyer" else trade.seller


def _held(field: Field, player: str) -> list[str]:
    return [card for card in field.hands.get(player, []) if field.trade.suit in {None, suit_of(card)}]


def _holding(field: Field, role: str, player: str) -> str:
    """What a player has to trade with, and how often that happened of late."""
    suit = f" of {field.trade.suit.name}" if field.trade.suit is not None else ""
    bank = field.form.standing.banks.get(player)
    words = [f"{chips(bank)} chips"] if bank is not None else []
    cards = _held(field, player)
    told = player not in field.record.terms.untold.players
    if cards or told:
        words.append(plural(len(cards), "card") + suit + ("" if told else " known"))
    if cards and not suit:
        counts = Counter(suit_of(card).sign for card in cards)
        words.append(" ".join(f"{one.sign}{counts[one.sign]}" for one in facts().suits if counts[one.sign]))
    recent = field.form.trades(RECENT)
    if count := sum(_by(role, one) == player for one in recent):
        trades = f"{count} of the last {len(recent)} trades" if len(recent) > 1 else "the last trade"
        words.append(f"{role.lower()} in {trades}")
    return ", ".join(words)


def card(field: Field) -> Iterator[Choice]:
    """What the seller owns at that moment, of the suit if there is one; without a seller what anybody owns."""
    then, seller, record = field.then(), field.trade.seller, field.record
    owners = {card: one.player for card, one in field.form.standing.cards.owners.items() if one.player}
    known = in_order(owners)
    if record.terms.deal in {"none", "unclear"}:
        known = [card for card in record.deal.deck or all_cards() if owners.get(card) in {None, seller}]
    for one in known:
        owner = owners.get(one)
        if (seller is None or owner in {None, seller}) and field.trade.suit in {None, suit_of(one)}:
            yield Choice(field.written(one), "card", said(record, one, owner), then)


def said(record: Record, card: str, owner: str | None = None) -> str:
    """A card in words, and what is to be known of it."""
    whose = f"{owner}'s " if owner else ""
    goal = ", goal suit" if suit_of(card).name == record.goal else ""
    return f"{whose}{number_of(card)} of {suit_of(card).name}{goal}"


def all_cards() -> list[str]:
    return [f"{suit.letter}{number}" for suit in facts().suits for number in range(1, facts().highest + 1)]


def suits(field: Field) -> Iterator[Choice]:
    """The four suits: in a trade together with the cards of the seller, elsewhere the one that follows first."""
    if field.path == TRADES:
        yield from _suits_of_trade(field)
        return
    then = field.then()
    for name in _allowed(field):
        other = f"{partner(name)} would " + (
            "be the goal suit" if field.name == "Revealed12CardSuit" else f"have {max(facts().counts)} cards"
        )
        yield Choice(name, "suit", f"{suit_names()[name].color.lower()}, {other}", then)


def _allowed(field: Field) -> list[str]:
    """The suits that the deck leaves open; in a variant all of them, those of the standard game first."""
    record = field.record
    twelve, color = record.deal.twelve, record.leaf("DeckSetup", "GoalSuitColor")
    colored = [name for name, suit in suit_names().items() if color is None or suit.color == color.plain.text]
    if field.name == "Revealed12CardSuit":
        known = field.form.known(("Result",), field.name)
        right = [known.strip('"')] if known else [other for name in colored if (other := partner(name))]
    elif field.path == ("Result",) and record.goal:
        right = [record.goal]
    else:
        goal = partner(twelve) if twelve else None
        right = [goal] if goal else colored
    others = [name for name in suit_names() if name not in right]
    return [*right, *others] if record.deal.variant or not right else right


def _suits_of_trade(field: Field) -> Iterator[Choice]:
    """The suit of the card if it is there; else those that the seller holds most of."""
    seller, record = field.trade.seller, field.record
    hand = field.hands.get(seller or "", [])
    counts = Counter(suit_of(one).name for one in hand)
    first = suit_of(field.trade.card).name if field.trade.card is not None else None
    names = sorted(suit_names(), key=lambda name: (name != first, -counts[name]))
    if seller is not None and field.lacks("Card"):
        for one in sorted(hand, key=lambda one: names.index(suit_of(one).name)):
            name, written = suit_of(one).name, field.written(one)
            then = field.then((field.name, name), ("Card", written))
            yield Choice(name, "card", said(record, one, seller), then, f"{name}, card {written}")
    for name in names:
        if counts[name] or record.terms.deal != "full" or not hand:
            suit = suit_names()[name]
            known = hand and not field.form.standing.cards.is_untold(seller or "", suit.letter)
            told = (
                f"{plural(counts[name], 'card')} of {name}" if known else f"{suit.sign}, {suit.color.lower()}"
            )
            yield Choice(name, "suit", told, field.then((field.name, name)))


def colors(field: Field) -> Iterator[Choice]:
    """The colours; with the suits if these come next."""
    twelve = field.record.deal.twelve
    suit = suit_names().get(field.record.goal or twelve or "")
    names = list(dict.fromkeys(one.color for one in facts().suits))
    ordered = sorted(names, key=lambda color: suit is None or color != suit.color)
    for one in facts().suits if suit is None and field.lacks("GoalSuit") else ():
        then = field.then((field.name, one.color), ("GoalSuit", one.name))
        yield Choice(
            one.color,
            "suit",
            f"{partner(one.name)} would be the suit of 12 cards",
            then,
            f"{one.color}, {one.name}",
        )
    for color in ordered:
        both = " and ".join(one.name for one in facts().suits if one.color == color)
        yield Choice(color, "value", both, field.then((field.name, color)))


def size(field: Field) -> Iterator[Choice]:
    """The sizes of suits that are left; those of all suits that are missing at once where several are."""
    record = field.record
    ways = field.form.sizes(field.name)
    rest = [name for name in field.form.names(field.path) if name not in field.done]
    if ways and rest and field.last:
        for counts in ways:
            more = "".join(f"{field.form.line_end}{name} = {counts[name]}" for name in rest)
            then = more + next(field.form.after(field.path, [*field.done, *rest]), "")
            label = ", ".join(f"{name} {counts[name]}" for name in [field.name, *rest])
            few = min(counts, key=lambda name: counts[name])
            detail = f"if {few} has the fewest cards" + (
                f" and the goal is {record.goal}" if record.goal else ""
            )
            yield Choice(str(counts[field.name]), "value", detail, then, label)
        return
    left = [counts[field.name] for counts in ways] or list(facts().counts)
    for name, count in record.deal.distribution.items() if not ways else ():
        if name != field.name and count in left:
            left.remove(count)
    for count in dict.fromkeys(left):
        yield Choice(str(count), "value", _sized(field.name, count), field.then())


def _sized(name: str, count: int) -> str:
    """What a suit of so many cards is in the standard deck."""
    if count == max(facts().counts):
        return f"the most: {partner(name)} would be the goal suit"
    same = facts().counts.count(count)
    return "the fewest" if count == min(facts().counts) else f"one of {same} suits of so many"


def winners(field: Field) -> Iterator[Choice]:
    """The players who are not named yet, the richest first."""
    record = field.record
    banks, named = record.written_banks, record.winners
    left = [player for player in record.richest or record.players if player not in named]
    told = told_apart(
        field, {player: f"{chips(banks[player])} chips" if player in banks else "" for player in left}
    )
    for player in sorted(left, key=lambda player: -banks.get(player, 0)):
        yield Choice(player, "player", told[player])
