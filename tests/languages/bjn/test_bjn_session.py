"""The numbers of a session, as a library."""

from __future__ import annotations

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.languages.bjn.features.rows import hands
from kibitz.languages.bjn.game.session import (
    Seat,
    Session,
    bankrolls,
    drawdown,
    of_hand,
    played,
    together,
)  # fmt: skip
from kibitz.languages.bjn.game.shoe import count
from kibitz.languages.bjn.language import LANGUAGE


def session(text: str, *, weighed: bool = False) -> Session:
    return together(of_hand(setup, entries, weighed=weighed) for setup, entries in LANGUAGE.hands(text))


def test_bets_are_weighed() -> None:
    """A blackjack pays 3:2 or 6:5, a double counts twice, and each hand of a split counts on its own."""
    found = session(
        "{1.52}|1.1..as.|0.1...?|1.1..kd._|0.1..9c.|0.1.%.8c._|[w]\n"
        "{1.52}|1.1..5s.|0.1...?|1.1..6d.|0.1..9c.|1.1.!.5h._|0.1.%.8c._|[l]\n"
        "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ts._|1.2.^.3s.|1.2.!.td._|0.1.%.8c._|[w/w]\n"
        "{1.52}|1.1..9s.|0.1...?|1.1..9d._|0.1..6c.|0.1.%.8c.|0.1.^.td.#|[w]\n"
    )
    (seat,) = found.seats
    assert (found.hands, found.dealer_busts, seat.hands) == (4, 1, 5)
    assert (seat.won, seat.lost, seat.pushed) == (4, 1, 0)
    assert (seat.naturals, seat.busts, seat.doubles, seat.splits) == (1, 0, 2, 1)
    assert (seat.units, seat.units_6_5) == pytest.approx((1.5 - 2 + 1 + 2 + 1, 1.2 - 2 + 1 + 2 + 1))


STOOD_ON_11 = "{1.312}|1.1..8s.|0.1...?|1.1..3d.|0.1..6c.|1.1..._|0.1.%.tc.|0.1.^.9s.#|[w]"
HIT_AND_STOOD = "{1.312}|1.1..as.|0.1...?|1.1..7d.|0.1..tc.|1.1.^.3d._|0.1.%.tc._|[w]"


def test_losses_against_the_best_play() -> None:
    assert session(STOOD_ON_11).seats[0].given_away == 0
    assert session(STOOD_ON_11, weighed=True).seats[0].given_away == pytest.approx(0.83, abs=0.01)


def test_deviations_from_basic_strategy() -> None:
    (seat,) = session("\n".join([STOOD_ON_11, HIT_AND_STOOD, STOOD_ON_11])).seats
    assert (seat.decisions, seat.mistakes) == (1 + 1 + 1, 2)
    hands = LANGUAGE.hands("\n".join([STOOD_ON_11, HIT_AND_STOOD, STOOD_ON_11]))
    found = [one for hand in hands for one in played(*hand).decisions if one.chosen != one.advised]
    assert [(one.situation, one.chosen, one.advised, one.kind) for one in found] == [
        ("11 against 6", "_", "!", "double")
    ] * 2
    assert sum(one.cost for one in found) == pytest.approx(2 * 0.83, abs=0.02)


def test_the_bankroll() -> None:
    lost = "{1.52}|1.1..5s.|0.1...?|1.1..6d.|0.1..9c.|1.1.!.5h._|0.1.%.8c._|[l]"
    won = "{2.52}|1.1..9s.|2.1..5s.|0.1...?|1.1..9d._|2.1..5d.|0.1..6c.|2.1..._|0.1.%.8c.|0.1.^.td.#|[w,w]"
    one, other = bankrolls(of_hand(*hand).seats for hand in LANGUAGE.hands("\n".join([won, lost, lost, won])))
    assert one == [1, -1, -3, -2]
    assert drawdown(one) == 4
    assert other == [1, 2]


def test_hands_without_an_outcome_may_count() -> None:
    assert session("{1.52}|1.1..9s.|0.1...?|1.1..9d._|0.1..6c.|0.1.%.8c.|0.1.^.td.#").seats == (
        Seat(won=1, units=1.0, units_6_5=1.0),
    )
    assert session("{1.52}|1.1..9s.|0.1...?") == Session(unfinished=1)


def test_empty_seat_has_no_numbers() -> None:
    """A surrender also costs half a bet, and a blackjack wins 1.2 if the setup says so."""
    text = "{4.312.surr.6to5}|2.1..ks.|4.1..as.|0.1...?|2.1..6d.|4.1..kd._|0.1..9c.|2.1..._|0.1.%.8c._|[r,w]"
    nobody, one, nobody_either, other = session(text).seats
    assert nobody == nobody_either == Seat()
    assert (one.surrendered, one.units, one.decisions, one.mistakes) == (1, -0.5, 1, 0)
    assert other.won == 1
    assert other.units == pytest.approx(1.2)
    roll, *_ = bankrolls(of_hand(*hand).seats[1:2] for hand in LANGUAGE.hands(text))
    assert roll == [-0.5]


def test_money_follows_bets_and_insurance() -> None:
    """The figures come from a count by hand: even money for a blackjack, a double, a lost insurance and a won one."""
    text = (
        "// bet 10, 20\n{2.52}|1.1..as.|2.1..5s.|0.1...?|1.1..kd._|2.1..6d.|0.1..ac.|2.1.!.5h._|0.1.%.8c._|[w,l]"
        " // even money 1\n// insurance 2\n{2.52}\n1.1..9s. // bet 50\n2.1..5s.\n0.1...?\n1.1..9d.\n2.1..6d. // insurance\n"
        "0.1..ac.\n0.1.%.kc._\n[l,l]\n"
    )
    analysis = Analysis.of(LANGUAGE, text)
    first, second = (one.played.seats for one in hands(analysis))
    assert [(one.units, one.staked, one.money) for one in first] == [(1, 10, 10), (-2, 40, -40)]
    assert [(one.units, one.staked, one.money, one.insured) for one in second] == [
        (-1, 50, -50, 0),
        (0, 0, 0, 1),
    ]
    (other,) = hands(Analysis.of(LANGUAGE.tailored(Preferences({"bjn.unit": 25})), STOOD_ON_11))
    assert other.played.seats[0][-5:-2] == (0, 25, 25)


def test_the_count() -> None:
    found = count(["2s", "6d", "7c", "th", "as", "5s"], 1)
    assert found.running == 1
    assert found.true == pytest.approx(1 / (46 / 52))
    assert str(count(["th"] * 26, 2)) == "count −26, true −17.3"
