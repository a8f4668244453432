"""The check of the project's English finds symptoms and respects its limits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kibitz_dev import prose


@pytest.mark.parametrize(
    ("sentence", "symptoms"),
    [
        ("What nothing cuts is bounded.", ["clause-first"]),
        ("What is a chunk?", []),
        ("Of a hand in counts it is told how many cards there are.", ["of-first"]),
        ("Of course the dealer draws.", []),
        ("kibitz lays out the record anew.", ["private"]),
        ("kibitz formats the record again.", []),
        ("The line stands behind the card.", ["odd"]),
        (" ".join(["word"] * 31) + ".", ["long"]),
        (" ".join(["word"] * 30) + ".", []),
    ],
)
def test_symptoms_of_a_sentence(sentence: str, symptoms: list[str]) -> None:
    found = [name for name in prose.AVOIDABLE if prose.SYMPTOMS[name].search(sentence)]
    assert found == symptoms


def test_code_and_links_are_not_prose() -> None:
    text = "Run `what is odd` first. See [the page](https://example.org/behind) for more."
    assert prose.sentences("docs", text) == ["Run Code first.", "See the page for more."]


def test_figures_above_a_limit_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text('[docs]\n"clause-first" = 2\n"mean" = 9\n')
    monkeypatch.setattr(prose, "LIMITS", limits)
    assert prose.above({"docs": {"clause-first": 2.1, "mean": 9}}) == [
        "docs: clause-first is 2.1, the limit is 2"
    ]


def test_lowering_never_raises_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text('# About.\n\n[docs]\n"clause-first" = 2\n"mean" = 9\n')
    monkeypatch.setattr(prose, "LIMITS", limits)
    assert prose.lowered({"docs": {"clause-first": 1.23, "mean": 12.0}}) == (
        '# About.\n\n[docs]\n"clause-first" = 1.3\n"mean" = 9\n'
    )


def test_only_new_sentences_and_subjects_are_relapses(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    old = "What nothing cuts is bounded."
    git("init", "--quiet")
    (tmp_path / "a.md").write_text(f"{old}\n")
    git("add", ".")
    git("commit", "--quiet", "-m", "What was first")
    (tmp_path / "a.md").write_text("Plain words.\n")
    (tmp_path / "b.md").write_text(f"{old}\n\nThat it fits is proven.\n\nkibitz proves that it fits.\n")
    git("add", ".")
    git("commit", "--quiet", "-m", "docs: add a page")
    git("commit", "--quiet", "--allow-empty", "-m", "Pages: what is new is told")
    subject, sentence = prose.relapses(tmp_path, "HEAD~2", prose.gather(tmp_path))[::-1]
    assert sentence.endswith("b.md:3: clause-first: That it fits is proven.")
    assert "Pages: what is new is told: write `area: imperative`" in subject
