"""Reads one tag: its tree as a frozen value, what is wrong in it as a problem relative to it."""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.grammar import Unreadable
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.trees import Token
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span
from kibitz.languages.qgn.text.items import GRAMMAR, pattern, shown, span_of
from kibitz.languages.qgn.text.model import NOWHERE, Tag

EXPECTED = 'a tag such as `[key "tictactoe"]`'


@cache
def plain_tag() -> re.Pattern[str]:
    """The rule `tag` with a key and a value in double quotes, of the terminals of the grammar."""
    key, value, blank = (pattern(name).pattern for name in ("KEY", "STRING", "BLANK"))
    return re.compile(rf"\[(?:{blank})?{key}(?:{blank})?{value}(?:{blank})?\]")


@remembered
def read_tag(text: str, rules: Rules) -> Tag:
    """A tag, as much of it as there is; at most one thing is said of a broken one."""
    tree = GRAMMAR.parse(text, "tag")
    if isinstance(tree, Unreadable):
        unreadable = rules["syntax"].at(0, len(text), found=shown(text), expected=EXPECTED)
        return Tag(text, "", "", NOWHERE, NOWHERE, False, (unreadable,))
    tokens = {token.type: token for token in tree.scan_values(lambda one: isinstance(one, Token))}
    name = tokens.get("KEY", tokens.get("ODD_KEY"))
    kinds = ("STRING", "SINGLE_QUOTED", "OPEN_STRING", "BARE")
    value = next((tokens[kind] for kind in kinds if kind in tokens), None)
    key_at = span_of(name) if name is not None else Span(1, 1)
    value_at = Span(key_at.end, key_at.end) if value is None else _inside(value)
    problem = _tag_problem(text, tokens, key_at, value, rules)
    return Tag(
        text,
        str(name or ""),
        text[value_at.start : value_at.end],
        key_at,
        value_at,
        sound=problem is None,
        problems=() if problem is None else (problem,),
    )


def _inside(value: Token) -> Span:
    start, end = span_of(value)
    if value.type in {"STRING", "SINGLE_QUOTED"}:
        return Span(start + 1, end - 1)
    return Span(start + 1, end) if value.type == "OPEN_STRING" else Span(start, end)


def _tag_problem(
    text: str, tokens: dict[str, Token], key_at: Span, value: Token | None, rules: Rules
) -> Diagnostic | None:
    """The first thing that is wrong with a tag."""
    if key_at.start == key_at.end:
        return rules["syntax"].at(0, len(text), found=shown(text), expected=EXPECTED)
    if (odd := tokens.get("ODD_KEY")) is not None:
        good = re.sub(r"[^A-Za-z0-9_]", "_", odd)
        good = good if pattern("KEY").fullmatch(good) else f"_{good}"
        return rules["tag-key"].at(*key_at, key=shown(odd), fixes=[Fix.of(f"write `{good}`", *key_at, good)])
    if value is None or (value.type == "BARE" and not value.strip()):
        # Blanks that are none to the grammar, such as U+2028, are no value either.
        return rules["no-value"].at(*key_at, key=tokens["KEY"])
    if (extra := tokens.get("EXTRA")) is not None and value.type != "BARE":
        return rules["too-much"].at(*span_of(extra), found=shown(extra.rstrip()))
    return _value_problem(text, tokens, value, rules) or _unclosed_tag(text, tokens, rules)


def _value_problem(text: str, tokens: dict[str, Token], value: Token, rules: Rules) -> Diagnostic | None:
    start, end = _inside(value)
    if value.type == "OPEN_STRING":
        closing = text[start:end].rstrip()
        edits = (Edit(start - 1, end, f'"{closing}"' + ("" if "CLOSE" in tokens else "]")),)
        return rules["unclosed-value"].at(start - 1, end, fixes=[Fix('close it with `"`', edits)])
    if value.type == "SINGLE_QUOTED" and "CLOSE" in tokens:
        quotes = (Edit(start - 1, start, '"'), Edit(end, end + 1, '"'))
        fix = Fix("use double quotes", quotes, safe=True)
        return rules["single-quotes"].at(start - 1, end + 1, fixes=[fix])
    if value.type == "BARE" and "CLOSE" in tokens:
        stop = len(text[: span_of(tokens["CLOSE"]).start].rstrip())
        bare = text[start:stop]
        severity = None if pattern("PLAIN_VALUE").match(bare) else Severity.ERROR
        fix = Fix.of("put it in quotes", start, stop, f'"{bare.replace(chr(34), "")}"', safe=severity is None)
        return rules["unquoted-value"].at(start, stop, value=shown(bare), severity=severity, fixes=[fix])
    return None


def _unclosed_tag(text: str, tokens: dict[str, Token], rules: Rules) -> Diagnostic | None:
    if "CLOSE" in tokens:
        return None
    fix = Fix.of("close it with `]`", len(text), len(text), "]")
    return rules["unclosed-tag"].at(0, len(text), fixes=[fix])
