"""What the fold carries from chunk to chunk: what is defined, and how the round stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.check import trades
from kibitz.languages.pfn.check.names import header_above
from kibitz.languages.pfn.text.keys import lists
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.trades import SEVERAL
from kibitz.languages.pfn.toml import defined
from kibitz.languages.pfn.toml.names import EMPTY


class State(NamedTuple):
    """How things stand between two chunks."""

    names: defined.Names
    round: trades.Round


def start(record: Record) -> State:
    """Before the first chunk."""
    return State(defined.START, trades.start(record.terms))


def step(reader: Reader, record: Record, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
    """The state after a chunk, and what is wrong with its names and its trades."""
    section, rules = reader.section(chunk.text), reader.rules()
    names, problems = defined.step(state.names, chunk, section, rules, record.contested, lists())
    round_, found = trades.step(reader, record.terms, state.round, chunk, state.names.path)
    # A table of a list is a chunk; others may be cut anywhere, and where that is must make no difference.
    if len(problems) >= SEVERAL and chunk.text.lstrip().startswith("[["):
        problems = _first_of(problems, chunk.text)
    return State(names, round_), (*problems, *found)


def lost(state: State) -> State:
    """The state behind a chunk of which nothing is known: any table may be open, and any cards have changed hands."""
    names = state.names._replace(path=None, aside=EMPTY, told=0)
    return State(names, trades.lost(state.round))


def _first_of(problems: Sequence[Diagnostic], text: str) -> list[Diagnostic]:
    """What is wrong with names; where a lost header makes several keys stand twice, only the first of them."""
    again = [one for one in problems if one.rule.slug == "duplicate-key"]
    if len(again) < SEVERAL:
        return list(problems)
    header, at = text.strip().split("\n", 1)[0].strip(), text.rfind("\n", 0, again[0].span.start) + 1
    others = [one for one in problems if one.rule.slug != "duplicate-key"]
    return sorted([again[0]._replace(fixes=(header_above(header, at),)), *others], key=lambda one: one.span)
