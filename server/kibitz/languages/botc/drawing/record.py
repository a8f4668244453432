"""Records with a drawing: reading, checking and repairing it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from kibitz.core.picture import columns
from kibitz.core.values import Diagnostic, Fix, Related, Severity, Span
from kibitz.core.words import did_you_mean, plural
from kibitz.languages.botc.check.words import check_words
from kibitz.languages.botc.drawing.reader import Reading, read
from kibitz.languages.botc.drawing.render import Layout, balanced, redrawn
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.text.grammar import is_identifier, pattern, report
from kibitz.languages.botc.text.mend import printed_as
from kibitz.languages.botc.text.nodes import Record, Seat, Word, token_of

REDRAW = "Convert to a clean drawing"
_LOSING = frozenset({"header-count", "seat-without-role", "role-without-name", "blank-inside", "lost-column"})
"""Findings about lost text, which a redrawing would hide."""
_FRAME = " ─│┌┐└┘+-|"
_COMPLETED = frozenset(
    {"header-count", "seat-without-role", "role-without-name", "lost-column", "lost-token", "lost-link"}
)
"""Doubts that the missing end of a drawing may resolve."""


def read_drawing(text: str) -> tuple[Record, list[Diagnostic]]:
    """Return the record of a drawing, and its findings with the fix that redraws it.

    Unreadable parts come first and hide findings about the layout, which they may have caused. A drawing with findings only
    about the layout is sound: redrawn, it keeps its meaning.
    """
    reading = read(text)
    problems = [one for one in reading.doubts if reading.closed or one.rule.slug not in _COMPLETED]
    entries = [*reading.seats]
    unwritable = [*_unwritable(entries)]
    wrong = [one.span for one in problems if one.severity == Severity.ERROR]
    problems += [one for one in unwritable if not any(map(one.span.touches, wrong))]
    errors = [one for one in problems if one.severity == Severity.ERROR]
    broken = {one.span for one in unwritable}
    for number, entry in enumerate(entries):
        spaced = " " in entry.name.text + entry.role.text
        if spaced or not broken.isdisjoint(word.span for word in entry.words):
            entries[number] = replace(entry, broken=True)
    record = Record(
        "drawing",
        Span(0, len(text)),
        tuple(entries),
        sides=reading.sides,
        sound=not errors,
        closed=reading.closed,
    )
    # Faults in the frame, in marks or in places of tokens leave all contents readable.
    lost = not entries or any(
        one.rule.slug in _LOSING
        or (one.rule.slug == "outside-frame" and text[slice(*one.span)].strip(_FRAME))
        for one in reading.doubts
    )
    if errors and (broken or lost):
        return record, [_with_blanks_filled(one, errors, reading, text) for one in errors]
    told = errors or [*_apart(problems, record)]
    if not told:
        return record, []
    fix = Fix(REDRAW, (redrawn(reading.whole, reading.sides, text),))
    return record, [one._replace(fixes=(fix,)) for one in told]


def _apart(problems: Sequence[Diagnostic], record: Record) -> Iterator[Diagnostic]:
    """Yield findings about the layout. For a line of the wrong length, yield only the likely cause."""
    uneven = [one for one in problems if one.rule.slug == "unequal-lines"]
    words = [one for one in (check_words(record) if uneven else ()) if one.severity <= Severity.WARNING]
    said = [one.span.start for one in (*words, *problems) if one not in uneven]
    for one in problems:
        if one not in uneven or not any(map(one.span.holds, said)):
            yield one


def _unwritable(entries: Sequence[Seat]) -> Iterator[Diagnostic]:
    """Yield findings about words that the one-line form cannot have and other tools cannot read."""
    for entry in entries:
        # A name or role of several words is a doubt already.
        if " " not in entry.name.text and not pattern("NAME").fullmatch(entry.name.text):
            yield report("not-a-name", entry.name.span, name=entry.name.text)
        for word in (entry.role, *entry.tokens):
            if not is_identifier(word.text) and not (word is entry.role and " " in word.text):
                slug = "blank-inside" if " " in word.text else "not-a-role"
                close = did_you_mean(printed_as(word.text))
                yield report(slug, word.span, text=word.text, meant=close)


def _with_blanks_filled(
    one: Diagnostic, errors: Sequence[Diagnostic], reading: Reading, text: str
) -> Diagnostic:
    """Return a finding about a space in a word with a fix that fills it, if it is the only error."""
    if one.rule.slug not in {"blank-inside", "not-a-role"} or len(errors) > 1:
        return one
    players = [
        replace(_reworded(entry, lambda word: _filled(word.text)), name=entry.name.text.replace(" ", "_"))
        for entry in reading.seats
    ]
    start, end = one.span
    title = f"Change `{text[start:end]}` to `{_filled(text[start:end])}`"
    return one._replace(fixes=(Fix(title, (redrawn(Grimoire(tuple(players)), reading.sides, text),)),))


def _filled(word: str) -> str:
    """Return a role or token without spaces: the known one, or the same with `_`."""
    if " " not in word or printed_as(word):
        return printed_as(word) or word
    joined = word.replace(" ", "")
    if token_of(joined).known:
        return joined
    role = meant(joined) if ":" not in word else None
    return role.id if role else word.replace(" ", "_")


def _reworded(entry: Seat, said: Callable[[Word], str]) -> Player:
    """Return a player with other words."""
    return entry.moved(lambda word: word._replace(text=said(word)), entry.span).player


# Findings about single words


def with_fixes_redrawn(found: Iterator[Diagnostic], record: Record, text: str) -> Iterator[Diagnostic]:
    """Yield the findings about a drawing with fixes that redraw it, or without fixes if the drawing is not sound."""
    for one in found:
        fixes = [_redrawn(fix, record, text) for fix in one.fixes] if record.sound else []
        yield one._replace(fixes=tuple(fixes)) if one.fixes else one


def _redrawn(fix: Fix, record: Record, text: str) -> Fix:
    players = [_reworded(entry, lambda word: _edited(word, fix)) for entry in record.seats]
    sides = record.sides or Layout(len(players), 0, 0, 0)
    return Fix(fix.title, (redrawn(Grimoire(tuple(players)), sides, text[: record.span.end]),), fix.safe)


def _edited(word: Word, fix: Fix) -> str:
    text = word.text
    for edit in fix.edits:
        if word.start <= edit.start and edit.end <= word.end:
            text = text[: edit.start - word.start] + edit.text + text[edit.end - word.start :]
    return text


_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+(?=[ \t]*[┌│└+|]|[ \t]*$)")
_ASCII_END = re.compile(r"[ \t]*\+-[-=]*(?P<title>[^+]*?)-*\+")
_TABS = ((8, True), (8, False), (4, False), (4, True), (2, False))
"""The possible widths of tabs, and whether their author counted bytes."""

TITLE = "┌─ Grimoire ─┐"
"""The title of a drawing that has lost its own."""
_FRAMES = str.maketrans("╔┏╭╗┓╮╚┗╰╝┛╯═━║┃", "┌┌┌┐┐┐└└└┘┘┘──││")
"""The characters of other frames, and their replacements."""
_CORNERS = ("└", "+-")
"""Starts of the last line of a drawing."""
QUOTED = "its lines begin with `>`"
TABS = "it has tabs"
_OF_FRAME = frozenset({"unequal-lines", "broken-frame", "header-count"})
"""Doubts about the frame: every player keeps the seat."""
WIDEST = 1000
"""The maximum length of a line in a drawing: each of its corners searches the line."""


class Pasted(NamedTuple):
    """A damaged drawing: the length of its text, the damage, and the record."""

    length: int
    damage: str
    record: Record
    certain: bool
    """Whether the reading has no doubts."""


@cache
def _stretch() -> re.Pattern[str]:
    """Return a pattern from the first to the last line of a possible drawing. Empty lines may have lost their frame."""
    # An ambiguous line break would make the search exponential.
    line_break, quote = r"(?:\r\n|\n|\r(?!\n))", r"[ \t]*(?:>[ \t]?)*"
    # Spaces before a fence would be slow as well, if two patterns could match them.
    fence = r"[ \t]*(?:(?:>[ \t]?)+[ \t]*)?```"
    rest = rf"[^\r\n]{{0,{WIDEST}}}"
    row = rf"{quote}(?:[│|]{rest})?"
    return re.compile(
        rf"(?P<fence>{fence}{rest}{line_break})?"
        rf"(?P<drawing>(?P<title>{quote}(?:┌|\+-){rest}{line_break})?(?:{row}{line_break}){{1,400}}?{quote}(?:└|\+-){rest})"
        rf"(?:{line_break}{fence}[ \t]*(?![^\r\n]))?"
    )


def pasted_at(text: str, start: int = 0) -> Pasted | None:
    """Return the damaged drawing that begins at an offset, or None if there is none or it is unreadable."""
    # Skip texts without a last line, because the search would try each line as the first one.
    ends = any(text.find(corner, start) >= 0 for corner in _CORNERS)
    if ends and (found := _stretch().match(text, start)):
        lines = found["drawing"].splitlines()
        damage = [*_damage(lines)]
        if found["title"] is None:
            damage.append("its title is missing")
            lines.insert(0, TITLE)
        if found["fence"] is not None:
            damage.append("it is in a code fence")
        ways = _ways([_framed(_unquoted(line)) for line in lines]) if damage else ()
        return _best(found.end() - start, damage, ways)
    if found := pattern("DAMAGED").match(text, start):
        usual = found[0].translate(_FRAMES)
        other = "its frame is damaged" if usual == found[0] else "its frame has other characters"
        return _best(found.end() - start, [other], _reframed(usual.splitlines()))
    if ends and text.startswith("┌", start) and (found := pattern("DRAWING").match(text, start)):
        lines = found[0].splitlines()
        wrapped = [*_unwrapped(lines)] if not lines[0].rstrip().endswith(("┐", "+")) else []
        return _best(found.end() - start, ["its lines are wrapped"], wrapped)
    return None


def _best(length: int, damage: Sequence[str], ways: Iterable[Sequence[str]]) -> Pasted | None:
    """Return the first way to read a damaged drawing without doubts, or the first one that loses nothing."""
    doubtful: Pasted | None = None
    for lines in ways:
        record, problems = read_drawing("\n".join(lines))
        if record.seats and record.sound:
            tabs = TABS in damage
            moved = [one for one in problems if tabs or one.rule.slug not in _OF_FRAME]
            found = Pasted(length, " and ".join(damage), record, not moved)
            if not moved:
                return found
            doubtful = doubtful or found
    return doubtful


def _ways(lines: list[str]) -> Iterator[list[str]]:
    """Yield the ways to read the lines of a damaged drawing: without doubled line ends, with tabs as spaces."""
    if any("\t" in line for line in lines):
        for size, in_bytes in _TABS:
            yield [_without_tabs(line, size, in_bytes) for line in lines]
        yield from ([line.replace("\t", " " * size) for line in lines] for size in (8, 4, 2))
        return
    if len(lines) > 2 and not any(line.strip(" │") for line in lines[1::2]):
        yield lines[::2]
    yield lines


def _reframed(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield lines with a new frame: the old one is missing on a side, with or without its column."""
    title = lines[0].strip("─-┌┐ \t")
    rows = [re.sub(r"[│|][ \t]*$", "", line) for line in lines[1:-1]]
    for begin in (r"[│|]?", " ?", ""):
        bare = [re.sub(f"^{begin}", "", row) for row in rows]
        width = max([*map(columns, bare), columns(title) + 4])
        head, floor = f"┌─ {title} ", "└" + "─" * width + "┘"
        body = [f"│{row}{' ' * (width - columns(row))}│" for row in bare]
        yield [head + "─" * (width + 1 - columns(head)) + "┐", *body, floor]


def _unwrapped(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines of a drawing that were broken at a width, joined again."""
    width = max(map(len, lines))
    joined = list[str]()
    for line in map(str.rstrip, lines):
        if joined and not (len(joined[-1]) > 1 and joined[-1].endswith(("│", "┐", "┘"))):
            joined[-1] += " " * (-len(joined[-1]) % width) + line
        else:
            joined.append(line)
    if len({columns(line) for line in joined}) == 1:
        yield joined


def quotes(text: str) -> Iterator[Span]:
    """Yield the marks of a chat before quoted lines."""
    return (Span(*found.span()) for found in re.finditer(rf"(?m:^){_QUOTE.pattern}", text))


def problem_of(pasted: Pasted, text: str, start: int) -> Diagnostic:
    """Return the finding for a damaged drawing, at its first line, with the fix that draws it again."""
    end = start + pasted.length
    head = start + len(text[start:end].splitlines()[0])
    record = pasted.record
    edit = redrawn(record.grimoire, record.sides or balanced(len(record.seats)), text[start:end])
    return report(
        "pasted",
        Span(start, head),
        # A drawing with doubts may put a player into another seat.
        *([Fix.of(REDRAW, start, end, edit.text, safe=True)] if pasted.certain else []),
        related=[Related(Span(start, end), "the drawing")],
        damage=pasted.damage,
        count=plural(len(record.seats), "player"),
    )


def _damage(lines: list[str]) -> Iterator[str]:
    if any(_QUOTE.match(line) for line in lines):
        yield QUOTED
    if any("\t" in line for line in lines):
        yield TABS
    if any(_ASCII_END.match(_unquoted(line)) for line in lines):
        yield "its frame is made of `+`, `-` and `|`"
    if not all(_unquoted(line).strip() for line in lines):
        yield "its empty lines have lost their frame"


def _unquoted(line: str) -> str:
    found = _QUOTE.match(line)
    return line[found.end() :] if found else line


def _framed(line: str) -> str:
    """Return the line with its proper frame."""
    if found := _ASCII_END.match(line):
        title = found["title"]
        left, right, gap = ("┌─", "┐", "─") if title.strip() else ("└", "┘", "")
        return f"{left}{title}{gap}{'─' * (len(found[0]) - len(title) - 4)}{right}"
    return line if line.strip() else "│"


def _without_tabs(line: str, size: int, in_bytes: bool) -> str:
    head, *rest = line.split("\t")
    for part in rest:
        taken = len(head.encode()) if in_bytes else columns(head)
        head += " " * (size - taken % size) + part
    return head
