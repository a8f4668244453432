"""What is said at the end of a record: everything but what is wrong with single trades."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kibitz.core.bounds import PROBLEMS
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.check import deal, deck, events, game, jotted, missing, result, times
from kibitz.languages.pfn.check import record as tables
from kibitz.languages.pfn.check.sums import Books
from kibitz.languages.pfn.check.tally import Tally, gained
from kibitz.languages.pfn.check.trades import Round
from kibitz.languages.pfn.game.figgie import facts
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record


def finish(
    reader: Reader, document: Document, record: Record, end: Round, tallies: Sequence[Tally]
) -> Iterator[Diagnostic]:
    """The rules of the whole record, with offsets of the document.

    The small tables are checked once as long as they stay the same; what is found is moved to where they are now.
    """
    rules = reader.rules()
    books = Books(reader, document, record.strays, tallies)
    players = len(record.players)
    now = Standing(end.cards, gained(books.sums, record.players), facts().start(players))
    came_to = record.outcome(now)
    sound = not end.strained and (not books.sums.count or (books.sums.regular and books.sums.first == 1))
    # What can't be read above the first header may be trades, as an array.
    sound = sound and not any(table.unread for table in record.at())
    last = None if end.last is None or end.late else end.last.time
    found = [
        *jotted.with_cards(_tables(reader, record), record, books.sellers),
        *(events.after_end(rules, record) if end.late is None else ()),
        *result.against_trades(rules, record, came_to, books.sums.count, last, sound=sound),
    ]
    if found:
        moved = _moved(found, record, record.places(document))
        yield from missing.with_result(moved, document, record, came_to if sound else None)
    yield from times.check(books, record.terms, end.late)
    yield from books.check(record.terms, record.payout_rule(came_to).stake(players))


def _tables(reader: Reader, record: Record) -> Sequence[Diagnostic]:
    if record.found is None:
        checks, rules = (tables, game, deck, deal, events, result), reader.rules()
        record.found = [one for part in checks for one in islice(part.check(rules, record), PROBLEMS)]
    return record.found


def _moved(found: Iterable[Diagnostic], record: Record, places: Sequence[int]) -> Iterator[Diagnostic]:
    """Diagnostics with offsets of the document, each place with its own chunk."""

    def by(offset: int) -> int:
        number = max(bisect_right(record.starts, offset) - 1, 0)
        return places[number] - record.starts[number] if places else 0

    for one in found:
        yield one._replace(
            span=one.span.shifted(by(one.span.start)),
            related=tuple(
                other._replace(span=other.span.shifted(by(other.span.start))) for other in one.related
            ),
            fixes=tuple(
                fix._replace(edits=tuple(edit.shifted(by(edit.start)) for edit in fix.edits))
                for fix in one.fixes
            ),
        )
