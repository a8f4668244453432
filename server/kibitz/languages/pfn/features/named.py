"""Players and cards by name, and every place that mentions them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.core.bounds import CACHED_RECORDS
from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block
from kibitz.core.internal_errors import RefusedError
from kibitz.core.memory import kept_with, latest
from kibitz.core.shown import code
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.features._cursor import path_before, reader_of
from kibitz.languages.pfn.game.figgie import is_seat, read_card
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Reader
from kibitz.languages.pfn.text.shorthand import has_jots
from kibitz.languages.pfn.text.tables import TRADES, KeySpec, Leaf, Path, Table, tables

Kind = Literal["player", "card"]


class PlacedName(NamedTuple):
    """A player or a card at its place."""

    kind: Kind
    name: str
    """The canonical name of a card is `S10`."""
    span: Span
    declaration: bool = False
    """Whether it is in the deal, which introduces players and cards."""
    plain: bool = True
    """Whether the span holds only the name. A string with escapes or three quotes is marked as a whole."""

    def shifted(self, by: int) -> PlacedName:
        return self._replace(span=self.span.shifted(by))


def mentions(found: Iterable[Table]) -> Iterator[PlacedName]:
    """Yield all mentions in the tables of a chunk."""
    for table in found:
        spec = tables().get(table.path)
        if spec is not None:
            for leaf in table.leaves:
                if (key := spec.key(leaf.name)) is not None:
                    found_in = _in_leaf(leaf, key, table.path == ("Deal",))
                    # Shorthand names players with or without their `P`.
                    yield from (one._replace(plain=one.plain or table.shorthand) for one in found_in)


def everywhere(analysis: Analysis, kind: Kind, name: str) -> Iterator[PlacedName]:
    """Yield all mentions of a player or a card in a document, with offsets of the document.

    This reads the whole document.
    """
    reader = reader_of(analysis)
    path: Path | None = ()
    for number, block in enumerate(analysis.document.blocks):
        found, path = _in_block(block, reader, path, kind, name)
        start = analysis.document.block_start(number)
        yield from (one.shifted(start) for one in found)


@kept_with
def _in_block(
    block: Block, reader: Reader, path: Path | None, kind: Kind, name: str
) -> tuple[list[PlacedName], Path | None]:
    """Return the mentions in a block with relative spans, and the table that the next block continues."""
    check_cancelled()
    found, start = list[PlacedName](), 0
    for chunk in block.chunks:
        text = chunk.text
        if (usual := reader.usual(text)) is not None and name not in " ".join(usual[2:5]):
            path = TRADES
        else:
            for one in mentions(reader.tables(text, path)):
                if one.kind == kind and one.name == name:
                    found.append(one.shifted(start))
            path = reader.path_after(text, path)
        start += len(text)
    return found, path


def _in_leaf(leaf: Leaf, key: KeySpec, deal: bool) -> Iterator[PlacedName]:
    player = key.player_of(leaf.name)
    if player is not None:
        yield _in_key(leaf, player, deal)
    if leaf.node is None or key.type not in {"player", "players", "card", "cards"}:
        return
    parts = leaf.parts if key.type in {"players", "cards"} else (leaf.plain,)
    for part in parts:
        name = part.text.strip()
        start, end = part.bare
        # A string with escapes is marked as a whole.
        plain, start = end - start == len(part.text), start + part.text.index(name)
        span = Span(start, start + len(name)) if plain else part.span
        if key.type in {"player", "players"} and name:
            yield PlacedName("player", name, span, plain=plain)
        elif (card := read_card(name)) is not None and key.type in {"card", "cards"}:
            yield PlacedName("card", card, span, deal, plain)


def _in_key(leaf: Leaf, player: str, deal: bool) -> PlacedName:
    start, end = leaf.key
    before = leaf.name.index(player)
    if end - start - len(leaf.name) in {0, 2}:
        start += before + (end - start - len(leaf.name)) // 2
        return PlacedName("player", player, Span(start, start + len(player)), deal)
    return PlacedName("player", player, leaf.key, deal, plain=False)


def mention_at(analysis: Analysis, offset: int) -> PlacedName | None:
    """Return the player or card that is named at an offset, or None."""
    place = analysis.document.place_at(offset)
    found = _mentions(reader_of(analysis), place.text, path_before(analysis, place))
    at = offset - place.start
    return next((one.shifted(place.start) for one in found if one.span.holds(at)), None)


@latest(CACHED_RECORDS)
def _mentions(reader: Reader, text: str, path: Path | None) -> tuple[PlacedName, ...]:
    """Return the mentions in a chunk; a search for typos asks for many offsets of one."""
    return tuple(mentions(reader.tables(text, path)))


def name_at(language: Pfn, analysis: Analysis, offset: int) -> Named | None:
    """Return the player or card at an offset without its mentions, or None."""
    mention = mention_at(analysis, offset)
    return mention and Named(mention.name, mention.span, (), renames=mention.kind == "player")


def named(language: Pfn, analysis: Analysis, offset: int) -> Named | None:
    """Return the player or card at an offset with all its mentions in any spelling, or None."""
    if (found := name_at(language, analysis, offset)) is None:
        return None
    kind: Kind = "player" if found.renames else "card"
    places = [Mention(one.span, one.declaration) for one in everywhere(analysis, kind, found.name)]
    return found._replace(places=tuple(sorted(places)))


def rename(language: Pfn, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that rename a player. Two players swap their names if the new one is taken.

    Raise RefusedError if there is no player, for names that cannot be written or leave a player undeclared, and if
    more than the name would change.
    """
    mention = mention_at(analysis, offset)
    if mention is None or mention.kind != "player":
        raise RefusedError(
            "only players can be renamed in a round of Figgie: put the cursor on one, such as `P1`"
        )
    name, record = name.strip(), analysis.context
    if not name.isprintable() or not name or {*name} & {*"\"\\'"}:
        raise RefusedError(f"a name has no quotes and no backslashes: {code(name)}")
    players = record.players
    if record.deal.count == len(players):
        declared = mention.name in {*record.deal.cards, *record.deal.banks}
        for one in (mention.name, name):
            if one not in players and not (
                declared and (not is_seat(one) or int(one[1:]) in range(1, len(players) + 1))
            ):
                raise RefusedError(
                    f"{code(one)} does not play: the players are {', '.join(map(code, players))}"
                )
    if name == mention.name:
        return ()
    back = _edits(analysis, name, mention.name) if mention.name in players or not players else ()
    return sorted([*_edits(analysis, mention.name, name), *back], key=lambda edit: edit.start)


def _edits(analysis: Analysis, old: str, new: str) -> Iterator[Edit]:
    document = analysis.document
    for one in everywhere(analysis, "player", old):
        line = document.position_at(one.span.start, "utf-32").line
        if not one.plain:
            raise RefusedError(
                f"write {old} in line {line + 1} plainly first, without escapes and triple quotes"
            )
        written = document.text(*one.span)
        before = document.text(document.line_start(line), one.span.start)
        behind = document.text(one.span.end, document.line_end(line))
        # Shorthand may write the number of a player alone, and a name in quotes.
        ways = (new.removeprefix("P") if written.isdecimal() and is_seat(new) else new, f'"{new}"')
        if has_jots(f"{before}{written}{behind}"):
            name = next((way for way in ways if has_jots(f"{before}{way}{behind}")), None)
            if name is None:
                raise RefusedError(
                    f"write out the trade in line {line + 1} first: this shorthand has no name such as {code(new)}"
                )
            yield Edit(*one.span, name)
            continue
        rest = _REST_OF_KEY.match(behind)
        if rest is not None and before.strip(" \t{")[-1:] not in _QUOTES and write.key(new) != new:
            yield Edit(one.span.start, one.span.end + len(rest[1]), write.key(new + rest[1]))
        else:
            yield Edit(*one.span, new)


_REST_OF_KEY = re.compile(r"([A-Za-z0-9_-]*)[ \t]*=")
_QUOTES = ('"', "'")
