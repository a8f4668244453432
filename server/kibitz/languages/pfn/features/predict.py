"""Ghost text: what is certain to be written next at the end of a table, and the rest of what has been begun of it."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Ghost
from kibitz.core.chunks import Place
from kibitz.core.values import Span
from kibitz.languages.pfn.check.game import date_problem
from kibitz.languages.pfn.check.tally import chunk_trades
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at
from kibitz.languages.pfn.features._field import Field
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.features._neighbours import likely
from kibitz.languages.pfn.features._times import decimals
from kibitz.languages.pfn.features._values import choices
from kibitz.languages.pfn.features._writing import field_at, hand_at, in_hand, slot_of
from kibitz.languages.pfn.features.customs import GAME
from kibitz.languages.pfn.game.figgie import facts, read_card, suit_names
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import TRADES, Path
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue
from kibitz.languages.pfn.toml.section import Item
from kibitz.languages.pfn.toml.slots import Slot


def predict(language: Pfn, analysis: Analysis, offset: int) -> list[Ghost]:
    """What follows at an offset behind which nothing stands in its table."""
    return list(_predicted(language.reader, analysis, offset))


def _predicted(reader: Reader, analysis: Analysis, offset: int) -> Iterator[Ghost]:
    if not any(place.chunk.text.strip() for place in analysis.document.places()):
        yield Ghost(Span(offset, offset), Form(reader, analysis, analysis.document.place_at(0)).begin())
        return
    here = cursor_at(reader, analysis, offset)
    behind = here.place.chunk.text[here.offset :]
    if behind.strip(" \t\r\n\"'") or len(behind.strip()) > 1:
        return
    quote = behind.strip()
    slot = slot_of(reader, here)
    if slot is not None and slot.kind == "value" and slot.quote:
        field = field_at(reader, analysis, here, slot)
        text = _closing(field, here, slot) if field is not None and field.last else ""
    else:
        text = next(_going_on(reader, analysis, here), "") if not quote else ""
    if text and text != quote:
        yield Ghost(Span(offset, offset + len(quote)), text)


# In a string


def _closing(field: Field, here: Cursor, slot: Slot) -> str:
    """The rest of a string that can be told, its quote, and what follows."""
    if in_hand(field, slot):
        hand = hand_at(field, here, slot)
        source = here.place.chunk.text
        return hand.ghost(source[slot.span.start : here.offset].rpartition(",")[2].strip())
    whole = _whole(field)
    if whole is None:
        return ""
    return whole[len(field.typed) :] + slot.quote + field.then((field.name, whole))


def _whole(field: Field) -> str | None:
    """The value that has been typed or begun, if it can be only one."""
    typed, kind = field.typed, field.key.type
    if kind == "player":
        return typed if typed in field.players else None
    if kind == "card":
        return typed if _may_be_sold(field) else None
    if kind == "date" and len(typed) == len("2025-02-15") and date_problem(typed) is None:
        return typed
    names = {choice.text for choice in choices(field)} if typed and kind in {"suit", "color"} else set()
    if field.path == GAME and typed:
        names = {one.text.strip('"') for one in likely(field.form.neighbours, field.name)}
    fitting = [name for name in names if name.startswith(typed)]
    return fitting[0] if len(fitting) == 1 else None


def _may_be_sold(field: Field) -> bool:
    """Whether the card that is typed is one of the seller's, as far as that is known."""
    card = read_card(field.typed)
    seller = field.trade[1].seller if field.trade else None
    if card is None or seller is None or field.record.terms.deal != "full":
        return card is not None
    holder = field.standing.cards.owners.get(card)
    return holder is not None and holder.player == seller


# Behind a whole statement


def _going_on(reader: Reader, analysis: Analysis, here: Cursor) -> Iterator[str]:
    """The rest of what may follow behind the last whole statement, if what is behind that is its beginning."""
    place, offset, path = here.place, here.offset, here.path
    typed = ""
    section = reader.section(place.chunk.text)
    if section.header is not None and not section.header.closed:
        # A header that has been begun is a chunk of its own.
        typed = place.chunk.text[:offset]
        before = analysis.document.before(place)
        if before is None:
            return
        place, offset = before, len(before.chunk.text)
        path = _path_of(reader, analysis, place)
    last = _last(reader, place, offset)
    if last is None or path is None:
        return
    end = _end_of(last)
    typed = place.chunk.text[end:offset].lstrip(" \t") + typed
    table = _table_path(reader, place, path)
    if not typed and _goes_on(reader, analysis, place, last, table):
        return
    if table in tables():
        done = _names(reader, place, path, table)
        number = max(len(reader.trades(place.chunk.text, path)) - 1, 0) if table == TRADES else 0
        form = Form(reader, analysis, place, number)
        for text in form.after(table, done):
            text = _fraction(form, last, table) + text
            if text.startswith(typed) and len(text) > len(typed):
                yield text[len(typed) :]


def _fraction(form: Form, last: Item, table: Path) -> str:
    """The rest of a whole price where they are written with a point and a zero."""
    pair = last.statement
    if (
        table != TRADES
        or not form.fractions
        or not isinstance(pair, KeyValue)
        or pair.key.parts != ("Price",)
    ):
        return ""
    return ".0" if pair.value is not None and pair.value.kind == "integer" else ""


def _path_of(reader: Reader, analysis: Analysis, place: Place) -> Path | None:
    if reader.section(place.chunk.text).header is not None:
        return ()
    path: Path | None = analysis.state_before(place).names.path
    return path


def _table_path(reader: Reader, place: Place, path: Path) -> Path:
    header = reader.section(place.chunk.text).header
    return path if header is None else header.key.parts


def _names(reader: Reader, place: Place, path: Path, table: Path) -> set[str]:
    found = reader.tables(place.chunk.text, path)
    return {leaf.name for one in found if one.path == table for leaf in one.leaves}


def _last(reader: Reader, place: Place, offset: int) -> Item | None:
    """The last whole statement before an offset; None if a comment or something unreadable is behind it."""
    found = None
    for item in reader.section(place.chunk.text).items:
        if _end_of(item) <= offset and not (
            isinstance(item.statement, KeyValue) and item.statement.value is None
        ):
            found = None if isinstance(item.statement, Comment) else item
    return found if found is None or isinstance(found.statement, (Header, KeyValue)) else None


def _end_of(item: Item) -> int:
    comment = getattr(item.statement, "comment", None)
    return item.offset + (item.statement.span.end if comment is None else comment.end)


def _goes_on(reader: Reader, analysis: Analysis, place: Place, last: Item, table: Path) -> bool:
    """Whether more digits of a number at the cursor are to be expected."""
    statement = last.statement
    node = statement.value if isinstance(statement, KeyValue) else None
    if not isinstance(statement, KeyValue) or node is None or node.kind not in {"integer", "float"}:
        return False
    name = statement.key.parts[-1]
    if table == TRADES:
        return name == "T" and _time_goes_on(reader, analysis, place)
    if name == "Players":
        return node.value not in facts().players
    if name in suit_names():
        return node.value not in facts().counts
    form = Form(reader, analysis, place)
    usual = form.usual(table, name)
    if usual is not None and usual.startswith(str(node.value)):
        return str(node.value) != usual
    known = form.known(table, name)
    return known is not None and str(node.value) != known


def _time_goes_on(reader: Reader, analysis: Analysis, place: Place) -> bool:
    """A time has as many digits behind the point as the one before, and is later."""
    trades = chunk_trades(reader, analysis.context.strays, place.chunk)
    time = trades[-1].time if trades else None
    before = Form(reader, analysis, place, max(len(trades) - 1, 0)).before
    if time is None or (before is not None and before.time is not None and time <= before.time):
        return True
    return not isinstance(time, float) or decimals(trades[-1]) < decimals(before)
