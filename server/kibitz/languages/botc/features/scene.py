"""The preview as an image: the seats with their reminders, in a circle or at the sides of a table.

No two boxes overlap: the circle grows until it has room for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.scene import (
    BOLD,
    Box,
    Circle,
    Item,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    fit,
    fitted,
    measure,
    paragraph,
    wrapped,
)
from kibitz.core.scene import written as as_text
from kibitz.core.setting import CIRCLE, SHAPE, VIEW, Preferences
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.render import Layout, balanced, render
from kibitz.languages.botc.features._cursor import layout_of
from kibitz.languages.botc.features.preview import NOTHING, Shown, bag_of, shown
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.night import count, written
from kibitz.languages.botc.game.roles import LETTERS, TEAMS
from kibitz.languages.botc.game.setup import alignments

SEAT = (116.0, 136.0)
"""Width and height of a seat: the token, the name and the state below it."""
TOKEN = 42.0
"""The radius of a token, and the distance of its centre from the top of the seat."""
EDGE = 22.0
GAP = 8.0
WIDER = 1.18
"""Ratio of width to height of the circle, because seats and screens are wider than high."""
CROWD = 30
"""Maximum number of players in a circle; more sit at the sides of a table."""
FURTHEST = 60
"""Maximum number of times that the circle grows."""


Point = tuple[float, float]
"""A place, or a width and a height."""


class Plan(NamedTuple):
    """Centres of the seats' tokens, and upper left corners of their reminders."""

    width: float
    height: float
    seats: list[Point]
    notes: list[Point]
    middle: Point | None
    """The place of the title, or None."""


Sizes = Sequence[Point]
"""Widths and heights of the reminders of each player; (0, 0) without reminders."""


def seat_box(x: float, y: float) -> Box:
    """Return the box of a seat from the centre of its token."""
    return Box(x - SEAT[0] / 2, y - TOKEN - 6, x + SEAT[0] / 2, y - TOKEN - 6 + SEAT[1])


def circle(sizes: Sizes, title: Point) -> Plan:
    """Return a circle of seats, clockwise from the top. `title` is the width and height of the title."""
    count = len(sizes)
    if count > CROWD:
        return sides(sizes, balanced(count))
    radius = max(120.0, count * 19.0)
    for _ in range(FURTHEST):
        if (plan := _around(sizes, title, radius)) is not None:
            return plan
        radius += 10
    return sides(sizes, balanced(count))


def _around(sizes: Sizes, title: Point, radius: float) -> Plan | None:
    """Return the circle of a radius, or None if it is too small."""
    count = len(sizes)
    angles = [2 * pi * number / count - pi / 2 for number in range(count)]
    seats = [(radius * WIDER * cos(angle), radius * sin(angle)) for angle in angles]
    taken = [
        Box(-title[0] / 2, -title[1] / 2, title[0] / 2, title[1] / 2),
        *(seat_box(*seat) for seat in seats),
    ]
    if any(_near(one, other) for one, other in combinations(taken, 2)):
        return None
    notes: list[Point] = []
    for seat, size in zip(seats, sizes, strict=True):
        placed = _inwards(seat, size, taken) if size[1] else Box(0, 0, 0, 0)
        if placed is None:
            return None
        if size[1]:
            taken.append(placed)
        notes.append((placed.left, placed.top))
    return _framed(seats, notes, taken, (0, 0))


def _inwards(seat: Point, size: Point, taken: list[Box]) -> Box | None:
    """Return the free place nearest to the seat on the line to the middle, or None."""
    x, y = seat
    length = max((x * x + y * y) ** 0.5, 1)
    for step in range(int(length / 4)):
        share = 1 - (TOKEN + 4 * step) / length
        left, top = x * share - size[0] / 2, y * share - size[1] / 2
        box = Box(left, top, left + size[0], top + size[1])
        if not any(_near(box, one) for one in taken):
            return box
    return None


def sides(sizes: Sizes, layout: Layout) -> Plan:
    """Return seats at the sides of a table, as in a drawing: clockwise from the left end of the top."""
    starts = [sum(layout[:side]) for side in range(4)]
    top, right, bottom, left = (
        range(start, start + size) for start, size in zip(starts, layout, strict=True)
    )
    wide = SEAT[0] + GAP
    lying = [max((sizes[seat][1] for seat in row), default=0.0) for row in (top, bottom)]
    beside = max((sizes[seat][0] + GAP for seat in (*right, *left)), default=0.0)
    heights = [max(SEAT[1], size[1]) + GAP for size in sizes]
    inner = max(
        *(sum(heights[seat] for seat in side) for side in (right, left)), 0 if right or left else 60.0
    )
    ends = 2 * (wide + beside + GAP) if right or left else 0.0
    width = max(len(top) * wide, len(bottom) * wide, 260.0) + ends
    upper = SEAT[1] + lying[0] + 2 * GAP if top else 0.0
    lower = upper + inner + (lying[1] + 2 * GAP if bottom else 0.0)
    seats, notes = [(0.0, 0.0)] * len(sizes), [(0.0, 0.0)] * len(sizes)
    for row, y in ((top, TOKEN + 6), (bottom[::-1], lower + TOKEN + 6)):
        for place, seat in enumerate(row):
            seats[seat] = ((width - len(row) * wide) / 2 + (place + 0.5) * wide, y)
            box = seat_box(*seats[seat])
            level = box.bottom + GAP if row is top else box.top - GAP - sizes[seat][1]
            notes[seat] = (seats[seat][0] - sizes[seat][0] / 2, level)
    for column, x in ((right, width - wide / 2), (left[::-1], wide / 2)):
        y = upper
        for seat in column:
            seats[seat] = (x, y + TOKEN + 6)
            start = x - wide / 2 - sizes[seat][0] if column is right else x + wide / 2
            notes[seat] = (start, y + (heights[seat] - GAP - sizes[seat][1]) / 2)
            y += heights[seat]
    room = (right or left) and inner > 2 * SEAT[1]
    taken = [*_boxes(seats, notes, sizes), Box(0, 0, width, 0)]
    return _framed(seats, notes, taken, (width / 2, upper + inner / 2) if room else None)


def _boxes(seats: Sequence[Point], notes: Sequence[Point], sizes: Sizes) -> list[Box]:
    """Return the boxes of the seats and of their reminders."""
    lying = [(at, size) for at, size in zip(notes, sizes, strict=True) if size[1]]
    boxes = [Box(*at, at[0] + size[0], at[1] + size[1]) for at, size in lying]
    return [*(seat_box(*seat) for seat in seats), *boxes]


def _near(one: Box, other: Box) -> bool:
    return one.meets(Box(other.left - GAP, other.top - GAP, other.right + GAP, other.bottom + GAP))


def _framed(
    seats: Sequence[Point], notes: Sequence[Point], taken: Sequence[Box], middle: Point | None
) -> Plan:
    """Return the plan, moved so that the preview begins at its upper left corner."""
    left, top = min(box.left for box in taken) - EDGE, min(box.top for box in taken) - EDGE
    right, bottom = max(box.right for box in taken) + EDGE, max(box.bottom for box in taken) + EDGE

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    found = [moved(one) for one in seats], [moved(one) for one in notes]
    return Plan(right - left, bottom - top, *found, moved(middle) if middle else None)


PAD = 20.0
TITLE = 204.0
"""Width of the free middle with the state of the game."""
LINE = 21.0


def scene(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """Return a drawing of the grimoire nearest to the cursor, or of the last one without a cursor."""
    what = shown(analysis, offset, preferences)
    if what is None:
        return as_text(NOTHING, "no grimoire")
    if what.record.form == "bag":
        return _bag(what)
    title = f"Grimoire ({plural(len(what.players), 'player')})"
    if what.words is not None:
        return _lines(what.words, title, headed=preferences.text(VIEW, "picture") == "night")
    if not what.players:
        return as_text(Preview(f"{title}\n{what.notes}\n"), title)
    return _town(what, title, preferences)


def _town(what: Shown, title: str, preferences: Preferences) -> Scene:
    players, said = what.players, list(_state_lines(what, title))
    plan = _plan(what, preferences, (TITLE, LINE * len(said) + 4))
    sides = [""] * len(players) if what.hidden else alignments(Grimoire(players), what.script)
    items: list[Item] = []
    for number, player in enumerate(players):
        items += _token(what, number, player, sides[number], *plan.seats[number], plan.notes[number])
        items += _reminders(what, number, player, *plan.notes[number])
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


def _state_lines(what: Shown, title: str) -> Iterator[str]:
    """Yield the state of the game: phase, players, living players, and votes for an execution."""
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


def _plan(what: Shown, preferences: Preferences, title: Point) -> Plan:
    """Return the places of all seats, with room for a title in the middle."""
    sizes = [_reminders_size(player) for player in what.players]
    if preferences.text(SHAPE, CIRCLE) == CIRCLE:
        return circle(sizes, title)
    return sides(sizes, render(Grimoire(what.players), *layout_of(preferences)).sides)


def _lines(words: str, title: str, headed: bool) -> Scene:
    """Return the night sheet or the changes as lines. The first one may be a heading."""
    items: list[Item] = []
    y = 20.0
    for number, line in enumerate(words.split("\n")):
        heading = headed and number == 0 and "\n" in words
        told, height = paragraph(line, PAD, y + 22, 680, 15, "ink bold" if heading else "ink", 22)
        items.append(told)
        y += height + 6
    return Scene(title, 720, y + 20, tuple(items))


def _bag(what: Shown) -> Scene:
    """Return the roles of a bag, a row for each team."""
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


# The tokens: a player's with the name below it, and the reminders

COLOURS: Mapping[str, str] = dict(
    zip(TEAMS, ["blue", "teal", "orange", "red", "purple", "gold", "green"], strict=True)
)
"""Colours of the teams. A token also has the team's letter, and a shape for its side: ◆ evil, ● good."""
REMINDER = (112.0, 31.0)
_SHROUD = "M-23 0H23V36L0 27-23 36Z"
_GOOD = "M-10 0A10 10 0 0 1 10 0A10 10 0 0 1-10 0Z"
_EVIL = "M0-13L13 0L0 13L-13 0Z"


def _reminders_size(player: Player) -> Point:
    """Return the width and height of a player's tokens."""
    count = len(player.tokens)
    return (REMINDER[0], count * (REMINDER[1] + 3) - 3) if count else (0.0, 0.0)


def _token(
    what: Shown, number: int, player: Player, side: str, x: float, y: float, lying: Point
) -> Iterator[Item]:
    """Yield the parts of a player: role, team, side, wake order, name, death and vote."""
    team = what.script.team(player.role)
    colour = COLOURS.get(team or "", "grey")
    if player.tokens:
        width, height = _reminders_size(player)
        end = (lying[0] + width / 2 - x, lying[1] + height / 2 - y)
        yield Item("", (Path(f"M0 0L{end[0]:.1f} {end[1]:.1f}", "line thick"),), x, y)
    shapes: list[Shape] = [
        Circle(0, 0, TOKEN, f"soft-{colour} edge-{colour} {'dashed' if player.dead else 'thick'}")
    ]
    if player.dead:
        shapes.append(Path(_SHROUD, "fill-grey", 0, -TOKEN - 4))
    elif team == "traveller":
        shapes.append(Circle(0, 0, TOKEN - 5, f"hollow edge-{colour}"))
    shapes += _role(what.script.title(player.role).replace("_", " "), 12.0 if player.dead else 2.0)
    if team:
        badge = Path(_EVIL if side == "evil" else _GOOD, f"fill-{colour}", 31, -31)
        shapes += [badge, Text(31, -26.5, LETTERS[team], 13, "middle", "onstrong bold")]
    told = [player.role, f"({', '.join(filter(None, (team, side)))})" if team else ""]
    if order := what.order.get(player.name):
        shapes += [
            Rect(-42, -41, 22, 20, "plate", 8),
            Text(-31, -26.5, str(order), 13, "middle", "ink bold"),
        ]
        told.append(f"wakes as number {order}")
    name, span = " ".join(filter(None, told)), what.span(number, "role")
    yield Item(name, tuple(shapes), x, y, span, team or "unknown", seat_place(number))
    yield _name(what, number, player, x, y)


def seat_place(number: int) -> str:
    """Return the label of a seat, whose number counts from 0."""
    return f"seat {number + 1}"


def _role(name: str, y: float) -> Iterator[Text]:
    """Yield the name of a role in a token, in one line or two."""
    lines = wrapped(name, 72, 13) if max(map(len, name.split()), default=0) < 10 else name.split()
    if len(lines) > 2:
        lines = [lines[0], " ".join(lines[1:])]
    size = min([13.0, *(fitted(line, 76, 13)[1] for line in lines)])
    for number, line in enumerate(lines):
        shown, _ = fitted(line, 76, size)
        yield Text(0, y + 3 + (number - (len(lines) - 1) / 2) * (size + 2), shown, size, "middle", "ink")


def _name(what: Shown, number: int, player: Player, x: float, y: float) -> Item:
    """Return the name below a token, and the state of a dead player below that."""
    classes = "ink bold struck" if player.dead else "ink bold"
    lines = _halves(player.name)
    size = min(
        15.0 if len(lines) == 1 else 12.0,
        *(fitted(line, (SEAT[0] - 6) / BOLD, 15)[1] for line in lines),
    )
    below = TOKEN + 18.0
    room = max(measure(line, size) for line in lines) * BOLD
    # A line to a reminder must not cross a name.
    shapes: list[Shape] = [Rect(-room / 2, TOKEN + 4, room, 14 * len(lines) + 4, "paper")]
    for line in lines:
        shapes.append(fit(0, below, line, SEAT[0] - 6, size, "middle", classes))
        below += 14
    state = "alive"
    if player.dead:
        state = "dead, no vote" if player.spent else "dead, has a vote"
        shapes.append(Text(0, below + 1, state, 11, "middle", "dim"))
    name, kind = f"{player.name}, {state}", "dead" if player.dead else "alive"
    return Item(name, tuple(shapes), x, y, what.span(number), kind, seat_place(number))


def _halves(name: str) -> list[str]:
    """Return a name in one line, or in two if it is long and has a separator."""
    if measure(name, 12) * BOLD <= SEAT[0] - 6:
        return [name]
    parts = [at + 1 for at, letter in enumerate(name[:-1]) if letter in " _-'"]
    if not parts:
        return [name]
    at = min(parts, key=lambda at: abs(at - len(name) / 2))
    return [name[:at].rstrip(" "), name[at:]]


def _reminders(what: Shown, number: int, player: Player, x: float, y: float) -> Iterator[Item]:
    """Yield the reminder tokens of a player, one below the other, each with its character."""
    for at, name in enumerate(player.tokens):
        owner, _, label = name.rpartition(":")
        colour = COLOURS.get(what.script.team(owner) or "", "grey")
        width, height = REMINDER
        shapes: list[Shape] = [Rect(0, 0, width, height, f"plate edge-{colour}", 10)]
        shapes.append(
            fit(width / 2, 13.5 if owner else 20, label.replace("_", " "), width - 12, 13, "middle")
        )
        if owner:
            shapes.append(fit(width / 2, 26, owner.replace("_", " "), width - 16, 10.5, "middle", "dim"))
        span = what.span(number, "name", at)
        yield Item(f"reminder {name}", tuple(shapes), x, y + at * (height + 3), span, "reminder")
