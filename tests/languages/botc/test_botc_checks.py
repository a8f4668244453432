"""The rules of grimoires: the fast path agrees with them, a game that goes on is clean, and edits of a record keep it sound."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Chunk
from kibitz.core.formatting import apply
from kibitz.core.values import Diagnostic
from kibitz.languages.botc.check.log import Before, changes
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.fast.fast import look_at, proof_of
from kibitz.languages.botc.features._cursor import moments as moments_of
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import COUNTED, Role, roles, setup_table
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import parse

NAMES = (
    "Ann",
    "Bob",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lea",
    "Max",
    "Ned",
    "Oda",
    "Pam",
)
ALL = list(roles().values())
EDITIONS = ("trouble_brewing", "bad_moon_rising", "sects_and_violets", "carousel")


FEW = settings(max_examples=settings().max_examples // 3)
"""Fewer examples for slow tests."""


@st.composite
def casts(draw: st.DrawFn) -> list[Role]:
    """Characters by the setup table, most of them of one edition, now and then with another one among them."""
    row = setup_table()[draw(st.integers(5, 10))]
    edition = draw(st.sampled_from(EDITIONS))
    found: list[Role] = []
    for team, number in zip(COUNTED, row, strict=True):
        own = [role for role in ALL if role.team == team and role.edition == edition] or [
            role for role in ALL if role.team == team
        ]
        unique = draw(st.integers(0, 9)) > 0
        found += draw(
            st.lists(
                st.sampled_from(own),
                min_size=number,
                max_size=number,
                unique_by=(lambda role: role.id) if unique else None,
            )
        )
    if draw(st.integers(0, 3)) == 0:
        found.append(draw(st.sampled_from(ALL)))
    return draw(st.permutations(found))


@st.composite
def moments(draw: st.DrawFn) -> Grimoire:
    """A grimoire as storytellers have them: nearly in order, with tokens of those who are in play and of others."""
    cast = draw(casts())
    known = [
        f"{role.id}:{token}"
        for role in [*cast, draw(st.sampled_from(ALL)), roles()["drunk"]]
        for token in role.tokens
    ]
    deadly = draw(st.sampled_from([0, 0, 0, 3]))
    players = []
    for number, role in enumerate(cast):
        few = draw(st.sampled_from([0, 0, 0, 0, 0, 0, 1, 2]))
        tokens = draw(st.lists(st.sampled_from(known), max_size=few)) if known else []
        dead = draw(st.integers(0, 9)) < deadly
        name = NAMES[number] if draw(st.integers(0, 29)) else "Ann"
        players.append(Player(name, role.id, tuple(tokens), dead, dead and draw(st.booleans())))
    return Grimoire(tuple(players))


def _record(grimoire: Grimoire) -> Record:
    record = parse(str(grimoire)).value.record
    assert record is not None
    return record


@given(moments(), st.booleans(), st.data())
def test_fast_path_skips_only_clean_grimoires(grimoire: Grimoire, drawn: bool, data: st.DataObject) -> None:
    """Lines and drawings are skipped, as they are and with a slip. Nearly every clean line is."""
    text = render(grimoire).text if drawn and grimoire.players else str(grimoire)
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(text) - 1))
        piece = data.draw(st.sampled_from(["", " ", "(", ")", "()", ",", "x", "2", "*", "~", "│", ":imp"]))
        text = text[:at] + piece + text[at + len(piece) :]
    found, analysis = look_at(text), Analysis.of(LANGUAGE, text)
    if found is not None:
        assert [one.record.grimoire for one in moments_of(analysis.document)] == [found]
        assert not analysis.diagnostics()
    elif text == str(grimoire) and not analysis.diagnostics():
        tokens = [token for player in grimoire.players for token in player.tokens]
        proofs = [proof_of(player.role, player.tokens, player.dead) for player in grimoire.players]
        assert None in proofs or len(set(tokens)) < len(tokens)


@FEW
@given(moments(), moments(), st.booleans())
def test_a_game_that_goes_on_is_clean(one: Grimoire, other: Grimoire, same: bool) -> None:
    before = _record(one)
    if same:
        states = [(now.dead, now.spent) for now in other.players]
        players = [
            Player(was.name, was.role, was.tokens, *states[index % len(states)])
            for index, was in enumerate(one.players)
        ]
        other = Grimoire(tuple(players))
    record = _record(other)
    pairs = [*zip(before.players, record.players, strict=False)]
    same = [(one.name, one.role) for one in before.players] == [
        (one.name, one.role) for one in record.players
    ]
    if same and all((was.dead, was.spent) <= (now.dead, now.spent) for was, now in pairs):
        found, moved = changes(before, Before(before.grimoire, Chunk("\n# Night 2\n")), record)
        assert not found
        assert not moved


# Renaming


@FEW
@given(st.lists(moments(), min_size=1, max_size=3), st.data())
def test_renaming_changes_the_name_and_nothing_else(grimoires: list[Grimoire], data: st.DataObject) -> None:
    forms = [data.draw(st.booleans()) for _ in grimoires]
    text = "".join(
        (render(grimoire).text if drawn else str(grimoire)) + "\n"
        for grimoire, drawn in zip(grimoires, forms, strict=True)
    )
    name = data.draw(st.sampled_from([player.name for player in grimoires[0].players]))
    analysis = Analysis.of(LANGUAGE, text)
    edits = LANGUAGE.rename(analysis, text.index(name), "Zoë_the_Third")
    after = Analysis.of(LANGUAGE, apply(text, edits))
    assert [one.record.grimoire for one in moments_of(after.document)] == [
        Grimoire(tuple(_renamed(player, name) for player in grimoire.players)) for grimoire in grimoires
    ]
    assert _slugs(after) == _slugs(analysis)
    named = LANGUAGE.named(after, apply(text, edits).index("Zoë"))
    assert named is not None
    assert len(named.places) == sum(player.name == name for one in grimoires for player in one.players)


def _renamed(player: Player, name: str) -> Player:
    new = "Zoë_the_Third" if player.name == name else player.name
    return Player(new, player.role, player.tokens, player.dead, player.spent)


def _slugs(analysis: Analysis) -> list[str]:
    """The rules that are broken, but for the one about unusual names."""
    return sorted(_but_for_names(analysis.diagnostics()))


def _but_for_names(found: list[Diagnostic]) -> Iterator[str]:
    return (one.rule.slug for one in found if one.rule.slug != "unusual-name")
