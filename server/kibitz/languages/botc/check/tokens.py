"""BOT11: what the rules say of reminder tokens: whose they are, whom they lie on, how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.game.changing import made_of
from kibitz.languages.botc.game.roles import GOOD, Role
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.game.setup import in_play
from kibitz.languages.botc.text.nodes import Record, Seat, TokenWord, Word, token_of
from kibitz.languages.botc.text.rulebook import report

_LYING = {
    "self": "lies on the {role} only",
    "other": "never lies on the {role}",
    "good": "lies on a good player",
    "townsfolk": "lies on a Townsfolk",
    "townsfolk_or_minion": "lies on a Townsfolk or Minion",
}


class Laid(NamedTuple):
    """A token of a known character on a player."""

    seat: Seat
    word: Word
    role: Role
    name: str

    def report(self, slug: str, others: Sequence[Laid] = (), **fields: Any) -> Diagnostic:
        """What is to be said of it, and of the others that explain it."""
        related = [Related(one.word.span, f"`{one.word.text}`") for one in others]
        return report(slug, self.word.span, related=related, **{"token": self.word.text, **fields})


def check_tokens(record: Record, script: Script) -> Iterator[Diagnostic]:
    """All tokens of a grimoire."""
    laid = [
        Laid(seat, word, role, token.name)
        for seat in record.seats
        if not seat.entry.broken
        for word in seat.tokens
        if (role := owner_of(token := token_of(word.text), script)) and token.name in role.tokens
    ]
    if not laid:
        return
    dead = {seat.player.role for seat in record.seats if seat.entry.dead}
    present = {role.id for role in [*in_play(record.grimoire, script), *script.storyteller]}
    # Somebody else may have the ability of a character.
    borrowed = any(role.borrows for role in script.known(present))
    for one in laid:
        here = one.role.id in present or one.name in one.role.everywhere or borrowed
        if not here and record.sound:
            yield one.report("token-not-in-play", role=one.role.name)
        where = one.role.placement.get(one.name, "").partition(":")[0]
        if not (where == "other" and borrowed):
            yield from _placement(one, where, present, dead, script)
        if one.name == "dead" and not one.seat.entry.dead:
            yield one.report("dead-token-alive", name=one.seat.player.name)
    yield from _pairs(laid)
    yield from _too_many(laid)


def owner_of(token: TokenWord, script: Script) -> Role | None:
    """The character that a token belongs to; without its prefix, if there is only one that has such a token."""
    if token.prefix:
        return script.owner(token.prefix)
    whose = script.owners(token.name)
    return whose[0] if len(whose) == 1 else None


def _placement(
    one: Laid, where: str, present: set[str], dead: set[str], script: Script
) -> Iterator[Diagnostic]:
    """Placements that the character's own words exclude."""
    seated = script.role(one.seat.player.role)
    if seated is None or (where == "self" and one.role.id not in present):
        return
    if not one.role.may_lie(one.name, seated):
        lies = _LYING[where].format(role=one.role.name)
        place = f", not on `{one.seat.player.name}`, the {seated.name}" if where != "other" else ""
        # Of a good player somebody may have made another one since.
        changed = where != "self" and made_of(GOOD, seated, present, dead)
        yield one.report("token-misplaced", mild=bool(changed), lies=lies, place=place)


def _pairs(laid: list[Laid]) -> Iterator[Diagnostic]:
    """Tokens of one character that exclude or need each other."""
    for role in {one.role.id: one.role for one in laid}.values():
        mine = [one for one in laid if one.role is role]
        several = [one for one in mine if one.name in role.exclusive]
        for one in several[1:]:
            if one.name != several[0].name:
                first = several[0].word.text
                yield one.report("exclusive-tokens", several[:1], other=first)
        if "wrong" in role.tokens:
            yield from _right_and_wrong(mine, role)


def _right_and_wrong(mine: list[Laid], role: Role) -> Iterator[Diagnostic]:
    """The two players of whom one is what the Washerwoman, Librarian or Investigator is told."""
    right, wrong = ([one for one in mine if (one.name == "wrong") == is_wrong] for is_wrong in (False, True))
    if not right or not wrong:
        other = next(name for name in role.tokens if (name == "wrong") != bool(wrong))
        yield mine[0].report("half-a-pair", other=f"{role.id}:{other}", role=role.name)
    for one in wrong:
        if both := [other for other in right if other.seat == one.seat][:1]:
            yield one.report("right-and-wrong", both, name=one.seat.player.name, role=role.name)


def _too_many(laid: list[Laid]) -> Iterator[Diagnostic]:
    """More of a token than the official set has."""
    seen: dict[tuple[str, str], list[Laid]] = {}
    for one in laid:
        seen.setdefault((one.role.id, one.name), []).append(one)
    for (owner, name), same in seen.items():
        most = same[0].role.tokens[name]
        for one in same[most:]:
            number = "one" if most == 1 else most
            yield one.report("too-many-tokens", same[:most], token=f"{owner}:{name}", most=number)
