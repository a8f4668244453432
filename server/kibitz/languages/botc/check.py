"""What the rules from 100 on say of one record; offsets are relative to its chunk."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.nature import Nature, counted
from kibitz.languages.botc.nodes import Record, Seat
from kibitz.languages.botc.placing import check_tokens
from kibitz.languages.botc.roles import roles
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.setup import expected
from kibitz.languages.botc.whole import MOST_WITH_TRAVELLERS, check_whole
from kibitz.languages.botc.words import check_name, check_role, check_token


def check(record: Record, text: str) -> Iterator[Diagnostic]:
    """Everything that can be said of a record by itself; `text` is its chunk."""
    if clean(record):
        return
    found = said(record)
    if record.form == "drawing":
        from kibitz.languages.botc.redraw import with_fixes_redrawn

        found = with_fixes_redrawn(found, record, text)
    yield from found


def clean(record: Record) -> bool:
    """Whether nothing can be said of a grimoire, proven cheaply: most are in order, and this is all they cost.

    Where the proof fails the rules decide.
    """
    natures = [nature for entry in record.entries if (nature := entry.nature)]
    count = len(record.entries)
    if not record.sound or not len(natures) == count <= MOST_WITH_TRAVELLERS or not count:
        return False
    names, present = map(set, zip(*record.pairs, strict=True))
    if len(names) < count or len(present) < count:
        return False
    weights, changing, tokens, *_ = zip(*natures, strict=True)
    if any(tokens) and not _tokens_clean(natures, present):
        return False
    return _adds_up(sum(weights), tuple(filter(None, changing)))


@lru_cache(maxsize=4096)
def _adds_up(weight: int, changing: tuple[str, ...]) -> bool:
    """Whether the teams are as the setup table has them and the game goes on."""
    *teams, travellers, dead, dead_demons = counted(weight)
    townsfolk, outsiders, minions, demons = teams
    players = sum(teams)
    wanted = expected(players, [roles()[name] for name in changing])
    # Outside of the setup table nothing is expected, but the number of players is remarkable.
    return (
        wanted is not None
        and players + travellers <= MOST_WITH_TRAVELLERS
        and wanted.allows((townsfolk, outsiders, minions, demons))
        and (not dead or (demons > dead_demons and players - dead > 2))
    )


def _tokens_clean(natures: list[Nature], present: set[str]) -> bool:
    """Whether each token lies here once, its character is in play, and those that come in pairs do."""
    laid = [nature for nature in natures if nature.tokens]
    tokens = [token for nature in laid for token in nature.tokens]
    told = {owner for nature in laid for owner in nature.told}
    mistold = {owner for nature in laid for owner in nature.mistold}
    owners = {owner for nature in laid for owner in nature.owners}
    return len(set(tokens)) == len(tokens) and told == mistold and owners <= present


def said(record: Record) -> Iterator[Diagnostic]:
    """What the rules say of a record, all of them asked."""
    for word in record.roles:
        yield from check_role(word, homebrew=_homebrew(record))
    for seat in record.seats:
        if not (seat.entry.plain or seat.entry.broken):
            yield from _words(seat, record)
    yield from _names(record)
    yield from check_tokens(record)
    if record.sound:
        yield from check_whole(record)


def _words(seat: Seat, record: Record) -> Iterator[Diagnostic]:
    yield from check_name(seat.name)
    yield from check_role(seat.role, homebrew=_homebrew(record))
    if seat.entry.tokens:
        in_play = {other.entry.role.text for other in record.seats}
        for token in seat.tokens:
            yield from check_token(token, in_play)


def _homebrew(record: Record) -> bool:
    """Whether the Bootlegger is there, who brings characters that no list has."""
    return any(word.text == "bootlegger" for word in record.words)


def _names(record: Record) -> Iterator[Diagnostic]:
    """The same player twice."""
    first: dict[str, Seat] = {}
    for seat in record.seats:
        text = seat.entry.name.text
        if seat.entry.broken or first.setdefault(text, seat) is seat:
            continue
        other = first[text]
        related = [Related(other.name.span, f"the first `{text}`")]
        yield rules()["duplicate-player"].at(
            *seat.name.span, name=text, first=f"the {other.entry.role.text}", related=related
        )
