"""Scenes have the contents of text previews, and are readable, over every case of a preview."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from case import Case, read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.preview import pictured
from kibitz.core.scene import Box, Path, Rect, Scene, Text, box, fitted, measure, wrapped
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.svg import LOOKS, Theme, svg
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.languages import IDS, load
from notations import notation
from scenes import texts

PREVIEWS = sorted(CASES.glob("*/preview/*.case"))


def scene_of(case: Case) -> Scene:
    offset = case.marks[0] if case.marks else None
    return case.language.scene(case.analysis, offset, case.preferences)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w{2,}", text.lower().replace("_", " ")))


@pytest.mark.parametrize("path", PREVIEWS, ids=lambda path: "/".join(path.with_suffix("").parts[-3:]))
def test_scene_has_the_words_of_the_text(path: object) -> None:
    """Each word of the text is in the scene, with all its links to the record."""
    case = read(path)  # type: ignore[arg-type]
    offset = case.marks[0] if case.marks else None
    text = case.language.preview(case.analysis, offset, case.preferences)
    scene = scene_of(case)
    said = " ".join(
        [scene.title, *(item.name for item in scene.items), *(one.text for _, one in texts(scene))]
    )
    unsaid = words(text.text) - words(said)
    assert not {word for word in unsaid if not re.fullmatch(notation(case.language.id).TEXT_ONLY, word)}
    spans = {item.span for item in scene.items}
    assert {glyph.source for glyph in text.glyphs} <= spans
    sentences = [item.name for item in scene.items if item.name.count(" ") > 5]
    assert len(sentences) == len(set(sentences)), "read out twice"
    assert_readable(scene)


def within(inner: Box, outer: Box) -> bool:
    """Return whether a box is within another one, give or take a pixel."""
    across = outer.left - 1 <= inner.left and inner.right <= outer.right + 1
    return across and outer.top - 1 <= inner.top and inner.bottom <= outer.bottom + 1


def assert_readable(scene: Scene) -> None:
    """Check that all texts are within the scene without overlaps, and that the SVG is valid."""
    boxes = [(box(one), item, one) for item, one in texts(scene)]
    frame = Box(0, 0, scene.width, scene.height)
    for one, _, text in boxes:
        assert within(one, frame), text
    for at, (one, _, text) in enumerate(boxes):
        for other, _, second in boxes[:at]:
            assert not one.meets(other), (text, second)
    for item in scene.items:
        ground = next((shape for shape in item.shapes if isinstance(shape, Rect)), None)
        if ground is not None and "card" in ground.classes:
            plate = Box(ground.x, ground.y, ground.x + ground.width, ground.y + ground.height)
            for shape in item.shapes:
                if isinstance(shape, Text):
                    assert within(box(shape), plate), item.name
    themes: tuple[Theme, ...] = ("auto", "light", "dark")
    for theme in themes:
        picture = svg(scene, theme)
        root = ElementTree.fromstring(picture)  # noqa: S314 - our own text.
        assert root.tag.endswith("svg")
        used = {one for element in root.iter() for one in element.get("class", "").split()}
        assert {one for one in used if not one.startswith("is-")} - {"kibitz"} <= set(LOOKS)
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("language_id", IDS)
def test_any_record_can_be_drawn_at_any_place(language_id: str) -> None:
    language: Language[object] = load(language_id)
    for seed in range(2):
        rng = random.Random(seed)
        text = notation(language_id).record(rng)
        for damaged in (text, text[: rng.randrange(len(text))], text.replace(rng.choice(text), "", 3)):
            analysis = Analysis.of(language, damaged)
            for offset in (None, *(rng.randrange(len(damaged) + 1) for _ in range(3))):
                scene = language.scene(analysis, offset, Preferences())
                assert_readable(scene)
                for item in scene.items:
                    assert item.span is None or Span(0, 0) <= item.span <= Span(len(damaged), len(damaged))


@pytest.mark.parametrize("language_id", IDS)
def test_steps_are_ordered_and_differ(language_id: str) -> None:
    language: Language[object] = load(language_id)
    text = notation(language_id).record(random.Random(1))
    analysis = Analysis.of(language, text)
    steps = list(language.steps(analysis))
    assert steps
    assert [one.start for one in steps] == sorted({one.start for one in steps})
    pictures = [svg(language.scene(analysis, one.start, Preferences())) for one in steps]
    # By default, steps are all items. Some of them may not change the preview.
    assert len(set(pictures)) > (
        len(pictures) / 2 if language.feature("steps") else min(len(pictures) - 1, 1)
    )


def test_hostile_words_stay_words() -> None:
    for language_id in IDS:
        language: Language[object] = load(language_id)
        analysis = Analysis.of(language, notation(language_id).HOSTILE + "\ud800\x00\ufffe\u202e")
        for offset in (None, 0, len(analysis.document)):
            picture = svg(language.scene(analysis, offset, Preferences()))
            root = ElementTree.fromstring(picture)  # noqa: S314 - that is what is tested.
            names = {element.tag.rpartition("}")[2] for element in root.iter()}
            assert names <= {"svg", "title", "style", "rect", "g", "text", "circle", "path"}


def test_texts_are_made_to_fit() -> None:
    assert fitted("short", 100, 14) == ("short", 14)
    cut, size = fitted("a very long text indeed", 60, 14)
    assert cut.endswith("…")
    assert measure(cut, size) <= 60
    assert wrapped("", 60, 14) == []


LONG = (
    "Maximiliana Alexandrovna",
    "Bo",
    "Christoph-Emanuel",
    "Nebuchadnezzar",
    "Dee",
    "W" * 30,
    "棋手",
    "O'Neill-Smythe",
)


def figgie(count: int) -> str:
    """A round of some players, who have as many cards of a suit as there can be."""
    cards = [
        f"{suit}{number}"
        for suit, most in (("S", 12), ("C", 8), ("H", 10), ("D", 10))
        for number in range(1, most + 1)
    ]
    share = len(cards) // count
    names = [f"P{number}" for number in range(1, count + 1)]
    deal = "".join(
        f'{name} = "{", ".join(cards[at * share : (at + 1) * share])}"\n' for at, name in enumerate(names)
    )
    trades = "".join(
        f'[[Trades]]\nTradeIndex = {number}\nT = {number}.5\nBuyer = "{names[0]}"\nSeller = "{names[1]}"\n'
        f'Suit = "{"Spades" if share < 12 else "Clubs"}"\nCard = "{cards[share + number - 1]}"\nPrice = {number * 7}\n'
        for number in range(1, 4)
    )
    head = f'[FiggieGame]\nTitle = "{LONG[0]} {LONG[5]}"\nGameID = "G"\nPlayers = {count}\n'
    deck = '[DeckSetup]\nGoalSuitColor = "Black"\nGoalSuit = "Clubs"\n'
    sizes = "[DeckSetup.Distribution]\nSpades = 12\nClubs = 8\nHearts = 10\nDiamonds = 10\n"
    return f"{head}{deck}{sizes}[Deal]\n{deal}{trades}"


@pytest.mark.parametrize("count", [4, 5, 6, 8])
def test_figgie_with_many_players(count: int) -> None:
    language: Language[object] = load("pfn")
    analysis = Analysis.of(language, figgie(count))
    scene = language.scene(analysis, None, Preferences())
    assert sum(item.classes == "card" for item in scene.items) == 40 // count * count
    assert_readable(scene)


@pytest.mark.parametrize("shape", ["circle", "sides"])
@pytest.mark.parametrize("count", [1, 2, 5, 8, 15, 20, 33])
def test_grimoires_of_any_size(count: int, shape: str) -> None:
    """Long names, many reminders, and everybody dead: no seat and no reminder covers another one."""
    language: Language[object] = load("botc")
    tokens = ("poisoner:poisoned", "fortune_teller:red_herring", "drunk:is_the_drunk", "imp:dead")
    seats = []
    for number in range(count):
        name = LONG[number % len(LONG)].replace(" ", "_").replace("'", "") + str(number)
        lying = ",".join(tokens[: number % 5])
        seats.append(f"*{name}:fortune_teller{f'({lying})' if lying else ''}*")
    analysis = Analysis.of(language, f"[{' '.join(seats)}]")
    for layout in ("balanced", "tower", "horizontal"):
        scene = language.scene(
            analysis, None, Preferences({"preview.shape": shape, "preview.layout": layout})
        )
        assert sum(item.classes == "dead" for item in scene.items) == count
        assert sum(item.classes == "reminder" for item in scene.items) == sum(n % 5 for n in range(count))
        assert_readable(scene)
        if shape == "circle":
            break


def test_hands_with_splits_and_many_cards() -> None:
    language: Language[object] = load("bjn")
    split = "{1.312}|1.1..2s.|0.1...?|1.1..2h.|0.1..9c.|1.1./..|/1.2s/2.2h/|"
    split += "1.1.^.2d.|1.1./..|/1.2s/3.2d/|" + "".join(f"1.1.^.a{suit}.|" for suit in "schdschdschd")
    for offset in (None, len(split)):
        scene = language.scene(Analysis.of(language, split), offset, Preferences())
        assert sum("card" in item.classes.split() for item in scene.items) >= 17
        assert_readable(scene)
    many = "{7.312}|" + "".join(f"{seat}.1..{seat + 1}s.|" for seat in range(1, 8)) + "0.1...?|"
    assert_readable(language.scene(Analysis.of(language, many), len(many), Preferences()))


@pytest.mark.parametrize(("name", "count"), [("carcassonne", 1), ("indigo_seed", 3), ("tsuro", 2)])
def test_tiles_in_hand_are_drawn(name: str, count: int) -> None:
    """They are small, with paths, roads and cities. Their titles have their names."""
    held = [
        item
        for item in scene_of(read(CASES / "qgn" / "preview" / f"{name}.case")).items
        if item.classes == "held"
    ]
    assert len(held) == count
    for item in held:
        assert " holds " in item.name
        paths = [shape for shape in item.shapes if isinstance(shape, Path)]
        assert paths
        assert all(shape.scale < 1 for shape in paths)


CHECKS = sorted(CASES.glob("*/check/*.case"))[::2]


def test_findings_are_marked_at_their_items() -> None:
    """Over every case of a check: each mark is about an error or a warning within it, and stays readable."""
    marks = 0
    for path in CHECKS[::2]:
        case = read(path)
        analysis = case.analysis

        def found_in(span: Span, analysis: Analysis = analysis) -> list[Diagnostic]:
            return analysis.diagnostics_in(*span)

        scene = pictured(analysis, None, case.preferences, found_in)
        before = marks
        for item in scene.items:
            if "wrong" in item.classes:
                marks += 1
                assert item.span is not None
                assert any(
                    one.severity <= Severity.WARNING and item.name.endswith(f": {one.message}")
                    for one in found_in(item.span)
                ), item
        if marks > before and marks < 30:
            assert_readable(scene)
            hidden = Preferences({**case.preferences.values, HIDDEN: True})
            assert not [
                item for item in pictured(analysis, None, hidden, found_in).items if "wrong" in item.classes
            ]
    assert marks > 20


def test_an_ace_dealt_twice_marks_that_ace_alone() -> None:
    analysis = Analysis.of(load("bjn"), "{1.52}|1.1..as.|0.1..kd.|1.1..as.|")
    scene = pictured(analysis, None, Preferences(), lambda span: analysis.diagnostics_in(*span))
    assert [(item.span, item.name) for item in scene.items if "wrong" in item.classes] == [
        (Span(30, 32), "ace of spades, A♠: `as` is dealt twice: player 1 already has it")
    ]


def test_most_serious_finding_is_named() -> None:
    analysis = Analysis.of(load("bjn"), "{1.52}|1.1..as.|0.1..kd.|1.1..as.|")
    (grave,) = [one for one in analysis.diagnostics_in(30, 32) if one.severity is Severity.ERROR]
    slight = grave._replace(severity=Severity.WARNING, message="slight", span=Span(30, 31))
    scene = pictured(analysis, None, Preferences(), lambda _: [slight, grave])
    assert [item.name for item in scene.items if "wrong" in item.classes] == [
        f"ace of spades, A♠: {grave.message}"
    ]


@pytest.mark.parametrize(
    ("severity", "marks"),
    [(Severity.ERROR, 1), (Severity.WARNING, 1), (Severity.INFORMATION, 0), (Severity.HINT, 0)],
)
def test_errors_and_warnings_are_marked(severity: Severity, marks: int) -> None:
    analysis = Analysis.of(load("bjn"), "{1.52}|1.1..as.|0.1..kd.|1.1..as.|")
    found = [one._replace(severity=severity) for one in analysis.diagnostics_in(30, 32)[:1]]
    scene = pictured(analysis, None, Preferences(), lambda _: found)
    assert sum("wrong" in item.classes for item in scene.items) == marks


def test_cards_do_not_overlap() -> None:
    hand = "{4.312}|1.1..8s.|2.1..ts.|3.1..9c.|4.1..as.|0.1..6c.|1.1..8d.|2.1..2d.|3.1..2c.|4.1..5h.|0.1...?|1.1./..|/1.8s/2.8d/"
    hand += "|1.1.^.3c.|1.1.!.tc._|1.2.^.9c._|2.1.^.2c.|2.1.^.2h.|2.1.^.ah.|2.1.^.ad.|2.1.^.3d._|3.1.!.kd._"
    scene = load("bjn").scene(Analysis.of(load("bjn"), hand), None, Preferences())
    cards = []
    for item in scene.items:
        if "card" in item.classes.split():
            plate = next(shape for shape in item.shapes if isinstance(shape, Rect))
            cards.append((item.name, Box(item.x, item.y, item.x + plate.width, item.y + plate.height)))
    assert len(cards) == 19
    for at, (_, one) in enumerate(cards):
        assert not any(one.meets(other) for _, other in cards[:at])
    across = [name for name, place in cards if place.right - place.left > place.bottom - place.top]
    assert across == ["ten of clubs, 10♣, across", "king of diamonds, K♦, across"]
    first, second = (
        next(item for item in scene.items if item.name == f"Player 1, hand {number}") for number in (1, 2)
    )
    assert first.y == second.y
