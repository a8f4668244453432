"""Case files: a test is a file.

The first line is a sentence about the case. Sections follow, each after a line with three hyphens and its name:

- The input has the name of its language, such as `--- bjn`. `‸` marks the cursor, and two of them mark a range.
- `--- option: value` sets an option. There may be several.
- `--- beside` is a sibling record. There may be several, the nearest first.
- `--- file: mine.json` is an included file. There may be several.
- `--- expected` is the answer.

The folder of the file names the feature: `tests/cases/<language>/<feature>/<name>.case`. The input ends without the line end
before the next section; a line `\\` at its end gives it a final line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import tomli

from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.answers import IncludedFile, Symbol
from kibitz.core.formatting import apply, format_document
from kibitz.core.language import Language
from kibitz.core.repair import repaired
from kibitz.core.rows import KINDS
from kibitz.core.setting import Preferences
from kibitz.core.tidying import tidied
from kibitz.core.values import Severity, Span
from kibitz.languages import load
from kibitz.project.settings import Settings
from kibitz.project.tables import rows_of, table

MARK = "‸"
_SECTION = re.compile(r"^--- ?(.*)$", re.MULTILINE)


@dataclass
class Case:
    """One case file, read."""

    path: Path
    title: str
    language: Language[Any]
    feature: str
    text: str
    marks: list[int]
    options: dict[str, str] = field(default_factory=dict)
    beside: list[str] = field(default_factory=list)
    files: dict[str, IncludedFile] = field(default_factory=dict)
    expected: str = ""

    @property
    def analysis(self) -> Analysis:
        analysis = Analysis.of(self.language, self.text)
        conventions = [self.language.conventions(Analysis.of(self.language, text)) for text in self.beside]
        return replace(analysis, siblings=tuple(one for one in conventions if one is not None))

    @property
    def offset(self) -> int:
        assert len(self.marks) == 1, f"{self.path}: one {MARK} expected"
        return self.marks[0]

    @property
    def span(self) -> Span:
        return Span(self.marks[0], self.marks[-1]) if self.marks else Span(0, len(self.text))

    @property
    def preferences(self) -> Preferences:
        """The options with a dot in their name, as settings. Lists are written as in TOML."""
        return Preferences({name: _setting(value) for name, value in self.options.items() if "." in name})


def _setting(value: str) -> object:
    if value.startswith("[") or value in {"true", "false"} or value.isdigit():
        parsed: object = tomli.loads(f"value = {value}")["value"]
        return parsed
    return value


def read(path: Path) -> Case:
    """Read a case file. Raises ValueError if it is not one."""
    source = path.read_bytes().decode()
    parts = _SECTION.split(source)
    language_id, feature = path.relative_to(CASES).parts[:2]
    case = Case(path, parts[0].strip(), load(language_id), feature, "", [])
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        body = body.removeprefix("\n")
        if name == language_id:
            text = body.removesuffix("\n")
            text = text.removesuffix("\\") if text.endswith("\n\\") else text
            pieces = text.split(MARK)
            case.text = "".join(pieces)
            case.marks = [len("".join(pieces[:index])) for index in range(1, len(pieces))]
        elif name == "beside":
            case.beside.append(body)
        elif name.startswith("file: "):
            case.files[name.removeprefix("file: ")] = IncludedFile(body)
        elif name == "expected":
            case.expected = body
        elif ": " in name:
            key, _, value = name.partition(": ")
            case.options[key] = value
        else:
            raise ValueError(f"{path}: unknown section {name!r}")
    if not case.title:
        raise ValueError(f"{path}: a case begins with what it shows")
    case.language = case.language.tailored(case.preferences).accompanied(case.files)
    return case


def rewrite(case: Case, answer: str) -> None:
    """Write the answer into the case."""
    source = case.path.read_bytes().decode()
    head = source.partition("--- expected")[0]
    case.path.write_bytes(f"{head}--- expected\n{answer}".encode())


# The answer of each feature, as text.


def _where(analysis: Analysis, span: Span) -> str:
    (l1, c1), (l2, c2) = (analysis.document.position_at(offset, "utf-32") for offset in span)
    return f"{l1 + 1}:{c1 + 1}" + ("" if span.start == span.end else f"-{l2 + 1}:{c2 + 1}")


def check(case: Case) -> str:
    analysis = case.analysis
    lines = []
    for one in analysis.diagnostics():
        lines.append(
            f"{_where(analysis, one.span)} {one.severity.name.lower()} {one.rule.code} {one.rule.slug}: {one.message}"
        )
        lines += [f"    see {_where(analysis, other.span)}: {other.message}" for other in one.related]
        for fix in one.fixes:
            lines.append(f"    fix{' (safe)' if fix.safe else ''}: {fix.title}")
            for edit in fix.edits:
                lines.append(f"        {_where(analysis, Span(edit.start, edit.end))} {edit.text!r}")
    return "\n".join(lines)


def hover(case: Case) -> str:
    analysis = case.analysis
    found = case.language.hover(analysis, case.offset)
    return "" if found is None else f"{_where(analysis, found.span)}\n{found.markdown}"


def complete(case: Case) -> str:
    analysis = case.analysis
    limit = int(case.options.get("limit", "20"))
    items = list(case.language.complete(analysis, case.offset))
    lines = [
        " ".join(filter(None, [
            f"{_where(analysis, item.span)} {item.kind} {item.label!r} {item.text!r}",
            f"({item.detail})" if item.detail else "",
            "for those who ask" if item.asked else "",
        ]))
        for item in items[:limit]
    ]  # fmt: skip
    return "\n".join(lines + ([f"and {len(items) - limit} more"] if len(items) > limit else []))


def format(case: Case) -> str:  # noqa: A001 - features are found by their names.
    document = case.analysis.document
    span = case.span if case.marks else None
    edits, unproven = tidied(document, case.preferences, span)
    assert not unproven, f"{case.path}: {unproven}"
    formatted = apply(case.text, edits)
    again = format_document(Analysis.of(case.language, formatted).document, case.preferences, span)
    assert span is not None or not again, f"{case.path}: formatting is not stable"
    return formatted


def preview(case: Case) -> str:
    offset = case.offset if case.marks else None
    return case.language.preview(case.analysis, offset, case.preferences).text


def story(case: Case) -> str:
    told = case.language.story(case.analysis, case.preferences)
    assert not told or len(told) == len(list(case.language.steps(case.analysis)))
    return "\n".join("\n".join([f"{one.chapter}:", *(f"  {line}" for line in one.lines)]) for one in told)


def convert(case: Case) -> str:
    try:
        return case.language.convert(case.analysis, case.options["to"], case.preferences)
    except ValueError as error:
        return f"refused: {error}\n"


def imported(case: Case) -> str:
    try:
        return case.language.imported(case.text) or "nothing to import\n"
    except ValueError as error:
        return f"refused: {error}\n"


def symbols(case: Case) -> str:
    analysis = case.analysis

    def lines(symbol: Symbol, depth: int) -> list[str]:
        detail = f" ({symbol.detail})" if symbol.detail else ""
        here = f"{'  ' * depth}{symbol.kind} {symbol.name}{detail} {_where(analysis, symbol.span)}"
        return [here, *(line for child in symbol.children for line in lines(child, depth + 1))]

    return "\n".join(line for symbol in case.language.symbols(analysis) for line in lines(symbol, 0))


def folds(case: Case) -> str:
    analysis = case.analysis
    return "\n".join(
        f"{_where(analysis, Span(fold.start, fold.end))} {fold.kind}"
        for fold in case.language.folds(analysis)
    )


def tokens(case: Case) -> str:
    analysis = case.analysis
    return "\n".join(
        " ".join([_where(analysis, Span(*token[:2])), repr(case.text[token.start : token.end]), token.type,
                  *sorted(token.modifiers)])
        for token in case.language.tokens(analysis, case.span)
    )  # fmt: skip


def actions(case: Case) -> str:
    analysis = case.analysis
    return "\n".join(
        f"{action.title} [{action.kind}]\n" + _indented(apply(case.text, action.edits))
        for action in case.language.actions(analysis, case.span)
    )


def named(case: Case) -> str:
    """Return all places of the name at the mark, with their declarations, and the offer of renaming."""
    analysis = case.analysis
    found = case.language.named(analysis, case.offset)
    if found is None:
        return ""
    lines = [f"{found.name!r} at {_where(analysis, found.span)}{' can be renamed' if found.renames else ''}"]
    for place in found.places:
        text = case.text[place.span.start : place.span.end]
        lines.append(f"{_where(analysis, place.span)} {text!r}{' declared' if place.declaration else ''}")
    return "\n".join(lines)


def rename(case: Case) -> str:
    """The record with the name of the option `to`, or why that won't do."""
    try:
        return apply(case.text, case.language.rename(case.analysis, case.offset, case.options["to"]))
    except ValueError as error:
        return f"refused: {error}"


def linked(case: Case) -> str:
    analysis = case.analysis
    return "\n".join(_where(analysis, span) for span in case.language.linked(analysis, case.offset))


def selections(case: Case) -> str:
    found = case.language.selections(case.analysis, case.offset)
    return "\n".join(repr(case.text[span.start : span.end]) for span in found)


def signature(case: Case) -> str:
    found = case.language.signature(case.analysis, case.offset)
    if found is None:
        return ""
    lines = [found.label, *([found.documentation] if found.documentation else [])]
    for number, one in enumerate(found.parameters):
        lines.append(
            f"{'>' if number == found.active else ' '} {one.label}: {one.documentation}".rstrip(": ")
        )
    return "\n".join(lines)


def predict(case: Case) -> str:
    analysis = case.analysis
    found = case.language.predict(analysis, case.offset)
    return "\n".join(f"{_where(analysis, one.span)} {one.text!r}" for one in found)


def typed(case: Case) -> str:
    """Return the record after the edits that follow from the character before the mark."""
    character = case.text[case.offset - 1]
    return apply(case.text, case.language.typed(case.analysis, case.offset, character, case.preferences))


def hints(case: Case) -> str:
    analysis = case.analysis
    found = case.language.hints(analysis, Span(0, len(case.text)), case.preferences)
    return "\n".join(f"{_where(analysis, Span(h.offset, h.offset))} {h.kind} {h.text!r}" for h in found)


def lenses(case: Case) -> str:
    analysis = case.analysis
    return "\n".join(
        f"{_where(analysis, lens.span)} {lens.title}"
        f"{f' ({lens.tooltip})' if lens.tooltip else ''}{_indented_more(lens.text)}"
        for lens in case.language.lenses(analysis)
    )


def fix(case: Case) -> str:
    """The record after each fix (those of `fix: CODE` only, if the case has that option)."""
    lines = []
    for one in case.analysis.diagnostics():
        if case.options.get("fix", one.rule.code) == one.rule.code:
            for way in one.fixes:
                lines += [f"{one.rule.code}: {way.title}", _indented(apply(case.text, way.edits))]
    return "\n".join(lines)


def repair(case: Case) -> str:
    """Return the repairs of each finding, the record after the first one, and whether that one is clear."""
    analysis = case.analysis
    lines = []
    serious = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
    for one in repaired(analysis, serious):
        lines.append(
            f"{_where(analysis, one.span)} {one.severity.name.lower()} {one.rule.code} {one.rule.slug}: {one.message}"
        )
        for number, way in enumerate(one.fixes):
            lines.append(f"{'* ' if way.preferred else '- '}{way.title}")
            if number == 0:
                lines.append(_indented(apply(case.text, way.edits)))
    return "\n".join(lines)


def rows(case: Case) -> str:
    """Return the known values of each row, with its place and its numbers."""
    kind = next((one for one in KINDS if one == case.options.get("rows")), KINDS[0])
    found = rows_of(case.language, kind)
    names, lines = [column.name for column in found.columns], []
    for line, column, record, number, errors, *said in table(case.analysis, found, Settings()):
        known = zip(names, said, strict=True)
        told = "".join(f" {name}={value!r}" for name, value in known if value is not None)
        wrong = f" errors={errors}" if errors else ""
        lines.append(f"{line}:{column} {record}.{number}{wrong}{told}")
    return "\n".join(lines)


def _indented_more(text: str) -> str:
    return "\n" + _indented(text) if text else ""


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))


FEATURES: dict[str, Callable[[Case], str]] = {
    function.__name__: function
    for function in (
        actions, check, complete, convert, fix, folds, format, hints, hover, imported, lenses, linked, named, predict, preview,
        rename, repair, rows, selections, signature, story, symbols, tokens, typed,
    )
}  # fmt: skip


def answer(case: Case) -> str:
    """Return the answer of the feature, with a line end."""
    text = FEATURES[case.feature](case)
    return text if text.endswith("\n") or not text else text + "\n"
