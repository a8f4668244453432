"""Ghost text: the certain continuation at the end of a table, and the rest of a started one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Ghost
from kibitz.core.values import Span
from kibitz.languages.pfn.check.state import date_problem
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, reader_of
from kibitz.languages.pfn.features._form import Form, decimals, likely
from kibitz.languages.pfn.features._hands import Hand
from kibitz.languages.pfn.features._values import Field, choices, field_at
from kibitz.languages.pfn.game.figgie import facts, read_card, suit_names
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import GAME, TRADES, Path, tables
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue
from kibitz.languages.pfn.toml.names import Item


def predict(language: Pfn, analysis: Analysis, offset: int) -> list[Ghost]:
    """Return the ghost texts at an offset if the table ends there."""
    return list(_predicted(analysis, offset))


def _predicted(analysis: Analysis, offset: int) -> Iterator[Ghost]:
    if not any(place.text.strip() for place in analysis.document.places()):
        yield Ghost(Span(offset, offset), Form(analysis, analysis.document.place_at(0)).begin())
        return
    here = cursor_at(analysis, offset)
    behind = here.source[here.offset :]
    if behind.strip(" \t\r\n\"'") or len(behind.strip()) > 1:
        return
    quote = behind.strip()
    slot = here.slot
    if slot is not None and slot.kind == "value" and slot.quote:
        field = field_at(here, slot)
        text = _closing(field) if field is not None and field.last else ""
    else:
        text = next(_going_on(here), "") if not quote else ""
    if text and text != quote:
        yield Ghost(Span(offset, offset + len(quote)), text)


# In a string


def _closing(field: Field) -> str:
    """Return the rest of a string if it is certain, its closing quote, and the text after it."""
    if field.in_hand:
        return Hand(field).ghost()
    whole = _whole(field)
    if whole is None:
        return ""
    return whole[len(field.typed) :] + field.slot.quote + field.then((field.name, whole))


def _whole(field: Field) -> str | None:
    """Return the typed value, or the only possible value that begins so, or None."""
    typed, kind = field.typed, field.key.type
    if kind == "player":
        return typed if typed in field.players else None
    if kind == "card":
        return typed if _may_be_sold(field) else None
    if kind == "date" and len(typed) == len("2025-02-15") and date_problem(typed) is None:
        return typed
    names = {choice.text for choice in choices(field)} if typed and kind in {"suit", "color"} else set()
    if field.path == GAME and typed:
        names = {one.text.strip('"') for one in likely(field.form.siblings, field.name)}
    fitting = [name for name in names if name.startswith(typed)]
    return fitting[0] if len(fitting) == 1 else None


def _may_be_sold(field: Field) -> bool:
    """Return whether the typed card may be the seller's."""
    card, seller = read_card(field.typed), field.trade.seller
    if card is None or seller is None or field.record.terms.deal != "full":
        return card is not None
    holder = field.form.standing.cards.owners.get(card)
    return holder is not None and holder.player == seller


# After a whole statement


def _going_on(here: Cursor) -> Iterator[str]:
    """Yield the continuations of the last whole statement that begin with the typed text, without this text."""
    analysis, typed = here.analysis, ""
    header = here.section.header
    if header is not None and not header.closed:
        # An unfinished header is a separate chunk.
        if not here.place.start:
            return
        typed, end = here.source[: here.offset], here.place.start
        here = cursor_at(analysis, end - 1)
        here = here._replace(offset=end - here.place.start)
    last, table = _last(here), here.inside
    if last is None or table is None or table not in tables():
        return
    typed = here.source[_end_of(last) : here.offset].lstrip(" \t") + typed
    reader = reader_of(analysis)
    trades = reader.trades(here.source, here.path) if table == TRADES else ()
    form = Form(analysis, here.place, max(len(trades) - 1, 0))
    if not typed and _goes_on(form, last, table, trades):
        return
    parts = (one for one in reader.tables(here.source, here.path) if one.path == table)
    done = {leaf.name for one in parts for leaf in one.leaves}
    for text in form.after(table, done):
        text = _fraction(form, last, table) + text
        if text.startswith(typed) and len(text) > len(typed):
            yield text[len(typed) :]


def _fraction(form: Form, last: Item, table: Path) -> str:
    """Return `.0` after a whole price if the record writes prices with a fraction, or nothing."""
    pair = last.statement
    if (
        table != TRADES
        or not form.fractions
        or not isinstance(pair, KeyValue)
        or pair.key.parts != ("Price",)
    ):
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


def _goes_on(form: Form, last: Item, table: Path, trades: Sequence[Trade]) -> bool:
    """Return whether more digits of a number at the cursor are to be expected."""
    statement = last.statement
    node = statement.value if isinstance(statement, KeyValue) else None
    if not isinstance(statement, KeyValue) or node is None or node.kind not in {"integer", "float"}:
        return False
    name = statement.key.parts[-1]
    if table == TRADES:
        return name == "T" and _time_goes_on(trades[-1], form.before)
    if name == "Players":
        return node.value not in facts().players
    if name in suit_names():
        return node.value not in facts().counts
    usual = form.usual(table, name)
    if usual is not None and usual.startswith(str(node.value)):
        return str(node.value) != usual
    known = form.known(table, name)
    return known is not None and str(node.value) != known


def _time_goes_on(trade: Trade, before: Trade | None) -> bool:
    """Return whether the time of a trade needs more digits: it has fewer decimals than the one before, or is not later."""
    time = trade.time
    if time is None or (before is not None and before.time is not None and time <= before.time):
        return True
    return not isinstance(time, float) or decimals(trade) < decimals(before)
