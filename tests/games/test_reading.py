"""`kibitz.read` returns the played game, at every moment and byte for byte. A wrong record is read as far as possible."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from case import read as read_case
from folders import CASES, RECORDS
from kibitz.games import blackjack, clocktower, figgie, quibbble
from kibitz.languages import IDS
from notations import notation
from test_games import begun, wrong

LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def hand(seed: int) -> list[Any]:
    random, shoe, hands = Random(seed), blackjack.shoe(2, seed), [blackjack.begin(1 + seed % 3, decks=2)]
    while hands[-1].turn:
        hands.append(hands[-1].play(random.choice([*hands[-1].legal] or [""]), shoe))
    return hands


def round_(seed: int) -> list[Any]:
    random, rounds = Random(seed), [figgie.deal(seed, players=4 + seed % 2)]
    for _ in range(seed * 2):
        move = random.choice([*rounds[-1].legal])
        rounds.append(
            rounds[-1].trade(str(move.buyer), str(move.seller), str(move.card), random.randint(1, 9))
        )
    return rounds


def night(seed: int) -> list[Any]:
    random, games = Random(seed), [clocktower.deal(7 + seed % 5, seed=seed)]
    while not games[-1].over:
        living = [player.name for player in games[-1].grimoire.players if not player.dead]
        games.append(games[-1].play(f"kill {random.choice(living)}"))
    return games


def game(seed: int) -> list[Any]:
    random, key = Random(seed), quibbble.KEYS[seed % len(quibbble.KEYS)]
    games = [begun(key, seed)]
    while len(games) < 40 and (legal := [*games[-1].legal]):
        games.append(games[-1].play(random.choice(legal)))
    return games


PLAYED = {"pfn": round_, "bjn": hand, "botc": night, "qgn": game}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("language", PLAYED)
def test_played_games_are_read_back(language: str, seed: int) -> None:
    steps = PLAYED[language](seed)
    text = steps[-1].record
    record = kibitz.read(text, language)
    assert wrong(text, language) == []
    assert record.write() == text
    assert kibitz.format(steps[0].record, language) == steps[0].record
    assert record.games == (steps[-1],)
    assert record.at(len(text)) == steps[-1]
    assert record.games[0].record == text
    seen = list(dict.fromkeys(repr(one.game) for one in record.moments))
    assert [one for one in seen if one in {*map(repr, steps)}] == list(dict.fromkeys(map(repr, steps)))
    for one in record.moments:
        assert record.at(one.end) == one.game
        assert 0 <= one.start < one.end <= len(text)


@pytest.mark.parametrize("language", IDS)
def test_unknown_notations_have_no_games(language: str) -> None:
    record = kibitz.read(notation(language).record(Random(1)), language)
    assert bool(record.games) == (language in PLAYED)
    assert record.at(0) is None or record.moments


@pytest.mark.parametrize("language", PLAYED)
def test_all_cases_can_be_read(language: str) -> None:
    """The cases have all kinds of mistakes. Each game has a readable record of its own."""
    for path in sorted(CASES.glob(f"{language}/check/*.case"))[:: 1 if LONG else 2]:
        record = kibitz.read(read_case(path).text, language)
        assert [one.end for one in record.moments] == sorted(one.end for one in record.moments), path
        assert record.findings == kibitz.check(record.text, language)
        assert len(record.games) == len({one.number for one in record.moments})
        for one in record.games:
            assert kibitz.read(one.record, language).moments, path


def test_game_ends_at_a_refused_action() -> None:
    record = kibitz.read('[key "connect4"]\n[teams "red, blue"]\n\n0p&3 0p&3 1p&3\n', "qgn")
    assert [str(action) for action in record.games[0].actions] == ["0p&3"]
    assert [one.code for one in record.findings] == ["QGN130"]
    record = kibitz.read("{1.52}|1.1..as.|0.1...?|what|0.1..td.\n{1.52}|1.1..2s.", "bjn")
    assert [len(one.entries) for one in record.games] == [2, 1]
    assert record.at(0) is None
    assert record.at(6).entries == ()
    text = figgie.deal(1).record
    assert kibitz.read(text, "pfn").games[0].held("Spades") is not None
    hidden = f'{text}[[Trades]]\nTradeIndex = 1\nT = 1.0\nBuyer = "P1"\nSeller = "P2"\nPrice = 3\n'
    game = kibitz.read(hidden, "pfn").games[0]
    assert (game.held("Spades"), game.result(), game.banks["P1"]) == (None, None, 297)
    # A hand that is dealt in part has no result.
    assert game.beliefs("P2") is None
    assert kibitz.read(RECORDS / "demo.pfn").games[0].beliefs("P4") is None
    # Chess has no rules here, and a bag has no seats.
    assert kibitz.read('[key "chess"]\n[teams "a, b"]\n\n0p&3\n', "qgn").games == ()
    assert kibitz.read("{imp baron}\n", "botc").games == ()
    assert kibitz.read("", "pfn").games == ()


def test_files_and_mistakes_of_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "a.bjn"
    path.write_bytes(b"\xef\xbb\xbf{1.52}|1.1..as.\r\n")
    assert kibitz.read(path).games[0].hand is not None
    assert kibitz.read(path).write() == "{1.52}|1.1..as.\r\n"
    for source, language, why in (
        ("{1.52}", None, "a text: say the language, or give a path"),
        (tmp_path / "a.txt", None, "a.txt: say the language"),
        ("{1.52}", "chess", "there is no notation 'chess'"),
        (tmp_path / "b.bjn", None, "b.bjn: no such file or folder"),
    ):
        with pytest.raises(ValueError, match=why):
            kibitz.read(source, language)
    with pytest.raises(ValueError, match="unknown setting `formt`"):
        kibitz.read("", "bjn", {"formt": 1})


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda one: one.name)
def test_the_examples_have_their_games(path: Path) -> None:
    assert (
        len(kibitz.read(path).games)
        == {"carcassonne.qgn": 1}.get(path.name, len(kibitz.read(path).games))
        > 0
    )
