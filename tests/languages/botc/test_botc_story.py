"""The story of a game. Hidden facts do not change the public page."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.player import replay
from kibitz.core.setting import Preferences
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.language import LANGUAGE

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
ROLES = (
    "imp",
    "poisoner",
    "chef",
    "saint",
    "monk",
    "empath",
    "scarlet_woman",
    "bureaucrat",
    "homebrew",
    "no_dashii",
)
TOKENS = ("poisoner:poisoned", "monk:safe", "evil", "drunk:is_the_drunk", "note:liar", "imp:dead", "xyzzy")
SECRETS = (
    "# poison ann",
    "# kill bob",
    "# learns cid 2",
    "# swap ann bob",
    "# the imp lies",
    "# ann > imp",
    "# hal +evil",
)


def record(seed: int, secret: random.Random) -> str:
    """Return a log with public facts from `seed` alone: seats, lives, votes and nominations."""
    public = random.Random(seed)
    state = dict.fromkeys(public.sample(NAMES, public.randint(5, 8)), 0)
    roles = {name: secret.choice(ROLES) for name in state}
    out = [secret.choice(["# script: Trouble Brewing", "# script: imp chef", "# fabled: angel"])]
    for number in range(public.randint(2, 5)):
        if public.random() < 0.8:
            title = public.choice(["Setup", f"Night {number}", f"Day {number}", "Dusk", "Game 2"])
            out.append(f"# {title}" + secret.choice(["", ": the imp moves", " saint"]))
        out += secret.sample(SECRETS, secret.randint(0, 3))
        one, other = public.sample(sorted(state), 2)
        out += public.choice([[], [f"# nom {one} > {other} {public.randint(1, 5)}", f"# exec {other}"]])
        for name in state:
            if public.random() < 0.3:
                state[name] = public.randint(state[name], 2)
            if secret.random() < 0.3:
                roles[name] = secret.choice(ROLES)
        seats = [
            Player(name, roles[name], tuple(secret.sample(TOKENS, secret.randint(0, 2))), its > 0, its > 1)
            for name, its in state.items()
        ]
        out.append(str(Grimoire(tuple(seats))))
    return "\n".join(out)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_public_page_keeps_secrets(seed: int, secret: int) -> None:
    pages = {
        replay(Analysis.of(LANGUAGE, record(seed, random.Random(drawn))), "log", Preferences(), public=True)
        for drawn in (secret, secret + 1)
    }
    assert len(pages) == 1
