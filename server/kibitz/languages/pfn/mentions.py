"""Where players and cards are named: in values, in arrays, in keys such as `P1_FinalBank`, however they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.facts import TRADES, Leaf, Part, Path, Table
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.replay import read_card, suit_of
from kibitz.languages.pfn.summary import TRADES_HEADER
from kibitz.languages.pfn.vocabulary import KeySpec, is_player, tables

Kind = Literal["player", "card"]


class Mention(NamedTuple):
    """A player or a card at its place."""

    kind: Kind
    name: str
    """Of a card its one form, `S10`."""
    span: Span
    declaration: bool = False
    """Whether it is in the deal, which introduces players and cards."""
    form: str = "{}"
    """What stands in the place of the span: quotes and the rest of a key where these can't be told apart."""

    def shifted(self, by: int) -> Mention:
        return self._replace(span=self.span.shifted(by))


def ways(card: str) -> tuple[str, ...]:
    """How a card can be written."""
    return (card, suit_of(card).sign + card[1:])


def mentions(found: Iterable[Table]) -> Iterator[Mention]:
    """All mentions in the tables of a chunk."""
    for table in found:
        spec = tables().get(table.path)
        if spec is not None:
            for leaf in table.leaves:
                if (key := spec.key(leaf.name)) is not None:
                    yield from _in_leaf(leaf, key, table.path == ("Deal",))


def everywhere(reader: Reader, analysis: Analysis, kind: Kind, name: str) -> Iterator[Mention]:
    """All mentions of a player or a card in a document, with offsets of the document."""
    signs = ways(name) if kind == "card" else (name,)
    wanted = _plain_trade(kind, signs)
    path: Path | None = ()
    for place in analysis.document.places():
        source = place.chunk.text
        if source.startswith(TRADES_HEADER) and '"""' not in source and "'''" not in source:
            path = TRADES
            if "\\" not in source:
                # Nothing in it spans lines, so that lines can be told from each other without reading it.
                if any(sign in source for sign in signs):
                    for one in wanted.finditer(source):
                        yield Mention(kind, name, Span(*one.span(1)).shifted(place.start))
                continue
        for mention in mentions(reader.tables(source, path)):
            if mention.kind == kind and mention.name == name:
                yield mention.shifted(place.start)
        path = reader.path_after(source, path)


@cache
def _plain_trade(kind: Kind, signs: tuple[str, ...]) -> re.Pattern[str]:
    """A line of a trade that names a player or a card."""
    keys = "|".join(key.name for key in tables()[TRADES].keys if key.type == kind)
    return re.compile(
        rf"""^[ \t]*["']?(?:{keys})["']?[ \t]*=[ \t]*["'][ \t]*({"|".join(signs)})[ \t]*["']""", re.MULTILINE
    )


def _in_leaf(leaf: Leaf, key: KeySpec, deal: bool) -> Iterator[Mention]:
    player = key.player_of(leaf.name)
    if player is not None:
        yield _in_key(leaf, player, deal)
    if leaf.node is None or key.type not in {"player", "players", "card", "cards"}:
        return
    parts = leaf.parts if key.type in {"players", "cards"} else (leaf.plain,)
    for part in parts:
        name = part.text.strip()
        form, span = _place(part)
        if key.type in {"player", "players"} and is_player(name):
            yield Mention("player", name, span, form=form)
        elif (card := read_card(name)) is not None and key.type in {"card", "cards"}:
            yield Mention("card", card, span, deal, form)


def _place(part: Part) -> tuple[str, Span]:
    """A part without its quotes and blanks; with its quotes where it is written with escapes."""
    start, end = part.span
    if end - start == len(part.text) + 2:
        start, end = start + 1, end - 1
    elif end - start != len(part.text):
        return '"{}"', part.span
    left = len(part.text) - len(part.text.lstrip())
    return "{}", Span(start + left, start + left + len(part.text.strip()))


def _in_key(leaf: Leaf, player: str, deal: bool) -> Mention:
    start, end = leaf.key
    before = leaf.name.index(player)
    if end - start - len(leaf.name) in {0, 2}:
        start += before + (end - start - len(leaf.name)) // 2
        return Mention("player", player, Span(start, start + len(player)), deal)
    rest = leaf.name.replace("{", "{{").replace("}", "}}")
    form = f'"{rest[:before]}{{}}{rest[before + len(player) :]}"'
    return Mention("player", player, leaf.key, deal, form)
