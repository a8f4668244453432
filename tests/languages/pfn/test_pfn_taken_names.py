"""Taken names: kibitz reports them exactly where tomli refuses a text, and reads each statement once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
import tomli

from kibitz.languages import load
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.toml.names import CLASHES, Naming, clashes, namings

PFN = load("pfn")
ROUNDS = 2000


def naming(line: str) -> Naming:
    assert isinstance(PFN, Pfn)
    (one,) = namings(PFN.reader.section(line), line)
    return one


def refused(text: str) -> int | None:
    """The number of the first line that tomli refuses."""
    try:
        tomli.loads(text)
    except ValueError as error:
        return int(re.findall(r"at line ([0-9]+)", str(error))[-1])
    return None


@pytest.mark.parametrize("seed", range(4))
def test_first_taken_name_is_that_of_tomli(seed: int) -> None:
    random, taken = Random(seed), 0
    for _ in range(ROUNDS):
        lines = []
        for _ in range(random.randint(2, 7)):
            name = ".".join(random.choices("abc", k=random.choice([1, 1, 2, 2, 3, 4])))
            lines.append(random.choice(["{} = 0", "{} = 0", "[{}]", "[[{}]]"]).format(name))
        text = "\n".join(lines) + "\n"
        said = [naming(line) for line in lines]
        first = next(clashes(said, {}), None)
        number = refused(text)
        assert (first is None) == (number is None), text
        if first is not None and number is not None:
            assert first.one == said[number - 1], text
            assert first.first in said[: number - 1], text
            parts, earlier = first.one.statement.key.parts, first.first.statement.key.parts
            assert parts[first.depth - 1] == earlier[first.first_depth - 1], text
            taken += 1
    assert taken > ROUNDS / 10


@pytest.mark.parametrize("form", ["[t{}]", "[[a.b{}.c]]", "a.b{} = 0", "[t]", "x = 0", "[[t]]"])
def test_each_statement_is_read_once(form: str) -> None:
    read = []

    def said() -> Iterator[Naming]:
        for number in range(1000):
            read.append(number)
            yield naming(form.format(number))

    found = [*clashes(said(), {})]
    assert read == [*range(len(read))]
    assert found == [] or (len(found) == CLASHES and found[-1].last and len(read) < 2 * CLASHES)
