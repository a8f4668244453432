"""What TOML 1.1 allows and TOML 1.0 does not: reported with a way to say the same in TOML 1.0, and read nevertheless.

Some versions of tomli read TOML 1.1, others do not, so what they are given is always TOML 1.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Span

SLUG = "toml-1-1"
"""The one error behind which a statement is as readable as without it."""

_ESCAPE = re.compile(r"\\(?:(x)([0-9A-Fa-f]{2})|(e)|[\s\S])")
_MINUTES = re.compile(r"(?:(?<=^)|(?<=[Tt ]))[0-9]{2}:[0-9]{2}(?!:)")


def older(written: str) -> str:
    """A well-formed string, number or time as TOML 1.0 writes it."""
    if written[0] == '"':
        return _ESCAPE.sub(_older_escape, written) if "\\" in written else written
    return _MINUTES.sub(r"\g<0>:00", written, count=1) if ":" in written and written[0] != "'" else written


def in_scalar(text: str, span: Span, rules: Rules) -> Iterator[Diagnostic]:
    """Escapes and times that came with TOML 1.1."""
    written = text[span.start : span.end]
    if written[0] == '"' and "\\" in written:
        for found in _ESCAPE.finditer(written):
            wanted = _older_escape(found)
            if wanted != found[0]:
                yield _newer(
                    rules, f"The escape `{found[0]}`", Span(*found.span()).shifted(span.start), wanted
                )
    elif older(written) != written:
        yield _newer(rules, "A time without seconds", span, older(written))


def in_table(text: str, parts: Sequence[Span], rules: Rules) -> Iterator[Diagnostic]:
    """Line ends in an inline table, and a comma behind its last pair; `parts` are its tokens and pairs."""
    gaps = [Span(before.end, behind.start) for before, behind in pairwise(parts)]
    lines = [gap for gap in gaps if "\n" in text[gap.start : gap.end]]
    last = parts[-2] if len(parts) > 2 and text[parts[-2].start] == "," else None
    edits = [Edit(*gap, " ") for gap in lines] + ([Edit(*last, "")] if last else [])
    if lines:
        comments = any("#" in text[gap.start : gap.end] for gap in lines)
        fixes = [] if comments else [Fix("Write it on one line", tuple(edits), safe=True)]
        yield rules[SLUG].at(*parts[0], what="An inline table on several lines", fixes=fixes)
    elif last:
        fix = Fix("Delete the comma", tuple(edits), safe=True)
        yield rules[SLUG].at(*last, what="A comma behind the last pair of an inline table", fixes=[fix])


def _older_escape(found: re.Match[str]) -> str:
    digits, escape = found[2], found[3]
    return f"\\u00{digits}" if digits else r"\u001B" if escape else found[0]


def _newer(rules: Rules, what: str, span: Span, wanted: str) -> Diagnostic:
    return rules[SLUG].at(*span, what=what, fixes=[Fix.write(span, wanted, safe=True)])
