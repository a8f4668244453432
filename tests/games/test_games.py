"""The games as a library: no grammars and no protocols, and the same rules as the checks."""

from __future__ import annotations

import doctest
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from itertools import islice
from random import Random

import pytest

import kibitz
from case import read
from folders import CASES, ROOT
from kibitz.games import IllegalError, blackjack, clocktower, figgie, quibbble
from kibitz.games.reading import Record
from kibitz.languages.qgn.game.games import known_games
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.position import Move

NAMES = ("blackjack", "clocktower", "figgie", "quibbble")
PAGE = ROOT / "server" / "docs" / "library.md"
SEEDED = {"tsuro", "indigo", "onitama", "stratego", "carcassonne", "Quill"}
CARDS = sorted(known_games()["Quill"].deck_cards)


def begun(key: str, seed: int) -> quibbble.Game:
    """A game of two teams before its first action."""
    decks = (CARDS[:30], CARDS[29:]) if key == "Quill" else ()
    return quibbble.begin(key, ["red", "blue"], seed=seed if key in SEEDED else None, decks=decks)


def wrong(record: str, language: str) -> list[str]:
    """Errors and warnings."""
    return [one.message for one in kibitz.check(record, language) if one.severity in {"error", "warning"}]


@pytest.mark.parametrize("name", NAMES)
def test_games_import_no_grammar_or_protocol(name: str) -> None:
    code = f"import sys, kibitz.games.{name}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert not {"lark", "pygls", "lsprotocol"} & {one.partition(".")[0] for one in loaded}
    rooms = {
        one.split(".")[3] for one in loaded if one.startswith("kibitz.languages.") and one.count(".") > 2
    }
    assert rooms == {"game"}


@pytest.mark.parametrize("name", NAMES)
def test_the_docstrings(name: str) -> None:
    module = import_module(f"kibitz.games.{name}")
    tried = doctest.testmod(module)
    assert tried.failed == 0 < tried.attempted
    assert {*module.__all__} <= {*re.findall(r"\w+", PAGE.read_text())}


def test_the_page() -> None:
    """The printed text equals the comment after `#`."""
    scope: dict[str, object] = {}
    text = PAGE.read_text()
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        with redirect_stdout(StringIO()) as said:
            exec(block, scope)  # noqa: S102 - our own page.
        for expected in re.findall(r"\)  # (.*)", block):
            assert expected in said.getvalue()


def test_page_names_existing_parts() -> None:
    homes = (kibitz, kibitz.games, blackjack, clocktower, figgie, quibbble)
    classes = (Record, quibbble.Game, blackjack.Round, figgie.Round, figgie.Beliefs, clocktower.Game)
    there = {"str", *(name for one in (*homes, *classes) for name in dir(one))}
    there |= {name for one in classes for name in one.__annotations__}
    rows = re.findall(r"^\| (`.*?) \|", PAGE.read_text(), re.MULTILINE)
    assert len(rows) > 12
    for row in rows:
        for code in re.findall(r"`([^`]+)`", row):
            name = code.partition("(")[0].rpartition(".")[2]
            assert name in there, code


@pytest.mark.parametrize("key", quibbble.KEYS)
def test_random_games_are_legal_records(key: str) -> None:
    """The checker of records accepts every legal move of the library, and a refused one raises with a reason."""
    random = Random(key)
    game = begun(key, 5)
    for _ in range(60):
        legal = [*game.legal]
        if game.over or not legal:
            break
        with pytest.raises(IllegalError):
            game.play(legal[0]._replace(team=1 - legal[0].team, sign="?"))
        game = game.play(str(random.choice(legal)))
    assert game.actions
    assert wrong(game.record, "qgn") == []
    assert pickle.loads(pickle.dumps(game.actions)) == game.actions  # noqa: S301 - what has just been pickled.
    assert "<svg" in game._repr_svg_()
    assert str(game)


def test_legal_moves_are_lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the thousands of exchanges of a set-up costs time."""
    switches = Stratego.switches

    def two(self: Stratego, team: int) -> Iterator[Move]:
        yield from islice(switches(self, team), 2)
        raise AssertionError("nobody has asked for a third one")

    monkeypatch.setattr(Stratego, "switches", two)
    game = quibbble.begin("stratego", seed=1)
    assert len([*islice((act for act in game.legal if act.sign == "s"), 2)]) == 2


def test_games_that_there_are_not() -> None:
    for call, why in (
        (lambda: quibbble.begin("chess"), "there is no game 'chess'"),
        (lambda: quibbble.begin("connect4", ["a"]), "connect4 is for 2"),
        (lambda: quibbble.begin("tsuro"), "tsuro is dealt by a seed"),
        (lambda: quibbble.begin("Quill", seed=1), "Quill is played with two decks of 30 of its cards"),
        (
            lambda: quibbble.begin("Quill", seed=1, decks=[["U0002"] * 30, ["x"] * 30]),
            "Quill is played with two decks",
        ),
        (lambda: quibbble.begin("connect4", decks=[["U0002"]]), "connect4 is played with no decks"),
        (lambda: quibbble.begin("connect4", variant="x"), "connect4 has no variant 'x'"),
        (lambda: quibbble.begin("connect4").play("drop"), "is not an action"),
        (lambda: quibbble.begin("connect4").play("0p&9"), "connect4 has no action `0p&9`"),
        (lambda: clocktower.deal(30), "not enough for a setup of 30 players"),
    ):
        with pytest.raises(ValueError, match=re.escape(why)):
            call()


@pytest.mark.parametrize("seed", range(40))
def test_hands_of_blackjack_are_legal_records(seed: int) -> None:
    """By basic strategy and by chance, with splits and doubles, for several players."""
    random, shoe = Random(seed), blackjack.shoe(2, seed)
    hand = blackjack.begin(players=1 + seed % 3, decks=2)
    while hand.turn:
        with pytest.raises(IllegalError):
            hand.play("x")
        action = hand.advised if seed % 2 else random.choice([*hand.legal] or [""])
        hand = hand.play(action, shoe)
    assert wrong(hand.record, "bjn") == []
    assert hand.outcome is not None
    with pytest.raises(IllegalError, match="the round is over"):
        hand.play("", shoe)
    assert "<svg" in hand._repr_svg_()


@pytest.mark.parametrize("seed", range(80))
def test_hands_by_house_rules_are_legal_records(seed: int) -> None:
    random, shoe = Random(seed), blackjack.shoe(2, seed)
    rules = tuple(random.sample([*blackjack.HOUSE_RULES], 1 + seed % 4))
    hand = blackjack.begin(players=1 + seed % 3, decks=2, rules=rules)
    if hand.table.setup.contradictions:
        return
    while hand.turn:
        hand = hand.play(random.choice([*hand.legal] or [""]) if seed % 3 else hand.advised, shoe)
    assert wrong(hand.record, "bjn") == []
    # A record shows only a loss if a player surrenders to a blackjack of the dealer.
    read = kibitz.read(hand.record, "bjn").games
    assert [one.record for one in read] == [hand.record]
    if not hand.table.dealer.blackjack:
        assert [*read] == [hand]


@pytest.mark.parametrize("key", quibbble.KEYS)
def test_quibbble_games_are_read_back(key: str) -> None:
    for seed in range(4):
        random, game = Random(seed), begun(key, seed)
        for _ in range(random.randrange(60)):
            legal = [*islice(game.legal, 40)]
            if game.over or not legal:
                break
            game = game.play(random.choice(legal))
        assert kibitz.read(game.record, "qgn").games[0] == game


@pytest.mark.parametrize("seed", range(60))
def test_hands_of_a_shoe_are_read_back(seed: int) -> None:
    """Hands alone and one after the other, finished or not, by all rules of houses."""
    random, gone, games = Random(seed), tuple[str, ...](), list[blackjack.Round]()
    rules = tuple(random.sample([*blackjack.HOUSE_RULES], seed % 6))
    decks = random.choice([1, 2, 6])
    if blackjack.begin(rules=rules).table.setup.contradictions:
        return
    for _ in range(random.randint(1, 4)):
        hand = blackjack.begin(1 + seed % 3, decks, rules, gone)
        while hand.turn and random.random() < 0.98:
            looked = "peek" in rules and hand.table.dealer.hidden
            unseen = [card for card, left in hand.unseen.items() for _ in range(left)]
            with suppress(*[IllegalError] * looked):
                hand = hand.play(random.choice([*hand.legal] or [""]), random.choice(unseen))
        if hand.turn and hand.table.given_up:
            # The record says who surrenders when the round is over.
            break
        games.append(hand)
        hidden = ("??",) * hand.table.dealer.hidden
        gone += *hidden, *(card for hands in hand.table.seats for one in hands for card in one.cards)
        if len(gone) > 26 * decks:
            break
    together = kibitz.read("// shoe\n" + "".join(game.record for game in games), "bjn")
    assert [*together.games] == games
    assert not [one for one in together.findings if one.severity in ("error", "warning")]
    assert [kibitz.read(game.record, "bjn").games[0] for game in games] == games


def test_advice_of_a_round_knows_surrenders() -> None:
    hand = blackjack.begin(1, 6, ("surr",))
    for card in ("ts", "", "6d", "tc"):
        hand = hand.play(card=card)
    assert (hand.legal, hand.advised) == ("^!_r", "r")
    assert blackjack.begin(1, 6).play(card="ts").play().play(card="6d").play(card="tc").advised == "^"


def test_written_surrender_stays_without_the_hole_card() -> None:
    record = "{1.312.surr}|1.1..ts.|0.1...?|1.1..6d.|0.1..tc.|1.1..._|[r]\n"
    hand = kibitz.read(record, "bjn").games[0]
    assert isinstance(hand, blackjack.Round)
    assert (hand.record, str(hand.outcome), hand.gain) == (record, "[r]", -0.5)


def test_payments_of_houses() -> None:
    hand = blackjack.begin(rules=("surr", "6to5"))
    for card in ("8s", "", "8d", "7c"):
        hand = hand.play(card=card)
    assert hand.legal == "^!/_r"
    given_up = hand.play("r").play("%", "td")
    assert (given_up.gain, given_up.record[-23:]) == (-0.5, "|1.1..._|0.1.%.td.|[r]\n")
    assert kibitz.read(given_up.record, "bjn").games == (given_up,)
    assert "r" not in hand.play("^", "2d").legal
    hand = blackjack.begin(rules=("6to5", "nohole"))
    for card in ("as", "7c", "kd"):
        hand = hand.play(card=card)
    while hand.turn:
        hand = hand.play(hand.legal, "td")
    assert hand.gain == 1.2


def test_a_dealer_who_has_looked_has_no_blackjack() -> None:
    hand = blackjack.begin(rules=("peek",))
    for card in ("8s", "", "8d", "kc"):
        hand = hand.play(card=card)
    hand = hand.play("_")
    with pytest.raises(IllegalError, match="with `as` the dealer would have shown a blackjack before"):
        hand.play("%", "as")
    assert hand.play("%", iter(["as", "9s"])).table.dealer.total == 19


def test_shoe_counts_cards() -> None:
    hand = blackjack.begin().play(card="as").play()
    with pytest.raises(IllegalError, match="`as` is not in the shoe any more"):
        hand.play(card="as")


@pytest.mark.parametrize("rule", figgie.PAYOUTS)
@pytest.mark.parametrize("seed", range(10))
def test_rounds_of_figgie_are_legal_records(seed: int, rule: str) -> None:
    random, game = Random(seed), figgie.deal(seed, 4 + seed % 2, rule)
    for _ in range(seed * 3):
        move = random.choice([*game.legal])
        game = game.trade(str(move.buyer), str(move.seller), str(move.card), random.choice([1, 2.5, 7, 15]))
    assert wrong(game.record, "pfn") == []
    assert kibitz.read(game.record, "pfn").games[0] == game
    assert game.result() == game.result(rule) == game.result(figgie.PAYOUTS[rule])
    assert "<svg" in game._repr_svg_()
    assert abs(sum(figgie.beliefs(game.hands["P1"]).values()) - 1) < 1e-9


def test_flat_rounds_of_figgie_have_no_ante() -> None:
    game = figgie.deal(1, rule="flat")
    assert [*game.banks.values()] == [350] * 4
    end = game.result()
    assert end is not None
    assert sum(end.banks.values()) == 1500
    with pytest.raises(IllegalError, match="the payout is 'standard' or 'flat', not 'even'"):
        game.result("even")


def test_rounds_of_figgie_survive_their_record() -> None:
    """Unfinished and wrong records as well, except rounds that only the banks describe: the end of these is unknown."""
    for path in (CASES / "pfn").glob("*/*.case"):
        record = read(path).text
        for game in kibitz.read(record, "pfn").games:
            by_banks = game.rule.name == "flat" or (game.deal.hands is None and game.deal.count is None)
            if game.result() is not None or not by_banks:
                assert kibitz.read(game.record, "pfn").games == (game,)


def test_trades_that_there_are_not() -> None:
    game = figgie.deal(1)
    card = game.hands["P2"][0]
    for wanted, why in (
        (("P1", "P1", card, 1), "P1 can't trade with itself"),
        (("P1", "P3", card, 1), f"P3 does not have {card}"),
        (("P9", "P2", card, 1), "P9 does not play"),
        (("P1", "P2", card, 301), "P1 has 300 chips"),
        (("P1", "P2", card, 0), "a price is above 0"),
    ):
        with pytest.raises(IllegalError, match=re.escape(why)):
            game.trade(*wanted)


@pytest.mark.parametrize("players", range(5, 16))
@pytest.mark.parametrize("edition", ["trouble_brewing", "bad_moon_rising", "sects_and_violets"])
def test_grimoires_are_legal_setups(players: int, edition: str) -> None:
    game = clocktower.deal(players, edition, seed=players)
    assert clocktower.deal(players, edition, seed=players) == game
    assert wrong(game.record, "botc") == []
    assert "<svg" in game._repr_svg_()


def test_impossible_events_at_night() -> None:
    game = clocktower.begin({"Ann": "imp", "Bob": "chef", "Cid": "baron", "Dee": "butler", "Eve": "monk"})
    for event, why in (
        ("kill zoe", "no player here is called `zoe`"),
        ("kil bob", "`kil bob` says nothing that happens"),
        ("bob > monk", "no character in play can turn Bob, the Chef, into the Monk"),
        ("bob + bad", "no character in play has a token `bad`"),
        ("bob + chef:bad", "no character has a token `chef:bad`"),
        ("vote bob", "`Bob` is alive and has no ghost vote"),
    ):
        with pytest.raises(IllegalError, match=re.escape(why)):
            game.play(event)
    with pytest.raises(IllegalError, match="no character in play can bring Bob back"):
        game.play("kill bob").play("revive bob")
    with pytest.raises(IllegalError, match="there is no character `chev`; did you mean `chef`"):
        clocktower.begin({"Ann": "chev"})
    assert game.play("kill ann").winner == "good"


def test_hands_that_are_no_deal() -> None:
    whole = [*figgie.deal(1).dealt.values()]
    assert figgie.begin(*whole) == figgie.deal(1)
    first, second, *others = whole
    for hands, why in (
        (whole[:3], "4 or 5 players have equal hands"),
        ([first[1:], second, *others], "4 or 5 players have equal hands"),
        ([(*first[1:], second[0]), second, *others], f"{second[0]} is dealt twice"),
        ([(*first[1:], "X1"), second, *others], "`X1` is not a card"),
        (
            [(*first[1:], "H12" if "H12" not in sum(whole, ()) else "S12"), second, *others],
            "these cards do not make a deck",
        ),
    ):
        with pytest.raises(IllegalError, match=re.escape(why)):
            figgie.begin(*hands)


def test_split_aces_are_split_again() -> None:
    hand = blackjack.begin(decks=6, rules=("sp4", "rsa", "one"))
    for card in ("as", "", "ad", "6c"):
        hand = hand.play(card=card)
    hand = hand.play("/").play("^", "ac")
    assert (hand.turn, hand.legal, hand.advised) == ((1, 1), "/_", "/")
    assert hand.values["/"] > hand.values["_"]
    assert hand.play("_").turn == hand.play("/").play("^", "5c").turn == (1, 2)
