"""Completion: tags and their values, teams in turn with their actions, details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from string import ascii_letters, digits

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, as_snippet
from kibitz.core.items import begun
from kibitz.core.text import count_breaks
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.features._cursor import Cursor, column_at, cursor_at
from kibitz.languages.qgn.features._shorthand import SINGLE, about, behind, numbered, shorthand, tile, told
from kibitz.languages.qgn.features._standing import Standing, followers, heads, standing_at
from kibitz.languages.qgn.features._tags import blocks, heading_at, in_tag, new_tags, quoted_values
from kibitz.languages.qgn.features._writing import (
    CERTAIN,
    GUESSED,
    Writing,
    is_last,
    is_open,
    rest_of,
    writing_at,
)
from kibitz.languages.qgn.features._writing import details as legal_details
from kibitz.languages.qgn.game.games import Field, Kind
from kibitz.languages.qgn.game.kinds.standing import thing_of
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.model import Action, Comment, Junk, Tag

WHOLE = len(SINGLE)
"""Maximum number of actions that completion offers as wholes."""
CHOICES = 20
"""Maximum number of choices for a detail in a snippet; a longer list becomes the detail's name."""


def complete(language: object, analysis: Analysis, offset: int) -> Sequence[Completion]:
    """Return the completions at `offset`."""
    here = cursor_at(analysis, offset)
    placed = here.placed
    in_words = placed is None or isinstance(placed.item, (Action, Junk)) or placed.start == offset
    shorthands = list(shorthand(analysis, here, offset)) if in_words else []
    found = list(_completed(analysis, here, offset))
    said = {one.text.rstrip() for one in shorthands}
    rest = [one for one in found if one.text not in said]
    # A word that begins with a team and its action is rarely a number.
    head = analysis.document.text(shorthands[0].span.start, offset) + "&" if shorthands else ""
    return [*rest, *shorthands] if any(one.text.startswith(head) for one in rest) else [*shorthands, *rest]


def _completed(analysis: Analysis, here: Cursor, offset: int) -> Iterable[Completion]:
    placed, word = here.placed, _word(analysis, offset)
    first = word.start < word.end and analysis.document.before(here.place) is None
    if first and not analysis.document.text(0, word.start).strip(BLANKS):
        # In an empty record it is a number from its list, or a game.
        return blocks(heading_at(analysis, here), word, analysis.document.text(*word))
    if (waiting := _without_value(analysis, here, offset)) is not None:
        return quoted_values(heading_at(analysis, here), waiting, offset)
    if placed is not None and placed.start < offset:
        item, at = placed.item, offset - placed.start
        if isinstance(item, Tag) and (at < len(item.text) or not item.text.endswith("]")):
            return in_tag(heading_at(analysis, here), item, placed.start, at)
        if isinstance(item, Tag):
            # Offer nothing, because the next tag begins a line.
            return ()
        if isinstance(item, Comment) and (
            at < len(item.text) or not item.closed or item.text.startswith("//")
        ):
            return ()
        if isinstance(item, Action):
            return _in_action(analysis, here, item, placed.start, offset)
    if analysis.document.text(word.start, offset).strip("0123456789"):
        return ()
    standing = standing_at(analysis, here.place, offset)
    actions = _actions(standing, word, end=_ends(analysis, standing, word))
    if not here.part.head:
        return actions
    tags = new_tags(heading_at(analysis, here), word)
    # An empty line separates the actions from the tags.
    parted = count_breaks(analysis.document.text(max(offset - 4, 0), offset)) > 1
    return [*actions, *tags] if parted else [*tags, *actions]


def _without_value(analysis: Analysis, here: Cursor, offset: int) -> Tag | None:
    """Return the tag without a value whose key is before a place, with only spaces between them, or None."""
    items = begun(here.part.items, offset - here.place.start)
    tag = items[-1].item if items else None
    if not isinstance(tag, Tag) or not tag.key or tag.value or not {'"', "'"}.isdisjoint(tag.text):
        return None
    between = analysis.document.text(here.place.start + items[-1].start + tag.key_at.end, offset)
    return tag if between and not between.strip(" \t") else None


def _word(analysis: Analysis, offset: int) -> Span:
    """Return the word before an offset; no chunk begins within a word."""
    start = analysis.document.place_at(offset - 1).start
    return Span(start + len(analysis.document.text(start, offset).rstrip(ascii_letters + digits)), offset)


def _in_action(
    analysis: Analysis, here: Cursor, action: Action, start: int, offset: int
) -> Iterator[Completion]:
    """Yield the team and letter of an action, or the detail at the cursor."""
    writing = writing_at(analysis, here, offset)
    standing = standing_at(analysis, here.place, start)
    if writing is None or writing.begun is None:
        ampersand = action.text.find("&")
        whole = Span(start, start + (len(action.text) if ampersand < 0 else ampersand))
        text = analysis.document.text(*whole)
        if offset <= whole.end and "\n" not in text and "\r" not in text:
            yield from _actions(standing, whole, with_details=ampersand < 0, there=text)
    elif len(writing.given) < len(action.details):
        yield from _details(standing, writing, action, offset)


def _details(standing: Standing, writing: Writing, action: Action, offset: int) -> Iterator[Completion]:
    """Yield the values of the detail at the cursor, followed by the required next text if none is there yet."""
    number = len(writing.given)
    detail = action.details[number]
    span, at_end = detail.at.shifted(writing.start), offset == writing.start + len(action.text)
    options = legal_details(standing, writing.team, writing.sign, writing.given, writing.begun or "")
    kind = standing.kind(writing.sign)
    field = kind.field(number) if kind is not None else None
    if writing.begun in options and not (at_end and rest_of(standing, writing, CERTAIN).text):
        # An offer after a complete detail would only block a key: Enter at the end of an action, Tab within a snippet.
        return
    if not span.holds(offset):
        return
    guess = _guess(standing, writing) if at_end else ""
    guess = "" if guess in options else guess
    if guess:
        # Editors hide inline text while they show items.
        yield Completion(guess, span, guess, "value", f"{field.name if field else 'detail'} … · likely")
    said = {guess, writing.begun}
    for value in options:
        more = rest_of(standing, writing._replace(begun=value), CERTAIN).text if at_end else ""
        if value + more in said or not value.isprintable():
            continue
        said.add(value + more)
        thing, why = thing_of(standing.state.position, value), _why(standing, writing, field, value)
        about = thing.about if thing is not None else ""
        yield Completion(value + more, span, value + more, "value", why, documentation=about)

    if at_end:
        yield from _wholes(standing, writing, action, said)


def _wholes(
    standing: Standing, writing: Writing, action: Action, said: set[str | None]
) -> Iterator[Completion]:
    """Yield all actions with the text before the cursor, if they are few, from the current detail on."""
    start = action.details[len(writing.given)].at.start
    span = Span(writing.start + start, writing.start + len(action.text))
    found = [one for one in numbered(standing).values() if str(one[0]).startswith(action.text)]
    for act, why in found if len(found) <= WHOLE else ():
        if (rest := str(act)[start:]) not in said:
            yield Completion(rest, span, rest, "action", about(standing, act, why))


def _guess(standing: Standing, writing: Writing) -> str:
    """Return the detail with the likely rest of the action, or nothing if that adds no detail."""
    found = rest_of(standing, writing, GUESSED)
    text = (writing.begun or "") + found.text
    return text if found.complete or text.count(".") > 1 else ""


def _why(standing: Standing, writing: Writing, field: Field | None, value: str) -> str:
    """Return the meaning of a value, and the reason for its rank."""
    name = field.name if field is not None else f"detail {len(writing.given) + 1}"
    thing = thing_of(standing.state.position, value)
    meaning = thing.name if thing is not None else field.meaning(value) if field is not None else value
    which = tile(standing.known, value) if standing.known is not None else ""
    done = told(standing, writing.team, writing.sign, (*writing.given, value))
    used = standing.usual(writing.sign, len(writing.given))[value]
    shown = f"{name} {value}" if meaning == value else f"{name}: {meaning}"
    habit = f"{used} before" if used and standing.state.board is None else ""
    return " · ".join(filter(None, [done or which or shown, habit]))


def _actions(
    standing: Standing,
    span: Span,
    with_details: bool = True,
    there: str = "",
    end: Callable[[str], str] = str,
) -> Iterator[Completion]:
    """Yield the next actions, first those of the team to move. `end` adds the separator to a complete one."""
    habits = followers(standing)
    whole = numbered(standing) if with_details else {}
    for head in heads(standing) if not 0 < len(whole) <= WHOLE else ():
        team, sign = int(head[:-1]), head[-1]
        kind, name = standing.kind(sign), standing.teams[team]
        snippet = _snippet(standing, head, kind) if kind and with_details else ""
        if snippet and standing.legal(team):
            # Completion asks for details one by one, because only some combine.
            snippet = "&"
        if head + snippet == there:
            continue
        what = f"{name}: {kind.name if kind else f'action {sign}'}"
        if habits[head] and len(habits) > 1:
            what += f" · followed {plural(habits[head], 'time')}"
        yield Completion(
            head, span, head + snippet, "action", what, snippet="$" in snippet,
            plain=f"{head}&" if "$" in snippet else "",
            documentation=", ".join(field.name for field in kind.fields) if kind else "",
        )  # fmt: skip
    # A long list is searched by details, or by the number that an empty place shows.
    for number, (act, why) in whole.items() if len(whole) <= WHOLE or span.start == span.end else ():
        text, what = str(act), f"{number} · {about(standing, act, why)}"
        yield Completion(text, span, end(text) if len(whole) <= WHOLE else text, "action", what, filter=text)


def _ends(analysis: Analysis, standing: Standing, word: Span) -> Callable[[str], str]:
    """Return a function that adds the separator to an action, if the action is the last one of its game."""
    if not is_open(analysis, word.end) or not is_last(analysis, word.end):
        return str
    column, rules = column_at(analysis, word.start), analysis.language.rules
    return lambda text: text + behind(standing.after(text, rules), column + len(text))


def _snippet(standing: Standing, head: str, kind: Kind) -> str:
    """Return the details as a snippet: names of the fields as placeholders, certain details as text."""
    if not kind.fields:
        return ""
    sure = rest_of(standing, Writing(0, int(head[:-1]), head[-1]), CERTAIN)
    due = [] if sure.complete else kind.fields[sure.text.count(".") : max(kind.counts)]
    return as_snippet(sure.text or "&") + ".".join(
        _place(number, field) for number, field in enumerate(due, 1)
    )


def _place(number: int, field: Field) -> str:
    values = field.values()
    offered = f"|{','.join(values)}|" if 0 < len(values) <= CHOICES else f":{field.name}"
    return f"${{{number}{offered}}}"
