"""Quill: actions that the game server accepts but never offers. Units of the other team move, units strike their own team, and cards are
sacked again.

`qgn_quill_wild.jsonl` holds such games, as far as they had equal results in six runs. `sums` are the checksums of the states after the
actions, as in `test_qgn_quill.py`, with the next names that the server would make up. `refused` are actions that it refused after some
of them.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path

from kibitz.languages.qgn.game.kinds.quill.play import Quill
from test_qgn_quill import positions, written

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parent / "qgn_quill_wild.jsonl").read_text("utf-8").splitlines()
]


def test_wild_boards_equal_those_of_the_server() -> None:
    unoffered = 0
    for number, game in enumerate(GAMES):
        words, before = game["actions"].split(), None
        after = positions({"name": number, **game}, len(words))
        for word, position, total in zip(words, after, game["sums"], strict=True):
            assert isinstance(position, Quill), (number, word)
            table = position.table
            state = f"{written(table)} {table.chance.name('x')[0]} {table.names.name('x')[0]}"
            assert f"{zlib.crc32(state.encode()):08x}" == total, (number, word, state)
            if before is not None:
                offered = {(move.sign, *move.details) for move in before.offered()}
                sign, details = word.partition("&")[0][-1], word.partition("&")[2]
                unoffered += (sign, *(details.split(".") if details else ())) not in offered
            before = position
    assert unoffered > 50


def test_refused_actions_are_refused() -> None:
    for number, game in enumerate(GAMES):
        last = max(count for count, _ in game["refused"])
        behind = [None, *positions({"name": number, **game}, last)]
        for count, word in game["refused"]:
            head, _, details = word.partition("&")
            position = behind[count]
            if position is not None:
                refusal = position.play(int(head[:-1]), head[-1], tuple(details.split(".")))[1]
                assert refusal is not None, (number, count, word)
