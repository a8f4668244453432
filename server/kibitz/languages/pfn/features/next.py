"""The options at a cursor: the values of a key, or the rest of a table and the tables after it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.next import Next, Option
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, reader_of
from kibitz.languages.pfn.features._form import TradeTemplate, decimals
from kibitz.languages.pfn.features._hands import Hand
from kibitz.languages.pfn.features._values import Field, field_at, values
from kibitz.languages.pfn.game.figgie import facts, suit_names
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import TRADES, Path, tables
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue
from kibitz.languages.pfn.toml.names import Item

GOES_ON = 0.9
"""The probability of the first of two tables that may follow."""


def next(language: Pfn, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.features.Features.next`."""
    if analysis.document.blank:
        begin = TradeTemplate(analysis, analysis.document.place_at(0)).begin()
        return Next((Option(begin, chance=1.0),), Span(offset, offset))
    here = cursor_at(analysis, offset)
    slot = here.slot
    field = field_at(here, slot) if slot is not None and slot.kind == "value" else None
    found = _valued(field) if field is not None and not field.is_whole else None
    return found or _going_on(here)


def _valued(field: Field) -> Next | None:
    """Return the values of a key, or None if nothing is known of them."""
    slot, source, offset = field.slot, field.here.source, field.here.offset
    hand = Hand(field) if field.in_hand else None
    start, end = field.piece if hand else slot.span
    end += bool(slot.quote) and slot.closed and (hand.ends if hand else field.last)
    options, shorter = [], []
    for one in hand.options() if hand else values(field):
        # Only the user knows which table comes next, so each value is also offered without one.
        head, table, rest = one.text.partition(f"{2 * field.form.line_end}[")
        if table:
            shorter.append(one._replace(text=head, chance=0.0))
            one = one._replace(detail=f"{one.detail}, then [{rest.partition(field.form.line_end)[0]}")
        options.append(one)
    options = [one for one in (*options, *shorter) if one.text != source[start:end]]
    if not options:
        return None
    # Other texts lack a quote, or have a typo.
    typed = source[start:offset]
    begun = any(one.text.startswith(typed) for one in options)
    predicts = begun and field.last and slot.span.end == offset
    return Next(options, Span(start, end).shifted(field.here.place.start), typed * begun, predicts=predicts)


# After a whole statement


def _going_on(here: Cursor) -> Next | None:
    """Return the texts that may follow the last whole statement."""
    at, begun = here.place.start + here.offset, ""
    header = here.section.header
    if here.source[here.offset :].strip():
        return None
    if header is not None and not header.closed:
        # An unfinished header is a separate chunk.
        if not here.place.start:
            return None
        begun, end = here.source[: here.offset], here.place.start
        here = cursor_at(here.analysis, end - 1)
        here = here._replace(offset=end - here.place.start)
    last, table = _last(here), here.inside
    if last is None or table is None or table not in tables():
        return None
    typed = here.source[_end_of(last) : here.offset].lstrip(" \t") + begun
    reader = reader_of(here.analysis)
    trades = reader.trades(here.source, here.path) if table == TRADES else ()
    form = TradeTemplate(here.analysis, here.place, max(len(trades) - 1, 0))
    if not typed and _goes_on(form, last, table, trades):
        return None
    parts = (one for one in reader.tables(here.source, here.path) if one.path == table)
    done = {leaf.name for one in parts for leaf in one.leaves}
    point = _fraction(form, last) if table == TRADES else ""
    suit = trades[-1].suit if trades else None
    options = [Option(point + text, chance=GOES_ON) for text in form.after(table, done, suit)]
    options[1:] = [one._replace(chance=1 - GOES_ON) for one in options[1:]]
    return Next(options, Span(at, at), typed, len(typed), quiet=True)


def _fraction(form: TradeTemplate, last: Item) -> str:
    """Return `.0` after a whole price if the record writes prices with a fraction, or nothing."""
    pair = last.statement
    if not form.fractions or not isinstance(pair, KeyValue) or pair.key.parts != ("Price",):
        return ""
    return ".0" if pair.value is not None and pair.value.kind == "integer" else ""


def _last(here: Cursor) -> Item | None:
    """Return the last whole statement before a cursor, or None if a comment or something unreadable follows it."""
    found = None
    for item in here.section.items:
        if _end_of(item) <= here.offset and not (
            isinstance(item.statement, KeyValue) and item.statement.value is None
        ):
            found = None if isinstance(item.statement, Comment) else item
    return found if found is None or isinstance(found.statement, (Header, KeyValue)) else None


def _end_of(item: Item) -> int:
    comment = getattr(item.statement, "comment", None)
    return item.offset + (item.statement.span.end if comment is None else comment.end)


def _goes_on(form: TradeTemplate, last: Item, table: Path, trades: Sequence[Trade]) -> bool:
    """Return whether more digits of a number at the cursor are to be expected."""
    statement = last.statement
    node = statement.value if isinstance(statement, KeyValue) else None
    if not isinstance(statement, KeyValue) or node is None or node.kind not in {"integer", "float"}:
        return False
    name = statement.key.parts[-1]
    if table == TRADES:
        return name == "T" and _time_goes_on(trades[-1], form.before)
    if name == "Players" or name in suit_names():
        return node.value not in {*facts().players, *facts().counts}
    known, typed = form.known(table, name) or "", str(node.value)
    return known != typed and known.startswith(typed)


def _time_goes_on(trade: Trade, before: Trade | None) -> bool:
    """Return whether the time of a trade needs more digits: it has fewer decimals than the one before, or is not later."""
    time = trade.time
    if time is None or (before is not None and before.time is not None and time <= before.time):
        return True
    return not isinstance(time, float) or decimals(trade) < decimals(before)
