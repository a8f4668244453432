"""The table of expected values, against a player with bets and wins computed without kibitz."""

from __future__ import annotations

import json
from math import floor, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from command import kibitz as command
from kibitz.languages.bjn.game.shoe import SYSTEMS, count
from kibitz.languages.bjn.testing import DECK, Habits, Sensible, total

TAGS = {
    "hilo": {**dict.fromkeys("23456", 1), **dict.fromkeys("789", 0), **dict.fromkeys("tjqka", -1)},
    "ko": {**dict.fromkeys("234567", 1), **dict.fromkeys("89", 0), **dict.fromkeys("tjqka", -1)},
    "hiopt1": {**dict.fromkeys("3456", 1), **dict.fromkeys("2789a", 0), **dict.fromkeys("tjqk", -1)},
    "zen": {
        **dict.fromkeys("237", 1),
        **dict.fromkeys("456", 2),
        **dict.fromkeys("89", 0),
        "a": -1,
        **dict.fromkeys("tjqk", -2),
    },
}
DECKS = 6


class Counter:
    """One player who bets by the count, and writes each round down."""

    def __init__(self, seed: int, rounds: int, system: str = "hilo") -> None:
        rng, tags = Random(seed), TAGS[system]
        self.lines, self.won = list[str](), list[float]()
        shoe, running = list[str](), 0
        for _ in range(rounds):
            if len(shoe) < 60:
                shoe, running = DECK * DECKS, 0 if system != "ko" else 4 - 4 * DECKS
                rng.shuffle(shoe)
                self.lines.append("// shuffle")
            now = running if system == "ko" else floor(running / (len(shoe) / 52))
            bet = 10 * max(1, min(8, now))
            before = len(shoe)
            hand = Sensible(rng.randrange(2**32), 1, DECKS, Habits(True, True))
            hand.shoe = shoe
            played = hand.play()
            self.lines += [f"// bet {bet}", "|".join(played)]
            seen = [card for cards in (*hand.hands[0].values(), *hand.hands[1].values()) for card in cards]
            assert len(seen) == before - len(shoe)
            running += sum(tags[card[0]] for card in seen)
            self.won.append(bet * won(hand, played))

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def won(hand: Sensible, played: list[str]) -> float:
    """Return the win of a round in bets, by the cards alone."""
    doubled = {int(entry.split(".")[1]) for entry in played if entry[0] == "1" and entry.split(".")[2] == "!"}
    units = 0.0
    for number, cards in hand.hands[1].items():
        letter = hand.letter(1, cards)
        natural = total(cards) == 21 and len(cards) == 2 and 1 not in hand.split
        bet = 2 if number in doubled else 1.5 if natural and letter == "w" else 1
        units += bet * {"w": 1, "l": -1, "p": 0}[letter]
    return units


def expected(folder: Path, text: str, settings: str = "") -> list[dict[str, Any]]:
    """Return the rows of the table of expected values."""
    (folder / "life.bjn").write_text(text, "utf-8")
    (folder / "kibitz.toml").write_text(settings, "utf-8")
    (one,) = json.loads(command("stats", folder / "life.bjn", "--format", "json").text)
    return next(table["rows"] for table in one["tables"] if table["title"] == "Results and expectations")


@pytest.mark.parametrize("system", SYSTEMS)
def test_money_won_is_that_of_a_simulation(system: str, tmp_path: Path) -> None:
    life = Counter(3, 30, system)
    (row,) = expected(tmp_path, life.text, f'bjn.count = "{system}"\n')
    assert (row["in"], row["rounds"], row["won"]) == ("money", 30, pytest.approx(sum(life.won)))
    margin = 1.96 * 100 * stdev(life.won) / sqrt(30)
    assert row["won per 100"] == pytest.approx(100 * mean(life.won))
    assert row["± (95 %)"] == pytest.approx(margin, rel=1e-6)


def test_few_rounds_have_no_margin(tmp_path: Path) -> None:
    (row,) = expected(tmp_path, Counter(3, 29, next(iter(SYSTEMS))).text)
    assert (row["rounds"], row["± (95 %)"]) == (29, None)


def test_expectation_differs_from_wins_by_chance_only(tmp_path: Path) -> None:
    """Play 400 rounds, enough to see an expectation that is wrong by a sixth of a bet."""
    rng = Random(8)
    lines = ["|".join(Sensible(rng.randrange(2**32), 1, 6, Habits(True, True)).play()) for _ in range(400)]
    rows = expected(tmp_path, "\n".join(lines) + "\n")
    assert {row["in"] for row in rows} == {"bets"}
    # A round scatters by some 1.15 bets.
    assert abs(sum(row["won"] - row["expected"] for row in rows)) < 2.5 * 1.15 * sqrt(400)


def test_ways_to_count() -> None:
    cards = [card for card in DECK for _ in range(DECKS)]
    for name, system in SYSTEMS.items():
        assert {rank: system.tags[rank] for rank in TAGS[name]} == TAGS[name]
        assert count(cards, DECKS, system).running == (4 if name == "ko" else 0)
    assert str(count(["5c"], 2, SYSTEMS["ko"])) == "count −3"
    assert count(["5c", "ts"], 2, SYSTEMS["zen"]) == (0, 0)
