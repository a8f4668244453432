"""Settings files: found upwards from a record, read, checked and used."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import kibitz
from kibitz.core.setting import Setting
from kibitz.core.values import Diagnostic, Rule, Severity, Span
from kibitz.project import settings
from kibitz.project.settable import problems
from kibitz.project.settings import Settings, SettingsError, select


@pytest.fixture(autouse=True)
def _forget() -> None:
    settings.forget()


def test_nested_tables_and_dotted_names_are_the_same() -> None:
    nested = Settings.of(
        {"format": {"bjn": {"style": "keep"}}, "diagnostics": {"severity": {"bjn100": "hint"}}}
    )
    dotted = Settings.of({"format.bjn.style": "keep", "diagnostics.severity.BJN100": "hint"})
    assert nested.preferences.text("format.bjn.style", "") == "keep"
    assert nested.severities == dotted.severities == {"BJN100": Severity.HINT}


def test_wrong_settings_are_ignored() -> None:
    """An editor may send anything."""
    odd = Settings.of({"diagnostics": {"disable": "BJN100", "severity": {"BJN100": 3, "BJN101": "loud"}}})
    assert not odd.disabled
    assert not odd.severities
    assert Settings.of({"diagnostics": {"disable": [1, "bjn100"]}}).disabled == {"1", "BJN100"}


def test_select() -> None:
    rules = [Rule(f"TOY10{n}", f"r{n}", Severity.ERROR, "", "", "", "now") for n in range(3)]
    found = [Diagnostic(rule, Span(0, 0), "", rule.severity) for rule in rules]
    assert select(found, Settings()) == found
    wanted = Settings.of({"diagnostics": {"disable": ["toy100"], "severity": {"TOY102": "warning"}}})
    assert [(one.rule.code, one.severity) for one in select(found, wanted)] == [
        ("TOY101", Severity.ERROR),
        ("TOY102", Severity.WARNING),
    ]


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    record = deep / "x.bjn"
    assert settings.for_path(record) == Settings()
    (tmp_path / "pyproject.toml").write_text('[tool.kibitz.diagnostics]\ndisable = ["BJN015"]\n')
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "kibitz-records"\n')
    settings.forget()
    assert settings.for_path(record).disabled == {"BJN015"}
    (tmp_path / "a" / "kibitz.toml").write_text('diagnostics.disable = ["BJN002"]\n')
    settings.forget()
    assert settings.for_path(record).disabled == {"BJN002"}
    assert settings.for_path(tmp_path / "y.bjn").disabled == {"BJN015"}


def test_kibitz_toml_goes_before_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.kibitz.diagnostics]\ndisable = ["BJN015"]\n')
    (tmp_path / "kibitz.toml").write_text("")
    assert settings.for_path(tmp_path / "x.bjn") == Settings()


@pytest.mark.parametrize(
    "data",
    [b'[tool.kibitz]\nx = "\xff"\n', b"[[tool.kibitz]]\n", b"[tool]\nkibitz = 1\n"],
    ids=["no text", "a list", "a number"],
)
def test_broken_pyproject_with_kibitz_is_reported(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(data)
    with pytest.raises(SettingsError):
        settings.for_path(tmp_path / "a.bjn")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_bytes(b'\xef\xbb\xbfdiagnostics.disable = ["BJN015"]\n')
    assert settings.for_path(tmp_path / "a.bjn").disabled == {"BJN015"}


def test_a_broken_pyproject_without_kibitz_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[[[")
    assert settings.for_path(tmp_path / "x.bjn") == Settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "kibitz.toml: "),
        (
            'formt.bjn.style = "keep"',
            "kibitz.toml: unknown setting `formt.bjn.style`; did you mean `format.bjn.style`?",
        ),
        (
            'diagnostics.disable = "BJN015"\ndiagnostics.severity.BJN015 = "loud"',
            "must be one of `error`, `warning`",
        ),
        ('diagnostics.disable = ["BJN999"]', "unknown rule code 'BJN999'; run `kibitz rules` for a list"),
        ("diagnostics.disable = [1]", "unknown rule code 1"),
        ('bjn.rules = "h17.dass"', "`bjn.rules`: `dass` is not a house rule; did you mean `das`?"),
        ('bjn.rules = "s17, h17"', "`bjn.rules`: `s17` and `h17` contradict each other"),
        ("bjn.rules = 17", "`bjn.rules`: must be a string"),
        ('bjn.empty = "2,x"', "`bjn.empty`: `x` is not a seat from 1 to 100"),
    ],
)
def test_mistakes_are_named_and_nothing_is_touched(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_text(text)
    for name in ("x.bjn", "y.bjn"):
        (tmp_path / name).write_text("{1.52} | 1.1..as.\n")
    with pytest.raises(SettingsError, match=r"kibitz\.toml"):
        settings.for_path(tmp_path / "x.bjn")
    answer = kibitz("format", tmp_path)
    assert answer.status == 2
    assert answer.errors.count(message) == 1
    assert (tmp_path / "x.bjn").read_text() == "{1.52} | 1.1..as.\n"


def test_problems_of_values() -> None:
    known = [Setting("a.b", True, ""), Setting("c", 80, ""), Setting("d", "x", "", ("x", "y"))]
    assert not list(problems({"a": {"b": False}, "c": 7, "d": "y"}, known))
    assert list(problems({"a.b": 1, "c": True, "d": "z"}, known)) == [
        "`a.b` must be true or false, not 1",
        "`c` must be a whole number, not True",
        "`d` must be one of `x`, `y`, not 'z'",
    ]


def test_a_layout_may_be_seats() -> None:
    assert not list(problems({"preview": {"layout": "5,1,5,1"}}))
    assert list(problems({"preview": {"layout": "5,1,5"}}))
    assert list(problems({"preview": {"layout": [5, 1, 5, 1]}}))
    assert list(problems({"diagnostics.severity.BJN015": ["error"]}))


def test_every_command_uses_them(tmp_path: Path) -> None:
    record = tmp_path / "x.bjn"
    record.write_text("{1.52}|1.1..xx.\n")
    assert kibitz("check", record).status == 1
    (tmp_path / "kibitz.toml").write_text('diagnostics.severity.BJN015 = "warning"\n')
    assert kibitz("check", record).status == 0
    assert kibitz("check", "--strict", record).status == 1
    (tmp_path / "kibitz.toml").write_text(
        'diagnostics.disable = ["BJN015"]\nformat.bjn.style = "annotated"\n'
    )
    assert kibitz("check", "--strict", record).status == 0
    record.write_text("{1.52}|1.1..as.\n")
    assert kibitz("format", record).status == 0
    assert record.read_text().count("\n") > 1


def test_standard_input_is_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kibitz.toml").write_text('diagnostics.disable = ["BJN015"]\n')
    monkeypatch.chdir(tmp_path)
    assert kibitz("check", "-", "--language", "bjn", stdin=b"{1.52}|1.1..xx.\n").status == 0
