"""The rows of every `rules.toml`, and where they lead."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest

from command import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.rules import Rules
from kibitz.core.setting import Preferences
from kibitz.core.values import REPOSITORY, Rule
from kibitz.languages import IDS, load
from notations import notation

ROOT = Path(__file__).parents[1]
LANGUAGES = ROOT / "server" / "kibitz" / "languages"
RULES = [rule for one in IDS for rule in load(one).rules]
EXAMPLES = [pytest.param(one, rule, id=rule.code) for one in IDS for rule in load(one).rules]


@pytest.mark.parametrize("language_id", IDS)
def test_codes(language_id: str) -> None:
    rules = list(load(language_id).rules)
    codes = [rule.code for rule in rules]
    assert all(re.fullmatch(notation(language_id).PREFIX + "[0-9]{3}", code) for code in codes)
    assert codes == sorted(codes)
    assert [rule.slug for rule in rules[:2]] == ["syntax", "conflict-marker"]
    assert any(int(code[3:]) >= 100 for code in codes)


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


@pytest.mark.parametrize(("language_id", "rule"), EXAMPLES)
def test_the_example_breaks_the_rule(language_id: str, rule: Rule) -> None:
    """But for one that says with `…` that it would be too long to be read."""
    language = load(language_id).tailored(Preferences(notation(language_id).SETTINGS))
    found = {one.rule.code for one in Analysis.of(language, rule.example).diagnostics()}
    assert rule.code in found or "…" in rule.example


@pytest.mark.parametrize("language_id", IDS)
def test_every_code_leads_to_its_module(language_id: str) -> None:
    """The rule is named in the module of its block; one about syntax in a module of the same room."""
    rules = load(language_id).rules
    folder = LANGUAGES / language_id
    for rule in rules:
        module = rules.module(rule.code)
        assert module is not None, rule.code
        path = folder / f"{module}.py"
        assert path.is_file(), f"{rule.code} leads to {path.name}, which does not exist"
        about_syntax = int(rule.code[3:]) < 100
        places = path.parent.rglob("*.py") if about_syntax else [path]
        assert any(rule.slug in words(place) for place in places), f"{rule.code} {rule.slug} in {module}"


@cache
def words(path: Path) -> frozenset[str]:
    """The strings that a module names."""
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    return frozenset(
        one.value for one in tree if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )


def test_a_code_names_its_module() -> None:
    """The longest beginning counts, and whoever works on kibitz is told."""
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
        page, _, anchor = rule.url.removeprefix(f"{REPOSITORY}/blob/main/").partition("#")
        assert f'<a id="{anchor}"></a>{rule.code}' in (ROOT / page).read_text("utf-8")
