"""Agreement with the reference parser, text by text: accepted texts have no error, rejected ones have one."""

from __future__ import annotations

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.languages import load

QGN = load("qgn")
TAGS = '[key "go"][teams "a, b"]'
HEAD = '[key "go"]\n[teams "a, b"]\n\n'
SPECIFICATION = (
    '[key "carcassonne"]\n[teams "a, b"]\n[seed "123"]\n[completed "false"]\n[date "10-31-2021"]\n\n'
    "0c 0a&1.2 0b&1.2.k.b 1c 1c 1c 1a&0.1 1b&0.1.m {you can add\ncomments like so} 0a&2.2 0b&2.2.t.l"
)

ACCEPTED = {
    "blanks are free in a tag": (f'[ key  "go" ] {TAGS[10:]}', ""),
    "no blank at all": ('[key"go"][teams"a, b"]', ""),
    "breaks between key and value": ('[key\n"go"]\n[teams\n\n"a, b"]', ""),
    "several tags on one line": (TAGS, ""),
    "an underscore begins a key": (TAGS + '[_x1 "v"]', ""),
    "a backslash is no escape": (TAGS + '[x "a\\"]', ""),
    "a word without quotes": (f"{TAGS}[mode solo]", "W unquoted-value"),
    "a digit without quotes": (f"{TAGS}[seed 7]", "W unquoted-value"),
    "single quotes": (f"{TAGS}[mode 'solo']", "W single-quotes"),
    "a tag twice": (TAGS + '[key "chess"]', "W duplicate-tag"),
    "a comma without a blank is no separator": ('[key "go"][teams "a,b"]', "W teams-separator"),
    "the same team twice": ('[key "go"][teams "a, a"]', "W same-team"),
    "a comment between tags": ('[key "go"] {c} [teams "a, b"]', "W comment-between-tags"),
    "any ASCII character is an action": (f"{HEAD}0. 0] 0{{ 0!&x", ""),
    "details are anything": (HEAD + "0a&-1.é.x-y", ""),
    "leading zeros": (HEAD + "00a 01b", ""),
    "empty details": (HEAD + "0a&", "W empty-detail"),
    "an empty last detail": (HEAD + "0a&1.", "W empty-detail"),
    "a blank before the &": (HEAD + "0a &1", "H blank-before-ampersand"),
    "a blank behind the & swallows the next action": (HEAD + "0a& 1b", "W blank-after-ampersand"),
    "a comment over lines": (HEAD + "0a {b\nc} 1a", ""),
    "a comment glued to a detail": (HEAD + "0a&1{c}", "W glued-comment"),
    "// to the end of the line": (HEAD + "0a // c\n1a", "H other-comment"),
    "/* */ between actions": (HEAD + "0a /* c */ 1a", "H other-comment"),
    "a comment behind a line break": (HEAD + "0a\n{c} 1a", "I comment-after-break"),
    "a comment behind a tab": (HEAD + "0a\t{c} 1a", "I comment-after-break"),
    "CR LF among actions": (HEAD + "0a\r\n1a\r\n0b", "W crlf"),
    "a byte order mark": ("\ufeff" + HEAD + "0a", ""),
    "no action": (HEAD, ""),
    "several games": (HEAD + "0a\n\n" + HEAD + "1a", ""),
    "a game of an unknown key": ('[key "x y z"][teams "a"] 0q&1', ""),
    "the example of the specification": (SPECIFICATION, "I own-variant"),
    "completed is true or false": (TAGS + '[completed "yes"]', "W tag-value"),
    "seed is a whole number": (TAGS + '[seed "x"]', "W tag-value"),
    "date is a day": (TAGS + '[date "02-30-2021"]', "W date"),
    "a known game by another case": ('[key "Tsuro"][teams "a, b"]', "W game-name-case"),
}
REJECTED = {
    # The server rejects these.
    "a known game with too many teams": ('[key "onitama"][teams "a, b, c"][seed "1"]', "E team-count"),
    "an unknown variant": ('[key "tsuro"][teams "a, b"][variant "x"][seed "1"]', "E unknown-variant"),
    "an odd key": (f'{TAGS}[my-key "v"]', "E tag-key"),
    "a key that begins with a digit": (f'{TAGS}[1x "v"]', "E tag-key"),
    "several words without quotes": (f"{TAGS}[mode a b]", "E unquoted-value"),
    "a number of two digits without quotes": (f"{TAGS}[seed 12]", "E unquoted-value"),
    "no ]": ('[teams "a, b"]\n[key "go"\n', "E unclosed-tag"),
    "no closing quote": ('[teams "a, b"]\n[key "go]\n', "E unclosed-value"),
    "a line break in a value": ('[teams "a, b"]\n[key "g\no"]\n', "E unclosed-value, E syntax"),
    "no value": (TAGS + "[seed]", "E no-value"),
    "no key": ('[teams "a, b"] 0a', "E missing-tag"),
    "no teams": ('[key "go"] 0a', "E missing-tag"),
    "an empty key": ('[key ""][teams "a, b"]', "E empty-tag"),
    "empty teams": ('[key "go"][teams ""]', "E empty-tag"),
    "an empty team": ('[key "go"][teams "a, , b"]', "E empty-team"),
    "a tag behind an action": (HEAD + '0a [seed "7"]', "E tag-after-action"),
    "a team that is not there": (HEAD + "2a", "E team-index"),
    "two &": (HEAD + "0a&1&2", "E two-ampersands"),
    "no action character": (HEAD + "0", "E no-action-character"),
    "two action characters": (HEAD + "0ab", "E syntax"),
    "an action character beyond ASCII": (HEAD + "0é", "E syntax"),
    "no team index": (HEAD + "a&1", "E syntax"),
    "a comment glued to an action": (HEAD + "0a{c}", "E glued-comment"),
    "a comment that nothing closes": (HEAD + "0a {c", "E unclosed-comment"),
    "a comment in a comment": (HEAD + "0a {b {c} d} 1a", "E stray-closer"),
    "a record of BGN": ('[Game "go"][Teams "a, b"] 0a', "E legacy-record"),
}


def said(text: str) -> str:
    """Return the findings of a record, without the one about unknown games."""
    found = [one for one in Analysis.of(QGN, text).diagnostics() if one.rule.slug != "own-game"]
    return ", ".join(f"{one.severity.name[0]} {one.rule.slug}" for one in found)


@pytest.mark.parametrize(("text", "expected"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepted_texts_have_no_error(text: str, expected: str) -> None:
    assert said(text) == expected
    assert "E " not in expected


@pytest.mark.parametrize(("text", "expected"), REJECTED.values(), ids=REJECTED)
def test_rejected_texts_have_an_error(text: str, expected: str) -> None:
    assert said(text) == expected
    assert expected.startswith("E ")


FIXED = {
    "quotes": (f"{TAGS}[mode solo]", f'{TAGS}[mode "solo"]'),
    "single quotes": (f"{TAGS}[mode 'solo']", f'{TAGS}[mode "solo"]'),
    "older tag among new ones": (f'{TAGS}[Seed "7"]', f'{TAGS}[seed "7"]'),
    "teams": ('[key "go"][teams "a,b"]', '[key "go"][teams "a, b"]'),
    "tag behind an action": (HEAD + '0a [seed "7"]', '[key "go"]\n[teams "a, b"]\n[seed "7"]\n\n0a'),
    "glued to an action": (HEAD + "0a{c}", HEAD + "0a {c}"),
    "glued to a detail": (HEAD + "0a&1{c}", HEAD + "0a&1 {c}"),
    "comment between tags": ('[key "go"] {c} [teams "a, b"]', '[key "go"] [teams "a, b"] {c}'),
    "CR LF": (HEAD + "0a\r\n1a", HEAD + "0a\n1a"),
    "a date of another order": (TAGS + '[date "2021-10-31"]', TAGS + '[date "10-31-2021"]'),
    "a date that may be two": (TAGS + '[date "5-6-21"]', None),
}


@pytest.mark.parametrize(("text", "mended"), FIXED.values(), ids=FIXED)
def test_fixed_texts_are_accepted(text: str, mended: str | None) -> None:
    """The first fix of the first thing that has one, or none."""
    ways = [way for one in Analysis.of(QGN, text).diagnostics() for way in one.fixes]
    if mended is not None:
        assert apply(text, ways[0].edits) == mended
    else:
        assert not ways


def test_the_reference_writer_is_clean() -> None:
    """Each tag gets a line, in any order. An empty line and the actions with single spaces follow."""
    for tags in ('[key "go"]\n[teams "a, b"]\n[seed "1"]', '[teams "a, b"]\n[seed "1"]\n[key "go"]'):
        text = f"{tags}\n\n0a&1.2 1c 0b\n"
        assert said(text) == ""
        assert not format_document(Analysis.of(QGN, text).document, Preferences())
