"""Statistics of a life against a counter whose bets, counts and wins are known: it plays, counts and sums up without kibitz."""

from __future__ import annotations

import json
from math import exp, floor, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from command import kibitz as command
from kibitz.languages.bjn.game.counting import SYSTEMS, count
from kibitz.languages.bjn.game.life import deviation, n0, ruin
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
        self.lines, self.won, self.bets, self.counts = (
            ["// time 23:30"],
            list[float](),
            list[int](),
            list[int](),
        )
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
            self.counts.append(now)
            self.bets.append(bet)
            self.won.append(bet * won(hand, played))
        self.lines.append("// time 1:00")

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def won(hand: Sensible, played: list[str]) -> float:
    """What a round won, in bets, by the cards alone."""
    doubled = {int(entry.split(".")[1]) for entry in played if entry[0] == "1" and entry.split(".")[2] == "!"}
    units = 0.0
    for number, cards in hand.hands[1].items():
        letter = hand.letter(1, cards)
        natural = total(cards) == 21 and len(cards) == 2 and 1 not in hand.split
        bet = 2 if number in doubled else 1.5 if natural and letter == "w" else 1
        units += bet * {"w": 1, "l": -1, "p": 0}[letter]
    return units


def said(folder: Path, text: str, settings: str = "") -> dict[str, list[dict[str, Any]]]:
    (folder / "life.bjn").write_text(text, "utf-8")
    (folder / "kibitz.toml").write_text(settings, "utf-8")
    (one,) = json.loads(command("stats", folder / "life.bjn", "--format", "json").text)
    return {table["title"]: table["rows"] for table in one["tables"]}


LIFE, COUNTS = "What was expected, and what chance made of it", "Bets by the count before the round"
INDICES = "Plays by the count (Illustrious 18, Fab 4)"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_life_is_summed_up_as_its_simulation_knows_it(system: str, tmp_path: Path) -> None:
    life = Counter(3, 30, system)
    found = said(tmp_path, life.text, f'bjn.count = "{system}"\nbjn.bankroll = 100000\n')
    (row,) = found[LIFE]
    assert (row["in"], row["rounds"], row["won"]) == ("money", 30, pytest.approx(sum(life.won)))
    assert row["deviation"] == pytest.approx(sqrt(30) * pstdev(life.won))
    assert row["an hour"] == pytest.approx(30 / 1.5)
    assert row["won an hour"] == pytest.approx(sum(life.won) / 1.5)
    each = row["expected"] / 30
    if each > 0:
        assert row["N0"] == pytest.approx((pstdev(life.won) / each) ** 2, rel=1e-4)
    risk = exp(-2 * each * 100_000 / pstdev(life.won) ** 2) if each > 0 else 1
    assert row["risk of ruin"] == pytest.approx(risk, abs=1e-5)
    for line in found[COUNTS]:
        own = [at for at, now in enumerate(life.counts) if now == line["count"]]
        assert line["rounds"] == len(own)
        assert line["bet"] == pytest.approx(fmean(life.bets[at] for at in own), abs=1e-5)
        assert line["won"] == pytest.approx(sum(life.won[at] for at in own))
    assert sum(line["rounds"] for line in found[COUNTS]) == 30


def test_what_is_expected_is_what_is_won_but_for_chance(tmp_path: Path) -> None:
    """Of 400 rounds; an expectation that is wrong by a sixth of a bet would be seen."""
    rng = Random(8)
    lines = ["|".join(Sensible(rng.randrange(2**32), 1, 6, Habits(True, True)).play()) for _ in range(400)]
    rows = said(tmp_path, "\n".join(lines) + "\n")[LIFE]
    luck = sum(row["won"] - row["expected"] for row in rows)
    assert abs(luck) < 2.5 * sqrt(sum(row["deviation"] ** 2 for row in rows))
    assert {row["in"] for row in rows} == {"bets"}
    assert all(row["an hour"] is None and row["risk of ruin"] is None for row in rows)


# A shoe from which only low cards have gone: the true count is high, and a ten more is likely
LOW = "{1.52}|1.1..2s.|0.1...?|1.1..3s.|0.1..4s.|1.1.^.5s.|1.1.^.6s._|0.1.%.3d.|0.1.^.4d.|0.1.^.6d._|[w]\n"


@pytest.mark.parametrize(
    ("hand", "index", "missed"),
    [
        ("{1.52}|1.1..ts.|0.1...?|1.1..6c.|0.1..th.|1.1..._", "16 against 10: standing from 0 on", 0),
        ("{1.52}|1.1..ts.|0.1...?|1.1..6c.|0.1..th.|1.1.^.5h._", "16 against 10: standing from 0 on", 1),
        ("{1.52}|1.1..ts.|0.1...?|1.1..2c.|0.1..3h.|1.1..._", "12 against 3: standing from +2 on", 0),
        ("{1.52}|1.1..9s.|0.1...?|1.1..3c.|0.1..6h.|1.1.^.9d._", "12 against 6: standing from −1 on", 1),
        (
            "{1.52}|1.1..ts.|0.1...?|1.1..kc.|0.1..5h.|1.1..._",
            "a pair of tens against 5: a split from +5 on",
            1,
        ),
        ("{1.52.surr}|1.1..ts.|0.1...?|1.1..5c.|0.1..9h.|1.1..._", "15 against 9: a surrender from +2 on", 1),
        (
            "{1.52.surr}|1.1..ts.|0.1...?|1.1..5c.|0.1..9h.|1.1..._|0.1.%.9d._|[r]",
            "15 against 9: a surrender from +2 on",
            0,
        ),
    ],
)
def test_indices(hand: str, index: str, missed: int, tmp_path: Path) -> None:
    (row,) = said(tmp_path, f"// shoe\n{LOW}{hand}\n")[INDICES]
    assert (row["index"], row["missed"], row["times"]) == (index, missed, 1)


def test_an_insurance_goes_by_the_count(tmp_path: Path) -> None:
    hand = "{1.52}|1.1..ts.|0.1...?|1.1..kc.|0.1..ah.|1.1..._|0.1.%.9d._|[p]"
    taken, not_taken = (
        said(tmp_path, f"// shoe\n{LOW}{hand}{more}\n{LOW}").get(INDICES) for more in (" // insurance", "")
    )
    assert taken == [{"index": "insurance: from +3 on", "given away": 0, "missed": 0, "times": 1}]
    assert not not_taken


def test_numbers_that_are_known() -> None:
    """A coin that wins 51 of 100: N0 is 2,499, and 100 bets are lost with e^−4."""
    squares, hands, wins = 10_000.0, 10_000, 200.0
    spread = deviation(hands, wins, squares)
    assert spread == pytest.approx(sqrt(10_000 * (1 - 0.02**2)))
    assert n0(hands, wins, spread) == pytest.approx(2499)
    assert ruin(wins, spread, 100) == pytest.approx(exp(-4 / (1 - 0.0004)))
    assert deviation(1, 1, 1) is None
    assert n0(hands, -1, spread) is None
    assert ruin(-1, spread, 100) == 1


def test_ways_to_count() -> None:
    cards = [card for card in DECK for _ in range(DECKS)]
    for name, system in SYSTEMS.items():
        assert {rank: system.tags[rank] for rank in TAGS[name]} == TAGS[name]
        assert count(cards, DECKS, system).running == (4 if name == "ko" else 0)
    assert str(count(["5c"], 2, SYSTEMS["ko"])) == "count −3"
    assert count(["5c", "ts"], 2, SYSTEMS["zen"]) == (0, 0)
