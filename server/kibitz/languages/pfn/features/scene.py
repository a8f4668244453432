"""A round to be looked at: hands by suit as cards, chips, and how prices, goal cards and gains went over time."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Item, Scene, fit, paragraph
from kibitz.core.setting import Preferences
from kibitz.languages.pfn.features._charts import EDGE, WIDTH, chances, prices, progress
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._hands_drawn import Ended, hands
from kibitz.languages.pfn.features._round import moment
from kibitz.languages.pfn.features._shown import payout_words_of
from kibitz.languages.pfn.features._standing import came_to, in_the_way
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import text


def scene(language: Pfn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """The round after the trade at an offset; without one as it stands at the end of the record."""
    record = record_of(analysis)
    title, now, until, trade, _ = moment(analysis, offset)
    named = record.leaf("FiggieGame", "Title")
    game = " ".join((text(named) or "").split())
    items: list[Item] = []
    y = 16.0
    if game:
        y += 20
        name = fit(0, 0, game, WIDTH - 2 * EDGE, 20, "start", "ink bold")
        items.append(Item(game, (name,), EDGE, y, named.whole if named else None))
    when, height = paragraph(title, EDGE, y + 22, WIDTH - 2 * EDGE, 16, "dim", 22)
    items.append(when)
    y += height
    paid: dict[str, str] = {}
    won: Collection[str] = ()
    if until == len(analysis.document):
        won = record.winners
        if reason := in_the_way(analysis):
            said = f"What is marked ? is not known: {reason}."
            why, height = paragraph(said, EDGE, y + 20, WIDTH - 2 * EDGE, 15)
            items.append(why)
            y += height
        end = came_to(analysis)
        if end is not None and any(record.at("Result")):
            paid = payout_words_of(end)
    drawn, height = hands(record, now, Ended(paid, won), trade)
    items += [item._replace(y=item.y + y + 16) for item in drawn]
    y += 16 + height
    for chart in (prices, progress, chances):
        drawn, height = chart(analysis, until)
        items += [item._replace(y=item.y + y + 14) for item in drawn]
        y += 14 + height if drawn else 0
    return Scene(f"Figgie: {title}", WIDTH, y + 16, tuple(items))
