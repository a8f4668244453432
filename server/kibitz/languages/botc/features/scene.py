"""A grimoire to be looked at: the town square as storytellers know it, or as the sides of a drawing have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.answers import Preview
from kibitz.core.scene import Item, Rect, Scene, Text, fit, measure, paragraph, written
from kibitz.core.setting import CIRCLE, SHAPE, VIEW, Preferences
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.circle import CROWD, Plan, circle, sides
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._forms import Layout
from kibitz.languages.botc.features._shown import Shown, bag_of, shown
from kibitz.languages.botc.features._tokens_drawn import COLOURS, reminders, reminders_size, token
from kibitz.languages.botc.game.model import Grimoire

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.languages.botc.language import Botc

PAD = 20.0
TITLE = (190.0, 46.0)
"""How wide and high the title is in the middle."""


def scene(language: Botc, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """The grimoire at the cursor, or the nearest one; without a cursor the last one."""
    what = shown(analysis, offset, preferences)
    if what is None:
        return Scene("no grimoire", 240, 60)
    if what.record.form == "bag":
        return _bag(what)
    title = f"Grimoire ({plural(len(what.players), 'player')})"
    if what.words is not None:
        return _lines(what.words, title, headed=preferences.text(VIEW, "picture") == "night")
    if not what.players:
        return written(Preview(f"{title}\n{what.notes}\n"), title)
    return _town(what, title, preferences)


def _town(what: Shown, title: str, preferences: Preferences) -> Scene:
    players = what.players
    plan = _plan(what, preferences)
    items: list[Item] = []
    for number, player in enumerate(players):
        items += token(what, number, player, *plan.seats[number], plan.notes[number])
        items += reminders(what, number, player, *plan.notes[number])
    alive = sum(not player.dead for player in players)
    votes = sum(player.dead and not player.spent for player in players)
    said = f"{alive} alive" + (f", {plural(votes, 'ghost vote')}" if votes else "")
    top = 0.0
    if plan.middle:
        x, y = plan.middle
    else:
        x, y, top = plan.width / 2, 38.0, 66.0
        items = [item._replace(y=item.y + top) for item in items]
    items.append(
        Item(
            f"{title}, {said}",
            (Text(0, -6, title, 16, "middle", "ink bold"), Text(0, 16, said, 14, "middle", "dim")),
            x,
            y,
        )
    )
    height = plan.height + top
    if what.notes:
        notes, more = paragraph(what.notes, PAD, height, plan.width - 2 * PAD, 14, "dim")
        items.append(notes)
        height += more
    return Scene(f"{title}, {said}", plan.width, height, tuple(items))


def _plan(what: Shown, preferences: Preferences) -> Plan:
    """Where everybody sits."""
    sizes = [reminders_size(player) for player in what.players]
    if preferences.text(SHAPE, CIRCLE) == CIRCLE or len(sizes) > CROWD:
        return circle(sizes, TITLE)
    return sides(sizes, render(Grimoire(what.players), *Layout.of(preferences)).sides)


def _lines(words: str, title: str, headed: bool) -> Scene:
    """The night sheet, or what has changed, in lines; the first one may be a heading."""
    items: list[Item] = []
    y = 20.0
    for number, line in enumerate(words.split("\n")):
        heading = headed and number == 0 and "\n" in words
        told, height = paragraph(line, PAD, y + 22, 680, 15, "ink bold" if heading else "ink", 22)
        items.append(told)
        y += height + 6
    return Scene(title, 720, y + 20, tuple(items))


def _bag(what: Shown) -> Scene:
    """The roles of a bag, a row for each team."""
    items: list[Item] = []
    y = 34.0
    for team, words in bag_of(what):
        colour = COLOURS.get(team, "grey")
        items.append(Item("", (Text(0, 0, team, 15, "start", f"bold fill-{colour}"),), PAD, y + 5))
        x = 140.0
        for word in words:
            role = what.script.role(word.text)
            name = role.name if role else word.text
            width = min(measure(name, 14) + 24, 240)
            if x + width > 760:
                x, y = 140.0, y + 36
            plate = Rect(0, -14, width, 28, f"soft-{colour} edge-{colour}", 14)
            text = fit(width / 2, 5, name, width - 16, 14, "middle", "ink")
            span = word.span.shifted(what.place.start)
            items.append(Item(f"{word.text}, {team}", (plate, text), x, y, span, team))
            x += width + 10
        y += 42
    return Scene("A bag of roles", 780, max(y, 60), tuple(items))
