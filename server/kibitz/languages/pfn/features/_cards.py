"""Players, cards and suits that may stand at a place: by ownership, and by who trades most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.pfn.features._field import Choice, Field
from kibitz.languages.pfn.game.figgie import chips, facts, in_order, number_of, partner, suit_names, suit_of
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade

RECENT = 32
"""So many trades tell who buys and sells most."""


def players(field: Field) -> Iterator[Choice]:
    """The players but the other one of the trade; behind a name that is typed, both of them at once."""
    trade = field.trade[1] if field.trade else None
    other = "Seller" if field.name == "Buyer" else "Buyer"
    written = field.table.get(other) if field.table is not None else None
    taken = written.plain.text if written is not None else None
    if field.typed in field.players and field.lacks(other):
        ranked = _ranked(field, other, trade, field.typed)
        told = told_apart(field, {player: _holding(field, other, player, trade) for player in ranked})
        for player in ranked:
            then = field.then((field.name, field.typed), (other, player))
            label = f"{field.typed}, {other.lower()} {player}"
            yield Choice(field.typed, "player", told[player], then, label)
        return
    then = field.then()
    ranked = _ranked(field, field.name, trade, taken)
    told = told_apart(field, {player: _holding(field, field.name, player, trade) for player in ranked})
    for player in ranked:
        yield Choice(player, "player", told[player], then)


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


def _ranked(field: Field, role: str, trade: Trade | None, other: str | None) -> list[str]:
    """Who may buy or sell: for a seller who owns the card, or most of the suit, first; then who does so most often."""
    counts = Counter(one.buyer if role == "Buyer" else one.seller for one in field.trades(RECENT))
    holder = field.standing.cards.owners.get(trade.card or "") if trade is not None else None
    owner = holder.player if holder is not None else None
    known = field.record.terms.deal == "full"
    players = [player for player in field.players if player != other]
    if role == "Buyer":
        return sorted(players, key=lambda player: -counts[player])
    held = {player: len(_held(field, player, trade)) for player in players}
    able = [player for player in players if held[player] or not known]
    suited = trade is not None and trade.suit is not None
    return sorted(
        able or players,
        key=lambda player: (player != owner, -held[player] if suited else 0, -counts[player], -held[player]),
    )


def _held(field: Field, player: str, trade: Trade | None) -> list[str]:
    cards = field.hands.get(player, [])
    return [card for card in cards if trade is None or trade.suit is None or suit_of(card) == trade.suit]


def _holding(field: Field, role: str, player: str, trade: Trade | None) -> str:
    """What a player has to trade with, and how often that happened of late."""
    suit = f" of {trade.suit.name}" if trade is not None and trade.suit is not None else ""
    bank = field.standing.banks.get(player)
    words = [f"{chips(bank)} chips"] if bank is not None else []
    cards = _held(field, player, trade)
    told = player not in field.record.terms.untold.players
    if cards or told:
        words.append(plural(len(cards), "card") + suit + ("" if told else " known"))
    if cards and not suit:
        counts = Counter(suit_of(card).sign for card in cards)
        words.append(" ".join(f"{one.sign}{counts[one.sign]}" for one in facts().suits if counts[one.sign]))
    recent = field.trades(RECENT)
    count = sum((one.buyer if role == "Buyer" else one.seller) == player for one in recent)
    if count:
        trades = f"{count} of the last {len(recent)} trades" if len(recent) > 1 else "the last trade"
        words.append(f"{role.lower()} in {trades}")
    return ", ".join(words)


def card(field: Field) -> Iterator[Choice]:
    """What the seller owns at that moment, of the suit if there is one; without a seller what anybody owns."""
    trade = field.trade[1] if field.trade else None
    suit = trade.suit if trade is not None else None
    then = field.then()
    for one, detail in _owned(field, trade.seller if trade is not None else None):
        if suit is None or suit_of(one) == suit:
            yield Choice(field.written(one), "card", detail, then)


def _owned(field: Field, seller: str | None) -> Iterator[tuple[str, str]]:
    """The cards that may be sold, each with a word about it."""
    record = field.record
    owners = {card: one.player for card, one in field.standing.cards.owners.items() if one.player}
    known = in_order(owners)
    if record.terms.deal in {"none", "unclear"}:
        known = [card for card in record.deal.deck or all_cards() if owners.get(card) in {None, seller}]
    for one in known:
        owner = owners.get(one)
        if seller is None or owner in {None, seller}:
            yield one, said(record, one, owner)


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
    trade = field.trade[1] if field.trade else None
    seller = trade.seller if trade is not None else None
    hand = field.hands.get(seller or "", [])
    counts = Counter(suit_of(one).name for one in hand)
    first = suit_of(trade.card).name if trade is not None and trade.card is not None else None
    names = sorted(suit_names(), key=lambda name: (name != first, -counts[name]))
    if seller is not None and field.lacks("Card"):
        for one in sorted(hand, key=lambda one: names.index(suit_of(one).name)):
            name = suit_of(one).name
            then = field.then((field.name, name), ("Card", field.written(one)))
            yield Choice(
                name, "card", said(field.record, one, seller), then, f"{name}, card {field.written(one)}"
            )
    for name in names:
        if counts[name] or field.record.terms.deal != "full" or not hand:
            suit = suit_names()[name]
            known = hand and not field.standing.cards.is_untold(seller or "", suit.letter)
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
    banks, record = field.banks, field.record
    leaf = record.leaf("Result", "Winners")
    named = {part.text for part in leaf.parts} if leaf is not None else set()
    top = record.richest
    left = [player for player in top or record.players if player not in named]
    told = told_apart(
        field, {player: f"{chips(banks[player])} chips" if player in banks else "" for player in left}
    )
    for player in sorted(left, key=lambda player: -banks.get(player, 0)):
        yield Choice(player, "player", told[player])
