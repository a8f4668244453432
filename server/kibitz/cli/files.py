"""The files of records: found and read."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from kibitz.cli.console import UserError
from kibitz.core.document import Document
from kibitz.core.faults import RefusedError, finding, heard, note
from kibitz.core.rules import general
from kibitz.core.setting import Preferences
from kibitz.languages import IDS, for_path, load
from kibitz.project.choosing import EVERY, Choice, is_left_out, records
from kibitz.project.files import UnreadableError, absence, beside, contents, decoded, stream
from kibitz.project.findings import Finding, Region
from kibitz.project.rulebook import UNREADABLE
from kibitz.project.settings import Settings, SettingsError
from kibitz.project.settings import for_path as settings_for_path

STDIN = "-"
_ALSO_STDIN = frozenset(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
SUFFIXES = ", ".join(f".{one}" for one in IDS)


@dataclass(frozen=True)
class Target:
    """Something to read: the name of a file, as it was given, or :data:`STDIN`."""

    name: str
    language_id: str
    stands_for: str = ""
    """The file that standard input stands for, whose settings count and whose name is told."""

    @property
    def path(self) -> str:
        """The name that is told, and whose settings and companions count."""
        return self.stands_for or self.name

    @cached_property
    def absolute(self) -> str:
        """The name from the root on."""
        return os.path.abspath(self.path)

    @cached_property
    def size(self) -> int:
        """In bytes, when it was first asked for; 0 where that can't be told."""
        try:
            return 0 if self.name == STDIN else os.stat(self.name).st_size
        except OSError:
            return 0


class Source(NamedTuple):
    """A text that was read. Its line ends are those of the file; a byte order mark is not part of it."""

    target: Target
    text: str
    mark: bool
    """Whether the file begins with a byte order mark."""

    @property
    def data(self) -> bytes:
        """The bytes that were read."""
        return self.encoded(self.text)

    def encoded(self, text: str) -> bytes:
        """Another text as the bytes that this one's file would have."""
        return (codecs.BOM_UTF8 if self.mark else b"") + text.encode("utf-8")


def find(
    names: Sequence[str],
    language_id: str | None,
    failed: Callable[[UserError], None],
    note: Callable[[str], None],
    choice: Choice = EVERY,
    stands_for: str = "",
) -> list[Target]:
    """What the arguments of a command mean, each file once, however its folder is written.

    Folders give the records below them that count, hidden folders left out; `language_id` narrows that to one notation, and
    says what other files are, whatever their suffix. Excluded names are skipped if the choice is `forced`. `failed` is called for what means nothing, `note` for folders in which
    there is nothing. `stands_for` see :class:`Target`.
    """
    targets: dict[str, Target] = {}
    real = cache(os.path.realpath)
    for name in names:
        if choice.forced and name != STDIN and is_left_out(name, choice):
            continue
        if name != STDIN and os.path.isdir(name):
            inside = list(_below(name, language_id, failed, choice))
            if not inside:
                note(f"{name}: no records in this folder ({SUFFIXES}){_left_out(name, language_id, choice)}")
            for one in inside:
                targets.setdefault(_known_as(one.name, real), one)
            continue
        try:
            single = target(name, language_id, stands_for)
            targets.setdefault(_known_as(single.name, real), single)
        except UserError as failure:
            failed(failure)
    return list(targets.values())


def _known_as(name: str, real: Callable[[str], str]) -> str:
    """The same for all ways to name a file, if `real` finds its folder; a link is a file of its own."""
    folder, base = os.path.split(name)
    return base if name == STDIN else os.path.join(real(folder), base)


def target(name: str, language_id: str | None, stands_for: str = "") -> Target:
    """A single file or standard input. Raises UserError where its notation can't be told."""
    if name == STDIN or name in _ALSO_STDIN:
        known = language_id or for_path(stands_for)
        if known is None and stands_for:
            raise UserError(
                f"--stdin-filename {stands_for}: unknown suffix; use one of {SUFFIXES}, or --language"
            )
        if known is None:
            raise UserError(
                "cannot tell the notation of standard input; add --language with one of " + ", ".join(IDS)
            )
        return Target(STDIN, known, stands_for)
    if not os.path.exists(name):
        raise unread(name, absence(name))
    known = language_id or for_path(name)
    if known is None:
        raise UserError(f"{name}: unknown suffix; use one of {SUFFIXES}, or --language")
    return Target(name, known)


def _left_out(folder: str, language_id: str | None, choice: Choice) -> str:
    """That there would be records if nothing were left out."""
    if next(_below(folder, language_id, lambda _: None, Choice((), False)), None) is None:
        return ""
    left = ["--exclude"] if choice.exclude else []
    left += ["ignore files or the setting exclude (use --no-ignore)"] if choice.ignoring else []
    return f"; records are left out by {' or by '.join(left)}"


def _below(
    folder: str, language_id: str | None, failed: Callable[[UserError], None], choice: Choice
) -> Iterator[Target]:
    def unreadable(error: OSError) -> None:
        failed(unread(str(error.filename), error.strerror or str(error)))

    for name, known in records(folder, unreadable, choice):
        if known == (language_id or known):
            yield Target(name, known)


def read(target: Target) -> Source:
    """Reads a text. Raises UserError where there is none: the message says why, and at which byte."""
    try:
        data = stream(sys.stdin.buffer) if target.name == STDIN else contents(target.name)
        mark = data.startswith(codecs.BOM_UTF8)
        return Source(target, decoded(data.removeprefix(codecs.BOM_UTF8)), mark)
    except UnreadableError as error:
        raise unread(target.path, str(error), error.line) from error


def cut(source: Source, preferences: Preferences) -> Document:
    """A text as a document, in its notation as the settings and the files that it names beside itself extend it."""
    language = load(source.target.language_id).tailored(preferences)
    document = Document.open(language, source.text)
    names = language.companions(document)
    if not names or source.target.path == STDIN:
        return document
    companions = beside(source.target.path, names)
    return Document(language.accompanied(companions), document.blocks)


def unread(name: str, reason: str, line: int = 1) -> UserError:
    """The error that a file can't be read, with the finding that tells it to programs."""
    rule = general()[UNREADABLE]
    finding = Finding(rule.code, rule.slug, "error", reason, Region(line, 1, line, 1))
    return UserError(f"{name}: {reason}", ((name, finding),))


def failed(name: str, summary: str) -> UserError:
    """The error that kibitz itself has failed at a file, with the finding that tells it to programs."""
    said = finding("", summary, "nothing is known of this file")
    found = Finding(said.rule.code, said.rule.slug, "information", said.message, Region(1, 1, 1, 1))
    return UserError(f"{name}: internal error in kibitz ({summary}); the file is skipped", ((name, found),))


@contextmanager
def whole(name: str) -> Iterator[None]:
    """Raises UserError where kibitz itself fails meanwhile: nothing is written that is half done."""
    with heard() as faults:
        try:
            yield
        except (UserError, RefusedError, OSError):
            raise
        except Exception as error:
            note(error)
    if faults:
        raise failed(name, faults[0].summary)


def settings(target: Target) -> Settings:
    """The settings for a file, or for standard input in this folder. Raises UserError where they can't be used."""
    try:
        return settings_for_path(target.absolute)
    except SettingsError as error:
        raise UserError(str(error)) from error
