"""Previews of rounds: the meaning of places, lines and colours, which the text preview lacks."""

from __future__ import annotations

import re

import pytest

from folders import RECORDS
from kibitz.core.analysis import Analysis
from kibitz.core.player import replay
from kibitz.core.scene import Item, Path, Rect, Scene, suit
from kibitz.core.setting import Preferences
from kibitz.languages import load
from kibitz.languages.pfn.features.scene import CROWD
from kibitz.languages.pfn.testing import long_round
from scenes import texts

LANGUAGE = load("pfn")
DEMO = (RECORDS / "demo.pfn").read_text("utf-8")


def scene(text: str, at: str = "") -> Scene:
    offset = text.index(at) if at else None
    return LANGUAGE.scene(Analysis.of(LANGUAGE, text), offset, Preferences())


def named(picture: Scene, name: str) -> list[Item]:
    return [one for one in picture.items if one.name == name]


def test_winners_are_marked_at_the_end() -> None:
    assert named(scene(DEMO), "P1 wins")
    assert not named(scene(DEMO), "P2 wins")
    assert not named(scene(DEMO, "TradeIndex = 2"), "P1 wins")
    both = scene(DEMO.replace('Winners = ["P1"]', 'Winners = ["P1", "P2"]'))
    assert [len(named(both, f"P{player} wins")) for player in (1, 2, 3)] == [1, 1, 0]


def test_arrow_points_to_the_buyer() -> None:
    for at, seller, buyer, down in (
        ("TradeIndex = 1", "P1", "P2", True),
        ("TradeIndex = 2", "P2", "P3", True),
    ):
        for text, names in ((DEMO, (seller, buyer)), (swapped(DEMO), (buyer, seller))):
            picture = scene(text, at)
            (arrow,) = named(picture, f"from {names[0]} to {names[1]}")
            rows = {one.name: one.y - 5 for one in picture.items if one.name in names and one.place}
            line, head = (one for one in arrow.shapes if isinstance(one, Path))
            begins = float(line.data.split()[1].split("V")[0])
            assert begins + arrow.y == pytest.approx(rows[names[0]])
            assert head.y + arrow.y == pytest.approx(rows[names[1]])
            assert (head.y > begins) == (down == (names[0] == seller))
    assert not [one for one in scene(DEMO).items if one.classes == "trade"]


def swapped(text: str) -> str:
    return re.sub(r'Buyer = "(P.)"\nSeller = "(P.)"', r'Buyer = "\2"\nSeller = "\1"', text)


def test_trade_is_at_its_time() -> None:
    for duration in ("60.0", "120.0"):
        picture = scene(DEMO.replace("GameDuration = 60.0", f"GameDuration = {duration}"))
        said = [(one.text, one.x) for _, one in texts(picture)]
        (left,), (right,) = (
            [x for text, x in said if text == f"{time} s"][:1] for time in (0, duration[:-2])
        )
        for name, time in (("Spades for 15 at 12.5 s", 12.5), ("Diamonds for 10 at 30.1 s", 30.1)):
            (mark,) = named(picture, name)
            sign = next(one for one in mark.shapes if isinstance(one, Path) and one.data == SIGNS[name[0]])
            assert sign.x == pytest.approx(left + (right - left) * time / float(duration))


SIGNS = {letter: suit(letter, 0, 0, 1, "").data for letter in "SCHD"}


def test_a_suit_has_one_colour_and_a_name() -> None:
    picture = scene(DEMO)
    for letter, name, colour in (("S", "Spades", "fill-ink"), ("D", "Diamonds", "fill-red")):
        signs = [
            one
            for item in picture.items
            for one in item.shapes
            if isinstance(one, Path) and one.data == SIGNS[letter]
        ]
        assert len(signs) > 2
        assert {one.classes for one in signs} == {colour}
        assert name in [one.text for _, one in texts(picture)]


def test_texts_are_large() -> None:
    picture = scene(DEMO)
    cards = {
        id(item)
        for item in picture.items
        if any(isinstance(one, Rect) and "card" in one.classes for one in item.shapes)
    }
    assert min(one.size for item, one in texts(picture) if id(item) not in cards) >= 13


@pytest.mark.parametrize(("trades", "high"), [(CROWD, 0.12), (CROWD + 1, 0.08)])
def test_the_signs_of_many_trades_are_small(trades: int, high: float) -> None:
    """Many signs do not cover each other, and few can be told apart."""
    before, trade, _ = re.split(r"(?=\[\[Trades\]\])", DEMO)
    picture = scene(before + trade * trades)
    signs = [one for item in picture.items if item.classes == "price" for one in item.shapes]
    assert {one.scale for one in signs if isinstance(one, Path) and one.data == SIGNS["S"]} == {high}


def test_the_smallest_text_has_11_pixels_in_a_panel() -> None:
    """A panel next to a record has some 580 pixels."""
    picture = scene(DEMO)
    assert min(one.size for _, one in texts(picture)) * 580 / picture.width >= 11


def public(text: str) -> str:
    return replay(Analysis.of(LANGUAGE, text), "round", Preferences(), public=True)


@pytest.mark.parametrize("seed", range(4))
def test_public_replay_depends_on_no_hand(seed: int) -> None:
    """Two rounds that differ in unsold cards have the same page."""
    text = long_round(6, seed).partition("\n[Result]")[0]
    sold = set(re.findall(r'Card = "(\w+)"', text))
    hands = re.findall(r'(?m)^P\d = "(.*)"', text)
    one, other = (next(card for card in hand.split(",") if card not in sold) for hand in hands[:2])
    swapped = re.sub(rf"\b({one}|{other})\b", lambda card: other if card[0] == one else one, text)
    assert swapped != text
    assert public(swapped) == public(text)
    assert replay(Analysis.of(LANGUAGE, swapped), "round", Preferences()) != public(text)


def test_public_replay_ends_with_the_result() -> None:
    page = public(DEMO)
    assert "P2 buys \\u2660 from P1 for 15" in page or "P2 buys ♠ from P1 for 15" in page
    assert "P1: 420, wins" in page
    assert "The goal suit: Spades" in page
    assert not re.findall(r"S1,S2|5 goal cards|P1 ♣", page)
