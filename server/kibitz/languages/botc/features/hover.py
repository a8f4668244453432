"""Hovers for roles, tokens, players, titles, shorthand and whole grimoires."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.bounds import SOME
from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block
from kibitz.core.memory import latest, remembered
from kibitz.core.setting import Preferences
from kibitz.core.shown import code, escape
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import (
    moment_beside,
    record_at,
    records_in,
    sheet_at,
    word_at,
)
from kibitz.languages.botc.features._log import CursorContext
from kibitz.languages.botc.game.log import Grimoire, Player, Title, begins_anew, is_night, one_game, under
from kibitz.languages.botc.game.night import count, differences, in_words, night, night_of, sheet, written
from kibitz.languages.botc.game.roles import LETTERS, Role, Script, edition_name, of_nobody
from kibitz.languages.botc.game.setup import composition
from kibitz.languages.botc.game.shorthand import UnclearError, played
from kibitz.languages.botc.settings import TEAM_HINTS
from kibitz.languages.botc.text.nodes import Record, token_of
from kibitz.languages.botc.text.read import parse
from kibitz.languages.botc.text.script import lines_in, wanted


def hover(language: object, analysis: Analysis, offset: int) -> Hover | None:
    """Explain the role, token or player at the cursor. On a bracket, give the numbers of the grimoire."""
    script: Script = analysis.context
    if here := word_at(analysis, offset):
        text = here.word.text
        if here.kind == "role":
            said = role_card(text, here.record.grimoire, script)
        elif here.seat and here.kind == "name":
            said = _player(here.seat.player, script)
        else:
            said = _token(text, script)
        return Hover(here.span, said)
    found = record_at(analysis, offset)
    if found is None:
        return _script(analysis, offset) or _line(analysis, offset)
    place, record = found
    start, end = record.span.shifted(place.start)
    edges = [Span(start, start + 1), Span(end - 1, end)]
    if record.form == "drawing":
        edges = [Span(start, analysis.document.line_at(start).end)]
    edge = next((one for one in edges if one.holds(offset)), None)
    if edge is None:
        return None
    said = facts(record, script)
    if before := moment_beside(analysis.document, place, record):
        changes = [*map(escape, differences(before.grimoire, record.grimoire, script))]
        listed = "\n".join(f"- {one}" for one in changes or ["nothing has changed"])
        said += f"\n\nSince the previous grimoire:\n{listed}"
    return Hover(edge, said)


def _line(analysis: Analysis, offset: int) -> Hover | None:
    """Explain a title or a line of shorthand."""
    document = analysis.document
    place, line = document.place_at(offset), document.line_at(offset)
    text = document.text(*line)
    if text.lstrip().startswith("#"):
        title = Title.of(text.strip())
        passed = _PASSED.get(title.phase) if title else None
        return Hover(line, f"**{title.title}** · {passed}") if title and passed else None
    sheet = sheet_at(document, place)
    for span in sheet.events:
        here = span.shifted(place.start)
        now = CursorContext.behind(analysis, place, here.end)
        if here.holds(offset) and now.log and now.events:
            return Hover(here, _played(now))
    return None


_PASSED = {
    "setup": "a game begins",
    "game": "a game begins",
    "night": "tokens that last until dusk have ended",
    "day": "tokens that last until dawn have ended",
    "dusk": "the day ends",
}
"""The meaning of a title, by its phase."""


def _played(now: CursorContext) -> str:
    """Return what the last line of shorthand does, and the players that it changes."""
    night = is_night(now.place.text)
    *before, last = now.events
    try:
        was = played(now.before, before, night, script=now.script)
        new = played(was, [last], night, script=now.script)
    except UnclearError as error:
        return escape(str(error))
    changed = [code(str(one)) for old, one in zip(was, new, strict=True) if old != one]
    return escape(last.does) + (f" · {', '.join(changed)}" if changed else "")


def _script(analysis: Analysis, offset: int) -> Hover | None:
    """Return the characters of the script by team with their nights, or None for a line that does not name a script."""
    document = analysis.document
    line = document.line_at(offset)
    script: Script = analysis.context
    if not lines_in(document.text(*line)):
        return None
    teams = [
        f"- {team}: {', '.join(_with_night(role, script) for role in own)}" for team, own in script.by_team()
    ] or ["its characters are unknown"]
    return Hover(line, f"**{escape(script.name or 'Script')}**\n\n" + "\n".join(teams))


def _with_night(role: Role, script: Script) -> str:
    places = [script.place(role, first) for first in (True, False)]
    nights = "/".join(f"{place:g}" for place in places if place is not None)
    return f"{escape(role.name)} ({nights})" if nights else escape(role.name)


def role_card(name: str, grimoire: Grimoire, script: Script) -> str:
    """Return a card of a character: its team, ability, wake order in this grimoire, tokens, and change of the setup."""
    role = script.role(name)
    if role is None:
        guess = wanted(name, script)
        return f"No character is called {code(name)}" + (f"; did you mean {code(guess.id)}?" if guess else "")
    lines = [
        f"**{escape(role.name)}** · {role.team} · {edition_name(role.edition)}",
        escape(role.summary),
        _night(role, grimoire, script),
    ]
    if role.tokens:
        tokens = (code(one) + (f" ×{most}" if most > 1 else "") for one, most in role.tokens.items())
        lines.append(f"Tokens: {', '.join(tokens)}")
    if "Setup:" not in role.summary and (note := role.setup.get("note")):
        lines.append(f"Setup: {note}")
    return "\n\n".join(filter(None, lines))


def _night(role: Role, grimoire: Grimoire, script: Script) -> str:
    """Return, e.g., `Wakes as number 4 of 7 in the first night, in other nights`. Only characters that wake are counted."""
    nights = []
    for first, said in ((True, "the first night"), (False, "other nights")):
        if script.place(role, first) is not None:
            order = [step.role.id for step in night(grimoire, first, script=script) if step.role]
            turn = f"as number {order.index(role.id) + 1} of {len(order)} " if role.id in order else ""
            nights.append(f"{turn}in {said}")
    return f"Wakes {', '.join(nights)}" if nights else ""


def _token(text: str, script: Script) -> str:
    token = token_of(text)
    role = script.owner(token.prefix)
    if of_nobody(text):
        said = "a note of the storyteller" if token.prefix else "the side of the player"
        return f"**{escape(token.name.replace('_', ' '))}** · {said}"
    if role is None:
        return f"The reminder token {code(text)}" + ("" if token.prefix else ", without its role")
    said = f"**{escape(role.label(token.name))}** · reminder token of the {escape(role.name)} ({role.team})"
    if token.name not in role.tokens:
        said = f"The {escape(role.name)} has no reminder token {code(token.name)}"
    lasts = _lasts(role, token.name)
    return "\n\n".join(filter(None, (said, lasts, escape(role.summary))))


def _lasts(role: Role, token: str) -> str:
    """Return how long a token lasts."""
    if token not in role.tokens:
        return ""
    for phase, counts in role.counts.items():
        if token in counts:
            at = counts.index(token) + 1
            after = counts[at] if at < len(counts) else token
            return f"At {phase} it becomes {code(after)}" if after not in {"", token} else f"Ends at {phase}"
    ends = {"next dusk": "dusk of the next day", "death": f"the {role.name} dies"}
    found = [ends.get(end, end) for end in role.until.get(token, ())]
    return f"Lasts until {', or until '.join(map(escape, found))}" if found else ""


def _player(player: Player, script: Script) -> str:
    state = (
        "alive" if not player.dead else "dead, ghost vote spent" if player.spent else "dead, has a ghost vote"
    )
    role = script.role(player.role)
    who = f"{escape(role.name)} ({role.team})" if role else code(player.role)
    tokens = "\n".join(f"- {code(token)}" for token in player.tokens)
    return "\n\n".join(filter(None, (f"**{escape(player.name)}** · {state}", who, tokens)))


def facts(record: Record, script: Script) -> str:
    """Return the numbers of a grimoire in one line, and those of the teams in the next."""
    if record.form == "bag":
        sides = composition(script.team(word.text) for word in record.roles)
        return f"**Bag of {plural(len(record.roles), 'role')}** · {in_words(sides)}"
    numbers = count(record.grimoire, script)
    found = [
        plural(numbers.players, "player"),
        f"{numbers.alive} alive",
        f"{plural(numbers.votes, 'ghost vote')} left",
        f"{plural(numbers.majority, 'vote')} to execute",
    ]
    if numbers.travellers:
        found.append(f"{plural(numbers.travellers, 'traveller')}, {numbers.exile} to exile")
    return f"**{' · '.join(found)}**\n\n{in_words(numbers.sides)}"


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the team's letter after each role, if the user wants it."""
    if not preferences.flag(TEAM_HINTS, False):
        return
    script: Script = analysis.context
    document = analysis.document
    for place, record in records_in(document, document.places(*span)):
        for word in record.words:
            if role := script.role(word.text):
                yield Hint(place.start + word.end, LETTERS[role.team], "teamLetter", role.team)


def lenses(language: object, analysis: Analysis) -> Iterator[Lens]:
    """Yield the numbers of each grimoire, and the players who wake in the next night; a click shows their steps."""
    before: Grimoire | None = None
    title: Title | None = None
    start = 0
    for block in analysis.document.blocks:
        found, before, title = _in_block(block, before, title, analysis.context)
        yield from (lens._replace(span=lens.span.shifted(start)) for lens in found)
        start += block.size()


@latest(SOME)
def _in_block(
    block: Block, before: Grimoire | None, title: Title | None, script: Script
) -> tuple[list[Lens], Grimoire | None, Title | None]:
    """Return the lenses of a block, and the last grimoire and the title that its next block follows."""
    found, start = list[Lens](), 0
    for chunk in block.chunks:
        check_cancelled()
        text, record = chunk.text, parse(chunk.text).value.record
        if record and record.players:
            same = before is not None and one_game(before, record.grimoire)
            lenses = _above(text, before if same else None, title, script)
            found += [lens._replace(span=lens.span.shifted(start)) for lens in lenses]
            before = record.grimoire
        if "#" in text:
            title, before = under(text, title), None if begins_anew(text) else before
        start += len(text)
    return found, before, title


@remembered
def _above(text: str, before: Grimoire | None, title: Title | None, script: Script) -> tuple[Lens, ...]:
    """Return the lenses of a chunk's grimoire, with offsets of the chunk; `before` is the previous grimoire of its game.

    For example, `12 players · 9 alive · 3 votes · 7/2/2/1` and `First night: Bob (Poisoner), Charlie (Chef)`.
    """
    record = parse(text).value.record
    if record is None:
        return ()
    at, (steps, first) = record.span.first, night_of(record.grimoire, before, title, script)
    numbers = count(record.grimoire, script)
    said = [plural(numbers.players, "player"), f"{numbers.alive} alive", plural(numbers.votes, "vote")]
    said = [*([] if record.closed else ["unfinished"]), *said, written(numbers.sides)]
    facts = Lens(at, " · ".join(said), tooltip=in_words(numbers.sides))
    if not steps:
        return (facts,)
    awake = f"{'First night' if first else 'Night'}: {', '.join(step.label for step in steps)}"
    return facts, Lens(at, awake, "\n".join(sheet(steps, record.grimoire, first, script)))
