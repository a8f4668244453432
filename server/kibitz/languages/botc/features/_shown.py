"""The grimoire of a preview, and its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.setting import HIDDEN, VIEW, Preferences
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import (
    chunks_before,
    moment_before,
    night_sheet,
    records_in,
    sheet_at,
    title_above,
    title_behind,
    waking,
)
from kibitz.languages.botc.game.log import Grimoire, Player, Title, public
from kibitz.languages.botc.game.night import differences
from kibitz.languages.botc.game.roles import TEAMS, Script
from kibitz.languages.botc.text.nodes import Record, Seat, Word

BEFORE = "(no players yet: this is the previous grimoire)"


NO_ORDER: Mapping[str, int] = MappingProxyType({})


class Shown(NamedTuple):
    """A grimoire or a bag for the preview."""

    place: Place
    record: Record
    script: Script
    players: tuple[Player, ...] = ()
    """The known players."""
    notes: str = ""
    """A remark about the players, such as `(unfinished)`."""
    words: str | None = None
    """The night sheet or the changes, if the preview shows them."""
    title: Title | None = None
    """The title of the grimoire."""
    order: Mapping[str, int] = NO_ORDER
    """The players who wake in the night of the title, each with the number of the step."""
    hidden: bool = False
    """Whether only public information is shown: seats, deaths and votes."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The places of the players; empty if they come from the previous grimoire."""
        return self.record.seats

    def span(self, player: int, kind: str = "name", token: int | None = None) -> Span | None:
        """Return the place of a player's name, `role` or token, or None if the seat is not in the file."""
        if player >= len(self.seats):
            return None
        seat = self.seats[player]
        if token is not None:
            word = seat.entry.tokens[token].shifted(seat.at)
        else:
            word = seat.role if kind == "role" else seat.name
        return (word.span if word.text else seat.span).shifted(self.place.start)


def shown(analysis: Analysis, offset: int | None, preferences: Preferences) -> Shown | None:
    """Return the grimoire nearest to the cursor, or the last one without a cursor; None if there is none."""
    document = analysis.document
    found = _nearest(document, _place_at(document, len(document) if offset is None else offset))
    if found is None:
        return None
    place, record = found
    hidden, title = preferences.flag(HIDDEN, False), title_above(document, place)
    what = Shown(place, record, analysis.context, title=title, hidden=hidden)
    view = preferences.text(VIEW, "picture")
    if record.form == "bag":
        return what
    if view != "picture":
        return what._replace(words=_words(view, what, document))
    before = _last(document, place)
    if before and not record.seats:
        players: list[Player] = list(before.players)
        notes = BEFORE
    else:
        players, notes = _known(record, before)
    if hidden:
        return what._replace(players=public(Grimoire(tuple(players))).players, notes=notes)
    steps = waking(record, moment_before(document, place, record), title, what.script)
    order = {step.player.name: number for number, step in steps if step.player}
    return what._replace(players=tuple(players), notes=notes, order=order)


def _words(view: str, what: Shown, document: Document) -> str:
    """Return the night sheet, or the changes since the previous grimoire."""
    before = moment_before(document, what.place, what.record)
    if view == "night" and what.hidden:
        return "(the night is the storyteller's)"
    if view == "night":
        return night_sheet(what.record, before, what.title, what.script)
    if before is None:
        return "(no grimoire of the same game is before this one)"
    old, new = before.grimoire, what.record.grimoire
    if what.hidden:
        old, new = public(old), public(new)
    return "\n".join(differences(old, new, what.script)) or "(nothing has changed)"


def _place_at(document: Document, offset: int) -> Place:
    """Return the chunk at the cursor; on a title, the chunk that it names."""
    place = document.place_at(offset)
    sheet = sheet_at(document, place)
    if title_behind(place.text, sheet) and offset - place.start >= sheet.comments[-1].start:
        return document.after(place) or place
    return place


def _known(record: Record, before: Record | None) -> tuple[list[Player], str]:
    """Return the known players, and notes about unknown ones.

    A player without a role gets the role of the previous grimoire.
    """
    old = {player.name: player for player in before.players} if before else {}
    players, as_before, unknown = [], 0, 0
    for seat in record.seats:
        player = seat.player
        if not seat.entry.readable:
            was = old.get(player.name)
            as_before += was is not None
            unknown += was is None
            player = replace(player, name=player.name or "?", role=player.role or (was.role if was else "?"))
        players.append(player)
    broken = sum(seat.entry.broken and seat.entry.readable for seat in record.seats)
    notes = [
        f"{plural(unknown, 'player')} can't be read" if unknown else "",
        f"{plural(as_before, 'role')} as in the grimoire before" if as_before else "",
        "1 entry shown as probably meant" if broken == 1 else f"{broken} entries shown as probably meant" if broken else "",
        "" if record.closed else "unfinished",
    ]  # fmt: skip
    said = ", ".join(filter(None, notes))
    return players, f"({said})" if said else ""


def _last(document: Document, place: Place) -> Record | None:
    """Return the last grimoire with players before a chunk."""
    found = records_in(document, chunks_before(document, place, RECENT))
    return next((record for _, record in found if record.players), None)


def _nearest(document: Document, place: Place) -> tuple[Place, Record] | None:
    """Return the nearest record at a place, before it, or after it."""
    around = (islice(places, RECENT) for places in (document.until(place), document.since(place)))
    return next(records_in(document, chain.from_iterable(around)), None)


def bag_of(what: Shown) -> Iterator[tuple[str, list[Word]]]:
    """Yield the roles of a bag by team, or nothing if roles are hidden."""
    for team in (*TEAMS, None):
        found = [word for word in what.record.roles if what.script.team(word.text) == team]
        if found and not what.hidden:
            yield team or "unknown", found
