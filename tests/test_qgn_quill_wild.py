"""Quill: what the game server takes though it offers nothing like it: units of the other team move, units strike their own, cards are sacked again and again.

`qgn_quill_wild.jsonl` holds games that it has played so, as far as they came to the same in six runs: `sums` are the checksums of the states behind
the actions, as in `test_qgn_quill.py`, with the names that it would make up next; `refused` are actions that it refused behind so many of these.
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


def test_wild_actions_leave_the_board_as_the_server_has_it() -> None:
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


def test_what_the_server_refuses_is_refused() -> None:
    for number, game in enumerate(GAMES):
        last = max(count for count, _ in game["refused"])
        behind = [None, *positions({"name": number, **game}, last)]
        for count, word in game["refused"]:
            head, _, details = word.partition("&")
            position = behind[count]
            if position is not None:
                refusal = position.play(int(head[:-1]), head[-1], tuple(details.split(".")))[1]
                assert refusal is not None, (number, count, word)
