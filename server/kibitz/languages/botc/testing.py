"""Random grimoires for shared tests and benchmarks (`tests/support/notations.py`), as a storyteller writes them.

The seats follow the setup table, the tokens follow the characters' abilities, and dead players stay dead.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.roles import COUNTED, Role, roles, setup_table

STARTS = ("grimoire", "bag", "part", "entry")
HOSTILE = "[<img/src=x/onerror=alert(1)>:imp [x](http://evil):drunk **B**:washerwoman]"
NAMED = "[{0}:imp(poisoner:poisoned) Zoe:washerwoman B:{0}]\n\n// {0}"
OTHER_NAMES = ("Somebody", "xy")
COMMENTED = ("# Living\n[A:imp]\n\n# Dead\n[*A:imp*]\n", "[A:imp]\n\n[*A:imp*]\n")
TEXT_ONLY = r"\d+"  # The number of letters of a role.
KEYSTROKE = ("Eve:imp", "Eva:imp")
TYPED_ON = (" ", "]\n", ")]\n", "*]\n", ")*]\n", ":imp]\n", ":imp*]\n", "}\n", "~~:imp*]\n", "Zed:imp]\n")
HARMLESS = ("[Ada:imp ", "Bea:chef")
HARMFUL = ("[Ada:imp ", "Ada:chef")
KEYS, KEYS_TRIED = 0.135, 1


def short(rng: random.Random, first: bool) -> str:
    """Return a game of three grimoires."""
    return record(rng, nights=1)


def chunks(count: int) -> str:
    """Return grimoires that differ only in one name."""
    grimoire = "[Alice:empath Bob:monk Charlie:virgin David%d:librarian Eve:imp Frank:spy Grace:soldier]\n"
    return "".join(grimoire % number for number in range(count))


EDITIONS = ("trouble_brewing", "trouble_brewing", "bad_moon_rising", "sects_and_violets")
NAMES = re.findall(
    r"\w+",
    "Ada Amir Bea Boris Chen Clara Dana Dev Elif Emil Finn Freya Goran Gwen Hugo Ines Ivan Jada "
    "Jonas Kai Lena Luca Maya Milo Nadia Noor Olga Otto Priya Quinn Rosa Rufus Sami Signe Tara "
    "Theo Uma Vera Viggo Wanda Xenia Yuki Zoe",
)
STAYING = {"no_ability", "red_herring", "is_the_drunk", "grandchild", "twin", "master", "once"}
"""Tokens that stay; all others end with the night."""
PAIRS = ("washerwoman:", "librarian:", "investigator:")
"""The tokens of the first night that storytellers leave in place."""


@dataclass
class Seat:
    """A player with a character."""

    name: str
    role: Role
    tokens: list[str] = field(default_factory=list)
    dead: bool = False
    spent: bool = False

    def __str__(self) -> str:
        return str(Player(self.name, self.role.id, tuple(self.tokens), self.dead, self.spent))


def record(rng: random.Random, nights: int = 0) -> str:
    """Return the grimoires of one game, with two to six nights if no number is given."""
    game = Game(rng)
    moments = [game.written()]
    for _ in range(nights or rng.randint(2, 6)):
        if len(game.alive()) > 3:
            game.night()
            moments.append(game.written())
            game.day()
            moments.append(game.written())
    return "\n".join(moments) + "\n"


class Game:
    """A game over several nights and days."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        edition, players = rng.choice(EDITIONS), rng.randint(6, 12)
        cast = self._cast(edition, setup_table()[players])
        names = rng.sample(NAMES, players)
        self.seats = [Seat(name, role) for name, role in zip(names, cast, strict=True)]
        self._disguise(edition)
        for seat in self.seats:
            # The tokens of the first night.
            if seat.role.first_night is not None or "red_herring" in seat.role.tokens:
                (self._two if "wrong" in seat.role.tokens else self._act)(seat)

    def written(self) -> str:
        return f"[{' '.join(map(str, self.seats))}]"

    def night(self) -> None:
        """Remove tokens of the previous night, add new ones, and let the Demon kill."""
        for seat in self.seats:
            seat.tokens = [
                token
                for token in seat.tokens
                if token.partition(":")[2] in STAYING or token.startswith(PAIRS)
            ]
        for seat in self.seats:
            if not seat.dead and seat.role.other_night and self.rng.random() < 0.8:
                self._act(seat)
        demon = next(seat for seat in self.seats if seat.role.team == "demon")
        victims = [seat for seat in self.alive() if seat is not demon]
        if victims and self.rng.random() < 0.8:
            victim = self.rng.choice(victims)
            victim.dead = True
            self._lay(f"{demon.role.id}:dead", victim)

    def day(self) -> None:
        """Spend votes, execute a player, and use abilities up."""
        for seat in self.seats:
            if seat.dead and not seat.spent and self.rng.random() < 0.3:
                seat.spent = True
        mortal = [seat for seat in self.alive() if seat.role.team != "demon"]
        if mortal and self.rng.random() < 0.7:
            self.rng.choice(mortal).dead = True
        for seat in self.alive():
            if "no_ability" in seat.role.tokens and self.rng.random() < 0.2:
                self._lay(f"{seat.role.id}:no_ability", seat)

    def alive(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.dead]

    def _cast(self, edition: str, counts: tuple[int, ...]) -> list[Role]:
        """Return characters by the setup table. The Baron is the only one that changes it."""
        found = [role for role in roles().values() if role.edition == edition]
        change = self.rng.random() < 0.2 if edition == "trouble_brewing" and counts[1] <= 1 else False
        numbers = (counts[0] - 2, counts[1] + 2, counts[2], counts[3]) if change else counts
        cast: list[Role] = [roles()["baron"]] if change else []
        for team, number in zip(COUNTED, numbers, strict=True):
            rest = [role for role in found if role.team == team and not role.setup]
            cast += self.rng.sample(rest, number - (change and team == "minion"))
        self.rng.shuffle(cast)
        return cast

    def _disguise(self, edition: str) -> None:
        """Sometimes make an Outsider the Drunk: the seat shows a Townsfolk who is not in play."""
        outsiders = [seat for seat in self.seats if seat.role.team == "outsider"]
        if edition == "trouble_brewing" and outsiders and self.rng.random() < 0.4:
            seated = {seat.role.id for seat in self.seats}
            free = [
                role for role in roles().values()
                if (role.edition, role.team) == (edition, "townsfolk") and role.id not in seated
            ]  # fmt: skip
            seat = self.rng.choice(outsiders)
            seat.role = self.rng.choice(free)
            seat.tokens.append("drunk:is_the_drunk")

    # Tokens

    def _two(self, seat: Seat) -> None:
        """Add the tokens of one right and one wrong player."""
        kind = next(name for name in seat.role.tokens if name != "wrong")
        if right := [other for other in self.seats if other.role.team == kind and other is not seat]:
            first = self.rng.choice(right)
            others = [other for other in self.seats if other is not seat and other is not first]
            self._lay(f"{seat.role.id}:{kind}", first)
            self._lay(f"{seat.role.id}:wrong", self.rng.choice(others))

    def _act(self, seat: Seat) -> None:
        """Add one token for the ability of a character in this night."""
        names = [
            name for name in seat.role.tokens
            if name not in ("dead", "no_ability", "wrong", "died_today") and not name.endswith(("2", "1"))
            and not name.startswith("is_the_")
        ]  # fmt: skip
        if "drunk:is_the_drunk" in seat.tokens or not names:
            return
        name = self.rng.choice(names)
        where = seat.role.placement.get(name, "any").partition(":")[0]
        if fits := [other for other in self.alive() if self._fits(where, seat, other)]:
            self._lay(f"{seat.role.id}:{name}", self.rng.choice(fits))

    def _fits(self, where: str, owner: Seat, other: Seat) -> bool:
        if where == "self":
            return other is owner
        if where == "good":
            return other.role.good
        return other is not owner and where in ("any", "other", other.role.team)

    def _lay(self, token: str, seat: Seat) -> None:
        """Add a token, or move it if it is already in play."""
        name = token.partition(":")[2]
        if name in STAYING and any(token in other.tokens for other in self.seats):
            return
        for other in self.seats:
            other.tokens = [one for one in other.tokens if one != token]
        seat.tokens.append(token)
