"""The tags of a game: missing, repeated and older ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from kibitz.core.bounds import STRANGE
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import nearest, quoted
from kibitz.languages.qgn.check import values
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.head import LEGACY, REQUIRED, decks_of, is_legacy, value_at, winning
from kibitz.languages.qgn.text.items import shown
from kibitz.languages.qgn.text.model import Junk, Part, Tag
from kibitz.languages.qgn.text.record import tag_spans

OTHERS = ("id", "kind", "mode", "event")
"""Valid tags that resemble other tags."""
EXAMPLES = {"key": '[key "name"]', "teams": '[teams "a, b"]'}


def check(part: Part, rules: Rules, games: Games) -> Iterator[Diagnostic]:
    """Yield the findings in a head."""
    tags = winning(part)
    # The unread part may hold the missing tag.
    whole = not any(isinstance(item, Junk) and item.unread for _, item in part.items[-1:])
    if whole:
        yield from _missing(part, tags, rules)
    yield from _legacy(part, rules)
    if is_legacy(part):
        # Report the rest after the conversion.
        return
    yield from _duplicates(part, rules)
    known = games.get(tags["key"][1].value) if "key" in tags else None
    misspelt = [*_misspelt(tags, known.tags if known is not None else (), rules)]
    seed = next((one for one in misspelt if one.fixes[0].edits[0].text == "seed"), None)
    if whole and known is not None and known.deck:
        yield from _decks(known, tags, rules)
    elif whole and known is not None and known.replay and "seed" not in tags:
        lost = rules["no-seed"].at(*value_at(tags, "key"), game=f"`{known.key}`")
        if seed is not None:
            misspelt.remove(seed)
            related = (Related(seed.span, "this may be it"),)
            lost = lost._replace(severity=Severity.WARNING, related=related, fixes=seed.fixes)
        yield lost
    yield from misspelt
    for key, (start, tag) in tags.items():
        if key in REQUIRED and not tag.value and tag.sound:
            role = "names the game" if key == "key" else "names the teams"
            yield rules["empty-tag"].at(start, start + len(tag.text), key=tag.key, role=role)
        elif (tag.value or key == "variant") and key not in LEGACY:
            for problem in values.check(key, tag.value, known, rules, games):
                yield problem.shifted(start + tag.value_at.start)


def _decks(known: Known, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    """Yield the fault of the decks of a game, or its missing seed."""
    at, problem = value_at(tags, "key"), ""
    if lacking := [f"`{name}`" for name in ("seed", "Decks") if name not in tags]:
        problem = f"there is no tag {' and no tag '.join(lacking)}"
    else:
        at = value_at(tags, "Decks")
        _, problem = decks_of(tags["Decks"][1].value, known)
    if problem:
        yield rules["decks"].at(*at, problem=problem, game=f"`{known.key}`", size=known.deck)


def missing(names: list[str], at: int, end: int, behind: str, rules: Rules) -> Diagnostic:
    """Return the finding of missing required tags. Its fix writes them at `at`, followed by `behind`."""
    text = "".join(f"{EXAMPLES[name]}\n" for name in names) + behind
    listed = " and no ".join(f"tag `{name}`" for name in names)
    fix = Fix.of(f"Add {quoted(names)}", at, at, text)
    return rules["missing-tag"].at(at, end, missing=listed, fixes=[fix])


def _missing(part: Part, tags: Mapping[str, tuple[int, Tag]], rules: Rules) -> Iterator[Diagnostic]:
    names = [name for name in REQUIRED if name not in tags]
    spans = [*tag_spans(part), *(placed.span for placed in part.items), Span(0, 0)]
    if names == ["teams"]:
        start, key = tags["key"]
        behind = start + len(key.text)
        fix = Fix.of("Add `teams`", behind, behind, f"\n{EXAMPLES['teams']}")
        yield rules["missing-tag"].at(*spans[0], missing="tag `teams`", fixes=[fix])
    elif names:
        yield missing(names, *spans[0], "", rules)


def _misspelt(
    tags: Mapping[str, tuple[int, Tag]], usual: Sequence[str], rules: Rules
) -> Iterator[Diagnostic]:
    """Yield the tags that are probably typos of missing tags."""
    known = [*REQUIRED, "completed", "date", "seed", "variant", *usual]
    for key, (start, tag) in islice(tags.items(), STRANGE):
        near = nearest(key, known) if key not in {*known, *LEGACY, *OTHERS} else None
        if near is not None and near not in tags:
            at = tag.key_at.shifted(start)
            yield rules["tag-name"].at(*at, key=shown(key), known=near, fixes=[values.write(at, key, near)])


def _duplicates(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    for number, placed in enumerate(part.items):
        tag = placed.item
        if not isinstance(tag, Tag) or not tag.key:
            continue
        if (before := seen.get(tag.key)) is not None:
            first = part.items[before]
            related = [Related(first.span, "it also occurs here")]
            away = Edit(first.start, part.items[before + 1].start, "")
            fix = Fix("Remove the earlier tag", (away,))
            yield rules["duplicate-tag"].at(*placed.span, key=shown(tag.key), related=related, fixes=[fix])
        seen[tag.key] = number


def _legacy(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """Yield one finding for a whole older record, or one for each older tag among new ones."""
    old = [(start, tag) for start, tag in part.tags if tag.key in LEGACY]
    if is_legacy(part):
        start, item = next(one for one in old if LEGACY[one[1].key] in REQUIRED)
        yield rules["legacy-record"].at(*item.key_at.shifted(start), old=item.key, new=LEGACY[item.key])
        return
    for start, item in old:
        new, at = LEGACY[item.key], item.key_at.shifted(start)
        fixes = [values.write(at, item.key, new)] if new not in part.keys else []
        yield rules["legacy-tag"].at(*at, old=item.key, new=new, fixes=fixes, tags=frozenset({"deprecated"}))
