"""What is under the cursor, explained."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hover
from kibitz.core.shown import code, escape
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import WordAt, moment_before, record_at, word_at
from kibitz.languages.botc.game.log import Grimoire
from kibitz.languages.botc.game.night import count, differences, in_words, night, written
from kibitz.languages.botc.game.roles import Role, Script, of_nobody
from kibitz.languages.botc.game.setup import composition, effect_words
from kibitz.languages.botc.text.nodes import Record, Seat, token_of
from kibitz.languages.botc.text.script import lines_in, wanted


def hover(language: object, analysis: Analysis, offset: int) -> Hover | None:
    """Roles, tokens and players where the cursor is on one; on the brackets the whole grimoire."""
    script: Script = analysis.context
    if here := word_at(analysis, offset):
        return Hover(here.span, _word(here, script))
    found = record_at(analysis, offset)
    if found is None:
        return _script(analysis, offset)
    place, record = found
    document, span = analysis.document, record.span.shifted(place.start)
    before = moment_before(document, place, record)
    since = _since(before, record, script)
    if record.form == "drawing":
        title = Span(span.start, document.line_at(span.start).end)
        return Hover(title, facts(record, script) + since) if offset <= title.end else None
    edges = (Span(at, at + 1) for at in (span.start, span.end - 1))
    edge = next((one for one in edges if one.holds(offset)), None)
    return Hover(edge, table(record, script) + since) if edge else None


def _script(analysis: Analysis, offset: int) -> Hover | None:
    """On a line about the script: its characters by team, with the nights in which they wake."""
    document = analysis.document
    line = document.line_at(offset)
    script: Script = analysis.context
    if not lines_in(document.text(*line)):
        return None
    teams = [
        f"- {team}: {', '.join(_with_night(role, script) for role in own)}" for team, own in script.by_team()
    ] or ["nothing is known of its characters"]
    return Hover(line, f"**{escape(script.name or 'Script')}**\n\n" + "\n".join(teams))


def _with_night(role: Role, script: Script) -> str:
    places = [script.place(role, first) for first in (True, False)]
    nights = "/".join(f"{place:g}" for place in places if place is not None)
    return f"{escape(role.name)} ({nights})" if nights else escape(role.name)


def _word(here: WordAt, script: Script) -> str:
    if here.kind == "role":
        return role_card(here.word.text, here.record.grimoire, script)
    if here.seat is None or here.kind == "token":
        return _token(here.word.text, script)
    return _player(here.seat, script)


def role_card(name: str, grimoire: Grimoire, script: Script) -> str:
    """A character: who it is, what it does, when it wakes among those who sit there, its tokens, its change of the setup."""
    role = script.role(name)
    if role is None:
        guess = wanted(name, script)
        return f"No character is called {code(name)}" + (f"; perhaps {code(guess.id)}" if guess else "")
    lines = [
        f"**{escape(role.name)}** · {role.team} · {role.edition_name}",
        escape(role.summary),
        _night(role, grimoire, script),
    ]
    if role.tokens:
        tokens = (code(one) + (f" ×{most}" if most > 1 else "") for one, most in role.tokens.items())
        lines.append(f"Tokens: {', '.join(tokens)}")
    if "Setup:" not in role.summary and (words := effect_words(role)):
        lines.append(f"Setup: {words}")
    return "\n\n".join(filter(None, lines))


def _night(role: Role, grimoire: Grimoire, script: Script) -> str:
    """`Wakes 4th of 7 in the first night, in other nights`: the place is counted among those who wake, if it does."""
    nights = []
    for first, said in ((True, "the first night"), (False, "other nights")):
        if script.place(role, first) is not None:
            order = [step.role.id for step in night(grimoire, first, script=script) if step.role]
            turn = f"{ordinal(order.index(role.id) + 1)} of {len(order)} " if role.id in order else ""
            nights.append(f"{turn}in {said}")
    return f"Wakes {', '.join(nights)}" if nights else ""


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else endings.get(number % 10, 'th')}"


def _token(text: str, script: Script) -> str:
    token = token_of(text)
    role = script.owner(token.prefix)
    if of_nobody(text):
        said = "a note of the storyteller" if token.prefix else "on which side the player is"
        return f"**{escape(token.name.replace('_', ' '))}** · {said}"
    if role is None:
        return f"The reminder token {code(text)}" + ("" if token.prefix else ", without its role")
    said = f"**{escape(role.label(token.name))}** · reminder token of the {escape(role.name)} ({role.team})"
    if token.name not in role.tokens:
        said = f"The {escape(role.name)} has no reminder token {code(token.name)}"
    return "\n\n".join(filter(None, (said, escape(role.summary))))


def _player(seat: Seat, script: Script) -> str:
    player = seat.player
    state = "alive" if not player.dead else "dead, vote used" if player.spent else "dead, one vote left"
    role = script.role(player.role)
    who = f"{escape(role.name)} ({role.team})" if role else code(player.role)
    tokens = "\n".join(f"- {code(token)}" for token in player.tokens)
    return "\n\n".join(filter(None, (f"**{escape(player.name)}** · {state}", who, tokens)))


def _since(before: Record | None, record: Record, script: Script) -> str:
    """What has happened since the grimoire before."""
    if before is None:
        return ""
    found = [*map(escape, differences(before.grimoire, record.grimoire, script))] or ["nothing has changed"]
    return "\n\nSince the grimoire before:\n" + "\n".join(f"- {one}" for one in found)


def table(record: Record, script: Script) -> str:
    """A grimoire as a picture with its numbers; a bag with its composition."""
    if record.form == "bag":
        sides = composition(script.team(word.text) for word in record.roles)
        return f"**Bag of {plural(len(record.roles), 'role')}** · {written(sides)}\n\n{in_words(sides)}"
    return f"{facts(record, script)}\n\n```\n{render(record.grimoire).text}\n```"


def facts(record: Record, script: Script) -> str:
    """The numbers of a grimoire in a line, and below it what those of the teams mean."""
    numbers = count(record.grimoire, script)
    found = [
        plural(numbers.players, "player"),
        f"{numbers.alive} alive",
        f"{plural(numbers.votes, 'ghost vote')} left",
        f"{plural(numbers.majority, 'vote')} to execute",
        written(numbers.sides),
    ]
    if numbers.travellers:
        found.append(f"{plural(numbers.travellers, 'traveller')}, {numbers.exile} to exile")
    return f"**{' · '.join(found)}**\n\n{in_words(numbers.sides)}"
