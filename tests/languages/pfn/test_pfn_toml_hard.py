"""PFN as TOML under load: deep, long, unclosed or repeated parts are reported quickly, and hide nothing."""

from __future__ import annotations

from typing import Any

import pytest
import tomli

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.languages import load
from kibitz.languages.pfn.toml.read import read
from test_pfn_toml import agrees

PFN = load("pfn")
MANY = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * MANY,
        "a = " + "[" * MANY + "]" * MANY,
        "a = " + "{a=" * MANY,
        "a = [\n" * MANY,
        "a = {\n" * MANY,
        "[" * MANY + "a" + "]" * MANY,
        ".".join(["a"] * MANY) + " = 1",
        "[" + ".".join(["a"] * MANY) + "]",
        "a = " + "[" * 400 + "1" + "]" * 400,
        "a = " + "[" * 401 + "1" + "]" * 401,
        "a = " + "[" * 401 + "]" * 401,
        "a = " + "[{b = " * 201 + "1" + "}]" * 201,
        '"' * MANY,
        'a = """\n' * MANY,
        'a = [\\"""\n' * MANY,
        'a = "' + "\\" * MANY,
        "a = " + "1" * MANY,
        "a = " + "1_" * MANY,
        "a = " + "-" * MANY,
        "a" + " " * MANY + "b",
        "=" * MANY,
        "\0" * MANY,
        "a = 1\r" * MANY,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_much_of_the_same(text: str) -> None:
    agrees(text)


def test_unclosed_parts_hide_no_later_text() -> None:
    for opened in (
        '"',
        "'",
        '"""',
        "'''",
        "[",
        "[[",
        "{",
        "{ b = [",
        "[{ b = ",
        '["""',
        "[1, [2,",
        "{ b = 1,",
    ):
        analysis = Analysis.of(PFN, f"a = {opened}\n[Deal]\nP1 = 5\nP1 = 6\n")
        codes = [one.rule.code for one in analysis.diagnostics() if one.rule.code < "PFN100"]
        assert "PFN020" in codes, opened
        assert len(codes) == 2, (opened, codes)


def test_edit_in_the_first_table_stays_local(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[FiggieGame]\nTitle = "Demo"\nGameID = "G1"\n\n' + "[[Trades]]\nT = 1.0\nPrice = 5\n\n" * 1000
    document = Document.open(PFN, text)
    analysis = checked(document)
    stepped = 0
    step = PFN.step

    def counted(context: Any, state: Any, chunk: Any) -> Any:
        nonlocal stepped
        stepped += 1
        return step(context, state, chunk)

    monkeypatch.setattr(PFN, "step", counted)
    for typed in "!?x":
        document = edit(document, 23, 23, typed)
        analysis = checked(document, analysis)
    assert stepped < 3 * 2 * 64


@pytest.mark.parametrize("key", ["a", "A-1", "_"])
@pytest.mark.parametrize("value", ["1", "-1_0", "0x1F", "+1.5e3", "inf", '"x y"', '""', '"#"', "0o7"])
@pytest.mark.parametrize("behind", ["", "  # what", "#"])
def test_simple_pairs_have_the_values_of_tomli(key: str, value: str, behind: str) -> None:
    """They are read without the parser."""
    text = f"{key}= {value}{behind}"
    statement, problems = read(text, PFN.rules)
    assert not problems
    assert {key: statement.value.value} == tomli.loads(text)  # type: ignore[union-attr]
