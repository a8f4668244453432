"""Hands of blackjack by the rules of a house, dealt and played without kibitz; each knows which other rules it breaks."""

from __future__ import annotations

from kibitz.languages.bjn.testing import Cards, Player, total

DOUBLES = {"d9": (9, 10, 11), "d10": (10, 11)}
HANDS = {"sp2": 2, "sp3": 3, "sp4": 4}


class AtHouse(Player):
    """A player by some rules, at a table with empty seats."""

    def __init__(self, seed: int, rules: tuple[str, ...]) -> None:
        super().__init__(seed)
        self.rules = frozenset(rules)
        self.entries = [".".join([self.entries[0].strip("}"), *rules]) + "}"]
        some = [seat for seat in range(1, self.players + 1) if self.rng.random() < 0.7]
        self.held = some or [1]
        self.surrendered: set[int] = set()
        self.broken: set[str] = set()
        """Rules by which the hand could not have been played."""

    def play(self) -> list[str]:
        for second in (False, True):
            for seat in self.held:
                self.deal(seat, second)
            if not (second and "nohole" in self.rules):
                self.deal(0, second)
        shows = "nohole" not in self.rules and total(self.hands[0][1]) == 21 and self.peeks()
        if shows:
            self.entries.append(f"0.1.%.{self.hands[0][1][0]}._")
        else:
            for seat in self.held:
                self.seat(seat)
            self.dealer()
        letters = [
            "/".join(self.letter(seat, cards) for _, cards in sorted(self.hands[seat].items()))
            for seat in self.held
        ]
        self.entries.append(f"[{','.join(letters)}]")
        return self.entries

    def peeks(self) -> bool:
        return "nopeek" not in self.rules and ("peek" in self.rules or super().peeks())

    def deal(self, seat: int, second: bool) -> None:
        if seat or "nohole" not in self.rules:
            super().deal(seat, second)
            self.broken |= {"nohole"} if not seat and not second else set()
        else:
            self.hands[0][1].append(self.shoe.pop())
            self.entries.append(f"0.1..{self.hands[0][1][0]}.")

    def may_split(self, seat: int, cards: Cards) -> bool:
        limits = [most for rule, most in HANDS.items() if rule in self.rules]
        again = seat in self.split and cards[0][0] == "a" and "norsa" in self.rules
        return super().may_split(seat, cards) and not again and len(self.hands[seat]) < min(limits, default=4)

    def wants_split(self, cards: Cards) -> bool:
        return self.rng.random() < 0.9

    def hand(self, seat: int, number: int, cards: Cards) -> None:
        head, split = f"{seat}.{number}.", seat in self.split
        hands = len(self.hands[seat])
        self.broken |= {rule for rule, most in HANDS.items() if hands > most}
        if split and cards[0][0] == "a" and "one" in self.rules:
            if len(cards) == 1:
                cards.append(self.shoe.pop())
                self.entries.append(f"{head}^.{cards[-1]}.{self.rng.choice(['', '_'])}")
            elif self.rng.random() < 0.5:
                self.entries.append(f"{head}.._")
            return
        gives_up = self.rules & {"surr", "esurr"} and not split and self.rng.random() < 0.3
        if gives_up:
            self.surrendered.add(seat)
            self.entries.append(f"{head}.._")
            return
        drawn, had = len(self.entries), len(cards)
        super().hand(seat, number, cards)
        actions = [entry.split(".")[2] for entry in self.entries[drawn:]]
        if split and cards[0][0] == "a":
            more = "!" in actions or (actions.count("^") > (2 - had))
            self.broken |= {"one"} if more else set()

    def wants_double(self, cards: Cards) -> bool:
        """Also notes by which other rules it could not be."""
        split = len(self.entries) > 0 and self.seat_split
        allowed = all(total(cards) in DOUBLES[rule] for rule in self.rules & DOUBLES.keys())
        if not allowed or (split and self.rules & {"nodas"}) or not super().wants_double(cards):
            return False
        self.broken |= {rule for rule, totals in DOUBLES.items() if total(cards) not in totals}
        self.broken |= {"nodas"} if split else set()
        return True

    def seat(self, seat: int) -> None:
        self.acting = seat
        super().seat(seat)

    @property
    def seat_split(self) -> bool:
        return self.acting in self.split

    def contested(self) -> bool:
        hands = {seat: self.hands[seat] for seat in self.held if seat not in self.surrendered}
        return any(
            total(cards) <= 21 and not self.natural(seat, cards)
            for seat, own in hands.items()
            for cards in own.values()
        )

    def natural(self, seat: int, cards: Cards) -> bool:
        return total(cards) == 21 and len(cards) == 2 and seat not in self.split

    def dealer(self) -> None:
        cards, live = self.hands[0][1], self.contested()
        if "nohole" in self.rules:
            natural = any(self.natural(seat, self.hands[seat][1]) for seat in self.held)
            if not live and not (natural and cards[0][0] in "tjqka"):
                return
        else:
            self.entries.append(f"0.1.%.{cards[0]}.{'' if live and self.draws(cards) else '_'}")
        while len(cards) < 2 or (live and self.draws(cards)):
            cards.append(self.shoe.pop())
            more = live and self.draws(cards)
            self.entries.append(f"0.1.^.{cards[-1]}.{'#' if total(cards) > 21 else '' if more else '_'}")

    def draws(self, cards: Cards) -> bool:
        soft = total(cards) - sum(1 if card[0] == "a" else total([card]) for card in cards) == 10
        return total(cards) < 17 or (total(cards) == 17 and soft and "h17" in self.rules)

    def letter(self, seat: int, cards: Cards) -> str:
        if seat in self.surrendered:
            late = total(self.hands[0][1]) == 21 and len(self.hands[0][1]) == 2 and "esurr" not in self.rules
            return "l" if late else "r"
        return super().letter(seat, cards)
