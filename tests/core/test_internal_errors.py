"""Internal errors of a notation cost a chunk or an answer, and nothing else: in core, on the command line, in the server.

The test walks over all hooks: the methods of `Notation` and `Language` that a notation overrides, and its features.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import case
from command import kibitz
from folders import CASES
from kibitz.core.analysis import Analysis, checked
from kibitz.core.cancellation import Cancelled
from kibitz.core.chunks import MARKER, Block, Chunk
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.features import Features
from kibitz.core.formatting import lay_out
from kibitz.core.internal_errors import RefusedError, collect_errors, is_fault
from kibitz.core.language import Language
from kibitz.core.memory import forget
from kibitz.core.notation import Skip
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Span
from kibitz.languages import IDS, load
from lsp_client import Json
from lsp_direct import Direct
from notations import notation
from test_lsp_protocol import REQUESTS

pytestmark = pytest.mark.usefixtures("contained")
URI = "file:///a.record"
RECORDS = 3
"""Records of each notation in which each hook raises."""


def hooks(language: Language[Any]) -> list[str]:
    """Return the methods that a notation overrides, without its features."""
    own = {
        name
        for one in type(language).__mro__
        if one.__module__.startswith("kibitz.languages")
        for name in vars(one)
    }
    return sorted(
        name
        for name in own & {*dir(Language)}
        if not name.startswith("_")
        and (
            inspect.isfunction(found := inspect.getattr_static(language, name)) or isinstance(found, property)
        )
        and name != "rules"
    )


def features(language: Language[Any]) -> list[str]:
    asked = [name for name, it in vars(Features).items() if hasattr(it, "__wrapped__")]
    return sorted(name for name in asked if language.feature(name) is not None)


HOOKS = [(one, name) for one in IDS for name in hooks(load(one))]
FEATURES = [(one, name) for one in IDS for name in features(load(one))]


@cache
def records(language_id: str) -> list[str]:
    """Some records of several chunks: those of the cases in which most is wrong, and a sound one.

    Comments that silence are found by the colours of a notation, and are lost with them.
    """
    texts = [case.read(path).text for path in sorted((CASES / language_id / "check").glob("*.case"))]
    analyses = [
        Analysis.of(load(language_id), text) for text in texts if len(text) < 3000 and MARKER not in text
    ]
    several = [one for one in analyses if len(list(one.document.places())) > 2]
    worst = sorted(several, key=lambda one: one.count, reverse=True)[: RECORDS - 1]
    return [*(one.document.text() for one in worst), notation(language_id).record(random.Random(1))]


def concerns(target: str, arguments: Iterable[Any]) -> bool:
    """Return whether a hook gets a chunk with a text. Hooks without texts always count."""
    texts = [text for one in arguments for text in _texts(one)]
    return not texts or any(target in text for text in texts)


def _texts(one: Any) -> list[str]:
    if isinstance(one, str):
        return [one]
    if isinstance(one, Chunk):
        return [one.text]
    if isinstance(one, Block):
        return [chunk.text for chunk in one.chunks]
    if isinstance(one, Document):
        return [one.text()]
    if isinstance(one, tuple) and one and isinstance(one[0], Chunk):
        return [chunk.text for chunk in one]
    return []


@contextmanager
def raising(
    language_id: str, hook: str, target: str, error: type[BaseException] = KeyError
) -> Iterator[None]:
    """Make one hook of a notation raise for a text."""
    language = load(language_id)
    own = inspect.getattr_static(language, hook)

    def ask(self: Any, *arguments: Any) -> Any:
        if concerns(target, arguments):
            raise error("a fault")
        return own(self, *arguments)

    def split(self: Any, text: str, rest: Callable[[str], bool]) -> Iterator[Any]:
        for border in own(self, text, rest):
            if target in text[: border.offset]:
                raise error("a fault")
            yield border

    def read(_: Any) -> Any:
        raise error("a fault")

    made = property(read) if isinstance(own, property) else split if hook == "split" else ask
    before = type(language)
    language.__class__ = type("Raising", (before,), {hook: made, "__module__": before.__module__})
    _forget(language)
    try:
        yield
    finally:
        language.__class__ = before
        _forget(language)


def _forget(language: Language[Any]) -> None:
    """Empty the caches, which would hide the error."""
    forget()
    language._variants.clear()


@contextmanager
def features_raising(language_id: str, *names: str, after: int = 0) -> Iterator[None]:
    """Make features of a notation raise. Those that yield answers raise after some of them."""
    language = load(language_id)
    own = {name: language.feature(name) for name in names}

    def broken(name: str) -> Callable[..., Any]:
        answer = own[name]

        def lazily(*arguments: Any) -> Iterator[Any]:
            yield from islice(answer(*arguments) if answer else (), after)
            raise KeyError("a fault")

        def ask(*_: Any) -> Any:
            raise KeyError("a fault")

        return lazily if after else ask

    language._features.update({name: broken(name) for name in names})
    try:
        yield
    finally:
        language._features.update(own)
        # Parts are cached.
        forget()


def plain(found: Iterable[Diagnostic]) -> list[Any]:
    """Return findings without references to chunks, which are different objects each time."""
    return [(one.rule.code, one.span, one.message, one.severity, one.fixes) for one in found]


def found_in(language_id: str, text: str) -> list[Diagnostic]:
    return Analysis.of(load(language_id), text).diagnostics()


def targets(language_id: str, text: str) -> list[tuple[int, str]]:
    """The first chunk of a record, one in its middle, and the last one."""
    places = list(Document.open(load(language_id), text).places())
    return [(one.start, one.chunk.text) for one in (places[0], places[len(places) // 2], places[-1])]


ABOUT_CHUNKS = {"parse", "split", "step", "summarise", "aggregate"}
"""The hooks that get chunks. An error costs their answer."""


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_error_costs_its_chunk_only(language_id: str, hook: str) -> None:
    spared = hook in load(language_id).spared or not hasattr(Language, hook)
    for text in records(language_id):
        sound = found_in(language_id, text)
        for start, target in targets(language_id, text):
            with collect_errors() as faults, raising(language_id, hook, target):
                found = found_in(language_id, text)
            told, others = (
                [one for one in found if is_fault(one)],
                [one for one in found if not is_fault(one)],
            )
            assert len(told) <= text.count(target), "one information at the chunk"
            assert {one.span for one in others} <= {one.span for one in sound}, (
                "nothing is said that is not so"
            )
            if plain(others) != plain(sound):
                assert told, "what is lost is told"
                assert not spared
            if told:
                assert faults
                assert all(one.summary.startswith("KeyError") for one in faults)
            if told and hook in ABOUT_CHUNKS:
                places = [span for one in told if (span := one.span).start >= start]
                assert places or target in text[:start]
            if load(language_id).neighbours_affected == 0 and hook in {"parse", "step"}:
                outside = [one for one in sound if target not in _chunk_at(language_id, text, one.span)]
                assert plain(others) == plain(outside) or set(plain(outside)) <= set(plain(others))


def _chunk_at(language_id: str, text: str, span: Span) -> str:
    return Document.open(load(language_id), text).place_at(span.start).chunk.text


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_incremental_equals_full(language_id: str, hook: str) -> None:
    """And with the chunk the fault goes."""
    language, rng = load(language_id), random.Random(3)
    text = records(language_id)[0]
    _, target = targets(language_id, text)[1]
    with collect_errors() as faults, raising(language_id, hook, target):
        analysis = Analysis.of(language, text)
        for _ in range(6):
            at = rng.randrange(len(text))
            gone, new = rng.choice([(0, " "), (1, ""), (0, text[at : at + 3])])
            text = text[:at] + new + text[at + gone :]
            analysis = checked(edit(analysis.document, at, at + gone, new), analysis)
            assert plain(analysis.diagnostics()) == plain(Analysis.of(language, text).diagnostics())
        while hook in ABOUT_CHUNKS and target in text:
            at = text.index(target) + len(target) // 2
            text = text[:at] + text[at + 1 :]
            analysis = checked(edit(analysis.document, at, at + 1, ""), analysis)
        found = analysis.diagnostics()
    assert hook not in ABOUT_CHUNKS or not [one for one in found if is_fault(one)]
    del faults


@pytest.mark.parametrize("language_id", IDS)
def test_lost_chunk_has_no_consequences(monkeypatch: pytest.MonkeyPatch, language_id: str) -> None:
    """A clean record gets no finding, for each of its chunks that the state might lose."""
    language, text = load(language_id), notation(language_id).record(random.Random(1))
    monkeypatch.setattr(type(language), "skip_clean", lambda _self, _context, state, _chunks: Skip(state, 0))
    sound = {one.span for one in found_in(language_id, text)}
    for target in {place.chunk.text for place in Document.open(language, text).places()}:
        with collect_errors() as faults, raising(language_id, "step", target):
            found = found_in(language_id, text)
        assert faults
        assert {one.span for one in found if not is_fault(one)} <= sound


@pytest.mark.parametrize("language_id", IDS)
def test_skipped_error_stays_silent_after_an_edit(language_id: str) -> None:
    language, text = load(language_id), notation(language_id).record(random.Random(1))
    for start, target in targets(language_id, text):
        with collect_errors(), raising(language_id, "step", target):
            analysis = Analysis.of(language, text)
            for at in (start, start + len(target)):
                for gone, new in ((0, " "), (1, "")):
                    analysis = checked(edit(analysis.document, at, at + gone, new), analysis)
                    full = Analysis.of(language, analysis.document.text())
                    assert plain(analysis.diagnostics()) == plain(full.diagnostics())


@pytest.mark.parametrize("error", [KeyError, MemoryError, RecursionError])
def test_internal_errors(error: type[Exception]) -> None:
    text = records("bjn")[0]
    _, target = targets("bjn", text)[1]
    with collect_errors() as faults, raising("bjn", "step", target, error):
        assert [one.rule.code for one in found_in("bjn", text) if is_fault(one)] == ["KIB003"]
    assert {one.summary.split(" ")[0] for one in faults} == {error.__name__}
    assert "Traceback" in faults[0].trace


@pytest.mark.parametrize("error", [KeyboardInterrupt, Cancelled])
def test_refusals_are_not_internal_errors(error: type[BaseException]) -> None:
    text = records("bjn")[0]
    _, target = targets("bjn", text)[1]
    with raising("bjn", "step", target, error), pytest.raises(error):
        found_in("bjn", text)


def asked(language: Language[Any], name: str, text: str) -> object:
    """Return the answer of a feature, or the reason of its refusal."""
    analysis = Analysis.of(language, text)
    finding = next(iter(analysis.diagnostics()), None)
    values: dict[str, Any] = {
        "analysis": analysis, "offset": len(text) // 2, "span": Span(0, len(text)), "preferences": Preferences(),
        "character": "\n", "name": "x", "to": "compact", "document": analysis.document, "text": text,
        "finding": finding, "kind": "events", "taken": (),
    }  # fmt: skip
    takes = [*inspect.signature(getattr(Language, name)).parameters][1:]
    try:
        found = getattr(language, name)(*(values[one] for one in takes))
        return list(found) if isinstance(found, Iterator) else found
    except RefusedError as error:
        return str(error)


@pytest.mark.parametrize(("language_id", "feature"), FEATURES)
def test_failing_feature_has_the_default_answer(language_id: str, feature: str) -> None:
    language, text = load(language_id), records(language_id)[0]
    sound, usual = found_in(language_id, text), asked(language, feature, text)
    bit_by_bit = feature in {"folds", "layout", "steps", "tokens"} and isinstance(usual, list)
    for after in (0, 1) if bit_by_bit else (0,):
        with collect_errors() as faults, features_raising(language_id, feature, after=after):
            found = asked(language, feature, text)
            assert plain(found_in(language_id, text)) == plain(sound)
            if feature in {"layout", "meaning"}:
                assert lay_out(Document.open(language, text), Preferences()).edits == []
        assert faults
        if feature in {"convert", "rename"}:
            assert "kibitz failed" in str(found)
        if bit_by_bit:
            assert isinstance(usual, list)
            with patch.dict(language._features, {feature: None}):
                without = asked(language, feature, text)
            assert list(found) == usual[:after] or found == without  # type: ignore[call-overload]
    with collect_errors() as faults:
        asked(language, feature, text)
    assert not faults


# The command line


def files(folder: Path, language_id: str) -> tuple[Path, Path, str]:
    """A record with a chunk that is nowhere in the other one."""
    text = notation(language_id).record(random.Random(1))
    other = notation(language_id).record(random.Random(2))
    target = next(chunk for _, chunk in targets(language_id, text) if chunk not in other)
    one, two = folder / f"a.{language_id}", folder / f"b.{language_id}"
    one.write_text(text, "utf-8", newline="")
    two.write_text(other, "utf-8", newline="")
    return one, two, target


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_the_command_line_goes_on(tmp_path: Path, language_id: str, hook: str) -> None:
    one, two, target = files(tmp_path, language_id)
    command = ("check", one, two, "--no-cache", "--format", "json")
    sound = json.loads(kibitz(*command).data)
    with raising(language_id, hook, target):
        answer = kibitz(*command)
    rows = json.loads(answer.data)
    if not answer.errors:
        assert rows == sound
        return
    assert answer.status == 3
    assert answer.errors.count("Traceback") >= 1
    assert f"{one}: internal error in kibitz" in answer.errors
    if hook in ABOUT_CHUNKS:
        assert str(two) not in answer.errors
        assert [row for row in rows if row["file"] == str(two)] == [
            row for row in sound if row["file"] == str(two)
        ]


@pytest.mark.parametrize("command", ["format", "export", "stats", "preview", "replay", "convert"])
@pytest.mark.parametrize("language_id", IDS)
def test_every_command_has_the_status_of_a_fault(tmp_path: Path, language_id: str, command: str) -> None:
    one, two, target = files(tmp_path, language_id)
    out = tmp_path / "out"
    out.write_text("precious", "utf-8")
    before = one.read_bytes(), two.read_bytes()
    many = command in {"format", "export", "stats"}
    forms = load(language_id).conversions
    if command == "convert" and not forms:
        pytest.skip("it has one form")
    arguments = [
        command,
        one,
        *((two,) if many else ()),
        *(("--to", forms[0]) if command == "convert" else ()),
    ]
    written = ("-o", out) if command in {"export", "preview", "replay"} else ()
    names = [name for name in features(load(language_id)) if name not in {"rows", "stats"}]
    unclean = raising(language_id, "clean", target)
    with features_raising(language_id, *names), raising(language_id, "split", target), unclean:
        answer = kibitz(*arguments, *written)
    assert answer.status == 3
    assert (
        f"{one}: internal error in kibitz" in answer.errors or "left as it is: kibitz failed" in answer.errors
    )
    assert "please report this" in answer.errors
    assert before == (one.read_bytes(), two.read_bytes())
    if command in {"preview", "replay", "convert"}:
        assert out.read_text("utf-8") == "precious"
        assert answer.data == b""


@pytest.mark.parametrize("command", ["export", "stats"])
@pytest.mark.parametrize("language_id", IDS)
def test_rows_that_fail_cost_those_of_their_file(
    tmp_path: Path, language_id: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, target = files(tmp_path, language_id)
    alone = kibitz(command, two)
    rows = load(language_id).feature("rows")
    assert rows is not None

    def broken(language: Language[Any], kind: Any) -> Any:
        sound = rows(language, kind)

        def of(analysis: Analysis) -> Iterator[Any]:
            if target in analysis.document.text():
                raise KeyError("a fault")
            yield from sound.of(analysis)

        return sound and sound._replace(of=of)

    monkeypatch.setitem(load(language_id)._features, "rows", broken)
    # A clean value is counted without the rows of an analysis.
    monkeypatch.setattr(type(load(language_id)), "clean", Language.clean)
    answer = kibitz(command, one, two)
    assert answer.status == 3
    assert answer.data == alone.data
    assert f"{one}: internal error in kibitz (KeyError" in answer.errors
    assert str(two) not in answer.errors


def test_a_failed_result_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, two, target = files(tmp_path, "bjn")
    for number in range(20):
        (tmp_path / f"{number}.bjn").write_bytes(two.read_bytes())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    with raising("bjn", "split", target):
        assert kibitz("check", tmp_path).status == 3
    answer = kibitz("check", tmp_path, "--format", "json")
    assert answer.status == 0
    assert "KIB003" not in answer.text


def test_in_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, target = files(tmp_path, "bjn")
    for number in range(4):
        (tmp_path / f"{number}.bjn").write_bytes(two.read_bytes())
    monkeypatch.setattr("kibitz.cli.parallel.ENOUGH", 0)
    monkeypatch.setattr("kibitz.cli.parallel._cores", lambda: 2)
    with raising("bjn", "split", target):
        answer = kibitz("check", tmp_path, "--no-cache")
    assert answer.status == 3
    assert answer.errors.count("Traceback") == 1
    assert answer.errors.count("internal error in kibitz") == 1
    assert f"{one}:" in answer.text
    assert "7 files" not in answer.text
    assert "6 files checked" in answer.text


# The server


@pytest.fixture
def direct() -> Iterator[Direct]:
    direct = Direct()
    direct.request(
        "initialize", {"capabilities": {}, "initializationOptions": {"diagnostics": {"whileTyping": "all"}}}
    )
    yield direct
    direct.close()


def opened(direct: Direct, language_id: str, text: str) -> list[Json]:
    item = {"uri": URI, "languageId": language_id, "version": 1, "text": text}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    return published(direct)


def published(direct: Direct) -> list[Json]:
    """The latest that is known to be wrong, once all is known."""
    direct.answer("textDocument/hover", _place(0))
    told = [one["params"] for one in direct.sent if one["method"] == "textDocument/publishDiagnostics"]
    found: list[Json] = told[-1]["diagnostics"]
    return found


def _place(line: int) -> Json:
    return {"textDocument": {"uri": URI}, "position": {"line": line, "character": 0}}


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_server_reports_internal_errors(direct: Direct, language_id: str, hook: str) -> None:
    text = records(language_id)[0]
    _, target = targets(language_id, text)[1]
    with collect_errors(), raising(language_id, hook, target):
        found = found_in(language_id, text)
        told = opened(direct, language_id, text)
        assert [one["code"] for one in told] == [one.rule.code for one in found]
        if hook in ABOUT_CHUNKS and target.strip():
            place = {"line": 10**6, "character": 0}
            change = {"range": {"start": {"line": 0, "character": 0}, "end": place}, "text": "\n"}
            document = {"uri": URI, "version": 2}
            direct.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
            assert "KIB003" not in [one["code"] for one in published(direct)]


@pytest.mark.parametrize("language_id", IDS)
def test_every_question_is_answered(
    direct: Direct, language_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = records(language_id)[0]
    sound = opened(direct, language_id, text)
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    names = features(load(language_id))
    with features_raising(language_id, *names):
        for _ in range(2):
            for method in REQUESTS:
                params = {
                    **_place(1), "range": everywhere, "options": {"tabSize": 4, "insertSpaces": True}, "ch": "\n",
                    "context": {"diagnostics": [], "triggerKind": 1, "includeDeclaration": True}, "newName": "x",
                    "positions": [{"line": 0, "character": 0}], "previousResultId": "",
                }  # fmt: skip
                answer = direct.answer(method, params)
                assert "error" not in answer or answer["error"]["code"] == -32803, (method, answer)
    said = [one for one in direct.sent if one["method"] == "window/logMessage"]
    assert len({one["params"]["message"] for one in said}) == len(said) > 0
    assert not [one for one in direct.sent if one["method"] == "window/showMessage"]
    assert "KeyError: 'a fault'" in caplog.text
    assert published(direct) == sound
