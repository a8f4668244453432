"""What may be jotted down behind a grimoire: what happens, to whom, by name or by character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.languages.botc.features._writing import Writing
from kibitz.languages.botc.game.jots import VERBS
from kibitz.languages.botc.game.phase import following
from kibitz.languages.botc.game.script import UNSAID

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis

_SAID = {
    **{verb: f"somebody {does}" for verb, does in VERBS.items()},
    "swap": "two exchange their characters, by day with a Matron their seats",
    "nom": "somebody nominates somebody: `nom ann > hal 5`",
    "learns": "what somebody is told: `learns dee 2`",
}
_BEGUN = re.compile(
    rf"[ \t]*(?:(?P<verb>{'|'.join(_SAID)})[ \t]+(?:\w+[ \t>]+)?)?(?P<word>\w*)", re.IGNORECASE
)
_LAID = re.compile(r"[ \t]*\w+[ \t]*(?P<sign>[>+])[ \t]*(?P<word>[\w:]*)")
_TITLE = re.compile(r"[ \t]*#[^\S\r\n]*\w*")


def jots(analysis: Analysis, offset: int) -> Iterator[Completion]:
    """How a line behind a grimoire may go on that jots down what happens, or is the title of what comes."""
    document = analysis.document
    begin = document.line_start(document.position_at(offset, "utf-32").line)
    line = document.text(begin, offset)
    at = Span(begin, offset)
    now = Writing(
        "grimoire",
        document,
        document.place_at(max(begin - 1, 0)),
        None,
        Span(begin, begin),
        "",
        begin,
        script=analysis.context or UNSAID,
    )
    if not now.log or now.log[0].span.end + _start(now) > begin:
        return
    if _TITLE.fullmatch(line) and now.title and now.title == now.above[0]:
        title = following(now.title)
        yield Completion(title, at, title, "keyword", "what comes next", filter=title)
    elif (found := _BEGUN.fullmatch(line)) and (found["verb"] or found["word"]):
        yield from _of_word(now, found["verb"], Span(begin + found.start("word"), offset))
    elif found := _LAID.fullmatch(line):
        yield from _laid(now, found["sign"], Span(begin + found.start("word"), offset))


def _start(now: Writing) -> int:
    """Where the chunk of the grimoire before begins."""
    place = now.place
    while now.document.language.parsed(place.chunk.text).value.record is not now.log[0]:
        before = now.document.before(place)
        if before is None:
            break
        place = before
    return place.start


def _of_word(now: Writing, verb: str | None, span: Span) -> Iterator[Completion]:
    """The verbs; behind one those who sit there, whom it may concern first, by their names, then by their characters."""
    if not verb:
        begun = now.document.text(*span).casefold()
        for word, said in _SAID.items():
            if word.startswith(begun):
                yield Completion(word, span, f"{word} ", "keyword", said, filter=word)
        return
    dead = verb.lower() in {"vote", "revive"}
    players = sorted(now.log[0].grimoire.players, key=lambda one: (one.dead != dead, one.spent))
    for player in players:
        role = now.script.role(player.role)
        named = role.name if role else player.role
        state = ", dead" if player.dead else ""
        yield Completion(player.name, span, player.name, "player", f"the {named}{state}")
    for player in players:
        yield Completion(
            player.role, span, player.name, "player", f"{player.name}'s character", filter=player.role
        )


def _laid(now: Writing, sign: str, span: Span) -> Iterator[Completion]:
    """Characters, or tokens of those that sit there."""
    if sign == ">":
        for role in now.script.everybody():
            if now.script.has(role):
                yield Completion(role.id, span, role.id, "role", f"{role.name}, {role.team}")
        return
    for role in [found for one in now.log[0].circle.roles if (found := now.script.role(one))]:
        for name in role.tokens:
            text = f"{role.id}:{name}"
            yield Completion(text, span, text, "token", f"{role.label(name)} of the {role.name}", filter=text)
