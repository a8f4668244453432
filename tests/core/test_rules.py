"""The rows of every `rules.toml`, and where they lead."""

from __future__ import annotations

import re
import string

import pytest

from command import kibitz
from folders import ROOT
from kibitz.core.rules import Rules
from kibitz.core.values import REPOSITORY, Rule
from kibitz.languages import IDS, load

RULES = [rule for one in IDS for rule in load(one).rules]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_texts(rule: Rule) -> None:
    """A message is a phrase that names the thing; the reason is in whole sentences."""
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", rule.slug)
    assert "\n" not in rule.message
    assert not rule.message.endswith(".")
    assert all(
        name is None or name.isidentifier() for _, name, _, _ in string.Formatter().parse(rule.message)
    )
    assert re.match("[A-Z`\"'(0-9]", rule.why.strip())
    assert rule.why.strip().endswith((".", ")"))
    assert rule.example.strip()


def test_a_code_names_its_module() -> None:
    """The longest beginning counts, and the message is for developers."""
    rules = Rules("kibitz.languages.bjn")
    rules.blocks = {"BJN": "a", "BJN2": "check/cards", "BJN21": "b"}
    assert [rules.module(code) for code in ("BJN001", "BJN200", "BJN210", "TOY001")] == [
        "a",
        "check/cards",
        "b",
        None,
    ]
    for rule in RULES:
        module = load(rule.language).rules.module(rule.code)
        if module is not None:
            told = kibitz("rules", rule.code).text.splitlines()[-1]
            assert told == f"server/kibitz/languages/{rule.language}/{module}.py"
            break


def test_every_rule_can_be_linked_to() -> None:
    for rule in RULES:
        page = rule.url.removeprefix(f"{REPOSITORY}/blob/main/")
        assert (ROOT / page).read_text("utf-8").startswith(f"# {rule.code}: {rule.slug}\n")
