"""A game in shorthand: a few letters for each event, one key for the next grimoire."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.desk import Desk, Direct
from bench.typist import Task, keys, plan
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.games import clocktower
from kibitz.languages.botc.features.actions import NEXT
from kibitz.languages.botc.game.log import Moment, Player
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.game.shorthand import Shorthand, UnclearError, played
from kibitz.languages.botc.language import LANGUAGE

Game = tuple[tuple[str, ...], ...]
"""The shorthand after each grimoire."""
SETUP = """# Setup
[Ann:empath Bob:slayer Cid:chef Dee:monk Eve:saint Fay:poisoner Gus:imp Hal:undertaker]"""
GAME = (
    ("poison Ann",),
    ("exec Cid",),
    ("poison Bob", "protect Hal", "kill Eve"),
    ("vote Cid", "exec Dee"),
    ("poison Ann", "star Fay"),
    ("vote Eve", "exec Hal"),
    ("kill Bob",),
)
"""The events of four nights and days."""
WHOLE = """# Setup
[Ann:empath Bob:slayer Cid:chef Dee:monk Eve:saint Fay:poisoner Gus:imp Hal:undertaker]

# Night 1
# poison Ann
[Ann:empath(poisoner:poisoned) Bob:slayer Cid:chef Dee:monk Eve:saint Fay:poisoner Gus:imp Hal:undertaker]

# Day 1
# exec Cid
[Ann:empath(poisoner:poisoned) Bob:slayer *Cid:chef* Dee:monk Eve:saint Fay:poisoner Gus:imp Hal:undertaker]

# Night 2
# poison Bob
# protect Hal
# kill Eve
[Ann:empath Bob:slayer(poisoner:poisoned) *Cid:chef* Dee:monk *Eve:saint* Fay:poisoner Gus:imp Hal:undertaker(monk:safe)]

# Day 2
# vote Cid
# exec Dee
[Ann:empath Bob:slayer(poisoner:poisoned) *~~Cid~~:chef* *Dee:monk* *Eve:saint* Fay:poisoner Gus:imp Hal:undertaker]

# Night 3
# poison Ann
# star Fay
[Ann:empath(poisoner:poisoned) Bob:slayer *~~Cid~~:chef* *Dee:monk* *Eve:saint* Fay:imp *Gus:imp* Hal:undertaker]

# Day 3
# vote Eve
# exec Hal
[Ann:empath(poisoner:poisoned) Bob:slayer *~~Cid~~:chef* *Dee:monk* *~~Eve~~:saint* Fay:imp *Gus:imp* *Hal:undertaker*]

# Night 4
# kill Bob
[Ann:empath *Bob:slayer* *~~Cid~~:chef* *Dee:monk* *~~Eve~~:saint* Fay:imp *Gus:imp* *Hal:undertaker*]
"""


INFORMED = """# Setup
[Uma:empath Kai:undertaker Joy:ravenkeeper Pat:mayor Sid:butler Nat:poisoner Ted:imp Wes:investigator]"""
TOLD = (
    ("poison Uma", "learns Wes spy Nat Sid", "learns Uma 1", "Pat +butler:master"),
    ("nom Uma > Wes 5", "exec Wes"),
    ("poison Kai", "kill Pat", "learns Uma 0", "learns Kai drunk"),
    ("nom Kai > Sid 4", "exec Sid"),
    ("poison Uma", "kill Joy", "learns Joy imp", "learns Uma 1", "learns Kai butler"),
    ("vote Wes", "nom Uma > Nat 3", "exec Nat"),
    ("kill Uma",),
)
"""A game with nominations and most of the information of players."""
MAD = """# Setup
[Eda:sage Bob:oracle Liv:flowergirl Max:artist Ole:seamstress Ria:cerenovus Udo:vigormortis Zoe:philosopher]"""
TOKENS = (
    ("Max +cerenovus:mad",),
    ("exec Ole",),
    ("Liv +cerenovus:mad", "kill Eda", "learns Bob 0"),
    ("nom Bob > Zoe 4", "exec Zoe"),
    ("Bob +cerenovus:mad", "kill Ria", "learns Bob 1"),
    ("vote Ole", "vote Eda", "exec Max"),
    ("kill Bob",),
)
"""One with tokens that have no verb of their own."""


@pytest.mark.parametrize(
    ("setup", "game", "most"), [(SETUP, GAME, 107), (INFORMED, TOLD, 150), (MAD, TOKENS, 130)]
)
def test_eight_players_over_four_nights_take_few_keys(setup: str, game: Game, most: int) -> None:
    """A typist who sees the items writes the setup and the shorthand. One key makes each next grimoire."""
    with Direct() as server:
        pressed = keys(plan(server, "botc", setup))
        text = setup
        for events in game:
            typed = ("" if text.endswith("\n") else "\n") + "\n".join(events)
            pressed += keys(Task(Desk(server, "botc", text), typed, before=text).steps()) + 1
            text += typed
            found = LANGUAGE.actions(Analysis.of(LANGUAGE, text), Span(len(text), len(text)))
            (action,) = [one for one in found if one.kind == NEXT]
            text = apply(text, action.edits)
            assert action.cursor == len(text)
    assert text == WHOLE or game is not GAME
    said = Analysis.of(LANGUAGE, text).diagnostics()
    assert [one.message for one in said if one.severity <= Severity.WARNING] == []
    assert pressed <= most, pressed


@pytest.mark.parametrize(
    ("event", "night", "entry"),
    [
        ("kill bob", True, Player("Bob", "virgin", ("imp:dead",), dead=True)),
        ("KILL virgin", False, Player("Bob", "virgin", dead=True)),
        ("exec b", True, Player("Bob", "virgin", dead=True)),
        ("bob > slayer", True, Player("Bob", "slayer")),
        ("bob>fortuneteller", True, Player("Bob", "fortune_teller")),
        ("swap bob cid", True, Player("Bob", "spy")),
        ("bob +drunk:is_the_drunk", True, Player("Bob", "virgin", ("drunk:is_the_drunk",))),
        ("bob + no_ability", True, Player("Bob", "virgin", ("virgin:no_ability",))),
        ("learns bob 2 evil", True, Player("Bob", "virgin")),
    ],
)
def test_shorthand_changes_a_player(event: str, night: bool, entry: Player) -> None:
    players = [Player("Ann", "imp"), Player("Bob", "virgin"), Player("Cid", "spy")]
    said = Shorthand.of(event)
    assert said is not None
    assert played(players, [said], night, "imp:dead")[1] == entry


def test_matron_swaps_two_seats_by_day() -> None:
    players = [Player("Ann", "imp"), Player("Bob", "virgin"), Player("Tom", "matron")]
    assert [one.name for one in played(players, [Shorthand("swap", "ann", "bob")], night=False)] == [
        "Bob",
        "Ann",
        "Tom",
    ]


@pytest.mark.parametrize(
    "event", ["kill zed", "vote ann", "ann > xyzzy", "poison ann", "ann +xyzzy", "star ann"]
)
def test_unclear_shorthand_is_refused(event: str) -> None:
    said = Shorthand.of(event)
    assert said is not None
    with pytest.raises(UnclearError):
        played([Player("Ann", "imp"), Player("Bob", "virgin")], [said], night=True)


LINES = st.sampled_from(
    [
        "kill ann", "  vote bob", "# Night 2", "# kill ann", "# Dusk", "bob +good", "ann > chef", "learns bob: a [b]", "learns bob 2 [A:b]", "learns ann {imp} (spy)",
        "nom ann > bob 3", "[*Ann:imp* Bob:chef(good,note:x)]", "", "swap ann bob", "# labels: {", "poison x y",
    ]
)  # fmt: skip


@given(st.lists(LINES, max_size=8))
def test_shorthand_survives_formatting(lines: list[str]) -> None:
    """Formatting and conversions keep the shorthand."""
    text = "\n".join(["[Ann:imp Bob:chef]", *lines])
    analysis = Analysis.of(LANGUAGE, text)
    if any(one.severity == Severity.ERROR for one in analysis.diagnostics()):
        return
    formatted = apply(text, format_document(analysis.document, Preferences()))
    assert [line.strip() for line in formatted.rstrip().splitlines()] == [
        line.strip() for line in text.rstrip().splitlines()
    ]
    drawn = LANGUAGE.convert(analysis, "drawing")
    back = LANGUAGE.convert(Analysis.of(LANGUAGE, drawn), "line")
    assert [line for line in back.splitlines() if line] == [line for line in text.splitlines() if line]


EDITIONS = ("trouble_brewing", "bad_moon_rising", "sects_and_violets", "experimental")
COUNTED = {"townsfolk", "outsider", "minion", "demon"}


def play(rng: Random, players: tuple[Player, ...], night: bool) -> list[str]:
    """Draw shorthand for a night or a day: deaths, votes, and tokens of characters in play."""
    events = list[str]()
    living = [one.name for one in players if not one.dead]
    for name in rng.sample(living, min(len(living) - 1, rng.choice([0, 1, 1, 2]))):
        events.append(f"{'kill' if night else rng.choice(['exec', 'exile'])} {name}")
    events += [f"vote {one.name}" for one in players if one.dead and not one.spent and rng.random() < 0.2]
    named = [(one.role, name) for one in players for name in roles()[one.role].tokens]
    tokens = [":".join(pair) for pair in named if pair[1] != "dead"]
    for token in rng.sample(tokens, min(len(tokens), rng.randrange(3))):
        events.append(f"{rng.choice(players).name} +{token}")
    return rng.sample(events, len(events))


@given(st.integers(0, 100_000))
def test_library_and_editor_write_the_same_game(seed: int) -> None:
    rng = Random(seed)
    script = [
        role.id for role in roles().values() if role.team in COUNTED and role.edition == rng.choice(EDITIONS)
    ]
    names = [role for role in script if not roles()[role].setup]
    game = clocktower.begin({f"P{n}": role for n, role in enumerate(rng.sample(names, 6))})
    text = game.record.rstrip()
    for number in range(6):
        events = play(rng, game.grimoire.players, night=number % 2 == 0)
        game = game.play(*events)
        text += "".join(f"\n{event}" for event in events)
        at = len(text) if events else len(text.rstrip())
        (action,) = [
            one for one in LANGUAGE.actions(Analysis.of(LANGUAGE, text), Span(at, at)) if one.kind == NEXT
        ]
        text = apply(text, action.edits).rstrip()
    assert [line for line in text.splitlines() if line and line[0] == "["] == [
        line for line in game.record.splitlines() if line[0] == "["
    ]


def test_library_ends_tokens_as_the_editor_does() -> None:
    game = clocktower.begin(
        {"Ann": "imp", "Bob": "chef", "Cid": "poisoner", "Dee": "monk", "Eve": "courtier"}
    )
    night = game.play("poison ann", "eve +drunk_3")
    assert night.grimoire.players[0].tokens == ("poisoner:poisoned",)
    second = night.play().play("protect bob")
    assert second.grimoire.players[0].tokens == ()
    assert second.grimoire.players[4].tokens == ("courtier:drunk_2",)
    assert second.play().grimoire.players[1].tokens == ()


def _said(text: str, slug: str) -> list[Diagnostic]:
    return [one for one in Analysis.of(LANGUAGE, text).diagnostics() if one.rule.slug == slug]


@pytest.mark.parametrize(
    ("token", "phases", "left"),
    [
        ("courtier:drunk_3", ["dusk", "dawn", "dusk"], "courtier:drunk_1"),
        ("courtier:drunk_1", ["dusk"], ""),
        ("summoner:night_1", ["dusk", "dusk"], "summoner:night_3"),
        ("leviathan:day_1", ["dawn", "dusk"], "leviathan:day_2"),
        ("leviathan:day_5", ["dawn"], "leviathan:day_5"),
    ],
)
def test_a_token_that_counts_advances(token: str, phases: list[str], left: str) -> None:
    player = Player("Ann", token.partition(":")[0], (token,))
    for phase in phases:
        player = replace(player, tokens=Moment((player,), (), frozenset({phase})).kept(player))
    assert player.tokens == ((left,) if left else ())


def test_count_of_days_follows_the_title() -> None:
    player = Player("Ann", "leviathan", ("leviathan:day_1",))
    assert Moment((player,), (), frozenset({"dawn"}), day=1).kept(player) == player.tokens


def test_shorthand_names_each_character_that_may_have_acted() -> None:
    seated = "[Ann:imp Bob:monk Cid:innkeeper Dee:devils_advocate Eve:chef]"
    [found] = _said(f"{seated}\nprotect ann\n", "jot-unclear")
    assert [fix.edits[0].text for fix in found.fixes] == [
        "ann +monk:safe", "ann +innkeeper:safe", "ann +devils_advocate:survives_execution",
    ]  # fmt: skip


def test_two_deaths_of_a_night_are_both_marked() -> None:
    players = [Player("Ann", "imp"), Player("Bob", "virgin"), Player("Cid", "spy")]
    after = played(players, [Shorthand("kill", "bob"), Shorthand("kill", "cid")], True, "imp:dead")
    assert [one.tokens for one in after] == [(), ("imp:dead",), ("imp:dead",)]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("execute bob", Shorthand("exec", "bob")),
        ("Exile bob", Shorthand("exile", "bob")),
        ("bob -> imp", Shorthand(">", "bob", "imp")),
        ("nom ann -> bob 3", Shorthand("nom", "ann", "bob 3")),
    ],
)
def test_shorthand_has_other_spellings(line: str, event: Shorthand) -> None:
    assert Shorthand.of(line) == event
    said = Analysis.of(LANGUAGE, f"[Ann:chef Bob:virgin]\n{line}\n").diagnostics()
    assert not [one.message for one in said if one.severity <= Severity.WARNING]


@pytest.mark.parametrize(
    "text",
    [
        "[Ann:imp Bob:chef] # night 1\nkill bob # by [the] imp\nlearns ann 2 # true\n",
        "# Night 1 # the first\n[Ann:imp Bob:chef]# note\n",
        "[\n  Ann:imp # the Demon\n  Bob:chef\n]\n",
        "{imp chef} # a bag\n",
    ],
)
def test_a_comment_may_end_any_line(text: str) -> None:
    analysis = Analysis.of(LANGUAGE, text)
    assert not [one.message for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
    formatted = apply(text, format_document(analysis.document, Preferences()))
    assert [line.split() for line in formatted.splitlines()] == [
        line.replace("]#", "] #").split() for line in text.splitlines()
    ]


def test_comment_after_a_grimoire_has_no_meaning() -> None:
    text = "[Ann:imp Bob:chef Cid:monk] # Night 4: kill bob\n[Ann:imp Bob:chef Cid:monk] # kill ann\n"
    analysis = Analysis.of(LANGUAGE, text)
    at = len(text)
    (action,) = [one for one in LANGUAGE.actions(analysis, Span(at, at)) if one.kind == NEXT]
    assert apply(text, action.edits).splitlines() == [*text.splitlines(), "[Ann:imp Bob:chef Cid:monk]"]


def test_ignore_comment_counts_at_the_end_of_a_line() -> None:
    assert not _said("[Ann:imp Bob:chef Bob:monk] # kibitz: ignore BOT101\n", "duplicate-player")
    assert _said("[Ann:imp Bob:chef Bob:monk] # ignore BOT101\n", "duplicate-player")


def test_next_grimoire_keeps_comments_of_shorthand() -> None:
    text = "[Ann:imp Bob:chef Cid:monk]\nkill bob # by the imp\n"
    (action,) = [
        one for one in LANGUAGE.actions(Analysis.of(LANGUAGE, text), Span(30, 30)) if one.kind == NEXT
    ]
    lines = apply(text, action.edits).splitlines()
    assert lines[1:3] == ["# kill bob # by the imp", "[Ann:imp *Bob:chef(imp:dead)* Cid:monk]"]


@pytest.mark.parametrize(
    ("line", "verb"), [("kil bob", "kill"), ("exce bob", "exec"), ("nomm ann > bob", "nom")]
)
def test_misspelt_shorthand_is_corrected(line: str, verb: str) -> None:
    [found] = _said(f"[Ann:imp Bob:chef]\n{line}\n", "stray-text")
    assert [fix.edits[0].text for fix in found.fixes] == [verb]
