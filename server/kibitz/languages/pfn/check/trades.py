"""Rules of trades, from the hand of each player, and of shorthand for trades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.pfn.check.deal import not_a_card, unknown_suit
from kibitz.languages.pfn.check.tables import check_table, lost_header, unknown_player
from kibitz.languages.pfn.game.figgie import Number, chips, facts, number_of, read_card, suit_of
from kibitz.languages.pfn.game.play import Cards, Holder, Move
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.record import Reader, Record
from kibitz.languages.pfn.text.shorthand import KEYS, ShorthandTrade, any_of, shorthand_trades
from kibitz.languages.pfn.text.tables import TRADES, Part, Path, Source, tables, text
from kibitz.languages.pfn.text.trades import Trade


class Last(NamedTuple):
    """The latest readable time, and its place."""

    time: Number
    chunk: Chunk
    span: Span
    key_of: Said
    """The contents of the trade, to recognise it if it is written twice."""


Said = tuple[int | None, str | None, str | None, str | None]
"""Number, buyer, seller and card of a trade."""


def key_of(trade: Trade) -> Said:
    return trade.number, trade.buyer, trade.seller, trade.card


def _is_again(state: Round, trade: Trade) -> bool:
    """Return whether a trade is the one before, written a second time, numbered on or not."""
    last = state.last
    if last is None or trade.time != last.time or None in last.key_of:
        return False
    number, *others = key_of(trade)
    return number in {last.key_of[0], (last.key_of[0] or 0) + 1} and (*others,) == last.key_of[1:]


class Round(NamedTuple):
    """The state of a round between two trades."""

    last: Last | None
    traded: bool
    cards: Cards
    late: Source | None = None
    """The time of the first trade after the end of the round: it is reported when it is known how many follow."""
    strained: bool = False
    """Whether a trade was impossible, or for nothing, so that sums need not come out."""
    due: int = 1
    """The number of the next trade, as those before are numbered."""
    disputed: frozenset[frozenset[str]] = frozenset()
    """The pairs of players where one sold a card of the other's hand. Their hands may be swapped."""
    spare: str = ""
    """The key above the next header that belongs below it."""


def step(
    reader: Reader, terms: Terms, state: Round, chunk: Chunk, path: Path | None
) -> tuple[Round, list[Diagnostic]]:
    """Return the state after a chunk, and the findings for its trades. `path` is the table that the chunk continues."""
    found: list[Diagnostic] = []
    rules = reader.rules()
    usual = reader.usual(chunk.text) is not None
    for written in reader.trades(chunk.text, path):
        trade, short = completed(terms, state.cards, written, chunk.text)
        wrong = [] if usual else [*_by_itself(rules, terms, state, trade)]
        wrong += problems(rules, terms, state, trade)
        if short is not None:
            # Shorthand is unfinished, so its mistakes are at most warnings.
            wrong = [one._replace(severity=max(one.severity, Severity.WARNING)) for one in wrong]
            obstacle = _untimely(terms, state, trade)
            if any(one.severity <= Severity.WARNING for one in wrong):
                obstacle = "resolve the warning first"
            wrong.append(expandable(rules, short, trade, written.card, chunk.text, state.due, obstacle))
        found += wrong
        state = after(terms, state, trade, chunk)
    return state, found


def _untimely(terms: Terms, state: Round, trade: Trade) -> str:
    """Return why the time of a trade cannot be right, or an empty string."""
    if trade.time is not None and state.last is not None and trade.time <= state.last.time:
        return f"its time must be after {chips(state.last.time)} s, that of the trade before"
    if trade.time is not None and terms.duration is not None and trade.time > terms.duration:
        return f"its time is after the end of the round at {chips(terms.duration)} s"
    return ""


def after(terms: Terms, state: Round, trade: Trade, chunk: Chunk) -> Round:
    """Return the state after a trade."""
    if _is_again(state, trade):
        return state._replace(strained=True)
    last, late = state.last, state.late
    if trade.time is not None and trade.time >= 0:
        if terms.duration is not None and trade.time > terms.duration:
            late = late or Source(chunk.anchor, trade.place("T"))
        else:
            last = Last(trade.time, chunk.anchor, trade.place("T"), key_of(trade))
    source = Source(chunk.anchor, trade.place("Card"))
    strained = (
        state.strained or trade.price == 0 or _is_impossible(state, trade) or _has_none(terms, state, trade)
    )
    due = (state.due if trade.number is None else trade.number) + 1
    cards, disputed = state.cards.after(trade.move(terms), source), state.disputed
    owner = state.cards.owners.get(trade.card or "")
    if owner is not None and owner.dealt and _is_impossible(state, trade):
        disputed |= {frozenset({owner.player or "", trade.seller or ""})}
    return Round(last, True, cards, late, strained, due, disputed)


def unknown_after(state: Round) -> Round:
    """Return the state after unreadable trades."""
    cards = state.cards.after(Move(None, None, None, None, None))
    every = {way: facts().cards for way in cards.unseen}
    return Round(None, True, cards._replace(unseen=every), state.late, True, state.due, state.disputed)


def _is_impossible(state: Round, trade: Trade) -> bool:
    """Return whether a player sells a card of another player."""
    owner = state.cards.owners.get(trade.card or "")
    return owner is not None and trade.seller is not None and not owner.may_be(trade.seller)


def _has_none(terms: Terms, state: Round, trade: Trade) -> bool:
    """Return whether the seller of a trade by suit surely has no card of it."""
    if trade.suit is None or trade.seller in {None, trade.buyer}:
        return False
    if (trade.card is not None and not trade.table.shorthand) or trade.table.get("Card") is not None:
        return False
    held = state.cards.held(terms.players, trade.suit.name) or {}
    return held.get(trade.seller or "", 1) <= 0


def problems(rules: Rules, terms: Terms, state: Round, trade: Trade) -> Iterator[Diagnostic]:
    """Yield the findings for a trade, given the state before it."""
    if _is_again(state, trade):
        # The rule for numbers reports it.
        return
    if not state.traded and terms.deal == "none":
        yield rules["no-deal"].at(*trade.table.head)
    for name, player in (("Buyer", trade.buyer), ("Seller", trade.seller)):
        if player is not None and not terms.plays(player) and player not in terms.odd:
            yield unknown_player(rules, "unknown-player", _part(trade, name), terms.players)
    for pause in terms.pauses if trade.time is not None else ():
        # Only the first trade of each pause is reported.
        paused = state.last is not None and pause.holds(state.last.time)
        if pause.holds(trade.time or 0) and not paused:
            since, until = chips(pause.start), chips(pause.end or 0)
            yield rules["trade-while-paused"].at(*trade.place("T"), since=since, until=until)
    if trade.suit is not None and _has_none(terms, state, trade):
        problem = f"`{trade.seller}` has no {trade.suit.name} left"
        yield rules["card-not-owned"].at(*trade.place("Suit"), problem=problem)
    elif trade.card is not None and trade.seller is not None:
        yield from _ownership(rules, terms, state, trade, trade.seller, trade.card)


def _by_itself(rules: Rules, terms: Terms, state: Round, trade: Trade) -> Iterator[Diagnostic]:
    """Yield the findings for a single trade. Only the missing card depends on the hands."""
    if not _has_none(terms, state, trade):
        yield from without_card(rules, state.cards, trade)
    spec = tables()[TRADES]
    told_by_suit = trade.suit is not None
    above = {state.spare, "Card" if told_by_suit else ""}
    required = [key for key in spec.keys if key.required and key.name not in above]
    asked = () if trade.table.shorthand else required
    yield from islice(check_table(rules, trade.table, asked, trade.title.capitalize()), PROBLEMS)
    if trade.table.lost:
        yield lost_header(rules, trade.table)
    yield from _number_problems(rules, trade)
    yield from _card_problems(rules, trade)
    if trade.buyer is not None and trade.buyer == trade.seller:
        yield rules["same-player"].at(*trade.place("Seller"), player=trade.buyer)


def _number_problems(rules: Rules, trade: Trade) -> Iterator[Diagnostic]:
    if trade.number is not None and trade.number < 1:
        yield rules["trade-index-low"].at(*trade.place("TradeIndex"), index=trade.number)
    if trade.time is not None and trade.time < 0:
        yield rules["time-negative"].at(*trade.place("T"))
    if trade.price is None:
        return
    if trade.price < 0:
        yield rules["price-negative"].at(*trade.place("Price"))
    elif trade.price == 0:
        yield rules["price-zero"].at(*trade.place("Price"))
    elif trade.price >= facts().dear:
        yield rules["price-high"].at(*trade.place("Price"), price=trade.price)


def _card_problems(rules: Rules, trade: Trade) -> Iterator[Diagnostic]:
    suit, card = trade.table.get("Suit"), trade.table.get("Card")
    if suit is not None and trade.suit is None:
        yield from unknown_suit(rules, suit)
    written = text(card)
    if card is not None and written and (trade.card is None or written != written.strip()):
        yield not_a_card(rules, card.plain)
    if trade.suit is None or trade.card is None or suit is None or suit_of(trade.card) == trade.suit:
        return
    right = suit_of(trade.card)
    fix = Fix.of(f"Change `{trade.suit.name}` to `{right.name}`", *suit.plain.span, right.name)
    yield rules["card-suit"].at(
        *(card or suit).span, card=text(card), suit=right.name, written=trade.suit.name, fixes=[fix]
    )


def _ownership(
    rules: Rules, terms: Terms, state: Round, trade: Trade, seller: str, card: str
) -> Iterator[Diagnostic]:
    owner = state.cards.owners.get(card)
    if owner is not None and owner.may_be(seller):
        return
    if not terms.plays(seller) or seller == trade.buyer or state.cards.doubtful(trade.move(terms)):
        return
    if owner is None:
        full = terms.deal == "full"
        unseen = any(
            one.buyer in {None, seller} and one.suit in {None, card[0]} for one in state.cards.unseen
        )
        if full or (seller in terms.whole and not unseen):
            why = "it is not in the deck" if full else "this player was not dealt it and did not buy it"
            problem = f"`{seller}` does not own `{card}`: {why}"
            yield rules["card-not-owned"].at(*trade.place("Card"), problem=problem)
    elif not (owner.dealt and frozenset({owner.player, seller}) in state.disputed):
        yield _sold_by_another(rules, trade, owner)


def _sold_by_another(rules: Rules, trade: Trade, owner: Holder) -> Diagnostic:
    here = f"it was dealt to `{owner.player}`" if owner.dealt else f"`{owner.player}` bought it"
    source = owner.source
    related = [Related(source.span, here, source.chunk)] if isinstance(source, Source) else []
    fixes = []
    buyer, at = _part(trade, "Buyer"), _part(trade, "Seller")
    if owner.player is not None and owner.player == trade.buyer and trade.seller is not None:
        edits = sorted([Edit(*buyer.span, trade.seller), Edit(*at.span, trade.buyer)])
        fixes = [Fix(f"Change the buyer to `{trade.seller}` and the seller to `{trade.buyer}`", tuple(edits))]
    elif owner.player is not None:
        fixes = [Fix.of(f"Change the seller to `{owner.player}`", *at.span, owner.player)]
    problem = f"`{trade.seller}` does not own `{trade.card}`: `{owner.player}` does"
    return rules["card-not-owned"].at(*trade.place("Card"), problem=problem, related=related, fixes=fixes)


def _part(trade: Trade, name: str) -> Part:
    """Return the name of a player as it is written, if possible without quotes."""
    leaf = trade.table.get(name)
    return leaf.plain if leaf is not None else Part("", trade.table.head)


def completed(terms: Terms, cards: Cards, trade: Trade, text: str) -> tuple[Trade, ShorthandTrade | None]:
    """Return a trade and its shorthand or None. The round adds seller, card and time to shorthand."""
    if not trade.table.shorthand:
        return trade, None
    one = next(shorthand_trades(text, *trade.table.head, terms.duration)).completed(cards)
    time = float(one.time) if one.time and one.whole else None
    time = time if trade.time is None else trade.time
    return trade._replace(seller=one.seller or None, card=read_card(one.card), time=time), one


def expandable(
    rules: Rules, one: ShorthandTrade, trade: Trade, card: str | None, text: str, number: int, obstacle: str
) -> Diagnostic:
    """Return the finding that a trade is written in shorthand, with the fix that expands it.

    `card` is the card on the line. There is no fix if a part is missing, for an `obstacle`, or if keys follow.
    """
    suit = one.suit
    what = f"`{card or suit.name}`" if suit is not None else "a card"
    time = one.time if one.whole else ""
    words = (
        f"`{one.buyer}` buys" if one.buyer else "somebody buys", what, one.seller and f"from `{one.seller}`",
        one.price and f"for {one.price}", time and f"at {time} s",
    )  # fmt: skip
    there = {"buyer": one.buyer, "seller": one.seller, "suit": suit, "price": one.price, "time": time}
    missing = [name for name, completed in there.items() if not completed]
    start, end = trade.table.head
    above = text[:start].splitlines()
    gap = "\n" if above and above[-1].strip() else ""
    fixes = []
    then = "format writes the table"
    if missing:
        then = f"the {' and the '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        if one.early:
            then = "the time left is longer than the round"
    elif obstacle:
        then = obstacle
    elif any("=" in line.partition("#")[0] for line in text[end:].splitlines()):
        # The key of the table would become a key of another table.
        then = "write it after the keys of this table"
    else:
        table = gap + one.table(KEYS, number, "\n")
        fixes = [Fix.of("Convert to a table", start, end, table, safe=True)]
    trade_words = " ".join(filter(None, words))
    return rules["jotted"].at(start, end, trade=trade_words, then=then, fixes=fixes)


def without_card(rules: Rules, cards: Cards, trade: Trade) -> Iterator[Diagnostic]:
    """Yield the finding for a trade without a card, with the fix that adds one of the seller."""
    if trade.suit is None or trade.card is not None or trade.table.shorthand:
        return
    leaf = trade.table.get("Suit")
    if leaf is None or trade.table.get("Card") is not None:
        return
    card = any_of(cards, trade.seller, trade.suit) if trade.seller is not None else None
    at, fixes = leaf.whole.end, []
    if card is not None and trade.table.header is not None:
        fixes = [Fix.of(f"Add card `{card}`", at, at, f'\nCard = "{card}"')]
    yield rules["no-card"].at(
        *trade.table.head, trade=trade.title.capitalize(), suit=trade.suit.name, fixes=fixes
    )


def with_cards(
    found: Iterable[Diagnostic], record: Record, sellers: Callable[[], Mapping[str, str | None] | None]
) -> Iterator[Diagnostic]:
    """Yield the findings. If a hand is in counts, the fix writes free cards.

    `sellers` returns the first seller of each card, who had it in that hand. It returns None while trades have no cards
    yet.
    """
    taken = set(record.deal.dealt)
    for one in found:
        is_hand = one.rule.slug == "jotted-hand"
        hand = next((hand for hand in record.hands if is_hand and hand.leaf.span == one.span), None)
        right = hand is not None and hand.size * record.deal.seats == facts().cards
        sold = sellers() if hand and (right or record.deal.seats not in facts().players) else None
        cards = _cards(hand.numbers, hand.player, record, sold, taken) if hand and sold is not None else None
        if hand is None or cards is None:
            yield one
            continue
        taken.update(cards)
        title, text = f"Convert the hand of `{hand.player}` to cards", ",".join(cards)
        yield one._replace(fixes=(Fix.of(title, *one.span, f'"{text}"', safe=True),))


def _cards(
    completed: Mapping[str, int], player: str, record: Record, sold: Mapping[str, str | None], taken: set[str]
) -> list[str] | None:
    """Return cards for the counts of a hand, or None for too many: first those that the player sold, then the lowest
    free ones."""
    found: list[str] = []
    for suit in facts().suits:
        most = record.deal.sizes.get(suit.name, facts().highest)
        free = [card for number in range(1, most + 1) if (card := f"{suit.letter}{number}") not in taken]
        own = [card for card in free if sold.get(card, player) == player]
        ranked = sorted(own, key=lambda card: (card not in sold, number_of(card)))
        wanted = completed.get(suit.letter, 0)
        if len(ranked) < wanted:
            return None
        found += sorted(ranked[:wanted], key=number_of)
    return found
