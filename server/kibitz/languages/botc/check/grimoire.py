"""Rules of one grimoire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from kibitz.core.bounds import GONE_OVER
from kibitz.core.chunks import Block
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import listed, plural
from kibitz.languages.botc.check.words import again, check_words
from kibitz.languages.botc.game.night import over, written
from kibitz.languages.botc.game.roles import (
    EVIL,
    GOOD,
    NOBODY,
    STORYTELLER,
    UNSAID,
    Role,
    Script,
    having,
    made_of,
    roles,
)
from kibitz.languages.botc.game.setup import (
    MOST_WITH_TRAVELLERS,
    UNSEEN,
    Counts,
    borrowed,
    composition,
    expected,
    explained,
    in_play,
    team,
    teams,
    truly,
)
from kibitz.languages.botc.text.grammar import report
from kibitz.languages.botc.text.nodes import Record, Seat, TokenWord, Word, token_of
from kibitz.languages.botc.text.read import Sheet

_LYING = {
    "self": "belongs on the {role}",
    "other": "cannot be on the {role}",
    "good": "belongs on a good player",
    "townsfolk": "belongs on a Townsfolk",
    "townsfolk_or_minion": "belongs on a Townsfolk or Minion",
}


class Laid(NamedTuple):
    """A token of a known character on a player."""

    seat: Seat
    word: Word
    role: Role
    name: str

    def report(self, slug: str, others: Sequence[Laid] = (), **fields: Any) -> Diagnostic:
        """Return the findings for it, and for the other tokens that explain it."""
        related = [Related(one.word.span, f"`{one.word.text}`") for one in others]
        return report(slug, self.word.span, related=related, **{"token": self.word.text, **fields})


def check_tokens(record: Record, script: Script) -> Iterator[Diagnostic]:
    """Yield the findings about the tokens of a grimoire."""
    laid = [
        Laid(seat, word, role, token.name)
        for seat in record.seats
        if not seat.broken
        for word in seat.tokens
        if (role := owner_of(token := token_of(word.text), script)) and token.name in role.tokens
    ]
    if not laid:
        return
    dead = {seat.player.role for seat in record.seats if seat.dead}
    present = {role.id for role in [*in_play(record.grimoire, script), *script.storyteller]}
    # Another player may have the ability of a character.
    borrowed = any(role.borrows for role in script.known(present))
    for one in laid:
        here = one.role.id in present or one.name in one.role.everywhere or borrowed
        # `scarlet_woman:is_the_demon` marks the player who was the Scarlet Woman.
        if not here and record.sound and not one.name.startswith("is_the_"):
            yield one.report("token-not-in-play", role=one.role.name)
        where = one.role.placement.get(one.name, "").partition(":")[0]
        if not (where == "other" and borrowed):
            yield from _placement(one, where, present, dead, script)
        if one.name == "dead" and not one.seat.dead:
            yield one.report("dead-token-alive", name=one.seat.player.name)
    yield from _pairs(laid)
    yield from _too_many(laid)


def owner_of(token: TokenWord, script: Script) -> Role | None:
    """Return the character of a token, or None. A token without a prefix needs a unique name."""
    if token.prefix:
        return script.owner(token.prefix)
    whose = script.owners(token.name)
    return whose[0] if len(whose) == 1 else None


def _placement(
    one: Laid, where: str, present: set[str], dead: set[str], script: Script
) -> Iterator[Diagnostic]:
    """Yield the tokens on players that the ability excludes."""
    seated = script.role(one.seat.player.role)
    if seated is None or (where == "self" and one.role.id not in present):
        return
    if not one.role.may_lie(one.name, seated):
        lies = _LYING[where].format(role=one.role.name)
        place = f", not on `{one.seat.player.name}`, the {seated.name}" if where != "other" else ""
        # A good player may have become another one since.
        changed = where != "self" and made_of(GOOD, seated, present, dead)
        yield one.report("token-misplaced", mild=bool(changed), lies=lies, place=place)


def _pairs(laid: list[Laid]) -> Iterator[Diagnostic]:
    """Yield the tokens of one character that exclude or need each other."""
    for role in {one.role.id: one.role for one in laid}.values():
        mine = [one for one in laid if one.role is role]
        several = [one for one in mine if one.name in role.exclusive]
        for one in several[1:]:
            if one.name != several[0].name:
                first = several[0].word.text
                yield one.report("exclusive-tokens", several[:1], other=first)
        if "wrong" in role.tokens:
            yield from _right_and_wrong(mine, role)


def _right_and_wrong(mine: list[Laid], role: Role) -> Iterator[Diagnostic]:
    """Yield the findings about the two players that a Washerwoman, Librarian or Investigator learns."""
    right, wrong = ([one for one in mine if (one.name == "wrong") == is_wrong] for is_wrong in (False, True))
    if not right or not wrong:
        other = next(name for name in role.tokens if (name == "wrong") != bool(wrong))
        yield mine[0].report("half-a-pair", other=f"{role.id}:{other}", role=role.name)
    for one in wrong:
        if both := [other for other in right if other.seat == one.seat][:1]:
            yield one.report("right-and-wrong", both, name=one.seat.player.name, role=role.name)


def _too_many(laid: list[Laid]) -> Iterator[Diagnostic]:
    """Yield a finding for each token beyond those of the official set. Any number of players may die in a night."""
    seen: dict[tuple[str, str], list[Laid]] = {}
    for one in laid:
        if one.name != "dead" or not one.seat.dead:
            seen.setdefault((one.role.id, one.name), []).append(one)
    for (owner, name), same in seen.items():
        most = same[0].role.tokens[name]
        for one in same[most:]:
            number = "one" if most == 1 else most
            yield one.report("too-many-tokens", same[:most], token=f"{owner}:{name}", most=number)


_SIGNS = frozenset("\\>`\xa0")


def check_marks(document: Document) -> Iterator[Diagnostic]:
    """Yield one finding for all marks of a chat, at the first one, with a fix that removes them."""
    found = [*islice(_marks(document), GONE_OVER)]
    if not found:
        return
    marks = [mark for mark, _ in found]
    raw = [document.text(*mark) for mark in marks]
    texts = [text.strip() for text in raw]
    kinds = {
        "non-breaking spaces": any("\xa0" in text for text in raw),
        r"`\`": any("\\" in text for text in texts),
        "`>`": any(">" in text for text in texts),
        "a code fence": any("```" in text for text in texts),
        "backticks": any("`" in text and "```" not in text for text in texts),
    }
    first = marks[0]
    shown = LINE_BREAK.search(document.text(*first))
    removed = [
        Edit(*mark, " " * len(text) if "\xa0" in text else "") for mark, text in zip(marks, raw, strict=True)
    ]
    # Other findings about such a drawing come after its marks are gone.
    safe = not any(veils for _, veils in found)
    yield report(
        "chat-marks",
        Span(first.start, first.start + shown.start() if shown else first.end),
        Fix("Remove the marks of the chat", tuple(removed), safe),
        related=[Related(marks[-1], "the last one")] if len(marks) > 1 else [],
        marks=listed([kind for kind, there in kinds.items() if there]),
        count=f", at {len(marks)} places" if len(marks) > 1 else "",
    )


def _marks(document: Document) -> Iterator[tuple[Span, bool]]:
    """Yield the marks, each with whether one in its chunk veils a drawing."""
    start = 0
    for block in document.blocks:
        for number in _suspects(block):
            sheet: Sheet = document.language.parsed(block.chunks[number].text).value
            base = start + block.sum_before(number)
            yield from ((mark.shifted(base), sheet.veiled) for mark in sheet.marks)
        start += block.size()


@kept_with
def _suspects(block: Block) -> tuple[int, ...]:
    """Return the numbers of the chunks of a block that may have marks."""
    return tuple([number for number, chunk in enumerate(block.chunks) if not _SIGNS.isdisjoint(chunk.text)])


FEWEST, MOST = 5, 15


# Characters


def _repeated(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    """Yield the characters that more than one player has."""
    unlisted = bool(script.own) or any(role.id == "bootlegger" for role in present)
    unlisted = unlisted or any(script.role(seat.player.role) is None for seat in record.seats)
    free = [role.setup["free_duplicates"] for role in present if role.setup.get("free_duplicates")]
    held = _held(record, script)
    for role, words_of in held:
        # A dead Demon may have passed its character on.
        words = [word for word, dead in words_of if not (role.team == "demon" and dead)]
        free_for_all = role.duplicates or True in free or (free and role.good)
        if len(words) < 2 or free_for_all or _became(role, record):
            continue
        first, *others = words
        related = again(first, f"the first {role.name}", others)
        found = f"a second {role.name}" if len(others) == 1 else f"{len(words)} players are the {role.name}"
        # A homebrew character may allow it.
        house = Severity.WARNING if unlisted else None
        yield report("character-twice", others[0].span, severity=house, found=found, related=related)
    for role, words_of in held:
        # Some characters may have several copies, up to a maximum.
        if role.id in (several := role.setup.get("duplicates", {})):
            most = several[role.id][1]
            for word, _ in words_of[most : most + 1]:
                yield report("too-many-of-one", word.span, role=role.name, most=most)


def _became(role: Role, record: Record) -> bool:
    """Return whether other players may have become the character.

    On the third day of Riot all Minions become Riot. A Farmer or a Demon who dies has a successor, and may live again.
    """
    held = {seat.player.role for seat in record.seats}
    dead = {seat.player.role for seat in record.seats if seat.dead}
    if role.id == "riot":
        return _riot(record) or bool(dead)
    lives_again = bool(having("revives") & held) and (role.id == "farmer" or role.team == "demon")
    return lives_again or (role.id == "farmer" and role.id in dead)


def _riot(record: Record) -> bool:
    """Return whether it is the third day of Riot."""
    return any("riot:day_3" in seat.player.tokens for seat in record.seats)


def _held(record: Record, script: Script) -> list[tuple[Role, list[tuple[Word, bool]]]]:
    """Return the words of each character in play, each with whether its player is dead."""
    held: dict[str, list[tuple[Word, bool]]] = {}
    for word in record.roles:
        held.setdefault(word.text, []).append((word, False))
    for seat in record.seats:
        # A borrowed ability leaves the character to another player.
        if not borrowed(seat.player, script):
            held.setdefault(seat.player.role, []).append((seat.role, seat.dead))
    return [(role, words) for name, words in held.items() if (role := script.role(name))]


# Numbers


def _seats(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    grimoire = record.grimoire
    sides = teams(grimoire, script)
    living = not any(player.dead for player in record.players)
    # Characters may have changed since the setup.
    changed = not living or any(role.changes for role in present) or _riot(record)
    travellers = sides.count("traveller")
    players = len([one for one in sides if one not in STORYTELLER]) - travellers
    if number := _unusual(players, travellers):
        yield report("player-count", record.span.first, found=number)
    if unassigned := sum(player.role == NOBODY for player in record.players):
        lacking = f"{plural(unassigned, 'player')} {'has' if unassigned == 1 else 'have'}"
        yield report("unassigned", record.span.first, found=lacking)
    if None not in sides:
        found = composition(sides)
        unseen = [roles()[name] for name in UNSEEN if name in script.roles and living]
        hidden = [wanted for role in unseen if (wanted := expected(players, [*present, role]))]
        if not any(wanted.allows(found) for wanted in hidden):
            yield from _composition(record, players, present, found, changed)
        yield from _required(record, present, changed)
        # Travellers are no neighbours.
        seats = [seat for seat in record.seats if team(seat.player, script) != "traveller"]
        for slug, seat in (*_marionettes(seats, script), *_outside_line(seats, script)):
            yield report(slug, seat.name.span, mild=changed, name=seat.player.name)
    if reason := over(grimoire, script):
        yield report("game-over", record.span.first, reason=reason)


def _unusual(players: int, travellers: int) -> str:
    """Return the finding about an unusual number of players, or an empty string."""
    if players < FEWEST:
        return f"{plural(players, 'player')}, but a game has at least {FEWEST}"
    if players > MOST:
        return f"{plural(players, 'player')} without Travellers, but a game has at most {MOST}"
    if players + travellers > MOST_WITH_TRAVELLERS:
        return f"{players + travellers} players, but a game has at most {MOST_WITH_TRAVELLERS}"
    return ""


def _composition(
    record: Record, players: int, present: list[Role], found: Counts, changed: bool
) -> Iterator[Diagnostic]:
    wanted = expected(players, present)
    jumped = any("fang_gu:once" in player.tokens for player in record.players)
    if wanted and not wanted.allows(found) and not jumped:
        because = f" with {' and '.join(wanted.because)}" if wanted.because else ""
        yield report(
            "composition",
            record.span.first,
            mild=changed,
            players=f"{plural(players, 'player')}{because}",
            expected=str(wanted),
            found=written(found),
        )


def _bag(record: Record, present: list[Role], script: Script) -> Iterator[Diagnostic]:
    counted = [
        role
        for role in present
        if role.team not in STORYTELLER | {"traveller"} and role.setup.get("demon_seat", True)
    ]
    known = all(script.role(word.text) for word in record.roles) and len(counted) >= FEWEST
    if known and not explained(len(counted), counted):
        found = composition(role.team for role in counted)
        yield from _composition(record, len(counted), present, found, False)
    for word in record.roles:
        if (role := script.role(word.text)) and role.not_in_bag:
            yield report("not-in-bag", word.span, role=role.name)


def _required(record: Record, present: list[Role], changed: bool) -> Iterator[Diagnostic]:
    """Yield the characters that need another one: the Choirboy a King, the Huntsman a Damsel."""
    names = {role.id for role in present}
    for seat in record.seats:
        role = truly(seat.player)
        if role and f"{role.id}:no_ability" in seat.player.tokens:
            # The Damsel of a Huntsman may have become a Townsfolk.
            continue
        for needed in role.setup.get("requires", ()) if role else ():
            if role and needed not in names:
                name = roles()[needed].name
                yield report("missing-character", seat.role.span, mild=changed, role=role.name, needed=name)


def _marionettes(seats: Sequence[Seat], script: Script) -> Iterator[tuple[str, Seat]]:
    """Yield a Marionette that is not next to the Demon.

    Jinxes: with Lil' Monsta, a Minion as a neighbour is right as well; so is a Summoner.
    """
    players = [seat.player for seat in seats]
    monsta = any(one.role == "lil_monsta" or "lil_monsta:is_the_demon" in one.tokens for one in players)
    right = ("demon", "minion") if monsta else ("demon",)
    for index, player in enumerate(players):
        if player.role == "marionette" or "marionette:is_the_marionette" in player.tokens:
            beside = (players[index - 1], players[(index + 1) % len(players)])
            if not any(team(other, script) in right or other.role == "summoner" for other in beside):
                yield "marionette-apart", seats[index]


def _outside_line(seats: Sequence[Seat], script: Script) -> Iterator[tuple[str, Seat]]:
    """Yield the evil players outside of the Lord of Typhon's line of evil players, or himself at the end of that line."""
    count = len(seats)
    lords = [index for index, seat in enumerate(seats) if seat.player.role == "lord_of_typhon"]
    evil = {index for index, seat in enumerate(seats) if team(seat.player, script) in EVIL}
    if len(lords) != 1 or len(evil) < 3:
        return
    [lord] = lords
    line = {lord}
    for step in (1, -1):
        index = (lord + step) % count
        while index in evil and index not in line:
            line.add(index)
            index = (index + step) % count
    yield from (("evil-apart", seats[index]) for index in sorted(evil - line))
    if evil == line and not {(lord - 1) % count, (lord + 1) % count} <= evil:
        yield "typhon-outside", seats[lord]


def check(record: Record, text: str, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """Return all findings for a record that need no other record; `text` is its chunk."""
    found = _check(record, script)
    if record.form == "drawing":
        from kibitz.languages.botc.drawing.record import with_fixes_redrawn

        return with_fixes_redrawn(found, record, text)
    return found


def _check(record: Record, script: Script) -> Iterator[Diagnostic]:
    yield from check_words(record, script)
    yield from check_tokens(record, script)
    if not record.sound:
        return
    record = _without_copies(record)
    words = script.known(word.text for word in record.roles)
    present = in_play(record.grimoire, script) if record.seats else words
    present += [role for role in script.storyteller if role not in present]
    yield from _repeated(record, present, script)
    for word in record.words:
        role = script.role(word.text)
        if role and role.team in STORYTELLER:
            yield report("storyteller-character", word.span, role=role.name, team=role.team.title())
    if record.form == "bag":
        yield from _bag(record, present, script)
    elif record.seats:
        yield from _seats(record, present, script)


def _without_copies(record: Record) -> Record:
    """Return a grimoire without its duplicate seats, which are one mistake."""
    first: dict[tuple[str, str], Seat] = {}
    for seat in record.seats:
        first.setdefault((seat.name.text, seat.role.text), seat)
    return replace(record, seats=tuple(first.values())) if len(first) < len(record.seats) else record
