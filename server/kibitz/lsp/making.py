"""What becomes of the view of a document when something comes: functions of values, so that a thread may do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.answers import Companion
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.lsp import insertion
from kibitz.lsp.ours import Change
from kibitz.lsp.positions import Positions
from kibitz.lsp.telling import Told, is_worth_telling, told
from kibitz.lsp.view import View
from kibitz.lsp.worker import Watch
from kibitz.project.settings import Settings


class Event(Protocol):
    """Something that comes. Its fields are those of a view that it brings."""

    def applied(self, view: View) -> View:
        """What becomes of a view by it."""


class Changed(NamedTuple):
    """The changes of a `didChange`, or the text of a `didOpen`, to be made one after the other."""

    changes: Sequence[Change]
    version: int
    changed: int

    @property
    def whole(self) -> int:
        """The number of the last change that is a whole text, from 1; 0 where there is none."""
        return max([at for at, one in enumerate(self.changes, start=1) if one.place is None], default=0)

    def applied(self, view: View) -> View:
        before = view.analysis if view.complete else None
        positions, now = view.positions, view.insertion
        typed: list[insertion.Change] = []
        for change in self.changes[max(self.whole - 1, 0) :]:
            document = positions.document
            if change.place is None:
                document, now = Document.open(view.language, change.text), now.left()
            else:
                start, end = positions.between(*change.place)
                typed.append(insertion.Change(start, document.text(start, end), change.text))
                document = edit(document, start, end, change.text)
            positions = Positions(document, view.client.encoding)
        now = now.after(typed, before, view.answers)
        return view._replace(positions=positions, version=self.version, changed=self.changed, insertion=now)


class Adopted(NamedTuple):
    """Settings. Where they extend the notation, the document is read anew."""

    settings: Settings

    def applied(self, view: View) -> View:
        view = view._replace(settings=self.settings)
        return view.tailored(lambda language: Document.open(language, view.document.text()))


class Accompanied(NamedTuple):
    """The files beside the record that it names. The text stands as it has been read."""

    companions: Mapping[str, Companion]

    def applied(self, view: View) -> View:
        view = view._replace(companions=self.companions)
        return view.tailored(lambda language: Document(language, view.document.blocks))


class Learnt(NamedTuple):
    """What the records beside this one do, as what may be done here, too."""

    neighbours: tuple[Any, ...]

    def applied(self, view: View) -> View:
        known = view.known and replace(view.known, neighbours=self.neighbours)
        return view._replace(neighbours=self.neighbours, known=known)


class Left(NamedTuple):
    """The writer has finished."""

    def applied(self, view: View) -> View:
        return view._replace(insertion=view.insertion.left())


class Rested(NamedTuple):
    """There was no key for a while."""

    def applied(self, view: View) -> View:
        return view._replace(insertion=replace(view.insertion, rested=True))


class Answered(NamedTuple):
    """An answer that later ones depend on."""

    answer: Any

    def applied(self, view: View) -> View:
        return view._replace(answers={**view.answers, type(self.answer): self.answer})


class Made(NamedTuple):
    """What is made of all that has come."""

    view: View
    checking: Checking | None
    """How far the check of the view has come, if not to the end. It is nobody else's."""
    told: Told | None
    """What the client is to be told, or has been."""
    events: Sequence[Event] = ()
    """The events that were still to be made before."""
    took: float = 0.0
    """Milliseconds since there was nothing left to be done, if there is something."""
    pace: float = 0.0
    """What the latest took to be made, in milliseconds, or half of what it was before that, if that is more."""

    @property
    def whole(self) -> bool:
        """Whether nothing remains to be done."""
        return self.view.complete and self.told is not None and self.told.stands(self.view)


def made(former: Made, events: Sequence[Event], milliseconds: float | None = None) -> Made:
    """What becomes of all that there is by some events, and by checking for some time; at least one block is checked.

    Before that the files must have been read that the record names.
    """
    watch = Watch()
    new = _made(former, events, milliseconds)
    took = former.took + watch.milliseconds
    if new.whole:
        return new._replace(pace=max(took, former.pace / 2))
    return new._replace(took=took, pace=former.pace)


def _made(former: Made, events: Sequence[Event], milliseconds: float | None) -> Made:
    view, now = applied(former.view, events), partial(Made, events=events)
    checking = None if view.complete else _check_of(view, former.checking)
    if checking is None or {*view.language.companions(view.document)} != {*view.companions}:
        return now(view, checking, _told(view, former.told) if checking is None else former.told)
    if checking.advance(milliseconds):
        known = checking.analysis
        if known.neighbours is not view.neighbours:
            known = replace(known, neighbours=view.neighbours)
        view = view._replace(known=known)
        return now(view, None, _told(view, former.told))
    if is_worth_telling(view, checking, former.told):
        return now(view, checking, told(view, checking.so_far))
    return now(view, checking, former.told)


def applied(view: View, events: Sequence[Event]) -> View:
    """What becomes of a view by events. Changes before a whole text are not made: nobody will ever see them."""
    last = max([at for at, one in enumerate(events) if isinstance(one, Changed) and one.whole], default=0)
    for at, event in enumerate(events):
        if at >= last or not isinstance(event, Changed):
            view = event.applied(view)
    return view


def _check_of(view: View, former: Checking | None) -> Checking:
    """The check of a view: the one that goes on, or a new one that keeps what still holds of that."""
    if former is not None and former.document is view.document:
        return former
    base: Analysis | Checking | None = view.known
    if former is not None and former.document.language is view.language:
        base = former
    return Checking(view.document, base)


def _told(view: View, before: Told | None) -> Told:
    return before if before is not None and before.stands(view) else told(view)
