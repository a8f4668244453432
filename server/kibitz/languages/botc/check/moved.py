"""Tokens that stay where they are laid, and lie on somebody else than in the grimoire before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kibitz.languages.botc.check.tokens import owner_of
from kibitz.languages.botc.game.jots import Jot
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.nodes import Seat, TokenWord, Word, token_of

Seats = Mapping[str, Seat]
"""Who sits in a grimoire, by their names."""


def moved_tokens(old: Seats, new: Seats, script: Script, jots: Iterable[Jot]) -> Iterator[tuple[Word, str]]:
    """The tokens that are laid once and lie on somebody else than in the grimoire before, each with whom that was.

    Nothing is said where one is laid by a jot between the two, where somebody borrows abilities and lays their tokens anew, or
    where one of those whom it concerns has another character or has got an ability back.
    """
    every = [*old.items(), *new.items()]
    if any(role.borrows for role in script.known(seat.player.role for _, seat in every)):
        return
    laid = {token_of(jot.what).name for jot in jots if jot.verb == "+"}
    was = _lying(old, script)
    for token, (name, word) in _lying(new, script).items():
        sat = was[token][0] if token in was else name
        holders = {who for who, seat in every if seat.player.role == token.prefix}
        concerned = [(old.get(who), new.get(who)) for who in (sat, name, *holders)]
        if sat != name and token.name not in laid and all(_as_before(*pair) for pair in concerned):
            yield word, sat


def _lying(seats: Seats, script: Script) -> Mapping[TokenWord, tuple[str, Word]]:
    """The tokens that stay where they are laid, with their character, each with whom it lies on; none that lies twice."""
    found = dict[TokenWord, list[tuple[str, Word]]]()
    for name, seat in seats.items():
        for word in seat.tokens:
            token = token_of(word.text)
            if (role := owner_of(token, script)) and token.name in role.stays:
                found.setdefault(TokenWord(role.id, token.name), []).append((name, word))
    return {token: places[0] for token, places in found.items() if len(places) == 1}


def _as_before(was: Seat | None, now: Seat | None) -> bool:
    """Whether a player has the character of before, and has not got its ability back."""
    if was is None or now is None or was.player.role != now.player.role:
        return False
    lives_again = was.entry.dead and not now.entry.dead
    return not lives_again and "has_ability" not in {token_of(token).name for token in now.player.tokens}
