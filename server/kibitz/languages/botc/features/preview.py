"""The preview next to the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Glyph, Preview, Telling
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.words import listed, plural
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import DatedGrimoire, layout_of, waking
from kibitz.languages.botc.features._shown import Shown, bag_of, shown
from kibitz.languages.botc.features.rows import games
from kibitz.languages.botc.game.log import Grimoire, Player, public
from kibitz.languages.botc.game.night import WINNERS, differences, over
from kibitz.languages.botc.game.roles import UNSAID, Script
from kibitz.languages.botc.game.setup import alignments
from kibitz.languages.botc.game.shorthand import Shorthand, learnt, named, nominations

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
        span = what.span(part.player, part.kind, part.token)
        if span is not None and not (what.hidden and part.kind == "role"):
            glyphs.append(Glyph(span, part.line, part.start, part.end))
    notes = f"{what.notes}\n" if what.notes else ""
    return Preview(f"{drawing.text}\n{notes}", tuple(glyphs))


def _bag(what: Shown) -> Preview:
    """Return the roles of a bag by team."""
    lines: list[str] = []
    glyphs: list[Glyph] = []
    for team, words in bag_of(what):
        line = f"{team:<11}"
        for word in words:
            span = word.span.shifted(what.place.start)
            glyphs.append(Glyph(span, len(lines), len(line), len(line) + len(word.text)))
            line += word.text + "  "
        lines.append(line.rstrip())
    return Preview("".join(f"{line}\n" for line in lines), tuple(glyphs))


def story(language: object, analysis: Analysis, preferences: Preferences) -> Iterator[Telling]:
    """See :meth:`kibitz.core.features.Features.story`."""
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
        if one is last and not hidden:
            lines += _end(one.record.grimoire, script)
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
    if not hidden and (awake := list(waking(now.record, eve and eve.record, now.title, script))):
        yield "Awake: " + ", ".join([f"{number} {step.label}" for number, step in awake])
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


def _end(grimoire: Grimoire, script: Script) -> Iterator[str]:
    """Yield the result and the sides of all players, or nothing before the end of the game."""
    if reason := over(grimoire, script):
        yield f"The game is probably over: {reason}, so {WINNERS[reason]} has won"
        yield from _sides(grimoire, script, ("good", "evil"))


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
