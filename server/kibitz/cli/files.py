"""The files of records: find and read them."""

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
from kibitz.core.internal_errors import RefusedError, collect_errors, finding, record_error
from kibitz.core.rules import general
from kibitz.core.setting import Preferences
from kibitz.languages import IDS, for_path, load
from kibitz.project.choosing import EVERY, Choice, is_left_out, records
from kibitz.project.files import UnreadableError, absence, beside, contents, decoded, known_as, stream
from kibitz.project.findings import Finding, Region
from kibitz.project.rulebook import UNREADABLE
from kibitz.project.settings import Settings, SettingsError
from kibitz.project.settings import for_path as settings_for_path

STDIN = "-"
_ALSO_STDIN = frozenset(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
SUFFIXES = ", ".join(f".{one}" for one in IDS)


@dataclass(frozen=True)
class Target:
    """An input: the name of a file as it was given, or :data:`STDIN`."""

    name: str
    language_id: str
    stands_for: str = ""
    """The file in whose place standard input is read. Its settings count, and messages show its name."""

    @property
    def path(self) -> str:
        """The name for messages, settings and included files."""
        return self.stands_for or self.name

    @cached_property
    def absolute(self) -> str:
        """The absolute name."""
        return os.path.abspath(self.path)

    @cached_property
    def size(self) -> int:
        """The size in bytes at the first question, or 0 if it is unknown."""
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
        """The bytes of the file."""
        return self.encoded(self.text)

    def encoded(self, text: str) -> bytes:
        """Return another text as bytes of this file."""
        return (codecs.BOM_UTF8 if self.mark else b"") + text.encode("utf-8")


def find(
    names: Sequence[str],
    language_id: str | None,
    failed: Callable[[UserError], None],
    note: Callable[[str], None],
    choice: Choice = EVERY,
    stands_for: str = "",
) -> list[Target]:
    """Return the files that the arguments of a command name, each once.

    Folders give the records below them, without hidden folders. `language_id` selects the records of one notation, and is the notation
    of named files with any suffix. If the choice is `forced`, excluded names are skipped. `failed` is called for unusable names, and
    `note` for folders without records. For `stands_for` see :class:`Target`.
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
                targets.setdefault(known_as(one.name, real), one)
            continue
        try:
            single = target(name, language_id, stands_for)
            targets.setdefault(STDIN if single.name == STDIN else known_as(single.name, real), single)
        except UserError as failure:
            failed(failure)
    return list(targets.values())


def target(name: str, language_id: str | None, stands_for: str = "") -> Target:
    """Return a file or standard input. Raises UserError if its notation is unknown."""
    if name == STDIN or name in _ALSO_STDIN:
        known = language_id or for_path(stands_for)
        if known is None and stands_for:
            raise UserError(
                f"--stdin-filename {stands_for}: unknown suffix; use one of {SUFFIXES}, or --language"
            )
        if known is None:
            raise UserError(
                "can't determine the notation of standard input; add --language with one of " + ", ".join(IDS)
            )
        return Target(STDIN, known, stands_for)
    if not os.path.exists(name):
        raise unread(name, absence(name))
    known = language_id or for_path(name)
    if known is None:
        raise UserError(f"{name}: unknown suffix; use one of {SUFFIXES}, or --language")
    return Target(name, known)


def _left_out(folder: str, language_id: str | None, choice: Choice) -> str:
    """Return a note if there are records that are left out."""
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
    """Read a text. Raises UserError with the reason and the byte if there is none."""
    try:
        data = stream(sys.stdin.buffer) if target.name == STDIN else contents(target.name)
        mark = data.startswith(codecs.BOM_UTF8)
        return Source(target, decoded(data.removeprefix(codecs.BOM_UTF8)), mark)
    except UnreadableError as error:
        raise unread(target.path, str(error), error.line) from error


def cut(source: Source, preferences: Preferences) -> Document:
    """Return a text as a document, in its notation with the extensions of the settings and of included files."""
    language = load(source.target.language_id).tailored(preferences)
    document = Document.open(language, source.text)
    names = language.included_files(document)
    if not names or source.target.path == STDIN:
        return document
    included_files = beside(source.target.path, names)
    return Document(language.accompanied(included_files), document.blocks)


def unread(name: str, reason: str, line: int = 1) -> UserError:
    """Return the error for an unreadable file, with a finding for programs."""
    rule = general()[UNREADABLE]
    finding = Finding(rule.code, rule.slug, "error", reason, Region(line, 1, line, 1))
    return UserError(f"{name}: {reason}", ((name, finding),))


def failed(name: str, summary: str) -> UserError:
    """Return the error for a file that caused an internal error, with a finding for programs."""
    said = finding("", summary, "nothing is known of this file")
    found = Finding(said.rule.code, said.rule.slug, "information", said.message, Region(1, 1, 1, 1))
    return UserError(f"{name}: internal error in kibitz ({summary}); the file is skipped", ((name, found),))


@contextmanager
def whole(name: str) -> Iterator[None]:
    """Raise UserError if kibitz fails or refuses in the block, so that nothing half done is written."""
    with collect_errors() as faults:
        try:
            yield
        except RefusedError as error:
            raise UserError(f"{name}: {error}") from error
        except (UserError, OSError):
            raise
        except Exception as error:
            record_error(error)
    if faults:
        raise failed(name, faults[0].summary)


def settings(target: Target) -> Settings:
    """Return the settings for a file, or for standard input in this folder. Raises UserError if they have mistakes."""
    try:
        return settings_for_path(target.absolute)
    except SettingsError as error:
        raise UserError(str(error)) from error
