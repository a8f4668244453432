"""The replay of a hand, as a library."""

from __future__ import annotations

import doctest

import pytest

from folders import RECORDS
from kibitz.core.document import Document
from kibitz.languages.bjn.game import play as playing
from kibitz.languages.bjn.game.model import DECK, PIPS, Entry, Event, Hand, Setup, Split, Table
from kibitz.languages.bjn.game.play import (
    begin,
    bust_chance,
    finished,
    left_by_value,
    left_in_shoe,
    legal_actions,
    outcome,
    play,
    result,
    tables,
    turn,
)
from kibitz.languages.bjn.language import LANGUAGE as BJN


def hand(*cards: str, split: bool = False, mark: str = "") -> Hand:
    """Return a player's hand of some cards."""
    table = begin(Setup(1, 520))
    for card in cards:
        table = play(table, Event(1, 1, "^", card))
    found = table.hand(1, 1)
    assert found is not None
    return found._replace(split=split, ended=mark or found.ended)


def example() -> list[Entry]:
    text = (RECORDS / "compact.bjn").read_text("utf-8")
    sheet = BJN.parsed(Document.open(BJN, text).place_at(0).chunk.text).value
    return [entry for placed in sheet.entries if (entry := placed.item.value) is not None]


def course() -> list[Table]:
    return list(tables(Setup(3, 52), example()))


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(playing) == (0, 4)


def test_the_hands_of_a_record() -> None:
    text = "// an evening\n{1.52}|1.1..as.|x|1.1..ks.\n1.1..2s.\n{2.104}\n"
    assert list(BJN.hands(text)) == [
        (Setup(1, 52), (Event(1, 1, "", "as"),)), (Setup(2, 104), ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "label"),
    [
        ("as 5c", "soft 16"), ("as 5c kd", "hard 16"), ("as ks", "blackjack"), ("as 5c 5d", "21"), ("ks qd 4s", "bust 24"),
        ("as ac", "soft 12"), ("as ac kd", "hard 12"), ("as ac ad 8s", "21"), ("2s", "hard 2"), ("as ac 9d ks", "21"),
    ],
)  # fmt: skip
def test_totals(cards: str, label: str) -> None:
    assert hand(*cards.split()).label == label


def test_split_21_is_not_a_blackjack() -> None:
    assert hand("as", "ks", split=True).label == "21"


def test_the_numbers_of_the_specification() -> None:
    """The comments there give soft 16 after the first hit, 20, 21 after the double, and 21 for the dealer."""
    entries, after = example(), course()
    said = {str(entry): table for entry, table in zip(entries, after, strict=True)}
    assert said["1.1.^.5c."].seats[1][0].label == "soft 16"
    assert said["1.2.^.8d._"].seats[1][1].label == "hard 20"
    assert said["2.1.!.qs._"].seats[2][0].label == "21"
    assert said["0.1.^.6d._"].dealer.label == "21"
    assert said["3.1..kd._"].seats[3][0].label == "blackjack"
    assert str(outcome(after[-1])) == "[l/l,p,w]"
    assert finished(after[-1])
    assert not finished(after[-4])


def test_turns_of_the_example() -> None:
    """Each event, except splits and their blocks, belongs to the seat that is due."""
    before = begin(Setup(3, 52))
    for entry, after in zip(example(), course(), strict=True):
        if isinstance(entry, Event):
            assert turn(before) == (entry.actor, entry.hand)
        before = after
    assert turn(before) is None


def test_split_makes_two_hands() -> None:
    table = begin(Setup(1, 52))
    for event in (
        Event(1, 1, "", "8s"),
        Event(0, 1, "", "", "?"),
        Event(1, 1, "", "8d"),
        Event(0, 1, "", "9c"),
    ):
        table = play(table, event)
    assert legal_actions(table, 1, table.seats[1][0]) == "^!/"
    table = play(table, Event(1, 1, "/"))
    assert [(one.number, one.cards) for one in table.seats[1]] == [(1, ("8s",)), (2, ("8d",))]
    named = play(table, Split((1, 3), ("8d", "8s")))
    assert [(one.number, one.cards) for one in named.seats[1]] == [(1, ("8d",)), (3, ("8s",))]
    assert table.dealt == named.dealt == 4


@pytest.mark.parametrize(
    ("mine", "dealer", "letter"),
    [
        ("ks 9d", "ks 8d", "w"), ("ks 8d", "ks 8s", "p"), ("ks 7d", "ks 8s", "l"), ("ks 7d 9s", "ks 7s 9d", "l"),
        ("ks 2d", "ks 7s 9d", "w"), ("as kd", "ks 6s 5d", "w"), ("ks 6s 5d", "as kd", "l"), ("as kd", "ac kc", "p"),
    ],
)  # fmt: skip
def test_results(mine: str, dealer: str, letter: str) -> None:
    assert result(hand(*mine.split()), hand(*dealer.split())) == letter


def test_unknown_results_are_none() -> None:
    hidden = hand("ks")._replace(hidden=True)
    assert result(hand("ks", "9d"), hidden) is None
    assert result(hand("ks", "9d", "5c"), hidden) == "l"
    assert result(hand("ks", "??"), hand("ks", "8d")) is None


def test_the_shoe() -> None:
    table = course()[-1]
    left = left_in_shoe(table)
    assert sum(left.values()) == 52 - table.dealt == 36
    assert (left["as"], left["2s"]) == (0, 1)
    assert sum(left_in_shoe(begin(Setup(1, 6))).values()) == 312


@pytest.mark.parametrize("gone", [("as", "kd"), ("as", "as", "ad", "2c", "2c", "2c"), ("??", "kd", "??")])
@pytest.mark.parametrize("decks", [1, 2])
def test_shoe_by_values_equals_shoe_by_cards(decks: int, gone: tuple[str, ...]) -> None:
    """A card counts at most as often as the decks hold it, and an unreadable one does not count."""
    table = begin(Setup(1, decks), gone)
    by_value = [0] * 10
    for card, count in left_in_shoe(table).items():
        by_value[PIPS[card] - 1] += count
    assert left_by_value(table) == tuple(by_value)


def test_the_chance_of_a_bust() -> None:
    table = begin(Setup(1, 52))
    for card in ("ks", "2d"):
        table = play(table, Event(1, 1, "", card))
    # Ten, jack, queen and king bust a hard 12; one king has been dealt.
    assert bust_chance(table, table.seats[1][0]) == pytest.approx(15 / 50)
    assert bust_chance(table, hand("as")) == 0


def test_the_deck() -> None:
    assert len(set(DECK)) == 52
    assert sum(PIPS.values()) == 4 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 40)


@pytest.mark.parametrize(
    "event",
    [
        Event(9, 1, "^", "as"),
        Event(1, 7, "^", "as"),
        Event(1, 1, "/"),
        Event(0, 1, "%"),
        Event(1, 1, "??", "??", "$"),
    ],
)
def test_a_table_takes_whatever_a_record_says(event: Event) -> None:
    table = begin(Setup(10**9, 0))
    for _ in range(30):
        table = play(play(table, event), Split((1, 1), ("as", "as")))
        turn(table)
        outcome(table)
    assert len(table.seats) == 101
