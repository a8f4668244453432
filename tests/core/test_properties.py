"""Properties of every notation, on every record of the repository and on damaged ones."""

from __future__ import annotations

import contextlib
import os
import random
from collections import Counter
from typing import Any

import pytest

from case import FEATURES, read
from folders import CASES, RECORDS
from incremental import check_analysis, check_document
from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Preview
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.formatting import apply, format_document
from kibitz.core.internal_errors import RefusedError
from kibitz.core.proof import EXPORTED
from kibitz.core.rows import KINDS
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages import IDS, for_path, load
from kibitz.project.settings import Settings
from kibitz.project.tables import dictionaries, rows_of, table

SHARE = 1 if os.environ.get("KIBITZ_PROFILE") == "long" else 8
"""Every Nth record is tried."""
ODD = [
    "\n",
    "\r\n",
    "\r",
    "\x85",
    "\u2028",
    "\x0c",
    "é",
    "😀",
    "\x00",
    '"',
    '"""',
    "{",
    "}",
    "[",
    "]",
    "|",
    "//",
    " ",
]


def texts(language_id: str) -> list[str]:
    """The inputs of all cases and all records of a notation."""
    cases = [read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case"))]
    records = sorted(path for path in RECORDS.iterdir() if for_path(path.name) == language_id)
    return list(dict.fromkeys(cases + [path.read_bytes().decode() for path in records]))


def damaged(text: str, others: list[str], rng: random.Random) -> str:
    """A text after a few accidents: something lost, something typed, something of another record pasted."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 2, 9, 80]))
        other = rng.choice(others)
        at = rng.randrange(len(other) + 1)
        text = (
            text[:start] + rng.choice(["", rng.choice(ODD), other[at : at + rng.randint(1, 40)]]) + text[end:]
        )
    return text


@pytest.mark.parametrize("language_id", IDS)
def test_incremental_equals_full(language_id: str) -> None:
    """Invariant 5, with edits that are made of parts of such records."""
    rng, language, all_texts = random.Random(language_id), load(language_id), texts(language_id)
    for text in all_texts[::SHARE]:
        analysis = Analysis.of(language, text)
        for _ in range(6):
            start = rng.randrange(len(text) + 1)
            end = min(len(text), start + rng.choice([0, 0, 1, 3, 30]))
            other = rng.choice(all_texts)
            at = rng.randrange(len(other) + 1)
            new = rng.choice(["", rng.choice(ODD), other[at : at + 1], other[at : at + rng.randint(1, 60)]])
            text = text[:start] + new + text[end:]
            analysis = checked(edit(analysis.document, start, end, new), analysis)
            check_document(analysis.document, text)
            check_analysis(analysis, text)


@pytest.mark.parametrize("language_id", IDS)
def test_every_finding_is_in_its_range(language_id: str) -> None:
    """A finding without width may be between two chunks, such as a missing bracket."""
    for text in texts(language_id):
        analysis = Analysis.of(load(language_id), text)
        for one in analysis.diagnostics():
            assert one in analysis.diagnostics_in(*one.span), text


@pytest.mark.parametrize("language_id", IDS)
def test_formatting_changes_nothing_but_layout(language_id: str) -> None:
    """Invariant 8, on whole and on damaged records: the meaning stays, a second pass changes nothing."""
    rng, language, all_texts = random.Random(language_id), load(language_id), texts(language_id)
    for text in all_texts[::SHARE]:
        for candidate in (text, damaged(text, all_texts, rng), damaged(text, all_texts, rng)):
            document = Document.open(language, candidate)
            formatted = apply(candidate, format_document(document, Preferences()))
            assert language.meaning(formatted) == language.meaning(candidate)
            assert exported(language_id, formatted) == exported(language_id, candidate)
            assert not format_document(Document.open(language, formatted), Preferences())
            new = Counter(problems(language_id, formatted)) - Counter(problems(language_id, candidate))
            assert not new, "formatting may mend what separates entries, and makes no problem"


def exported(language_id: str, text: str) -> list[dict[str, Any]]:
    """Return the exported rows of a text without places and errors."""
    analysis = Analysis.of(load(language_id), text)
    rows = (
        row
        for kind in EXPORTED
        for row in dictionaries(analysis, kind, rows_of(analysis.language, kind), Settings())
    )
    return [{name: value for name, value in row.items() if name not in PLACES} for row in rows]


PLACES = {"line", "column", "errors"}


def problems(language_id: str, text: str) -> list[tuple[str, str]]:
    """Return the findings of a record at any place, without hints and line ends, which are about layout."""
    found = Analysis.of(load(language_id), text).diagnostics()
    return sorted(
        (one.rule.code, one.message) for one in found if one.severity < 3 and one.rule.slug != "crlf"
    )


@pytest.mark.parametrize("language_id", IDS)
def test_every_handler_answers_everywhere(language_id: str) -> None:
    """No exception and no place outside the record, at any offset of prefixes and damaged records."""
    rng, all_texts = random.Random(language_id), texts(language_id)
    for number, text in enumerate(all_texts[::SHARE]):
        candidate = damaged(text, all_texts, rng) if number % 2 else text[: rng.randrange(len(text) + 1)]
        analysis = Analysis.of(load(language_id), candidate)
        ask_for_rows(analysis)
        offsets = {0, len(candidate), *(rng.randrange(len(candidate) + 1) for _ in range(6))}
        ask_about_all(analysis)
        for offset in sorted(offsets):
            ask_at(analysis, offset)


def ask_everything(analysis: Analysis, offset: int) -> None:
    """Calls every feature, at an offset where it has one, and looks at the places in the answers."""
    ask_about_all(analysis)
    ask_at(analysis, offset)


def ask_about_all(analysis: Analysis) -> None:
    """Send the requests about a whole record."""
    language, size, preferences = analysis.language, len(analysis.document), Preferences()
    everywhere = Span(0, size)
    for one in analysis.diagnostics():
        inside_diagnostic(one, size)
    for symbol in language.symbols(analysis):
        inside(symbol.span, size)
        assert symbol.span.start <= symbol.selection.start <= symbol.selection.end <= symbol.span.end
        assert symbol.name
    for fold in language.folds(analysis):
        inside(Span(fold.start, fold.end), size)
    end = 0
    for token in language.tokens(analysis, everywhere):
        assert end <= token.start < token.end <= size, token
        assert "\n" not in analysis.document.text(token.start, token.end)
        end = token.end
    for hint in language.hints(analysis, everywhere, preferences):
        inside(Span(hint.offset, hint.offset), size)
    for lens in language.lenses(analysis):
        inside(lens.span, size)
    story = language.story(analysis, preferences)
    assert len(story) in {0, len(list(language.steps(analysis)))}
    with contextlib.suppress(RefusedError):
        assert isinstance(language.imported(analysis.document.text()), str | None)
    for to in language.conversions:
        with contextlib.suppress(ValueError):  # It says that the record can't be converted.
            assert isinstance(language.convert(analysis, to), str)


def ask_at(analysis: Analysis, offset: int) -> None:
    """Send the requests about a place of a record."""
    language, size, preferences = analysis.language, len(analysis.document), Preferences()
    if (hover := language.hover(analysis, offset)) is not None:
        inside(hover.span, size)
        assert hover.markdown
    for item in language.complete(analysis, offset):
        inside(item.span, size)
        assert item.span.start <= offset <= item.span.end, item
        assert "\n" not in analysis.document.text(*item.span), item
    inside_preview(language.preview(analysis, offset, preferences), size)
    for action in language.actions(analysis, Span(offset, offset)):
        inside_edits(action.edits, size)
    plays = language.plays(analysis, offset, ())
    assert len({play.key for play in plays}) == len(plays)
    for play in plays:
        inside_edits(play.edits, size)
    ask_about_names(analysis, offset)
    ask_about_typing(analysis, offset)


def ask_for_rows(analysis: Analysis) -> None:
    """Compute the rows of both kinds, each at a place of the record. Facts may come after their consequences."""
    lines = analysis.document.text().splitlines(keepends=True) or [""]
    for kind in KINDS:
        if (rows := analysis.language.rows(kind)) is None:
            continue
        for line, column, record, number, errors, *said in table(analysis, rows, Settings()):
            assert 1 <= line <= len(lines) + 1
            assert column >= 1
            assert min(record, number) >= 0 <= errors
            assert len(said) == len(rows.columns)


def ask_about_names(analysis: Analysis, offset: int) -> None:
    """Names, renaming and growing selections."""
    language, size = analysis.language, len(analysis.document)
    named = language.named(analysis, offset)
    if named is not None:
        assert named.span.holds(offset)
        assert named.span in [place.span for place in named.places]
        assert list(named.places) == sorted(named.places), named
        for place in named.places:
            inside(place.span, size)
    for name in ("P1", "Zoe", "", '"'):
        with contextlib.suppress(ValueError):  # The error says why this is not a name.
            edits = tuple(language.rename(analysis, offset, name))
            assert named is not None
            assert named.renames
            inside_edits(edits, size)
    linked = language.linked(analysis, offset)
    assert len({analysis.document.text(*span) for span in linked}) <= 1
    assert not linked or any(span.holds(offset) for span in linked)
    last = Span(offset, offset)
    for span in language.selections(analysis, offset):
        inside(span, size)
        assert span.start <= last.start <= last.end <= span.end
        last = span


def ask_about_typing(analysis: Analysis, offset: int) -> None:
    """Send the requests during typing at an offset."""
    language, size = analysis.language, len(analysis.document)
    signature = language.signature(analysis, offset)
    if signature is not None:
        assert 0 <= signature.active < len(signature.parameters)
        assert all(one.label in signature.label for one in signature.parameters)
    for ghost in language.predict(analysis, offset):
        inside(ghost.span, size)
        assert ghost.span.holds(offset)
        assert ghost.text
    for character in language.typing_triggers:
        inside_edits(tuple(language.typed(analysis, offset, character, Preferences())), size)


def inside(span: Span, size: int) -> None:
    assert 0 <= span.start <= span.end <= size, span


def inside_preview(preview: Preview, size: int) -> None:
    lines = preview.text.split("\n")
    for glyph in preview.glyphs:
        inside(glyph.source, size)
        assert 0 <= glyph.start <= glyph.end <= len(lines[glyph.line])


def inside_edits(edits: tuple[Edit, ...], size: int) -> None:
    end = 0
    for one in sorted(edits, key=lambda one: (one.start, one.end)):
        assert end <= one.start <= one.end <= size, edits
        end = one.end


def inside_diagnostic(one: Diagnostic, size: int) -> None:
    inside(one.span, size)
    assert one.message
    for other in one.related:
        inside(other.span, size)
    for fix in one.fixes:
        assert fix.edits
        inside_edits(fix.edits, size)


@pytest.mark.parametrize("language_id", IDS)
def test_safe_fixes_leave_fewer_problems(language_id: str) -> None:
    """A safe fix takes its diagnostic away and makes no new error; replay proves the others."""
    for text in texts(language_id):
        before = Analysis.of(load(language_id), text).diagnostics()
        for one in before:
            for fix in (fix for fix in one.fixes if fix.safe):
                after = Analysis.of(load(language_id), apply(text, fix.edits)).diagnostics()
                assert count(after, one) < count(before, one), (text, fix)
                errors = [[x for x in found if x.severity == 1] for found in (after, before)]
                assert len(errors[0]) <= len(errors[1])


def count(diagnostics: list[Diagnostic], which: Diagnostic) -> int:
    return sum((one.rule, one.message) == (which.rule, which.message) for one in diagnostics)


@pytest.mark.parametrize("language_id", IDS)
def test_conflict_markers_give_one_error_a_line(language_id: str) -> None:
    """Each line of a merge conflict has one finding with its name."""
    for text in texts(language_id):
        if text.strip() and not problems(language_id, text):
            found = Analysis.of(
                load(language_id), f"{text}\n<<<<<<< HEAD\n=======\n>>>>>>> other\n"
            ).diagnostics()
            assert [one.rule.slug for one in found if one.severity == 1] == ["conflict-marker"] * 3, text


def test_every_feature_has_been_asked() -> None:
    """This module asks for every feature of case files, except formatting, fixes and repairs.

    Other modules prove these.
    """
    assert set(FEATURES) == {
        "actions", "check", "complete", "convert", "fix", "folds", "format", "hints", "hover", "imported", "lenses", "linked",
        "named", "predict", "preview", "rename", "repair", "rows", "selections", "signature", "story", "symbols", "tokens", "typed",
    }  # fmt: skip
