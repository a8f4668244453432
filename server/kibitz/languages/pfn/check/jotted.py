"""What is jotted down and awaits its form: trades on a line, trades of a suit without a card, hands in counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.game.figgie import facts, number_of, read_card
from kibitz.languages.pfn.game.play import Cards
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.jots import KEYS, Jotted, any_of, jotted
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.trades import Trade


def told(terms: Terms, cards: Cards, trade: Trade, text: str) -> tuple[Trade, Jotted | None]:
    """A trade with what follows for it from the round if it is jotted down in the text of a chunk: seller, card, time."""
    if not trade.table.jotted:
        return trade, None
    one = next(jotted(text, *trade.table.head, terms.duration)).told(cards)
    time = float(one.time) if one.time and one.whole else None
    time = time if trade.time is None else trade.time
    return trade._replace(seller=one.seller or None, card=read_card(one.card), time=time), one


def awaits(rules: Rules, one: Jotted, trade: Trade, text: str, number: int, *, sound: bool) -> Diagnostic:
    """That a trade awaits its form; with the fix that writes it if it is `sound` and whole, and nothing of the table follows."""
    card, suit = read_card(one.card), one.suit
    what = f"`{card or suit.name}`" if suit is not None else "a card"
    time = one.time if one.whole else ""
    words = (
        f"`{one.buyer}` buys" if one.buyer else "somebody buys", what, one.seller and f"from `{one.seller}`",
        one.price and f"for {one.price}", time and f"at {time} s",
    )  # fmt: skip
    there = {"buyer": one.buyer, "seller": one.seller, "suit": suit, "price": one.price, "time": time}
    missing = [name for name, told in there.items() if not told]
    start, end = trade.table.head
    above = text[:start].splitlines()
    gap = "\n" if above and above[-1].strip() else ""
    fixes = []
    then = "format writes it out"
    if missing:
        then = f"the {' and the '.join(missing)} {'is' if len(missing) == 1 else 'are'} still to be told"
    elif not sound:
        then = "it is written out as soon as it can be"
    elif _is_followed(text[end:]):
        then = "it is written out where no key stands behind it"
    else:
        table = gap + one.table(KEYS, number, "\n")
        fixes = [Fix.of("Write it as a table", start, end, table, safe=True)]
    trade_words = " ".join(filter(None, words))
    return rules["jotted"].at(start, end, trade=trade_words, then=then, fixes=fixes)


def _is_followed(rest: str) -> bool:
    """Whether a key of the table stands behind a line, which would become one of another table."""
    return any("=" in line.partition("#")[0] for line in rest.splitlines())


def without_card(rules: Rules, cards: Cards, trade: Trade) -> Iterator[Diagnostic]:
    """A trade that tells the suit alone: any card of the seller's will do."""
    if trade.suit is None or trade.card is not None or trade.table.jotted:
        return
    leaf = trade.table.get("Suit")
    if leaf is None or trade.table.get("Card") is not None:
        return
    card = any_of(cards, trade.seller, trade.suit) if trade.seller is not None else None
    at, fixes = leaf.whole.end, []
    if card is not None and trade.table.header is not None:
        fixes = [Fix.of(f"Add card `{card}`", at, at, f'\nCard = "{card}"')]
    yield rules["no-card"].at(*trade.table.head, trade=trade.title, suit=trade.suit.name, fixes=fixes)


def hands(rules: Rules, hand: Hand) -> Diagnostic | None:
    """That a hand is written in counts."""
    told = hand.numbers
    return rules["jotted-hand"].at(*hand.leaf.span, hand=_words(told)) if told else None


def _words(told: Mapping[str, int]) -> str:
    return " ".join(f"{told[suit.letter]} {suit.sign}" for suit in facts().suits if told.get(suit.letter))


def with_cards(
    found: Iterable[Diagnostic], record: Record, sellers: Callable[[], Mapping[str, str | None] | None]
) -> Iterator[Diagnostic]:
    """The findings; those of hands in counts with the fix that writes cards which nobody else has.

    `sellers` tells who sold each card first, which must have been in that hand; None as long as trades await their cards.
    """
    taken = set(record.deal.dealt)
    for one in found:
        is_hand = one.rule.slug == "jotted-hand"
        hand = next((hand for hand in record.hands if is_hand and hand.leaf.span == one.span), None)
        sold = sellers() if hand is not None else None
        cards = _cards(hand.numbers, hand.player, record, sold, taken) if hand and sold is not None else None
        if hand is None or cards is None:
            yield one
            continue
        taken.update(cards)
        title, text = f"Write cards for the hand of `{hand.player}`", ",".join(cards)
        yield one._replace(fixes=(Fix.of(title, *one.span, f'"{text}"', safe=True),))


def _cards(
    told: Mapping[str, int], player: str, record: Record, sold: Mapping[str, str | None], taken: set[str]
) -> list[str] | None:
    """So many cards of each suit: those that the player sold, then the lowest that nobody is known to have; None for too many."""
    found: list[str] = []
    for suit in facts().suits:
        most = record.deal.sizes.get(suit.name, facts().highest)
        free = [card for number in range(1, most + 1) if (card := f"{suit.letter}{number}") not in taken]
        own = [card for card in free if sold.get(card, player) == player]
        ranked = sorted(own, key=lambda card: (card not in sold, number_of(card)))
        wanted = told.get(suit.letter, 0)
        if len(ranked) < wanted:
            return None
        found += sorted(ranked[:wanted], key=number_of)
    return found
