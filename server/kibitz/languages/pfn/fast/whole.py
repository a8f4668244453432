"""Whole records in their usual form in which nothing is wrong, told from their texts alone.

An archive is thousands of short records, most of them clean. What is read of one here is read as everywhere, and judged
by the same rules of the game. Whatever is unusual is left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import lt
from typing import Any, NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.pfn.check.outcome import Outcome, end_of, wrong_banks
from kibitz.languages.pfn.check.result import most_lost
from kibitz.languages.pfn.check.tally import amount, milli
from kibitz.languages.pfn.fast import form
from kibitz.languages.pfn.fast.setup import Said, Setup, UnusualError, number, read_into, sure
from kibitz.languages.pfn.game.figgie import Number, chips, facts, suit_names
from kibitz.languages.pfn.game.payout import most_goal_cards
from kibitz.languages.pfn.text.tables import Path

Lines = Sequence[str]
"""The lines of one key in all trades."""


def found(text: str, rules: Rules, payout: str) -> Sequence[Diagnostic] | None:
    """What there is to say of a record: that somebody owed chips or that whoever had most goal cards lost, or nothing.

    None: that is not known.
    """
    try:
        small, trades = _split(text.replace("\r\n", "\n"), rules)
        round_ = _Round(Setup(small), trades)
        end = round_.end(payout)
        said = [_owes(text, rules, debt) for debt in round_.debts(milli(end.rule.stake(len(end.banks))))]
        if not round_.setup.winners & set(most_goal_cards(end.paid)):
            said.append(most_lost(rules, _winners(text), end))
        return sorted(said, key=lambda one: one.span)
    except UnusualError:
        return None


def _winners(text: str) -> Span:
    """Where the winners stand: behind the only line that begins so."""
    places = [place.end() for place in re.finditer(r"(?m)^[ \t]*Winners[ \t]*=[ \t]*", text)]
    sure(len(places) == 1)
    return Span(places[0], text.index("]", places[0]) + 1)


class _Debt(NamedTuple):
    """That the trade with a number leaves its buyer a bank below zero, in thousandths."""

    number: int
    player: str
    bank: int


def _owes(text: str, rules: Rules, debt: _Debt) -> Diagnostic:
    """Who owes chips since which price."""
    sure("\r" not in text)
    header = f"\n{form.HEADER}\n"
    before = f"\n{text}".split(header, debt.number)
    # What stands before the text counts for the line end in front of the first line.
    at = sum(map(len, before[:-1])) + len(header) * debt.number - 1
    lines = before[-1].split("\n", form.KEYS)
    at += sum(len(line) + 1 for line in lines[: form.KEYS - 1])
    place = Span(*form.place("Price", lines[form.KEYS - 1])).shifted(at)
    return rules["bank-below-zero"].at(*place, player=debt.player, bank=chips(amount(debt.bank)))


def _split(text: str, rules: Rules) -> tuple[dict[Path, Said], Sequence[Any]]:
    """The small tables by their paths, and the lines of the trades, key by key."""
    sure("\\" not in text)
    before, *trades = f"\n{text}\n".split(f"\n{form.HEADER}\n")
    rows = [trade.split("\n", form.KEYS) for trade in trades]
    sure(min(map(len, rows), default=0) > form.KEYS)
    *columns, behind = zip(*rows, strict=True)
    small: dict[Path, Said] = {}
    for others in (before, *behind):
        if others:
            read_into(small, others, rules)
    return small, columns


class _Round:
    """A round, from its deal to its end. Each step raises :class:`UnusualError` where anything may have to be said."""

    def __init__(self, setup: Setup, trades: Sequence[Lines]) -> None:
        self.setup = setup
        self.nets = dict.fromkeys(setup.players, 0)
        """What each player has gained, in thousandths of chips."""
        self.low = 0
        """The least that anybody had gained on the way."""
        self.trades = trades
        self.count, self.time = self._trade(trades, setup.duration)

    def _trade(self, trades: Sequence[Lines], end: Number) -> tuple[int, Number]:
        """How many trades there are, and when the last one was."""
        numbers, at, buyers, sellers, suits, cards, prices = trades
        times = [-1.0, *map(form.time, at)]
        sure([*map(form.index, numbers)] == [*range(1, len(at) + 1)])
        sure(all(map(lt, times, times[1:])) and times[-1] <= end)
        owners, nets, low = self.setup.owners, self.nets, 0
        for buyer, seller, sold, price in zip(
            map(form.buyer, buyers), map(form.seller, sellers), map(form.sold, suits, cards), map(form.price, prices),
            strict=True,
        ):  # fmt: skip
            card = sold.card
            if owners.get(card) != seller or buyer == seller or buyer not in nets or not price:
                raise UnusualError
            owners[card] = buyer
            nets[seller] += price
            left = nets[buyer] = nets[buyer] - price
            if left < low:
                low = left
        self.low = low
        return len(at), times[-1]

    def debts(self, stake: int) -> Iterator[_Debt]:
        """The first trade of each player that takes a bank below zero; all begin with `stake` thousandths."""
        if stake + self.low >= 0:
            return
        _, _, buyers, sellers, _, _, prices = self.trades
        moves = [
            *zip(map(form.buyer, buyers), map(form.seller, sellers), map(form.price, prices), strict=True)
        ]
        for player in self.nets:
            bank = stake
            for nth, (buyer, seller, price) in enumerate(moves, start=1):
                bank += price * ((seller == player) - (buyer == player))
                if bank < 0 and buyer == player:
                    yield _Debt(nth, player, bank)
                    break

    def end(self, payout: str) -> Outcome:
        """The result, by one of the ways to pay for goal cards."""
        setup = self.setup
        letter = suit_names()[setup.goal].letter
        held = dict.fromkeys(setup.players, 0)
        for card, player in setup.owners.items():
            held[player] += card[0] == letter
        nets = {player: amount(net) for player, net in self.nets.items()}
        rules = [rule for rule in facts().payouts if payout in {"detect", rule.name}]
        ends = (end_of(rule, held, nets) for rule in rules)
        end = next((one for one in ends if not wrong_banks(setup.banks, one.banks)), None)
        if end is None:
            raise UnusualError
        most = max(setup.banks.values())
        richest = {player for player, bank in setup.banks.items() if bank == most}
        sure(setup.winners == (richest if end.rule.ante else set(most_goal_cards(end.paid))))
        self._counts(setup.result, held)
        return end

    def _counts(self, result: Said, held: Mapping[str, int]) -> None:
        """What programs add to the result."""
        sure(result.get("TradeCount", self.count) == self.count)
        sure(number(result.get("FinalTradingTime", self.time)) >= self.time)
        counts = self.setup.small.get(("Result", "GoalCounts"), {})
        sure(all(held.get(player) == count for player, count in counts.items()))
