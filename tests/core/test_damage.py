"""Damaged records: those of the repository and two thousand generated ones, damaged and typed, with all requests.

They go through the handlers of the server, in this process: an edit turns the whole record into the damaged one. The conditions:

- No request fails or takes too long.
- The answers are those of a fresh reading.
- Formatting changes the layout only, and no exported row.
- A fix leaves fewer problems.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from cProfile import Profile

import pytest

from bench.records import records
from case import read
from folders import CASES, RECORDS
from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SHOWN
from kibitz.core.fixing import proven
from kibitz.core.formatting import apply
from kibitz.core.proof import altered
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages import IDS, for_path
from kibitz.project.settings import Settings
from test_lsp_cases import URI, Inside
from test_lsp_protocol import REQUESTS
from told import told

GENERATED = 500
"""Generated records of each notation."""
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
SHARE = 1 if LONG else 24
"""Every Nth record is damaged."""
GARBAGE = [
    "\x00",
    '"""',
    "{{{",
    "]]",
    "|||",
    "\u2028",
    "\r",
    "'''\n",
    "<<<<<<< a\n",
    "é😀",
    "[[[[",
    "~~*~~",
    "= = =",
    "0a&&",
]
WORK = 500
"""Function calls that a request may take for each character of a record, and for each of the first hundred."""
KEYS = 3000 if LONG else 200
"""Keys that are typed in a record."""

Damage = Callable[[str, random.Random], str]


def corpus(language_id: str, share: int) -> list[str]:
    """Return the inputs of all cases, the records of the repository, and generated records: each `share`-th one, without duplicates."""
    cases = [read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case"))]
    kept = [
        path.read_bytes().decode() for path in sorted(RECORDS.iterdir()) if for_path(path.name) == language_id
    ]
    generated = records(language_id, GENERATED, step=share)
    return list(dict.fromkeys([*[*dict.fromkeys([*cases, *kept])][::share], *generated]))


def truncated(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def without_a_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        del lines[rng.randrange(len(lines))]
    return "".join(lines)


def with_garbage(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(GARBAGE) + text[at:]


def with_its_halves_swapped(text: str, _: random.Random) -> str:
    at = len(text) // 2
    return text[at:] + text[:at]


DAMAGES: tuple[Damage, ...] = (truncated, without_a_line, with_garbage, with_its_halves_swapped)


class Typist(Inside):
    """A server in this process and a document that is changed in it."""

    version = 1

    def become(self, text: str) -> None:
        """Change the document into `text` by one edit, and read the diagnostics."""
        old, self.version = self.text, self.version + 1
        head = common(old, text)
        tail = min(common(old[::-1], text[::-1]), len(old) - head, len(text) - head)
        if old[max(head - 1, 0) : head] == "\r":
            head -= 1
        if old[len(old) - tail :][:1] == "\n":
            tail -= 1
        range_ = {"start": self.position(head), "end": self.position(len(old) - tail)}
        change = {"range": range_, "text": text[head : len(text) - tail]}
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]},
        )
        # The server reads the included files, and both sides know the result.
        self.language = self.server.sessions[self.uri].snapshot.language
        self.text = text

    def published(self) -> list[tuple[str, str]]:
        """Return the latest diagnostics of the document."""
        items = self.sent.pop()["params"]["diagnostics"]
        self.sent.clear()
        return [(one.get("code", ""), one["message"]) for one in items]


def common(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


@pytest.mark.parametrize("language_id", IDS)
def test_damaged_records(language_id: str) -> None:
    rng, texts = random.Random(language_id), corpus(language_id, SHARE)
    assert len(texts) >= GENERATED // SHARE, "an empty folder is no test"
    typist = Typist(language_id, "", "utf-16")
    for number, text in enumerate(texts):
        # By turns: every kind of damage meets every question, in many records.
        damages = DAMAGES if LONG else DAMAGES[number // 4 % 4 :: 4]
        methods = REQUESTS if LONG else REQUESTS[number % 4 :: 4]
        for damage in damages:
            typist.become(text)
            typist.become(damage(text, rng))
            compare(typist)
            for offset in places(typist.text, rng):
                ask(typist, methods, offset)
            formatting_is_harmless(typist)
        fixes_help(typist, rng)


def compare(typist: Typist) -> None:
    """Compare the answers about the changed document with a fresh reading."""
    found = typist.analysis.worst(SHOWN, Settings().judge)
    said = typist.published()
    assert said[: len(found)] == [(one.rule.code, one.message) for one in found], typist.text


def places(text: str, rng: random.Random) -> Iterator[int]:
    """The start, the middle or the end of a line, at random, and a place past the end of the text."""
    starts = [0, *(index + 1 for index, character in enumerate(text) if character == "\n")]
    start = rng.choice(starts)
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    yield rng.choice([start, (start + end) // 2, end])
    yield len(text) + 7


def ask(typist: Typist, methods: list[str], offset: int) -> None:
    """Send every request at an offset. An offset past the end becomes a line that does not exist, as in editors."""
    place = {"line": 99999, "character": 3} if offset > len(typist.text) else typist.position(offset)
    for method in methods:
        params = {
            "textDocument": {"uri": URI}, "position": place, "range": {"start": place, "end": place}, "context": {},
            "options": {}, "previousResultId": "1", "ch": "|", "positions": [place], "newName": "P1",
        }  # fmt: skip
        answer = typist.answer(method, params)
        # Only a new name may be refused, with a reason for people.
        assert "error" not in answer or (method, answer["error"]["code"]) == (
            "textDocument/rename",
            -32803,
        ), answer


def formatting_is_harmless(typist: Typist) -> None:
    options = {"tabSize": 4, "insertSpaces": True}
    params = {"textDocument": {"uri": URI}, "options": options}
    formatted = apply(typist.text, typist.edits(typist.request("textDocument/formatting", params)))
    if typist.language.shorthand_slugs(typist.analysis.document):
        return  # Formatting expands shorthand, which changes what the text means.
    assert typist.language.meaning(formatted) == typist.language.meaning(typist.text)
    if formatted != typist.text:
        after = Analysis.of(typist.language, formatted)
        assert told(after) == told(typist.analysis), typist.text
        assert codes(after) <= codes(typist.analysis), typist.text


def codes(analysis: Analysis) -> Counter[str]:
    """Count the findings by code."""
    return Counter(one.rule.code for one in analysis.diagnostics())


def fixes_help(typist: Typist, rng: random.Random) -> None:
    """A fix takes its problem away; a safe one makes no error either."""
    found = typist.analysis.diagnostics()
    fixable = [one for one in found if one.fixes]
    for one in rng.sample(fixable, min(2, len(fixable))):
        for way in one.fixes:
            mended = Analysis.of(typist.language, apply(typist.text, way.edits))
            after = mended.diagnostics()
            if way.safe and proven(typist.analysis, one, way):
                says_the_same(typist.analysis, mended, one, way)
            assert count(after, one) < count(found, one), (typist.text, way)
            assert not way.safe or errors(after) <= errors(found), (typist.text, way)


def says_the_same(before: Analysis, after: Analysis, finding: Diagnostic, way: Fix) -> None:
    """Check that a record keeps its meaning after a safe fix, unless it was unreadable before."""
    old, new = ([{**row, "errors": 0} for row in told(one)] for one in (before, after))
    where = altered(before.document, after.document, sorted(way.edits))
    if not where:
        assert new == old, (before.document.text(), finding.message, way)
        return
    old, new = ([row for row in rows if "number" not in row] for rows in (old, new))
    assert len(new) >= len(old), (before.document.text(), finding.message, way)
    if len(new) == len(old):
        other = sum(one != two for one, two in zip(old, new, strict=True))
        assert other <= len(where), (before.document.text(), finding.message, way)


def count(found: list[Diagnostic], which: Diagnostic) -> int:
    return sum((one.rule, one.message) == (which.rule, which.message) for one in found)


def errors(found: list[Diagnostic]) -> int:
    return sum(one.severity == 1 for one in found)


@pytest.mark.parametrize("language_id", IDS)
def test_records_typed_key_by_key(language_id: str) -> None:
    """Compare the answers after each key with a fresh reading, at the beginning of one record and at the end of another."""
    one, other = records(language_id, 2, seed=7)
    for text, start in ((one, 0), (other, max(0, len(other) - KEYS))):
        typist = Typist(language_id, text[:start], "utf-16")
        for end in range(start + 1, min(len(text), start + KEYS) + 1):
            typist.become(text[:end])
            if end % 5 == 0:
                compare(typist)
                view = typist.server.sessions[URI].snapshot
                assert view.analysis.diagnostics() == typist.analysis.diagnostics(), typist.text
                ask(typist, [REQUESTS[end // 5 % len(REQUESTS)]], end)


@pytest.mark.parametrize("language_id", IDS)
def test_no_question_takes_for_ever(language_id: str) -> None:
    """Work is counted, not timed: calls of Python functions, in proportion to the record."""
    rng = random.Random(language_id)
    # The module that explains unreadable text is loaded once.
    Typist(language_id, "0 [", "utf-16")
    for text in corpus(language_id, GENERATED // (10 if LONG else 3)):
        typist = Typist(language_id, "", "utf-16")
        damaged = rng.choice(DAMAGES)(text, rng)
        limit = WORK * (100 + len(damaged))
        assert calls(typist.become, damaged) < limit
        for method in REQUESTS:
            assert calls(ask, typist, [method], len(damaged)) < limit, (method, damaged)


def calls(work: Callable[..., object], *arguments: object) -> int:
    """Return the number of function calls during some work."""
    counting = Profile(builtins=False, subcalls=False)
    counting.runcall(work, *arguments)
    return sum(one.callcount for one in counting.getstats())
