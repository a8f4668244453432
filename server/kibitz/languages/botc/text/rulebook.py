"""The rules of the notation, read once, and what they find."""

from __future__ import annotations

from functools import cache
from typing import Any

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Severity, Span


@cache
def rules() -> Rules:
    """Every row of `rules.toml`."""
    return Rules("kibitz.languages.botc")


def report(
    slug: str, span: Span, *fixes: Fix, severity: Severity | None = None, mild: bool = False, **fields: Any
) -> Diagnostic:
    """What a rule finds at a span; `mild`: as something may explain it, it is but an information."""
    severity = Severity.INFORMATION if mild else severity
    return rules()[slug].at(*span, severity=severity, fixes=fixes, **fields)
