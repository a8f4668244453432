"""A grimoire to be looked at: the town square as storytellers know it, or as the sides of a drawing have it."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.scene import Item, Rect, Scene, Text, fit, measure, paragraph
from kibitz.core.scene import written as as_text
from kibitz.core.setting import CIRCLE, SHAPE, VIEW, Preferences
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.circle import CROWD, Plan, circle, sides
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._forms import Layout
from kibitz.languages.botc.features._shown import Shown, bag_of, shown
from kibitz.languages.botc.features._tokens_drawn import COLOURS, reminders, reminders_size, token
from kibitz.languages.botc.game.model import Grimoire
from kibitz.languages.botc.game.moment import count, written
from kibitz.languages.botc.game.setup import alignments

PAD = 20.0
TITLE = 204.0
"""How wide the middle is, in which a grimoire says how it stands."""
LINE = 21.0


def scene(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
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
        return as_text(Preview(f"{title}\n{what.notes}\n"), title)
    return _town(what, title, preferences)


def _town(what: Shown, title: str, preferences: Preferences) -> Scene:
    players, said = what.players, list(_said(what, title))
    plan = _plan(what, preferences, (TITLE, LINE * len(said) + 4))
    sides = [""] * len(players) if what.hidden else alignments(Grimoire(players), what.script)
    items: list[Item] = []
    for number, player in enumerate(players):
        items += token(what, number, player, sides[number], *plan.seats[number], plan.notes[number])
        items += reminders(what, number, player, *plan.notes[number])
    top = 0.0
    if plan.middle:
        x, y = plan.middle
    else:
        top = LINE * len(said) + 24
        x, y = plan.width / 2, top / 2
        items = [item._replace(y=item.y + top) for item in items]
    first = y - LINE * (len(said) - 1) / 2 + 5
    shapes = [
        fit(0, LINE * number, line, TITLE, 14 if number else 17, "middle", "dim" if number else "ink bold")
        for number, line in enumerate(said)
    ]
    name = ", ".join(dict.fromkeys([title, *said]))
    items.append(Item(name, tuple(shapes), x, first))
    height = plan.height + top
    if what.notes:
        notes, more = paragraph(what.notes, PAD, height, plan.width - 2 * PAD, 14, "dim")
        items.append(notes)
        height += more
    return Scene(name, plan.width, height, tuple(items))


def _said(what: Shown, title: str) -> Iterator[str]:
    """How the grimoire stands: the phase, who plays, who lives, what executes."""
    grimoire = Grimoire(what.players)
    numbers = count(grimoire, what.script)
    phase = what.title.title if what.title and what.title.phase != "game" else ""
    yield phase or title
    if phase or not what.hidden:
        counts = "" if what.hidden else written(numbers.sides)
        travellers = plural(numbers.travellers, "traveller") if numbers.travellers and not what.hidden else ""
        players = plural(numbers.players, "player") if phase else ""
        yield " · ".join(filter(None, (players, counts, travellers)))
    yield f"{numbers.alive} alive" + (f", {plural(numbers.votes, 'ghost vote')}" if numbers.votes else "")
    yield f"{plural(numbers.majority, 'vote')} to execute"


def _plan(what: Shown, preferences: Preferences, title: tuple[float, float]) -> Plan:
    """Where everybody sits, with room for a title in the middle."""
    sizes = [reminders_size(player) for player in what.players]
    if preferences.text(SHAPE, CIRCLE) == CIRCLE or len(sizes) > CROWD:
        return circle(sizes, title)
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
            name = what.script.title(word.text)
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
