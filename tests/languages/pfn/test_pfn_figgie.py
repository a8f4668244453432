"""Rounds of Figgie, drawn at random: right ones have nothing wrong, and one mistake is one message."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from incremental import check_analysis
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.pfn.features._round import round_state
from kibitz.languages.pfn.game.figgie import deck, facts, partner, payout, suit_names, suit_of
from kibitz.languages.pfn.language import Pfn

PFN = load("pfn")


class Trade:
    """A trade of a round that is drawn."""

    def __init__(self, number: int, time: float, buyer: str, seller: str, card: str, price: int) -> None:
        self.values = {
            "TradeIndex": str(number), "T": f"{time:.2f}", "Buyer": f'"{buyer}"', "Seller": f'"{seller}"',
            "Suit": f'"{suit_of(card).name}"', "Card": f'"{card}"', "Price": str(price),
        }  # fmt: skip

    def __str__(self) -> str:
        return "[[Trades]]\n" + "".join(f"{key} = {value}\n" for key, value in self.values.items())


class Round:
    """A round by the rules, with its expected result."""

    def __init__(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        self.players = [f"P{number}" for number in range(1, rng.choice(facts().players) + 1)]
        names = list(suit_names())
        rng.shuffle(names)
        self.sizes = dict(zip(names, facts().counts, strict=True))
        self.goal = partner(names[0]) or ""
        cards = list(deck(tuple(self.sizes.items())))
        rng.shuffle(cards)
        self.dealt = {card: self.players[number % len(self.players)] for number, card in enumerate(cards)}
        self.owners = dict(self.dealt)
        self.banks = dict.fromkeys(self.players, float(facts().standard.stake(len(self.players))))
        self.trades = [self._trade(rng, number) for number in range(1, count + 1)]

    def _trade(self, rng: random.Random, number: int) -> Trade:
        card = rng.choice(list(self.owners))
        seller = self.owners[card]
        buyer = rng.choice([player for player in self.players if player != seller])
        price = rng.randint(1, 9)
        self.owners[card] = buyer
        self.banks[buyer] -= price
        self.banks[seller] += price
        return Trade(number, number * 1.25, buyer, seller, card, price)

    def __str__(self) -> str:
        return "\n".join([self._head(), *map(str, self.trades), self._result()])

    def _head(self) -> str:
        hands = "".join(
            f'{player} = "{",".join(card for card, owner in self.dealt.items() if owner == player)}"\n'
            for player in self.players
        )
        sizes = "".join(f"{name} = {size}\n" for name, size in self.sizes.items())
        return (
            f'[FiggieGame]\nTitle = "Drawn"\nGameID = "1"\nPlayers = {len(self.players)}\nDate = "2025-02-15"\n'
            f"GameDuration = {len(self.trades) * 2 + 1}\n\n"
            f'[DeckSetup]\nGoalSuitColor = "{suit_names()[self.goal].color}"\nGoalSuit = "{self.goal}"\n\n'
            f"[DeckSetup.Distribution]\n{sizes}\n[Deal]\n{hands}"
        )

    def _result(self) -> str:
        goal = suit_names()[self.goal].letter
        held = [owner for card, owner in self.owners.items() if card[0] == goal]
        paid = payout({player: held.count(player) for player in self.players})
        banks = {player: round(self.banks[player] + paid[player].total) for player in self.players}
        top = [f'"{player}"' for player, bank in banks.items() if bank == max(banks.values())]
        twelve = next(name for name, size in self.sizes.items() if size == 12)
        written = "".join(f"{player}_FinalBank = {bank}\n" for player, bank in banks.items())
        return f'[Result]\nRevealed12CardSuit = "{twelve}"\nGoalSuit = "{self.goal}"\n{written}Winners = [{", ".join(top)}]\n'


def found(text: str) -> list[str]:
    """Return the codes of findings above information."""
    said = Analysis.of(PFN, text).diagnostics()
    return [one.rule.slug for one in said if one.severity <= Severity.WARNING]


@pytest.mark.parametrize("seed", range(12))
def test_a_round_by_the_rules_is_clean(seed: int) -> None:
    assert found(str(Round(seed, 20 * seed))) == []


def mistakes() -> Iterator[tuple[str, str, str]]:
    """Key, wrong value, and the one rule that it breaks."""
    yield "TradeIndex", "7000", "trade-index-order"
    yield "TradeIndex", "1", "trade-index-repeated"
    yield "TradeIndex", "-1", "trade-index-low"
    yield "TradeIndex", '"x"', "wrong-type"
    yield "T", "-1.0", "time-negative"
    yield "Buyer", '"P9"', "unknown-player"
    yield "Card", '"S99"', "not-a-card"
    yield "Price", "-3", "price-negative"
    yield "Price", "true", "wrong-type"
    yield "Suit", '"Swords"', "unknown-suit"


@pytest.mark.parametrize(("key", "value", "slug"), list(mistakes()), ids=lambda part: part)
def test_one_mistake_is_one_message(key: str, value: str, slug: str) -> None:
    drawn = Round(3, 60)
    drawn.trades[30].values[key] = value
    said = [one for one in found(str(drawn)) if one != "time-order"]
    # An unknown buyer, or an unreadable card, leaves the owner of the card open. No finding may follow from it.
    assert said == [slug]


def test_a_seller_without_the_card_is_found_once() -> None:
    drawn = Round(5, 80)
    values = drawn.trades[40].values
    others = [f'"{player}"' for player in drawn.players]
    values["Seller"] = next(one for one in others if one not in {values["Seller"], values["Buyer"]})
    assert found(str(drawn)) == ["card-not-owned"]


def test_edits_in_trades_equal_a_full_check() -> None:
    """Also where the fold stops early: it must not stop too early."""
    rng = random.Random(1)
    text = str(Round(7, 200))
    analysis = Analysis.of(PFN, text)
    for _ in range(60):
        start = rng.randrange(len(text))
        end = start + rng.choice([0, 0, 1, 12])
        new = rng.choice(["", "1", "P2", '"', "\n", "[[Trades]]\n", "S1"])
        text = text[:start] + new + text[end:]
        analysis = checked(edit(analysis.document, start, end, new), analysis)
        check_analysis(analysis, text)


def test_state_at_a_trade_equals_a_replay() -> None:
    drawn = Round(9, 300)
    text = str(drawn)
    analysis = Analysis.of(PFN, text)
    assert isinstance(PFN, Pfn)
    for number in (1, 64, 65, 150, 300):
        head = Round(9, number)
        place = analysis.document.place_at(text.index(f"TradeIndex = {number}\n"))
        now = round_state(analysis, place, 1)
        assert {card: one.player for card, one in now.cards.owners.items()} == head.owners
        assert now.banks == head.banks
