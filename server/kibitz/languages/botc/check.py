"""What the rules from 100 on say of one record; offsets are relative to its chunk."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Diagnostic, Edit, Fix, Related
from kibitz.core.words import nearest
from kibitz.languages.botc.nodes import Record, Seat, Word, token_of
from kibitz.languages.botc.placing import check_tokens
from kibitz.languages.botc.roles import Role, meant, owners, roles
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.whole import check_whole

WAYS = 4
"""How many fixes are offered at the most where nobody can tell which is right."""


def check(record: Record, text: str) -> Iterator[Diagnostic]:
    """Everything that can be said of a record by itself; `text` is its chunk."""
    found = _found(record)
    if record.form == "drawing":
        from kibitz.languages.botc.redraw import with_fixes_redrawn

        found = with_fixes_redrawn(found, record, text)
    yield from found


def _found(record: Record) -> Iterator[Diagnostic]:
    for word in record.roles:
        yield from _role(word)
    in_play = {seat.role.text for seat in record.seats}
    for seat in record.seats:
        if not seat.entry.broken:
            yield from _role(seat.role)
            for token in seat.tokens:
                yield from _token(token, in_play)
    yield from _names(record)
    yield from check_tokens(record)
    if record.sound:
        yield from check_whole(record)


def _role(word: Word) -> Iterator[Diagnostic]:
    if word.text in roles():
        return
    found = meant(word.text)
    text = f"; did you mean `{found.id}`?" if found else ""
    fixes = [Fix(f"Write `{found.id}`", (Edit(word.start, word.end, found.id),))] if found else []
    if found and found.id == word.text.lower():
        yield rules()["role-capitals"].at(*word.span, role=word.text, right=found.id, fixes=[_safe(fixes[0])])
    else:
        yield rules()["unknown-role"].at(*word.span, role=word.text, meant=text, fixes=fixes)


def _safe(fix: Fix) -> Fix:
    return Fix(fix.title, fix.edits, safe=True)


def _token(word: Word, in_play: set[str]) -> Iterator[Diagnostic]:
    prefix, name = token_of(word.text)
    role = token_of(word.text).role
    if not prefix:
        yield _bare(word, in_play)
    elif role is None:
        yield from _role(Word(prefix, word.start, word.start + len(prefix)))
    elif name not in role.tokens:
        yield _unknown_token(word, role, name)
    elif prefix != role.id:
        fix = Fix(f"Write `{role.id}:`", (Edit(word.start, word.start + len(prefix), role.id),), safe=True)
        yield rules()["short-prefix"].at(
            word.start, word.start + len(prefix), short=prefix, role=role.id, fixes=[fix]
        )


def _bare(word: Word, in_play: set[str]) -> Diagnostic:
    """A token that does not say whose it is."""
    whose = [role for role in owners(word.text) if role.id in in_play] or owners(word.text)
    fixes = [
        Fix(
            f"Write `{role.id}:{word.text}`",
            (Edit(word.start, word.start, f"{role.id}:"),),
            safe=len(whose) == 1,
        )
        for role in whose[:WAYS]
    ]
    wanted = f"`{whose[0].id}:{word.text}`" if len(whose) == 1 else f"`role:{word.text}`"
    return rules()["token-without-role"].at(*word.span, token=word.text, wanted=wanted, fixes=fixes)


def _unknown_token(word: Word, role: Role, name: str) -> Diagnostic:
    start = word.end - len(name)
    if name in role.aliases:
        current = role.aliases[name]
        fixes = (
            [Fix(f"Write `{role.id}:{current}`", (Edit(start, word.end, current),), safe=True)]
            if current
            else []
        )
        now = f": it is `{role.id}:{current}` now" if current else ""
        return rules()["old-token-name"].at(start, word.end, token=name, role=role.name, now=now, fixes=fixes)
    close = nearest(name, role.tokens)
    fixes = [Fix(f"Write `{close}`", (Edit(start, word.end, close),))] if close else []
    known = "it has " + ", ".join(f"`{token}`" for token in role.tokens) if role.tokens else "it has none"
    return rules()["unknown-token"].at(start, word.end, role=role.name, token=name, known=known, fixes=fixes)


def _names(record: Record) -> Iterator[Diagnostic]:
    first: dict[str, Seat] = {}
    for seat in record.seats:
        name = seat.name
        if seat.entry.broken:
            continue
        yield from _spelling(name)
        if name.text in first:
            other = first[name.text]
            related = [Related(other.name.span, f"the first `{name.text}`")]
            yield rules()["duplicate-player"].at(
                *name.span, name=name.text, first=f"the {other.role.text}", related=related
            )
        first.setdefault(name.text, seat)


def _spelling(name: Word) -> Iterator[Diagnostic]:
    if " " in name.text:
        return
    if not name.text.isascii() or not name.text.replace("_", "a").isalnum() or not name.text[0].isalpha():
        yield rules()["unusual-name"].at(*name.span, name=name.text)
    elif name.text[0].islower():
        right = name.text[0].upper() + name.text[1:]
        fix = Fix(f"Write `{right}`", (Edit(name.start, name.start + 1, right[0]),))
        yield rules()["name-capital"].at(*name.span, name=name.text, right=right, fixes=[fix])
