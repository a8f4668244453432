"""Rules of words: roles, tokens and scripts."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from kibitz.core.bounds import RELATED
from kibitz.core.values import Diagnostic, Fix, Related, Severity, Span
from kibitz.core.words import did_you_mean, nearest, shortened
from kibitz.languages.botc.game.roles import NOBODY, UNSAID, Role, Script, of_nobody
from kibitz.languages.botc.text.grammar import change, report
from kibitz.languages.botc.text.nodes import Record, Seat, Word, token_of
from kibitz.languages.botc.text.script import badly_said, misspelt, misspelt_keys, unknown, wanted

UNSEEN = frozenset({"Cf", "Cc", "Co", "Cn"})
"""The categories of invisible characters."""
WAYS = 4
"""The maximum number of fixes if none is certain."""


def check_words(record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """Yield findings about every readable word of a record, and about duplicate players."""
    # The Bootlegger adds homebrew characters.
    homebrew = "bootlegger" in (*script.fabled, *(word.text for word in record.words))
    for word in record.roles:
        yield from check_role(word, homebrew, script=script)
    seats = [seat for seat in record.seats if not seat.broken]
    in_play = {seat.player.role for seat in record.seats}
    for seat, following in zip_longest(seats, seats[1:]):
        yield from check_name(seat.name)
        moved = None if script.role(seat.role.text) else _moved_separator(seat, following, script)
        if moved:
            close = did_you_mean(moved.edits[0].text)
            yield report("unknown-role", seat.role.span, moved, role=seat.role.text, meant=close)
        else:
            yield from check_role(seat.role, homebrew, script=script, in_play=in_play)
        for token in seat.tokens:
            yield from check_token(token, in_play, script)
    yield from _check_names(seats)


def _moved_separator(seat: Seat, following: Seat | None, script: Script) -> Fix | None:
    """Return the fix for a colon or a space that changed places with the letter next to it, or None.

    Examples are `Bo:bimp` for `Bob:imp` and `Al:empat hFrank:imp` for `Al:empath Frank:imp`.
    """
    name, role = seat.name, seat.role
    if name.end + 1 == role.start:
        for left, right in _split_otherwise(name.text, role.text):
            if left and script.role(right) and role.text[:1] != right[:1]:
                return change(Span(name.start, role.end), f"{name.text}:{role.text}", f"{left}:{right}")
    if following is not None and following.name.start == role.end + 1:
        other = following.name
        for left, right in _split_otherwise(role.text, other.text):
            if script.role(left) and right[:1].isupper():
                return change(Span(role.start, other.end), f"{role.text} {other.text}", f"{left} {right}")
    return None


def _split_otherwise(left: str, right: str) -> tuple[tuple[str, str], ...]:
    """Return two words with a letter of one moved to the other."""
    return (left + right[:1], right[1:]), (left[:-1], left[-1:] + right)


def _check_names(seats: Sequence[Seat]) -> Iterator[Diagnostic]:
    """Yield findings about duplicate players, or one finding for a list of players that was pasted twice."""
    half = len(seats) // 2
    if half > 1 and [seat.player for seat in seats[:half]] == [seat.player for seat in seats[half:]]:
        span = Span(seats[half].span.start, seats[-1].span.end)
        fix = Fix.of("Remove the second copy", seats[half - 1].span.end, span.end, "")
        first = Related(Span(seats[0].span.start, seats[half - 1].span.end), "the first copy")
        yield report(
            "duplicate-player", span, fix, found=f"all {half} players are here twice", related=[first]
        )
        return
    by_name: dict[str, list[Seat]] = {}
    for seat in seats:
        by_name.setdefault(seat.player.name, []).append(seat)
    for name, (other, *same) in by_name.items():
        if same:
            related = again(other.name, f"the first `{name}`", [seat.name for seat in same])
            times = "a second time" if len(same) == 1 else f"{len(same) + 1} times"
            found = f"`{name}` is here {times}: the {other.player.role} already has this name"
            yield report("duplicate-player", same[0].name.span, found=found, related=related)


def again(first: Word, said: str, others: Sequence[Word]) -> list[Related]:
    """Return the other places of a repeated text: the first one, and those after the second one."""
    return [Related(first.span, said), *(Related(word.span, "one more") for word in others[1:RELATED])]


def check_role(
    word: Word,
    homebrew: bool = False,
    token: str = "",
    script: Script = UNSAID,
    in_play: Collection[str] = (),
) -> Iterator[Diagnostic]:
    """Yield a finding if a role is not in the list of characters, or not in the script.

    With homebrew characters in play, an unknown one is only a hint. If the role is the prefix of a token, only a character
    with that token is proposed. Without a script, characters of the editions in play are proposed first.
    """
    known = script.role(word.text)
    if (
        word.text == NOBODY
        or (known and word.text in {known.id, known.official})
        or word.text in script.roles
    ):
        if known and not script.has(known):
            named = f"the script {script.name}" if script.name else "the script"
            yield report("not-in-script", word.span, role=known.name, script=named)
        return
    found = wanted(word.text, script, {role.edition for role in script.known(in_play)})
    if token and found and token not in found.tokens:
        found = next((role for role in script.owners(token) if nearest(word.text, [role.id])), None)
    fixes = [change(word.span, word.text, found.id, found.is_called(word.text))] if found else []
    if found and found.id == word.text.lower():
        yield report("role-capitals", word.span, *fixes, role=word.text, right=found.id)
    else:
        severity, close = Severity.HINT if homebrew else None, did_you_mean(found.id if found else None)
        yield report("unknown-role", word.span, *fixes, severity=severity, role=word.text, meant=close)


def check_token(word: Word, in_play: set[str], script: Script) -> Iterator[Diagnostic]:
    prefix, name = token_of(word.text)
    role = script.owner(prefix)
    if of_nobody(word.text):
        return
    before = Word(prefix, word.start, word.start + len(prefix))
    if not prefix:
        yield _bare(word, in_play, script)
    elif role is None:
        yield from check_role(before, token=name, script=script)
    elif name not in role.tokens:
        yield _unknown_token(before, Word(name, word.end - len(name), word.end), role, in_play, script)
    elif prefix != role.id:
        fix = change(before.span, prefix, role.id, safe=True)
        yield report("short-prefix", before.span, fix, short=prefix, role=role.id)


def _bare(word: Word, in_play: set[str], script: Script) -> Diagnostic:
    """Return the finding about a token without its role."""
    everybody = script.owners(word.text)
    if not everybody and (said := _without_colon(word.text, script)):
        fix, wanted = change(word.span, word.text, said), f"`{said}`"
        warning = Severity.WARNING
        return report("token-without-role", word.span, fix, severity=warning, token=word.text, wanted=wanted)
    only = len(everybody) == 1
    whose = [role.id for role in everybody if role.id in in_play or only]
    fixes = [change(word.span, word.text, f"{one}:{word.text}", only) for one in whose[:WAYS]]
    wanted = f"`{whose[0] if len(whose) == 1 else 'role'}:{word.text}`"
    mild = not everybody
    return report("token-without-role", word.span, *fixes, mild=mild, token=word.text, wanted=wanted)


def _without_colon(text: str, script: Script) -> str | None:
    """Return the known token that a word without its `:` means, such as `undertaker:died_today`, or None."""
    for at in range(1, len(text)):
        role = script.role(text[:at])
        for name in (text[at:], text[at + 1 :]) if role else ():
            if role and name in role.tokens:
                return f"{role.id}:{name}"
    return None


def _unknown_token(
    prefix: Word, name: Word, role: Role, in_play: Collection[str], script: Script
) -> Diagnostic:
    token = name.text
    if token in role.aliases:
        current = role.aliases[token]
        now = f"; its name is now `{role.id}:{current}`" if current else ""
        fixes = [change(name.span, token, current, safe=True)] if current else []
        return report("old-token-name", name.span, *fixes, token=token, role=role.name, now=now)
    close = nearest(token, role.tokens)
    fixes = [change(name.span, token, close)] if close else []
    if not close:
        # The token may be one of another character.
        whose = [one for one in script.owners(token) if one.id in in_play] or script.owners(token)
        fixes += [change(prefix.span, prefix.text, one.id) for one in whose[:WAYS]]
    known = f"it has {', '.join(f'`{one}`' for one in role.tokens)}" if role.tokens else "it has no tokens"
    return report("unknown-token", name.span, *fixes, role=role.name, token=token, known=known)


def check_name(name: Word) -> Iterator[Diagnostic]:
    text = name.text
    if any(unicodedata.category(letter) in UNSEEN for letter in text):
        right = "".join(letter for letter in text if unicodedata.category(letter) not in UNSEEN)
        fixes = [change(name.span, text, right)] if right else []
        yield report("unusual-name", name.span, *fixes, name=text)
    elif not text.isascii() or not text.replace("_", "a").isalnum() or not text[0].isalpha():
        yield report("unusual-name", name.span, name=text)
    elif text[0].islower():
        right = text[0].upper() + text[1:]
        fix = change(name.span, text, right)
        yield report("name-capital", name.span, fix, name=text, right=right)


_LISTED = "list its characters, or name its file, such as `mine.json`"
SHOWN = 60
"""The maximum number of characters of a script in a message."""


def check_script(text: str, script: Script) -> Iterator[Diagnostic]:
    """Yield findings about the characters and the script that the lines of a chunk name."""
    for word in unknown(text, script):
        yield from check_role(word)
    for word, name in misspelt(text):
        shown = shortened(word.text, SHOWN)
        fixes = [change(word.span, word.text, name)] if name else []
        reason = (
            f"no edition has this name{did_you_mean(name)}"
            if name
            else f"no edition has this name: {_LISTED}"
        )
        yield report("script-unread", word.span, *fixes, script=shown, reason=reason)
    for word, name in misspelt_keys(text):
        fix = change(word.span, word.text, name)
        yield report("script-unread", word.span, fix, script=word.text, reason=f"did you mean `{name}`?")
    for word in badly_said(text, script):
        # In a partly known script, the rest may be newer than our list of characters.
        shown, mild = shortened(word.text, SHOWN), bool(script.roles)
        yield report("script-unread", word.span, mild=mild, script=shown, reason=script.problem)
