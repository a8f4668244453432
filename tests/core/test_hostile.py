"""Texts that were written to take long take no longer than they may: CPU seconds, scaled to the machine."""

from __future__ import annotations

import os
from functools import partial

import pytest

from hostile import HOSTILE, checking, keys, uncollected
from hostile_search import AT_ONCE, SHORT, asking, least, questions
from pace import pace

SIZE = 25_000 if os.environ.get("KIBITZ_PROFILE") == "long" else 10_000
CHECK = 4e-5
"""CPU seconds for each character, four times the aim: 1 s for 100 kB, if :func:`pace` is 1."""
KEY = 0.07
"""CPU seconds of a key, four times the aim: 0.07 s in 100 kB."""
KEYS = 12
"""So often it is looked whether one takes so little."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    language_id, make = HOSTILE[name]
    text = make(SIZE)
    assert 0.8 * SIZE < len(text) <= SIZE
    checking(language_id, make(1000))
    assert checking(language_id, text) < SIZE * CHECK * pace()
    most = KEY * pace()
    assert least(partial(next, keys(language_id, text)), most, KEYS) < most


@pytest.mark.parametrize("name", HOSTILE)
def test_no_question_holds_the_server_up(name: str) -> None:
    """In a text that is just short enough for the event loop, requests take at most twice the aim."""
    language_id, make = HOSTILE[name]
    most = 2 * AT_ONCE * pace()
    with uncollected():
        for question, ask in questions(language_id, make(SHORT)):
            assert least(partial(asking, ask), most) < most, question
