"""The lists of completions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kibitz.core.answers import Completion
from kibitz.core.shown import escape
from kibitz.core.values import Span
from kibitz.core.words import brief, plural
from kibitz.languages.botc.features._past import Guess, Past
from kibitz.languages.botc.features._writing import Writing
from kibitz.languages.botc.features.customs import SAT_BESIDE, follows
from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.night import FEWEST_INFORMED, written
from kibitz.languages.botc.game.roles import COUNTED, NOBODY, TEAMS, Role, Team, roles, setup_table
from kibitz.languages.botc.game.setup import composition

NAMES = ("Alice", "Bob", "Charlie", "David", "Eve", "Frank", "Grace", "Hannah", "Ian", "Kate", "Leo", "Mark", "Nora", "Oscar", "Pia")  # fmt: skip
"""Placeholder names in the completions for whole grimoires."""

# Entries and names


def entry(guess: Guess, span: Span, text: str) -> Completion:
    return Completion(text.strip(), span, text, "player", guess.because, filter=text)


def entries(now: Writing, guesses: Iterable[Guess]) -> list[Completion]:
    """Return completions for the guesses that begin with the typed text."""
    begun = len(now.typed)
    return [
        entry(guess, now.span, guess.text[begun:])
        for guess in guesses
        if guess.text.startswith(now.typed) and guess.text != now.typed + now.word
    ]


def missing(now: Writing, past: Past) -> Iterator[Guess]:
    """Yield guesses for players of earlier grimoires who are not seated yet, except the one whose turn it is."""
    here = {seat.player.name for seat in now.others()}
    here.update(player.name for player in past.rest[:1])
    for player in (player for record in past.log for player in record.players):
        if player.name not in here:
            here.add(player.name)
            # After the marks of the dead, players who may have died are likely.
            yield from islice(past.guesses(player), None if now.dead else 1)


def names(now: Writing, past: Past) -> Sequence[Completion]:
    """Return the names of players, for an entry that already has a role."""
    # After the marks of the dead, one player has several guesses.
    known: dict[str, Completion] = {}
    for guess in (*islice(past.next_guesses(), 1), *missing(now, past)):
        name, was = guess.player.name, f"was the {guess.player.role}"
        known.setdefault(name, Completion(name, now.span, name, "player", was))
    return [*known.values(), *from_neighbours(now)]


def from_neighbours(now: Writing) -> Iterator[Completion]:
    """Yield names of players at the tables of sibling records."""
    seated = [seat.player.name for seat in (*now.others(), *now.seats_before())]
    for name, left, right in follows(now.neighbours, seated):
        between = f"between {left} and {right} in another record of the folder"
        yield Completion(name, now.span, name, "player", between)


def the_dead(now: Writing) -> Sequence[Completion]:
    """Return the marks of the dead, for a file without an earlier grimoire."""
    if now.word or now.dead:
        return ()
    dead, spent = "*${1:Name}:${2:role}*", "*~~${1:Name}~~:${2:role}*"
    return (
        Completion("dead", now.span, dead, "snippet", "a dead player", snippet=True, plain="*"),
        Completion("dead, vote spent", now.span, spent, "snippet", "a dead player without a vote", snippet=True, plain="*~~"),
    )  # fmt: skip


# Roles


def roles_for_seat(now: Writing, longer: bool) -> Sequence[Completion]:
    """Return roles for the seat at the cursor: of the editions in play, of teams that are short, and none twice.

    With `longer`, return only the roles that begin with the complete role at the cursor.
    """
    others = now.others()
    # In a first grimoire from a completion, the user replaces the text after the cursor.
    here = others if now.log or now.seat else now.seats_before()
    taken, seated = (now.script.known(seat.player.role for seat in seats) for seats in (here, others))
    found = _roles(now, seated, taken, len(others) + 1)
    return [one for one in found if not longer or (one.text.startswith(now.word) and one.text != now.word)]


def roles_for_bag(now: Writing) -> Sequence[Completion]:
    """Return roles that fit the remaining counts of a bag."""
    words = now.record.roles if now.record else ()
    here = now.span.start - now.place.start
    others = now.script.known(word.text for word in words if word.start != here)
    return _roles(now, others, others, len(words) + 1, bag=True)


def _roles(
    now: Writing, others: Sequence[Role], taken: Sequence[Role], players: int, bag: bool = False
) -> list[Completion]:
    """Return the roles that are not in `taken` for a game of `players` players, the likeliest with `others` first."""
    once = {role.id for role in taken if not role.duplicates}
    editions = {role.edition for role in others} or _editions_before(now) or _editions_of_neighbours(now)
    travellers = sum(role.team == "traveller" for role in others)
    short = _short(others, players - travellers, open_ended=not now.bracketed)

    def strange(role: Role) -> bool:
        return role.edition not in editions and role.id not in now.script.own

    def rank(role: Role) -> tuple[bool, bool, bool, float, int]:
        twice = role in others and not role.duplicates
        likely = wanted[role.team] / free_of[role.team] if free_of[role.team] else 0.0
        return twice, strange(role), role.team not in short, -likely, TEAMS.index(role.team)

    # The list of all characters is too long: those of other editions need a first letter.
    every = bool(now.word or now.script.roles)
    free = [
        role
        for role in now.script.for_players()
        if role.id not in once and (every or not strange(role)) and not (bag and role.not_in_bag)
    ]
    free_of = Counter(role.team for role in free if not strange(role))
    wanted = _wanted(others, max(players - travellers, FEWEST_INFORMED))
    return [_role(role, now.span) for role in sorted(free, key=rank)]


def _wanted(seated: Sequence[Role], players: int) -> Counter[Team]:
    """Return the numbers of missing characters by team."""
    row = setup_table().get(players, max(setup_table().values()))
    have = Counter(role.team for role in seated)
    return Counter({team: max(want - have[team], 0) for team, want in zip(COUNTED, row, strict=True)})


def _editions_before(now: Writing) -> set[str]:
    """Return the editions of the last grimoire of the file."""
    return {role.edition for last in now.log[:1] for word in last.words if (role := roles().get(word.text))}


def _editions_of_neighbours(now: Writing) -> frozenset[str]:
    """Return the editions of the nearest sibling record, or else the edition for beginners."""
    return now.neighbours[0].editions if now.neighbours else frozenset({"trouble_brewing"})


def _short(seated: Sequence[Role], players: int, open_ended: bool) -> set[Team]:
    """Return the teams with fewer members than the setup table wants for `players` players, or for more if `open_ended`."""
    rows = [
        row for count, row in setup_table().items() if count == players or (open_ended and count > players)
    ]
    if not rows:
        return set(COUNTED)
    have = composition(role.team for role in seated)
    most = [max(row[place] for row in rows) for place in range(len(COUNTED))]
    return {team for team, want, has in zip(COUNTED, most, have, strict=True) if has < want}


def _role(role: Role, span: Span) -> Completion:
    return Completion(role.id, span, role.id, "role", _gist(role), _summary(role))


def role_of(player: Player, now: Writing) -> Completion:
    """Return a completion for the role that a player has in the file."""
    role = now.script.role(player.role)
    detail = f"{player.name}'s character" + (f" · {_gist(role)}" if role else "")
    return Completion(player.role, now.span, player.role, "role", detail, _summary(role) if role else "")


def _gist(role: Role) -> str:
    """Return the ability of a character in a few words, with its team."""
    return f"{brief(role.summary or role.name)} · {role.team}"


def _summary(role: Role) -> str:
    """Return the ability and identity of a character as Markdown, escaping untrusted text of a script."""
    if role.official:
        return escape(role.summary)
    return f"{role.summary}\n\n{role.name}, {role.team} of {role.edition_name}"


# Tokens


def tokens(now: Writing, past: Past) -> list[Completion]:
    """Return tokens for the player, the most frequent of the file first, then in night order.

    After the prefix of a character, return only its tokens.
    """
    owner = now.script.owner(now.word.rpartition(":")[0])
    found = [one for one in _Laying(now, past).tokens() if owner is None or one[0] is owner]
    return [_token(role, name, now.span, past.habits[f"{role.id}:{name}"]) for role, name in found]


class _Laying:
    """The tokens that may be placed on a player."""

    def __init__(self, now: Writing, past: Past) -> None:
        self.now, self.past = now, past
        seated = [seat.player for seat in now.others()]
        self.role = now.script.role(now.role)
        around = (*seated, *past.rest)
        self.in_play = {now.role, *(player.role for player in around)}
        self.acting = {now.role, *(player.role for player in around if not player.dead)}
        self.mine = self._mine()
        self.lying = Counter([*(token for player in seated for token in player.tokens), *self.mine])

    def _mine(self) -> list[str]:
        """Return the tokens of the player except the one at the cursor."""
        if self.now.seat:
            return [word.text for word in self.now.seat.tokens if not word.span.holds(self.now.at)]
        return [part.strip() for part in self.now.entry["list"].split(",")[:-1]]

    def tokens(self) -> list[tuple[Role, str]]:
        """Return the tokens, the likeliest first."""
        found = [
            (role, name)
            for role in self.now.script.everybody()
            for name, most in role.tokens.items()
            if (role.id in self.in_play or name in role.everywhere or self._other_half(role))
            and (self.now.script.has(role) or role.id in self.in_play)
            and self.lying[f"{role.id}:{name}"] < most
            and role.may_be_laid(name, self.role, self.mine, self.lying)
        ]
        return sorted(found, key=self._rank)

    def _other_half(self, role: Role) -> bool:
        """Return whether exactly one token of the pair of a character such as the Washerwoman is in play."""
        lying = sum(self.lying[f"{role.id}:{name}"] for name in role.tokens)
        return "wrong" in role.tokens and lying == 1

    def _rank(self, one: tuple[Role, str]) -> tuple[bool, bool, int, bool, bool, float]:
        """Return the sort key of a token: characters in play, the living, habits of the file and its siblings, night order."""
        role, name = one
        token = f"{role.id}:{name}"
        here = self.past.laid_on[token, self.role.id] if self.role else 0
        score = self.past.habits[token] + 2 * here + 2 * self._usual(role, name)
        night = role.other_night if self.past else role.first_night
        order = 1000.0 if night is None else night
        unusual = not any(token in one.tokens for one in self.now.neighbours)
        if self._other_half(role):
            return False, False, -1000, unusual, night is None, order
        return role.id not in self.in_play, role.id not in self.acting, -score, unusual, night is None, order

    def _usual(self, role: Role, name: str) -> int:
        """Return 1 if the token usually marks such a character, -1 if it usually marks another one, otherwise 0."""
        where = role.placement.get(name, "").partition(":")[0]
        seated = self.role
        if seated is None or where not in {"self", "townsfolk", "outsider", "minion"}:
            return 0
        return 1 if where in {seated.team, "self" if seated is role else ""} else -1


def _token(role: Role, name: str, span: Span, laid: int) -> Completion:
    text = f"{role.id}:{name}"
    habit = f" · laid {plural(laid, 'time')} here" if laid else ""
    detail = f"{role.label(name)} · {role.name}, {role.team}{habit}"
    return Completion(text, span, text, "token", detail, _summary(role))


# Whole grimoires


def grimoires(span: Span, past: Past) -> Iterator[Completion]:
    """Yield the next moment of the game, and whole grimoires by the setup table, the size of the sibling's table first."""
    table = past.now.neighbours[0].names if past.now.neighbours else ()
    if past.rest:
        line = f"{past.heading}[{past.written(past.rest)}]"
        yield Completion("next grimoire", span, line, "snippet", "copy of the previous grimoire", filter=line)
    for players, counts in sorted(setup_table().items(), key=lambda row: row[0] != len(table)):
        known = len(table) == players
        names = list(table if known else NAMES)[:players]
        # Real characters would look like those of a game.
        stops = " ".join(f"${{{2 * i + 1}:{name}}}:${{{2 * i + 2}:{NOBODY}}}" for i, name in enumerate(names))
        plain = " ".join(f"{name}:{NOBODY}" for name in names)
        yield Completion(
            f"grimoire of {plural(players, 'player')}", span, f"[{stops}]", "snippet",
            written(counts) + (f" · who {SAT_BESIDE}" if known else ""), snippet=True, plain=f"[{plain}]",
        )  # fmt: skip
