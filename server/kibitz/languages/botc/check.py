"""What the rules from 100 on say of one record; offsets are relative to its chunk."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.nodes import Record, Seat
from kibitz.languages.botc.placing import check_tokens
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.whole import check_whole
from kibitz.languages.botc.words import check_name, check_role, check_token


def check(record: Record, text: str) -> Iterator[Diagnostic]:
    """Everything that can be said of a record by itself; `text` is its chunk."""
    if record.gist.clean:
        return
    found = said(record)
    if record.form == "drawing":
        from kibitz.languages.botc.redraw import with_fixes_redrawn

        found = with_fixes_redrawn(found, record, text)
    yield from found


def said(record: Record) -> Iterator[Diagnostic]:
    """What the rules say of a record, all of them asked."""
    for word in record.roles:
        yield from check_role(word, homebrew=_homebrew(record))
    for seat in record.seats:
        if not (seat.entry.sure or seat.entry.broken):
            yield from _words(seat, record)
    yield from _names(record)
    yield from check_tokens(record)
    if record.sound:
        yield from check_whole(record)


def _words(seat: Seat, record: Record) -> Iterator[Diagnostic]:
    yield from check_name(seat.name)
    yield from check_role(seat.role, homebrew=_homebrew(record))
    if seat.entry.tokens:
        in_play = {other.entry.role.text for other in record.seats}
        for token in seat.tokens:
            yield from check_token(token, in_play)


def _homebrew(record: Record) -> bool:
    """Whether the Bootlegger is there, who brings characters that no list has."""
    return any(word.text == "bootlegger" for word in record.words)


def _names(record: Record) -> Iterator[Diagnostic]:
    """The same player twice."""
    first: dict[str, Seat] = {}
    for seat in record.seats:
        text = seat.entry.name.text
        if seat.entry.broken or first.setdefault(text, seat) is seat:
            continue
        other = first[text]
        related = [Related(other.name.span, f"the first `{text}`")]
        yield rules()["duplicate-player"].at(
            *seat.name.span, name=text, first=f"the {other.entry.role.text}", related=related
        )
