"""The blocks of `editors/README.md` that people copy."""

from __future__ import annotations

import re

from editors.tools import ROOT

PAGE = ROOT / "editors" / "README.md"


def block(heading: str, language: str) -> str:
    """Return the first block in a language below a heading, with the path of the clone instead of its placeholder."""
    text = PAGE.read_text("utf-8")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, f"no heading {heading!r}"
    found = re.search(rf"^```{language}\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)
    assert found, f"no {language} below {heading!r}"
    return found[1].replace("/path/to/kibitz", str(ROOT))
