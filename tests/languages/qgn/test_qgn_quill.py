"""Quill against the real game server: the board after each action, the legal actions, and the needs of a game.

`qgn_quill.jsonl` holds games that the server played, in which each of the 59 cards is played, with the verdicts for
`test_qgn_verdicts.py`. Their fields:

- `determined`: the number of actions with equal results in eight runs, because the server goes through boards in random order
- `sums`: the checksums of the states after these, written by :func:`written`; `state` is the last state
- `legal`: for some positions, the number of actions that the server always accepts, and of those that it sometimes accepts

The server writes the end of a turn without details and reads it with two: it judged each `e` with two.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from bench.desk import Direct
from bench.typist import keys, plan
from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic
from kibitz.languages import load
from kibitz.languages.qgn import testing
from kibitz.languages.qgn.check.step import begun
from kibitz.languages.qgn.features._history import games_of, read
from kibitz.languages.qgn.game.kinds.quill import play
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.quill.table import Table, all_cards
from kibitz.languages.qgn.game.position import Act, Position, Rotation
from kibitz.languages.qgn.text.record import read_head

GAMES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "qgn_quill.jsonl").read_text("utf-8").splitlines()
]
DECK = ", ".join(["U0001"] * 30)
HEAD = f'[key "Quill"]\n[teams "red, blue"]\n[seed "7"]\n[Decks "{DECK} : {DECK}"]\n'


def said(text: str) -> list[Diagnostic]:
    return list(Analysis.of(load("qgn"), text).diagnostics())


def positions(game: dict[str, Any], count: int) -> Iterator[Position]:
    """Yield the position after each of the first actions of a game."""
    analysis = Analysis.of(load("qgn"), game["tags"])
    position = begun(read_head(read(analysis, analysis.document.place_at(0)), games_of(analysis)))
    assert position is not None
    for word in game["actions"].split()[:count]:
        head, _, details = word.partition("&")
        position, refusal = position.play(
            int(head[:-1]), head[-1], tuple(details.split(".")) if details else ()
        )
        assert refusal is None, (game["name"], word)
        yield position


def written(table: Table) -> str:
    """Return a state in one line.

    It has these parts:

    - the team to move, or the winner
    - each team with its mana, whether it has sacked a card, the size of its deck, and its hand with costs
    - each unit with its team, its present and full stats, its items and its traits
    """
    parts = [f"turn {table.turn}" if table.winner is None else f"winner {table.winner}"]
    for team in (0, 1):
        hand = [f"{name}:{table.pieces[name].cost}" for name in table.hands[team]]
        mana = f"{table.mana[team]}/{table.base_mana[team]}"
        sacked = "sacked" if table.sacked[team] else "-"
        parts.append(f"{mana} {sacked} {len(table.decks[team])} {','.join(hand) or '-'}")
    for unit in table.units():
        x, y = table.at(unit.name)
        traits = sorted(
            one.term[0] + "".join(str(n) for n in one.term if isinstance(n, int)) for one in unit.traits
        )
        stats = (
            f"{unit.attack}/{unit.health} {unit.cooldown}/{unit.base_cooldown} "
            f"{unit.movement}/{unit.base_movement}"
        )
        carried = f"{','.join(unit.items) or '-'} {','.join(traits) or '-'}"
        parts.append(f"{x}.{y} {unit.name} {unit.owner} {stats} {carried}")
    return " | ".join(parts)


def test_boards_equal_those_of_the_server() -> None:
    for game in GAMES:
        for number, position in enumerate(positions(game, game["determined"])):
            assert isinstance(position, Quill), (game["name"], number)
            state = written(position.table)
            if number == game["determined"] - 1:
                assert state == game["state"], game["name"]
            assert f"{zlib.crc32(state.encode()):08x}" == game["sums"][number], (game["name"], number, state)


def test_legal_actions_equal_those_of_the_server() -> None:
    for game in GAMES:
        behind, always, sometimes = game["legal"]
        *_, position = positions(game, behind)
        moves = list(position.moves())
        assert always <= len(moves) <= always + sometimes, game["name"]
        # No two of them have the same description.
        assert len({position.in_words(Act(0, one.sign, one.details)) + one.sign for one in moves}) == len(
            moves
        ), game["name"]


def test_unknown_results_keep_the_turn() -> None:
    loose = [game for game in GAMES if game["determined"] < len(game["actions"].split())]
    assert len(loose) >= 5
    for game in loose:
        *_, position = positions(game, game["determined"] + 1)
        assert isinstance(position, Rotation)


def test_each_card_is_played() -> None:
    played = set()
    for game in GAMES:
        for position, word in zip(
            positions(game, game["determined"]), game["actions"].split()[1:], strict=False
        ):
            if isinstance(position, Quill) and word[1] == "p":
                played.add(position.table.pieces[word[3:].partition(".")[0]].id)
    assert played == all_cards().keys()


def test_rows_have_the_turn() -> None:
    rows = kibitz.rows(f"{HEAD}\n0p&UQpMJJlp.Taiyi0y3 0e 1s&UHWtGGw4.Mana 1e 1e\n", "qgn")
    assert [(row["turn"], row["legal"]) for row in rows] == [
        (0, True), (1, True), (1, True), (0, True), (None, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ""),
        ('[seed "7"]\n', "", "there is no tag `seed`"),
        (f'[Decks "{DECK} : {DECK}"]\n', "", "there is no tag `Decks`"),
        (f" : {DECK}", "", "there is one deck"),
        (" : ", " : U0001 : ", "there are 3 decks"),
        (" : U0001,", " :", "there are 30 and 29 cards"),
        ("U0001 :", "U0028 :", "there is no card `U0028`"),
        ("U0001 :", "u0001 :", "there is no card `u0001`"),
    ],
)
def test_needs_before_the_first_action(old: str, new: str, told: str) -> None:
    assert old in HEAD
    found = said(HEAD.replace(old, new, 1) if old else HEAD)
    assert [one.rule.slug for one in found] == ["decks"] * bool(told)
    assert all(one.message.endswith(f": {told}") for one in found)


def test_cards_and_traits_have_descriptions() -> None:
    cards = all_cards().values()
    assert len({play.about(card) for card in cards}) == len(cards)
    for card in cards:
        told = play.about(card)
        assert card.kind == "U" or told.count("; ") >= 1, card.name
        assert not {"{", "}", "_", "("} & {*told}, told


def test_a_game_takes_few_keys() -> None:
    """Its decks are most of it: cards are found by name, and the second one may be the first one again."""
    record = testing.game(random.Random(3), "Quill")
    with Direct() as server:
        assert keys(plan(server, "qgn", record)) / len(record) <= 0.3
