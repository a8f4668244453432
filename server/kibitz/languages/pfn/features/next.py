"""The options at a cursor: the values of a key, or the rest of a table and the tables after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, Parameter, Play, Signature, plays_of
from kibitz.core.document import line_end_of
from kibitz.core.next import Next, Option, items
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.core.words import brief
from kibitz.languages.pfn.features._cursor import (
    Cursor,
    Slot,
    cursor_at,
    placed_trades,
    reader_of,
    record_of,
    trades_of,
)
from kibitz.languages.pfn.features._form import TradeTemplate, decimals, form_at, plain, stop
from kibitz.languages.pfn.features._round import moment, points
from kibitz.languages.pfn.features._values import Field, Hand, field_at, values
from kibitz.languages.pfn.features.scene import pile
from kibitz.languages.pfn.game.figgie import Suit, facts, suit_names
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.shorthand import ShorthandTrade, any_of, named
from kibitz.languages.pfn.text.tables import QUOTED, TRADES, TYPE_WORDS, KeySpec, Path, TableSpec, tables
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue, pattern
from kibitz.languages.pfn.toml.names import Item

GOES_ON = 0.9
"""The probability of the first of two tables that may follow."""


def next(language: Pfn, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.language.Language.next`."""
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
    suit = trades[-1].suit if trades else None
    options = [Option(text, chance=GOES_ON) for text in form.after(table, done, suit)]
    options[1:] = [one._replace(chance=1 - GOES_ON) for one in options[1:]]
    return Next(options, Span(at, at), typed, len(typed), quiet=True)


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


def complete(language: Pfn, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    here = cursor_at(analysis, offset)
    slot = here.slot
    if analysis.document.blank:
        yield from _new_rounds(Span(0, len(analysis.document)))
    if (terse := here.shorthand) is not None:
        yield from _tables_of(here, terse)
    elif slot is None or (slot.kind == "key" and _between(here.source, slot)):
        return
    elif slot.kind == "header":
        yield from _headers(here, slot.span)
    elif slot.kind == "key":
        yield from _keys(here, slot)
    elif (now := language.next(analysis, offset)) is not None and not now.quiet:
        yield from items(now)


def _item(label: str, span: Span, snippet: str, detail: str, about: str) -> Completion:
    """Return an item for a table or a key, with a snippet."""
    return Completion(label, span, snippet, "key", detail, about, label, True, plain(snippet))


def _new_rounds(span: Span) -> Iterator[Completion]:
    """Yield whole rounds for an empty record, with placeholders for everything that the rules of the game leave open."""
    for players in facts().players:
        seconds = float(facts().seconds)
        said = {"Title": "", "GameID": "", "Players": players, "Date": "", "GameDuration": seconds}
        hands = {f"P{number}": "" for number in range(1, players + 1)}
        text = f"{write.table('[FiggieGame]', said)}\n\n{write.table('[Deal]', hands)}\n\n"
        first, *more = text.split('""')
        snippet = first + "".join(f'"${number}"{part}' for number, part in enumerate(more, 1))
        about = "Then write trades, in shorthand or as tables."
        yield _item(
            f"New round: {players} players", span, snippet, f"game and {players} hands to fill in", about
        )


def _tables_of(here: Cursor, one: ShorthandTrade) -> Iterator[Completion]:
    """Yield the table of a shorthand trade. If only the end of its time is written, its possible time comes second."""
    source, (start, end) = here.source, one.span
    form = TradeTemplate(here.analysis, here.place, len(trades_of(here.analysis, here.place.chunk, start)))
    begun = not start or source[:start].endswith(("\n\n", "\r\n\r\n"))
    # At the end of the record, a new line invites the next shorthand trade.
    last = here.place.end == len(here.analysis.document) and end == len(source)

    def item(known: ShorthandTrade, detail: str, about: str) -> Completion:
        table = f"{'' if begun else form.line_end}{form.written(known)}{form.line_end if last else ''}"
        return _item(source[start:end].strip(), one.span.shifted(here.place.start), table, detail, about)

    yield item(one if one.whole else one._replace(time=""), f"trade {form.index}", _PARTS)
    if not one.whole:
        guess = one.behind(form.before and form.before.time)
        about = f"The first time after the last trade that ends in `{one.time}`; later ones do, too."
        yield item(guess, f"trade {form.index} at {guess.time}", about)


_PARTS = "Buyer < seller, card or suit, @ price, time: each part may be missing."


def _between(source: str, slot: Slot) -> bool:
    """Return whether the cursor is between a key and the place of its `=`."""
    before = source[slot.start : slot.span.start].rstrip(" \t")
    return not slot.quote and bool(before) and before[-1] not in "{,."


# Headers


def _headers(here: Cursor, span: Span) -> Iterator[Completion]:
    """Yield the tables that the record lacks. Trades come first after the deck and the deal are complete."""
    record: Record = here.analysis.context
    placed = span.shifted(here.place.start)
    current = here.table.path if here.table is not None and here.table.head.holds(here.offset) else None
    # The deal follows a complete deck, and trades follow the deal.
    first = ("Deal",) if record.deal.deck and not record.has_deal else TRADES
    lists = here.source.startswith("[[", span.start)
    order = sorted(
        tables().values(), key=lambda spec: (not _is_needed(spec), spec.path != first, spec.path != TRADES)
    )
    for spec in order:
        there = record.leaf(*spec.path) if spec.array else (*record.at(*spec.path), None)[0]
        if (there is not None and spec.path != current) or (lists and not spec.array):
            continue
        snippet = form_at(here, further=spec.path == TRADES).snippet(spec.path)
        detail = brief(spec.about) + (" · required" if _is_needed(spec) else "")
        yield _item(spec.header, placed, snippet, detail, spec.about)


def _is_needed(spec: TableSpec) -> bool:
    """Return whether a table is required, alone or as a key of another table."""
    parent = tables().get(spec.path[:-1])
    key = parent.key(spec.path[-1]) if parent is not None else None
    return spec.required or (key is not None and key.required)


# Keys


def _keys(here: Cursor, slot: Slot) -> Iterator[Completion]:
    """Yield the required keys; at the start of a line, tables; then the optional keys."""
    # An inline table is in the table of the header above it.
    path = (here.inside if here.table is not None else here.path) or ()
    path = (*path, *slot.keys) if (*path, *slot.keys) in tables() else path
    spec = tables().get(path)
    record: Record = here.analysis.context
    span = slot.span.shifted(here.place.start)
    if slot.quote:
        span = Span(span.start - 1, span.end + slot.closed)
    keys = list(_missing(spec, record, here, slot)) if spec is not None else []
    form = form_at(here)
    required, optional = (
        [_key(form, slot, path, key, name, span) for key, name in keys if key.required == wanted]
        for wanted in (True, False)
    )
    yield from required
    needed = any(key.required and key.type != "table" for key, _ in keys)
    if not needed and not slot.keys and not slot.assigned and slot.start in {slot.span.start, here.offset}:
        yield from _headers(here, slot.span)
    yield from optional


def _missing(spec: TableSpec, record: Record, here: Cursor, slot: Slot) -> Iterator[tuple[KeySpec, str]]:
    """Yield the keys that a table lacks; the winners only after their banks."""
    there = _names_there(record, here, spec, slot)
    for key in spec.keys:
        early = key.type == "players" and record.banks_missing
        for name in key.names(record.players) if not early else ():
            if name not in there and (key.type != "table" or slot.keys):
                yield key, name


def _names_there(record: Record, here: Cursor, spec: TableSpec, slot: Slot) -> set[str]:
    """Return the keys of a table except the one at the cursor."""
    leaves = [] if spec.array else list(record.leaves(*spec.path))
    if here.table is not None and here.table.path == spec.path:
        leaves += here.table.leaves
    typed = here.leaf.name if here.leaf is not None and here.leaf.key.holds(slot.span.end) else None
    return {leaf.name for leaf in leaves if leaf.name != typed}


def _key(form: TradeTemplate, slot: Slot, path: Path, key: KeySpec, name: str, span: Span) -> Completion:
    about = key.about.replace("this player", key.player_of(name) or "this player")
    detail = brief(about) + ("" if key.required else " · optional")
    kind = TYPE_WORDS[key.type]
    about += f"\n\n{kind[0].upper()}{kind[1:]}{'' if key.required else ', optional'}."
    if slot.assigned:
        return Completion(name, span, write.key(name), "key", detail, about)
    text = f"{write.key(name)} = {form.known(path, name) or stop(key, 0)}"
    return _item(name, span, text, detail, about)


PRICES = 9
"""The number of offered prices, those nearest to the last one of the suit. A price of one digit has that digit as its number."""
USUAL = 7
"""The usual price of a suit without earlier trades, in chips."""


def plays(language: Pfn, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the possible sales, then the buyers, then the prices.

    If the hands are unknown or a trade is unfinished, yield the items of completion.
    """
    _, now, until, _, begun = moment(analysis, offset)
    sales = dict[str, tuple[str, Suit, str]]()
    for player, cards in now.hands.items() if not begun else ():
        for suit in facts().suits:
            card = any_of(now.cards, player, suit)
            # The player surely has it.
            if card is not None and card in cards and now.cards.owners[card].sure:
                sales[pile(player, suit)] = player, suit, card
    if not taken:
        for key, (player, suit, _) in sales.items():
            yield Play(key, f"{player} sells {suit.sign} …", key)
        if not sales:
            at = len(analysis.document) if offset is None else offset
            yield from plays_of(language.complete(analysis, at))
    elif sale := sales.get(taken[0]):
        buyers = [player for player in now.nets if player != sale[0]]
        if len(taken) == 1:
            yield from (Play(player, f"{player} buys …", player) for player in buyers)
        elif len(taken) == 2 and taken[1] in buyers:
            yield from _priced(analysis, until, *sale, taken[1])


def _priced(analysis: Analysis, until: int, seller: str, suit: Suit, card: str, buyer: str) -> Iterator[Play]:
    """Yield the prices of a sale that are near the last one of the suit."""
    last = [one.price for one in points(analysis, until) if one.suit == suit]
    lowest = max((int(last[-1]) if last else USUAL) - PRICES // 2, 1)
    at, gap = _behind(analysis, until)
    who, whom = named(buyer), named(seller)
    for price in range(lowest, lowest + PRICES) if who and whom else ():
        edit = Edit(at, at, f"{gap}{who}<{whom} {card}@{price}")
        title, number = f"{buyer} pays {price} for {suit.sign}", str(price) if price < 10 else ""
        yield Play(str(price), title, edits=(edit,), number=number)


def _behind(analysis: Analysis, until: int) -> tuple[int, str]:
    """Return the offset of the next trade and the line ends before it: after the trades before an offset, or after the deal."""
    line_end = line_end_of(analysis.document)
    ends = [
        (place.start + trade.table.end, trade.table.shorthand)
        for place, _, trade in placed_trades(analysis, Span(0, until))
        if place.start + trade.table.head.start < until
    ]
    deal = [table.end for table in record_of(analysis).at("Deal")]
    at, jotted = ends[-1] if ends else (max(deal, default=len(analysis.document)), False)
    return at, line_end * (2 - jotted)


def signature(language: Pfn, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form at an offset, or None outside of the tables of PFN."""
    here = cursor_at(analysis, offset)
    spec = tables().get(here.table.path) if here.table is not None else None
    if here.table is None or spec is None:
        return None
    names = form_at(here).names(spec.path)
    if not names:
        return None
    active = _active(here, names)
    keys = [(name, spec.key(name)) for name in names]
    parameters = [Parameter(name, f"{TYPE_WORDS[key.type]}. {key.about}") for name, key in keys if key]
    return Signature(f"{spec.header} {', '.join(names)}", tuple(parameters), names.index(active), spec.about)


def _active(here: Cursor, names: list[str]) -> str:
    """Return the key on the line of the cursor, or the first missing one."""
    leaves = here.table.leaves if here.table is not None else ()
    source = here.source
    for leaf in leaves:
        on_line = leaf.whole.start <= here.offset and "\n" not in source[leaf.whole.end : here.offset]
        if on_line and leaf.name in names:
            return leaf.name
    there = {leaf.name for leaf in leaves}
    return [*(name for name in names if name not in there), names[-1]][0]


def typed(
    language: Pfn, analysis: Analysis, offset: int, character: str, preferences: Preferences
) -> Iterator[Edit]:
    """Yield the edits that complete the line before a new line end, if there is only one way. `offset` is after the line end."""
    if character != "\n":
        return
    start, end = analysis.document.line_at(max(offset - 1, 0))
    line = analysis.document.text(start, end).rstrip(" \t")
    end = start + len(line)
    bare = line.lstrip(" \t")
    if bare.startswith("["):
        spec = tables().get(tuple(bare.strip("[] \t").split(".")))
        if spec is not None and bare != spec.header and spec.header.startswith(bare):
            yield Edit(end, end, spec.header[len(bare) :])
    elif (found := pattern("ASSIGNMENT").match(line)) is not None:
        table = cursor_at(analysis, end).table
        spec = tables().get(table.path) if table is not None else None
        key = spec.key(found[0].rstrip("= \t").strip(" \t")) if spec is not None else None
        if key is not None and key.type in QUOTED and key.type != "players":
            yield from _quotes(line[found.end() :], start + found.end(), end)


def _quotes(value: str, start: int, end: int) -> Iterator[Edit]:
    """Yield the missing quotes of a value: both around words, the second after an unclosed string."""
    if not value or "#" in value or "\\" in value or pattern("CONTROL").search(value):
        return
    if value[0] in "\"'":
        if value.count(value[0]) == 1:
            yield Edit(end, end, value[0])
    elif value[0] not in "[{" and '"' not in value:
        yield Edit(start, start, '"')
        yield Edit(end, end, '"')
