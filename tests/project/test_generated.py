"""Generated files are up to date: `python -m kibitz_dev` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.core.values import Rule
from kibitz.project.rulebook import every
from kibitz_dev import generated, tables
from kibitz_dev.__main__ import main


def test_nothing_is_stale() -> None:
    assert not [str(path.relative_to(generated.ROOT)) for path, _ in generated.stale()], (
        "python -m kibitz_dev"
    )


def test_stale_files_are_named_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- sum -->\n\nold\n\n<!-- end of sum -->\nafter\n")
    one = generated.Generated(page, generated.part("sum", lambda: "new"))
    monkeypatch.setattr(generated, "generated", lambda: [one])
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr("kibitz_dev.__main__.ROOT", tmp_path)
    assert main(["--check"]) == 1
    assert "old" in page.read_text()
    assert main([]) == 0
    assert page.read_text() == "before\n<!-- sum -->\n\nnew\n\n<!-- end of sum -->\nafter\n"
    assert main(["--check"]) == 0
    assert main(["--chekc"]) == 2
    assert capsys.readouterr().out == "stale: page.md\nwritten: page.md\n"


def test_page_of_a_former_rule_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "OLD100.md"
    page.write_text("# OLD100: gone\n")
    rules = [rule for rule in every() if rule.code.startswith("BJN21")]
    monkeypatch.setattr(generated, "every", lambda: rules)
    monkeypatch.setattr(generated, "generated", lambda: generated.rule_pages(tmp_path))
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr("kibitz_dev.__main__.ROOT", tmp_path)
    assert main([]) == 0
    assert not page.exists()
    assert "Severity: error" in (tmp_path / "BJN210.md").read_text("utf-8")
    assert main(["--check"]) == 0


def test_page_keeps_a_correction_that_removes_the_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = next(rule for rule in every() if rule.code == "BJN210")
    page = tables.rule_page(rule, "")
    searches: list[Rule] = []
    monkeypatch.setattr(tables, "corrected_example", searches.append)
    assert tables.rule_page(rule, page) == page
    assert not searches
    head, title, correction = page.partition("\n\n## After a fix")
    for other in (
        head,
        head.replace("## Example", "## Sample") + title + correction,
        head + title + head.partition("## Example")[2],
    ):
        assert tables.rule_page(rule, other).startswith(head)
        assert searches.pop() == rule
