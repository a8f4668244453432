"""The shorthand in a record."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.core.document import Document
from kibitz.languages.pfn.check.sums import may_trade
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.shorthand import has_counts, has_jots

SLUGS = frozenset({"jotted", "jotted-hand"})


def shorthand_slugs(language: Pfn, document: Document) -> Collection[str]:
    """Return the rules about shorthand trades and hands in counts, or nothing if the document has neither."""
    texts = (place.text for place in document.places())
    return SLUGS if any(has_counts(text) or (may_trade(text) and has_jots(text)) for text in texts) else ()
