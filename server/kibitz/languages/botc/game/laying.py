"""Which reminder tokens may be laid on a player."""

from __future__ import annotations

from collections.abc import Container, Iterable

from kibitz.languages.botc.game.roles import Role


def may_be_laid(role: Role, name: str, on: Role | None, mine: Iterable[str], lying: Container[str]) -> bool:
    """Whether the words of a character let one of its tokens lie on somebody who is `on`, and no other token excludes it:
    neither `mine`, which lie on the player, nor those that are `lying` in the grimoire."""
    if on and not role.may_lie(name, on):
        return False
    if "wrong" in role.tokens and any(token.startswith(f"{role.id}:") for token in mine):
        return False
    return name not in role.exclusive or not any(f"{role.id}:{one}" in lying for one in role.exclusive)
