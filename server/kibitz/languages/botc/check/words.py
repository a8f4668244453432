"""BOT10: what the rules say of single words, the name, the role and the tokens of a player."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity
from kibitz.core.words import did_you_mean, nearest
from kibitz.languages.botc.game.roles import Role, of_nobody, same_letters
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text.nodes import Record, Seat, Word, token_of
from kibitz.languages.botc.text.rulebook import rules
from kibitz.languages.botc.text.script import wanted

RELATED = 8
"""How many other places a finding leads to at the most."""
UNSEEN = frozenset({"Cf", "Cc", "Co", "Cn"})
"""The categories of characters that nobody sees."""
WAYS = 4
"""How many fixes are offered at the most where nobody can tell which is right."""


def check_words(record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """Every word of a record that could be read, and the same player twice."""
    homebrew = _homebrew(record) or "bootlegger" in script.fabled
    for word in record.roles:
        yield from check_role(word, homebrew, script=script)
    for seat in record.seats:
        if not seat.entry.broken:
            yield from _check_seat(seat, record, homebrew, script)
    yield from _check_names(record)


def _check_seat(seat: Seat, record: Record, homebrew: bool, script: Script) -> Iterator[Diagnostic]:
    yield from check_name(seat.name)
    yield from check_role(seat.role, homebrew, script=script)
    if seat.entry.tokens:
        in_play = {other.player.role for other in record.seats}
        for token in seat.tokens:
            yield from check_token(token, in_play, script)


def _homebrew(record: Record) -> bool:
    """Whether the Bootlegger is there, who brings characters that no list has."""
    return any(word.text == "bootlegger" for word in record.words)


def _check_names(record: Record) -> Iterator[Diagnostic]:
    """The same player twice."""
    seats: dict[str, list[Seat]] = {}
    for seat in record.seats:
        if not seat.entry.broken:
            seats.setdefault(seat.player.name, []).append(seat)
    for name, (other, *same) in seats.items():
        if same:
            related = [
                Related(seat.name.span, f"the first `{name}`" if seat is other else "one more")
                for seat in (other, *same[1:RELATED])
            ]
            times = "a second time" if len(same) == 1 else f"{len(same) + 1} times"
            first = f"the {other.player.role}"
            yield rules()["duplicate-player"].at(
                *same[0].name.span, name=name, times=times, first=first, related=related
            )


def check_role(
    word: Word, homebrew: bool = False, token: str = "", script: Script = UNSAID
) -> Iterator[Diagnostic]:
    """A role that the list of characters does not have; less of a matter where there are homebrew ones.

    As the prefix of a token, whoever has no such token can't be meant.
    """
    if (known := script.role(word.text)) or word.text in script.roles:
        if known and not script.has(known):
            named = f"the script {script.name}" if script.name else "the script"
            yield rules()["not-in-script"].at(*word.span, role=known.name, script=named)
        return
    found = wanted(word.text, script)
    if token and found and token not in found.tokens:
        found = next((role for role in script.owners(token) if nearest(word.text, [role.id])), None)
    text = did_you_mean(found.id if found else None)
    fixes = [Fix(f"Write `{found.id}`", (Edit(word.start, word.end, found.id),))] if found else []
    if found and any(same_letters(word.text, name) for name in (found.id, found.official)):
        fixes = [_safe(fix) for fix in fixes]
    if found and found.id == word.text.lower():
        yield rules()["role-capitals"].at(*word.span, role=word.text, right=found.id, fixes=[_safe(fixes[0])])
    else:
        severity = Severity.HINT if homebrew else None
        yield rules()["unknown-role"].at(
            *word.span, severity=severity, role=word.text, meant=text, fixes=fixes
        )


def _safe(fix: Fix) -> Fix:
    return Fix(fix.title, fix.edits, safe=True)


def check_token(word: Word, in_play: set[str], script: Script) -> Iterator[Diagnostic]:
    prefix, name = token_of(word.text)
    role = script.owner(prefix)
    if of_nobody(word.text):
        return
    if not prefix:
        yield _bare(word, in_play, script)
    elif role is None:
        word = Word(prefix, word.start, word.start + len(prefix))
        yield from check_role(word, token=name, script=script)
    elif name not in role.tokens:
        yield _unknown_token(word, role, name)
    elif prefix != role.id:
        end = word.start + len(prefix)
        fix = Fix(f"Write `{role.id}:`", (Edit(word.start, end, role.id),), safe=True)
        yield rules()["short-prefix"].at(word.start, end, short=prefix, role=role.id, fixes=[fix])


def _bare(word: Word, in_play: set[str], script: Script) -> Diagnostic:
    """A token that does not say whose it is."""
    everybody = script.owners(word.text)
    if not everybody and (said := _without_colon(word.text, script)):
        fix = Fix(f"Write `{said}`", (Edit(*word.span, said),))
        return rules()["token-without-role"].at(
            *word.span, severity=Severity.WARNING, token=word.text, wanted=f"`{said}`", fixes=[fix]
        )
    whose = [role for role in everybody if role.id in in_play] or (everybody if len(everybody) == 1 else ())
    fixes = [
        Fix(
            f"Write `{role.id}:{word.text}`",
            (Edit(word.start, word.start, f"{role.id}:"),),
            safe=len(everybody) == 1,
        )
        for role in whose[:WAYS]
    ]
    wanted = f"`{whose[0].id}:{word.text}`" if len(whose) == 1 else f"`role:{word.text}`"
    return rules()["token-without-role"].at(*word.span, token=word.text, wanted=wanted, fixes=fixes)


def _without_colon(text: str, script: Script) -> str | None:
    """`undertaker:died_today`, of which the `:` is missing, or has become another sign."""
    for at in range(1, len(text)):
        role = script.role(text[:at])
        for name in (text[at:], text[at + 1 :]) if role else ():
            if role and name in role.tokens:
                return f"{role.id}:{name}"
    return None


def _unknown_token(word: Word, role: Role, name: str) -> Diagnostic:
    start = word.end - len(name)
    if name in role.aliases:
        return _renamed(Word(name, start, word.end), role, role.aliases[name])
    close = nearest(name, role.tokens)
    fixes = [Fix(f"Write `{close}`", (Edit(start, word.end, close),))] if close else []
    known = "it has " + ", ".join(f"`{token}`" for token in role.tokens) if role.tokens else "it has none"
    return rules()["unknown-token"].at(start, word.end, role=role.name, token=name, known=known, fixes=fixes)


def _renamed(word: Word, role: Role, current: str | None) -> Diagnostic:
    fixes = [Fix(f"Write `{role.id}:{current}`", (Edit(*word.span, current),), safe=True)] if current else []
    now = f": it is `{role.id}:{current}` now" if current else ""
    return rules()["old-token-name"].at(*word.span, token=word.text, role=role.name, now=now, fixes=fixes)


def check_name(name: Word) -> Iterator[Diagnostic]:
    if unseen := [letter for letter in name.text if unicodedata.category(letter) in UNSEEN]:
        right = "".join(letter for letter in name.text if letter not in unseen)
        fixes = [Fix(f"Write `{right}`", (Edit(*name.span, right),))] if right else []
        yield rules()["unusual-name"].at(*name.span, name=name.text, fixes=fixes)
    elif not name.text.isascii() or not name.text.replace("_", "a").isalnum() or not name.text[0].isalpha():
        yield rules()["unusual-name"].at(*name.span, name=name.text)
    elif name.text[0].islower():
        right = name.text[0].upper() + name.text[1:]
        fix = Fix(f"Write `{right}`", (Edit(name.start, name.start + 1, right[0]),))
        yield rules()["name-capital"].at(*name.span, name=name.text, right=right, fixes=[fix])
