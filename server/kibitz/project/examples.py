"""The examples of rules: the messages that they produce, and their corrections."""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.analysis import Analysis
from kibitz.core.fixing import offered
from kibitz.core.formatting import apply
from kibitz.core.values import Rule
from kibitz.languages import IDS, load


@cache
def example_message(rule: Rule) -> str:
    """Return the message that the example of a rule produces, or its pattern if a setting must turn the rule on."""
    if rule.language in IDS:
        for one in Analysis.of(load(rule.language), rule.example).diagnostics():
            if one.rule == rule:
                return one.message
    return re.sub(r"\{[^{}]*\}", "…", rule.message)


def corrected_example(rule: Rule) -> str | None:
    """Return the example after the first fix of its finding, or None if no fix removes the finding."""
    if rule.language not in IDS:
        return None
    analysis = Analysis.of(load(rule.language), rule.example)
    found = [one for one in analysis.diagnostics() if one.rule == rule][:1]
    for fix in [fix for one in offered(analysis, found) for fix in one.fixes][:1]:
        corrected = apply(rule.example, fix.edits)
        if not breaks(corrected, rule):
            return corrected
    return None


def breaks(record: str, rule: Rule) -> bool:
    """Whether a record breaks a rule of its notation."""
    return any(one.rule == rule for one in Analysis.of(load(rule.language), record).diagnostics())
