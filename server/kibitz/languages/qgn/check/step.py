"""The fold over a record: the state of the game between chunks, the findings in actions, and those of the whole file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from kibitz.core.bounds import CALM, MENDED, PROBLEMS
from kibitz.core.chunks import Chunk, Place
from kibitz.core.document import Document
from kibitz.core.memory import WORDS, latest, remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.core.words import listed
from kibitz.languages.qgn.check.tags import missing, write
from kibitz.languages.qgn.game.games import Games, Kind, Known
from kibitz.languages.qgn.game.kinds.begin import begin
from kibitz.languages.qgn.game.position import (
    Act,
    Position,
    Refusal,
    Thing,
    goes_well,
    meant,
    message_fields,
    quoted_result,
    replayed,
)
from kibitz.languages.qgn.text.items import Action, Junk, Part, Placed, Tag, read_action
from kibitz.languages.qgn.text.record import (
    NO_HEAD,
    REQUIRED,
    BlockAggregate,
    Head,
    head_of,
    read_head,
    tag_block,
)

SLUGS = (
    "turn-order", "cell-taken", "column-full", "after-the-end", "tile-taken", "card-elsewhere", "illegal-move",
    "not-in-hand", "misplaced",
)  # fmt: skip
"""The rules that a refusal may name."""
CHUNKS_KEPT = 256
"""Maximum number of a game's chunks that are searched for the cause of a refusal."""


def _play(
    state: State, part: Part, acts: Sequence[Act | None], read: Callable[[str], Part], rules: Rules
) -> tuple[State, list[Diagnostic]]:
    """Return the state after the actions of a chunk, and the findings of refused ones.

    `acts` are the game's readings of the actions.
    """
    if state.position is None or state.since_error:
        return state._replace(since_error=state.since_error + len(acts)), []
    actions, found, number = list(actions_of(part)), list[Diagnostic](), 0
    while state.position is not None:
        position, count, _ = goes_well(state.position, acts[number:])
        state, number = state._replace(position=position), number + count
        if number == len(acts):
            break
        after, refusal = state.followed([one.text for _, one in actions], number, rules)
        act = acts[number]
        if refusal is not None and act is not None:
            start, action = actions[number]
            fields = message_fields(position, act, refusal, state.teams)
            fields["related"] = list(_rests(refusal, actions[:number], state.chunks, read))
            span = Span(start, start + len(action.text))
            rest = rules["rest-unchecked"].at(*span, action=action.text)
            behind = (rest,)[: after.since_error]
            found.append(rules[refusal.slug].at(*span, **fields)._replace(behind=behind))
        if after.since_error:
            return after._replace(since_error=len(acts) - number), found
        state, number = after, number + 1
    return state, found


def actions_of(part: Part) -> Iterator[tuple[int, Action | Junk]]:
    """Yield all actions of a chunk, and the unreadable words that may be meant as actions."""
    return ((start, item) for start, item in part.items if isinstance(item, (Action, Junk)))


@latest(WORDS)
def act_of(known: Known, teams: int, text: str, rules: Rules) -> Act | None:
    """Return the game's reading of an action, or None if the game has no such action."""
    action = read_action(text, rules)
    kind, details = known.kinds.get(action.sign), action.texts
    valid = kind is not None and action.index < teams and kind.admits(details)
    return Act(action.index, action.sign, details) if valid else None


def _rests(
    refusal: Refusal,
    before: Sequence[tuple[int, Action | Junk]],
    chunks: Sequence[Chunk],
    read: Callable[[str], Part],
) -> Iterator[Related]:
    """Yield the action that is the cause of a refusal."""
    if refusal.earlier is None:
        return
    here = ((None, start, action) for start, action in reversed(before))
    earlier = (
        (chunk.anchor, start, action)
        for chunk in reversed(chunks)
        for start, action in reversed(list(read(chunk.text).actions))
    )
    for anchor, start, action in chain(here, earlier):
        if isinstance(action, Junk) or not action.sign:
            continue
        if refusal.earlier(action.index, action.sign, action.texts):
            yield Related(Span(start, start + len(action.text)), refusal.saying, anchor)
            return


@remembered
def about(known: Known, text: str, rules: Rules) -> tuple[Diagnostic, ...]:
    """Return the findings in the details of an action of a known game, relative to the action."""
    action = read_action(text, rules)
    kind = known.kinds.get(action.sign)
    if kind is None or not all(action.texts):
        return ()
    if not kind.takes(len(action.details)):
        found = rules["detail-count"].at(
            0,
            len(action.text),
            fixes=_surplus(action, kind),
            letter=action.sign,
            name=kind.name,
            game=f"`{known.key}`",
            wanted=wanted_details(kind),
            count=len(action.details) or "none",
        )
        return (found,)
    return tuple(
        rules["detail-value"].at(*detail.at, detail=detail.text, field=field.name, described=field.described)
        for number, detail in enumerate(action.details)
        if (field := kind.field(number)) is not None and not field.admits(detail.text)
    )


def _surplus(action: Action, kind: Kind) -> list[Fix]:
    """Return the fixes that remove one detail, last one first, if the other details are valid."""
    found = dict[str, Fix]()
    for number in reversed(range(len(action.details))):
        left = (*action.details[:number], *action.details[number + 1 :])
        text = action.text[: action.details[0].at.start] + ".".join(detail.text for detail in left)
        if kind.admits(tuple(detail.text for detail in left)):
            found.setdefault(text, Fix.of(f"Change `{action.text}` to `{text}`", 0, len(action.text), text))
    return list(found.values())


def wanted_details(kind: Kind) -> str:
    """Return the number of details of an action in words: "2 details (row, column)"."""
    if not kind.fields:
        return "no details"
    counts = listed(map(str, kind.counts), "or") + (" or more" if kind.more else "")
    word = "detail" if counts == "1" else "details"
    return f"{counts} {word} ({', '.join(field.name for field in kind.fields)})"


def team_indices(state: State, part: Part, rules: Rules) -> Iterator[Diagnostic]:
    teams, glued = state.teams, state.head.glued
    related = [Related(state.head.teams_at, "the teams", state.chunk)] if state.head.teams_at else []
    last = len(teams) - 1
    listed = f"there are {len(teams)}, 0 to {last}" if last else "there is one, team 0"
    if glued:
        listed += "; the names in `teams` lack the space after the comma"
    for start, action in part.actions:
        if action.index > last:
            index = action.text[: action.index_at.end]
            at = action.index_at.shifted(start)
            yield rules["team-index"].at(*at, index=index, teams=listed, related=related)
            if glued:
                return


def unknown_letters(
    known: Known, part: Part, signs: frozenset[str], told: frozenset[str], rules: Rules
) -> Iterator[Diagnostic]:
    """Yield the actions that a game does not have, once for each letter.

    `signs` are the letters of a chunk, and `told` are the letters that are already reported.
    """
    unknown = signs - known.kinds.keys() - told
    for start, action in part.actions if unknown else ():
        if action.sign in unknown:
            unknown -= {action.sign}
            listed = ", ".join(f"`{one.letter}` ({one.name})" for one in known.kinds.values())
            at = action.sign_at.shifted(start)
            yield rules["unknown-action"].at(*at, game=f"`{known.key}`", letter=action.sign, known=listed)


GLUED = "teams"
"""Mark of the report that a game has fewer teams than names. It is longer than any letter of an action."""
USUAL = "usual"
"""Mark of a known action. After one, unknown letters are mistakes, and not those of a private variant."""


class LateFinding(NamedTuple):
    """A late finding of an earlier chunk, in offsets of that chunk."""

    chunk: Chunk
    found: Diagnostic


class State(NamedTuple):
    """The state of the game before a chunk.

    It does not count the actions of games without replay. After an edit the old state therefore returns early, and
    checking can stop.
    """

    begun: bool = False
    """Whether any item of a record has been read."""
    head: Head = NO_HEAD
    chunk: Chunk | None = None
    """The chunk of the head."""
    position: Position | None = None
    """The last certain position, or None if the game is not replayed."""
    since_error: int = 0
    """The number of actions since then, including the refused or invalid one."""
    mended: int = 0
    """The number of mistakes after which the game goes on."""
    chunks: tuple[Chunk, ...] = ()
    """The chunks of a replayed game's actions."""
    told: frozenset[str] = frozenset()
    """The findings reported once a game: the unknown letters, :data:`GLUED`, and :data:`USUAL`."""
    strange: tuple[LateFinding, ...] = ()
    """The findings of unknown letters in a game without any known action so far."""
    late: tuple[LateFinding, ...] = ()
    """The late findings of earlier chunks."""
    crlf: bool = False
    """Whether `\\r\\n` has been seen among the actions of any game."""

    @property
    def teams(self) -> tuple[str, ...]:
        return self.head.teams

    @property
    def known(self) -> Known | None:
        return self.head.known

    @property
    def certain(self) -> Position | None:
        """The position, or None if it is unknown."""
        return None if self.since_error else self.position

    def thing(self, detail: str) -> Thing | None:
        """Return the thing that a detail names by the server's id, or None."""
        return self.position.thing(detail) if self.position else None

    @property
    def has_things(self) -> bool:
        """Whether details name things by the server's ids."""
        return self.position is not None and self.position.has_things

    def act(self, text: str, rules: Rules) -> Act | None:
        """Return the game's reading of an action, or None if the game or the action is unknown."""
        return None if self.known is None else act_of(self.known, len(self.teams), text, rules)

    def kind(self, sign: str) -> Kind | None:
        """Return the kind of action with a letter, or None."""
        return self.known.kinds.get(sign) if self.known else None

    def played(self, act: Act | None) -> tuple[State, Refusal | None]:
        """Return the state after an action (None if it is not valid), and the refusal of the action."""
        if self.position is None:
            return self, None
        if self.since_error or act is None:
            return self._replace(since_error=self.since_error + 1), None
        after, refusal = replayed(self.position, act)
        return self._replace(since_error=1) if refusal else self._replace(position=after), refusal

    def followed(self, texts: Sequence[str], number: int, rules: Rules) -> tuple[State, Refusal | None]:
        """Return the state after an action of a chunk, and its refusal. The game goes on after a mistake with a clear repair."""
        after, refusal = self.played(self.act(texts[number], rules))
        if after.since_error == 1 and self.position is not None and self.mended < MENDED:
            acts = tuple([self.act(text, rules) for text in texts[number + 1 :][:CALM]])
            position = meant(self.position, tuple(texts[max(number - 1, 0) : number + 1]), acts)
            if position is not None:
                after = self._replace(position=position, mended=self.mended + 1)
        return after, refusal

    def ended(self, rules: Rules) -> tuple[LateFinding, ...]:
        """Return the late findings of earlier chunks, and that of a wrong tag `completed`, if the game ends here."""
        late, head = self.settled(rules), self.head
        position = self.certain if self.chunks and head.shows_end and not self.mended else None
        if head.completed is None or self.chunk is None or position is None or len(late) >= PROBLEMS:
            return late
        # Tsuro with open tiles may end without a winner when no team has a tile left.
        if position.over == head.completed or (head.completed and not any(position.moves())):
            return late
        said, other = str(head.completed).lower(), str(not head.completed).lower()
        fixes = [write(head.completed_at, said, other)]
        found = rules["completed-otherwise"].at(
            *head.completed_at, said=said, result=quoted_result(position, self.teams), fixes=fixes
        )
        return (*late, LateFinding(self.chunk, found))

    def settled(self, rules: Rules) -> tuple[LateFinding, ...]:
        """Return the late findings of earlier chunks, if the letters of the game are all known."""
        if not self.strange or self.known is None or len(self.late) >= PROBLEMS:
            return self.late
        if USUAL in self.told:
            return self.late + self.strange
        chunk, found = self.strange[0]
        return (
            *self.late,
            LateFinding(chunk, rules["own-variant"].at(*found.span, game=f"`{self.known.key}`")),
        )


def step(
    state: State,
    chunk: Chunk,
    read: Callable[[str], Part],
    rules: Rules,
    games: Games,
) -> tuple[State, Sequence[Diagnostic]]:
    """Return the state after a chunk, and the findings in its actions."""
    part = read(chunk.text)
    if part.head:
        head = read_head(part, games)
        return State(True, head, chunk.anchor, begun(head), late=state.ended(rules), crlf=state.crlf), ()
    found: list[Diagnostic] = []
    if not state.begun:
        found.append(missing(list(REQUIRED), *part.items[0].span, "\n", rules))
    known, teams = state.known, state.teams
    acts = list[Act | None]()
    if state.position is not None and known is not None:
        acts = [act_of(known, len(teams), one.text, rules) for _, one in actions_of(part)]
    told, strange, late = state.told, state.strange, state.late
    if acts and not strange and None not in acts:
        # Each of them is valid on its own.
        told |= {USUAL}
    else:
        if teams and part.highest >= len(teams) and GLUED not in told:
            found += team_indices(state, part, rules)
            told |= {GLUED} if state.head.glued else set()
        if known is not None:
            signs = part.signs
            usual = signs & known.kinds.keys()
            for start, action in part.actions:
                found += [problem.shifted(start) for problem in about(known, action.text, rules)]
            unknown = list(unknown_letters(known, part, signs, told, rules))
            told |= signs - usual | ({USUAL} if usual else set())
            if USUAL not in told:
                strange += tuple([LateFinding(chunk.anchor, one) for one in unknown])
            else:
                found += unknown
                strange, late = (), state._replace(told=told).settled(rules)
    after, troubles = _play(state, part, acts, read, rules)
    found += troubles
    followed = state.position is not None and len(state.chunks) < CHUNKS_KEPT
    return after._replace(
        begun=True,
        chunks=(*state.chunks, chunk) if followed else state.chunks,
        told=told,
        strange=strange,
        late=late,
        crlf=state.crlf or part.crlf is not None,
    ), found


def begun(head: Head) -> Position | None:
    """Return a game before its first action, or None if it cannot be replayed."""
    known = head.known
    return begin(known, len(head.teams), head.variant, head.seed, head.decks) if known else None


CRLF_MENDED = 65536
"""Maximum record length, in code points, for a fix of line ends. Formatting fixes them in any record."""
_WITH_CR = re.compile(r"\r\n|\r(?=\r*\n)")
"""A match of a line end other than LF. `\\r\\r\\n` is two line ends with an empty line between them."""


def finalize(
    document: Document, state: State, aggregates: Sequence[BlockAggregate], rules: Rules
) -> Iterator[Diagnostic]:
    """Yield the findings of the whole file; `state` is the state at its end."""
    if state.crlf:
        yield from _line_ends(document, rules, aggregates)
    late = state.ended(rules)
    starts = document.find({one.chunk for one in late})
    yield from (found.shifted(starts[chunk]) for chunk, found in late if chunk in starts)
    yield from islice(_strays(document, rules, aggregates), PROBLEMS)


def _line_ends(
    document: Document, rules: Rules, aggregates: Sequence[BlockAggregate]
) -> Iterator[Diagnostic]:
    """Yield one finding for all CRLF line ends, at the first one."""
    number = next((number for number, aggregate in enumerate(aggregates) if aggregate.crlf), 0)
    for place in document.places(document.block_start(number)):
        # No chunk ends within a line end.
        if (first := place.chunk.text.find("\r\n")) >= 0:
            start = place.start + first
            fixes = []
            if len(document) <= CRLF_MENDED:
                rest = document.text(start)
                mended = Edit(start, start + len(rest), _WITH_CR.sub("\n", rest))
                fixes = [Fix("Change line ends to LF", (mended,), safe=True)]
            yield rules["crlf"].at(start, start + 2, fixes=fixes)
            return


def _strays(document: Document, rules: Rules, aggregates: Sequence[BlockAggregate]) -> Iterator[Diagnostic]:
    """Yield the tags among actions, except those that follow a misplaced `[key …]`."""
    for number, aggregate in enumerate(aggregates):
        if aggregate.strays:
            start = document.block_start(number)
            for place in document.places(start, start + document.blocks[number].size()):
                part: Part = document.language.parsed(place.chunk.text).value
                if part.strays:
                    yield from _strays_of(document, place, part, rules)


def _strays_of(document: Document, place: Place, part: Part, rules: Rules) -> Iterator[Diagnostic]:
    game_meant = False
    for number, (at, item) in enumerate(part.items):
        if isinstance(item, Action):
            game_meant = False
        if not isinstance(item, Tag) or game_meant:
            continue
        game_meant = item.key in {"key", "Game"}
        start, before = place.start + at, place.start + part.items[number - 1].end
        if game_meant:
            remedy = "if a new game starts here, it needs a line of its own and an empty line before it"
            fix = Fix.of("Add an empty line for a new game", before, start, "\n\n")
        else:
            remedy = "move it up to the tags"
            fix = _moved_up(document, place, Placed(start, item), before)
        # The end of a broken tag is unknown.
        fixes = [fix] if item.sound else []
        yield rules["tag-after-action"].at(start, start + len(item.text), remedy=remedy, fixes=fixes)


def _moved_up(document: Document, place: Place, stray: Placed, before: int) -> Fix:
    """Move a tag to the end of its game's tags; `before` is the end of the item before it."""
    head = head_of(document, place)
    tags = tag_block(document.language.parsed(head.chunk.text).value) if head is not None else None
    at = (head.start if head is not None else 0) + (tags.end if tags is not None else 0)
    text = f"\n{stray.item.text}" if tags is not None else f"{stray.item.text}\n\n"
    return Fix("Move the tag up", (Edit(at, at, text), Edit(before, stray.end, "")))
