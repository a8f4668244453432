"""What a client is told of a document: the gravest of what is wrong in it, but for what typing on may cure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

from kibitz.core.calm import calm
from kibitz.core.results import Judge, Kind
from kibitz.core.values import Severity
from kibitz.core.words import listed, plural
from kibitz.lsp import convert
from kibitz.lsp.converter import Json
from kibitz.lsp.session import Session, Told
from kibitz.settings import select

LIMIT = 250
"""How many problems of one document are shown."""


async def tidings(session: Session) -> Told:
    """What the client is to be told, worked out by the thread where the document is long and something is wrong."""
    if session.at_once or (session.done and not session.so_far.count):
        return told(session)
    return await session.maker.ask(object(), partial(told, session.snapshot()))


def told(session: Session) -> Told:
    """What a client is told of a document as it is, the gravest first where that is more than is shown."""
    if not session.made:
        return Told([], {}, 0)
    so_far, settings, now = session.so_far, session.settings, session.writing
    found = select(so_far.worst(2 * LIMIT, settings.judge), settings)
    ripe = found if now is None else calm(found, now)
    shown = sorted(ripe[:LIMIT], key=lambda one: one.span)
    counts = Counter(one.severity for one in ripe)
    if len(found) >= LIMIT:
        counts = _judged(so_far.counts, settings.judge) - (Counter(one.severity for one in found) - counts)
    positions = session.positions_for(len(shown))
    items = [convert.diagnostic(one, session.uri, positions, session.client) for one in shown]
    if left_out := counts - Counter(one.severity for one in shown):
        items.append(convert.note(_left_out(left_out)))
    return Told(items, counts, len(found) - len(ripe))


def status(session: Session, found: Told) -> Json:
    """The parameters of `kibitz/status`, from which a client knows what it may say of a record as a whole."""
    counts = {f"{one.name.lower()}s": found.counts.get(one, 0) for one in Severity}
    return {
        "uri": session.uri, "version": session.version, "checked": session.done, "held": found.held, **counts,
    }  # fmt: skip


def _judged(counts: Mapping[Kind, int], judge: Judge) -> Counter[Severity]:
    """How much there is of each severity."""
    found: Counter[Severity] = Counter()
    for one, count in counts.items():
        if (severity := judge(one)) is not None:
            found[severity] += count
    return found


def _left_out(counts: Mapping[Severity, int]) -> str:
    """What is said of that which is not shown."""
    said = listed(plural(counts[severity], severity.name.lower()) for severity in sorted(counts))
    return f"Only the {LIMIT} gravest problems are shown. Left out: {said}."
