"""One mistake is one finding: single mutations of legal rounds give a second error or warning at most once in twenty."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.pfn.testing import Round

PFN = load("pfn")
PLAYERS = ("P1", "P2", "P3", "P4")
SUITS = ("Spades", "Clubs", "Hearts", "Diamonds")
KEYS = ("TradeIndex", "T", "Buyer", "Seller", "Suit", "Card", "Price")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"


class Mutations:
    """Mistakes of people, each once, in a legal round."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.text = Round(self.rng, self.rng.choice([12, 20, 40])).written()
        self.lines = self.text.split("\n")

    def all(self) -> Iterator[tuple[str, str]]:
        for kind, text in (*self._lines(), *self._headers(), *self._trades(), *self._deck(), *self._result()):
            if text != self.text:
                yield kind, text

    def _with(self, number: int, *new: str) -> str:
        return "\n".join([*self.lines[:number], *new, *self.lines[number + 1 :]])

    def _lines(self) -> Iterator[tuple[str, str]]:
        at = self.rng.choice([n for n, line in enumerate(self.lines) if " = " in line])
        line = self.lines[at]
        key, value = line.split(" = ", 1)
        yield "line lost", self._with(at)
        yield "line twice", self._with(at, line, line)
        yield "no equals sign", self._with(at, f"{key} {value}")
        yield "no value", self._with(at, f"{key} = ")
        yield "small key", self._with(at, f"{key.lower()} = {value}")
        yield "blank of a web page", self._with(at, f"{key}\u00a0= {value}")
        yield "conflict", self._with(at, "<<<<<<< ours", line, "=======", line, ">>>>>>> theirs")
        place = self.rng.randrange(len(key))
        yield "letter of a key", self._with(at, f"{key[:place]}{key[place + 1 :]} = {value}")
        if value.startswith('"'):
            yield "no closing quote", self._with(at, line[:-1])
            yield "no quotes", self._with(at, f"{key} = {value[1:-1]}")
            yield "curly quotes", self._with(at, f"{key} = “{value[1:-1]}”")
        elif value[0].isdigit():
            yield "quoted number", self._with(at, f'{key} = "{value}"')
            yield "currency", self._with(at, f"{key} = ${value}")
            yield "negative", self._with(at, f"{key} = -{value}")

    def _headers(self) -> Iterator[tuple[str, str]]:
        at = self.rng.choice([n for n, line in enumerate(self.lines) if line.startswith("[")])
        name = self.lines[at]
        yield "header lost", self._with(at)
        yield "header twice", self._with(at, name, name)
        yield "header not closed", self._with(at, name.rstrip("]"))
        yield "small header", self._with(at, name.lower())
        yield "other brackets", self._with(at, name[1:-1] if name.startswith("[[") else f"[{name}]")

    def _trades(self) -> Iterator[tuple[str, str]]:
        rng, heads = self.rng, [n for n, line in enumerate(self.lines) if line == "[[Trades]]"]
        at = rng.choice(heads[:-1])
        place = {key: at + 1 + number for number, key in enumerate(KEYS)}
        value = {key: self.lines[place[key]].split(" = ")[1].strip('"') for key in KEYS}
        others = [player for player in PLAYERS if player not in {value["Buyer"], value["Seller"]}]

        def changed(key: str, new: object) -> str:
            written = f'"{new}"' if isinstance(new, str) else new
            return self._with(place[key], f"{key} = {written}")

        both = list(self.lines)
        both[place["Buyer"]], both[place["Seller"]] = (
            f'Buyer = "{value["Seller"]}"',
            f'Seller = "{value["Buyer"]}"',
        )
        yield "buyer and seller swapped", "\n".join(both)
        yield "another buyer", changed("Buyer", rng.choice(others))
        yield "another seller", changed("Seller", rng.choice(others))
        yield "nobody buys", changed("Buyer", "P9")
        yield "to oneself", changed("Buyer", value["Seller"])
        yield "another suit", changed("Suit", rng.choice([suit for suit in SUITS if suit != value["Suit"]]))
        yield "another card", changed("Card", f"{value['Card'][0]}{rng.randint(1, 8)}")
        yield "no card", changed("Card", "X1")
        yield "another price", changed("Price", int(value["Price"]) + rng.randint(1, 5))
        yield "much too late", changed("T", 99999)
        yield "another number", changed("TradeIndex", rng.randint(200, 300))
        lines, behind = self.lines, heads[heads.index(at) + 1]
        yield "trade lost", "\n".join([*lines[:at], *lines[behind:]])
        yield "trade twice", "\n".join([*lines[:behind], *lines[at:behind], *lines[behind:]])
        yield "empty list", f"Trades = []\n\n{self.text}"

    def _deck(self) -> Iterator[tuple[str, str]]:
        sizes = [n for n, line in enumerate(self.lines) if line.partition(" = ")[0] in SUITS]
        one, other = self.rng.sample(sizes, 2)
        both = list(self.lines)
        (first, many), (second, few) = (both[at].split(" = ") for at in (one, other))
        both[one], both[other] = f"{first} = {few}", f"{second} = {many}"
        yield "sizes swapped", "\n".join(both)
        yield "size one more", self._with(one, f"{first} = {int(many) + 1}")
        at = next(n for n, line in enumerate(self.lines) if line.startswith('P2 = "'))
        cards = self.lines[at][6:-1].split(",")
        of_another = self.lines[at - 1][6:].partition(",")[0]
        yield "card missing", self._with(at, f'P2 = "{",".join(cards[1:])}"')
        yield "card of another", self._with(at, f'P2 = "{",".join([of_another, *cards[1:]])}"')
        yield "no such card", self._with(at, f'P2 = "{",".join([cards[0][0] + "13", *cards[1:]])}"')

    def _result(self) -> Iterator[tuple[str, str]]:
        at = self.rng.choice([n for n, line in enumerate(self.lines) if "_FinalBank" in line])
        key, bank = self.lines[at].split(" = ")
        yield "another bank", self._with(at, f"{key} = {int(bank) + self.rng.choice([-10, -1, 1, 7, 100])}")
        yield "bank misspelt", self._with(at, f"{key.replace('Bank', 'bank')} = {bank}")
        at = next(n for n, line in enumerate(self.lines) if line.startswith("Winners"))
        loser = self.rng.choice([player for player in PLAYERS if player not in self.lines[at]])
        yield "another winner", self._with(at, f'Winners = ["{loser}"]')


def wrong(text: str) -> list[str]:
    found = Analysis.of(PFN, text).diagnostics()
    return [one.rule.slug for one in found if one.severity <= Severity.WARNING]


def test_one_mistake_is_one_finding() -> None:
    kinds: dict[str, list[int]] = {}
    for seed in range(12 if LONG else 6):
        mutations = Mutations(seed)
        assert wrong(mutations.text) == []
        for kind, text in mutations.all():
            kinds.setdefault(kind, []).append(len(wrong(text)))
    counts = [count for some in kinds.values() for count in some]
    several = {kind: some for kind, some in kinds.items() if max(some) > 1}
    assert sum(count > 1 for count in counts) <= len(counts) / 20, several
    # Some are invisible: a card of the same owner, a number in quotes of a title.
    assert sum(count == 0 for count in counts) <= len(counts) / 12


def test_extra_chip_is_found_at_its_bank() -> None:
    """By both payout rules, at each bank."""
    for seed in range(8):
        standard = Round(random.Random(seed), 20).written()
        for text in (standard, flat(standard)):
            assert [one for one in wrong(text) if one != "winner-bank"] == []
            for place in re.finditer(r"_FinalBank = (\d+)", text):
                changed = f"{text[: place.start(1)]}{int(place[1]) + 1}{text[place.end(1) :]}"
                [found] = [
                    one for one in Analysis.of(PFN, changed).diagnostics() if one.rule.slug == "bank-differs"
                ]
                assert found.severity is Severity.WARNING
                assert found.span.start == place.start(1)
                assert "has 1 more" in found.message


def flat(text: str) -> str:
    """The round as a table pays that takes no ante, and 100 chips for the most goal cards."""
    players = len(re.findall(r"_FinalBank", text))
    deal = dict(re.findall(r'(?m)^(P\d) = "(.*)"', text))
    held = {player: cards.split(",") for player, cards in deal.items()}
    for buyer, seller, card in re.findall(
        r'Buyer = "(.*)"\nSeller = "(.*)"\nSuit = ".*"\nCard = "(.*)"', text
    ):
        held[seller].remove(card)
        held[buyer].append(card)
    nets = dict.fromkeys(held, 0)
    for buyer, seller, price in re.findall(
        r'Buyer = "(.*)"\nSeller = "(.*)"\nSuit = ".*"\nCard = ".*"\nPrice = (\d+)', text
    ):
        nets[buyer] -= int(price)
        nets[seller] += int(price)
    goal = re.findall('GoalSuit = "(.)', text)[0]
    counts = {player: sum(card[0] == goal for card in cards) for player, cards in held.items()}
    most = [player for player in counts if counts[player] == max(counts.values())]
    for player in held:
        bank = round(350 + nets[player] + (100 / len(most) if player in most else 0))
        text = re.sub(rf"{player}_FinalBank = \d+", f"{player}_FinalBank = {bank}", text)
    assert players == len(held)
    return re.sub(
        "Winners = .*", f"Winners = [{', '.join(f'{chr(34)}{one}{chr(34)}' for one in most)}]", text
    )
