"""Players, cards and suits that may stand at a place: by ownership, and by who trades most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.pfn.check.result import richest
from kibitz.languages.pfn.features._field import Asked, Choice
from kibitz.languages.pfn.game.figgie import chips, facts, in_order, partner, suit_names, suit_of
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade

RECENT = 32
"""So many trades tell who buys and sells most."""


def players(asked: Asked) -> Iterator[Choice]:
    """The players but the other one of the trade; behind a name that is typed, both of them at once."""
    trade = asked.trade[1] if asked.trade else None
    other = "Seller" if asked.name == "Buyer" else "Buyer"
    written = asked.table.get(other) if asked.table is not None else None
    taken = written.plain.text if written is not None else None
    if asked.typed in asked.players and asked.lacks(other):
        for player in _ranked(asked, other, trade, asked.typed):
            then = asked.then((asked.name, asked.typed), (other, player))
            label = f"{asked.typed}, {other.lower()} {player}"
            yield Choice(asked.typed, "player", _holding(asked, other, player, trade), then, label)
        return
    then = asked.then()
    for player in _ranked(asked, asked.name, trade, taken):
        yield Choice(player, "player", _holding(asked, asked.name, player, trade), then)


def _ranked(asked: Asked, role: str, trade: Trade | None, other: str | None) -> list[str]:
    """Who may buy or sell: for a seller who owns the card, or most of the suit, first; then who does so most often."""
    counts = Counter(one.buyer if role == "Buyer" else one.seller for one in asked.trades(RECENT))
    owner = asked.standing.owners.get(trade.card) if trade is not None and trade.card is not None else None
    known = asked.record.frame.deal == "full"
    players = [player for player in asked.players if player != other]
    if role == "Buyer":
        return sorted(players, key=lambda player: -counts[player])
    held = {player: len(_held(asked, player, trade)) for player in players}
    able = [player for player in players if held[player] or not known]
    suited = trade is not None and trade.suit is not None
    return sorted(
        able or players,
        key=lambda player: (player != owner, -held[player] if suited else 0, -counts[player], -held[player]),
    )


def _held(asked: Asked, player: str, trade: Trade | None) -> list[str]:
    cards = asked.hands.get(player, [])
    return [card for card in cards if trade is None or trade.suit is None or suit_of(card) == trade.suit]


def _holding(asked: Asked, role: str, player: str, trade: Trade | None) -> str:
    """What a player has to trade with, and how often that happened of late."""
    suit = f" of {trade.suit.name}" if trade is not None and trade.suit is not None else ""
    bank = asked.standing.banks.get(player)
    words = [f"{chips(bank)} chips"] if bank is not None else []
    words.append(plural(len(_held(asked, player, trade)), "card") + suit)
    recent = asked.trades(RECENT)
    count = sum((one.buyer if role == "Buyer" else one.seller) == player for one in recent)
    if count:
        words.append(f"{role.lower()} in {count} of the last {plural(len(recent), 'trade')}")
    return ", ".join(words)


def card(asked: Asked) -> Iterator[Choice]:
    """What the seller owns at that moment, of the suit if there is one; without a seller what anybody owns."""
    trade = asked.trade[1] if asked.trade else None
    suit = trade.suit if trade is not None else None
    then = asked.then()
    for one, detail in _owned(asked, trade.seller if trade is not None else None):
        if suit is None or suit_of(one) == suit:
            yield Choice(asked.written(one), "card", detail, then)


def _owned(asked: Asked, seller: str | None) -> Iterator[tuple[str, str]]:
    """The cards that may be sold, each with a word about it."""
    record, owners = asked.record, asked.standing.owners
    known = in_order(owners)
    if record.frame.deal in {"none", "unclear"}:
        known = [card for card in record.deck or all_cards() if owners.get(card) in {None, seller}]
    for one in known:
        owner = owners.get(one)
        if seller is None or owner in {None, seller}:
            goal = "goal suit" if suit_of(one).name == record.goal else ""
            yield one, ", ".join(filter(None, [f"of {owner}" if owner else "", goal]))


def all_cards() -> list[str]:
    return [f"{suit.letter}{number}" for suit in facts().suits for number in range(1, facts().highest + 1)]


def suits(asked: Asked) -> Iterator[Choice]:
    """The four suits: in a trade together with the cards of the seller, elsewhere the one that follows first."""
    if asked.path == TRADES:
        yield from _suits_of_trade(asked)
        return
    then = asked.then()
    for name in _allowed(asked):
        yield Choice(name, "suit", suit_names()[name].color.lower(), then)


def _allowed(asked: Asked) -> list[str]:
    """The suits that the deck leaves open; in a variant all of them, those of the standard game first."""
    record = asked.record
    twelve, color = record.twelve, record.leaf("DeckSetup", "GoalSuitColor")
    colored = [name for name, suit in suit_names().items() if color is None or suit.color == color.plain.text]
    if asked.name == "Revealed12CardSuit":
        known = asked.form.known(("Result",), asked.name)
        right = [known.strip('"')] if known else [other for name in colored if (other := partner(name))]
    elif asked.path == ("Result",) and record.goal:
        right = [record.goal]
    else:
        goal = partner(twelve) if twelve else None
        right = [goal] if goal else colored
    others = [name for name in suit_names() if name not in right]
    return [*right, *others] if record.variant or not right else right


def _suits_of_trade(asked: Asked) -> Iterator[Choice]:
    """The suit of the card if it is there; else those that the seller holds most of."""
    trade = asked.trade[1] if asked.trade else None
    seller = trade.seller if trade is not None else None
    hand = asked.hands.get(seller or "", [])
    counts = Counter(suit_of(one).name for one in hand)
    first = suit_of(trade.card).name if trade is not None and trade.card is not None else None
    names = sorted(suit_names(), key=lambda name: (name != first, -counts[name]))
    if seller is not None and asked.lacks("Card"):
        for one in sorted(hand, key=lambda one: names.index(suit_of(one).name)):
            name = suit_of(one).name
            then = asked.then((asked.name, name), ("Card", asked.written(one)))
            yield Choice(name, "card", f"of {seller}", then, f"{name}, card {asked.written(one)}")
    for name in names:
        if counts[name] or asked.record.frame.deal != "full" or not hand:
            yield Choice(
                name, "suit", plural(counts[name], "card") if hand else "", asked.then((asked.name, name))
            )


def colors(asked: Asked) -> Iterator[Choice]:
    """The colours; with the suits if these come next."""
    twelve = asked.record.twelve
    suit = suit_names().get(asked.record.goal or twelve or "")
    names = list(dict.fromkeys(one.color for one in facts().suits))
    ordered = sorted(names, key=lambda color: suit is None or color != suit.color)
    for one in facts().suits if suit is None and asked.lacks("GoalSuit") else ():
        then = asked.then((asked.name, one.color), ("GoalSuit", one.name))
        yield Choice(
            one.color,
            "suit",
            f"{partner(one.name)} would be the suit of 12 cards",
            then,
            f"{one.color}, {one.name}",
        )
    for color in ordered:
        both = " and ".join(one.name for one in facts().suits if one.color == color)
        yield Choice(color, "value", both, asked.then((asked.name, color)))


def size(asked: Asked) -> Iterator[Choice]:
    """The sizes of suits that are left; those of all suits that are missing at once where several are."""
    record = asked.record
    ways = asked.form.sizes(asked.name)
    rest = [name for name in asked.form.names(asked.path) if name not in asked.done]
    if ways and rest and asked.last:
        for counts in ways:
            more = "".join(f"{asked.form.line_end}{name} = {counts[name]}" for name in rest)
            then = more + next(asked.form.after(asked.path, [*asked.done, *rest]), "")
            label = ", ".join(f"{name} {counts[name]}" for name in [asked.name, *rest])
            yield Choice(str(counts[asked.name]), "value", f"if the goal suit is {record.goal}", then, label)
        return
    left = [counts[asked.name] for counts in ways] or list(facts().counts)
    for name, count in record.distribution.items() if not ways else ():
        if name != asked.name and count in left:
            left.remove(count)
    yield from (Choice(str(count), "value", "cards", asked.then()) for count in dict.fromkeys(left))


def winners(asked: Asked) -> Iterator[Choice]:
    """The players who are not named yet, the richest first."""
    banks, record = asked.banks, asked.record
    leaf = record.leaf("Result", "Winners")
    named = {part.text for part in leaf.parts} if leaf is not None else set()
    top = richest(record)
    for player in sorted(top or record.players, key=lambda player: -banks.get(player, 0)):
        if player not in named:
            yield Choice(player, "player", f"{chips(banks[player])} chips" if player in banks else "")
