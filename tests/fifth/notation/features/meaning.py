"""The meaning that formatting keeps: everything except for the number of spaces."""

from __future__ import annotations

import re
from collections.abc import Hashable

from kibitz.languages.toy.language import Words


def meaning(language: Words, text: str) -> Hashable:
    """See :meth:`kibitz.core.language.Language.meaning`."""
    return re.sub(r"[ \t]+", " ", text)
