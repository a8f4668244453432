"""The findings of a file for the reports of `kibitz check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kibitz.project.findings import Finding


class Found(NamedTuple):
    """The findings of one file."""

    name: str
    text: str
    findings: Sequence[Finding]
    """The findings that are shown."""
    counts: Mapping[str, int]
    """The number of findings of each shown severity, including those beyond the limit of the form."""
    hidden: Mapping[str, int] = MappingProxyType({})
    """The number of findings of each severity that is not shown."""
