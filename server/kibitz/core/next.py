"""Options that make completion, ghost text and the moves in previews.

A notation answers one question (:meth:`kibitz.core.language.Language.next`): which texts are possible at a cursor, how likely is each,
and which texts may follow it? This module makes three answers of that. :func:`items` is the list of completion, :func:`ghosts` the grey
text, and :func:`plays` the moves in a preview.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from kibitz.core.answers import Completion, Ghost, Play
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit, Span

LIKELY = 0.5
"""Least probability of ghost text."""
LEAST_CHANCE = 0.01
"""Least probability of a path that is followed."""
CLEAR = 0.35
"""Least probability of the likeliest option after a path that goes on. Otherwise the path ends before it."""
MOST_STEPS = 40
"""Greatest number of steps of a search."""
MOST_PATHS = 5
"""Greatest number of predicted texts in a list."""
EQUALLY_LIKELY = 4
"""Greatest number of options that are equally likely if nothing is known of them."""


class Option(NamedTuple):
    """Something that may be written next.

    For example, `1.1.^.` ("player 1 hits 16") may follow in a hand of blackjack. Its `then` are the cards that are left. A card is
    followed by the marks of the hand, and these by the next entries.
    """

    text: str
    detail: str = ""
    """Its meaning in a few words."""
    chance: float = 0.0
    """Its probability among the options of its place, or 0 if it is only possible."""
    then: Callable[[], Iterable[Option]] | None = None
    """Returns the options that may follow."""
    open: bool = False
    """Whether the text after it is unpredictable, such as a card."""
    kind: str = "snippet"
    """The kind of its item in a list, see :class:`kibitz.core.answers.Completion`."""
    aside: Callable[[], str] = str
    """Returns more facts for a list. They may take long, such as the value of a decision."""
    title: str = ""
    """The move in a preview, if it is not the detail."""
    cell: tuple[int, int] | None = None
    """The row and the column of the move in a grid, from 0."""
    label: str = ""
    """Its name in a list, if it is not the text."""
    about: str = ""
    """An explanation of its item, in Markdown."""
    snippet: str = ""
    """The text with tab stops, if it has placeholders."""
    short: str = ""
    """A shorter text that may be typed instead, such as its number in the list. Several of them may follow each other."""
    gap: Callable[[], str] = str
    """Returns the separator that its item adds. After a short text, another item leaves it out."""
    part: bool = False
    """Whether the text is only a part of an entry, such as the piece of a move. A preview shows what may follow."""
    place: str = ""
    """The place of the preview that makes the move, see :class:`kibitz.core.answers.Play`."""


class Next(NamedTuple):
    """The options at a cursor."""

    options: Sequence[Option]
    """They begin where the entry begins, so that they contain the typed text."""
    span: Span
    """The field of the entry that items replace."""
    typed: str = ""
    """The beginning of the entry that stands before the cursor. Options that do not begin so are left out."""
    head: int = 0
    """The number of characters of the entry before the field."""
    divider: str = ""
    """The characters that end the field, if more of the entry follows it. Then items are values of this field only."""
    predicts: bool = True
    """Whether the record goes on here, and can be read up to here. Otherwise nothing is predicted."""
    whole: bool = False
    """Whether the entry says everything already, so that only predicted texts are offered."""
    quiet: bool = False
    """Whether the line may end here, so that the list is shown only on request."""
    loose: bool = False
    """Whether items are single options that may differ from the typed field: editors match its letters in order, and kibitz corrects
    it. Ghost text goes on from the typed text, and may be longer."""


class Path(NamedTuple):
    """Options, one after the other."""

    text: str = ""
    chance: float = 1.0
    notes: tuple[str, ...] = ()
    last: Option = Option("")
    typed: str = ""
    """The text that is typed for it, which may be shorter."""

    def then(self, option: Option, short: str = "") -> Path:
        """Return the path with one more option. The user typed its text, or the short text."""
        text, chance = self.text + option.text, self.chance * option.chance
        notes = (*self.notes, option.detail) if option.detail else self.notes
        return Path(text, chance, notes, option, self.typed + (short or option.text))


def begun(now: Next) -> list[Path]:
    """Return the options that the typed text leaves, with their probabilities among these."""
    found = [*_begun(now.options, Path(), now.typed)]
    total = sum(path.chance for path in found)
    if not now.typed or not found or (not total and len(found) > EQUALLY_LIKELY):
        return found
    return [path._replace(chance=path.chance / total if total else 1 / len(found)) for path in found]


def _begun(options: Iterable[Option], path: Path, typed: str) -> Iterator[Path]:
    """Yield the paths that go on from the typed text. A typed option needs no note, and leads to its followers."""
    written = path.typed == path.text
    for option in options:
        text, short = path.typed + option.text, path.typed + option.short
        if written and option.then and option.text and typed.startswith(text):
            yield from _after(path.then(option), path, typed)
        elif written and text.startswith(typed):
            yield path.then(option)
        elif option.short:
            if short.startswith(typed):
                yield path.then(option, option.short)
            if typed.startswith(short):
                yield from _after(path.then(option, option.short), path, typed)


def _after(path: Path, before: Path, typed: str) -> Iterator[Path]:
    """Yield the paths that go on after a typed option."""
    written = path._replace(chance=path.chance or before.chance, notes=())
    yield from _begun(path.last.then() if path.last.then else (), written, typed)


def predicted(now: Next, most: int = MOST_PATHS, start: Sequence[Path] = ()) -> list[Path]:
    """Return the likeliest ways to go on, the likeliest first, each up to an unpredictable text.

    `start` are the :func:`begun` paths, if they are known.
    """
    if not now.predicts or now.divider or now.loose:
        return []
    number = count()
    queue = [(-path.chance, next(number), path) for path in start or begun(now) if path.chance]
    heapify(queue)
    found: list[Path] = []
    for _ in range(MOST_STEPS):
        if not queue or len(found) == most:
            break
        path = heappop(queue)[2]
        then = path.last.then
        further = [path.then(one) for one in then()] if then and not path.last.open else []
        likely = [one for one in further if one.chance >= LEAST_CHANCE]
        if max((one.chance for one in likely), default=0.0) < path.chance * CLEAR:
            likely = []
        for one in likely:
            heappush(queue, (-one.chance, next(number), one))
        if not likely and len(path.text) > len(now.typed):
            found.append(path)
    return found


def items(now: Next) -> Iterator[Completion]:
    """Yield the items of completion: the predicted texts, and then the other options."""
    told, start = {""}, begun(now._replace(typed=now.typed[: now.head]) if now.loose else now)
    if not now.quiet:
        meanings = set[tuple[str, bool]]()
        for path in predicted(now, start=start):
            text, meaning = path.text[now.head :], " · ".join(path.notes)
            lined = LINE_BREAK.search(text) is not None
            if (meaning, lined) not in meanings:
                told.add(text)
                aside = path.last.aside() if len(path.notes) == 1 else ""
                line = "on a new line" if lined and (meaning, False) in meanings else ""
                meanings.add((meaning, lined))
                kind = path.last.kind if path.last.label else "snippet"
                yield _item(now, path, text, kind, meaning, aside, line)
    for path in () if now.whole else start:
        text = path.text[now.head :]
        if now.divider:
            text = re.split(f"[{re.escape(now.divider)}]", text)[0]
        if text not in told and not (now.quiet and LINE_BREAK.search(text)):
            told.add(text)
            item = _item(now, path, text, path.last.kind, path.last.detail, path.last.aside())
            gap = path.last.gap() if not now.typed or path.typed == now.typed else ""
            if gap:
                yield item._replace(text=text + gap)
            if gap and now.typed:
                yield item._replace(detail=f"{item.detail} · without a space")
            elif not gap:
                yield item


def _item(now: Next, path: Path, text: str, kind: str, *details: str) -> Completion:
    one, detail, short = path.last, " · ".join(filter(None, details)), path.typed != path.text
    label, sought = LINE_BREAK.sub("⏎", text).strip(), path.typed[now.head :] if short else ""
    if short and path.typed != now.typed and path.text != one.text:
        # It follows the typed numbers.
        label = f"… {one.text.strip()}"
    found = Completion(
        one.label or label, now.span, text, kind, detail, one.about, one.label or sought, asked=now.quiet
    )
    return found._replace(text=one.snippet, plain=text, snippet=True) if one.snippet else found


def ghosts(now: Next) -> Iterator[Ghost]:
    """Yield the beginning of the likeliest path, as far as it is more likely than not."""
    text, further = "", begun(now) if now.predicts and not now.divider else []
    while further and (path := max(further, key=lambda one: one.chance)).chance >= LIKELY:
        text, then = path.text, path.last.then
        further = [path.then(one) for one in then()] if then and not path.last.open else []
    if len(text) > len(now.typed):
        yield Ghost(now.span, text[now.head :])


def plays(
    options: Iterable[Option], taken: Sequence[str], write: Callable[[str], Sequence[Edit]]
) -> Iterator[Play]:
    """Yield the moves in a preview after the taken ones. `write` returns the edits that write a text.

    An open option leads to the options that follow it. The first one that is likely shows these at once, because a card that the user
    taps is the card that comes.
    """
    head, found = "", [*options]
    for key in taken:
        chosen = next((one for one in found if one.text == key and one.then), None)
        if chosen is None or chosen.then is None:
            return
        head, found = head + chosen.text, [*chosen.then()]
    due = [] if taken else [one for one in found if one.open][:1]
    for one in found:
        title = one.title or f"{one.detail[:1].upper()}{one.detail[1:]}" or one.aside()
        if one.part:
            yield Play(one.text, title, one.place)
        elif not one.open:
            edits = tuple(write(head + one.text + _closed(one)))
            number = one.short if re.fullmatch("[0-9]", one.short) else ""
            yield Play(one.text, title, one.place, edits, number=number, cell=one.cell)
        elif one not in due:
            yield Play(one.text, f"{title} …")
    for one in due:
        for card in one.then() if one.then else ():
            edits = tuple(write(one.text + card.text + _closed(card)))
            yield Play(card.text, card.title, edits=edits, cell=card.cell)


def _closed(option: Option) -> str:
    """Return the shortest text that ends the entry after an option in a grid, such as the mark of a bust."""
    if option.cell is None or option.then is None:
        return ""
    return min((one.text for one in option.then()), key=len, default="")
