"""What `kibitz check` found in a file, for the reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kibitz.project.findings import Finding


class Found(NamedTuple):
    """What was found in one file."""

    name: str
    text: str
    findings: Sequence[Finding]
    """What is shown of it."""
    counts: Mapping[str, int]
    """How much of each severity there is to be shown, what is too much for the form included."""
    hidden: Mapping[str, int] = MappingProxyType({})
    """How much there is of the severities that are not shown."""
