"""A statement that the grammar can't read: where it stops being readable, and how to say so."""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.core.grammar import END, Unreadable
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Span

WORDS = {
    "BASIC_STRING": 'a value such as `"P1"` or `12.5`',
    "BARE_KEY": "a key such as `Price`",
    "DOT": "`.`",
    "EQUALS": "`=`",
    "COMMA": "`,`",
    "CLOSE": "`]`",
    "CLOSE_TABLES": "`]]`",
    "CLOSE_INLINE": "`}`",
    END: "the end of the line",
}


class Place(NamedTuple):
    """Where a statement stops being readable."""

    text: str
    fault: Unreadable
    rules: Rules

    @property
    def rest(self) -> Span:
        """What stands from there on to the end of the line, without a comment."""
        found = re.compile(r"[^\n#]*").match(self.text, self.fault.start)
        end = found.end() if found else self.fault.end
        return Span(
            self.fault.start, max(end - len(self.text[:end]) + len(self.text[:end].rstrip()), self.fault.end)
        )

    def syntax(self, what: str, span: Span | None = None, *fixes: Fix) -> Diagnostic:
        start, end = span or Span(self.fault.start, self.fault.end)
        return self.rules["syntax"].at(start, end, what=what, fixes=fixes)
