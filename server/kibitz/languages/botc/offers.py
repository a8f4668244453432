"""The lists that completion answers with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kibitz.core.values import Completion, Span
from kibitz.core.words import plural
from kibitz.languages.botc import write
from kibitz.languages.botc.nodes import Record, Seat
from kibitz.languages.botc.roles import COUNTED, TEAMS, Role, Team, by_prefix, roles, setup_table
from kibitz.languages.botc.setup import composition

NAMES = ("Alice", "Bob", "Charlie", "David", "Eve", "Frank", "Grace", "Hannah", "Ian", "Kate", "Leo", "Mark", "Nora", "Oscar", "Pia")  # fmt: skip
"""The players of whole grimoires that are offered, to be typed over."""


def roles_for_seat(record: Record, span: Span, at: int) -> Sequence[Completion]:
    """Roles for the seat at the cursor: those of the editions in play and of teams that are short, seated ones last."""
    others = [seat.character for seat in record.seats if not seat.role.span.holds(at)]
    return _roles(list(filter(None, others)), len(record.seats), span)


def roles_for_bag(record: Record, span: Span) -> Sequence[Completion]:
    """Roles that fit the counts still open."""
    others = [
        roles().get(word.text) for word in record.roles if not word.span.shifted(span.start).holds(span.end)
    ]
    return _roles(list(filter(None, others)), max(len(record.roles), 5), span)


def _roles(seated: list[Role], players: int, span: Span) -> Sequence[Completion]:
    editions = {role.edition for role in seated} or {"trouble_brewing"}
    taken = {role.id for role in seated if not role.duplicates}
    short = _short(seated, players)

    def rank(role: Role) -> tuple[bool, bool, bool, bool, int]:
        outside = role.team in {"fabled", "loric"}
        return (
            role.id in taken,
            outside,
            role.edition not in editions,
            role.team not in short,
            TEAMS.index(role.team),
        )

    return [_role(role, span) for role in sorted(roles().values(), key=rank)]


def _short(seated: list[Role], players: int) -> set[Team]:
    """The teams of which fewer are seated than the setup table wants."""
    travellers = sum(role.team == "traveller" for role in seated)
    wanted = setup_table().get(players - travellers)
    if wanted is None:
        return set(COUNTED)
    have = composition(role.team for role in seated)
    return {team for team, want, has in zip(COUNTED, wanted, have, strict=True) if has < want}


def _role(role: Role, span: Span) -> Completion:
    return Completion(
        role.id, span, role.id, "role", f"{role.team} · {role.edition_name}", role.summary, commit="("
    )


def tokens(record: Record, span: Span, at: int, prefix: str = "") -> Sequence[Completion]:
    """Tokens of the characters in play and those that lie anywhere; those that are all placed already come last.

    Behind the prefix of a character only its own.
    """
    if role := by_prefix().get(prefix):
        return [_token(role, name, span) for name in role.tokens]
    placed: dict[str, int] = {}
    for seat in record.seats:
        for token in seat.tokens:
            if not token.span.holds(at):
                placed[token.text] = placed.get(token.text, 0) + 1
    items = [
        (placed.get(f"{role.id}:{name}", 0) >= most, role, name)
        for role in _token_roles(record)
        for name, most in _offered(role, record)
    ]
    return [_token(role, name, span) for done, role, name in items if not done] + [
        _token(role, name, span) for done, role, name in items if done
    ]


def _token_roles(record: Record) -> Iterator[Role]:
    seated = {role.id: role for seat in record.seats if (role := seat.character)}
    yield from seated.values()
    editions = {role.edition for role in seated.values()}
    rest = [role for role in roles().values() if role.everywhere and role.id not in seated]
    yield from sorted(rest, key=lambda role: role.edition not in editions)


def _offered(role: Role, record: Record) -> Iterable[tuple[str, int]]:
    seated = any(seat.role.text == role.id for seat in record.seats)
    return [(name, most) for name, most in role.tokens.items() if seated or name in role.everywhere]


def _token(role: Role, name: str, span: Span) -> Completion:
    text = f"{role.id}:{name}"
    return Completion(
        text, span, text, "token", f"{role.label(name)} · {role.team}", role.summary, commit=",)"
    )


def names(
    record: Record, earlier: Iterable[Record], span: Span, at: int, colon: str, alive: bool
) -> Sequence[Completion]:
    """Players of the earlier grimoires who are not seated yet, the latest grimoire's first, then marks of the dead."""
    seated = {seat.name.text for seat in record.seats if not seat.name.span.holds(at)}
    known: dict[str, Seat] = {}
    for grimoire in earlier:
        for seat in grimoire.seats:
            if seat.name.text and seat.name.text not in seated:
                known.setdefault(seat.name.text, seat)
    items = [
        Completion(
            name, span, name + colon, "player", f"was the {seat.role.text}", commit="" if not colon else ":"
        )
        for name, seat in known.items()
    ]
    if alive and colon and span.start == span.end:
        items.append(
            Completion(
                "dead", span, "*${1:Name}:${2:role}*", "snippet", "a dead player", snippet=True, plain="**"
            )
        )
        items.append(
            Completion(
                "dead, vote spent", span, "*~~${1:Name}~~:${2:role}*", "snippet", "a dead player without a vote",
                snippet=True, plain="*~~~~:*",
            )
        )  # fmt: skip
    return items


def grimoires(latest: Record | None, span: Span) -> Sequence[Completion]:
    """The next moment of the game, and whole grimoires by the setup table."""
    items = []
    if latest and latest.seated:
        line = write.line(latest.grimoire)
        items.append(Completion("next grimoire", span, line, "snippet", "a copy of the last one", line))
    for players, counts in setup_table().items():
        chosen = [
            role.id
            for team, count in zip(COUNTED, counts, strict=True)
            for role in [role for role in roles().values() if role.team == team and not role.setup][:count]
        ]
        seats = list(zip(NAMES, chosen, strict=False))
        stops = " ".join(
            f"${{{2 * i + 1}:{name}}}:${{{2 * i + 2}:{role}}}" for i, (name, role) in enumerate(seats)
        )
        plain = " ".join(f"{name}:{role}" for name, role in seats)
        label = f"grimoire of {plural(players, 'player')}"
        items.append(
            Completion(
                label,
                span,
                f"[{stops}]",
                "snippet",
                "/".join(map(str, counts)),
                snippet=True,
                plain=f"[{plain}]",
            )
        )
    return items


def inside_brackets(items: Iterable[Completion]) -> list[Completion]:
    """Whole grimoires for a place where the brackets stand already."""
    return [replace(item, text=item.text[1:-1], plain=item.plain[1:-1]) for item in items]
