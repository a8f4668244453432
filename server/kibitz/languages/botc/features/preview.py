"""The grimoire of a preview, the preview as text, and the story of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Drawn, Preview, Telling
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.picture import Canvas
from kibitz.core.setting import HIDDEN, VIEW, Preferences
from kibitz.core.values import Span
from kibitz.core.words import listed, plural
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import (
    DatedGrimoire,
    Placed,
    chunks_before,
    layout_of,
    moment_beside,
    records_in,
    sheet_at,
    title_above,
    title_behind,
)
from kibitz.languages.botc.features.rows import games
from kibitz.languages.botc.game.log import Grimoire, Player, Title, public
from kibitz.languages.botc.game.night import WINNERS, Step, differences, night_of, over, sheet
from kibitz.languages.botc.game.roles import TEAMS, UNSAID, Script
from kibitz.languages.botc.game.setup import alignments
from kibitz.languages.botc.game.shorthand import Shorthand, learnt, named, nominations
from kibitz.languages.botc.text.nodes import Record, Word


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
    order: Mapping[str, int] = MappingProxyType({})
    """The players who wake in the night of the title, each with the number of the step."""
    hidden: bool = False
    """Whether only public information is shown: seats, deaths and votes."""

    def span(self, player: int, kind: str = "name", token: int | None = None) -> Span | None:
        """Return the place of a player's name, `role` or token, or None if the seat is not in the file."""
        if player >= len(self.record.seats):
            return None
        seat = self.record.seats[player]
        word = seat.tokens[token] if token is not None else seat.role if kind == "role" else seat.name
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
    previous = moment_beside(document, place, record)
    eve = previous.grimoire if previous else None
    if view != "picture":
        return what._replace(words=_words(view, what, eve))
    earlier = records_in(document, chunks_before(document, place))
    before = next((one for _, one in earlier if one.players), None)
    if before and not record.seats:
        players: list[Player] = list(before.players)
        notes = "(no players yet: this is the previous grimoire)"
    else:
        players, notes = _known(record, before)
    if hidden:
        return what._replace(players=public(Grimoire(tuple(players))).players, notes=notes)
    steps = _waking(record.grimoire, eve, title, what.script)
    order = {step.player.name: number for number, step in steps if step.player}
    return what._replace(players=tuple(players), notes=notes, order=order)


def _words(view: str, what: Shown, before: Grimoire | None) -> str:
    """Return the night sheet, or the changes since the previous grimoire."""
    new = what.record.grimoire
    if view == "night" and what.hidden:
        return "(the night is the storyteller's)"
    if view == "night":
        steps, first = night_of(new, before, what.title, what.script)
        return "\n".join(sheet(steps, new, first, what.script))
    if before is None:
        return "(no grimoire of the same game is before this one)"
    if what.hidden:
        before, new = public(before), public(new)
    return "\n".join(differences(before, new, what.script)) or "(nothing has changed)"


def _waking(
    grimoire: Grimoire, before: Grimoire | None, title: Title | None, script: Script
) -> Iterator[tuple[int, Step]]:
    """Return the numbered events of the night in the title above, or none without such a title."""
    dated = title and title.phase == "night"
    return enumerate(night_of(grimoire, before, title, script)[0] if dated else (), 1)


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
        if not seat.readable:
            was = old.get(player.name)
            as_before += was is not None
            unknown += was is None
            player = replace(player, name=player.name or "?", role=player.role or (was.role if was else "?"))
        players.append(player)
    broken = sum(seat.broken and seat.readable for seat in record.seats)
    notes = [
        f"{plural(unknown, 'player')} can't be read" if unknown else "",
        f"{plural(as_before, 'role')} as in the grimoire before" if as_before else "",
        f"{broken} {'entry' if broken == 1 else 'entries'} shown as probably meant" if broken else "",
        "" if record.closed else "unfinished",
    ]  # fmt: skip
    said = ", ".join(filter(None, notes))
    return players, f"({said})" if said else ""


def _nearest(document: Document, place: Place) -> Placed | None:
    """Return the nearest record at a place, before it, or after it."""
    around = (islice(places, RECENT) for places in (document.until(place), document.since(place)))
    return next(records_in(document, chain.from_iterable(around)), None)


def bag_of(what: Shown) -> Iterator[tuple[str, list[Word]]]:
    """Yield the roles of a bag by team, or nothing if roles are hidden."""
    for team in (*TEAMS, None):
        found = [word for word in what.record.roles if what.script.team(word.text) == team]
        if found and not what.hidden:
            yield team or "unknown", found


NOTHING = Preview("No grimoire is written yet.\n")


def preview(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return a preview of the grimoire nearest to the cursor, or of the last one without a cursor."""
    what = shown(analysis, offset, preferences)
    if what is None:
        return NOTHING
    if what.record.form == "bag":
        return _bag(what)
    if what.words is not None:
        return Preview(f"{what.words}\n")
    drawing = render(Grimoire(what.players), *layout_of(preferences))
    glyphs = []
    for part in drawing.parts:
        player, kind, token, *_ = part.source
        span = what.span(player, kind, token)
        if span is not None and not (what.hidden and kind == "role"):
            glyphs.append(Drawn(span, part.line, part.start, part.end))
    notes = f"{what.notes}\n" if what.notes else ""
    return Preview(f"{drawing.text}\n{notes}", tuple(glyphs))


def _bag(what: Shown) -> Preview:
    """Return the roles of a bag by team."""
    canvas: Canvas[Span] = Canvas()
    for team, words in bag_of(what):
        spans = [word.span.shifted(what.place.start) for word in words]
        pieces = [(f"{word.text}  ", span) for word, span in zip(words, spans, strict=True)]
        canvas.write(f"{team:<11}", *pieces)
    return canvas.preview()


def story(language: object, analysis: Analysis, preferences: Preferences) -> Iterator[Telling]:
    """See :meth:`kibitz.core.language.Language.story`."""
    hidden = preferences.flag(HIDDEN, False)
    script = UNSAID if hidden else analysis.context
    all_games = games(analysis, hidden)
    for number, game in enumerate(all_games, start=1):
        name = f"Game {number}" if len(all_games) > 1 else ""
        yield from _of_game(game, name, script, hidden)


def _of_game(game: list[DatedGrimoire], name: str, script: Script, hidden: bool) -> Iterator[Telling]:
    before: DatedGrimoire | None = None
    eve: DatedGrimoire | None = None
    last = next((one for one in reversed(game) if one.record.form != "bag"), None)
    for one in game:
        phase = one.title.title if one.title and one.title.phase != "game" else ""
        chapter = ": ".join(filter(None, (name, phase)))
        if one.record.form == "bag":
            roles = [script.title(word.text) for word in one.record.roles]
            yield Telling(chapter, () if hidden else (f"In the bag: {listed(roles)}",))
            continue
        if before and before.title != one.title:
            eve = before
        lines = list(_lines(before, eve, one, script, hidden))
        if one is last and not hidden and (reason := over(one.record.grimoire, script)):
            lines.append(f"The game is probably over: {reason}, so {WINNERS[reason]} has won")
            lines += _sides(one.record.grimoire, script, ("good", "evil"))
        yield Telling(chapter, tuple(lines))
        before = one


def _lines(
    before: DatedGrimoire | None, eve: DatedGrimoire | None, now: DatedGrimoire, script: Script, hidden: bool
) -> Iterator[str]:
    """Yield the events since the previous grimoire. For the first one, yield the players and, unless hidden, the evil ones.

    `eve` is the last grimoire with another title.
    """
    grimoire = public(now.record.grimoire) if hidden else now.record.grimoire
    players = grimoire.players
    if before is None:
        yield f"{plural(len(players), 'player')}: {listed([player.name for player in players])}"
        if not hidden:
            yield from _sides(grimoire, script, ("evil",))
    if not hidden and (
        awake := [
            f"{number} {step.label}"
            for number, step in _waking(grimoire, eve and eve.record.grimoire, now.title, script)
        ]
    ):
        yield f"Awake: {', '.join(awake)}"
    seated = (before.record.grimoire if before else now.record.grimoire).players
    yield from _events(now.events, seated, hidden)
    if before:
        was = public(before.record.grimoire) if hidden else before.record.grimoire
        executed = frozenset(named(seated, event.who) for event in now.events if event.verb == "exec")
        yield from differences(was, grimoire, script, now.title.phase if now.title else "", executed)


def _events(events: Sequence[Shorthand], players: Sequence[Player], hidden: bool) -> Iterator[str]:
    """Yield nominations with their votes and, unless hidden, the information that players have learnt."""
    for one in nominations(events, players):
        yield f"{one.who} nominates {one.whom}" + (
            f": {plural(one.votes, 'vote')}" if one.votes is not None else ""
        )
    if not hidden:
        yield from (f"{who} learns {what}" for who, what in learnt(events, players))


def _sides(grimoire: Grimoire, script: Script, told: Sequence[str]) -> Iterator[str]:
    sides = alignments(grimoire, script)
    for side in told:
        found = [
            f"{player.name} ({script.title(player.role)})"
            for player, its in zip(grimoire.players, sides, strict=True)
            if its == side
        ]
        if found:
            yield f"{side.title()}: {listed(found)}"
