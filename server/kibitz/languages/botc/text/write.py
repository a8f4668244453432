"""Writing the one-line form."""

from __future__ import annotations

from kibitz.languages.botc.game.log import Grimoire, Player


def entry(player: Player) -> str:
    """Return an entry: `Alice:baron(drunk:is_the_drunk)`, `*Bob:imp*` or `*~~Eve~~:poisoner*`."""
    tokens = f"({','.join(player.tokens)})" if player.tokens else ""
    if player.spent:
        return f"*~~{player.name}~~:{player.role}{tokens}*"
    return f"*{player.name}:{player.role}{tokens}*" if player.dead else f"{player.name}:{player.role}{tokens}"


def line(grimoire: Grimoire) -> str:
    """Return the grimoire in one line."""
    return f"[{' '.join(map(entry, grimoire.players))}]"
