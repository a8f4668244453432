"""Findings as a code quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality)."""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from typing import Any

from kibitz.cli.as_json import Json
from kibitz.cli.baseline import fingerprints
from kibitz.cli.found import Found
from kibitz.core.shown import visible

_SEVERITIES = {"error": "major", "warning": "minor", "information": "info", "hint": "info"}


class Gitlab(Json):
    """One array of objects."""

    def part(self, found: Found) -> list[str]:
        name = os.path.normpath(found.name).replace(os.sep, "/")
        marks = fingerprints(found.text, found.findings)
        return [json.dumps(_row(name, one, mark)) for one, mark in zip(found.findings, marks, strict=True)]


def _row(name: str, one: Any, mark: str) -> dict[str, Any]:
    region = one.region
    return {
        "description": visible(one.message),
        "check_name": f"{one.code} {one.name}",
        "fingerprint": blake2b(f"{name}\0{mark}".encode("utf-8", "replace"), digest_size=16).hexdigest(),
        "severity": _SEVERITIES[one.severity],
        "location": {"path": visible(name), "lines": {"begin": region.line, "end": region.end_line}},
    }
