"""PFN is TOML: kibitz reads every document like tomli, and reports every document that tomli rejects."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import tomli
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.pfn.toml.names import Section
from toml_writer import Writer

PFN = load("pfn")


def values(analysis: Analysis) -> dict[str, Any]:
    """Return the contents of a valid document, put together from its chunks."""
    root: dict[str, Any] = {}
    table = root
    for place in analysis.document.places():
        section: Section = PFN.parsed(place.chunk.text).value
        if (header := section.header) is not None:
            table = within(root, header.key.parts[:-1])
            last = header.key.parts[-1]
            if header.array:
                table.setdefault(last, []).append({})
                table = table[last][-1]
            else:
                table = table.setdefault(last, {})
        for _, pair in section.pairs:
            assert pair.value is not None
            within(table, pair.key.parts[:-1])[pair.key.parts[-1]] = pair.value.value
    return root


def within(table: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    for part in path:
        inside = table.setdefault(part, {})
        table = inside[-1] if isinstance(inside, list) else inside
    return table


def same(one: object, other: object) -> bool:
    """Equality for which nan is nan and 1 is neither 1.0 nor true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return type(one) is type(other) and repr(one) == repr(other)


def agrees(text: str, newer: bool | None = None) -> None:
    """Check one document. `newer` is whether it has a part of TOML 1.1, or None if that is unknown."""
    analysis = Analysis.of(PFN, text)
    found = [one for one in analysis.diagnostics() if one.severity is Severity.ERROR]
    told = {one.rule.slug for one in found if one.rule.code < "PFN100"}
    expected = loaded(text)
    if "toml-1-1" in told:
        assert newer is not False, repr(text)
    elif expected is None:
        # The finding may be one of PFN's rules about tables. A text of spaces has no finding.
        assert told or not text.strip() or "wrong-brackets" in {one.rule.slug for one in found}, repr(text)
    else:
        assert not told, f"{text!r}: {told}"
        assert same(values(analysis), expected), repr(text)
    assert expected is None or newer is None or newer == bool(told), f"{text!r}: {told}"


def loaded(text: str) -> dict[str, Any] | None:
    """Return the contents by tomli, or None if it rejects the text."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError):
        return None


@given(st.randoms(use_true_random=False))
def test_documents(random: Random) -> None:
    agrees(Writer(random).document(), newer=False)


@given(st.randoms(use_true_random=False))
def test_documents_with_odd_values_and_newer_things(random: Random) -> None:
    writer = Writer(random, odd=0.2, newer=True)
    agrees(writer.document())


@given(st.randoms(use_true_random=False))
def test_toml_1_1_is_an_error(random: Random) -> None:
    writer = Writer(random, newer=True)
    text = writer.document()
    agrees(text, newer=writer.used_newer)


@given(st.randoms(use_true_random=False))
def test_damaged_documents(random: Random) -> None:
    writer = Writer(random, newer=True)
    agrees(writer.damaged(writer.document()))
