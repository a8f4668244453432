"""The rows of every `rules.toml`, and README.md, which is made from them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from command import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.rules import Rule
from kibitz.core.words import table
from kibitz.languages import IDS, load
from kibitz.settings import DISABLE, SEVERITY, all_settings

README = Path(__file__).parents[1] / "README.md"
PREFIXES = {"pfn": "PFN", "bjn": "BJN", "botc": "BOT", "qgn": "QGN"}
RULES = [rule for one in IDS for rule in load(one).rules]
EXAMPLES = [pytest.param(one, rule, id=rule.code) for one in IDS for rule in load(one).rules]


@pytest.mark.parametrize("language_id", IDS)
def test_codes(language_id: str) -> None:
    rules = list(load(language_id).rules)
    codes = [rule.code for rule in rules]
    assert all(re.fullmatch(PREFIXES[language_id] + "[0-9]{3}", code) for code in codes)
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
    found = {one.rule.code for one in Analysis.of(load(language_id), rule.example).diagnostics()}
    assert rule.code in found or "…" in rule.example


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("rules", lambda: kibitz("rules", "--format", "markdown").text.rstrip("\n")),
        ("settings", lambda: settings_table()),
    ],
)
def test_readme_is_up_to_date(name: str, made: Callable[[], str], request: pytest.FixtureRequest) -> None:
    """`pytest --update-cases` writes the tables anew."""
    text = README.read_text("utf-8")
    before, start, rest = text.partition(f"<!-- {name} -->\n")
    old, end, after = rest.partition(f"<!-- end of {name} -->\n")
    assert start
    assert end
    new = f"\n{made()}\n\n"
    if request.config.getoption("--update-cases"):
        README.write_text("".join([before, start, new, end, after]), "utf-8")
    else:
        assert old == new


def settings_table() -> str:
    rows = []
    for setting in all_settings():
        values = ", ".join(f"`{one}`" for one in setting.choices)
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        default = "[]" if default == () else default
        rows.append(
            [
                f"`{setting.name}`",
                f"`{default}`",
                setting.help[0].upper() + setting.help[1:].rstrip(".") + (f": {values}" if values else ""),
            ]
        )
    rows.append([f"`{DISABLE}`", "`[]`", 'codes of rules that are off: `["BJN110"]`'])
    rows.append(
        [f"`{SEVERITY}CODE`", "", "another class for a rule: `error`, `warning`, `information`, `hint`"]
    )
    return table(["Setting", "Default", "Meaning"], rows)


def test_every_rule_can_be_linked_to() -> None:
    text = README.read_text("utf-8")
    for rule in RULES:
        assert f'<a id="{rule.url.partition("#")[2]}"></a>{rule.code}' in text
