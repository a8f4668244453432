"""What chance makes of many hands: deviation, N0 and the risk of ruin. No positions, no text.

The formulas are those for many bets that do not depend on each other (Schlesinger, "Blackjack Attack"; the risk of ruin is
that of a walk with drift).
"""

from __future__ import annotations

from math import exp, sqrt


def deviation(hands: float, won: float, squares: float) -> float | None:
    """The standard deviation of what some hands win together; None of fewer than two. `squares` is the sum of what each won, squared."""
    return sqrt(max(0.0, squares - won * won / hands)) if hands > 1 else None


def n0(hands: float, expected: float, deviation: float | None) -> float | None:
    """After how many hands what is expected is as much as a standard deviation; None where nothing is won in the long run."""
    if not deviation or expected <= 0:
        return None
    # Both are of all hands: the variance of one is a part of the whole, and so is what it wins.
    return hands * (deviation / expected) ** 2


def ruin(expected: float, deviation: float | None, bankroll: float) -> float | None:
    """How likely a bankroll is lost some time; None where nobody knows how wins are scattered."""
    if not deviation:
        return None
    return min(1.0, exp(-2 * bankroll * expected / deviation**2)) if expected > 0 else 1.0
